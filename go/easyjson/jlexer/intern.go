// SPDX-License-Identifier: MIT

package jlexer

import "sync"

// This file owns interning: a table of strings that were read lately, one for each processor. A string that misses
// takes the place of what was in its slot, so that the tables never grow; nobody depends on two strings sharing memory.

const (
	internSlots   = 1024 // a power of two
	internMaxSize = 128  // bytes; longer strings are seldom equal, and would be held for long
)

type internTable [internSlots]string

var internTables = sync.Pool{New: func() any { return new(internTable) }}

// interned returns text as a string, the same memory as before if it has been here lately.
func interned(text []byte) string {
	if len(text) == 0 {
		return ""
	}
	if len(text) > internMaxSize {
		return string(text)
	}
	table := internTables.Get().(*internTable)
	slot := &table[hash(text)%internSlots]
	if *slot != string(text) {
		*slot = string(text)
	}
	s := *slot
	internTables.Put(table)
	return s
}

// hash is FNV-1a (Fowler, Noll, Vo), 32 bits.
func hash(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

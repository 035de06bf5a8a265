// SPDX-License-Identifier: MIT

package jlexer

import "sync"

// This file implements interning, with a table of recently read strings for each processor. A string that is
// not in the table replaces the one in its slot, so the tables never grow. Nothing depends on two strings
// sharing memory.

const (
	internSlots   = 1024 // a power of two
	internMaxSize = 128  // bytes; longer strings are seldom equal, and the table would hold on to them
)

type internTable [internSlots]string

var internTables = sync.Pool{New: func() any { return new(internTable) }}

// interned returns text as a string. If an equal string was read recently, it shares that string's memory.
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

// hash is the 32-bit FNV-1a hash (Fowler, Noll, Vo).
func hash(text []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range text {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// SPDX-License-Identifier: MIT

package rt

import (
	"sync/atomic"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// This file decides where to write a text that the caller keeps. Usually that is a pooled buffer, followed by a
// copy of the exact length. Copying a large text costs a good part of the encoding time, because it goes to
// memory that is not in any cache. If all texts of a type have about the same length, they are therefore
// written directly to memory of that length.
//
// Invariant: a returned text wastes at most an eighth of its length, and nothing else refers to its memory.

const (
	leastGuess = 2 << 10  // copying shorter texts costs next to nothing
	mostGuess  = 64 << 20 // a wrong guess for a longer text costs too much
	sure       = 4        // how many texts in a row must have fitted
	rarely     = 8        // of this many notes that were not sure, one is corrected
)

// A note holds in its low bits how many texts in a row have fitted, and in its high bits the room that should
// fit them. If a text fits, nothing is written, so processors can share notes without contention.
type note struct{ atomic.Uint64 }

// notes has one note for each type. If several types share one, they spoil it for each other, but nothing worse
// happens.
var notes [1 << 8]note

const (
	noteBits = 8
	noteMask = 1<<noteBits - 1
)

func noteOf(v any) *note { return &notes[uint64(mem.TypeWord(v))*0x9e3779b97f4a7c15>>56] }

// Room returns a buffer, like Buffer, for the text of v, which Deliver returns.
func (e *Encoder) Room(v any) []byte {
	if x := noteOf(v).Load(); x&noteMask == sure {
		e.room = mem.Room(int(x >> noteBits))
		return e.room
	}
	return e.buf[:0]
}

// Deliver is Done for a text that began with Room.
func (e *Encoder) Deliver(b []byte, v any) ([]byte, error) {
	n, note := len(b), noteOf(v)
	if n >= leastGuess || note.Load() != 0 {
		e.learn(note, n)
	}
	room, scratch := e.room, b
	if room != nil {
		e.room = nil
		if e.err == nil && fits(n, cap(room)) && &b[0] == &room[:1][0] {
			e.Free()
			return b[:n:n], nil
		}
		if cap(e.buf) > cap(b) {
			scratch = e.buf
		}
	}
	text, err := e.copyOf(b)
	e.Keep(scratch)
	e.Free()
	return text, err
}

// fits reports whether room suits a text of n bytes. Encoding needs some extra room after the text.
func fits(n, room int) bool { return n+2*slack <= room && room-n <= n/8 }

// learn records that a text had n bytes.
func (e *Encoder) learn(note *note, n int) {
	x := note.Load()
	room, seen := int(x>>noteBits), x&noteMask
	switch {
	case e.err != nil:
	case fits(n, room):
		if seen < sure {
			note.Store(x + 1)
		}
	case n < leastGuess || n > mostGuess:
		if room != 0 {
			note.Store(0)
		}
	default:
		e.misses++
		if room == 0 || seen == sure || e.misses%rarely == 0 {
			note.Store(uint64(n+n/64+2*slack) << noteBits)
		}
	}
}

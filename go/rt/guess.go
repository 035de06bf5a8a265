// SPDX-License-Identifier: MIT

package rt

import (
	"sync/atomic"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// This file owns where a text is written that its caller keeps. Mostly that is a pooled buffer, and then a copy of the
// exact length. A large copy costs as much as a good part of the encoding, because it goes to memory that no cache
// holds; so where the texts of a type are all of about one length, they are written at once to memory of that length.
//
// Invariant: a text handed out wastes no more than an eighth of its length, and nothing else refers to its memory.

const (
	leastGuess = 2 << 10  // shorter texts are copied in no time
	mostGuess  = 64 << 20 // of longer ones a wrong guess would be too dear
	sure       = 4        // so many texts in a row must have fitted
	rarely     = 8        // of so many notes that were not sure one is corrected
)

// A note says below how many texts in a row have fitted, and above what room was expected to do for them. Where
// texts fit nothing is written, so that processors share notes in peace.
type note struct{ atomic.Uint64 }

// notes has one for each type, or for several, which then spoil it for each other and no more.
var notes [1 << 8]note

const (
	noteBits = 8
	noteMask = 1<<noteBits - 1
)

func noteOf(v any) *note { return &notes[uint64(mem.TypeWord(v))*0x9e3779b97f4a7c15>>56] }

// Room is Buffer for the text of v, which Deliver returns.
func (e *Encoder) Room(v any) []byte {
	if x := noteOf(v).Load(); x&noteMask == sure {
		e.room = mem.Room(int(x >> noteBits))
		return e.room
	}
	return e.buf[:0]
}

// Deliver is Done for what Room began.
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

// fits says whether room suits a text of n bytes. Encoding wants some more behind it.
func fits(n, room int) bool { return n+2*slack <= room && room-n <= n/8 }

// learn notes that a text had n bytes.
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

// SPDX-License-Identifier: MIT

package rt

import (
	"reflect"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// This file manages the memory of values that are decoded into pointers and slices. Small values are cut from
// blocks that several values of one Site share; ExactCopy allocates each one separately. The elements of an
// array are read into the rest of a block if they will probably fit, and otherwise into a buffer that the
// Decoder keeps, until their number is known.
//
// Invariants: memory that is handed out is zero and is handed out once. A block whose elements have pointers
// belongs to one text; otherwise each text would keep the previous one alive. The rest of a block and a buffer
// belong to one array at a time, so that types may contain themselves; between arrays they are zero.

const (
	maxBlock = 2048    // bytes of a block
	maxCut   = 512     // bytes of a value that is cut from a block
	maxMoved = 128     // bytes of elements that are collected in a buffer; larger elements stay where they are read
	maxKept  = 1 << 18 // bytes of a buffer that is kept
)

// place is what a Decoder keeps for a Site with elements of type E.
type place[E any] struct {
	block    []E
	used     int // elements used of block
	before   int // elements in this text's earlier blocks
	last     int // elements cut for the previous text
	length   int // of slices: the last one's, or more
	rest     restOf
	open     bool      // in Decoder.open
	pointers bool      // E has pointers
	inside   Buffer[E] // for the array that is being read into the rest of block
	buffers  *Buffer[E]
}

// restOf says what the rest of a block is used for.
type restOf uint8

const (
	forAny   restOf = iota
	forArray        // an array is being read into it
	forCuts         // arrays are no longer read into it, because they were nested
)

// close ends the use of p for a text.
func (p *place[E]) close() {
	p.last = p.before + p.used
	p.block, p.used, p.before, p.open = nil, 0, 0, false
	p.inside.S = nil
}

func placeOf[E any](d *Decoder, s *Site) *place[E] {
	if id := s.id.Load(); id < int64(len(d.places)) {
		if p, ok := d.places[id].(*place[E]); ok {
			return p
		}
	}
	return newPlace[E](d, d.site(s))
}

func newPlace[E any](d *Decoder, id int) *place[E] {
	if id >= len(d.places) {
		grown := make([]any, len(d.caps))
		copy(grown, d.places)
		d.places = grown
	}
	p := &place[E]{pointers: hasPointers(reflect.TypeFor[E]())}
	p.inside.place = p
	d.places[id] = p
	return p
}

// hasPointers reports whether the garbage collector scans a t.
func hasPointers(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return t.Len() > 0 && hasPointers(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if hasPointers(t.Field(i).Type) {
				return true
			}
		}
		return false
	}
	return t.Kind() < reflect.Bool || t.Kind() > reflect.Complex128
}

// cut returns zeroed room for n elements.
func (p *place[E]) cut(d *Decoder, n int) []E {
	u := p.used
	if u+n > len(p.block) {
		return p.cutNew(d, n)
	}
	p.used = u + n
	return p.block[u : u+n : u+n]
}

// cutNew is cut for a block that is used up.
func (p *place[E]) cutNew(d *Decoder, n int) []E {
	if size := mem.Size[E](); d.opt&ExactCopy != 0 || n*size > maxCut || size == 0 {
		return make([]E, n)
	}
	p.newBlock(d, n)
	p.used = n
	return p.block[:n:n]
}

// newBlock makes a block with room for n elements. The first block of a text has room for as many elements as
// the previous text had, and later blocks grow. So a program that decodes one small text does not pay for room
// that it does not need.
func (p *place[E]) newBlock(d *Decoder, n int) {
	if p.pointers && !p.open {
		p.open = true
		d.open = append(d.open, p)
	}
	p.before += p.used
	p.used = 0
	p.block = make([]E, max(n, min(max(2*len(p.block), p.last-p.before), maxBlock/mem.Size[E]())))
}

// New returns a pointer to a new zero E.
func New[E any](d *Decoder, s *Site) *E {
	return &placeOf[E](d, s).cut(d, 1)[0]
}

// Empty returns a slice without elements, which reuses old's memory if there is any.
func Empty[S ~[]E, E any](old S) S {
	if old == nil {
		return S{}
	}
	return old[:0]
}

// A Buffer collects the elements of an array. Its capacity beyond its length is zero.
type Buffer[E any] struct {
	S     []E
	place *place[E]
	next  *Buffer[E]
	stays bool // S is the result itself
}

// Begin returns the buffer for the array at i, whose elements replace those of old. Generated code grows its S
// with Grow and then calls End.
func Begin[S ~[]E, E any](d *Decoder, i int, s *Site, old S) *Buffer[E] {
	p := placeOf[E](d, s)
	if rest := len(p.block) - p.used; rest == 0 || rest < p.length || p.rest != forAny || cap(old) != 0 {
		return p.begin(d, i, cap(old) == 0)
	}
	p.rest = forArray
	p.inside.S = p.block[p.used:p.used]
	return &p.inside
}

// begin is Begin for an array that is not known to fit into the rest of the block. fresh says that there is no
// old slice.
func (p *place[E]) begin(d *Decoder, i int, fresh bool) *Buffer[E] {
	size, n := mem.Size[E](), min(p.length, (len(d.data)-i)/2)
	if p.rest == forArray { // the new array is inside that array, which keeps the rest
		p.rest = forCuts
		p.used = len(p.block)
	}
	if fresh && p.rest == forAny && p.used == len(p.block) && n > 0 && size > 0 && size <= maxMoved && n*size <= maxCut && d.opt&ExactCopy == 0 {
		p.newBlock(d, n)
		p.rest = forArray
		p.inside.S = p.block[:0]
		return &p.inside
	}
	b := p.takeBuffer()
	if size > maxMoved && fresh {
		b.stays = true
		b.S = make([]E, 0, max(n, 1))
	}
	return b
}

// takeBuffer returns a buffer that is not in use by an array.
func (p *place[E]) takeBuffer() *Buffer[E] {
	b := p.buffers
	if b == nil {
		return &Buffer[E]{place: p}
	}
	p.buffers = b.next
	return b
}

// Grow returns s with zeroed room for more elements.
func Grow[E any](s []E) []E {
	t := make([]E, len(s), 2*len(s)+4)
	copy(t, s)
	return t
}

// End returns the elements s, which grew from b's S. They get separate memory, or old's memory if it is large
// enough.
func (b *Buffer[E]) End(d *Decoder, s, old []E) []E {
	p, n := b.place, len(s)
	if n != p.length {
		// Go down by half the difference, but up by all of it: growing costs more than a little unused room.
		p.length = max(n, (p.length+n)/2)
	}
	if b != &p.inside {
		return b.end(d, s, old)
	}
	fits := cap(s) == cap(b.S)
	if p.rest == forArray {
		p.rest = forAny
		if fits {
			p.used += n
		}
	}
	if fits {
		return s[:n:n]
	}
	clear(b.S[:cap(b.S)])
	return p.takeBuffer().end(d, s, old)
}

// end is End for an s that is not in a block.
func (b *Buffer[E]) end(d *Decoder, s, old []E) []E {
	p, n := b.place, len(s)
	b.next, p.buffers = p.buffers, b
	if b.stays {
		b.S, b.stays = nil, false
		return s
	}
	var t []E
	if cap(old) >= n {
		t = old[:n]
	} else {
		t = p.cut(d, n)
	}
	copy(t, s)
	clear(s)
	b.S = s[:0]
	if cap(s)*mem.Size[E]() > maxKept {
		b.S = nil
	}
	return t
}

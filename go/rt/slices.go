// SPDX-License-Identifier: MIT

package rt

import (
	"reflect"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// This file owns the memory of what is decoded into pointers and slices. What is small is cut from blocks that several
// values of one Site share; ExactCopy gives each its own. Elements are collected in a buffer that the Decoder keeps, until
// it is known how many there are. Invariants: memory handed out is zero and is handed out once; a block whose elements
// have pointers belongs to one text, or else each text would keep the one before it; a buffer belongs to one array at a
// time, so that types may contain themselves; between arrays it is zero.

const (
	maxBlock = 2048    // bytes of a block
	maxCut   = 512     // bytes of what is cut from one
	maxMoved = 128     // bytes of elements that are collected in a buffer; larger ones stay where they are read
	maxKept  = 1 << 18 // bytes of a buffer that is kept
)

// place is what a Decoder has for a Site with elements E.
type place[E any] struct {
	block    []E
	used     int  // of block
	before   int  // elements in the blocks of this text before this one
	last     int  // elements cut for the text before
	open     bool // in Decoder.open
	pointers bool // E has pointers
	buffers  *Buffer[E]
	length   int // of slices of large elements: the last one's, or more
}

// close ends the use of p for a text.
func (p *place[E]) close() {
	p.last = p.before + p.used
	p.block, p.used, p.before, p.open = nil, 0, 0, false
}

func placeOf[E any](d *Decoder, s *Site) *place[E] {
	id := d.site(s)
	if id < len(d.places) {
		if p, ok := d.places[id].(*place[E]); ok {
			return p
		}
	}
	return newPlace[E](d, id)
}

func newPlace[E any](d *Decoder, id int) *place[E] {
	if id >= len(d.places) {
		grown := make([]any, len(d.caps))
		copy(grown, d.places)
		d.places = grown
	}
	p := &place[E]{pointers: hasPointers(reflect.TypeFor[E]())}
	d.places[id] = p
	return p
}

// hasPointers reports whether the collector looks into a t.
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

// cut returns room for n elements, zero.
func (p *place[E]) cut(d *Decoder, n int) []E {
	u := p.used
	if u+n > len(p.block) {
		return p.cutNew(d, n)
	}
	p.used = u + n
	return p.block[u : u+n : u+n]
}

// cutNew is cut where the block is used up. The first block of a text has room for as many elements as the last text had;
// the others grow: a program that decodes one small text does not pay for many.
func (p *place[E]) cutNew(d *Decoder, n int) []E {
	size := mem.Size[E]()
	if d.opt&ExactCopy != 0 || n*size > maxCut || size == 0 {
		return make([]E, n)
	}
	if p.pointers && !p.open {
		p.open = true
		d.open = append(d.open, p)
	}
	p.before += p.used
	p.used = n
	p.block = make([]E, max(n, min(max(2*len(p.block), p.last-p.before), maxBlock/size)))
	return p.block[:n:n]
}

// New returns a pointer to a new zero E.
func New[E any](d *Decoder, s *Site) *E {
	return &placeOf[E](d, s).cut(d, 1)[0]
}

// Empty returns a slice without elements, in the memory of old if it has any.
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

// Begin returns the buffer for the array at i, of which the elements replace those of old. Generated code grows its S
// by Grow, and calls End.
func Begin[S ~[]E, E any](d *Decoder, i int, s *Site, old S) *Buffer[E] {
	p := placeOf[E](d, s)
	b := p.buffers
	if b == nil {
		b = &Buffer[E]{place: p}
	} else {
		p.buffers = b.next
	}
	if size := mem.Size[E](); size > maxMoved && cap(old) == 0 {
		b.stays = true
		b.S = make([]E, 0, max(min(p.length, (len(d.data)-i)/2), 1))
	}
	return b
}

// Grow returns s with room for more elements, zero.
func Grow[E any](s []E) []E {
	t := make([]E, len(s), 2*len(s)+4)
	copy(t, s)
	return t
}

// End returns the elements s, which b's S has become, in memory of their own, or in that of old if there is enough.
func (b *Buffer[E]) End(d *Decoder, s, old []E) []E {
	p, n := b.place, len(s)
	b.next, p.buffers = p.buffers, b
	if b.stays {
		// Half of the way down, all of the way up: growing costs more than some room too much.
		p.length = max(n, (p.length+n)/2)
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

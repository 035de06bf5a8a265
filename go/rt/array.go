// SPDX-License-Identifier: MIT

package rt

import (
	"sync/atomic"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
)

// Array enters the array at i. It reports whether there is a first element and returns its position, or else
// the position after the array. Generated code calls Null first, because null empties slices.
func (d *Decoder) Array(i int) (bool, int) {
	if i <= d.fast && mem.At(d.data, i) == '[' && d.depth > 0 {
		if c := mem.At(d.data, i+1); c == ']' {
			return false, i + 2
		} else if c > ' ' {
			d.depth--
			return true, i + 1
		}
	}
	return d.enter(i, '[', "array or slice")
}

// enter enters the array or object at i, which starts with the byte open. It reports whether it is not empty.
func (d *Decoder) enter(i int, open byte, typ string) (bool, int) {
	if uint(i) >= uint(len(d.data)) {
		return false, d.end(i)
	}
	if d.data[i] != open {
		return false, d.skipNull(i, typ)
	}
	d.depth--
	if d.depth < 0 {
		return false, d.fail(DEPTH, i)
	}
	i = d.space(i + 1)
	if i >= len(d.data) {
		return false, d.end(i)
	}
	if d.data[i] == open+2 {
		d.depth++
		return false, i + 1
	}
	return true, i
}

// Elem skips the comma after an element. It reports whether there is another element and returns its position,
// or else the position after the array.
func (d *Decoder) Elem(i int) (bool, int) {
	if i <= d.fast {
		if c := mem.At(d.data, i); c == ',' {
			if mem.At(d.data, i+1) > ' ' {
				return true, i + 1
			}
			if mem.At(d.data, i+1) == ' ' && mem.At(d.data, i+2) > ' ' {
				return true, i + 2
			}
			if i = d.space(i + 1); i < len(d.data) {
				return true, i
			}
			return false, d.end(i)
		} else if c == ']' {
			d.depth++
			return false, i + 1
		}
	}
	return d.following(i, ']', ARRAY_NEXT)
}

// following skips the comma at i, or leaves the array or object that the byte end closes. Anything else is an
// error with code c.
func (d *Decoder) following(i int, end byte, c Code) (bool, int) {
	if i >= failed {
		return false, failed
	}
	j := d.space(i)
	if j >= len(d.data) {
		return false, d.end(j)
	}
	switch d.data[j] {
	case ',':
		j = d.space(j + 1)
		if j >= len(d.data) {
			return false, d.end(j)
		}
		return true, j
	case end:
		d.depth++
		return false, j + 1
	}
	return false, d.failBehind(i, j, c)
}

// Float64s reads the array at i into p. It skips surplus elements and sets missing ones to 0. Generated code
// calls Null first.
func (d *Decoder) Float64s(i int, p []float64) int {
	if i > d.fast || mem.At(d.data, i) != '[' || d.depth <= 0 {
		return d.float64sSlow(i, p)
	}
	data, j := d.data, i+1
	for k := range p {
		if mem.At(data, j) <= ' ' {
			j = d.space(j)
		}
		if j > d.fast {
			break
		}
		f, n := num.ParseFloat64(data, j)
		if n == 0 {
			break
		}
		p[k] = f
		if mem.At(data, n) <= ' ' {
			n = d.space(n)
		}
		if n > d.fast || mem.At(data, n) != ',' {
			if k == len(p)-1 && n <= d.fast && mem.At(data, n) == ']' {
				return n + 1
			}
			break
		}
		j = n + 1
	}
	return d.float64sSlow(i, p)
}

func (d *Decoder) float64sSlow(i int, p []float64) int {
	more, i := d.Array(i)
	k := 0
	for ; more; k++ {
		if k < len(p) {
			i = d.Float64(i, &p[k])
		} else {
			i = d.Skip(i)
		}
		more, i = d.Elem(i)
	}
	clear(p[min(k, len(p)):])
	return i
}

// Map enters the object at i for a Go map. It reports whether there is a first member and returns the position
// of its name, or else the position after the object. Generated code calls Null first.
func (d *Decoder) Map(i int) (bool, int) {
	more, i := d.enter(i, '{', "map")
	if more && d.opt&RejectDuplicates != 0 {
		d.names.push()
	}
	return more, i
}

// MapKey reads the name of a map member into *p and returns the position of its value.
func (d *Decoder) MapKey(i int, p *string) int {
	if i >= len(d.data) {
		return d.end(i)
	}
	if d.data[i] != '"' {
		return d.fail(OBJECT_KEY, i)
	}
	j := d.String(i, p)
	if j == failed {
		return failed
	}
	if d.opt&RejectDuplicates != 0 && !d.names.add(*p) {
		d.fail(DUPLICATE, i)
		d.err.Detail = *p
		return failed
	}
	if j <= d.fast && mem.At(d.data, j) == ':' && mem.At(d.data, j+1) > ' ' {
		return j + 1
	}
	return d.colon(j)
}

// More skips the comma after a map member. It reports whether there is another member and returns the position
// of its name, or else the position after the object.
func (d *Decoder) More(i int) (bool, int) {
	if i <= d.fast && mem.At(d.data, i) == ',' {
		if j := d.space(i + 1); j < len(d.data) {
			return true, j
		}
	}
	more, j := d.following(i, '}', OBJECT_NEXT)
	if !more && j != failed && d.opt&RejectDuplicates != 0 {
		d.names.pop()
	}
	return more, j
}

// A Site is a place in generated code that makes slices or maps. It learns their usual length.
type Site struct{ id atomic.Int64 }

var sitesUsed atomic.Int64

// site returns the index of s in Decoder.caps.
func (d *Decoder) site(s *Site) int {
	id := s.id.Load()
	if id == 0 {
		s.id.CompareAndSwap(0, sitesUsed.Add(1))
		id = s.id.Load()
	}
	if int(id) >= len(d.caps) {
		n := int(sitesUsed.Load()) + 1
		c := make([]uint32, n+n/4)
		copy(c, d.caps)
		d.caps = c
	}
	return int(id)
}

// Cap returns a capacity for the slice or map that Array or Map just entered; more and i are what they
// returned. It is 0 if there are no elements. Otherwise it is the length of the previous slice or map at s,
// limited to what the rest of the text can hold.
func (d *Decoder) Cap(more bool, i int, s *Site) int {
	if !more {
		return 0
	}
	return max(min(int(d.caps[d.site(s)]), (len(d.data)-i)/2), 1)
}

// Learn records that a slice or map at s ended up with length n.
func (d *Decoder) Learn(s *Site, n int) {
	if n > 0 {
		// Go down by half the difference, but up by all of it: growing a slice costs more than a little unused
		// room.
		c := &d.caps[d.site(s)]
		*c = max(uint32(min(n, 1<<30)), (*c+uint32(n))/2)
	}
}

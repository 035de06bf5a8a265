// SPDX-License-Identifier: MIT

package rt

import (
	"sync/atomic"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
)

// Array enters the array at i. It reports whether there is a first element, and returns its position; or
// the position behind the array. Generated code asks Null first, since null empties slices.
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

// enter enters the array or object at i, as open says. It reports whether there is something in it.
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

// Elem passes over the comma behind an element. It reports whether there is another element, and returns
// its position; or the position behind the array.
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

// following passes over the comma at i, or leaves the array or object that end ends; anything else is wrong in the way
// that c says.
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

// Float64s reads the array at i into p: elements too many are passed over, those that lack become 0. Generated code
// asks Null first.
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

// Map enters the object at i for a Go map. It reports whether there is a first member, and returns the
// position of its name; or the position behind. Generated code asks Null first.
func (d *Decoder) Map(i int) (bool, int) {
	more, i := d.enter(i, '{', "map")
	if more && d.opt&RejectDuplicates != 0 {
		d.names.push()
	}
	return more, i
}

// MapKey reads the name of a member of a map into *p, and returns the position of its value.
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

// More passes over the comma behind a member of a map. It reports whether there is another member, and
// returns the position of its name; or the position behind the object.
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

// A Site is a place in generated code that makes slices or maps. It learns how long they are.
type Site struct{ id atomic.Int64 }

var sitesUsed atomic.Int64

// site returns the place of s in Decoder.caps.
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

// Cap returns a capacity for the slice or map that Array or Map just entered, with what they returned: 0 if it
// is empty, else the length that the last one at s had, but no more than the rest of the text can fill.
func (d *Decoder) Cap(more bool, i int, s *Site) int {
	if !more {
		return 0
	}
	return max(min(int(d.caps[d.site(s)]), (len(d.data)-i)/2), 1)
}

// Learn notes that a slice or map at s has become n long.
func (d *Decoder) Learn(s *Site, n int) {
	if n > 0 {
		// Half of the way down, all of the way up: growing a slice costs more than some room too much.
		c := &d.caps[d.site(s)]
		*c = max(uint32(min(n, 1<<30)), (*c+uint32(n))/2)
	}
}

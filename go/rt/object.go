// SPDX-License-Identifier: MIT

package rt

import (
	"math/bits"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// Object and Next return these values in place of a field.
const (
	End  = -1 // the object is closed
	None = -2 // there was no object: null, a mismatch that was skipped, or an error
)

// A Field is a member that has a field in the Go struct.
type Field struct {
	Name string // the member's name, unescaped
	Go   string // the Go field, such as "Name" or "Address.Street", for messages
}

// ObjectFlags control how an Object matches names.
type ObjectFlags uint8

// The flags of an Object.
const (
	ObjectFoldCase        ObjectFlags = 1 << iota // like FoldCase, for this type
	ObjectDisallowUnknown                         // like DisallowUnknown, for this type
	ObjectKeepUnknown                             // Next returns len(Fields) for an unknown member
	ObjectRawNames                                // names are compared as written in the text, escapes included
)

// An Object describes the members of a Go struct. Generated code has one per struct type, in a package variable
// that needs no initialisation. It is completed on first use.
type Object struct {
	Type   string // the Go type, for messages
	Flags  ObjectFlags
	Fields []Field

	ready atomic.Bool // the index is complete
	mu    sync.Mutex
	index
}

// key is a quoted name with its colon, stored as words that can be compared with the text.
type key struct {
	head  uint64    // the first 8 bytes
	mask  uint64    // selects the bytes that count, if there are fewer than 8
	tail  uint64    // the last 8 bytes; head again if there are fewer
	off   int       // offset of the last 8 bytes
	n     int       // length in bytes; 0 if prediction does not work
	field int       // the field with this name
	mid   [2]uint64 // bytes 8 to 15 and 16 to 23, if there are more than 16
}

// ends reports whether the first and the last 8 bytes of k are at data[j]. Keys of up to 16 bytes consist of
// nothing else. Contract: a window can be read at j.
func (k *key) ends(data []byte, j int) bool {
	return ((mem.Load64(data, j)^k.head)|(mem.Load64(data, j+k.off)^k.tail))&k.mask == 0
}

// middle reports whether the rest of k is at data[j]. The contract is that of ends.
func (k *key) middle(data []byte, j int) bool {
	return k.n <= 16 || mem.Load64(data, j+8) == k.mid[0] && (k.n <= 24 || mem.Load64(data, j+16) == k.mid[1])
}

// index is what an Object knows once it is completed.
type index struct {
	base  int // of its hints in Decoder.next: the hint of field f is at base+f
	entry int // the hint of the first member
	keys  []key
	table []uint16 // open addressing: field+1, by hash
	shift uint
	fold  map[string]int
}

// maxKey is the length of the longest quoted name with colon that prediction compares.
const maxKey = window - 8

var hintsUsed atomic.Int64

// complete fills in the index once.
func (o *Object) complete() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ready.Load() {
		return
	}
	n := len(o.Fields)
	x := &o.index
	x.keys = make([]key, n+1)
	x.keys[n] = impossible
	size := 4
	for size < 3*n {
		size *= 2
	}
	x.table = make([]uint16, size)
	x.shift = uint(64 - bits.Len(uint(size-1)))
	x.fold = make(map[string]int, n)
	for f := n - 1; f >= 0; f-- {
		name := o.Fields[f].Name
		x.keys[f] = makeKey(name)
		x.keys[f].field = f
		h := hashName(mem.Bytes(name)) >> x.shift
		for x.table[h] != 0 {
			h = (h + 1) & uint64(size-1)
		}
		x.table[h] = uint16(f + 1)
		x.fold[foldName(name)] = f
	}
	x.base = int(hintsUsed.Add(int64(n+2))) - (n + 2)
	x.entry = x.base + n + 1
	o.ready.Store(true)
}

// impossible is a key that matches no text.
var impossible = key{head: 1, tail: 1, mask: ^uint64(0)}

func makeKey(name string) key {
	for i := 0; i < len(name); i++ {
		if c := name[i]; c < ' ' || c == '"' || c == '\\' {
			return impossible
		}
	}
	text := `"` + name + `":`
	k := key{n: len(text)}
	if k.n > maxKey {
		return impossible
	}
	padded := []byte(text + "\x00\x00\x00\x00\x00\x00\x00\x00")
	k.head = mem.Load64(padded, 0)
	k.tail, k.mask = k.head, ^uint64(0)
	if k.n < 8 {
		k.mask >>= uint(64 - 8*k.n)
	} else {
		k.off = k.n - 8
		k.tail = mem.Load64(padded, k.off)
		if k.n > 16 {
			k.mid = [2]uint64{mem.Load64(padded, 8), mem.Load64(padded, 16)}
		}
	}
	return k
}

// mix hashes a name from its length n, its first 8 bytes x and its last 8 bytes y. If there are fewer than 8, x
// holds all of them and y is 0. A collision costs one comparison. Only names in the program collide, not names
// in the text.
func mix(x, y uint64, n int) uint64 {
	return (x*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(y*0xd6e8feb86659fd93, 32) ^ uint64(n)) * 0xff51afd7ed558ccd
}

func hashName(b []byte) uint64 {
	n := len(b)
	if n >= 8 {
		return mix(mem.Load64(b, 0), mem.Load64(b, n-8), n)
	}
	var x uint64
	for i, c := range b {
		x |= uint64(c) << (8 * i)
	}
	return mix(x, 0, n)
}

// find returns the field with a name, or -1.
func (o *Object) find(name []byte) int {
	x := &o.index
	h := hashName(name) >> x.shift
	for {
		f := int(x.table[h]) - 1
		if f < 0 {
			return -1
		}
		if o.Fields[f].Name == string(name) {
			return f
		}
		h = (h + 1) & uint64(len(x.table)-1)
	}
}

// lookup returns the key at data[j], which is a quote. It returns nil for a name that is not in o, is long,
// contains a byte that is special in strings, or has white space before its colon. Contract: a window can be
// read at j.
func (o *Object) lookup(data []byte, j int) *key {
	w := mem.Load64(data, j+1)
	n, y, m := 0, uint64(0), scan.Special(w)
	for m == 0 {
		n += 8
		if n == 32 {
			return nil
		}
		m = scan.Special(mem.Load64(data, j+1+n))
	}
	n += bits.TrailingZeros64(m) / 8
	if n < 8 {
		w &= 1<<(8*n) - 1
	} else {
		y = mem.Load64(data, j+n-7)
	}
	x := &o.index
	for h := mix(w, y, n) >> x.shift; ; h = (h + 1) & uint64(len(x.table)-1) {
		f := x.table[h]
		if f == 0 {
			return nil
		}
		if k := &x.keys[f-1]; k.ends(data, j) && k.middle(data, j) {
			return k
		}
	}
}

// foldName maps all names that encoding/json considers equal regardless of case to the same name.
func foldName(s string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x80 {
			if 'a' <= r && r <= 'z' {
				r -= 'a' - 'A'
			}
			return r
		}
		return foldRune(r)
	}, s)
}

// meet completes o, and prepares d for it, on their first use together.
func (d *Decoder) meet(o *Object) {
	if !o.ready.Load() {
		o.complete()
	}
	if o.entry >= len(d.next) {
		n := max(o.entry+1, int(hintsUsed.Load()))
		next := make([]*key, n+n/4)
		copy(next, d.next)
		d.next = next
	}
	if d.next[o.entry] == nil {
		// Until the order is learned, assume that fields come in declaration order.
		n := len(o.Fields)
		for f := range n + 1 {
			d.next[o.base+f] = &o.keys[min(f+1, n)]
		}
		d.next[o.entry] = &o.keys[0]
	}
}

// Object enters the object at i. It returns the field of the first member and the position of its value; or End
// and the position after the object, if it is empty; or None and the position after it, for null. The caller
// reads the value and calls Next.
func (d *Decoder) Object(i int, o *Object) (int, int) {
	if i <= d.fast && mem.At(d.data, i) == '{' && d.depth > 0 && o.ready.Load() && o.entry < len(d.next) {
		data, k := d.data, d.next[o.entry]
		if k == nil {
			return d.objectSlow(i, o)
		}
		d.depth--
		j := i + 1
		if mem.At(data, j) <= ' ' {
			j = d.space(j)
		}
		if j > d.fast {
			return d.member(j, o, o.entry, true)
		}
		if k.ends(data, j) && k.middle(data, j) {
			j += k.n
			if mem.At(data, j) <= ' ' {
				j = d.behindColon(j)
			}
			return k.field, j
		}
		return d.unpredicted(j, o, o.entry, true)
	}
	return d.objectSlow(i, o)
}

func (d *Decoder) objectSlow(i int, o *Object) (int, int) {
	if uint(i) >= uint(len(d.data)) {
		d.end(i)
		return None, failed
	}
	if d.data[i] != '{' {
		i = d.skipNull(i, o.Type)
		if i == failed {
			d.annotate(o, None)
		}
		return None, i
	}
	d.depth--
	if d.depth < 0 {
		d.fail(DEPTH, i)
		return None, failed
	}
	d.meet(o)
	if d.opt&RejectDuplicates != 0 {
		d.names.push()
	}
	return d.member(i+1, o, o.entry, true)
}

// Next skips the comma after the value of field f and returns the field of the next member and the position of
// its value. If the member has no field and the Object keeps unknown members, the field is len(o.Fields). At
// the end of the object Next returns End and the position after the object; after an error it returns None.
func (d *Decoder) Next(i int, o *Object, f int) (int, int) {
	if i <= d.fast {
		data, j := d.data, i+1
		switch mem.At(data, i) {
		case ',':
			if mem.At(data, j) <= ' ' {
				return d.nextLine(j, o, f)
			}
			if k := d.next[o.base+f]; k.ends(data, j) && k.middle(data, j) {
				j += k.n
				if mem.At(data, j) > ' ' {
					return k.field, j
				}
				return k.field, d.behindColon(j)
			}
			return d.unpredicted(j, o, o.base+f, false)
		case '}':
			d.depth++
			return End, j
		}
	}
	return d.nextSlow(i, o, f)
}

// nextLine is Next for text with white space. The white space at i follows the comma.
func (d *Decoder) nextLine(i int, o *Object, f int) (int, int) {
	j := d.space(i)
	if j > d.fast {
		return d.member(j, o, o.base+f, false)
	}
	data := d.data
	if k := d.next[o.base+f]; k.ends(data, j) && k.middle(data, j) {
		j += k.n
		if mem.At(data, j) == ' ' && mem.At(data, j+1) > ' ' {
			return k.field, j + 1
		}
		return k.field, d.space(j)
	}
	return d.unpredicted(j, o, o.base+f, false)
}

// unpredicted reads a member whose name should be at j, inside the fast part, but is not the name that the hint
// prev predicted. first allows a closing brace.
func (d *Decoder) unpredicted(j int, o *Object, prev int, first bool) (int, int) {
	data := d.data
	if mem.At(data, j) == '"' {
		if k := o.lookup(data, j); k != nil {
			d.next[prev] = k
			j += k.n
			if mem.At(data, j) <= ' ' {
				j = d.behindColon(j)
			}
			return k.field, j
		}
	}
	return d.member(j, o, prev, first)
}

func (d *Decoder) nextSlow(i int, o *Object, f int) (int, int) {
	if i >= failed {
		d.annotate(o, f)
		return None, failed
	}
	j := d.space(i)
	if j >= len(d.data) {
		d.end(j)
		return None, failed
	}
	switch d.data[j] {
	case '}':
		return d.close(j)
	case ',':
		return d.member(j+1, o, o.base+f, false)
	}
	d.failBehind(i, j, OBJECT_NEXT)
	if d.err.Code != OBJECT_NEXT {
		d.annotate(o, f)
	}
	return None, failed
}

// close leaves the object whose closing brace is at j.
func (d *Decoder) close(j int) (int, int) {
	d.depth++
	if d.opt&RejectDuplicates != 0 {
		d.names.pop()
	}
	return End, j + 1
}

// member reads names from i until one has a field, without prediction. prev is the hint of the previous field;
// first allows a closing brace.
func (d *Decoder) member(i int, o *Object, prev int, first bool) (int, int) {
	x, n := &o.index, len(o.Fields)
	for {
		i = d.space(i)
		if i >= len(d.data) {
			d.end(i)
			return None, failed
		}
		at := i
		if d.data[i] != '"' {
			if first && d.data[i] == '}' {
				return d.close(i)
			}
			d.fail(OBJECT_KEY, i)
			return None, failed
		}
		first = false
		name, raw, j := d.readName(i)
		if j == failed {
			return None, failed
		}
		if d.opt&RejectDuplicates != 0 && !d.names.add(string(name)) {
			d.fail(DUPLICATE, at)
			d.err.Detail = string(name)
			return None, failed
		}
		if o.Flags&ObjectRawNames != 0 {
			name = raw
		}
		i = d.colon(j)
		if i == failed {
			return None, failed
		}
		f := o.find(name)
		if f < 0 && (d.opt&FoldCase != 0 || o.Flags&ObjectFoldCase != 0) {
			if g, ok := x.fold[foldName(string(name))]; ok {
				f = g
			}
		}
		if f >= 0 {
			d.next[prev] = &x.keys[f]
			return f, i
		}
		if d.opt&DisallowUnknown != 0 || o.Flags&ObjectDisallowUnknown != 0 {
			d.fail(UNKNOWN, at)
			d.err.Detail, d.err.Type = string(name), o.Type
			return None, failed
		}
		if o.Flags&ObjectKeepUnknown != 0 {
			d.name = string(name)
			return n, i
		}
		if i = d.Skip(i); i == failed {
			return None, failed
		}
		j = d.space(i)
		if j >= len(d.data) {
			d.end(j)
			return None, failed
		}
		switch d.data[j] {
		case '}':
			return d.close(j)
		case ',':
			i = j + 1
		default:
			d.failBehind(i, j, OBJECT_NEXT)
			return None, failed
		}
	}
}

// behindColon skips the white space at j, after a colon. Usually that is one space.
func (d *Decoder) behindColon(j int) int {
	if mem.At(d.data, j) == ' ' && mem.At(d.data, j+1) > ' ' {
		return j + 1
	}
	return d.space(j)
}

// colon skips the colon after the name that ends at j, and the white space on both sides.
func (d *Decoder) colon(j int) int {
	j = d.space(j)
	if j >= len(d.data) {
		return d.end(j)
	}
	if d.data[j] != ':' {
		return d.fail(COLON, j)
	}
	j = d.space(j + 1)
	if j >= len(d.data) {
		return d.end(j)
	}
	return j
}

// readName returns the name whose opening quote is at i, both unescaped and as written in the text, and the
// position after its closing quote. The names are valid until the next string is read.
func (d *Decoder) readName(i int) (name, raw []byte, _ int) {
	j, simple := d.scanString(i + 1)
	if j == failed {
		return nil, nil, failed
	}
	raw = d.data[i+1 : j]
	if simple {
		return raw, raw, j + 1
	}
	d.scratch = scan.AppendUnescaped(d.scratch[:0], raw)
	return d.scratch, raw, j + 1
}

// UnknownName returns the name of the unknown member that Object or Next just returned.
func (d *Decoder) UnknownName() string { return d.name }

// Missing ends decoding because the object that ends at i lacks required members. missing has one bit for each;
// word, from 0, selects the 64 fields that the bits stand for.
func (d *Decoder) Missing(i int, o *Object, word int, missing uint64) int {
	if d.err != nil {
		return failed
	}
	f := word*64 + bits.TrailingZeros64(missing)
	e := &Error{Code: REQUIRED, Offset: int64(i - 1), Type: o.Type, Detail: o.Fields[f].Name, Field: o.Type + "." + o.Fields[f].Go}
	if d.opt&CollectErrors != 0 {
		d.errs = append(d.errs, e)
		return i
	}
	d.err = e
	return failed
}

// annotate records the Go field of an error while the calls return; the innermost field wins.
func (d *Decoder) annotate(o *Object, f int) {
	e := d.err
	if e == nil || e.Field != "" {
		return
	}
	if f >= 0 && f < len(o.Fields) {
		e.Field = o.Type + "." + o.Fields[f].Go
	}
}

// nameSets holds the member names of all open objects, for RejectDuplicates.
type nameSets struct {
	sets []map[string]struct{}
	n    int
}

func (s *nameSets) reset() { s.n = 0 }

func (s *nameSets) push() {
	if s.n == len(s.sets) {
		s.sets = append(s.sets, make(map[string]struct{}))
	}
	clear(s.sets[s.n])
	s.n++
}

func (s *nameSets) pop() { s.n-- }

func (s *nameSets) add(name string) bool {
	set := s.sets[s.n-1]
	if _, ok := set[name]; ok {
		return false
	}
	set[name] = struct{}{}
	return true
}

// SPDX-License-Identifier: MIT

package rt

import (
	"errors"
	"math"
	"math/bits"
	"sync"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// Options of decoding and encoding: flags and a MaxDepth. 0 is the default for everything.
type Options uint64

// Decoding.
const (
	// DisallowUnknown makes a member without a matching field in the Go type an error (UNKNOWN).
	DisallowUnknown Options = 1 << iota
	// FoldCase lets names of members match fields regardless of case if there is no exact match.
	FoldCase
	// RejectDuplicates makes a second member with the same name in one object an error (DUPLICATE).
	RejectDuplicates
	// StrictUTF8 makes invalid UTF-8 and lone surrogates errors; otherwise U+FFFD replaces them.
	StrictUTF8
	// NoCopy lets strings and RawMessages alias the input where possible. The input must not change afterwards.
	NoCopy
	// ExactCopy allocates each string, pointer and slice separately; otherwise small ones share chunks, see
	// Decoder.
	ExactCopy
	// UseNumber decodes numbers into `any` as json.Number, not as float64.
	UseNumber
	// CollectErrors continues after a value of the wrong kind or range; Decoder.Errors returns the errors.
	CollectErrors

	// EscapeHTML writes <, > and & in strings as \u003c, \u003e and \u0026.
	EscapeHTML
	// SortKeys writes map members sorted by key.
	SortKeys
	// NilSliceAsEmpty writes nil slices as [] instead of null.
	NilSliceAsEmpty
	// NilMapAsEmpty writes nil maps as {} instead of null.
	NilMapAsEmpty

	// Transient says that the memory of the text will be reused: fields with the tag nocopy are copied, too. It
	// is for callers that read into their own buffer, and cannot be combined with NoCopy.
	Transient
)

// MaxDepth is the option that limits how many arrays and objects may be open at once, from 0 to a million.
func MaxDepth(n int) Options { return Options(min(max(n, 0), 1e6)+1) << depthShift }

const depthShift = 32

// Depth returns the depth limit that o sets.
func (o Options) Depth() int {
	if n := int(o >> depthShift); n > 0 {
		return n - 1
	}
	return DefaultMaxDepth
}

// DefaultMaxDepth is the default limit on the number of arrays and objects that are open at once.
const DefaultMaxDepth = 10000

// failed is the position that every decoding function returns after an error. It lies past the end of every
// text, so each function's check for the end of the text catches it. On a 32-bit machine it leaves room for
// adding lengths to it.
const failed = math.MaxInt >> 1

// window is how many bytes a fast path may read from its position without checking for the end.
const window = num.Window

// maxPadded is the length of the longest text that is copied so that zeros follow it.
const maxPadded = 1 << 10

// A Decoder reads one text. Generated code gets it as an argument and passes it on. The methods that take and
// return a position are the contract of this package (see the package documentation).
//
// Strings are cut from chunks of up to chunkSize bytes. Several strings share a chunk, including strings of
// later texts read by the same Decoder, and each string that is kept keeps its chunk alive. Small slices and
// what pointers point to share blocks in the same way, but blocks with pointers end with their text, see place.
// ExactCopy turns this off.
type Decoder struct {
	data   []byte
	fast   int // fast paths work up to here: len(data)-window, len(data) if data is padded, or -1
	depth  int // how many more arrays and objects may be opened
	chunk  []byte
	used   int                    // of chunk
	next   []*key                 // by Object: the name that followed each field last time
	caps   []uint32               // by Site: the length of the last slice or map
	places []any                  // by Site: a *place of its elements
	open   []interface{ close() } // the places whose blocks belong to this text
	opt    Options

	orig  []byte // the caller's bytes; data is a padded copy of a short text
	pad   []byte // zero from dirty on
	dirty int

	err      *Error
	errs     []*Error
	name     string // of the unknown member that Next stopped at
	scratch  []byte
	names    nameSets
	interned map[string]string
}

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// NewDecoder returns a Decoder for data from a pool. Free returns it to the pool. A Decoder that is not freed,
// for example after a panic, is left to the garbage collector.
func NewDecoder(data []byte, opt Options) *Decoder {
	d := decoders.Get().(*Decoder)
	d.begin(data, opt)
	return d
}

// Reset makes d read another text and clears the errors of the last one.
func (d *Decoder) Reset(data []byte, opt Options) {
	d.forget()
	d.begin(data, opt)
}

// begin makes d, which holds no text, read data.
func (d *Decoder) begin(data []byte, opt Options) {
	d.orig = data
	d.opt = opt
	d.depth = opt.Depth()
	if n := len(data); n <= maxPadded {
		// Use a copy followed by zeros, so that the fast paths work up to the end, where they find an invalid
		// byte.
		if d.pad == nil {
			d.pad = make([]byte, maxPadded+2*window)
		}
		copy(d.pad, data)
		if n < d.dirty {
			clear(d.pad[n:d.dirty])
		}
		d.dirty = n
		d.data, d.fast = d.pad[:n], n
	} else {
		d.data, d.fast = data, n-window
	}
	if opt&RejectDuplicates != 0 {
		d.fast = -1
	}
	if len(data) >= failed { // on a 32-bit machine
		d.data, d.fast = nil, -1
		d.fail(MAX_BYTES, failed)
	}
}

// Free returns d to the pool. Decoded values stay valid.
func (d *Decoder) Free() {
	d.forget()
	if cap(d.scratch) > 1<<16 {
		d.scratch = nil
	}
	if len(d.interned) > 1<<10 {
		d.interned = nil
	}
	decoders.Put(d)
}

// forget releases the text and the values decoded from it.
func (d *Decoder) forget() {
	d.data, d.orig = nil, nil
	if d.err != nil || d.errs != nil {
		d.err, d.errs = nil, nil
	}
	if d.name != "" {
		d.name = ""
	}
	d.names.reset()
	if len(d.open) > 0 {
		d.closePlaces()
	}
}

// closePlaces closes the blocks that belong to the text.
func (d *Decoder) closePlaces() {
	for i, p := range d.open {
		p.close()
		d.open[i] = nil
	}
	d.open = d.open[:0]
}

// Options returns the options in force.
func (d *Decoder) Options() Options { return d.opt }

// Data returns the whole text. Bridges to other decoders use it; they must not change it.
func (d *Decoder) Data() []byte { return d.orig }

// Failed reports whether an error ended decoding.
func (d *Decoder) Failed() bool { return d.err != nil }

// Errors returns the errors that CollectErrors continued after, in text order.
func (d *Decoder) Errors() []*Error {
	for _, e := range d.errs {
		if e.Line == 0 {
			e.locate(d.orig)
		}
	}
	return d.errs
}

// Err returns the error that ended decoding, with its place in the text, or nil.
func (d *Decoder) Err() error {
	if d.err == nil {
		return nil
	}
	if d.err.Line == 0 && d.err.Offset >= 0 {
		d.err.locate(d.orig)
	}
	return d.err
}

// Start returns the position of the first value at or after i, skipping only white space. An empty text and a
// byte order mark are errors.
func (d *Decoder) Start(i int) int {
	if i <= d.fast {
		if c := mem.At(d.data, i); c == '{' || c == '[' {
			return i
		}
	}
	i = d.space(i)
	if i == 0 && len(d.data) >= 3 && string(d.data[:3]) == "\xef\xbb\xbf" {
		return d.fail(BOM, 0)
	}
	if i >= len(d.data) {
		return d.end(i)
	}
	return i
}

// Finish checks that only white space follows i, the end of the value, and returns Err, or the first of Errors.
func (d *Decoder) Finish(i int) error {
	if i == len(d.data) && d.err == nil && len(d.errs) == 0 {
		return nil
	}
	if d.err == nil {
		if j := d.space(i); j < len(d.data) {
			d.failBehind(i, j, TRAILING)
		}
	}
	if d.err == nil && len(d.errs) > 0 {
		return d.Errors()[0]
	}
	return d.Err()
}

// Done calls Finish and frees d. Generated UnmarshalJSON methods end with it.
func (d *Decoder) Done(i int) error {
	err := d.Finish(i)
	d.Free()
	return err
}

// Fail ends decoding with err, which the user's code returned for the value at i, and returns the position to
// return. If err is an *Error of a nested decoding, its code is kept.
func (d *Decoder) Fail(i int, err error) int {
	if d.err != nil {
		return failed
	}
	var e *Error
	if errors.As(err, &e) && e.Offset >= 0 {
		n := *e
		n.Offset += int64(i)
		n.Line, n.Column, n.Pointer = 0, 0, ""
		d.err = &n
		return failed
	}
	d.err = &Error{Code: METHOD, Offset: int64(i), Err: err}
	return failed
}

// fail ends decoding with code c at i.
func (d *Decoder) fail(c Code, i int) int {
	if d.err == nil {
		d.err = &Error{Code: c, Offset: int64(i)}
	}
	return failed
}

// end is called where a value is expected and i is not inside the text: either the text ended, or there was an
// error before.
func (d *Decoder) end(i int) int { return d.fail(END, len(d.data)) }

// failBehind reports a missing separator at j. White space begins at i, right after a value. If there is none,
// and the value is a number or a literal, the byte that touches it makes that token invalid.
func (d *Decoder) failBehind(i, j int, c Code) int {
	if j >= len(d.data) {
		return d.end(j)
	}
	if i == j && i > 0 && !delimits(d.data[j]) {
		switch p := d.data[i-1]; {
		case p >= '0' && p <= '9':
			c = NUMBER_SYNTAX
		case p == 'e' || p == 'l':
			c = LITERAL
		}
	}
	return d.fail(c, j)
}

// mismatch reports that the value at i does not fit the Go type typ: it is of another kind (TYPE) or out of
// range (BIGINT, NUMBER_RANGE). Under CollectErrors it skips the value.
func (d *Decoder) mismatch(c Code, i int, typ string) int {
	if d.err != nil {
		return failed
	}
	j := d.Skip(i)
	if d.err != nil {
		return failed // not even JSON: that error counts
	}
	quoted := j < len(d.data) && d.data[j] == '"' && i > 0 && d.data[i-1] == '"' // between Quote and Unquote
	if p := d.data[j-1]; j < len(d.data) && p != '"' && p != ']' && p != '}' && !delimits(d.data[j]) && !quoted {
		return d.failBehind(j, j, VALUE)
	}
	e := &Error{Code: c, Offset: int64(i), Type: typ}
	if c == TYPE {
		e.Detail = kindAt(d.data, i)
	} else {
		e.Detail = string(d.data[i:min(j, i+40)])
	}
	if d.opt&CollectErrors != 0 {
		d.errs = append(d.errs, e)
		return j
	}
	d.err = e
	return failed
}

// delimits reports whether c may follow a number or a literal.
func delimits(c byte) bool {
	return c == ',' || c == ']' || c == '}' || c == ' ' || c == '\n' || c == '\r' || c == '\t'
}

func kindAt(data []byte, i int) string {
	switch data[i] {
	case '{':
		return "object"
	case '[':
		return "array"
	case '"':
		return "string"
	case 't', 'f':
		return "boolean"
	case 'n':
		return "null"
	}
	return "number"
}

// space returns the first position at or after i that is not white space, or i itself if i is past the end of
// the text.
func (d *Decoder) space(i int) int {
	data := d.data
	if i <= d.fast {
		c := mem.At(data, i)
		if c > ' ' {
			return i
		}
		if c == '\n' || c == ' ' { // mostly a line feed and indentation
			for i++; i <= d.fast; i += 8 {
				if x := mem.Load64(data, i) ^ spaces; x != 0 {
					i += bits.TrailingZeros64(x) / 8
					if mem.At(data, i) > ' ' {
						return i
					}
					break
				}
			}
		}
	}
	for i <= len(data)-8 {
		if m := scan.NotSpace(mem.Load64(data, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
		i += 8
	}
	for i < len(data) {
		switch data[i] {
		case ' ', '\n', '\r', '\t':
			i++
		default:
			return i
		}
	}
	return i
}

// spaces are eight spaces.
const spaces = 0x2020202020202020

// Null reports whether there is a null at i. Generated code calls it for types that null empties.
func (d *Decoder) Null(i int) bool {
	return i <= d.fast && mem.At(d.data, i) == 'n' && mem.Load32(d.data, i) == null32 || i > d.fast && d.nullSlow(i)
}

const null32 = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24

func (d *Decoder) nullSlow(i int) bool {
	return i <= len(d.data)-4 && string(d.data[i:i+4]) == "null"
}

// skipNull skips a null at i. For any other value it reports that the value has the wrong kind for typ.
func (d *Decoder) skipNull(i int, typ string) int {
	if i >= len(d.data) {
		return d.end(i)
	}
	if d.nullSlow(i) {
		return i + 4
	}
	if d.data[i] == 'n' {
		return d.literal(i, "null")
	}
	return d.mismatch(TYPE, i, typ)
}

// literal skips the literal word at i, whose first byte has been checked.
func (d *Decoder) literal(i int, word string) int {
	for k := 0; k < len(word); k++ {
		if i+k >= len(d.data) {
			return d.end(i)
		}
		if d.data[i+k] != word[k] {
			return d.fail(LITERAL, i+k)
		}
	}
	return i + len(word)
}

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

// Options of decoding and encoding: flags, and a MaxDepth. 0 is the default of everything.
type Options uint64

// Decoding.
const (
	// DisallowUnknown makes members that the Go type has no field for an error (UNKNOWN).
	DisallowUnknown Options = 1 << iota
	// FoldCase lets names of members match fields without regard to case, where no exact match exists.
	FoldCase
	// RejectDuplicates makes a second member of the same name in one object an error (DUPLICATE).
	RejectDuplicates
	// StrictUTF8 makes invalid UTF-8 and lone surrogates errors; otherwise U+FFFD replaces them.
	StrictUTF8
	// NoCopy lets strings and RawMessages alias the input where they can. The input must not change then.
	NoCopy
	// ExactCopy gives each string, pointer and slice memory of its own; otherwise small ones share chunks, see Decoder.
	ExactCopy
	// UseNumber decodes numbers into `any` as json.Number, not as float64.
	UseNumber
	// CollectErrors decodes on after a value of the wrong kind or range; the errors are in Decoder.Errors.
	CollectErrors

	// EscapeHTML writes <, > and & in strings as \u003c, \u003e and \u0026.
	EscapeHTML
	// SortKeys writes maps in the order of their keys.
	SortKeys
	// NilSliceAsEmpty writes nil slices as [], not as null.
	NilSliceAsEmpty
	// NilMapAsEmpty writes nil maps as {}, not as null.
	NilMapAsEmpty

	// Transient says that the text is memory that will be used for something else: fields with the tag nocopy are
	// copied, too. For callers that read into a buffer of their own; without NoCopy.
	Transient
)

// MaxDepth limits, as an option, how many arrays and objects may be open at once, from 0 to a million.
func MaxDepth(n int) Options { return Options(min(max(n, 0), 1e6)+1) << depthShift }

const depthShift = 32

// Depth returns the limit that o says.
func (o Options) Depth() int {
	if n := int(o >> depthShift); n > 0 {
		return n - 1
	}
	return DefaultMaxDepth
}

// DefaultMaxDepth is the number of arrays and objects that may be open at once.
const DefaultMaxDepth = 10000

// failed is the position that every decoding function returns once something is wrong. It is behind
// every text, so that each function's test for the end of the text finds it; it leaves room for adding
// lengths to it on a 32-bit machine.
const failed = math.MaxInt >> 1

// window is how many bytes a fast path may read from its position on without looking at the end.
const window = num.Window

// maxPadded is the length of the longest text that is copied to have zeros behind it.
const maxPadded = 1 << 10

// A Decoder reads one text. Generated code gets it as an argument and hands it on; the methods that
// take and return a position are the contract of this package (see its documentation).
//
// Strings are cut from chunks of up to chunkSize bytes that several strings, also of later texts read by
// the same Decoder, share: a string that is kept keeps its chunk. What pointers point to and small slices share blocks
// in the same way, but those with pointers end with their text, see place. ExactCopy turns this off.
type Decoder struct {
	data   []byte
	fast   int // fast paths work up to here: len(data)-window, len(data) if that is padded, or -1
	depth  int // how many more arrays and objects may be opened
	chunk  []byte
	used   int                    // of chunk
	next   []*key                 // by Object: the name that followed each field last time
	caps   []uint32               // by Site: the length of the last map
	places []any                  // by Site: a *place of its elements
	open   []interface{ close() } // of places: those whose blocks belong to this text
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

// NewDecoder returns a Decoder on data from a pool. Free gives it back; one that is not freed, as after
// a panic, is garbage like any other.
func NewDecoder(data []byte, opt Options) *Decoder {
	d := decoders.Get().(*Decoder)
	d.begin(data, opt)
	return d
}

// Reset makes d read another text, and forgets the errors of the last one.
func (d *Decoder) Reset(data []byte, opt Options) {
	d.forget()
	d.begin(data, opt)
}

// begin makes d, which remembers no text, read one.
func (d *Decoder) begin(data []byte, opt Options) {
	d.orig = data
	d.opt = opt
	d.depth = opt.Depth()
	if n := len(data); n <= maxPadded {
		// A copy with zeros behind: fast paths work to the end, where they find a byte that is nothing.
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

// Free gives d back to the pool. What was decoded stays valid.
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

// forget lets go of the text, and of what was decoded of it.
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

// closePlaces ends the text for the blocks that belong to it.
func (d *Decoder) closePlaces() {
	for i, p := range d.open {
		p.close()
		d.open[i] = nil
	}
	d.open = d.open[:0]
}

// Options returns the options in force.
func (d *Decoder) Options() Options { return d.opt }

// Data returns the whole text. Bridges to other decoders use it; it must not be changed.
func (d *Decoder) Data() []byte { return d.orig }

// Failed reports whether an error ended the decoding.
func (d *Decoder) Failed() bool { return d.err != nil }

// Errors returns the errors that CollectErrors passed over, in the order of the text.
func (d *Decoder) Errors() []*Error {
	for _, e := range d.errs {
		if e.Line == 0 {
			e.locate(d.orig)
		}
	}
	return d.errs
}

// Err returns the error that ended the decoding, located in the text, or nil.
func (d *Decoder) Err() error {
	if d.err == nil {
		return nil
	}
	if d.err.Line == 0 && d.err.Offset >= 0 {
		d.err.locate(d.orig)
	}
	return d.err
}

// Start returns the position of the first value at or behind i: white space and nothing else is
// skipped. An empty text and a byte order mark are errors.
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

// Finish checks that nothing but white space is behind i, where a text ends, and returns Err, or the first of Errors.
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

// Done is Finish, and frees d. What generated UnmarshalJSON methods end with.
func (d *Decoder) Done(i int) error {
	err := d.Finish(i)
	d.Free()
	return err
}

// Fail ends the decoding with err as what the user's code said about the value at i, and returns the
// position to return. If err is an *Error of a nested decoding, its code is kept.
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

// fail ends the decoding with what is wrong at i.
func (d *Decoder) fail(c Code, i int) int {
	if d.err == nil {
		d.err = &Error{Code: c, Offset: int64(i)}
	}
	return failed
}

// end is called where a value should be and i is not inside of the text: the text ended, or an error
// has been found before.
func (d *Decoder) end(i int) int { return d.fail(END, len(d.data)) }

// failBehind reports a missing separator at j, behind white space that began at i, behind a value. A
// byte that touches a number or a literal makes that token wrong.
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

// mismatch reports that the value at i has no place in the Go type typ: of another kind, or out of
// range (BIGINT, NUMBER_RANGE). Under CollectErrors it passes over the value.
func (d *Decoder) mismatch(c Code, i int, typ string) int {
	if d.err != nil {
		return failed
	}
	j := d.Skip(i)
	if d.err != nil {
		return failed // not even JSON: that is the error
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

// space returns the first position at or behind i that holds no white space; i itself beyond the text.
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

// Null reports whether a null is at i. Generated code asks it for types that null empties.
func (d *Decoder) Null(i int) bool {
	return i <= d.fast && mem.At(d.data, i) == 'n' && mem.Load32(d.data, i) == null32 || i > d.fast && d.nullSlow(i)
}

const null32 = 'n' | 'u'<<8 | 'l'<<16 | 'l'<<24

func (d *Decoder) nullSlow(i int) bool {
	return i <= len(d.data)-4 && string(d.data[i:i+4]) == "null"
}

// skipNull passes over a null at i, or reports that the value is of the wrong kind for typ.
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

// literal passes over the word at i, whose first byte is right.
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

// SPDX-License-Identifier: MIT

package fleece

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"strconv"

	"github.com/fleece-json/fleece/go/rt"
)

// A Decoder reads JSON values from a stream, one at a time. It holds one value in memory instead of the whole
// stream. Values may follow each other with or without white space (as in NDJSON), and Array reads an array of
// any length element by element. Only one goroutine may use a Decoder at a time.
type Decoder struct {
	r    io.Reader
	opt  Options
	buf  []byte
	pos  int // of the first byte that no decoded value has used
	scan scanner
	err  error // ends the stream
	eof  bool

	offset       int64 // of buf[0] in the stream
	line, column int   // of buf[0], from 0
}

// NewDecoder returns a Decoder for the values in r. It may read past the end of the values that it returns.
func NewDecoder(r io.Reader, opts ...Options) *Decoder {
	return &Decoder{r: r, opt: join(opts)&^rt.NoCopy | rt.Transient}
}

// InputOffset returns how many bytes of the stream the values returned so far occupy.
func (d *Decoder) InputOffset() int64 { return d.offset + int64(d.pos) }

// Buffered returns the bytes that have been read from r after the last value. They are valid until the next
// call.
func (d *Decoder) Buffered() []byte { return d.buf[d.pos:] }

// Decode reads the next value into what v points to. It returns io.EOF if the stream ends between values. After
// an error about a value's kind or range (TYPE, BIGINT, NUMBER_RANGE, UNKNOWN, REQUIRED, METHOD), it has
// skipped the value and can continue. After any other error, every call returns that error.
func (d *Decoder) Decode(v any) error {
	if isNil(v) {
		return nilPointer(v)
	}
	if d.err != nil {
		return d.err
	}
	if _, err := d.peek(); err != nil {
		d.err = err
		return err
	}
	return d.value(v, "")
}

// peek skips white space and returns the next byte, or io.EOF.
func (d *Decoder) peek() (byte, error) {
	for {
		for d.pos < len(d.buf) {
			switch c := d.buf[d.pos]; c {
			case ' ', '\t', '\r', '\n':
				d.pos++
			default:
				if d.offset+int64(d.pos) == 0 && c == 0xef {
					for len(d.buf) < 3 && d.fill() == nil {
					}
					if bytes.HasPrefix(d.buf, []byte("\xef\xbb\xbf")) {
						return 0, d.fault(rt.BOM, d.pos)
					}
				}
				return c, nil
			}
		}
		if err := d.fill(); err != nil {
			return 0, err
		}
	}
}

// fill reads more. If there is no room, it drops the bytes before d.pos.
func (d *Decoder) fill() error {
	if d.eof {
		return io.EOF
	}
	if len(d.buf) == cap(d.buf) {
		if d.pos > 0 && d.pos >= len(d.buf)/2 {
			d.drop()
		} else {
			d.buf = append(make([]byte, 0, max(2*cap(d.buf), 8192)), d.buf...)
		}
	}
	for range 100 {
		n, err := d.r.Read(d.buf[len(d.buf):cap(d.buf)])
		d.buf = d.buf[:len(d.buf)+n]
		if err == io.EOF {
			d.eof = true
		} else if err != nil {
			if n == 0 {
				return &Error{Code: rt.SOURCE, Offset: d.offset + int64(len(d.buf)), Err: err}
			}
			d.r = failing{err} // the error that came with these bytes takes precedence
		}
		if n > 0 {
			return nil
		}
		if d.eof {
			return io.EOF
		}
	}
	return &Error{Code: rt.SOURCE, Offset: d.offset + int64(len(d.buf)), Err: io.ErrNoProgress}
}

// failing is a reader that has failed.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// drop discards the bytes before d.pos.
func (d *Decoder) drop() {
	gone := d.buf[:d.pos]
	if n := bytes.Count(gone, []byte{'\n'}); n > 0 {
		d.line += n
		d.column = len(gone) - bytes.LastIndexByte(gone, '\n') - 1
	} else {
		d.column += len(gone)
	}
	d.offset += int64(d.pos)
	d.buf = d.buf[:copy(d.buf, d.buf[d.pos:])]
	d.pos = 0
}

// value reads the value at d.pos into v; prefix is the JSON Pointer of what contains the value.
func (d *Decoder) value(v any, prefix string) error {
	d.scan = scanner{limit: d.opt}
	n := 0 // bytes of the value that have been scanned
	for {
		used, done := d.scan.next(d.buf[d.pos+n:])
		n += used
		if done {
			break
		}
		if err := d.fill(); err == io.EOF {
			break
		} else if err != nil {
			d.err = err
			return err
		}
	}
	in := rt.NewDecoder(d.buf[d.pos:d.pos+n:d.pos+n], d.opt)
	err := in.Done(in.Value(in.Start(0), v))
	if err != nil {
		err = d.located(d.cut(err, d.buf[d.pos:], n), d.pos, prefix)
		if !passes(err) {
			d.err = err
			return err
		}
		if e := Check(d.buf[d.pos:d.pos+n], d.opt&^(rt.DisallowUnknown)); e != nil {
			d.err = d.located(e, d.pos, prefix) // the rest of the value is invalid, too
		}
	}
	d.pos += n
	return err
}

// cut adjusts an error that says that the text ended in a number or a word, if other bytes follow the n bytes
// of the value in the stream.
func (d *Decoder) cut(err error, value []byte, n int) error {
	if e, ok := err.(*Error); ok && e.Code == rt.END && n < len(value) && d.scan.state == scanScalar {
		e.Code = rt.NUMBER_SYNTAX
		if value[0] >= 'a' {
			e.Code = rt.LITERAL
		}
	}
	return err
}

// passes reports whether decoding of the stream continues after err.
func passes(err error) bool {
	var e *Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case rt.TYPE, rt.BIGINT, rt.NUMBER_RANGE, rt.UNKNOWN, rt.REQUIRED, rt.METHOD:
		return true
	}
	return false
}

// located converts an error in the value that begins at buf[start] into an error in the stream.
func (d *Decoder) located(err error, start int, prefix string) error {
	var e *Error
	if !errors.As(err, &e) || e.Offset < 0 {
		return err
	}
	line, column := d.place(start)
	n := *e
	n.Offset += d.offset + int64(start)
	if n.Line <= 1 {
		n.Column += column
	}
	n.Line = max(n.Line, 1) + line
	n.Pointer = rt.JoinPointers(prefix, n.Pointer)
	return &n
}

// place returns line and column of buf[i], from 0.
func (d *Decoder) place(i int) (line, column int) {
	if n := bytes.Count(d.buf[:i], []byte{'\n'}); n > 0 {
		return d.line + n, i - bytes.LastIndexByte(d.buf[:i], '\n') - 1
	}
	return d.line, d.column + i
}

// fault ends the stream with error c at buf[i].
func (d *Decoder) fault(c Code, i int) error {
	line, column := d.place(i)
	d.err = &Error{Code: c, Offset: d.offset + int64(i), Line: line + 1, Column: column + 1}
	return d.err
}

// Values returns the values of the stream up to its end or the first error. The error comes with a zero value.
func Values[T any](d *Decoder) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for {
			var x T
			err := d.Decode(&x)
			if err == io.EOF {
				return
			}
			if !yield(x, err) || err != nil && d.err != nil {
				return
			}
		}
	}
}

// Array returns the elements of the array that is the next value of the stream, one at a time, with constant
// memory. An error that ends the stream comes with a zero value and ends the iteration; an error after which an
// element is skipped does not. A loop that exits early leaves the Decoder inside the array, and the next Array
// continues there.
func Array[T any](d *Decoder) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var zero T
		// fail ends the stream; pointer names the element that is being read, if there is one.
		fail := func(err error, pointer string) {
			if err == io.EOF {
				err = d.fault(rt.END, len(d.buf))
			}
			if e, ok := err.(*Error); ok && e.Code != rt.SOURCE {
				e.Pointer = pointer
			}
			d.err = err
			yield(zero, err)
		}
		if d.err != nil {
			yield(zero, d.err)
			return
		}
		c, err := d.peek()
		if err != nil {
			d.err = err
			yield(zero, err)
			return
		}
		if c != '[' {
			if !startsValue(c) {
				fail(d.fault(rt.VALUE, d.pos), "")
				return
			}
			e := d.fault(rt.TYPE, d.pos).(*Error)
			e.Type, e.Detail = "the elements of an array", "this value"
			fail(e, "")
			return
		}
		d.pos++
		for n := 0; ; n++ {
			element := "/" + strconv.Itoa(n)
			if c, err = d.peek(); err != nil {
				fail(err, element)
				return
			}
			switch {
			case c == ']' && n == 0:
				d.pos++
				return
			case !startsValue(c):
				fail(d.fault(rt.VALUE, d.pos), element)
				return
			}
			var x T
			if err = d.value(&x, element); err != nil && d.err != nil {
				yield(zero, err)
				return
			}
			last := byte(0)
			if d.pos > 0 {
				last = d.buf[d.pos-1]
			}
			before := d.pos
			if !yield(x, err) {
				return
			}
			if c, err = d.peek(); err != nil {
				fail(err, "")
				return
			}
			d.pos++
			switch c {
			case ',':
			case ']':
				return
			default:
				d.pos--
				code, pointer := rt.ARRAY_NEXT, ""
				if d.pos == before && c != '}' {
					switch {
					case last >= '0' && last <= '9':
						code, pointer = rt.NUMBER_SYNTAX, element
					case last == 'e' || last == 'l':
						code, pointer = rt.LITERAL, element
					}
				}
				fail(d.fault(code, d.pos), pointer)
				return
			}
		}
	}
}

func startsValue(c byte) bool {
	return c == '"' || c == '{' || c == '[' || c == '-' || c-'0' <= 9 || c == 't' || c == 'f' || c == 'n'
}

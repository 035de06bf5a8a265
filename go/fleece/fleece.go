// SPDX-License-Identifier: MIT

// Package fleece encodes and decodes JSON without reflection, for Go types whose methods fleecegen has
// generated. Some values need no generated code: values of Go's own types — any, map[string]any, []any,
// strings, numbers, json.RawMessage, time.Time — and of types with methods of encoding/json or encoding. Any
// other type is an error that says so.
//
// The package is strict: a text is one value, all of it is checked, including skipped parts, and nesting is
// limited. Invalid UTF-8 becomes U+FFFD, as in encoding/json, or is an error under StrictUTF8. Errors are of
// type *Error. Unless a function says otherwise, several goroutines may call it at once.
package fleece

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/fleece-json/fleece/go/rt"
)

// Error says what is wrong, and where in the text, in the data and in the Go types.
type Error = rt.Error

// Code is the kind of an Error; its names are shared with the Lua half.
type Code = rt.Code

// RawMessage is a JSON text that is kept unchanged. It is encoding/json's type.
type RawMessage = json.RawMessage

// Options are flags, combined with |.
type Options = rt.Options

// Options of decoding.
const (
	DisallowUnknown  = rt.DisallowUnknown  // members without a matching field are errors
	FoldCase         = rt.FoldCase         // names match regardless of case if there is no exact match
	RejectDuplicates = rt.RejectDuplicates // a second member with the same name is an error; otherwise the last one counts
	StrictUTF8       = rt.StrictUTF8       // invalid UTF-8 and lone surrogates are errors, also in encoding
	ExactCopy        = rt.ExactCopy        // strings are allocated separately: see Unmarshal
	UseNumber        = rt.UseNumber        // numbers in an any are json.Number instead of float64
	CollectErrors    = rt.CollectErrors    // continue after a value of the wrong kind; Unmarshal returns the first error
)

// Options of encoding.
const (
	EscapeHTML      = rt.EscapeHTML      // <, > and & are written as \u003c, \u003e and \u0026
	SortKeys        = rt.SortKeys        // map members are sorted by key
	NilSliceAsEmpty = rt.NilSliceAsEmpty // nil slices are [] instead of null
	NilMapAsEmpty   = rt.NilMapAsEmpty   // nil maps are {} instead of null
)

// MaxDepth limits how many arrays and objects may be open at once; the default is 10,000.
func MaxDepth(n int) Options { return rt.MaxDepth(n) }

func join(opts []Options) Options {
	var o Options
	for _, x := range opts {
		o |= x
	}
	return o
}

// Marshal returns the JSON text of v in newly allocated memory. Its capacity is exact, or for large texts at
// most an eighth more.
func Marshal(v any, opts ...Options) ([]byte, error) {
	e := rt.NewEncoder(join(opts))
	return e.Deliver(appendTo(e, e.Room(v), v), v)
}

// appendTo is e.Any with the common case first.
func appendTo(e *rt.Encoder, b []byte, v any) []byte {
	if m, ok := v.(rt.Marshaler); ok && !isNil(v) {
		return m.AppendFleece(b, e)
	}
	return e.Any(b, v)
}

// Append appends the JSON text of v to dst. After an error it returns the original dst.
func Append(dst []byte, v any, opts ...Options) ([]byte, error) {
	e := rt.NewEncoder(join(opts))
	b := appendTo(e, dst, v)
	if err := e.Err(); err != nil {
		e.Free()
		return dst, err
	}
	e.Free()
	return b, nil
}

// Size returns the length of the JSON text of v in bytes.
func Size(v any, opts ...Options) (int, error) {
	e := rt.NewEncoder(join(opts))
	b := appendTo(e, e.Buffer(), v)
	err := e.Err()
	e.Keep(b)
	e.Free()
	if err != nil {
		return 0, err
	}
	return len(b), nil
}

// MarshalWrite writes the JSON text of v with one call of w.Write. If v cannot be encoded, nothing is written.
// A writer's error is wrapped in an *Error with the Code SINK.
func MarshalWrite(w io.Writer, v any, opts ...Options) error {
	return MarshalTo(w, v, nil, opts...)
}

// MarshalTo is MarshalWrite with a callback that gets the length of the text before the first byte is written,
// for example for a Content-Length. If the callback returns an error, MarshalTo returns it and writes nothing.
func MarshalTo(w io.Writer, v any, before func(size int) error, opts ...Options) error {
	e := rt.NewEncoder(join(opts))
	b := appendTo(e, e.Buffer(), v)
	err := e.Err()
	if err == nil && before != nil {
		err = before(len(b))
	}
	if err == nil {
		err = write(w, b)
	}
	e.Keep(b)
	e.Free()
	return err
}

func write(w io.Writer, b []byte) error {
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = io.ErrShortWrite
	}
	if err != nil {
		return &Error{Code: rt.SINK, Offset: -1, Err: err}
	}
	return nil
}

// Unmarshal reads the one value in data into what v points to. After an error the contents of v are
// unspecified.
//
// Strings are copies. Small ones share chunks of at most 8 kB, so keeping one string can keep a chunk alive;
// the option ExactCopy allocates each string separately.
func Unmarshal(data []byte, v any, opts ...Options) error {
	if isNil(v) {
		return nilPointer(v)
	}
	d := rt.NewDecoder(data, join(opts))
	if u, ok := v.(rt.Unmarshaler); ok {
		return d.Done(u.DecodeFleece(d, d.Start(0)))
	}
	return d.Done(d.Value(d.Start(0), v))
}

// UnmarshalNoCopy is Unmarshal without copies: RawMessages and strings without escapes are parts of data. They
// change when data changes, and keep all of data alive.
func UnmarshalNoCopy(data []byte, v any, opts ...Options) error {
	return Unmarshal(data, v, join(opts)|rt.NoCopy)
}

// UnmarshalRead reads r to its end, and decodes the one value in it into what v points to. A reader's error is
// wrapped in an *Error with the Code SOURCE.
func UnmarshalRead(r io.Reader, v any, opts ...Options) error {
	if isNil(v) {
		return nilPointer(v)
	}
	buf := buffers.get()
	data, err := readAll(r, buf.b)
	buf.b = data
	if err == nil {
		err = Unmarshal(data, v, join(opts)&^rt.NoCopy|rt.Transient)
	}
	buffers.put(buf)
	return err
}

// Valid reports whether data is one well-formed JSON value. Invalid UTF-8 and lone surrogates count as errors
// only under StrictUTF8.
func Valid(data []byte, opts ...Options) bool { return Check(data, opts...) == nil }

// Check is Valid, but returns an error that says what is wrong.
func Check(data []byte, opts ...Options) error {
	d := rt.NewDecoder(data, join(opts))
	return d.Done(d.Skip(d.Start(0)))
}

func isNil(v any) bool {
	if v == nil {
		return true
	}
	r := reflect.ValueOf(v)
	return r.Kind() == reflect.Pointer && r.IsNil()
}

func nilPointer(v any) error {
	name := "nil"
	if v != nil {
		name = "nil " + reflect.TypeOf(v).String()
	}
	return &Error{Code: rt.TYPE, Offset: 0, Type: name, Detail: "JSON"}
}

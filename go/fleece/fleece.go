// SPDX-License-Identifier: MIT

// Package fleece encodes and decodes JSON for Go types whose methods fleecegen has generated, without
// reflection. Values of Go's own types — any, map[string]any, []any, strings, numbers, json.RawMessage,
// time.Time — and of types with methods of encoding/json or encoding need no generated code; any
// other type is an error that says so.
//
// It is strict: a text is one value, everything in it is checked, also what is skipped, and nesting is
// limited. Invalid UTF-8 becomes U+FFFD, as in encoding/json, or is an error under StrictUTF8. Errors are of
// type *Error. Unless a function says otherwise, it may be called from several goroutines at once.
package fleece

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/fleece-json/fleece/go/rt"
)

// Error says what is wrong, where in the text, where in the data, and where in the Go types.
type Error = rt.Error

// Code is the kind of an Error; its names are shared with the Lua half.
type Code = rt.Code

// RawMessage is a JSON text that is kept as it is. It is encoding/json's.
type RawMessage = json.RawMessage

// Options are flags, joined by |.
type Options = rt.Options

// Options of decoding.
const (
	DisallowUnknown  = rt.DisallowUnknown  // members without a field are errors
	FoldCase         = rt.FoldCase         // names match without regard to case where no exact match exists
	RejectDuplicates = rt.RejectDuplicates // a second member of one name is an error; the last one counts otherwise
	StrictUTF8       = rt.StrictUTF8       // invalid UTF-8 and lone surrogates are errors, also in encoding
	ExactCopy        = rt.ExactCopy        // each string has memory of its own: see Unmarshal
	UseNumber        = rt.UseNumber        // numbers in an any are json.Number, not float64
	CollectErrors    = rt.CollectErrors    // go on after a value of the wrong kind; Unmarshal returns the first error
)

// Options of encoding.
const (
	EscapeHTML      = rt.EscapeHTML      // <, > and & are written as \u003c, \u003e and \u0026
	SortKeys        = rt.SortKeys        // maps are written in the order of their keys
	NilSliceAsEmpty = rt.NilSliceAsEmpty // nil slices are [], not null
	NilMapAsEmpty   = rt.NilMapAsEmpty   // nil maps are {}, not null
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

// Marshal returns the JSON text of v, in memory of its own: of the same length, or for large texts up to an eighth more.
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

// Append appends the JSON text of v to dst. After an error it returns dst as it was.
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

// MarshalWrite writes the JSON text of v with one call of w.Write, so that nothing is written of a value
// that cannot be encoded. A writer's error comes as an *Error with the Code SINK around it.
func MarshalWrite(w io.Writer, v any, opts ...Options) error {
	return MarshalTo(w, v, nil, opts...)
}

// MarshalTo is MarshalWrite with a function that gets to know the length of the text before the first byte is
// written: for a Content-Length. An error that it returns is returned, and nothing is written.
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

// Unmarshal reads the one value in data into what v points to. What v points to is unspecified after an error.
//
// Strings are copies. Small ones share chunks of at most 8 kB, so that keeping one string can keep a chunk;
// the option ExactCopy gives each its own memory.
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

// UnmarshalNoCopy is Unmarshal without copies: strings without escapes, and RawMessages, are parts of
// data. They change when data does, and keep all of it.
func UnmarshalNoCopy(data []byte, v any, opts ...Options) error {
	return Unmarshal(data, v, join(opts)|rt.NoCopy)
}

// UnmarshalRead reads r to its end, and the one value in it into what v points to. A reader's error comes as
// an *Error with the Code SOURCE around it.
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

// Valid reports whether data is one well-formed JSON value in valid UTF-8 but for what StrictUTF8 forbids.
func Valid(data []byte, opts ...Options) bool { return Check(data, opts...) == nil }

// Check is Valid that says what is wrong.
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

// SPDX-License-Identifier: MIT

// Package easyjson has the exported names of github.com/mailru/easyjson on top of Fleece's runtime, so that a
// program migrates by changing import paths. docs/guides/migrating-from-easyjson.md describes how, and what
// differs. HTML characters are escaped, as in easyjson. New programs should use package fleece.
package easyjson

import (
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
)

// Marshaler is a type that writes itself.
type Marshaler interface {
	MarshalEasyJSON(w *jwriter.Writer)
}

// Unmarshaler is a type that reads itself.
type Unmarshaler interface {
	UnmarshalEasyJSON(w *jlexer.Lexer)
}

// MarshalerUnmarshaler is both.
type MarshalerUnmarshaler interface {
	Marshaler
	Unmarshaler
}

// Optional is a type that may be undefined; omitempty then omits it.
type Optional interface {
	IsDefined() bool
}

// IsZero is a type that decides whether omitzero omits it.
type IsZero interface {
	IsZero() bool
}

// UnknownsUnmarshaler is a struct that accepts members without a matching field. in is about to read the
// member's value.
type UnknownsUnmarshaler interface {
	UnmarshalUnknown(in *jlexer.Lexer, key string)
}

// UnknownsMarshaler is a struct that writes members in addition to its fields. first says that no member has
// been written yet.
type UnknownsMarshaler interface {
	MarshalUnknowns(w *jwriter.Writer, first bool)
}

const null = "null"

// isNil reports whether v is nil, or holds a nil pointer or map, on which methods cannot be expected to work.
func isNil(v Marshaler) bool {
	if v == nil {
		return true
	}
	switch value := reflect.ValueOf(v); value.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Func, reflect.Chan:
		return value.IsNil()
	}
	return false
}

// Marshal returns v as JSON, or the first error that v reports. A nil pointer is written as null.
func Marshal(v Marshaler) ([]byte, error) {
	if isNil(v) {
		return []byte(null), nil
	}
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	return w.BuildBytes()
}

// MarshalToWriter writes v to out and returns the number of bytes written. If v reports an error, nothing is
// written.
func MarshalToWriter(v Marshaler, out io.Writer) (written int, err error) {
	if isNil(v) {
		return io.WriteString(out, null)
	}
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	if w.Error != nil {
		return 0, w.Error
	}
	return w.DumpTo(out)
}

// MarshalToHTTPResponseWriter writes v to out as application/json with its Content-Length. If v reports an
// error, out is untouched and started is false, so the caller can still send another response.
func MarshalToHTTPResponseWriter(v Marshaler, out http.ResponseWriter) (started bool, written int, err error) {
	if isNil(v) {
		setHeader(out, len(null))
		written, err = io.WriteString(out, null)
		return true, written, err
	}
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	if w.Error != nil {
		return false, 0, w.Error
	}
	setHeader(out, w.Size())
	written, err = w.DumpTo(out)
	return true, written, err
}

func setHeader(out http.ResponseWriter, size int) {
	out.Header().Set("Content-Type", "application/json")
	out.Header().Set("Content-Length", strconv.Itoa(size))
}

// Unmarshal reads data into v. The error is a *jlexer.LexerError, io.EOF if data ends too early, or an error
// that v reports.
func Unmarshal(data []byte, v Unmarshaler) error {
	l := jlexer.Lexer{Data: data}
	v.UnmarshalEasyJSON(&l)
	return l.Error()
}

// UnmarshalFromReader reads all of r and then decodes it into v, as Unmarshal does.
func UnmarshalFromReader(r io.Reader, v Unmarshaler) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return Unmarshal(data, v)
}

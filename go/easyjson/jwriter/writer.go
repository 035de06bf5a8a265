// SPDX-License-Identifier: MIT

// Package jwriter writes JSON tokens into a buffer of chunks.
//
// It has the exported names of github.com/mailru/easyjson/jwriter. The runtime formats the text, in the same
// way as encoding/json. The Writer does not check that tokens follow each other in a legal order; as in
// easyjson, that is up to the caller.
package jwriter

import (
	"encoding/base64"
	"io"

	"github.com/fleece-json/fleece/go/easyjson/buffer"
	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/rt"
)

// Flags are options that a Writer carries for the code that uses it. Writer itself ignores them.
type Flags int

const (
	NilMapAsEmpty   Flags = 1 << iota // A nil map is written as {} rather than null.
	NilSliceAsEmpty                   // A nil slice is written as [] rather than null.
)

// Writer writes JSON. The zero value is ready; it must not be copied once in use, nor used by two goroutines at once.
type Writer struct {
	Flags Flags

	// Error is the first error. Once it is set, BuildBytes and ReadCloser return it.
	Error        error
	Buffer       buffer.Buffer
	NoEscapeHTML bool // Write <, >, & and U+2028 and U+2029 without escaping them.
}

// Size returns the number of bytes written so far.
func (w *Writer) Size() int {
	return w.Buffer.Size()
}

// DumpTo writes everything to out and empties the buffer. It ignores Error.
func (w *Writer) DumpTo(out io.Writer) (written int, err error) {
	return w.Buffer.DumpTo(out)
}

// BuildBytes returns everything that was written and empties the buffer, or returns Error. If the text is in
// several chunks, it uses the capacity of reuse[0], if that is given.
func (w *Writer) BuildBytes(reuse ...[]byte) ([]byte, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.BuildBytes(reuse...), nil
}

// ReadCloser moves the contents of the buffer into a reader, or returns Error.
func (w *Writer) ReadCloser() (io.ReadCloser, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.ReadCloser(), nil
}

// RawByte appends c without escaping it.
func (w *Writer) RawByte(c byte) {
	w.Buffer.AppendByte(c)
}

// RawString appends s without escaping it.
func (w *Writer) RawString(s string) {
	w.Buffer.AppendString(s)
}

// Raw appends data unchanged, or null if it is empty, or records err. It takes the results of MarshalJSON.
func (w *Writer) Raw(data []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	case len(data) == 0:
		w.Buffer.AppendString("null")
	default:
		w.Buffer.AppendBytes(data)
	}
}

// RawText appends data as a JSON string, or records err. It takes the results of MarshalText.
func (w *Writer) RawText(data []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	default:
		w.String(mem.String(data))
	}
}

// stringRoom is the room that the runtime needs in addition to the bytes of a string.
const stringRoom = 24

// String appends s as a JSON string. Invalid UTF-8 is written as \ufffd.
func (w *Writer) String(s string) {
	w.Buffer.EnsureSpace(len(s) + stringRoom)
	e := rt.With(rt.EscapeHTML)
	if w.NoEscapeHTML {
		e = rt.With(0)
	}
	w.Buffer.Buf = e.String(w.Buffer.Buf, s)
}

// Base64Bytes appends data as a string in padded standard base64, or null for nil.
func (w *Writer) Base64Bytes(data []byte) {
	if data == nil {
		w.Buffer.AppendString("null")
		return
	}
	w.Buffer.EnsureSpace(base64.StdEncoding.EncodedLen(len(data)) + 2)
	b := append(w.Buffer.Buf, '"')
	b = base64.StdEncoding.AppendEncode(b, data)
	w.Buffer.Buf = append(b, '"')
}

// Bool appends true or false.
func (w *Writer) Bool(v bool) {
	if v {
		w.Buffer.AppendString("true")
	} else {
		w.Buffer.AppendString("false")
	}
}

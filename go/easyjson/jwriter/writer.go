// SPDX-License-Identifier: MIT

// Package jwriter writes JSON tokens into a buffer of chunks.
//
// It has the exported names of github.com/mailru/easyjson/jwriter; text is the runtime's, and comes out as encoding/json writes it. Nothing
// here checks that tokens follow each other in a legal order: that is the caller's part, as it is in easyjson.
package jwriter

import (
	"encoding/base64"
	"io"

	"github.com/fleece-json/fleece/go/easyjson/buffer"
	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/rt"
)

// Flags are options that a Writer carries for the code that writes into it; Writer itself doesn't act on them.
type Flags int

const (
	NilMapAsEmpty   Flags = 1 << iota // A nil map is written as {} rather than null.
	NilSliceAsEmpty                   // A nil slice is written as [] rather than null.
)

// Writer writes JSON. The zero value is ready; it must not be copied once in use, nor used by two goroutines at once.
type Writer struct {
	Flags Flags

	// Error is the first error met. Once it is set, BuildBytes and ReadCloser return it.
	Error        error
	Buffer       buffer.Buffer
	NoEscapeHTML bool // Write <, >, & and U+2028 and U+2029 as they are, not as \u003c and so on.
}

// Size returns the number of bytes written so far.
func (w *Writer) Size() int {
	return w.Buffer.Size()
}

// DumpTo writes all to out and empties the buffer. It doesn't look at Error.
func (w *Writer) DumpTo(out io.Writer) (written int, err error) {
	return w.Buffer.DumpTo(out)
}

// BuildBytes returns all that was written and empties the buffer, or returns Error. It uses the capacity of
// reuse[0], if one is given, where the text is in several chunks.
func (w *Writer) BuildBytes(reuse ...[]byte) ([]byte, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.BuildBytes(reuse...), nil
}

// ReadCloser empties the buffer into a reader, or returns Error.
func (w *Writer) ReadCloser() (io.ReadCloser, error) {
	if w.Error != nil {
		return nil, w.Error
	}
	return w.Buffer.ReadCloser(), nil
}

// RawByte appends c as it is.
func (w *Writer) RawByte(c byte) {
	w.Buffer.AppendByte(c)
}

// RawString appends s as it is.
func (w *Writer) RawString(s string) {
	w.Buffer.AppendString(s)
}

// Raw appends data as it is, null if there is none, or notes err. It takes what MarshalJSON returns.
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

// RawText appends data as a JSON string, or notes err. It takes what MarshalText returns.
func (w *Writer) RawText(data []byte, err error) {
	switch {
	case w.Error != nil:
	case err != nil:
		w.Error = err
	default:
		w.String(mem.String(data))
	}
}

// stringRoom is the room that the runtime wants beyond a string's own bytes.
const stringRoom = 24

// String appends s as a JSON string. Bytes that are not UTF-8 are written as \ufffd.
func (w *Writer) String(s string) {
	w.Buffer.EnsureSpace(len(s) + stringRoom)
	e := rt.With(rt.EscapeHTML)
	if w.NoEscapeHTML {
		e = rt.With(0)
	}
	w.Buffer.Buf = e.String(w.Buffer.Buf, s)
}

// Base64Bytes appends data as a string in standard base64 with padding; nil as null.
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

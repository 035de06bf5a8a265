// SPDX-License-Identifier: MIT

// Package bridge joins the two ways in which generated code converts: the fast one, AppendFleece and
// DecodeFleece on package rt, and easyjson's, MarshalEasyJSON and UnmarshalEasyJSON on jwriter and jlexer. Only
// generated code calls it.
//
// If a type has both, easyjson's methods try the fast way first. If that fails for any reason, it has changed
// only the value that is read. The method then continues in easyjson's way, which finds the same error and
// reports it as easyjson's users expect.
//
//	func (v T) MarshalEasyJSON(w *jwriter.Writer) {
//		if e := bridge.BeginWrite(w); bridge.EndWrite(w, e, v.AppendFleece(e.Buffer(), e)) {
//			return
//		}
//		… token by token
//	}
//
//	func (v *T) UnmarshalEasyJSON(l *jlexer.Lexer) {
//		if d := bridge.BeginRead(l); d != nil && bridge.EndRead(l, d, v.DecodeFleece(d, d.Start(0))) {
//			return
//		}
//		… token by token
//	}
package bridge

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/fleece-json/fleece/go/easyjson"
	"github.com/fleece-json/fleece/go/easyjson/internal/seam"
	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/fleece-json/fleece/go/rt"
)

// BeginWrite returns an Encoder with options that correspond to w's.
func BeginWrite(w *jwriter.Writer) *rt.Encoder {
	opt := rt.Options(0)
	if !w.NoEscapeHTML {
		opt |= rt.EscapeHTML
	}
	if w.Flags&jwriter.NilMapAsEmpty != 0 {
		opt |= rt.NilMapAsEmpty
	}
	if w.Flags&jwriter.NilSliceAsEmpty != 0 {
		opt |= rt.NilSliceAsEmpty
	}
	return rt.NewEncoder(opt)
}

// EndWrite appends b, which began as e's Buffer, to w, and frees e. If there was an error, it appends nothing
// and returns false.
func EndWrite(w *jwriter.Writer, e *rt.Encoder, b []byte) bool {
	done := e.Err() == nil
	if done {
		if w.Buffer.Buf == nil {
			text := make([]byte, len(b)) // the only chunk is returned without a copy
			copy(text, b)
			w.Buffer.Buf = text
		} else {
			w.Buffer.AppendBytes(b)
		}
	}
	e.Keep(b)
	e.Free()
	return done
}

// BeginRead returns a Decoder for l's text, or nil if l has read some of the text, collects errors, or has
// failed.
func BeginRead(l *jlexer.Lexer) *rt.Decoder {
	if l.UseMultipleErrors || !l.IsStart() || !l.Ok() {
		return nil
	}
	return rt.NewDecoder(l.Data, 0)
}

// EndRead ends reading at i and frees d. It reports whether the text was one value and nothing else. If so, it
// moves l to the end of the text; otherwise l stays where it was.
func EndRead(l *jlexer.Lexer, d *rt.Decoder, i int) bool {
	if d.Done(i) != nil {
		return false
	}
	seam.Consume(l)
	return true
}

// AppendMarshaler appends what m writes, or null for nil.
func AppendMarshaler(b []byte, e *rt.Encoder, m easyjson.Marshaler) []byte {
	if m == nil {
		return rt.Null(b)
	}
	opt := e.Options()
	w := jwriter.Writer{NoEscapeHTML: opt&rt.EscapeHTML == 0}
	if opt&rt.NilMapAsEmpty != 0 {
		w.Flags |= jwriter.NilMapAsEmpty
	}
	if opt&rt.NilSliceAsEmpty != 0 {
		w.Flags |= jwriter.NilSliceAsEmpty
	}
	m.MarshalEasyJSON(&w)
	text, err := w.BuildBytes()
	if err != nil {
		e.Fail(err, fmt.Sprintf("%T", m))
		return b
	}
	return append(b, text...)
}

// DecodeUnmarshaler lets u read the value at i and returns the position after it. It skips null. u must read
// the value to its end.
func DecodeUnmarshaler(d *rt.Decoder, i int, u easyjson.Unmarshaler) int {
	end := d.Skip(i)
	if d.Failed() {
		return end
	}
	text := d.Data()[i:end:end]
	if string(text) == "null" {
		return end
	}
	if d.Options()&rt.Transient != 0 {
		text = bytes.Clone(text) // u may keep parts of it
	}
	l := jlexer.Lexer{Data: text}
	u.UnmarshalEasyJSON(&l)
	l.Consumed()
	err := l.Error()
	if err == nil {
		return end
	}
	var at *jlexer.LexerError
	if errors.As(err, &at) {
		return d.Fail(i+at.Offset, err)
	}
	return d.Fail(i, err)
}

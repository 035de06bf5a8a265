// SPDX-License-Identifier: MIT

package jlexer

import (
	"encoding/base64"
	"encoding/json"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// This file reads strings, base64, booleans, json.Number and values of any type.

// decoded returns the value of the current token, a string, and whether its memory is newly allocated.
func (r *Lexer) decoded() (text []byte, fresh bool) {
	if !r.encoded {
		return r.text, false
	}
	return scan.AppendUnescaped(make([]byte, 0, len(r.text)), r.text), true
}

// isString checks that the current token is a string.
func (r *Lexer) isString() bool {
	if r.look() && r.kind == TokenString {
		return true
	}
	r.mismatch("string")
	return false
}

// String reads a string into newly allocated memory.
func (r *Lexer) String() string {
	if !r.isString() {
		return ""
	}
	text, fresh := r.decoded()
	r.consume()
	if fresh {
		return mem.String(text)
	}
	return string(text)
}

// StringIntern reads a string. Frequent equal strings share memory.
func (r *Lexer) StringIntern() string {
	if !r.isString() {
		return ""
	}
	text, _ := r.decoded()
	r.consume()
	return interned(text)
}

// UnsafeString reads a string. It may share memory with Data and change with it.
func (r *Lexer) UnsafeString() string {
	return mem.String(r.UnsafeBytes())
}

// UnsafeBytes reads a string. It may share memory with Data and change with it.
func (r *Lexer) UnsafeBytes() []byte {
	if !r.isString() {
		return nil
	}
	text, _ := r.decoded()
	r.consume()
	return text
}

// UnsafeFieldName reads a member's name, like UnsafeString; with skipUnescape, escapes are left unchanged.
func (r *Lexer) UnsafeFieldName(skipUnescape bool) string {
	if !skipUnescape {
		return r.UnsafeString()
	}
	if !r.isString() {
		return ""
	}
	r.consume()
	return mem.String(r.text)
}

// Bytes reads a string in padded standard base64 and decodes it. Invalid base64 is an error at its offset.
func (r *Lexer) Bytes() []byte {
	if !r.isString() {
		return nil
	}
	text, _ := r.decoded()
	data := make([]byte, base64.StdEncoding.DecodedLen(len(text)))
	n, err := base64.StdEncoding.Decode(data, text)
	if err != nil {
		r.fatal = &LexerError{Reason: err.Error(), Offset: r.start, Data: r.excerpt()}
		return nil
	}
	r.consume()
	return data[:n]
}

// Bool reads true or false.
func (r *Lexer) Bool() bool {
	if !r.look() || r.kind != TokenBool {
		r.mismatch("bool")
		return false
	}
	r.consume()
	return r.Data[r.start] == 't'
}

// JsonNumber reads a number, a string, whose text is not checked, or null, which becomes "".
func (r *Lexer) JsonNumber() json.Number {
	switch r.CurrentToken() {
	case TokenString:
		return json.Number(r.String())
	case TokenNumber:
		r.consume()
		return json.Number(r.text)
	case TokenNull:
		r.consume()
	default:
		r.syntaxError()
	}
	return ""
}

// Interface reads a value of any type as encoding/json does: nil, bool, float64, string, []any or
// map[string]any. An array or object with an error in it becomes nil.
func (r *Lexer) Interface() any {
	switch r.CurrentToken() {
	case TokenString:
		return r.String()
	case TokenNumber:
		return r.Float64()
	case TokenBool:
		return r.Bool()
	case TokenNull:
		r.consume()
		return nil
	}
	switch r.delim {
	case '{':
		return r.object()
	case '[':
		return r.array()
	}
	r.syntaxError()
	return nil
}

func (r *Lexer) object() any {
	r.consume()
	members := map[string]any{}
	for !r.IsDelim('}') {
		name := r.String()
		r.WantColon()
		members[name] = r.Interface()
		r.WantComma()
	}
	r.Delim('}')
	if r.fatal != nil {
		return nil
	}
	return members
}

func (r *Lexer) array() any {
	r.consume()
	elements := []any{}
	for !r.IsDelim(']') {
		elements = append(elements, r.Interface())
		r.WantComma()
	}
	r.Delim(']')
	if r.fatal != nil {
		return nil
	}
	return elements
}

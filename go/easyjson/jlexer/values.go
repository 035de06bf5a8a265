// SPDX-License-Identifier: MIT

package jlexer

import (
	"encoding/base64"
	"encoding/json"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// This file owns strings, base64, booleans, json.Number and values of any type.

// decoded returns the text of the current token, a string, and whether it is memory of its own.
func (r *Lexer) decoded() (text []byte, fresh bool) {
	if !r.encoded {
		return r.text, false
	}
	return scan.AppendUnescaped(make([]byte, 0, len(r.text)), r.text), true
}

// isString looks at a token that must be a string.
func (r *Lexer) isString() bool {
	if r.look() && r.kind == TokenString {
		return true
	}
	r.mismatch("string")
	return false
}

// String reads a string into memory of its own.
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

// StringIntern reads a string. Equal strings that are read often share memory.
func (r *Lexer) StringIntern() string {
	if !r.isString() {
		return ""
	}
	text, _ := r.decoded()
	r.consume()
	return interned(text)
}

// UnsafeString reads a string. It may be memory of Data, and changes with it.
func (r *Lexer) UnsafeString() string {
	return mem.String(r.UnsafeBytes())
}

// UnsafeBytes reads a string. It may be memory of Data, and changes with it.
func (r *Lexer) UnsafeBytes() []byte {
	if !r.isString() {
		return nil
	}
	text, _ := r.decoded()
	r.consume()
	return text
}

// UnsafeFieldName reads a member's name, as UnsafeString does; with skipUnescape escapes are left as they stand.
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

// Bytes reads a string that is standard base64 with padding, and decodes it. Other text is an error at its offset.
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

// JsonNumber reads a number, or a string, whose text is not looked at, or null, which is "".
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

// Interface reads a value of any type as encoding/json does: nil, bool, float64, string, []any or map[string]any.
// Of an array or object that has an error in it nothing remains: nil.
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

// SPDX-License-Identifier: MIT

//go:build none

// Package optional is a template for github.com/ncw/gotemplate. It makes optional versions of your own types,
// like the types of package opt. It is never built. A type T made with it needs methods T on jwriter.Writer and
// jlexer.Lexer, so it must be of a kind that they support.
package optional

import (
	"fmt"

	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
)

// template type Optional(A)
type A int

// Optional is an optional value. The zero value is undefined, which is null in JSON.
type Optional struct {
	V       A
	Defined bool
}

// OOptional returns v, defined.
func OOptional(v A) Optional {
	return Optional{V: v, Defined: true}
}

// Get returns the value, or deflt if it is undefined.
func (v Optional) Get(deflt A) A {
	if v.Defined {
		return v.V
	}
	return deflt
}

// IsDefined reports whether there is a value.
func (v Optional) IsDefined() bool {
	return v.Defined
}

// String implements fmt.Stringer. An undefined value is <undefined>.
func (v Optional) String() string {
	if !v.Defined {
		return "<undefined>"
	}
	return fmt.Sprint(v.V)
}

// MarshalEasyJSON implements easyjson.Marshaler.
func (v Optional) MarshalEasyJSON(w *jwriter.Writer) {
	if !v.Defined {
		w.RawString("null")
		return
	}
	w.Optional(v.V)
}

// UnmarshalEasyJSON implements easyjson.Unmarshaler.
func (v *Optional) UnmarshalEasyJSON(l *jlexer.Lexer) {
	if l.IsNull() {
		l.Skip()
		*v = Optional{}
		return
	}
	v.V, v.Defined = l.Optional(), true
}

// MarshalJSON implements encoding/json's Marshaler.
func (v Optional) MarshalJSON() ([]byte, error) {
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	return w.BuildBytes()
}

// UnmarshalJSON implements encoding/json's Unmarshaler.
func (v *Optional) UnmarshalJSON(data []byte) error {
	l := jlexer.Lexer{Data: data}
	v.UnmarshalEasyJSON(&l)
	l.Consumed()
	return l.Error()
}

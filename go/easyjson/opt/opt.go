// SPDX-License-Identifier: MIT

// Package opt has types for values that may be missing, without pointers. A missing value is written as null,
// or omitted if the field has omitempty.
//
// It has the exported names of github.com/mailru/easyjson/opt.
package opt

import (
	"fmt"

	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
)

//go:generate go run generate.go

// text is the String method of all optional types.
func text(v any, defined bool) string {
	if !defined {
		return "<undefined>"
	}
	return fmt.Sprint(v)
}

// marshal is the MarshalJSON method of all optional types.
func marshal(v interface{ MarshalEasyJSON(*jwriter.Writer) }) ([]byte, error) {
	var w jwriter.Writer
	v.MarshalEasyJSON(&w)
	return w.BuildBytes()
}

// unmarshal is the UnmarshalJSON method of all optional types. data holds one value and nothing else.
func unmarshal(data []byte, v interface{ UnmarshalEasyJSON(*jlexer.Lexer) }) error {
	l := jlexer.Lexer{Data: data}
	v.UnmarshalEasyJSON(&l)
	l.Consumed()
	return l.Error()
}

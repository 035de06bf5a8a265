// SPDX-License-Identifier: MIT

package rt

import (
	"errors"
	"strconv"
	"strings"
)

// Code says what is wrong. The names (String) are those of conformance/errors.json, which both halves of Fleece
// share. The last group contains errors that only a typed language has.
type Code uint8

// The ways in which encoding and decoding fail.
const (
	OK            Code = iota
	END                // unexpected end of text
	VALUE              // expected a value
	TRAILING           // expected the end of the text
	OBJECT_KEY         // expected a string as object key
	COLON              // expected ':' after object key
	ARRAY_NEXT         // expected ',' or ']' after array element
	OBJECT_NEXT        // expected ',' or '}' after object member
	LITERAL            // invalid literal
	NUMBER_SYNTAX      // invalid number
	NUMBER_RANGE       // number out of range of a float
	BIGINT             // integer out of range of the Go type
	CONTROL            // control character in string
	ESCAPE             // invalid escape in string
	UNICODE            // invalid \u escape in string
	SURROGATE          // lone surrogate in string (strict UTF-8 only)
	TEXT_UTF8          // invalid UTF-8 (strict UTF-8 only)
	BOM                // byte order mark
	DEPTH              // nesting deeper than the limit
	DUPLICATE          // duplicate key (where duplicates are rejected)
	MAX_BYTES          // text longer than the limit
	NUMBER             // cannot encode a NaN or an infinity
	UTF8               // cannot encode invalid UTF-8 (strict UTF-8 only)
	SINK               // a writer failed

	TYPE     // this Go type cannot be encoded or decoded; decoding: a JSON value of another kind
	UNKNOWN  // unknown member (where unknown members are rejected)
	REQUIRED // a required member is missing
	METHOD   // a method of the user's type returned an error or invalid JSON
	SOURCE   // a reader failed
	codeCount
)

var codes = [codeCount]struct{ name, text string }{
	OK:            {"OK", "no error"},
	END:           {"END", "unexpected end of text"},
	VALUE:         {"VALUE", "expected a value"},
	TRAILING:      {"TRAILING", "expected the end of the text"},
	OBJECT_KEY:    {"OBJECT_KEY", "expected a string as object key"},
	COLON:         {"COLON", "expected ':' after object key"},
	ARRAY_NEXT:    {"ARRAY_NEXT", "expected ',' or ']' after array element"},
	OBJECT_NEXT:   {"OBJECT_NEXT", "expected ',' or '}' after object member"},
	LITERAL:       {"LITERAL", "invalid literal"},
	NUMBER_SYNTAX: {"NUMBER_SYNTAX", "invalid number"},
	NUMBER_RANGE:  {"NUMBER_RANGE", "number out of range"},
	BIGINT:        {"BIGINT", "integer out of range"},
	CONTROL:       {"CONTROL", "control character in string"},
	ESCAPE:        {"ESCAPE", "invalid escape in string"},
	UNICODE:       {"UNICODE", `invalid \u escape in string`},
	SURROGATE:     {"SURROGATE", "lone surrogate in string"},
	TEXT_UTF8:     {"TEXT_UTF8", "invalid UTF-8"},
	BOM:           {"BOM", "byte order mark"},
	DEPTH:         {"DEPTH", "nesting deeper than the limit"},
	DUPLICATE:     {"DUPLICATE", "duplicate key"},
	MAX_BYTES:     {"MAX_BYTES", "text longer than the limit"},
	NUMBER:        {"NUMBER", "cannot encode"},
	UTF8:          {"UTF8", "invalid UTF-8"},
	SINK:          {"SINK", "writer failed"},
	TYPE:          {"TYPE", "wrong type"},
	UNKNOWN:       {"UNKNOWN", "unknown member"},
	REQUIRED:      {"REQUIRED", "required member is missing"},
	METHOD:        {"METHOD", "method failed"},
	SOURCE:        {"SOURCE", "reader failed"},
}

// String returns the name that both halves of Fleece use.
func (c Code) String() string {
	if c < codeCount {
		return codes[c].name
	}
	return "Code(" + strconv.Itoa(int(c)) + ")"
}

// Error is the type of every error that this package and package fleece return, except for readers that end
// early (io.EOF for an empty stream). Line, Column and Pointer are computed only when an error is created, so
// valid texts do not pay for them.
type Error struct {
	Code    Code
	Offset  int64  // of the first invalid byte, from 0; -1 in encoding
	Line    int    // from 1; 0 if there is no text
	Column  int    // from 1, in bytes
	Pointer string // JSON Pointer (RFC 6901) of the value being read, or else of the innermost open array or object
	Type    string // the Go type, such as "model.User" or "int8"
	Field   string // the Go field with the error, such as "model.User.Name"
	Detail  string // more information: the kind of JSON value, the name of the member
	Err     error  // what a reader, a writer or the user's method returned
}

// Error says what is wrong, and where in the text, in the data and in the Go types.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("fleece: ")
	text := "unknown error"
	if e.Code < codeCount {
		text = codes[e.Code].text
	}
	switch {
	case e.Code == TYPE && e.Offset < 0:
		b.WriteString("cannot encode " + e.Type)
	case e.Code == TYPE:
		b.WriteString("cannot decode")
		if e.Detail != "" {
			b.WriteString(" " + e.Detail)
		}
		if e.Type != "" {
			b.WriteString(" into " + e.Type)
		}
	case e.Code == BIGINT:
		b.WriteString(text + " of " + e.Type)
	default:
		b.WriteString(text)
	}
	if e.Detail != "" && (e.Code != TYPE || e.Offset < 0) {
		b.WriteString(": " + e.Detail)
	}
	if e.Field != "" {
		b.WriteString(" (field " + e.Field + ")")
	}
	if e.Pointer != "" {
		b.WriteString(" at " + e.Pointer)
	}
	if e.Line > 0 {
		b.WriteString(", line " + strconv.Itoa(e.Line) + " column " + strconv.Itoa(e.Column))
	}
	if e.Offset >= 0 && e.Code != OK {
		b.WriteString(", offset " + strconv.FormatInt(e.Offset, 10))
	}
	if e.Err != nil {
		b.WriteString(": " + e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the error of the reader, the writer or the user's method.
func (e *Error) Unwrap() error { return e.Err }

// Is makes errors.Is(err, &Error{Code: c}) true for every error with code c.
func (e *Error) Is(target error) bool {
	var t *Error
	return errors.As(target, &t) && t.Code == e.Code && *t == Error{Code: t.Code}
}

// locate fills in line, column and pointer of an error at e.Offset of data. It walks the text before the error,
// which the decoder has found to be well-formed, with its own stack.
func (e *Error) locate(data []byte) {
	end := min(int(e.Offset), len(data))
	e.Line, e.Column = 1, 1
	for _, c := range data[:end] {
		if c == '\n' {
			e.Line++
			e.Column = 1
		} else {
			e.Column++
		}
	}
	e.Pointer = pointer(data, end, e.Code)
}

// SPDX-License-Identifier: MIT

// Package shapes compares the code that fleecegen, as easyjson's command, generated for package ours with the
// code that easyjson generated for package theirs, whose types are the same. go/compat copies it into a module
// with both.
package shapes

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	fleece "github.com/fleece-json/fleece/go/easyjson"
	ourlexer "github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/mailru/easyjson"
	theirlexer "github.com/mailru/easyjson/jlexer"

	"shapes/ours"
	"shapes/theirs"
)

func TestDifferential(t *testing.T) {
	mostMembers = 1 // neither sorts maps
	differential(t, theirs.New, ours.New, zeroArrays, func(t *testing.T, i int, a, b any) []byte {
		return compareMarshal(t, i, a.(easyjson.Marshaler), b.(fleece.Marshaler))
	}, func(t *testing.T, i int, document []byte, a, b any) bool {
		return compareUnmarshal(t, i, document, a.(easyjson.Unmarshaler), b.(fleece.Unmarshaler))
	})
}

// zeroArrays zeroes arrays: in easyjson, elements that the text lacks keep their values, see
// TestShortArraysAreZeroed.
func zeroArrays(v reflect.Value) {
	switch v.Kind() {
	case reflect.Array:
		v.SetZero()
	case reflect.Pointer:
		if !v.IsNil() {
			zeroArrays(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				zeroArrays(v.Field(i))
			}
		}
	}
}

// compareMarshal returns the text that both write, or null.
func compareMarshal(t *testing.T, i int, a easyjson.Marshaler, b fleece.Marshaler) []byte {
	want, wantErr := easyjson.Marshal(a)
	got, err := fleece.Marshal(b)
	if (err == nil) != (wantErr == nil) {
		t.Errorf("T%d: Marshal: %v, want %v", i, err, wantErr)
	} else if err == nil && canonical(got) != canonical(want) {
		t.Errorf("T%d: Marshal\n got %s\nwant %s", i, got, want)
	}
	if err != nil || wantErr != nil {
		return []byte("null")
	}
	return want
}

// canonical returns text with one form for each number: easyjson writes 1e+08 where Fleece writes 100000000.
func canonical(text []byte) string {
	n := parse(text)
	n.numbers()
	return n.String()
}

// numbers canonicalises numbers, including those in strings, which the tag string produces.
func (n *node) numbers() {
	if f, err := strconv.ParseFloat(strings.Trim(n.text, `"`), 64); err == nil {
		n.text = strconv.FormatFloat(f, 'g', -1, 64)
	}
	for _, item := range n.items {
		item.numbers()
	}
}

// String returns the text without white space.
func (n *node) String() string {
	if n.kind == 0 {
		return n.text
	}
	parts := []string{}
	for _, item := range n.items {
		parts = append(parts, item.String())
	}
	return string(rune(n.kind)) + strings.Join(parts, ",") + string(rune(n.kind+2))
}

// compareUnmarshal reports whether both could read the document.
func compareUnmarshal(t *testing.T, i int, document []byte, a easyjson.Unmarshaler, b fleece.Unmarshaler) bool {
	if !utf8.Valid(document) {
		return false // easyjson passes invalid UTF-8 on
	}
	before := dump(reflect.ValueOf(b).Elem())
	wantErr := easyjson.Unmarshal(document, a)
	err := fleece.Unmarshal(document, b)
	if err != nil && wantErr == nil && !json.Valid(document) {
		return false // easyjson accepts much invalid JSON
	}
	if err == nil && wantErr != nil && strings.Contains(wantErr.Error(), `parsing "null"`) {
		return false // in quotes, where the tag has string
	}
	if (err == nil) != (wantErr == nil) {
		t.Errorf("T%d: Unmarshal %s into %s: %v, want %v", i, document, before, err, wantErr)
		return false
	}
	if err != nil {
		var x *theirlexer.LexerError
		var y *ourlexer.LexerError
		if json.Valid(document) && errors.As(wantErr, &x) && (!errors.As(err, &y) || x.Reason != y.Reason || x.Offset != y.Offset && x.Offset != 0) { // 0: base64
			t.Errorf("T%d: Unmarshal %s: %v, want %v", i, document, err, wantErr)
		}
		return false
	}
	if got, want := dump(reflect.ValueOf(b).Elem()), dump(reflect.ValueOf(a).Elem()); got != want {
		t.Errorf("T%d: Unmarshal %s into %s\n got %s\nwant %s", i, document, before, got, want)
	}
	return true
}

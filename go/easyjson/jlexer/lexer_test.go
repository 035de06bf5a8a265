// SPDX-License-Identifier: MIT

package jlexer

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// checkText compares the Lexer with encoding/json: which texts are valid, what is in them, and that unread
// parts are checked.
func checkText(t *testing.T, text []byte) {
	t.Helper()
	var want any
	wantErr := json.Unmarshal(text, &want)

	l := Lexer{Data: text}
	got := l.Interface()
	l.Consumed()
	if (l.Error() == nil) != (wantErr == nil) {
		t.Fatalf("%q: %v, encoding/json: %v", text, l.Error(), wantErr)
	}
	if wantErr == nil && !reflect.DeepEqual(got, want) {
		t.Fatalf("%q: %v, want %v", text, got, want)
	}
	checkError(t, text, l.Error())

	s := Lexer{Data: text}
	raw := s.Raw()
	s.Consumed()
	if (s.Error() == nil) != json.Valid(text) {
		t.Fatalf("skipped %q: %v", text, s.Error())
	}
	if s.Error() == nil && !bytes.Equal(raw, bytes.Trim(text, " \t\r\n")) {
		t.Fatalf("%q: Raw is %q", text, raw)
	}
	checkError(t, text, s.Error())

	m := Lexer{Data: text, UseMultipleErrors: true} // every value is a mismatch; only the end of the text may end it
	m.Delim('[')
	for n := 0; !m.IsDelim(']'); n++ {
		m.Bool()
		m.WantComma()
		if n > len(text) {
			t.Fatalf("%q: more elements than bytes", text)
		}
	}
	for _, e := range m.GetNonFatalErrors() {
		checkError(t, text, e)
	}
}

func checkError(t *testing.T, text []byte, err error) {
	t.Helper()
	var e *LexerError
	if err == nil || err == io.EOF {
		return
	}
	if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(text) || e.Reason == "" {
		t.Fatalf("%q: %#v", text, err)
	}
}

var seeds = []string{
	`{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\n",null,true,false]}`, `[[],{},""]`, "[1 2]", "\"\xff\"", `{"a":1,"a":2}`, "  12345678901234567890  ", `"\u12"`, `"\x"`, "[01]",
	"1.", "[1,]", `{"a"`, "nul", "true]", "\"a\x00\"", "1e400", `"` + strings.Repeat("long ", 100) + `é"`, "[3.141592653589793238462643383279502884197169399375105820974944592]",
	"[" + strings.Repeat("9", 900) + "]", "[1" + strings.Repeat("0", 400) + "]", `["a",{"b":[{}]},1,` + strings.Repeat(" ", 1100) + `2]`,
}

func TestLexerAgainstEncodingJSON(t *testing.T) {
	for _, text := range seeds {
		for i := range text {
			checkText(t, []byte(text[:i]))
		}
		checkText(t, []byte(text))
	}
}

func FuzzLexer(f *testing.F) {
	for _, text := range seeds {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkText(t, text) })
}

// TestSkippingStopsAtTheLimit checks that all open levels count, wherever the skipped value begins.
func TestSkippingStopsAtTheLimit(t *testing.T) {
	for _, n := range []int{maxDepth - 1, maxDepth} {
		text := strings.Repeat("[", n) + strings.Repeat("]", n)
		l := Lexer{Data: []byte("[" + text + "]")}
		l.Delim('[')
		l.SkipRecursive()
		l.WantComma()
		l.Delim(']')
		l.Consumed()
		if (l.Error() == nil) != (n < maxDepth) {
			t.Errorf("%d levels and one: %v", n, l.Error())
		}
	}
}

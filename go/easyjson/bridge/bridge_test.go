// SPDX-License-Identifier: MIT

package bridge

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/fleece-json/fleece/go/easyjson"
	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/fleece-json/fleece/go/fleece"
	"github.com/fleece-json/fleece/go/rt"
)

// word has hand-written versions of easyjson's two methods; some words make them misbehave.
type word string

func (w word) MarshalEasyJSON(out *jwriter.Writer) {
	switch w {
	case "fail":
		out.RawString("half")
		out.Raw(nil, errWord)
	case "panic":
		out.RawString(strings.Repeat("half", 1000))
		panic("in MarshalEasyJSON")
	}
	out.String(string(w))
}

func (w *word) UnmarshalEasyJSON(in *jlexer.Lexer) {
	*w = word(in.UnsafeString())
	switch *w {
	case "fail":
		in.AddError(errWord)
	case "panic":
		panic("in UnmarshalEasyJSON")
	}
}

var errWord = errors.New("not that word")

// words has the methods of a generated slice, in both ways.
type words []word

func (v *words) AppendFleece(b []byte, e *rt.Encoder) []byte {
	b = append(b, '[')
	for _, w := range *v {
		b = append(AppendMarshaler(b, e, w), ',')
	}
	return rt.CloseArray(b)
}

func (v *words) DecodeFleece(d *rt.Decoder, i int) int {
	more, i := d.Array(i)
	for more {
		var w word
		i = DecodeUnmarshaler(d, i, &w)
		*v = append(*v, w)
		more, i = d.Elem(i)
	}
	return i
}

func (v *words) MarshalEasyJSON(out *jwriter.Writer) {
	if e := BeginWrite(out); EndWrite(out, e, v.AppendFleece(e.Buffer(), e)) {
		return
	}
	out.RawByte('[')
	for i, w := range *v {
		if i > 0 {
			out.RawByte(',')
		}
		w.MarshalEasyJSON(out)
	}
	out.RawByte(']')
}

func (v *words) UnmarshalEasyJSON(in *jlexer.Lexer) {
	if d := BeginRead(in); d != nil && EndRead(in, d, v.DecodeFleece(d, d.Start(0))) {
		return
	}
	*v = nil
	in.Delim('[')
	for !in.IsDelim(']') {
		var w word
		w.UnmarshalEasyJSON(in)
		*v = append(*v, w)
		in.WantComma()
	}
	in.Delim(']')
}

func TestBothWays(t *testing.T) {
	list := words{"a", "<b>", "\n"}
	text, err := easyjson.Marshal(&list)
	if err != nil || string(text) != `["a","\u003cb\u003e","\n"]` {
		t.Errorf("%s %v", text, err)
	}
	var back words
	if err := easyjson.Unmarshal(text, &back); err != nil || len(back) != 3 || back[1] != "<b>" {
		t.Errorf("%q %v", back, err)
	}
	// In the middle of a text, and when errors are collected, the lexer is read token by token.
	for _, multiple := range []bool{false, true} {
		in := jlexer.Lexer{Data: []byte(`{"x":["a","b"]}`), UseMultipleErrors: multiple}
		in.Delim('{')
		_ = in.String()
		in.WantColon()
		var inner words
		inner.UnmarshalEasyJSON(&in)
		in.WantComma()
		in.Delim('}')
		in.Consumed()
		if in.Error() != nil || len(inner) != 2 {
			t.Errorf("%q %v", inner, in.Error())
		}
	}
}

func TestErrorsOfHandWrittenMethods(t *testing.T) {
	list := words{"a", "fail"}
	if text, err := easyjson.Marshal(&list); err != errWord {
		t.Errorf("%s %v", text, err)
	}
	text, err := fleece.Append([]byte("kept"), &list)
	var e *rt.Error
	if !errors.As(err, &e) || e.Code != rt.METHOD || !errors.Is(err, errWord) || string(text) != "kept" {
		t.Errorf("%s %v", text, err)
	}
	var back words
	if err := easyjson.Unmarshal([]byte(` ["a","fail"]`), &back); err != errWord {
		t.Error(err)
	}
	if err := fleece.Unmarshal([]byte(` ["a","fail"]`), &back); !errors.As(err, &e) || e.Code != rt.METHOD || e.Offset != 6 || e.Pointer != "/1" {
		t.Errorf("%+v", err)
	}
	// A mismatch is reported at the lexer's place in the whole text.
	var at *jlexer.LexerError
	if err := fleece.Unmarshal([]byte(` ["a", 12]`), &back); !errors.As(err, &e) || e.Offset != 9 || !errors.As(err, &at) {
		t.Errorf("%+v", err)
	}
	if err := easyjson.Unmarshal([]byte(` ["a", 12]`), &back); !errors.As(err, &at) || at.Offset != 9 {
		t.Errorf("%+v", err)
	}
	if b := AppendMarshaler(nil, new(rt.Encoder), nil); string(b) != "null" {
		t.Errorf("%s", b)
	}
}

// TestPanicsPoisonNothing checks that writers, lexers, encoders, decoders and chunks are in their initial state
// after a method panicked.
func TestPanicsPoisonNothing(t *testing.T) {
	list := words{"a", "panic"}
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for range 50 {
				for _, f := range []func(){
					func() { _, _ = easyjson.Marshal(&list) },
					func() { _, _ = fleece.Marshal(&list) },
					func() { _ = easyjson.Unmarshal([]byte(`["a","panic"]`), new(words)) },
					func() { _ = fleece.Unmarshal([]byte(`["a","panic"]`), new(words)) },
				} {
					func() {
						defer func() {
							if recover() == nil {
								t.Error("no panic")
							}
						}()
						f()
					}()
				}
				good := words{"a", word(strings.Repeat("x", 3000))}
				text, err := easyjson.Marshal(&good)
				if err != nil || string(text) != `["a","`+string(good[1])+`"]` {
					t.Errorf("%s %v", text, err)
				}
				var back words
				if err := easyjson.Unmarshal(text, &back); err != nil || len(back) != 2 || back[1] != good[1] {
					t.Errorf("%q %v", back, err)
				}
			}
		}()
	}
	wait.Wait()
}

// TestKeptPartsOfAReader checks that parts of the lexer's data that a method keeps are not in a reader's
// buffer.
func TestKeptPartsOfAReader(t *testing.T) {
	var kept words
	if err := fleece.UnmarshalRead(strings.NewReader(`["abc","def"]`), &kept); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		_ = fleece.UnmarshalRead(strings.NewReader(`["###","###"]`), new(words))
	}
	if kept[0] != "abc" || kept[1] != "def" {
		t.Errorf("%q", kept)
	}
}

// SPDX-License-Identifier: MIT

package compat

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"runtime/debug"
	"strings"
	"testing"

	fleece "github.com/fleece-json/fleece/go/easyjson"
	ourlexer "github.com/fleece-json/fleece/go/easyjson/jlexer"
	ourwriter "github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/mailru/easyjson"
	theirlexer "github.com/mailru/easyjson/jlexer"
	theirwriter "github.com/mailru/easyjson/jwriter"
)

// Each test in this file shows a deliberate difference from easyjson and is named in the table of
// docs/guides/migrating-from-easyjson.md. It checks both sides, so it also fails if easyjson changes.

// both runs a function on a Lexer of each package and returns the errors.
func both(text string, read func(l lexer)) (ours, theirs lexError) {
	a, b := &ourlexer.Lexer{Data: []byte(text)}, &theirlexer.Lexer{Data: []byte(text)}
	read(a)
	read(b)
	return details(a.Error()), details(b.Error())
}

func readAny(l lexer)  { l.Interface() }
func readSkip(l lexer) { l.SkipRecursive() }

// refuses checks that ours is an error with reason and offset, and that easyjson reports none.
func refuses(t *testing.T, text string, read func(l lexer), reason string, offset int) {
	t.Helper()
	ours, theirs := both(text, read)
	if ours.reason != reason || ours.offset != offset {
		t.Errorf("%q: %+v, want %q at %d", text, ours, reason, offset)
	}
	if theirs.reason != "" {
		t.Errorf("%q: easyjson reports %+v", text, theirs)
	}
}

func TestControlCharactersAreErrors(t *testing.T) {
	refuses(t, "[\"a\x01\"]", readAny, "control character in string literal", 3)
	refuses(t, "\"line\nline\"", readAny, "control character in string literal", 5)
}

func TestNumberSyntaxIsChecked(t *testing.T) {
	refuses(t, "[01]", readAny, "syntax error", 2)
	refuses(t, "[1.]", readAny, "syntax error", 3)
	refuses(t, "[-01]", readAny, "syntax error", 3)
	refuses(t, "1.", func(l lexer) { l.Skip() }, "syntax error", 2)
}

func TestEscapesAreCheckedInWhatIsNotRead(t *testing.T) {
	read := func(l lexer) { l.Skip() }
	refuses(t, `"\x"`, read, "incorrectly escaped bytes", 4)
	refuses(t, `"\u12G4"`, read, `incorrectly escaped \uXXXX sequence`, 8)
	refuses(t, `"\x"`, func(l lexer) { l.UnsafeFieldName(true) }, "incorrectly escaped bytes", 4)
}

func TestSkippedValuesAreReportedWhereTheyAreWrong(t *testing.T) {
	text := `{"a":[1,2,x]}, and more`
	ours, theirs := both(text, readSkip)
	if ours.offset != 10 || theirs.offset != len(text) || ours.reason != theirs.reason {
		t.Errorf("%+v, %+v", ours, theirs)
	}
	ours, theirs = both("[}", readSkip)
	if ours.reason != "skipped array/object json value is invalid" || ours.offset != 1 || !strings.HasPrefix(theirs.reason, "EOF") {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestUnterminatedStringsEndAtTheEnd(t *testing.T) {
	text := `"a \" quote and no end`
	ours, theirs := both(text, readAny)
	if ours.offset != len(text) || theirs.offset >= len(text) || ours.reason != theirs.reason {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestStraySeparatorsAreSyntaxErrors(t *testing.T) {
	ours, theirs := both("[1,, ", readAny)
	if ours.reason != "syntax error" || ours.offset != 3 || theirs.reason != io.EOF.Error() {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestMismatchShowsTheTokenAtFault(t *testing.T) {
	ours, theirs := both(`["earlier", true]`, func(l lexer) {
		l.Delim('[')
		_ = l.String()
		l.WantComma()
		l.Int()
	})
	if ours.data != "true" || theirs.data != "earlier" || ours.offset != theirs.offset {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestBase64ErrorsHaveAnOffset(t *testing.T) {
	ours, theirs := both(`  "?"`, func(l lexer) { l.Bytes() })
	if ours.offset != 2 || ours.data != "?" || theirs.offset != 0 || ours.reason != theirs.reason {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestTheFirstFatalErrorStays(t *testing.T) {
	ours, theirs := both("x", func(l lexer) {
		l.Int()
		l.AddNonFatalError(errors.New("later"))
	})
	if ours.reason != "syntax error" || theirs.reason != "later" {
		t.Errorf("%+v, %+v", ours, theirs)
	}
}

func TestInvalidUTF8IsReplaced(t *testing.T) {
	text := []byte("\"a\xffb\"")
	ours, theirs := &ourlexer.Lexer{Data: text}, &theirlexer.Lexer{Data: text}
	if got, other := ours.String(), theirs.String(); got != "a\ufffdb" || other != "a\xffb" {
		t.Errorf("%q, %q", got, other)
	}
	var std string
	if err := json.Unmarshal(text, &std); err != nil || std != "a\ufffdb" {
		t.Errorf("encoding/json: %q, %v", std, err)
	}
}

// TestDepthIsLimited does not run easyjson's code, because its recursion would end the whole process.
func TestDepthIsLimited(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 20))
	for _, n := range []int{10001, 10_000_000} {
		for _, open := range []string{"[", `{"a":`} {
			text := []byte(strings.Repeat(open, n))
			for _, read := range []func(l lexer){readAny, readSkip, func(l lexer) { l.Raw() }} {
				l := &ourlexer.Lexer{Data: text}
				read(l)
				if e := details(l.Error()); e.reason != "exceeded max depth" || e.offset != 10000*len(open) {
					t.Fatalf("%d × %s: %+v", n, open, e)
				}
			}
		}
	}
	l := &ourlexer.Lexer{Data: []byte(strings.Repeat("[", 10000) + strings.Repeat("]", 10000))}
	if l.Interface(); l.Error() != nil {
		t.Errorf("10000 levels: %v", l.Error())
	}
}

func TestFloatsAsEncodingJSON(t *testing.T) {
	for n, want := range map[float64][2]string{
		100000000: {"100000000", "1e+08"}, 1e21: {"1e+21", "1e+21"}, 1e-7: {"1e-7", "1e-07"}, 0.000001: {"0.000001", "1e-06"}, 1.5: {"1.5", "1.5"},
	} {
		var ours ourwriter.Writer
		var theirs theirwriter.Writer
		ours.Float64(n)
		theirs.Float64(n)
		a, _ := ours.BuildBytes()
		b, _ := theirs.BuildBytes()
		std, _ := json.Marshal(n)
		if string(a) != want[0] || string(b) != want[1] || !bytes.Equal(a, std) {
			t.Errorf("%v: %s, easyjson %s, encoding/json %s", n, a, b, std)
		}
	}
}

func TestBackspaceAndFormFeedAreShort(t *testing.T) {
	var ours ourwriter.Writer
	var theirs theirwriter.Writer
	ours.String("\b\f\x01")
	theirs.String("\b\f\x01")
	a, _ := ours.BuildBytes()
	b, _ := theirs.BuildBytes()
	if string(a) != `"\b\f\u0001"` || string(b) != `"\u0008\u000c\u0001"` {
		t.Errorf("%s, %s", a, b)
	}
}

func TestLineSeparatorsAreForHTML(t *testing.T) {
	for plain, want := range map[bool][2]string{
		false: {`"\u2028\u2029"`, `"\u2028\u2029"`}, true: {"\"\u2028\u2029\"", `"\u2028\u2029"`},
	} {
		ours, theirs := ourwriter.Writer{NoEscapeHTML: plain}, theirwriter.Writer{NoEscapeHTML: plain}
		ours.String("\u2028\u2029")
		theirs.String("\u2028\u2029")
		a, _ := ours.BuildBytes()
		b, _ := theirs.BuildBytes()
		if string(a) != want[0] || string(b) != want[1] {
			t.Errorf("%v: %s, %s", plain, a, b)
		}
	}
}

// failingValue reports an error after it has written something.
type failingValue struct{}

var errFailing = errors.New("cannot")

func (failingValue) MarshalEasyJSON(w *ourwriter.Writer) {
	w.RawString(`{"half":`)
	w.Raw(nil, errFailing)
}

type failingTheirs struct{}

func (failingTheirs) MarshalEasyJSON(w *theirwriter.Writer) {
	w.RawString(`{"half":`)
	w.Raw(nil, errFailing)
}

func TestMarshalToWriterReportsErrors(t *testing.T) {
	var ours, theirs bytes.Buffer
	if n, err := fleece.MarshalToWriter(failingValue{}, &ours); err != errFailing || n != 0 || ours.Len() != 0 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if n, err := easyjson.MarshalToWriter(failingTheirs{}, &theirs); err != nil || n == 0 {
		t.Errorf("easyjson: %d bytes, %v", n, err)
	}
}

func TestRawMessageIsACopy(t *testing.T) {
	text := []byte(`{"a":1}`)
	var ours fleece.RawMessage
	var theirs easyjson.RawMessage
	if err := fleece.Unmarshal(text, &ours); err != nil {
		t.Fatal(err)
	}
	if err := easyjson.Unmarshal(text, &theirs); err != nil {
		t.Fatal(err)
	}
	text[1] = '!'
	if string(ours) != `{"a":1}` || string(theirs) != `{!a":1}` {
		t.Errorf("%s, %s", ours, theirs)
	}
}

func TestUnknownMembersAreCopiedAndSorted(t *testing.T) {
	var ours fleece.UnknownFieldsProxy
	key, text := []byte("b"), []byte("1 2 3")
	for _, name := range []string{"b", "c", "a"} {
		copy(key, name)
		ours.UnmarshalUnknown(&ourlexer.Lexer{Data: text}, string(key))
	}
	text[0] = '9'
	var w ourwriter.Writer
	ours.MarshalUnknowns(&w, true)
	if got, _ := w.BuildBytes(); string(got) != `"a":1,"b":1,"c":1` {
		t.Errorf("%s", got)
	}
}

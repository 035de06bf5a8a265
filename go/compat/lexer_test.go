// SPDX-License-Identifier: MIT

package compat

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	ourlexer "github.com/fleece-json/fleece/go/easyjson/jlexer"
	theirlexer "github.com/mailru/easyjson/jlexer"
)

// lexer has the methods that both Lexers share: all except those whose types name their package.
type lexer interface {
	FetchToken()
	Ok() bool
	Error() error
	AddError(error)
	AddNonFatalError(error)
	GetPos() int
	IsStart() bool
	Consumed()
	Delim(byte)
	IsDelim(byte) bool
	Null()
	IsNull() bool
	Skip()
	SkipRecursive()
	Raw() []byte
	WantComma()
	WantColon()
	String() string
	StringIntern() string
	UnsafeString() string
	UnsafeBytes() []byte
	UnsafeFieldName(bool) string
	Bytes() []byte
	Bool() bool
	JsonNumber() json.Number
	Interface() any
	Int() int
	Int8() int8
	Int16() int16
	Int32() int32
	Int64() int64
	Uint() uint
	Uint8() uint8
	Uint16() uint16
	Uint32() uint32
	Uint64() uint64
	Float32() float32
	Float64() float64
	IntStr() int
	Int8Str() int8
	Int16Str() int16
	Int32Str() int32
	Int64Str() int64
	UintStr() uint
	Uint8Str() uint8
	Uint16Str() uint16
	Uint32Str() uint32
	Uint64Str() uint64
	UintptrStr() uintptr
	Float32Str() float32
	Float64Str() float64
}

var (
	_ lexer = (*ourlexer.Lexer)(nil)
	_ lexer = (*theirlexer.Lexer)(nil)
)

// scalars read one value each.
var scalars = []func(l lexer) any{
	func(l lexer) any { return l.String() },
	func(l lexer) any { return l.StringIntern() },
	func(l lexer) any { return strings.Clone(l.UnsafeString()) },
	func(l lexer) any { return string(l.UnsafeBytes()) },
	func(l lexer) any { return l.Bool() },
	func(l lexer) any { return l.JsonNumber() },
	func(l lexer) any { return l.Interface() },
	func(l lexer) any { return string(l.Raw()) },
	func(l lexer) any { l.Skip(); return nil },
	func(l lexer) any { l.SkipRecursive(); return nil },
	func(l lexer) any { l.Null(); return nil },
	func(l lexer) any { return []any{l.IsNull(), l.Int()} },
	func(l lexer) any { return l.Int8() },
	func(l lexer) any { return l.Int16() },
	func(l lexer) any { return l.Int32() },
	func(l lexer) any { return l.Int64() },
	func(l lexer) any { return l.Uint() },
	func(l lexer) any { return l.Uint8() },
	func(l lexer) any { return l.Uint16() },
	func(l lexer) any { return l.Uint32() },
	func(l lexer) any { return l.Uint64() },
	func(l lexer) any { return l.Float32() },
	func(l lexer) any { return l.Float64() },
	func(l lexer) any { return l.IntStr() },
	func(l lexer) any { return l.Int8Str() },
	func(l lexer) any { return l.Int16Str() },
	func(l lexer) any { return l.Int32Str() },
	func(l lexer) any { return l.Int64Str() },
	func(l lexer) any { return l.UintStr() },
	func(l lexer) any { return l.Uint8Str() },
	func(l lexer) any { return l.Uint16Str() },
	func(l lexer) any { return l.Uint32Str() },
	func(l lexer) any { return l.Uint64Str() },
	func(l lexer) any { return l.UintptrStr() },
	func(l lexer) any { return l.Float32Str() },
	func(l lexer) any { return l.Float64Str() },
}

// readValue reads a value as generated code does, nested no deeper than depth.
func readValue(l lexer, plan *rand.Rand, depth int, log func(any)) {
	if depth > 0 && plan.IntN(3) > 0 {
		switch plan.IntN(3) {
		case 0:
			readSlice(l, plan, depth-1, log)
		case 1:
			readMap(l, plan, depth-1, log)
		default:
			readStruct(l, plan, depth-1, log)
		}
	} else {
		log(scalars[plan.IntN(len(scalars))](l))
	}
	log([]any{l.GetPos(), l.Ok(), l.IsStart()})
}

func readSlice(l lexer, plan *rand.Rand, depth int, log func(any)) {
	if l.IsNull() {
		l.Skip()
		return
	}
	l.Delim('[')
	for n := 0; !l.IsDelim(']') && n < 50; n++ {
		readValue(l, plan, depth, log)
		l.WantComma()
	}
	l.Delim(']')
}

func readMap(l lexer, plan *rand.Rand, depth int, log func(any)) {
	if l.IsNull() {
		l.Skip()
		return
	}
	l.Delim('{')
	for n := 0; !l.IsDelim('}') && n < 50; n++ {
		log(l.String())
		l.WantColon()
		readValue(l, plan, depth, log)
		l.WantComma()
	}
	l.Delim('}')
}

// displeased is the reason of the errors that readStruct reports itself.
const displeased = "not to the program's liking"

func readStruct(l lexer, plan *rand.Rand, depth int, log func(any)) {
	if l.IsNull() {
		l.Skip()
		return
	}
	l.Delim('{')
	for n := 0; !l.IsDelim('}') && n < 50; n++ {
		name := strings.Clone(l.UnsafeFieldName(false))
		log(name)
		l.WantColon()
		if l.IsNull() {
			l.Skip()
			l.WantComma()
			continue
		}
		if plan.IntN(4) == 0 {
			l.SkipRecursive()
		} else {
			readValue(l, plan, depth, log)
		}
		if plan.IntN(10) == 0 {
			l.AddNonFatalError(errors.New(displeased))
		}
		l.WantComma()
	}
	l.Delim('}')
}

// outcome is what a program sees of one run: the result of each step up to the fatal error, and the errors.
type outcome struct {
	steps    []any
	err      error
	nonfatal []lexError
}

type lexError struct {
	reason string
	offset int
	data   string
}

// run reads the text with the steps that follow from the seed.
func run(l lexer, seed uint64) (o outcome) {
	plan := rand.New(rand.NewPCG(seed, 0))
	readValue(l, plan, 4, func(step any) {
		if l.Ok() { // results after a fatal error do not count
			o.steps = append(o.steps, step)
		}
	})
	l.Consumed()
	o.err = l.Error()
	return o
}

func runOurs(text string, seed uint64, multiple bool) outcome {
	l := &ourlexer.Lexer{Data: []byte(text), UseMultipleErrors: multiple}
	o := run(l, seed)
	for _, e := range l.GetNonFatalErrors() {
		o.nonfatal = append(o.nonfatal, lexError{e.Reason, e.Offset, e.Data})
	}
	return o
}

func runTheirs(text string, seed uint64, multiple bool) outcome {
	l := &theirlexer.Lexer{Data: []byte(text), UseMultipleErrors: multiple}
	o := run(l, seed)
	for _, e := range l.GetNonFatalErrors() {
		o.nonfatal = append(o.nonfatal, lexError{e.Reason, e.Offset, e.Data})
	}
	return o
}

// details returns the parts of an error of either package.
func details(err error) lexError {
	var ours *ourlexer.LexerError
	var theirs *theirlexer.LexerError
	switch {
	case err == nil:
		return lexError{}
	case errors.As(err, &ours):
		return lexError{ours.Reason, ours.Offset, ours.Data}
	case errors.As(err, &theirs):
		return lexError{theirs.Reason, theirs.Offset, theirs.Data}
	}
	return lexError{err.Error(), -1, ""}
}

// deliberate returns the name of the difference in the guide that explains why the two ended differently, or
// "". Each difference has its own test, below.
func deliberate(text string, ours, theirs lexError) string {
	switch {
	case ours.reason == "control character in string literal":
		return "ControlCharacters"
	case strings.HasPrefix(ours.reason, "incorrectly escaped"):
		return "EscapesInWhatIsNotRead"
	case ours.reason != theirs.reason && theirs.reason == displeased:
		return "FirstFatalErrorStays"
	case ours.reason == "unterminated string literal" && theirs.reason == ours.reason && ours.offset == len(text):
		return "UnterminatedOffset"
	case ours.reason == "exceeded max depth":
		return "Depth"
	case ours.reason == "skipped array/object json value is invalid", ours.reason == "EOF reached while skipping array/object or token":
		return "SkippedValues"
	case ours.reason == "syntax error" && inNumber(text, ours.offset):
		return "NumberSyntax"
	case ours.reason == "syntax error" && theirs.reason == "EOF":
		return "StraySeparatorAtTheEnd"
	case strings.Contains(ours.reason, "illegal base64"):
		return "Base64Offset"
	case strings.HasPrefix(ours.reason, "expected ") && ours.reason == theirs.reason && ours.offset == theirs.offset &&
		strings.Contains(" { } [ ] true false null ", " "+ours.data+" "):
		return "ExcerptOfMismatch"
	}
	return ""
}

// inNumber reports whether a number that easyjson accepts continues or ends at offset.
func inNumber(text string, offset int) bool {
	return offset > 0 && strings.IndexByte("0123456789.eE+-", text[offset-1]) >= 0
}

// compare runs one plan on one text with both lexers.
func compare(t *testing.T, text string, seed uint64, multiple bool, seen map[string]int) {
	if !utf8.ValidString(text) {
		seen["InvalidUTF8"]++
		return
	}
	ours, theirs := runOurs(text, seed, multiple), runTheirs(text, seed, multiple)
	ourError, theirError := details(ours.err), details(theirs.err)
	why := deliberate(text, ourError, theirError)
	if ourError != theirError && why == "" {
		t.Errorf("%q, plan %d, multiple %v:\n ours %+v\ntheirs %+v", text, seed, multiple, ourError, theirError)
	}
	if why != "" {
		seen[why]++ // until then the two may have behaved differently, since one may have noticed the error earlier
		if why != "ExcerptOfMismatch" {
			return
		}
	}
	if !reflect.DeepEqual(ours.steps, theirs.steps) {
		t.Errorf("%q, plan %d, multiple %v:\n ours %v\ntheirs %v", text, seed, multiple, ours.steps, theirs.steps)
	}
	if n := len(theirs.nonfatal); n > 0 && n == len(ours.nonfatal) && ours.err != nil {
		// A value that could not be skipped to its end has no text to show.
		ours.nonfatal[n-1].data, theirs.nonfatal[n-1].data = "", ""
	}
	if !slices.Equal(ours.nonfatal, theirs.nonfatal) {
		t.Errorf("%q, plan %d, multiple %v, nonfatal:\n ours %+v\ntheirs %+v", text, seed, multiple, ours.nonfatal, theirs.nonfatal)
	}
	if ours.err == nil {
		seen["read"]++
	} else {
		seen["same error"]++
	}
}

// TestLexerAgainstEasyjson reads valid and invalid texts by random plans. Every returned value, every position,
// and every error's reason, offset and excerpt are equal, except for the differences that deliberate names.
func TestLexerAgainstEasyjson(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	seen := map[string]int{}
	rounds := 60000
	if testing.Short() {
		rounds = 6000
	}
	for range rounds {
		text := randomText(random, 4)
		if random.IntN(3) == 0 {
			text = damaged(random, text)
		}
		compare(t, text, random.Uint64(), random.IntN(2) == 0, seen)
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
	for _, expected := range []string{"read", "same error", "NumberSyntax", "SkippedValues", "ExcerptOfMismatch"} {
		if seen[expected] == 0 {
			t.Errorf("no text led to %q", expected)
		}
	}
}

// randomText writes a value, nested no deeper than depth.
func randomText(random *rand.Rand, depth int) string {
	space := func() string { return []string{"", "", "", "", " ", "\n", "\t \r"}[random.IntN(7)] }
	var b strings.Builder
	b.WriteString(space())
	if n := random.IntN(4); depth > 0 && random.IntN(3) > 0 {
		object := random.IntN(2) == 0
		b.WriteString(map[bool]string{true: "{", false: "["}[object])
		b.WriteString(space())
		for i := range n {
			if i > 0 {
				b.WriteString("," + space())
			}
			if object {
				b.WriteString(randomScalar(random, true) + space() + ":")
			}
			b.WriteString(randomText(random, depth-1))
		}
		b.WriteString(map[bool]string{true: "}", false: "]"}[object])
	} else {
		b.WriteString(randomScalar(random, false))
	}
	b.WriteString(space())
	return b.String()
}

var strings_ = []string{
	`""`, `"a"`, `"name"`, `"a longer string, of which an error shows the start"`, `"1"`, `"-12"`, `"300"`, `"1.5"`, `"1e400"`,
	`"\"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\u20ac"`, `"\ud83d\ude00"`, `"\ud800"`, `"\udc00\ud800\ud800"`, `"ü 漢字 😀"`, `"aGVsbG8="`, `"{[,:]}"`,
}

var others = []string{
	"null", "true", "false", "0", "-0", "1", "-1", "127", "128", "-129", "255", "256", "65536", "2147483648", "4294967296",
	"9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616", "1.5", "-0.25", "1e2", "1E-2",
	"1e400", "3.5e38", "1e-400", "0.1", "123456789.123456789",
}

func randomScalar(random *rand.Rand, name bool) string {
	if name || random.IntN(3) == 0 {
		return strings_[random.IntN(len(strings_))]
	}
	return others[random.IntN(len(others))]
}

// damaged returns text with a random change, deletion, insertion or truncation.
func damaged(random *rand.Rand, text string) string {
	if text == "" {
		return ","
	}
	i := random.IntN(len(text))
	c := string(`{}[],:"\0123-+.eEtfnu x`[random.IntN(23)])
	switch random.IntN(4) {
	case 0:
		return text[:i] + c + text[i+1:]
	case 1:
		return text[:i] + text[i+1:]
	case 2:
		return text[:i] + c + text[i:]
	}
	return text[:i]
}

// TestErrorText pins the text of an error that programs print or match on.
func TestErrorText(t *testing.T) {
	for _, text := range []string{`"x`, `{"a":1,}`, `[1 2]`, `nul`, `"\x"`, `[1] 2`, `"abc"`, `[300]`} {
		ours, theirs := &ourlexer.Lexer{Data: []byte(text)}, &theirlexer.Lexer{Data: []byte(text)}
		for _, l := range []lexer{ours, theirs} {
			if strings.HasPrefix(text, "[") {
				l.Delim('[')
				l.Int8()
				l.WantComma()
				l.Delim(']')
			} else {
				l.Interface()
			}
			l.Consumed()
		}
		if got, want := fmt.Sprint(ours.Error()), fmt.Sprint(theirs.Error()); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

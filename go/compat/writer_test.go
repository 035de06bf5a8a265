// SPDX-License-Identifier: MIT

package compat

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	ourwriter "github.com/fleece-json/fleece/go/easyjson/jwriter"
	theirwriter "github.com/mailru/easyjson/jwriter"
)

// writer has the methods that both Writers share.
type writer interface {
	RawByte(byte)
	RawString(string)
	Raw([]byte, error)
	RawText([]byte, error)
	String(string)
	Base64Bytes([]byte)
	Bool(bool)
	Int(int)
	Int8(int8)
	Int16(int16)
	Int32(int32)
	Int64(int64)
	Uint(uint)
	Uint8(uint8)
	Uint16(uint16)
	Uint32(uint32)
	Uint64(uint64)
	IntStr(int)
	Int8Str(int8)
	Int16Str(int16)
	Int32Str(int32)
	Int64Str(int64)
	UintStr(uint)
	Uint8Str(uint8)
	Uint16Str(uint16)
	Uint32Str(uint32)
	Uint64Str(uint64)
	UintptrStr(uintptr)
	Size() int
	BuildBytes(...[]byte) ([]byte, error)
}

var (
	_ writer = (*ourwriter.Writer)(nil)
	_ writer = (*theirwriter.Writer)(nil)
)

// tokens writes what the plan says: everything except floats, backspace, form feed and, without HTML escaping,
// U+2028, whose text differs on purpose.
func tokens(w writer, plan *rand.Rand, pieces []string) {
	for range 1 + plan.IntN(60) {
		n := int64(plan.Uint64()) >> plan.IntN(64)
		text := strings.Repeat(pieces[plan.IntN(len(pieces))], 1+plan.IntN(3))
		switch plan.IntN(28) {
		case 0:
			w.RawByte(byte(plan.IntN(256)))
		case 1:
			w.RawString(strings.Repeat(text, plan.IntN(200)))
		case 2:
			w.Raw([]byte(text), nil)
		case 3:
			w.Raw(nil, nil)
		case 4:
			w.RawText([]byte(text), nil)
		case 5, 6, 7:
			w.String(strings.Repeat(text, plan.IntN(50)))
		case 8:
			w.Base64Bytes([]byte(text))
		case 9:
			w.Base64Bytes(nil)
		case 10:
			w.Bool(n < 0)
		case 11:
			w.Int(int(n))
		case 12:
			w.Int8(int8(n))
		case 13:
			w.Int16(int16(n))
		case 14:
			w.Int32(int32(n))
		case 15:
			w.Int64(n)
		case 16:
			w.Uint(uint(n))
		case 17:
			w.Uint8(uint8(n))
		case 18:
			w.Uint16(uint16(n))
		case 19:
			w.Uint32(uint32(n))
		case 20:
			w.Uint64(uint64(n))
		case 21:
			w.IntStr(int(n))
			w.UintStr(uint(n))
		case 22:
			w.Int8Str(int8(n))
			w.Uint8Str(uint8(n))
		case 23:
			w.Int16Str(int16(n))
			w.Uint16Str(uint16(n))
		case 24:
			w.Int32Str(int32(n))
			w.Uint32Str(uint32(n))
		case 25:
			w.Int64Str(n)
			w.Uint64Str(uint64(n))
		case 26:
			w.UintptrStr(uintptr(n))
		default:
			w.String("")
		}
	}
}

// pieces end with the one that only a Writer with HTML escaping writes as easyjson does.
var pieces = []string{
	"", "a", "plain text, longer than a word", "\"", "\\", "\n\r\t", "\x00\x1f\x7f", "<a href='x'>&amp;</a>", "ü", "漢字", "😀", "\u2027\ufffd",
	"\xff", "\xc3", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\u2028\u2029",
}

// TestWriterAgainstEasyjson writes random tokens with both Writers and compares the bytes.
func TestWriterAgainstEasyjson(t *testing.T) {
	for seed := range uint64(4000) {
		ours := &ourwriter.Writer{NoEscapeHTML: seed%2 == 0}
		theirs := &theirwriter.Writer{NoEscapeHTML: seed%2 == 0}
		list := pieces
		if ours.NoEscapeHTML {
			list = pieces[:len(pieces)-1]
		}
		tokens(ours, rand.New(rand.NewPCG(seed, 0)), list)
		tokens(theirs, rand.New(rand.NewPCG(seed, 0)), list)
		if ours.Size() != theirs.Size() {
			t.Errorf("plan %d: %d bytes, want %d", seed, ours.Size(), theirs.Size())
		}
		got, err := ours.BuildBytes()
		want, wantErr := theirs.BuildBytes()
		if err != nil || wantErr != nil || !bytes.Equal(got, want) {
			t.Fatalf("plan %d: %v, %v\n got %q\nwant %q", seed, err, wantErr, got, want)
		}
	}
}

// TestWriterAgainstEncodingJSON checks that strings and floats are written as encoding/json writes them.
func TestWriterAgainstEncodingJSON(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 20000 {
		n := math.Float64frombits(random.Uint64())
		if math.IsNaN(n) || math.IsInf(n, 0) {
			continue
		}
		var text strings.Builder
		for range random.IntN(5) {
			text.WriteString(pieces[random.IntN(len(pieces))])
			text.WriteByte(byte(random.IntN(256)))
		}
		short := math.Float32frombits(random.Uint32()&^(0xff<<23) | random.Uint32N(255)<<23)
		want, err := json.Marshal([]any{n, short, text.String()})
		if err != nil {
			t.Fatal(err)
		}
		var w ourwriter.Writer
		w.RawByte('[')
		w.Float64(n)
		w.RawByte(',')
		w.Float32(short)
		w.RawByte(',')
		w.String(text.String())
		w.RawByte(']')
		if got, err := w.BuildBytes(); err != nil || !bytes.Equal(got, want) {
			t.Fatalf("%v\n got %s\nwant %s", err, got, want)
		}
	}
}

func TestUnsupportedFloatsAreErrors(t *testing.T) {
	for _, n := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		var ours ourwriter.Writer
		var theirs theirwriter.Writer
		ours.Float32Str(float32(n))
		theirs.Float32Str(float32(n))
		if ours.Error == nil || theirs.Error == nil || ours.Error.Error() != theirs.Error.Error() || ours.Size() != 0 {
			t.Errorf("%v: %v, %v", n, ours.Error, theirs.Error)
		}
	}
}

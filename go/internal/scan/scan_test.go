// SPDX-License-Identifier: MIT

package scan

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"testing"
	"unicode/utf8"
)

// first is the reference for the three word tests: it finds the first byte for which special is true.
func first(w uint64, special func(c byte) bool) int {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], w)
	for i, c := range b {
		if special(c) {
			return i
		}
	}
	return 8
}

func notSpace(c byte) bool { return c != ' ' && c != '\t' && c != '\n' && c != '\r' }

func marked(c byte) bool  { return c == '"' || c == '\\' || c < ' ' }
func special(c byte) bool { return marked(c) || c >= 0x80 }
func html(c byte) bool    { return special(c) || c == '<' || c == '>' || c == '&' }

func checkWord(t *testing.T, w uint64) {
	t.Helper()
	for name, x := range map[string]struct {
		got  uint64
		twin func(byte) bool
	}{"Special": {Special(w), special}, "HTML": {HTML.Special(w), html}, "Plain": {Plain.Special(w), special}, "Marked": {Marked(w), marked}, "NotSpace": {NotSpace(w), notSpace}} {
		if got, want := bits.TrailingZeros64(x.got)/8, first(w, x.twin); got != want {
			t.Fatalf("%s(%016x): %d, want %d", name, w, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for c := range uint64(256) {
		for d := range uint64(256) {
			for shift := 0; shift < 56; shift += 24 {
				checkWord(t, 0x6161616161616161&^(0xffff<<shift)|(c|d<<8)<<shift)
				checkWord(t, 0x2020200a20090d20&^(0xffff<<shift)|(c|d<<8)<<shift)
			}
		}
	}
}

// runes is the reference for Runes.
func runes(b []byte, i int, html bool) int {
	for i < len(b) && b[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || html && (r == 0x2028 || r == 0x2029) {
			return i
		}
		i += n
	}
	return i
}

func TestRunes(t *testing.T) {
	var b [12]byte
	copy(b[4:], "abcdefgh")
	for w := range uint32(1 << 24) { // all sequences that begin with a non-ASCII byte; the third and fourth bytes go in steps
		b[0] = byte(w>>16) | 0x80
		b[1] = byte(w >> 8)
		b[2] = byte(w)
		b[3] = byte(w*7) ^ 0x80
		if w&0x7f00 > 0x4000 && w&3 != 0 {
			continue
		}
		if got, want := Runes(b[:8], 0, w&1 == 0), runes(b[:8], 0, w&1 == 0); got != want {
			t.Fatalf("% x: %d, want %d", b[:8], got, want)
		}
	}
}

// firstOf is the reference for both implementations of Run.
func firstOf(b []byte, special func(byte) bool) int {
	for i, c := range b {
		if special(c) {
			return i
		}
	}
	return len(b)
}

func checkRun(t *testing.T, b []byte) {
	t.Helper()
	for _, x := range []struct {
		set  *Set
		twin func(byte) bool
	}{{&Plain, special}, {&HTML, html}} {
		want := firstOf(b, x.twin)
		if got := x.set.Run(b); got != want {
			t.Fatalf("%q: Run %d, want %d", b, got, want)
		}
		if got := x.set.run(b); got != want {
			t.Fatalf("%q: run %d, want %d", b, got, want)
		}
	}
}

func TestRun(t *testing.T) {
	t.Log("32 bytes at a time:", Wide)
	whole := bytes.Repeat([]byte("x"), 300)
	for n := range 140 {
		for from := range 9 {
			b := whole[from : from+n : from+n]
			checkRun(t, b)
			for at := range b {
				for _, c := range []byte{'"', '\\', 0, 31, ' ', '!', 127, 128, 255, '<', '=', '>', '&', '$', '[', ']'} {
					b[at] = c
					checkRun(t, b)
				}
				b[at] = 'x'
			}
		}
	}
	for c := range 256 {
		whole[77] = byte(c)
		checkRun(t, whole)
	}
}

func FuzzScan(f *testing.F) {
	f.Add([]byte("plain \xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80\xed\xa0\x80 \"\\<>&"))
	f.Fuzz(func(t *testing.T, b []byte) {
		checkRun(t, b)
		for i := range b {
			if got, want := Runes(b, i, i&1 == 0), runes(b, i, i&1 == 0); got != want {
				t.Fatalf("% x at %d: %d, want %d", b, i, got, want)
			}
			if i+8 <= len(b) {
				checkWord(t, binary.LittleEndian.Uint64(b[i:]))
			}
		}
	})
}

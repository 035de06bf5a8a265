// SPDX-License-Identifier: MIT

package scan

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// stop returns where Copy stops, found character by character.
func stop(s string, html bool) int {
	for i, r := range s {
		_, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == '"' || r == '\\' || r < ' ', r == utf8.RuneError && n == 1:
			return i
		case html && (r == '<' || r == '>' || r == '&' || r&^1 == 0x2028):
			return i
		}
	}
	return len(s)
}

func checkCopy(t *testing.T, s string) {
	t.Helper()
	for _, table := range []*Table{&PlainText, &HTMLText} {
		want := stop(s, table.html)
		for _, wide := range []bool{false, true} {
			if wide && !Wide {
				continue
			}
			dst := bytes.Repeat([]byte{0xee}, len(s)+33)
			n := 0
			if wide {
				n = table.Stop(s, table.CopyWide(&dst[0], s))
			} else {
				n = table.Stop(s, table.Copy(dst, s))
			}
			if n != want || string(dst[:n]) != s[:n] || dst[len(s)+32] != 0xee {
				t.Errorf("%q, wide %v, html %v: %d, %q; want %d", s, wide, table.html, n, dst[:max(n, 0)], want)
			}
		}
	}
}

// pieces are the parts that test strings are made of: sequences of all kinds, limits, and all kinds of errors.
var pieces = []string{
	"a", "ab", "some text", "\x7f", "\xc2\x80", "ü", "\xdf\xbf", "\xe0\xa0\x80", "日本語", "\xed\x9f\xbf", "\xee\x80\x80", "\ufffd", "\uffff",
	"\U00010000", "😀", "\U0010ffff", "\u2027", "\u202a", "\u00a8", "\u20a8",
	"\"", "\\", "\x00", "\x1f", "\n", "<", ">", "&", "\u2028", "\u2029",
	"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xe0\x9f\xbf", "\xe2\x80", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf0\x9f\x98", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff",
}

func TestCopy(t *testing.T) {
	checkCopy(t, "")
	for c := range 256 {
		for _, at := range []int{0, 1, 15, 16, 31, 32, 33, 63, 64, 70} {
			for _, rest := range []int{0, 1, 3, 31, 32, 33} {
				checkCopy(t, strings.Repeat("x", at)+string([]byte{byte(c)})+strings.Repeat("y", rest))
			}
		}
	}
	for _, p := range pieces {
		for at := range 35 {
			for _, front := range []string{strings.Repeat("x", at), "ü" + strings.Repeat("x", at), strings.Repeat("語", at/3) + "  "[:at%3]} {
				for _, behind := range []string{"", "y", "語", strings.Repeat("y", 40), strings.Repeat("é", 40)} {
					checkCopy(t, front+p+behind)
				}
			}
		}
	}
}

func TestCopyRandom(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 10000 {
		var b strings.Builder
		good := random.IntN(3)
		for range random.IntN(40) {
			if n := random.IntN(len(pieces)); good != 0 && random.IntN(50) != 0 {
				b.WriteString(pieces[n%20])
			} else {
				b.WriteString(pieces[n])
			}
		}
		checkCopy(t, b.String())
	}
}

func FuzzCopy(f *testing.F) {
	for _, p := range pieces {
		f.Add("some text that is longer than a block " + p + " and some more")
	}
	f.Fuzz(func(t *testing.T, s string) { checkCopy(t, s) })
}

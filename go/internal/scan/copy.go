// SPDX-License-Identifier: MIT

package scan

import (
	"math/bits"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// A Table says what Copy stops at: quotes, backslashes and control characters, and HTML's characters or not.
type Table struct {
	low  [16]byte // by the low four bits of a byte, which groups it is in; the assembly has the other half
	html bool     // with U+2028 and U+2029
	set  *Set
}

// The tables for strings as JSON wants them, and as HTML does besides.
var (
	PlainText = Table{[16]byte{1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1}, false, &Plain}
	HTMLText  = Table{[16]byte{1, 1, 3, 1, 1, 1, 3, 1, 1, 1, 1, 1, 13, 1, 9, 1}, true, &HTML}
)

// copy is Copy by words: the twin of the assembly.
func (t *Table) copy(dst []byte, s string) int {
	b, k := mem.Bytes(s), *t.set
	for i := 0; ; {
		for {
			if i >= len(b) {
				return len(b)
			}
			var w uint64
			if i <= len(b)-8 {
				w = mem.Load64(b, i)
			} else {
				w = tail(b, i)
			}
			mem.Store64(dst, i, w)
			if m := k.Special(w); m != 0 {
				i += bits.TrailingZeros64(m) / 8
				break
			}
			i += 8
		}
		if b[i] < utf8.RuneSelf {
			return i
		}
		j := Runes(b, i, t.html)
		if j == i {
			return i
		}
		copy(dst[i:], b[i:j])
		i = j
	}
}

// tail returns the last bytes of b, from i on and fewer than eight, with spaces behind.
func tail(b []byte, i int) uint64 {
	rest := len(b) - i
	var w uint64
	switch {
	case len(b) >= 8:
		w = mem.Load64(b, len(b)-8) >> uint(64-8*rest)
	case rest >= 4:
		w = uint64(mem.Load32(b, i)) | uint64(mem.Load32(b, len(b)-4))>>uint(64-8*rest)<<32
	default:
		for k := len(b) - 1; k >= i; k-- {
			w = w<<8 | uint64(b[k])
		}
	}
	return w | 0x2020202020202020<<uint(8*rest)
}

// locate returns where the sequence begins that is found to be wrong at s[at]; it stands in at most three bytes before.
func (t *Table) locate(s string, at int) int {
	i := max(at-3, 0)
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	for i < at {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 || t.html && r&^1 == 0x2028 {
			break
		}
		i += n
	}
	return i
}

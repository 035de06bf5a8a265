// SPDX-License-Identifier: MIT

package scan

import (
	"math/bits"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// A Table says where Copy stops: at quotes, backslashes and control characters, and optionally at the
// characters that are special in HTML.
type Table struct {
	low  [16]byte // by the low four bits of a byte: the groups it is in; the assembly has the other half
	html bool     // also stop at U+2028 and U+2029
	set  *Set
}

// The tables for strings in plain JSON, and in JSON that is escaped for HTML.
var (
	PlainText = Table{[16]byte{1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 1, 1, 1}, false, &Plain}
	HTMLText  = Table{[16]byte{1, 1, 3, 1, 1, 1, 3, 1, 1, 1, 1, 1, 13, 1, 9, 1}, true, &HTML}
)

// Copy copies s to dst up to the first byte that is special to t, is not part of well-formed UTF-8, or begins
// U+2028 or U+2029 if t has them. It returns the length of what it copied, which is len(s) if there is no such
// byte, or a value that Stop converts to that length. It may write arbitrary bytes after the copy; dst has room
// for len(s)+32 bytes.
//
// It works in words and is the counterpart of CopyWide. The caller chooses between the two, because a function
// that chooses would cost another call.
func (t *Table) Copy(dst []byte, s string) int {
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

// tail returns the last bytes of b from i, fewer than eight, padded with spaces.
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

// Stop returns the length that Copy or CopyWide copied; n is what they returned. If n is negative, its
// complement is the position where a sequence was found to be invalid; the sequence begins at most three bytes
// earlier.
func (t *Table) Stop(s string, n int) int {
	if n >= 0 {
		return n
	}
	at := ^n
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

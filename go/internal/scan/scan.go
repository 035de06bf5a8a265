// SPDX-License-Identifier: MIT

// Package scan looks at text a word at a time. It finds the bytes that end a plain run in a JSON string, checks
// for well-formed UTF-8, and reads escapes. It holds no state, and all it knows about JSON is which bytes are
// special.
package scan

import (
	"math/bits"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/mem"
)

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
	lows  = 0x7f7f7f7f7f7f7f7f
)

// Special sets the high bit in the first byte of w that ends a plain run: a quote, a backslash, a control
// character or a byte that is not ASCII. Bytes after that one may be marked wrongly: a subtraction borrows only
// from bytes after a marked one.
func Special(w uint64) uint64 {
	return (((w ^ '"'*ones) - ones) | ((w ^ '\\'*ones) - ones) | (w - ' '*ones) | w) & highs
}

// A Set describes the bytes that end a plain run as two pairs. The bytes of a pair differ in one bit, which is set
// before the comparison.
type Set struct{ or1, is1, or2, is2 uint64 }

// Plain is the Set whose Special equals the function Special.
var Plain = Set{0, '"' * ones, 0, '\\' * ones}

// HTML adds <, > and &: " and & are one pair, < and > the other.
var HTML = Set{4 * ones, '&' * ones, 2 * ones, '>' * ones}

// Special sets the high bit in the first byte of w that is in the set, a backslash, a control character or not
// ASCII; see the function Special.
func (k *Set) Special(w uint64) uint64 {
	return ((((w | k.or1) ^ k.is1) - ones) | (((w | k.or2) ^ k.is2) - ones) | ((w ^ '\\'*ones) - ones) | (w - ' '*ones) | w) & highs
}

// run is Run by words, the counterpart of the assembly.
func (k *Set) run(b []byte) int {
	i := 0
	for ; i <= len(b)-8; i += 8 {
		if m := k.Special(mem.Load64(b, i)); m != 0 {
			return i + bits.TrailingZeros64(m)/8
		}
	}
	for ; i < len(b); i++ {
		if k.Special(uint64(b[i])|0x2020202020202000) != 0 {
			break
		}
	}
	return i
}

// Marked sets the high bit in the first byte of w that is a quote, a backslash or a control character; bytes
// that are not ASCII are plain. Bytes after that one may be marked wrongly.
func Marked(w uint64) uint64 {
	q, s := w^'"'*ones, w^'\\'*ones
	return (((q - ones) &^ q) | ((s - ones) &^ s) | ((w - ' '*ones) &^ w)) & highs
}

// NotSpace sets the high bit in each byte of w that is not a space, tab, line feed or carriage return. Tab and
// carriage return are matched as a pair.
func NotSpace(w uint64) uint64 {
	x, y, z := w^' '*ones, (w|4*ones)^'\r'*ones, w^'\n'*ones
	return ((x&lows + lows) | x) & ((y&lows + lows) | y) & ((z&lows + lows) | z) & highs
}

// Runes skips well-formed UTF-8 from b[i] up to an ASCII byte, an ill-formed sequence or the end; with html
// also up to U+2028 or U+2029.
func Runes(b []byte, i int, html bool) int {
	for i <= len(b)-4 {
		w := mem.Load32(b, i)
		switch {
		case w&0xc0c0f0 == 0x8080e0:
			if t := w & 0x200f; t == 0 || t == 0x200d { // overlong, a surrogate
				return i
			}
			if html && w&0xfeffff == 0xa880e2 {
				return i
			}
			i += 3
		case w&0xc0e0 == 0x80c0:
			if w&0x1e == 0 { // overlong
				return i
			}
			i += 2
		case w&0xc0c0c0f8 == 0x808080f0:
			if t := w & 0x3007; t == 0 || t&7 > 4 || t&7 == 4 && t > 7 { // overlong, beyond U+10FFFF
				return i
			}
			i += 4
		default:
			return i
		}
	}
	for i < len(b) && b[i] >= utf8.RuneSelf {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 || html && r&^1 == 0x2028 {
			break
		}
		i += n
	}
	return i
}

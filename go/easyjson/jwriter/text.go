// SPDX-License-Identifier: MIT

package jwriter

import (
	"math"
	"strconv"
	"unicode/utf8"
)

// This file owns the text of strings and floats; what it appends is what encoding/json writes for the same value.

const hexDigits = "0123456789abcdef"

// escape says how an ASCII byte is written in a string: 0 as it is, 'u' as \u00XX, else as \ and the letter.
// In html, <, > and & are 'u'.
var plainEscape, htmlEscape = escapeTables()

func escapeTables() (plain, html [utf8.RuneSelf]byte) {
	for c := range ' ' {
		plain[c] = 'u'
	}
	for c, letter := range map[byte]byte{'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't'} {
		plain[c] = letter
	}
	html = plain
	html['<'], html['>'], html['&'] = 'u', 'u', 'u'
	return plain, html
}

// appendQuoted appends s as a JSON string.
func appendQuoted[Text string | []byte](dst []byte, s Text, escapeHTML bool) []byte {
	table := &plainEscape
	if escapeHTML {
		table = &htmlEscape
	}
	dst = append(dst, '"')
	done := 0 // s[:done] is in dst
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if how := table[c]; how != 0 {
				dst = appendEscape(append(dst, s[done:i]...), c, how)
				done = i + 1
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
		if r == utf8.RuneError && size == 1 {
			dst = append(append(dst, s[done:i]...), `\ufffd`...)
			done = i + size
		} else if r == '\u2028' || r == '\u2029' { // line ends to JavaScript
			dst = append(append(dst, s[done:i]...), `\u202`...)
			dst = append(dst, hexDigits[r&0xf])
			done = i + size
		}
		i += size
	}
	dst = append(dst, s[done:]...)
	return append(dst, '"')
}

func appendEscape(dst []byte, c, how byte) []byte {
	if how == 'u' {
		return append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&0xf])
	}
	return append(dst, '\\', how)
}

// appendFloat appends the shortest text that reads back as n, a finite float of so many bits: without an exponent
// from 1e-6 up to 1e21, as JavaScript does it (ECMA-262, Number::toString), but -0 keeps its sign.
func appendFloat(dst []byte, n float64, bits int) []byte {
	format := byte('f')
	if abs := math.Abs(n); abs != 0 {
		small, large := abs < 1e-6, abs >= 1e21
		if bits == 32 {
			small, large = float32(abs) < 1e-6, float32(abs) >= 1e21
		}
		if small || large {
			format = 'e'
		}
	}
	start := len(dst)
	dst = strconv.AppendFloat(dst, n, format, -1, bits)
	// strconv writes at least two digits of exponent, JavaScript as many as needed: e-09 becomes e-9.
	if n := len(dst); format == 'e' && n-start >= 4 && dst[n-4] == 'e' && dst[n-3] == '-' && dst[n-2] == '0' {
		dst[n-2] = dst[n-1]
		dst = dst[:n-1]
	}
	return dst
}

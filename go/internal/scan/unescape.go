// SPDX-License-Identifier: MIT

package scan

import (
	"unicode/utf16"
	"unicode/utf8"
)

// This file reads the escapes in strings.

// HexValue returns the value of a hexadecimal digit, more than 15 for any other byte.
func HexValue(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c && c <= 'f':
		return c - 'a' + 10
	case 'A' <= c && c <= 'F':
		return c - 'A' + 10
	}
	return 0xff
}

// Hex4 returns the value of the four hexadecimal digits at the start of b, or -1.
func Hex4(b []byte) rune {
	if len(b) < 4 {
		return -1
	}
	r := rune(0)
	for _, c := range b[:4] {
		x := HexValue(c)
		if x > 15 {
			return -1
		}
		r = r<<4 | rune(x)
	}
	return r
}

// AppendUnescaped appends the value of raw, the well-formed text between the quotes of a string. Each lone
// surrogate and each invalid byte becomes U+FFFD, as in encoding/json.
func AppendUnescaped(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		j := i + Plain.Run(raw[i:])
		dst = append(dst, raw[i:j]...)
		if i = j; i == len(raw) {
			break
		}
		switch c := raw[i]; {
		case c >= utf8.RuneSelf:
			if j = Runes(raw, i, false); j == i {
				dst = append(dst, "\ufffd"...)
				j++
			} else {
				dst = append(dst, raw[i:j]...)
			}
			i = j
		case c != '\\':
			dst = append(dst, c)
			i++
		case raw[i+1] == 'u':
			r := Hex4(raw[i+2:])
			i += 6
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if i+6 <= len(raw) && raw[i] == '\\' && raw[i+1] == 'u' {
					low = Hex4(raw[i+2:])
				}
				if r = utf16.DecodeRune(r, low); r != utf8.RuneError {
					i += 6
				}
			}
			dst = utf8.AppendRune(dst, r)
		default:
			dst = append(dst, Escapes[raw[i+1]])
			i += 2
		}
	}
	return dst
}

// Escapes maps the character after a backslash to the character it stands for, or 0 if the two are not an
// escape.
var Escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

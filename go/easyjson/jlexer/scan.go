// SPDX-License-Identifier: MIT

package jlexer

import (
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// This file owns the reading of text without a Lexer's state: functions of a text and an offset.

// fault is what is wrong with a text.
type fault byte

const (
	noFault fault = iota
	unterminated
	controlCharacter
	badEscape
	badSyntax
	tooDeep
)

// alias returns b as a string without copying: the string changes with b.
func alias(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// scanString finds the end of a string whose opening quote is before pos: the offset of its closing quote, or of
// the byte at fault (of a bad escape, its backslash). encoded says that the text between is not what the string holds.
func scanString(data []byte, pos int) (end int, encoded bool, _ fault) {
	for pos < len(data) {
		switch c := data[pos]; {
		case c == '"':
			return pos, encoded, noFault
		case c == '\\':
			n := escapeSize(data[pos:])
			if n == 0 {
				if isCut(data[pos:]) {
					return len(data), true, unterminated
				}
				return pos, true, badEscape
			}
			encoded = true
			pos += n
		case c < ' ':
			return pos, encoded, controlCharacter
		case c < utf8.RuneSelf:
			pos++
		default:
			r, n := utf8.DecodeRune(data[pos:])
			encoded = encoded || r == utf8.RuneError && n == 1
			pos += n
		}
	}
	return len(data), encoded, unterminated
}

// escapeSize returns the length of the escape that data begins with, 0 if it is none.
func escapeSize(data []byte) int {
	if len(data) < 2 {
		return 0
	}
	switch data[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if hex4(data) >= 0 {
			return 6
		}
	}
	return 0
}

// isCut says whether data is the start of an escape and nothing more.
func isCut(data []byte) bool {
	if len(data) < 2 {
		return true
	}
	if data[1] != 'u' || len(data) >= 6 {
		return false
	}
	const zeros = `\u0000`
	return hex4([]byte(string(data)+zeros[len(data):])) >= 0
}

// hex4 returns the code unit of the escape \uXXXX that data begins with, -1 if it is none.
func hex4(data []byte) rune {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return -1
	}
	unit := rune(0)
	for _, c := range data[2:6] {
		digit := rune(c)
		switch {
		case '0' <= c && c <= '9':
			digit -= '0'
		case 'a' <= c && c <= 'f':
			digit -= 'a' - 10
		case 'A' <= c && c <= 'F':
			digit -= 'A' - 10
		default:
			return -1
		}
		unit = unit<<4 | digit
	}
	return unit
}

// unescape returns what the text of a string, which scanString has accepted, stands for. Bytes that are not UTF-8 and
// halves of surrogate pairs become U+FFFD.
func unescape(text []byte) []byte {
	out := make([]byte, 0, len(text))
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRune(text[i:])
			out = utf8.AppendRune(out, r)
			i += n
		case c != '\\':
			out = append(out, c)
			i++
		case text[i+1] == 'u':
			r := hex4(text[i:])
			i += 6
			if utf16.IsSurrogate(r) {
				pair := utf16.DecodeRune(r, hex4(text[i:]))
				if pair != utf8.RuneError {
					i += 6
				}
				r = pair
			}
			out = utf8.AppendRune(out, r)
		default:
			out = append(out, plainEscape(text[i+1]))
			i += 2
		}
	}
	return out
}

// plainEscape returns what a backslash and c stand for.
func plainEscape(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}

// scanNumber finds the end of a number that begins at pos, or the offset of the byte that makes it none.
func scanNumber(data []byte, pos int) (end int, ok bool) {
	if pos < len(data) && data[pos] == '-' {
		pos++
	}
	if pos < len(data) && data[pos] == '0' {
		pos++
	} else if pos, ok = scanDigits(data, pos); !ok {
		return pos, false
	}
	if pos < len(data) && data[pos] == '.' {
		if pos, ok = scanDigits(data, pos+1); !ok {
			return pos, false
		}
	}
	if pos < len(data) && data[pos]|0x20 == 'e' {
		pos++
		if pos < len(data) && (data[pos] == '+' || data[pos] == '-') {
			pos++
		}
		if pos, ok = scanDigits(data, pos); !ok {
			return pos, false
		}
	}
	return pos, true
}

// scanDigits passes over one or more digits.
func scanDigits(data []byte, pos int) (end int, ok bool) {
	for end = pos; end < len(data) && '0' <= data[end] && data[end] <= '9'; end++ {
	}
	return end, end > pos
}

// SPDX-License-Identifier: MIT

package jlexer

import "github.com/fleece-json/fleece/go/internal/scan"

// This file scans strings without using a Lexer's state: its functions take a text and an offset. The runtime
// finds the plain parts.

// fault is a kind of error in a string.
type fault byte

const (
	noFault fault = iota
	unterminated
	controlCharacter
	badEscape
)

// scanString finds the end of a string whose opening quote is before pos. It returns the offset of the closing
// quote, or of the first invalid byte (of a bad escape, its backslash). encoded reports that the text between
// the quotes differs from the string's value.
func scanString(data []byte, pos int) (end int, encoded bool, _ fault) {
	for {
		pos += scan.Plain.Run(data[pos:])
		if pos == len(data) {
			return pos, encoded, unterminated
		}
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
		default:
			next := scan.Runes(data, pos, false)
			if next == pos { // an invalid UTF-8 byte
				encoded = true
				next++
			}
			pos = next
		}
	}
}

// escapeSize returns the length of the escape at the start of data, or 0 if there is none.
func escapeSize(data []byte) int {
	if len(data) < 2 {
		return 0
	}
	switch data[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if scan.Hex4(data[2:]) >= 0 {
			return 6
		}
	}
	return 0
}

// isCut reports whether data is a truncated escape and nothing more.
func isCut(data []byte) bool {
	if len(data) < 2 {
		return true
	}
	if data[1] != 'u' || len(data) >= 6 {
		return false
	}
	const zeros = "0000"
	return scan.Hex4([]byte(string(data[2:])+zeros[len(data)-2:])) >= 0
}

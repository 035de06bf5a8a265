// SPDX-License-Identifier: MIT

package jlexer

import "github.com/fleece-json/fleece/go/internal/num"

// This file reads the tokens that have text. Each one is checked completely when it is fetched, whether or not
// its value is requested.

// fetchString reads a string; pos is at its opening quote.
func (r *Lexer) fetchString() {
	end, encoded, fault := scanString(r.Data, r.pos+1)
	switch fault {
	case noFault:
		r.text, r.encoded = r.Data[r.pos+1:end], encoded
		r.kind = TokenString
		r.pos = end + 1
	case badEscape:
		r.badEscape(end)
	case controlCharacter:
		r.pos = end
		r.parseError("control character in string literal")
	default:
		r.pos = len(r.Data)
		r.parseError("unterminated string literal")
	}
}

// badEscape reports the invalid escape at offset at. As in easyjson, the error is placed after the end of the
// string, and an unterminated string is reported as such.
func (r *Lexer) badEscape(at int) {
	reason := "incorrectly escaped bytes"
	if at+1 < len(r.Data) && r.Data[at+1] == 'u' {
		reason = `incorrectly escaped \uXXXX sequence`
	}
	for r.pos = at; r.pos < len(r.Data); r.pos++ {
		switch r.Data[r.pos] {
		case '\\':
			r.pos++
		case '"':
			r.pos++
			r.parseError(reason)
			return
		}
	}
	r.pos = len(r.Data)
	r.parseError("unterminated string literal")
}

// fetchNumber reads a number; pos is at its first byte.
func (r *Lexer) fetchNumber() {
	end, ok := num.Scan(r.Data, r.pos)
	begin := r.pos
	r.pos = end
	if !ok || !r.atEnd() {
		r.syntaxError()
		return
	}
	r.text = r.Data[begin:end]
	r.kind = TokenNumber
}

// fetchLiteral reads the word literal.
func (r *Lexer) fetchLiteral(literal string, kind TokenKind) {
	begin := r.pos
	end := begin + len(literal)
	if end > len(r.Data) || string(r.Data[begin:end]) != literal {
		r.syntaxError()
		return
	}
	r.pos = end
	if !r.atEnd() {
		r.pos = begin
		r.syntaxError()
		return
	}
	r.kind = kind
}

// atEnd reports whether a number or word may end at pos.
func (r *Lexer) atEnd() bool {
	if r.pos == len(r.Data) {
		return true
	}
	switch r.Data[r.pos] {
	case ' ', '\t', '\r', '\n', '{', '}', '[', ']', ',', ':':
		return true
	}
	return false
}

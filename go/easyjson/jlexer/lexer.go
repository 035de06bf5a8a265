// SPDX-License-Identifier: MIT

// Package jlexer reads JSON token by token, for callers that know what to expect.
//
// It has the exported names of github.com/mailru/easyjson/jlexer and reports the same errors at the same
// offsets, but it accepts only what RFC 8259 allows. docs/guides/migrating-from-easyjson.md lists the
// differences.
//
// A caller reads a value by its type (Int, String, Raw …) or looks ahead (IsNull, IsDelim, CurrentToken). It
// announces separators before they are read: WantColon after a member's name, WantComma after every element and
// member.
// separators by announcing them: WantColon after a member's name, WantComma after every element and member.
package jlexer

import "io"

// TokenKind is the kind of a token.
type TokenKind byte

const (
	TokenUndef  TokenKind = iota // none: nothing fetched, or an error
	TokenDelim                   // one of { } [ ]
	TokenString                  // a string
	TokenNumber                  // a number
	TokenBool                    // true or false
	TokenNull                    // null
)

// maxDepth is how deep arrays and objects may nest, so that the caller's recursion can't exhaust the stack.
const maxDepth = 10000

// Lexer reads one JSON text. Set Data and begin. Two goroutines must not use a Lexer at once. The methods named
// Unsafe and Raw return memory of Data, which mustn't change while that memory is in use.
type Lexer struct {
	Data []byte // The text.

	start int // where the current token begins
	pos   int // where the rest begins: after the current token, if there is one

	kind    TokenKind // of the current token; TokenUndef if it has been consumed
	delim   byte      // the current token, if its kind is TokenDelim, else 0
	encoded bool      // the current token is a string whose text differs from its value: it has escapes, or bytes that are not UTF-8
	text    []byte    // the current token if it is a number; the text between its quotes if it is a string

	first bool // nothing has been read yet from the innermost open array or object
	want  byte // the separator that must come before the next token, or 0
	depth int  // number of open arrays and objects

	UseMultipleErrors bool // Record type mismatches for GetNonFatalErrors and continue.
	fatal             error
	nonfatal          []*LexerError
}

// FetchToken reads the next token and makes it the current one. At the end of Data the error is io.EOF.
func (r *Lexer) FetchToken() {
	r.kind, r.delim = TokenUndef, 0
	if r.fatal != nil {
		return
	}
	c, found := r.seek()
	if !found {
		return
	}
	if r.want != 0 && c != '}' && c != ']' {
		r.syntaxError()
		return
	}
	switch c {
	case '"':
		r.fetchString()
	case '{', '[':
		r.open(c)
	case '}', ']':
		r.close(c)
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		r.fetchNumber()
	case 'n':
		r.fetchLiteral("null", TokenNull)
	case 't':
		r.fetchLiteral("true", TokenBool)
	case 'f':
		r.fetchLiteral("false", TokenBool)
	default:
		r.syntaxError()
	}
}

// seek advances to the next byte that is neither white space nor the expected separator, and returns it.
func (r *Lexer) seek() (c byte, found bool) {
	for pos := r.pos; pos < len(r.Data); pos++ {
		c = r.Data[pos]
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		case ',', ':':
			if c == r.want {
				r.want = 0
				continue
			}
		}
		r.pos, r.start = pos, pos
		return c, true
	}
	r.pos, r.start = len(r.Data), len(r.Data)
	r.fatal = io.EOF
	return 0, false
}

func (r *Lexer) open(c byte) {
	if r.depth == maxDepth {
		r.parseError("exceeded max depth")
		return
	}
	r.depth++
	r.first = true
	r.kind, r.delim = TokenDelim, c
	r.pos++
}

func (r *Lexer) close(c byte) {
	if !r.first && r.want != ',' {
		r.syntaxError()
		return
	}
	if r.depth > 0 {
		r.depth--
	}
	r.want = 0
	r.kind, r.delim = TokenDelim, c
	r.pos++
}

// look makes sure that there is a current token, and reports whether it succeeded.
func (r *Lexer) look() bool {
	if r.kind == TokenUndef {
		r.FetchToken()
	}
	return r.fatal == nil
}

// consume makes the next look fetch another token.
func (r *Lexer) consume() {
	r.kind, r.delim = TokenUndef, 0
}

// CurrentToken returns the kind of the current token, or TokenUndef after an error.
func (r *Lexer) CurrentToken() TokenKind {
	if !r.look() {
		return TokenUndef
	}
	return r.kind
}

// IsDelim reports whether the current token is the delimiter c. It also returns true after an error, so that a
// loop that waits for c ends.
func (r *Lexer) IsDelim(c byte) bool {
	return !r.look() || r.delim == c
}

// IsNull reports whether the current token is null.
func (r *Lexer) IsNull() bool {
	return r.look() && r.kind == TokenNull
}

// Delim consumes the delimiter c; anything else is an error.
func (r *Lexer) Delim(c byte) {
	if r.look() && r.delim == c {
		r.consume()
		return
	}
	r.mismatch(string([]byte{c}))
}

// Null consumes null; anything else is an error.
func (r *Lexer) Null() {
	if r.look() && r.kind == TokenNull {
		r.consume()
		return
	}
	r.mismatch("null")
	r.consume()
}

// Skip consumes one token of any kind.
func (r *Lexer) Skip() {
	r.look()
	r.consume()
}

// WantComma requires a comma before the next token, unless that token closes the array or object.
func (r *Lexer) WantComma() {
	r.want, r.first = ',', false
}

// WantColon requires a colon before the next token.
func (r *Lexer) WantColon() {
	r.want, r.first = ':', false
}

// IsStart reports whether nothing has been read yet.
func (r *Lexer) IsStart() bool {
	return r.pos == 0
}

// GetPos returns the offset of the first byte that has not been read. A token that was looked at counts as
// read.
func (r *Lexer) GetPos() int {
	return r.pos
}

// Consumed requires that only white space is left.
func (r *Lexer) Consumed() {
	if r.fatal != nil {
		return
	}
	for ; r.pos < len(r.Data); r.pos++ {
		switch c := r.Data[r.pos]; c {
		case ' ', '\t', '\r', '\n':
			r.start++
		default:
			r.fatal = &LexerError{
				Reason: "invalid character '" + string(rune(c)) + "' after top-level value",
				Offset: r.pos,
				Data:   string(r.Data[r.pos:]),
			}
			return
		}
	}
}

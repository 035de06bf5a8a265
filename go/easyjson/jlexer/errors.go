// SPDX-License-Identifier: MIT

package jlexer

import "fmt"

// This file handles errors. A syntax error is fatal: the first one is kept, and nothing more is read. A type
// mismatch is fatal, too, unless UseMultipleErrors is set. In that case the value is skipped, the mismatch is
// recorded, and reading continues.

// LexerError says what is wrong, and where.
type LexerError struct {
	Reason string
	Offset int    // in bytes from the start of Data
	Data   string // an excerpt that shows the place
}

func (l *LexerError) Error() string {
	return fmt.Sprintf("parse error: %s near offset %d of '%s'", l.Reason, l.Offset, l.Data)
}

// excerptSize is the number of bytes above which an excerpt is shortened.
const excerptSize = 13

// Ok reports whether there has been no fatal error. Reaching the end of Data is a fatal error.
func (r *Lexer) Ok() bool {
	return r.fatal == nil
}

// Error returns the fatal error: a *LexerError, io.EOF, or the argument of AddError.
func (r *Lexer) Error() error {
	return r.fatal
}

// GetNonFatalErrors returns the errors that UseMultipleErrors recorded, in text order.
func (r *Lexer) GetNonFatalErrors() []*LexerError {
	return r.nonfatal
}

// AddError makes e the fatal error, unless there already is one.
func (r *Lexer) AddError(e error) {
	if r.fatal == nil {
		r.fatal = e
	}
}

// AddNonFatalError reports e at the token read last. With UseMultipleErrors it is recorded; otherwise it is
// fatal.
func (r *Lexer) AddNonFatalError(e error) {
	r.report(&LexerError{
		Reason: e.Error(),
		Offset: r.start,
		Data:   string(r.Data[r.start:r.pos]),
	})
}

// report records e, unless the last recorded error is at the same offset. Without UseMultipleErrors, e is
// fatal.
func (r *Lexer) report(e *LexerError) {
	if !r.UseMultipleErrors {
		r.AddError(e)
		return
	}
	if n := len(r.nonfatal); n > 0 && r.nonfatal[n-1].Offset == e.Offset {
		return
	}
	r.nonfatal = append(r.nonfatal, e)
}

// parseError ends reading with an error at pos.
func (r *Lexer) parseError(reason string) {
	if r.fatal != nil {
		return
	}
	near := string(r.Data) // a short rest says little without its context
	if len(r.Data)-r.pos > excerptSize {
		near = string(r.Data[r.pos:r.pos+excerptSize-3]) + "..."
	}
	r.fatal = &LexerError{Reason: reason, Offset: r.pos, Data: near}
}

func (r *Lexer) syntaxError() {
	r.parseError("syntax error")
}

// mismatch reports that the current token is not what was expected. With UseMultipleErrors it skips the value.
// If an array or object was expected, the closing delimiter becomes the current token, so the caller sees an
// empty one.
func (r *Lexer) mismatch(expected string) {
	if r.fatal != nil {
		return
	}
	reason := "expected " + expected
	if !r.UseMultipleErrors {
		r.fatal = &LexerError{Reason: reason, Offset: r.pos, Data: r.excerpt()}
		return
	}
	r.unread()
	r.SkipRecursive()
	switch expected {
	case "[":
		r.kind, r.delim = TokenDelim, ']'
	case "{":
		r.kind, r.delim = TokenDelim, '}'
	}
	r.report(&LexerError{Reason: reason, Offset: r.start, Data: string(r.Data[r.start:r.pos])})
}

// unread goes back to before the current token.
func (r *Lexer) unread() {
	switch r.delim {
	case '{', '[':
		r.depth--
	case '}', ']':
		r.depth++
	}
	r.pos = r.start
	r.consume()
}

// excerpt returns the start of the current token, or of the text between its quotes if it is a string.
func (r *Lexer) excerpt() string {
	token := r.Data[r.start:r.pos]
	if r.kind == TokenString {
		token = r.text
	}
	if len(token) > excerptSize {
		return string(token[:excerptSize-3]) + "..."
	}
	return string(token)
}

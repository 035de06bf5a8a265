// SPDX-License-Identifier: MIT

package jlexer

import (
	"errors"

	"github.com/fleece-json/fleece/go/rt"
)

// This file handles values that are skipped or returned unparsed. The runtime checks them like all others.

// SkipRecursive consumes a value: a whole array or object, or one token.
func (r *Lexer) SkipRecursive() {
	r.look()
	switch r.delim {
	case '{', '[':
		r.skipContainer()
	default:
		r.consume()
	}
}

// skipContainer consumes the rest of the array or object whose opening delimiter is the current token. start
// remains at that delimiter.
func (r *Lexer) skipContainer() {
	d := rt.NewDecoder(r.Data[r.start:], rt.MaxDepth(maxDepth-r.depth+1))
	end := d.Skip(0)
	err := d.Err()
	d.Free()
	r.depth--
	r.consume()
	if err == nil {
		r.pos = r.start + end
		return
	}
	var at *rt.Error // always true: no user code ran
	errors.As(err, &at)
	r.pos = r.start + int(at.Offset)
	switch at.Code {
	case rt.END:
		r.fatal = &LexerError{Reason: "EOF reached while skipping array/object or token", Offset: r.pos}
	case rt.DEPTH:
		r.parseError("exceeded max depth")
	default:
		r.parseError("skipped array/object json value is invalid")
	}
}

// Raw consumes a value and returns its text, which is memory of Data, or nil after an error.
func (r *Lexer) Raw() []byte {
	r.SkipRecursive()
	if r.fatal != nil {
		return nil
	}
	return r.Data[r.start:r.pos]
}

// SPDX-License-Identifier: MIT

package jlexer

// This file owns values that are passed over, or taken as they stand. They are checked like all others.

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

// skipContainer consumes what follows the opening delimiter that is the current token. start stays at that.
func (r *Lexer) skipContainer() {
	end, fault := skipValue(r.Data, r.start, maxDepth-r.depth+1)
	r.pos = end
	r.depth--
	r.consume()
	switch fault {
	case noFault:
	case unterminated:
		r.fatal = &LexerError{Reason: "EOF reached while skipping array/object or token", Offset: end}
	case tooDeep:
		r.parseError("exceeded max depth")
	default:
		r.parseError("skipped array/object json value is invalid")
	}
}

// Raw consumes a value and returns its text, which is memory of Data; nil after an error.
func (r *Lexer) Raw() []byte {
	r.SkipRecursive()
	if r.fatal != nil {
		return nil
	}
	return r.Data[r.start:r.pos]
}

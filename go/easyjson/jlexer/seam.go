// SPDX-License-Identifier: MIT

package jlexer

import "github.com/fleece-json/fleece/go/easyjson/internal/seam"

func init() {
	seam.Consume = func(lexer any) {
		r := lexer.(*Lexer)
		r.consume()
		r.start, r.pos = len(r.Data), len(r.Data)
	}
}

// SPDX-License-Identifier: MIT

package fleece

import (
	"math/bits"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// A scanner finds the end of a value that arrives in pieces. It rejects only what would make it read on in
// vain: the value is decoded, and thereby checked, afterwards. It reads each byte once.
type scanner struct {
	limit Options
	depth int
	state scanState
}

type scanState uint8

const (
	scanStart  scanState = iota
	scanScalar           // in a number or a word
	scanString
	scanEscape // after a backslash
	scanInside // in an array or object, outside strings
)

// next returns how many bytes of b belong to the value, and whether it ends there.
func (s *scanner) next(b []byte) (int, bool) {
	i := 0
	for i < len(b) {
		c := b[i]
		switch s.state {
		case scanStart:
			switch c {
			case '"':
				s.state = scanString
			case '{', '[':
				s.state, s.depth = scanInside, 1
			default:
				s.state = scanScalar
			}
			i++
		case scanScalar:
			switch c {
			case ' ', '\t', '\r', '\n', ',', ']', '}':
				return i, true
			}
			if !scalarByte(c) {
				return i + 1, true // invalid; the decoder will report it
			}
			i++
		case scanString:
			for i+8 <= len(b) {
				m := scan.Marked(mem.Load64(b, i))
				i += bits.TrailingZeros64(m) / 8
				if m != 0 {
					break
				}
			}
			if i >= len(b) {
				continue
			}
			c = b[i]
			i++
			switch {
			case c == '"':
				if s.depth == 0 {
					return i, true
				}
				s.state = scanInside
			case c == '\\':
				s.state = scanEscape
			case c < ' ':
				return i, true // invalid
			}
		case scanEscape:
			s.state = scanString
			i++
		case scanInside:
			i++
			switch c {
			case '"':
				s.state = scanString
			case '{', '[':
				if s.depth++; s.depth > s.limit.Depth() {
					return i, true // too deep
				}
			case '}', ']':
				if s.depth--; s.depth == 0 {
					return i, true
				}
			}
		}
	}
	return i, false
}

func scalarByte(c byte) bool {
	return c-'0' <= 9 || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '-' || c == '+' || c == '.'
}

// SPDX-License-Identifier: MIT

package jlexer

// This file owns the check of a whole array or object without reading values. It keeps one bit for each that is open,
// so that its stack is its own.

// openSet says of each nesting level whether it is an object.
type openSet [maxDepth/64 + 1]uint64

func (s *openSet) set(level int, object bool) {
	bit := uint64(1) << (level % 64)
	if object {
		s[level/64] |= bit
	} else {
		s[level/64] &^= bit
	}
}

func (s *openSet) isObject(level int) bool {
	return s[level/64]>>(level%64)&1 != 0
}

// skipValue checks the array or object that begins at pos, which may nest up to limit levels, itself included. It returns
// the offset after it, or that of the byte at fault.
func skipValue(data []byte, pos, limit int) (end int, _ fault) {
	var objects openSet
	level := -1 // of the innermost that is open
	for {
		// Here a value must begin.
		pos = skipSpace(data, pos)
		if pos == len(data) {
			return pos, unterminated
		}
		switch c := data[pos]; c {
		case '{', '[':
			if level+1 == limit {
				return pos, tooDeep
			}
			level++
			objects.set(level, c == '{')
			pos = skipSpace(data, pos+1)
			if pos < len(data) && data[pos] == c+2 { // ']' and '}' are two after '[' and '{'
				pos++
				level--
				break
			}
			if c == '{' {
				var f fault
				if pos, f = skipName(data, pos); f != noFault {
					return pos, f
				}
			}
			continue
		default:
			var f fault
			if pos, f = skipScalar(data, pos); f != noFault {
				return pos, f
			}
		}
		// Here a value has ended: close what ends here, up to the next comma.
		for {
			if level < 0 {
				return pos, noFault
			}
			pos = skipSpace(data, pos)
			if pos == len(data) {
				return pos, unterminated
			}
			object := objects.isObject(level)
			if c := data[pos]; c == ',' {
				pos++
				if object {
					var f fault
					if pos, f = skipName(data, skipSpace(data, pos)); f != noFault {
						return pos, f
					}
				}
				break
			} else if object && c != '}' || !object && c != ']' {
				return pos, badSyntax
			}
			pos++
			level--
		}
	}
}

// skipName passes over a member's name and its colon.
func skipName(data []byte, pos int) (end int, f fault) {
	if pos == len(data) {
		return pos, unterminated
	}
	if data[pos] != '"' {
		return pos, badSyntax
	}
	if pos, _, f = scanString(data, pos+1); f != noFault {
		return pos, f
	}
	pos = skipSpace(data, pos+1)
	if pos == len(data) {
		return pos, unterminated
	}
	if data[pos] != ':' {
		return pos, badSyntax
	}
	return pos + 1, noFault
}

// skipScalar passes over a string, number or word.
func skipScalar(data []byte, pos int) (end int, f fault) {
	switch c := data[pos]; c {
	case '"':
		if pos, _, f = scanString(data, pos+1); f != noFault {
			return pos, f
		}
		return pos + 1, noFault
	case 'n':
		return skipWord(data, pos, "null")
	case 't':
		return skipWord(data, pos, "true")
	case 'f':
		return skipWord(data, pos, "false")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		end, ok := scanNumber(data, pos)
		if ok {
			return end, noFault
		}
		if end == len(data) {
			return end, unterminated
		}
		return end, badSyntax
	}
	return pos, badSyntax
}

func skipWord(data []byte, pos int, word string) (end int, f fault) {
	for i := range len(word) {
		if pos+i == len(data) {
			return pos + i, unterminated
		}
		if data[pos+i] != word[i] {
			return pos + i, badSyntax
		}
	}
	return pos + len(word), noFault
}

// skipSpace returns the offset of the next byte that is not white space.
func skipSpace(data []byte, pos int) int {
	for ; pos < len(data); pos++ {
		switch data[pos] {
		case ' ', '\t', '\r', '\n':
		default:
			return pos
		}
	}
	return pos
}

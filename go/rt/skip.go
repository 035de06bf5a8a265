// SPDX-License-Identifier: MIT

package rt

import (
	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
)

// Skip skips the value at i, of any kind, and checks it as strictly as a value that is read.
func (d *Decoder) Skip(i int) int {
	depth := d.depth
	var room [64]byte
	open := room[:0] // the closing brackets that are still expected
	for {
		if i >= len(d.data) {
			return d.end(i)
		}
		switch c := d.data[i]; c {
		case '"':
			i, _ = d.scanString(i + 1)
			if i != failed {
				i++
			}
		case '{', '[':
			if depth == len(open) {
				return d.fail(DEPTH, i)
			}
			j := d.space(i + 1)
			if j >= len(d.data) {
				return d.end(j)
			}
			if d.data[j] == c+2 {
				i = j + 1
				break
			}
			open = append(open, c+2)
			i = j
			if c == '{' {
				if d.opt&RejectDuplicates != 0 {
					d.names.push()
				}
				if i = d.skipName(i); i == failed {
					return failed
				}
			}
			continue
		case 't':
			i = d.literal(i, "true")
		case 'f':
			i = d.literal(i, "false")
		case 'n':
			i = d.literal(i, "null")
		default:
			i = d.skipNumber(i)
		}
		// After a value: close the arrays and objects that end here, and go on to the next value.
		for {
			if i >= failed {
				return failed
			}
			if len(open) == 0 {
				return i
			}
			j := i
			if j >= len(d.data) || mem.At(d.data, j) <= ' ' {
				j = d.space(j)
				if j >= len(d.data) {
					return d.end(j)
				}
			}
			last := open[len(open)-1]
			if d.data[j] == last {
				if last == '}' && d.opt&RejectDuplicates != 0 {
					d.names.pop()
				}
				open = open[:len(open)-1]
				i = j + 1
				continue
			}
			if d.data[j] != ',' {
				if last == '}' {
					return d.failBehind(i, j, OBJECT_NEXT)
				}
				return d.failBehind(i, j, ARRAY_NEXT)
			}
			i = d.space(j + 1)
			if i >= len(d.data) {
				return d.end(i)
			}
			if last == '}' {
				if i = d.skipName(i); i == failed {
					return failed
				}
			}
			break
		}
	}
}

// skipName skips the name at i and its colon.
func (d *Decoder) skipName(i int) int {
	if d.data[i] != '"' {
		return d.fail(OBJECT_KEY, i)
	}
	if d.opt&RejectDuplicates != 0 {
		name, _, j := d.readName(i)
		if j == failed {
			return failed
		}
		if !d.names.add(string(name)) {
			d.fail(DUPLICATE, i)
			d.err.Detail = string(name)
			return failed
		}
		return d.colon(j)
	}
	j, _ := d.scanString(i + 1)
	if j == failed {
		return failed
	}
	return d.colon(j + 1)
}

// skipNumber skips the number at i. It does not look at what follows the number: see failBehind. A byte that
// cannot begin a value is an error here.
func (d *Decoder) skipNumber(i int) int {
	end, ok := num.Scan(d.data, i)
	switch {
	case ok:
		return end
	case end >= len(d.data):
		return d.end(end)
	case end == i:
		return d.fail(VALUE, i)
	}
	return d.fail(NUMBER_SYNTAX, end)
}

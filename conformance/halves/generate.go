// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// This file decides which texts are tried. All of it follows from the seed.

type testCase struct{ options, text string }

type generator struct {
	*rand.Rand
	documents []string // whole texts to start from
	buf       []byte
	style     int // of white space: none, spaces, or any
}

func (g *generator) chance(n int) bool { return g.IntN(n) == 0 }

func one[T any](g *generator, list []T) T { return list[g.IntN(len(list))] }

// value returns a case with a valid text, except that numbers may be out of range.
func (g *generator) value() testCase {
	g.buf = g.buf[:0]
	g.style = g.IntN(3)
	g.lengthen()
	closing := ""
	for range g.levels() {
		if g.chance(2) {
			g.buf = append(g.buf, one(g, []string{"[", "[0,", "[{},null,"})...)
			closing = "]" + closing
		} else {
			g.buf = append(g.buf, '{')
			g.string(g.IntN(25))
			g.buf = append(g.buf, ':')
			closing = "}" + closing
		}
	}
	g.any(g.IntN(6))
	g.buf = append(g.buf, closing...)
	g.space()
	return testCase{one(g, []string{"strict", "marked"}), string(g.buf)}
}

// lengthen sometimes adds white space at the start, because both halves read long texts differently from short
// ones.
func (g *generator) lengthen() {
	if g.chance(8) {
		g.buf = append(g.buf, bytes.Repeat([]byte{one(g, []byte(" \n"))}, 1000+g.IntN(200))...)
	}
}

// levels returns the number of arrays and objects around a value: usually none, sometimes about as many as the
// limit allows.
func (g *generator) levels() int {
	if g.chance(400) {
		return maxDepth - 5 + g.IntN(8)
	} else if g.chance(20) {
		return g.IntN(40)
	}
	return 0
}

// mutated returns a case whose text is usually slightly invalid.
func (g *generator) mutated() testCase {
	c := g.value()
	if g.chance(3) {
		c.text = one(g, g.documents)
		if n := 20 + g.IntN(2000); len(c.text) > n { // a piece of it
			i := g.IntN(len(c.text) - n)
			c.text = c.text[i : i+n]
			if i > 0 && g.chance(2) {
				c.text = "[" + c.text
			}
		}
	}
	c.options = one(g, []string{"strict", "strict", "strict", "marked", "replace", "unique", "shallow"})
	b := []byte(c.text)
	for range g.IntN(4) {
		b = g.mutate(b)
	}
	c.text = string(b)
	return c
}

const telling = "\"\"\"\\\\{}[]:,,--++..eE0123456789 \t\n\r/*tfnrubx\x00\x1f\x7f\x80\xc2\xc3\xed\xa0\xe2\xef\xbb\xbf\xf0\xff"

var pieces = []string{
	"true", "false", "null", "NaN", "-", "1e", "01", "1e999", "-0", `""`, `"a"`, `\u`, `\ud83d`, `\ude00`, `\u0000`, "é", "\xef\xbb\xbf",
	"😀", "[]", "{}", `{"a":1}`, `"a":`, `,"a":1`, "[[[[[", "]]", "}}", `{"":{"":`, "//", "/*", " ", "\n", "\u2028", "123456789012345678901",
}

func (g *generator) mutate(b []byte) []byte {
	i := g.IntN(len(b) + 1)
	j := min(len(b), i+1+g.IntN(8))
	replace := func(i, j int, with string) []byte {
		return append(append(append([]byte(nil), b[:i]...), with...), b[j:]...)
	}
	switch g.IntN(8) {
	case 0:
		return b[:i]
	case 1:
		return replace(i, j, "")
	case 2:
		return replace(i, i, string(b[i:j])) // duplicated
	case 3:
		return replace(i, i, one(g, pieces))
	case 4:
		return replace(i, j, one(g, pieces))
	case 5:
		return replace(i, i, string(one(g, []byte(telling))))
	case 6:
		k := g.IntN(len(b) + 1) // copied from elsewhere
		return replace(i, j, string(b[k:min(len(b), k+1+g.IntN(20))]))
	}
	if i < len(b) {
		c := one(g, []byte(telling))
		if g.chance(3) {
			c = b[i] ^ 1<<g.IntN(8)
		}
		return replace(i, i+1, string(c))
	}
	return b
}

func (g *generator) space() {
	for g.style > 0 && g.chance(3) {
		if g.style == 1 {
			g.buf = append(g.buf, ' ')
			return
		}
		g.buf = append(g.buf, " \t\n\r"[g.IntN(4)])
	}
}

// any appends a value with at most the given number of levels.
func (g *generator) any(levels int) {
	g.space()
	kind := g.IntN(6)
	if levels > 0 && g.chance(2) {
		kind = 6 + g.IntN(3)
	}
	switch kind {
	case 0:
		g.buf = append(g.buf, one(g, []string{"true", "false", "null"})...)
	case 1, 2:
		g.buf = append(g.buf, g.number()...)
	case 3, 4, 5:
		g.string(g.IntN(12))
	case 6:
		g.list('[', func(int) { g.any(levels - 1) })
	case 7:
		g.list('{', func(i int) { g.member(levels-1, i) })
	case 8: // records: the same keys repeatedly
		keys := 1 + g.IntN(5)
		g.list('[', func(int) {
			n := keys
			if g.chance(9) {
				n = g.IntN(7)
			}
			g.buf = append(g.buf, '{')
			for i := range n {
				if i > 0 {
					g.buf = append(g.buf, ',')
				}
				g.buf = append(g.buf, fmt.Sprintf(`"key%d":`, i)...)
				g.any(min(levels-1, 1))
			}
			g.buf = append(g.buf, '}')
		})
	}
	g.space()
}

func (g *generator) list(open byte, element func(i int)) {
	g.buf = append(g.buf, open)
	n := g.IntN(5)
	if g.chance(20) {
		n = g.IntN(40)
	}
	for i := range n {
		if i > 0 {
			g.buf = append(g.buf, ',')
		}
		element(i)
	}
	g.space()
	g.buf = append(g.buf, open+2)
}

func (g *generator) member(levels, i int) {
	g.space()
	switch g.IntN(4) {
	case 0:
		g.buf = append(g.buf, `"`+strconv.Itoa(i)+`"`...)
	case 1:
		g.string(g.IntN(60))
	default:
		g.string(g.IntN(4))
	}
	g.space()
	g.buf = append(g.buf, ':')
	g.any(levels)
}

func (g *generator) number() string {
	switch g.IntN(9) {
	case 0:
		return strconv.Itoa(g.IntN(20) - 10)
	case 1:
		return strconv.FormatInt(int64(g.Uint64())>>g.IntN(64), 10)
	case 2: // close to a power of two
		return strconv.FormatUint(1<<(40+g.IntN(24))+uint64(g.IntN(5))-2, 10)
	case 3: // any double
		f := math.Float64frombits(g.Uint64())
		if f-f != 0 {
			f = 0
		}
		return strconv.FormatFloat(f, one(g, []byte("geE")), one(g, []int{-1, 16, 17}), 64)
	case 4:
		return strconv.FormatFloat(float64(g.IntN(1e9))/math.Pow10(g.IntN(12)), 'f', -1, 64)
	case 5: // near the change of format
		return strconv.FormatFloat(math.Pow10(g.IntN(30)-8)*(1+float64(g.IntN(3))/1e15), 'e', -1, 64)
	case 6:
		return one(g, []string{"-0", "-0.0", "0.0", "0e5", "1.0", "1E2", "10e-1", "5e-324", "1.7976931348623157e308", "1e23", "9007199254740993"})
	}
	s := strconv.Itoa(g.IntN(1000))
	if g.chance(2) {
		s += "." + g.digits()
	}
	if g.chance(2) {
		s += one(g, []string{"e", "E", "e+", "e-"}) + strconv.Itoa(g.IntN(30))
	}
	return s
}

func (g *generator) digits() string {
	b := make([]byte, 1+g.IntN(25))
	for i := range b {
		b[i] = byte('0' + g.IntN(10))
	}
	return string(b)
}

var characters = []rune("<>&'/ é€😀\u00a0\u2028\u2029\ufeff\ufffd\uffff\ud7ff\ue000\U0010ffff\x7f~")

// string appends a string of n pieces.
func (g *generator) string(n int) {
	g.buf = append(g.buf, '"')
	for range n {
		switch g.IntN(10) {
		case 0:
			g.buf = append(g.buf, one(g, []string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`})...)
		case 1:
			if r := rune(g.IntN(0x10000)); g.chance(3) {
				g.buf = append(g.buf, fmt.Sprintf(`\u%04x`, g.IntN(0x80))...)
			} else if r < 0xd800 || r > 0xdfff {
				g.buf = append(g.buf, fmt.Sprintf(`\u%04X`, r)...)
			} else {
				g.buf = append(g.buf, fmt.Sprintf(`\u%04x\u%04x`, 0xd800+r&0x3ff, 0xdc00+g.IntN(0x400))...)
			}
		case 2, 3:
			g.buf = append(g.buf, string(one(g, characters))...)
		case 4:
			g.buf = append(g.buf, strings.Repeat("x", g.IntN(40))...)
		default:
			g.buf = append(g.buf, byte('a'+g.IntN(26)))
		}
	}
	g.buf = append(g.buf, '"')
}

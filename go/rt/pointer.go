// SPDX-License-Identifier: MIT

package rt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/scan"
)

// This file owns the JSON Pointers of errors: which value one names, and how it is shortened. The rule is that of both
// halves, see conformance/README.md.

const (
	maxTokens = 16 // of a longer pointer only the first and the last half are shown
	maxToken  = 40 // bytes of a key that are shown
)

// level is an array or object that is open.
type level struct {
	key   []byte // between its quotes; of an object whose member is being read
	index int    // -1 in an object
}

// pointer returns the JSON Pointer of the value that is being read where c is wrong at data[end]; where none is, that of
// the innermost array or object that is open. What is before is well-formed.
func pointer(data []byte, end int, c Code) string {
	if c == MAX_BYTES {
		return ""
	}
	var levels []level
	reading := true // a value, not a name, a colon or what follows a value
	for i := 0; i < end; {
		top := len(levels) - 1
		switch b := data[i]; b {
		case ' ', '\t', '\n', '\r':
		case '{':
			levels = append(levels, level{index: -1})
			reading = false
		case '[':
			levels = append(levels, level{})
			reading = true
		case '}', ']':
			levels = levels[:max(top, 0)]
			reading = false
		case ',':
			reading = top >= 0 && levels[top].index >= 0
			if reading {
				levels[top].index++
			}
		case ':':
			reading = true
		case '"':
			j := stringEnd(data[:end], i+1)
			if j < 0 { // it is inside of this string
				return render(levels, reading)
			}
			if !reading && top >= 0 {
				levels[top].key = data[i+1 : j]
			}
			reading = false
			i = j
		default:
			j := i
			for j < end && (!delimits(data[j]) || j == i) {
				j++
			}
			if j == end && inside(data[i:j], c) {
				return render(levels, reading)
			}
			reading = false
			i = j - 1
		}
		i++
	}
	return render(levels, reading)
}

// stringEnd returns the position of the quote that ends the string whose first byte is data[i], or -1.
func stringEnd(data []byte, i int) int {
	for ; i < len(data) && data[i] != '"'; i++ {
		if data[i] == '\\' {
			i++
		}
	}
	if i >= len(data) {
		return -1
	}
	return i
}

// inside reports whether an error of the kind c right behind word, the beginning of a number or a literal, is in it.
func inside(word []byte, c Code) bool {
	switch c {
	case NUMBER_SYNTAX, LITERAL:
		return true
	case END:
		s := string(word)
		return s[len(s)-1]-'0' > 9 && s != "true" && s != "false" && s != "null"
	}
	return false
}

// render names what the levels are at. The innermost has a token only where a value in it is being read.
func render(levels []level, reading bool) string {
	if n := len(levels); n > 0 && !reading {
		levels = levels[:n-1]
	}
	var b strings.Builder
	for i := 0; i < len(levels); i++ {
		if i == maxTokens/2 && len(levels) > maxTokens {
			b.WriteString("/…")
			i = len(levels) - maxTokens/2
		}
		b.WriteByte('/')
		if l := levels[i]; l.index >= 0 {
			b.WriteString(strconv.Itoa(l.index))
		} else {
			b.WriteString(token(l.key))
		}
	}
	return b.String()
}

var tokenEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// token is what a pointer shows of a key as it is in the text.
func token(raw []byte) string {
	key := scan.AppendUnescaped(nil, raw)
	if len(key) > maxToken {
		n := maxToken
		for n > 0 && !utf8.RuneStart(key[n]) {
			n--
		}
		key = append(key[:n], "…"...)
	}
	return tokenEscapes.Replace(string(key))
}

// JoinPointers returns the pointer of what inner names in the value that outer names, shortened as one.
func JoinPointers(outer, inner string) string {
	p := outer + inner
	if n := strings.Count(p, "/"); n > maxTokens {
		t := strings.Split(p, "/")[1:]
		p = "/" + strings.Join(t[:maxTokens/2], "/") + "/…/" + strings.Join(t[n-maxTokens/2:], "/")
	}
	return p
}

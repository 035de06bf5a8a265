// SPDX-License-Identifier: MIT

package rt

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/scan"
)

// This file builds the JSON Pointers of errors: it decides which value a pointer names, and how it is
// shortened. Both halves use the same rule, see conformance/README.md.

const (
	maxTokens = 16 // a longer pointer shows only its first and its last maxTokens/2 tokens
	maxToken  = 40 // bytes of a key that are shown
)

// level is an open array or object.
type level struct {
	key   []byte // the text between its quotes, for an object whose member is being read
	index int    // -1 in an object
}

// pointer returns the JSON Pointer of the value that is being read when error c occurs at data[end]. If no
// value is being read, it is that of the innermost open array or object. The text before data[end] is
// well-formed.
func pointer(data []byte, end int, c Code) string {
	if c == MAX_BYTES {
		return ""
	}
	var levels []level
	reading := true // a value, as opposed to a name, a colon or what follows a value
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
			if j < 0 { // the error is inside this string
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

// inside reports whether an error c directly after word, the beginning of a number or a literal, counts as
// inside it.
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

// render returns the pointer to the current position in levels. The innermost level has a token only if a value
// in it is being read.
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

// token returns what a pointer shows of a key as written in the text.
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

// JoinPointers returns the pointer to what inner names within the value that outer names. The result is
// shortened as one pointer.
func JoinPointers(outer, inner string) string {
	p := outer + inner
	if n := strings.Count(p, "/"); n > maxTokens {
		t := strings.Split(p, "/")[1:]
		p = "/" + strings.Join(t[:maxTokens/2], "/") + "/…/" + strings.Join(t[n-maxTokens/2:], "/")
	}
	return p
}

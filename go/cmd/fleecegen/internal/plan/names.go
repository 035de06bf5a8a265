package plan

// This file owns names: of members from names of fields, and small questions about identifiers.
//
// SPDX-License-Identifier: MIT

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// memberName is the name of a member whose field has no name in its tag.
func (c Config) memberName(field string) string {
	switch {
	case c.SnakeCase:
		return snakeCase(field)
	case c.LowerCamelCase:
		return lowerCamelCase(field)
	}
	return field
}

// snakeCase writes SomeHTTPStuff as some_http_stuff, HTTP2Server as http2_server.  A run of capitals
// (with the digits among them) is one word, but for its last capital when a small letter follows.
func snakeCase(name string) string {
	runes := []rune(name)
	capital := make([]bool, len(runes)) // digits and the like count as what they follow
	for i, r := range runes {
		capital[i] = unicode.IsUpper(r) || i > 0 && capital[i-1] && !unicode.IsLower(r)
	}
	var b strings.Builder
	for i, r := range runes {
		if i > 0 && capital[i] && startsWord(runes, capital, i) {
			b.WriteByte('_')
		}
		b.WriteRune(lowerIf(capital[i], r))
	}
	return b.String()
}

func startsWord(runes []rune, capital []bool, i int) bool {
	if !capital[i-1] { // after a small letter: the first of a run
		return runes[i-1] != '_'
	}
	// within a run: its last, before a small letter
	return i+1 < len(runes) && !capital[i+1]
}

func lowerIf(yes bool, r rune) rune {
	if yes {
		return unicode.ToLower(r)
	}
	return r
}

// lowerCamelCase writes HTTPRestClient as httpRestClient: the capitals at the start become small,
// but for the last of them when a small letter follows.
func lowerCamelCase(name string) string {
	b := []byte(name)
	for i, c := range b {
		if c < 'A' || c > 'Z' {
			break
		}
		if i > 0 && i+1 < len(b) && b[i+1] >= 'a' && b[i+1] <= 'z' {
			break
		}
		b[i] = c + 'a' - 'A'
	}
	return string(b)
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToUpper(r)) + s[n:]
}

package plan

// This file derives member names from field names and answers small questions about identifiers.
//
// SPDX-License-Identifier: MIT

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// memberName returns the member name for a field without a name in its tag.
func (c Config) memberName(field string) string {
	switch {
	case c.SnakeCase:
		return snakeCase(field)
	case c.LowerCamelCase:
		return lowerCamelCase(field)
	}
	return field
}

// snakeCase writes SomeHTTPStuff as some_http_stuff, and HTTP2Server as http2_server. A run of capitals
// (including digits in it) is one word, except for its last capital if a lower-case letter follows.
func snakeCase(name string) string {
	runes := []rune(name)
	capital := make([]bool, len(runes)) // digits and the like count like the character before them
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
	if !capital[i-1] { // the first capital of a run, after a lower-case letter
		return runes[i-1] != '_'
	}
	// within a run: the last capital, before a lower-case letter
	return i+1 < len(runes) && !capital[i+1]
}

func lowerIf(yes bool, r rune) rune {
	if yes {
		return unicode.ToLower(r)
	}
	return r
}

// lowerCamelCase writes HTTPRestClient as httpRestClient: leading capitals become lower case, except for the
// last one if a lower-case letter follows.
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

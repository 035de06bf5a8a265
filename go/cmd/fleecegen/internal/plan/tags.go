package plan

// This file parses the json tag of a field.
//
// SPDX-License-Identifier: MIT

import (
	"reflect"
	"strings"
	"unicode"
)

// fieldTag holds what a json tag says. It knows all options of encoding/json, easyjson and json/v2 and ignores
// all others, as these packages do.
type fieldTag struct {
	name           string
	skip           bool // exactly "-"
	omitEmpty      bool
	omitZero       bool
	keepEmpty      bool // !omitempty: overrides -omit_empty
	keepZero       bool
	quoted         bool // string
	required       bool
	intern         bool
	noCopy         bool
	inline         bool // inline, embedded, embed: the fields of a struct are members here
	unknown        bool // keeps members without a matching field
	foldCase       bool // case:ignore
	strictCase     bool // case:strict
	format         string
	badFormat      bool
	unusableName   bool // a name that encoding/json ignores
	hasAnyJSONTag  bool
	unknownOptions []string
}

func parseTag(tag string, anyName bool) fieldTag {
	value, ok := reflect.StructTag(tag).Lookup("json")
	if value == "-" {
		return fieldTag{skip: true}
	}
	name, rest, _ := strings.Cut(value, ",")
	t := fieldTag{name: name, hasAnyJSONTag: ok}
	if !anyName && name != "" && !validName(name) {
		t.name, t.unusableName = "", true
	}
	for _, option := range splitOptions(rest) {
		t.set(option)
	}
	return t
}

func (t *fieldTag) set(option string) {
	flag, ok := map[string]*bool{
		"omitempty": &t.omitEmpty, "!omitempty": &t.keepEmpty,
		"omitzero": &t.omitZero, "!omitzero": &t.keepZero,
		"string": &t.quoted, "required": &t.required, "intern": &t.intern, "nocopy": &t.noCopy,
		"inline": &t.inline, "embedded": &t.inline, "embed": &t.inline, "unknown": &t.unknown,
		"case:ignore": &t.foldCase, "case:strict": &t.strictCase,
	}[option]
	if ok {
		*flag = true
		return
	}
	if format, ok := strings.CutPrefix(option, "format:"); ok {
		t.format = strings.Trim(format, "'")
		return
	}
	if option != "" {
		t.unknownOptions = append(t.unknownOptions, option)
	}
}

// splitOptions splits at commas outside single quotes, which json/v2 allows around a format.
func splitOptions(s string) []string {
	var list []string
	quoted, start := false, 0
	for i, c := range s {
		switch {
		case c == '\'':
			quoted = !quoted
		case c == ',' && !quoted:
			list = append(list, s[start:i])
			start = i + 1
		}
	}
	return append(list, s[start:])
}

// validName implements encoding/json's rule for a name in a tag: letters, digits and most of ASCII's
// punctuation, but no quotes, backslashes or commas.
func validName(name string) bool {
	for _, c := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c) && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return false
		}
	}
	return true
}

// SPDX-License-Identifier: MIT

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/fleece-json/fleece/go/fleece"
)

// This file computes the Go half's answers. They have the format of worker.lua's, which has the same options
// and modes.

// maxDepth is the Lua half's default.
const maxDepth = 1000

var options = map[string]fleece.Options{
	"strict":  fleece.StrictUTF8 | fleece.MaxDepth(maxDepth),
	"marked":  fleece.StrictUTF8 | fleece.MaxDepth(maxDepth),
	"replace": fleece.MaxDepth(maxDepth),
	"unique":  fleece.StrictUTF8 | fleece.MaxDepth(maxDepth) | fleece.RejectDuplicates,
	"shallow": fleece.StrictUTF8 | fleece.MaxDepth(4),
}

// modes lists the ways to write. Index 0 leaves the members of an object in any order. The canonical mode comes
// after these.
var modes = []fleece.Options{
	0,
	fleece.SortKeys,
	fleece.SortKeys | fleece.EscapeHTML,
}

// A half answers like Lua with integers, or without them.
type half struct{ integers bool }

func (h half) answer(c testCase) string {
	var v any
	o := options[c.options]
	err := fleece.Unmarshal([]byte(c.text), &v, o)
	decoded := verdict(err)
	// A skipped number need not fit in a float.
	if checked := verdict(fleece.Check([]byte(c.text), o)); checked != decoded && !strings.HasPrefix(decoded, "NUMBER_RANGE") {
		return "decode: " + decoded + ", check: " + checked
	}
	if err != nil {
		return decoded
	}
	if h.integers {
		v = nil
		if err := fleece.Unmarshal([]byte(c.text), &v, o|fleece.UseNumber); err != nil {
			return "decode: ok, with numbers as text: " + verdict(err)
		}
		v = numbers(v)
	}
	out := []string{"ok"}
	for _, mode := range modes {
		b, err := fleece.Marshal(v, mode)
		if err != nil {
			b = []byte(err.Error())
		}
		out = append(out, string(b))
	}
	if !ordered(v) {
		out[1] = ""
	}
	out = append(out, canonical(v))
	return strings.Join(out, "\t")
}

func verdict(err error) string {
	var e *fleece.Error
	switch {
	case err == nil:
		return "ok"
	case !errors.As(err, &e):
		return err.Error()
	}
	var pointer strings.Builder
	for _, b := range []byte(e.Pointer) {
		if b < ' ' || b == 0x7f || b == '%' {
			fmt.Fprintf(&pointer, "%%%02x", b)
		} else {
			pointer.WriteByte(b)
		}
	}
	return fmt.Sprint(e.Code, " ", e.Offset, " ", e.Line, " ", e.Column, " ", pointer.String())
}

// numbers replaces each json.Number in v by the integer or float that Lua makes of it.
func numbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := strconv.ParseInt(string(v), 10, 64); err == nil && v != "-0" {
			return i
		}
		f, _ := strconv.ParseFloat(string(v), 64)
		return f
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = numbers(v[k])
		}
	}
	return v
}

// ordered reports whether v contains no object with several members.
func ordered(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			if !ordered(x) {
				return false
			}
		}
	case map[string]any:
		for _, x := range v {
			return len(v) == 1 && ordered(x)
		}
	}
	return true
}

// canonical returns v by RFC 8785, which the Go half does not write itself: with its strings and numbers,
// sorted in UTF-16 order. It is empty if an integer is not exact.
func canonical(v any) string {
	switch v := v.(type) {
	case []any:
		list := make([]string, len(v))
		for i, x := range v {
			if list[i] = canonical(x); list[i] == "" {
				return ""
			}
		}
		return "[" + strings.Join(list, ",") + "]"
	case map[string]any:
		keys := slices.SortedFunc(maps.Keys(v), func(a, b string) int {
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		})
		for i, k := range keys {
			x := canonical(v[k])
			if x == "" {
				return ""
			}
			keys[i] = canonical(k) + ":" + x
		}
		return "{" + strings.Join(keys, ",") + "}"
	case int64:
		if v > 1<<53 || v < -1<<53 {
			return ""
		}
	case float64:
		if v == 0 {
			return "0"
		}
	}
	b, err := fleece.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// same reports whether the answers of the Go half and the Lua half agree.
func same(c testCase, ours, theirs string) bool {
	if !strings.HasPrefix(ours, "ok\t") {
		if c.options == "replace" && strings.Contains(ours+theirs, "\ufffd") { // one per byte in Go, one per maximal subpart in Lua
			ours, theirs = first(ours, 4), first(theirs, 4)
		}
		return ours == theirs
	}
	a, b := strings.Split(ours, "\t"), strings.Split(theirs, "\t")
	if len(a) != len(b) || c.options == "replace" && strings.Contains(ours, "\ufffd") {
		return len(a) == len(b)
	}
	for i := range a {
		if a[i] == "" { // members may be in any order
			continue
		}
		if i > 0 && i <= len(modes) && modes[i-1]&fleece.EscapeHTML != 0 {
			b[i] = plainSlashes(b[i])
		}
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// first returns the first n words of s.
func first(s string, n int) string {
	return strings.Join(strings.SplitN(s, " ", n+1)[:min(n, strings.Count(s, " ")+1)], " ")
}

// plainSlashes undoes the escaping of slashes, which only the Lua half does for HTML.
func plainSlashes(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			if i++; s[i] != '/' {
				b.WriteByte('\\')
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

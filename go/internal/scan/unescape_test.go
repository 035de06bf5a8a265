// SPDX-License-Identifier: MIT

package scan

import (
	"encoding/json"
	"strings"
	"testing"
)

// checkUnescape compares with encoding/json, the reference here, if encoding/json accepts the text.
func checkUnescape(t *testing.T, raw string) bool {
	t.Helper()
	var want string
	if json.Unmarshal([]byte(`"`+raw+`"`), &want) != nil {
		return false
	}
	if got := string(AppendUnescaped([]byte("before "), []byte(raw))); got != "before "+want {
		t.Fatalf("%q: %q, want %q", raw, got, want)
	}
	return true
}

func TestUnescape(t *testing.T) {
	for _, piece := range []string{
		"", `\"\\\/\b\f\n\r\t`, `\u0000\u00e9\u20AC`, `\ud83d\ude00`, `\ud800`, `\udc00\ud800`, `\ud800\ud83d\ude00`, `\ud800\n`, `\ud800x`,
		"é漢😀", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	} {
		for n := range 40 {
			plain := strings.Repeat("x", n)
			for _, raw := range []string{plain + piece, piece + plain, plain + piece + plain, plain + piece + piece} {
				if !checkUnescape(t, raw) {
					t.Fatalf("encoding/json refuses %q", raw)
				}
			}
		}
	}
	for _, raw := range []string{"", "12", "123", "12g4", "-123", "+123"} {
		if r := Hex4([]byte(raw)); r != -1 {
			t.Errorf("Hex4(%q): %d", raw, r)
		}
	}
	if r := Hex4([]byte("aBcD9")); r != 0xabcd {
		t.Errorf("%x", r)
	}
}

func FuzzUnescape(f *testing.F) {
	f.Add(`a\ud83d\ude00\ud800\u12aBé` + "\xff")
	f.Fuzz(func(t *testing.T, raw string) { checkUnescape(t, raw) })
}

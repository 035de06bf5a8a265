// SPDX-License-Identifier: MIT

package rt

import (
	"bytes"
	"encoding/json"
	"testing"
)

// checkRaw compares Raw with encoding/json's Compact and HTMLEscape.
func checkRaw(t *testing.T, text []byte) {
	t.Helper()
	var want, html bytes.Buffer
	if err := json.Compact(&want, text); err != nil {
		return
	}
	json.HTMLEscape(&html, want.Bytes())
	for opt, want := range map[Options]string{0: want.String(), EscapeHTML: html.String()} {
		e := NewEncoder(opt)
		got := e.Raw([]byte("x"), text)
		if err := e.Err(); err != nil || string(got) != "x"+want {
			t.Errorf("%q: %q %v, want %q", text, got, err, want)
		}
		e.Free()
	}
}

var rawSeeds = []string{
	` { "a b" : [ 1 , -2.5e3,"x y\n z" , true ] , "" :null }` + "\n\t\r", `""`, `" "`, `"\"\\ \" "`, `1`, ` [ ] `, `{"<a href=\"x\">&</a>": "<&>"}`,
	`["日本 語 <"]`, "\"\u2028 \u2029\u202a\"", "\"\u2028\"", "\"\xe2\x80\"", "\"\xe2\"", "\"\xff \xe2\x80 <\"", "\"\xe6\x97\" ", `"a long text without anything in it, but with spaces, and one < more"`,
}

func TestRaw(t *testing.T) {
	for _, s := range rawSeeds {
		checkRaw(t, []byte(s))
	}
	e := NewEncoder(0)
	if e.Raw(nil, []byte(`[1,]`)); e.Err() == nil {
		t.Error("an invalid text was accepted")
	}
	e.Free()
}

func FuzzRaw(f *testing.F) {
	for _, s := range rawSeeds {
		f.Add([]byte(s))
	}
	f.Fuzz(checkRaw)
}

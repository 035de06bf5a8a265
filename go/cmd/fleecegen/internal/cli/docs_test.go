package cli

// SPDX-License-Identifier: MIT

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentedFlags checks that the page on fleecegen lists exactly the flags that exist.
func TestDocumentedFlags(t *testing.T) {
	page := readFile(t, "../../../../../docs/go/fleecegen.md")
	var help bytes.Buffer
	Main("fleecegen", Defaults{}, []string{"-help"}, &help, &help)
	known := map[string]bool{"help": true}
	for _, m := range regexp.MustCompile(`(?m)^  -(\w+)`).FindAllStringSubmatch(help.String(), -1) {
		known[m[1]] = true
		if !strings.Contains(page, "`-"+m[1]+"`") && !strings.Contains(page, "`-"+m[1]+" ") {
			t.Errorf("the page lacks -%s", m[1])
		}
	}
	for _, m := range regexp.MustCompile("(?m)[|,] `-(\\w+)").FindAllStringSubmatch(page, -1) {
		if !known[m[1]] {
			t.Errorf("there is no flag -%s", m[1])
		}
	}
}

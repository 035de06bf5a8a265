// SPDX-License-Identifier: MIT

package compat

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDifferencesFromEncodingJSON runs testdata/encodingjson, whose tests are named in the guide
// migrating-from-encoding-json.md.
func TestDifferencesFromEncodingJSON(t *testing.T) {
	module := newModule(t, "encodingjson")
	files, err := filepath.Glob("testdata/encodingjson/*.go")
	if err != nil || len(files) != 2 {
		t.Fatalf("%v, %v", files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, filepath.Base(file)), string(text))
	}
	command(t, module, buildFleecegen(t), "-q", "types.go")
	if out := command(t, module, "go", "test", "-v", "."); strings.Count(out, "--- PASS") != 6 {
		t.Errorf("not all six tests passed:\n%s", out)
	}
}

// guideTests returns the tests that a guide names.
func guideTests(t *testing.T, name string) (tests []string) {
	guide, err := os.ReadFile(filepath.Join("../../docs/guides", name))
	if err != nil {
		t.Fatal(err)
	}
	for word := range strings.FieldsFuncSeq(string(guide), func(r rune) bool { return r == '`' || r == ' ' }) {
		if strings.HasPrefix(word, "Test") {
			tests = append(tests, word)
		}
	}
	return tests
}

// TestGuidesNameTests checks that each difference in a guide has a test, and that each test is named in a
// guide.
func TestGuidesNameTests(t *testing.T) {
	for guide, files := range map[string][]string{
		"migrating-from-easyjson.md":      {"differences_test.go", "testdata/easyjson/differences_test.go"},
		"migrating-from-encoding-json.md": {"testdata/encodingjson/differences_test.go"},
	} {
		source := ""
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source += string(text)
		}
		named := guideTests(t, guide)
		if len(named) == 0 {
			t.Errorf("%s names no tests", guide)
		}
		for _, test := range named {
			if !strings.Contains(source, "func "+test+"(t *testing.T)") {
				t.Errorf("%s names %s, which is not in %v", guide, test, files)
			}
		}
		if tests := strings.Count(source, "\nfunc Test"); tests != len(named) {
			t.Errorf("%s names %d tests, %v have %d", guide, len(named), files, tests)
		}
	}
}

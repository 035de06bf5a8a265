// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// command runs a program in a directory and returns its output. It ends the test if the program fails.
func command(t *testing.T, directory, name string, arguments ...string) string {
	t.Helper()
	c := exec.Command(name, arguments...)
	c.Dir = directory
	c.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(arguments, " "), err, out)
	}
	return string(out)
}

// buildFleecegen builds this tree's generator and returns its path.
func buildFleecegen(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "fleecegen")
	source, err := filepath.Abs("../cmd/fleecegen")
	if err != nil {
		t.Fatal(err)
	}
	command(t, source, "go", "build", "-o", path, ".")
	return path
}

// newModule makes a module that depends on this tree's Fleece and returns its directory, which is removed when
// the test ends.
func newModule(t *testing.T, path string) string {
	t.Helper()
	directory := t.TempDir()
	makeModule(t, directory, path)
	return directory
}

func makeModule(t *testing.T, directory, path string) {
	t.Helper()
	tree, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(directory, "go.mod"), fmt.Sprintf(`module %s

go 1.24

require github.com/fleece-json/fleece/go v0.0.0

replace github.com/fleece-json/fleece/go => %s
`, path, tree))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// copyFile copies a file into a directory.
func copyFile(t *testing.T, path, directory string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(directory, filepath.Base(path)), string(text))
}

// generatorCalls returns the arguments of each generator call in easyjson's Makefile that concerns its tests.
func generatorCalls(t *testing.T, makefile string) (calls [][]string) {
	text, err := os.ReadFile(makefile)
	if err != nil {
		t.Fatal(err)
	}
	joined := regexp.MustCompile(`\\\n\s*`).ReplaceAllString(string(text), " ")
	for line := range strings.Lines(joined) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "bin/easyjson" && strings.Contains(line, "./tests/") {
			calls = append(calls, words[1:])
		}
	}
	return calls
}

// TestEasyjsonsOwnTests runs easyjson's tests directory on Fleece. The files are those of the module except for
// the import path, and the generator is called as in easyjson's Makefile.
func TestEasyjsonsOwnTests(t *testing.T) {
	source := strings.TrimSpace(command(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/mailru/easyjson"))
	files, err := filepath.Glob(filepath.Join(source, "tests", "*.go"))
	if err != nil || len(files) < 30 {
		t.Fatalf("%d files in easyjson's tests directory, %v", len(files), err)
	}
	module := newModule(t, "moved")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(module, "tests", filepath.Base(file)), strings.ReplaceAll(string(text), easyjsonPath, fleecePath))
	}
	fleecegen := buildFleecegen(t)
	calls := generatorCalls(t, filepath.Join(source, "Makefile"))
	if len(calls) < 6 {
		t.Fatalf("easyjson's Makefile has %d generator calls for its tests", len(calls))
	}
	for _, call := range calls {
		command(t, module, fleecegen, append([]string{"-easyjson"}, call...)...)
	}
	out := command(t, module, "go", "test", "-v", "./tests")
	if passed := strings.Count(out, "--- PASS: "); passed < 35 || strings.Contains(out, "--- SKIP") {
		t.Errorf("%d tests passed:\n%s", passed, out)
	}
}

package cli

// This file generates code for each package of testdata/golden, compares plan and code with the golden files
// there, and runs the generated code. With -update it overwrites the golden files.
//
// SPDX-License-Identifier: MIT

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "overwrite the golden plans and code")

// runtimeDir returns the module go/ of this repository.
func runtimeDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// newModule makes a module in a temporary directory that uses this runtime.
func newModule(t *testing.T, path string) string {
	t.Helper()
	dir := t.TempDir()
	text := "module " + path + "\n\ngo 1.26.0\n\nrequire github.com/fleece-json/fleece/go v0.0.0\n\n" +
		"replace github.com/fleece-json/fleece/go => " + runtimeDir(t) + "\n"
	writeFile(t, filepath.Join(dir, "go.mod"), text)
	return dir
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// generate runs the command as go generate would.
func generate(t *testing.T, dir string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Chdir(dir)
	var out, errs bytes.Buffer
	status = Main("fleecegen", Defaults{}, args, &out, &errs)
	return status, out.String(), errs.String()
}

var generateLine = regexp.MustCompile(`(?m)^//go:generate fleecegen (.*)$`)

// arguments returns the arguments in the go:generate line of a file.
func arguments(t *testing.T, dir, file string) []string {
	t.Helper()
	line := generateLine.FindStringSubmatch(readFile(t, filepath.Join(dir, file)))
	if line == nil {
		t.Fatalf("%s has no go:generate line", file)
	}
	return strings.Fields(strings.ReplaceAll(line[1], "$GOFILE", file))
}

func TestGolden(t *testing.T) {
	root, err := filepath.Abs("testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	module := newModule(t, "example.com/golden")
	for _, e := range entries {
		name := e.Name()
		t.Run(name, func(t *testing.T) { golden(t, filepath.Join(root, name), filepath.Join(module, name), name) })
	}
	t.Run("generated code and its tests", func(t *testing.T) {
		goCommand(t, module, "vet", "./...")
		tested := "./..."
		if testing.Short() { // each package is a separate program to link
			tested = "./collections"
		}
		goCommand(t, module, "test", tested)
	})
}

func golden(t *testing.T, kept, dir, name string) {
	file := name + ".go"
	writeFile(t, filepath.Join(dir, file), readFile(t, filepath.Join(kept, file)))
	args := arguments(t, dir, file)
	status, plan, said := generate(t, dir, append([]string{"-dump"}, args...)...)
	if status != 0 {
		t.Fatalf("-dump: exit status %d:\n%s", status, said)
	}
	compare(t, filepath.Join(kept, "plan.golden"), plan+said)
	if status, _, said := generate(t, dir, args...); status != 0 {
		t.Fatalf("exit status %d:\n%s", status, said)
	}
	output := filepath.Join(dir, name+"_fleece.go")
	if slices.Contains(args, "-easyjson") {
		output = filepath.Join(dir, name+"_easyjson.go")
	}
	first := readFile(t, output)
	compare(t, filepath.Join(kept, "code.golden"), first)
	before, err := os.Stat(output)
	if err != nil {
		t.Fatal(err)
	}
	if status, _, said := generate(t, dir, args...); status != 0 {
		t.Fatalf("second run: exit status %d:\n%s", status, said)
	}
	if readFile(t, output) != first {
		t.Error("a second run changed the file")
	}
	if after, err := os.Stat(output); err != nil || after.ModTime() != before.ModTime() {
		t.Error("a second run rewrote the file")
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		writeFile(t, path, got)
		return
	}
	if want := readFile(t, path); got != want {
		t.Errorf("%s differs (go test -update overwrites the golden file):\n%s", filepath.Base(path), difference(want, got))
	}
}

// difference returns the first lines that differ.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	i := 0
	for i < len(w) && i < len(g) && w[i] == g[i] {
		i++
	}
	part := func(lines []string) string {
		return strings.Join(lines[min(i, len(lines)):min(i+8, len(lines))], "\n\t")
	}
	return "want\t" + part(w) + "\ngot\t" + part(g)
}

func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

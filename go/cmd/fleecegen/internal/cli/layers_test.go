package cli

// SPDX-License-Identifier: MIT

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLayers checks what each package of the generator must not import: no types in emit, no printing in plan,
// and only data in ir.
func TestLayers(t *testing.T) {
	const internal = "github.com/fleece-json/fleece/go/cmd/fleecegen/internal/"
	forbidden := map[string][]string{
		"ir":   {"go/", "golang.org/", internal},
		"diag": {"go/types", "golang.org/", internal},
		"emit": {"go/types", "go/ast", "golang.org/", internal + "plan", internal + "load", internal + "cli"},
		"plan": {"go/format", "go/printer", internal + "emit", internal + "cli"},
		"load": {internal + "plan", internal + "emit", internal + "cli", internal + "ir"},
	}
	for layer, prefixes := range forbidden {
		files, err := filepath.Glob(filepath.Join("..", layer, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: no files (%v)", layer, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			for _, spec := range f.Imports {
				path, err := strconv.Unquote(spec.Path.Value)
				if err != nil {
					t.Fatal(err)
				}
				for _, prefix := range prefixes {
					if strings.HasPrefix(path, prefix) {
						t.Errorf("%s imports %s", file, path)
					}
				}
			}
		}
	}
}

// TestGeneratedImports checks that generated code imports only packages of the runtime, as rt/doc.go and the
// model show.
func TestGeneratedImports(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*/code.golden")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden code (%v)", err)
	}
	allowed := map[string]bool{"rt": true, "easyjson": true, "easyjson/bridge": true, "easyjson/jlexer": true, "easyjson/jwriter": true, "easyjson/opt": true}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if rest, ok := strings.CutPrefix(path, "github.com/fleece-json/fleece/go/"); ok && !allowed[rest] {
				t.Errorf("%s imports %s", file, path)
			}
		}
	}
}

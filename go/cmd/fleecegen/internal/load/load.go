// Package load reads Go packages and finds the types to generate code for.
//
// It turns files and patterns into checked types with go/packages and go/types, and never runs the user's code.
// It must not know about JSON. Invariant: code that does not compile yet, because the methods to generate are
// missing or an earlier output is stale, still loads. Function bodies are dropped before checking, outputs of
// earlier runs are read as empty files, and a type error counts only if it affects a type to generate code for
// (package plan sees it as an invalid type and calls ErrorAt).
//
// SPDX-License-Identifier: MIT
package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/diag"
	"golang.org/x/tools/go/packages"
)

// Request says which packages to load.
type Request struct {
	Dir      string   // the directory that patterns are relative to; "" is the working directory
	Patterns []string // in the go command's syntax
	Flags    []string // build flags for the go command
	Tests    bool     // whether to include test files
	Outputs  []string // absolute paths of the files that this run will write; they are read as empty
}

// Package is a package with types.
type Package struct {
	Path, Name, Dir string
	Fset            *token.FileSet
	Files           []*ast.File
	Types           *types.Package
	Info            *types.Info
	Sizes           types.Sizes
	errors          []types.Error
}

// Load returns the packages that the patterns match, sorted by path. The go command only lists them and
// compiles none of them: they are parsed and checked here. See imports.go for the packages that they import.
func Load(req Request) ([]*Package, error) {
	roots, err := list(req, packages.NeedName|packages.NeedFiles|packages.NeedImports|packages.NeedTypesSizes)
	if err != nil {
		return nil, diag.Wrap(err, "")
	}
	var bad diag.List
	c := &checker{fset: token.NewFileSet(), overlay: emptied(req.Outputs), roots: map[string]*root{}}
	for _, p := range roots {
		bad = append(bad, hardErrors(p)...)
		if len(p.GoFiles) > 0 && !strings.HasSuffix(p.ID, ".test") {
			c.roots[p.ID] = &root{listed: p}
		}
	}
	if err := c.loadImports(req); err != nil {
		return nil, diag.Wrap(err, "")
	}
	var loaded []*Package
	for _, p := range roots {
		if r := c.roots[p.ID]; r != nil {
			loaded = append(loaded, c.check(r))
			bad = append(bad, r.syntax...)
		}
	}
	sort.SliceStable(loaded, func(i, j int) bool { return loaded[i].Path < loaded[j].Path })
	return loaded, bad.Err()
}

func list(req Request, mode packages.LoadMode) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: mode, Dir: req.Dir, BuildFlags: req.Flags, Tests: req.Tests, Overlay: emptied(req.Outputs),
	}, req.Patterns...)
}

// emptied returns the outputs of earlier runs, reduced to their package clause.
func emptied(outputs []string) map[string][]byte {
	overlay := map[string][]byte{}
	for _, path := range outputs {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.PackageClauseOnly)
		if err == nil {
			overlay[path] = []byte("package " + f.Name.Name + "\n")
		}
	}
	return overlay
}

// Listed is the name and directory of a package, without its types.
type Listed struct{ Name, Dir string }

// List returns the packages that the patterns match, for callers that need them before loading.
func List(req Request) ([]Listed, error) {
	roots, err := list(req, packages.NeedName|packages.NeedFiles)
	if err != nil {
		return nil, diag.Wrap(err, "")
	}
	var named []Listed
	for _, p := range roots {
		if p.Name != "" && p.Dir != "" {
			named = append(named, Listed{p.Name, p.Dir})
		}
	}
	return named, nil
}

// parseWithoutBodies drops function bodies: they do not matter to types, and calls of methods that have not
// been generated yet would be errors.
func parseWithoutBodies(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	var text any // nil: read the file
	if src != nil {
		text = src
	}
	f, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if f == nil {
		return f, err
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			fn.Body.List = nil
		}
	}
	return f, err
}

// hardErrors returns the errors that leave nothing to process: no such package, or no Go file in it.
func hardErrors(p *packages.Package) diag.List {
	var bad diag.List
	for _, e := range p.Errors {
		if len(p.GoFiles) == 0 {
			bad = append(bad, problem(e, ""))
		}
	}
	return bad
}

func problem(e packages.Error, remedy string) diag.Problem {
	return diag.Problem{Pos: position(e.Pos), Text: e.Msg, Remedy: remedy}
}

// position parses "file:line:col"; the numbers may be missing.
func position(s string) token.Position {
	if s == "" || s == "-" {
		return token.Position{}
	}
	pos := token.Position{Filename: s}
	for _, n := range []*int{&pos.Column, &pos.Line} {
		i := strings.LastIndexByte(pos.Filename, ':')
		if i < 0 {
			break
		}
		if _, err := fmt.Sscanf(pos.Filename[i+1:], "%d", n); err != nil {
			break
		}
		pos.Filename = pos.Filename[:i]
	}
	if pos.Line == 0 { // a single number is a line
		pos.Line, pos.Column = pos.Column, 0
	}
	return pos
}

// Position returns the position of pos. The file is relative to the working directory if it is below it.
func (p *Package) Position(pos token.Pos) token.Position {
	at := p.Fset.Position(pos)
	at.Filename = Relative(at.Filename)
	return at
}

// Relative returns a path for messages: relative to the working directory if it is below it.
func Relative(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return path
	}
	return rel
}

// ErrorAt returns the type checker's message for the line of pos, or "".
func (p *Package) ErrorAt(pos token.Pos) string {
	at := p.Fset.Position(pos)
	for _, e := range p.errors {
		if where := e.Fset.Position(e.Pos); where.Filename == at.Filename && where.Line == at.Line {
			return e.Msg
		}
	}
	return ""
}

// FileNamed returns the syntax tree of a file of the package, or nil.
func (p *Package) FileNamed(path string) *ast.File {
	for _, f := range p.Files {
		if p.Fset.Position(f.FileStart).Filename == path {
			return f
		}
	}
	return nil
}

// FileOf returns the path of the file that contains pos.
func (p *Package) FileOf(pos token.Pos) string { return p.Fset.Position(pos).Filename }

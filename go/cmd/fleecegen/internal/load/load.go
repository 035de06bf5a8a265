// Package load reads Go packages and finds the types to generate for.
//
// It owns the way from files and patterns to checked types: go/packages and go/types, never a run
// of the user's code.  It must not know JSON.  Invariant: code that does not compile yet, because
// the methods to generate are missing or because an earlier output is stale, loads all the same:
// bodies of functions are dropped before checking, outputs of earlier runs read as empty files, and
// only a type error that touches a type to generate for counts (package plan meets it as an
// invalid type and asks ErrorAt).
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

// Request says what to load.
type Request struct {
	Dir      string   // where patterns are relative to; "" is the working directory
	Patterns []string // as the go command takes them
	Flags    []string // build flags for the go command
	Tests    bool     // test files too
	Outputs  []string // absolute paths of the files that this run will write: they read as empty
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

// Load returns the packages that the patterns match, sorted by path.  The go command only lists them:
// they are parsed and checked here, so that it compiles none of them; see imports.go for what they
// import.
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

// emptied has the outputs of earlier runs with nothing but their package clause.
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

// Listed is a package by name and place, without its types.
type Listed struct{ Name, Dir string }

// List returns the packages that the patterns match, for those who must know before they load.
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

// parseWithoutBodies drops what is in functions: nothing there matters to a type, and calls of
// methods that are still to be generated would be errors.
func parseWithoutBodies(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	var text any // nil: the file itself
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

// hardErrors are those that leave nothing to look at: no such package, no Go file in it.
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

// position reads "file:line:col", of which the numbers may be missing.
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
	if pos.Line == 0 { // one number only: a line
		pos.Line, pos.Column = pos.Column, 0
	}
	return pos
}

// Position is where a position is, with the file relative to the working directory if it is below.
func (p *Package) Position(pos token.Pos) token.Position {
	at := p.Fset.Position(pos)
	at.Filename = Relative(at.Filename)
	return at
}

// Relative is a path as a person wants it: relative to the working directory if it is below.
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

// ErrorAt is what the type checker said about that line, or "".
func (p *Package) ErrorAt(pos token.Pos) string {
	at := p.Fset.Position(pos)
	for _, e := range p.errors {
		if where := e.Fset.Position(e.Pos); where.Filename == at.Filename && where.Line == at.Line {
			return e.Msg
		}
	}
	return ""
}

// FileNamed is the syntax of a file of the package, or nil.
func (p *Package) FileNamed(path string) *ast.File {
	for _, f := range p.Files {
		if p.Fset.Position(f.FileStart).Filename == path {
			return f
		}
	}
	return nil
}

// FileOf is the path of the file that holds a position.
func (p *Package) FileOf(pos token.Pos) string { return p.Fset.Position(pos).Filename }

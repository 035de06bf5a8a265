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
	errors          []packages.Error
}

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax |
	packages.NeedTypesInfo | packages.NeedModule

// Load returns the packages that the patterns match, sorted by path.  Imports come from export data,
// which is fast; when some package has none, because it does not compile (yet), everything is read
// from source instead.
func Load(req Request) ([]*Package, error) {
	roots, err := load(req, mode)
	if err == nil && lacksExports(roots) {
		roots, err = load(req, mode|packages.NeedDeps)
	}
	if err != nil {
		return nil, diag.Wrap(err, "")
	}
	var list []*Package
	var bad diag.List
	for _, p := range roots {
		bad = append(bad, hardErrors(p)...)
		if p.Types != nil && len(p.Syntax) > 0 && !strings.HasSuffix(p.ID, ".test") {
			list = append(list, fromRoot(p))
		}
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].Path < list[j].Path })
	return list, bad.Err()
}

func load(req Request, mode packages.LoadMode) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode:       mode,
		Dir:        req.Dir,
		BuildFlags: req.Flags,
		Tests:      req.Tests,
		ParseFile:  parseWithoutBodies,
		Overlay:    emptied(req.Outputs),
	}, req.Patterns...)
}

// emptied has the outputs of earlier runs with nothing but their package clause.  That they read so
// for the go command, too, spares it the compilation of them: of 200 types, many seconds.
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
	roots, err := load(req, packages.NeedName|packages.NeedFiles)
	if err != nil {
		return nil, diag.Wrap(err, "")
	}
	var list []Listed
	for _, p := range roots {
		if p.Name != "" && p.Dir != "" {
			list = append(list, Listed{p.Name, p.Dir})
		}
	}
	return list, nil
}

// parseWithoutBodies drops what is in functions: nothing there matters to a type, and calls of
// methods that are still to be generated would be errors.
func parseWithoutBodies(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	f, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
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

func lacksExports(roots []*packages.Package) bool {
	for _, p := range roots {
		for _, e := range p.Errors {
			if e.Kind == packages.TypeError && strings.Contains(e.Msg, "could not import") {
				return true
			}
		}
	}
	return false
}

// hardErrors are those that leave nothing to look at: no such package, no such file, bad syntax.
func hardErrors(p *packages.Package) diag.List {
	var bad diag.List
	for _, e := range p.Errors {
		switch {
		case e.Kind == packages.ParseError:
			bad = append(bad, problem(e, "correct the syntax first"))
		case e.Kind != packages.TypeError && len(p.Syntax) == 0:
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

func fromRoot(p *packages.Package) *Package {
	pkg := &Package{
		Path: p.PkgPath, Name: p.Name, Fset: p.Fset, Files: p.Syntax,
		Types: p.Types, Info: p.TypesInfo, Sizes: p.TypesSizes, errors: p.Errors,
	}
	if pkg.Sizes == nil {
		pkg.Sizes = types.SizesFor("gc", "amd64")
	}
	for _, f := range p.CompiledGoFiles {
		pkg.Dir = filepath.Dir(f)
		break
	}
	return pkg
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
		if where := position(e.Pos); where.Filename == at.Filename && where.Line == at.Line {
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

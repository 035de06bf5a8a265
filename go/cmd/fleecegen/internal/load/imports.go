package load

// This file checks packages: the root packages from source, and what they import from export data.
//
// SPDX-License-Identifier: MIT

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"path/filepath"
	"sort"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/diag"
	"golang.org/x/tools/go/packages"
)

// root is a package that is checked from source.
type root struct {
	listed *packages.Package
	loaded *Package // set once it is checked or being checked
	syntax diag.List
}

type checker struct {
	fset    *token.FileSet
	overlay map[string][]byte
	roots   map[string]*root          // by the go command's ID, which distinguishes test variants
	imports map[string]*types.Package // by import path
}

const importMode = packages.NeedName | packages.NeedImports | packages.NeedTypes | packages.NeedTypesSizes

// loadImports gets the types of the packages that the roots import, from export data, which is fast. If a
// package has none because it does not compile (yet), all of them are read from source instead.
func (c *checker) loadImports(req Request) error {
	paths := c.importPaths()
	c.imports = map[string]*types.Package{"unsafe": types.Unsafe}
	if len(paths) == 0 {
		return nil
	}
	found, err := c.load(req, paths, importMode)
	if err == nil && illTyped(found) {
		found, err = c.load(req, paths, importMode|packages.NeedDeps|packages.NeedSyntax|packages.NeedTypesInfo)
	}
	for _, p := range found {
		if p.Types != nil {
			c.imports[p.PkgPath] = p.Types
		}
	}
	return err
}

func (c *checker) load(req Request, paths []string, mode packages.LoadMode) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Mode: mode, Dir: req.Dir, BuildFlags: req.Flags, Fset: c.fset,
		ParseFile: parseWithoutBodies,
	}, paths...)
}

func illTyped(list []*packages.Package) bool {
	for _, p := range list {
		if p.Types == nil || p.IllTyped {
			return true
		}
	}
	return false
}

// importPaths returns the paths of all imported packages that are not roots themselves.
func (c *checker) importPaths() []string {
	seen := map[string]bool{"unsafe": true, "C": true}
	var paths []string
	for _, r := range c.roots {
		for _, p := range r.listed.Imports {
			if c.roots[p.ID] == nil && !seen[p.PkgPath] && p.PkgPath != "" && len(p.Errors) == 0 {
				seen[p.PkgPath] = true
				paths = append(paths, p.PkgPath)
			}
		}
	}
	sort.Strings(paths)
	return paths
}

// check parses and checks a root, after the roots that it imports.
func (c *checker) check(r *root) *Package {
	if r.loaded != nil {
		return r.loaded
	}
	p := &Package{
		Path: r.listed.PkgPath, Name: r.listed.Name, Fset: c.fset, Sizes: r.listed.TypesSizes,
		Dir:  filepath.Dir(r.listed.GoFiles[0]),
		Info: &types.Info{Defs: map[*ast.Ident]types.Object{}},
	}
	r.loaded = p
	if p.Sizes == nil {
		p.Sizes = types.SizesFor("gc", "amd64")
	}
	for _, name := range r.listed.GoFiles {
		c.parse(r, name)
	}
	config := types.Config{
		Importer: importerFunc(func(path string) (*types.Package, error) { return c.importFor(r, path) }),
		Sizes:    p.Sizes, FakeImportC: true,
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				p.errors = append(p.errors, e)
			}
		},
	}
	// Errors were recorded above; those that matter appear again as invalid types.
	p.Types, _ = config.Check(p.Path, c.fset, p.Files, p.Info)
	return p
}

func (c *checker) parse(r *root, name string) {
	f, err := parseWithoutBodies(c.fset, name, c.overlay[name])
	var list scanner.ErrorList
	if errors.As(err, &list) {
		for _, e := range list {
			e.Pos.Filename = Relative(e.Pos.Filename)
			r.syntax = append(r.syntax, diag.Problem{Pos: e.Pos, Text: e.Msg, Remedy: "correct the syntax first"})
		}
	} else if err != nil {
		r.syntax = append(r.syntax, diag.Problem{Text: err.Error()})
	}
	if f != nil {
		r.loaded.Files = append(r.loaded.Files, f)
	}
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

func (c *checker) importFor(r *root, path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	p := r.listed.Imports[path]
	if p == nil {
		return nil, fmt.Errorf("could not import %s", path)
	}
	if other := c.roots[p.ID]; other != nil {
		if t := c.check(other).Types; t != nil {
			return t, nil
		}
		return nil, fmt.Errorf("import cycle through %s", path)
	}
	if t := c.imports[p.PkgPath]; t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("could not import %s", path)
}

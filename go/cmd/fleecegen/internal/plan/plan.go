// Package plan decides what to generate: it turns types into the data of package ir.
//
// It implements JSON's view of Go types: names, tags, embedding, and which method of a type is used. It must
// not contain generated code. Invariant: it finds every problem, so a plan that is returned without an error
// can be printed, and the result compiles.
//
// SPDX-License-Identifier: MIT
package plan

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/diag"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/load"
	"golang.org/x/tools/go/types/typeutil"
)

// Config holds the flags that change decisions.
type Config struct {
	EasyJSON              bool // follow easyjson where it differs from encoding/json
	SnakeCase             bool
	LowerCamelCase        bool
	OmitEmpty             bool
	OmitZero              bool
	PlainBytes            bool // []byte as text instead of base64
	DisallowUnknownFields bool
	CaseInsensitive       bool
}

// Chosen holds the types that get all methods in this run, in all packages.
type Chosen map[string]bool

// Add adds the selected types of a package, except those with a hand-written method. For these, only the other
// half is generated, and their existing methods count.
func (c Chosen) Add(pkg *load.Package, selected []load.Selected) {
	for _, s := range selected {
		if named, ok := s.Name.Type().(*types.Named); ok && !handWritten(pkg, named, s.Explicit) {
			c[chosenKey(s.Name)] = true
		}
	}
}

func handWritten(pkg *load.Package, t *types.Named, explicit bool) bool {
	for i := 0; i < t.NumMethods(); i++ {
		switch m := t.Method(i); m.Name() {
		case "AppendJSON", appendFleece.name, decodeFleece.name, marshalEasy.name, marshalJSON.name, unmarshalEasy.name, unmarshalJSON.name:
			if pkg.GeneratedBy(m.Pos()) == "" {
				return true
			}
		case marshalText.name, unmarshalText.name:
			if !explicit {
				return true
			}
		}
	}
	return false
}

func chosenKey(name *types.TypeName) string {
	if name.Pkg() == nil {
		return name.Name()
	}
	return name.Pkg().Path() + "." + name.Name()
}

// Build plans one output file. Notes are not errors, but information for the user.
func Build(pkg *load.Package, selected []load.Selected, chosen Chosen, prefix string, cfg Config) (file *ir.File, notes diag.List, err error) {
	b := &builder{
		cfg: cfg, pkg: pkg, chosen: chosen, prefix: prefix,
		file:  &ir.File{Path: pkg.Path, Package: pkg.Name, Prefix: prefix, Reserved: declared(pkg)},
		named: map[string]bool{},
	}
	for _, s := range selected {
		b.declare(s)
	}
	for len(b.pending) > 0 {
		next := b.pending[0]
		b.pending = b.pending[1:]
		next()
	}
	markRecursive(b.file.Types)
	return b.file, b.notes, b.problems.Err()
}

// declared returns the names that the package declares.
func declared(pkg *load.Package) map[string]bool {
	names := map[string]bool{}
	for _, name := range pkg.Types.Scope().Names() {
		names[name] = true
	}
	return names
}

type builder struct {
	cfg      Config
	pkg      *load.Package
	chosen   Chosen
	prefix   string
	file     *ir.File
	types    typeutil.Map // types.Type to *ir.Type
	named    map[string]bool
	pending  []func()
	problems diag.List
	notes    diag.List
}

// place is the builder's current position, for messages and for naming anonymous types.
type place struct {
	pos     token.Pos
	subject string // T.F
	stem    string // TF
	params  []*types.TypeParam
	depth   int
}

func (p place) field(v *types.Var) place {
	if v.Pos().IsValid() {
		p.pos = v.Pos()
	}
	p.subject += "." + v.Name()
	p.stem += upperFirst(v.Name())
	return p
}

// deepest is the limit on the nesting of a type without recursion. A type that exceeds it is assumed to be a
// generic type that grows with every step.
const deepest = 200

func (b *builder) problem(at place, remedy, format string, args ...any) {
	b.problems = append(b.problems, b.report(at, remedy, format, args...))
}

func (b *builder) note(at place, remedy, format string, args ...any) {
	b.notes = append(b.notes, b.report(at, remedy, format, args...))
}

func (b *builder) report(at place, remedy, format string, args ...any) diag.Problem {
	return diag.Problem{
		Pos: b.pkg.Position(at.pos), Subject: at.subject, Text: fmt.Sprintf(format, args...), Remedy: remedy,
	}
}

// -- Types that get methods ----------------------------------------------------------------

// declare makes the Type of a selected type. It plans the body later, when all types are known.
func (b *builder) declare(s load.Selected) {
	at := place{pos: s.Name.Pos(), subject: s.Name.Name(), stem: s.Name.Name()}
	named, ok := s.Name.Type().(*types.Named)
	if s.Name.IsAlias() || !ok {
		b.problem(at, "mark the type that it stands for", "%s is an alias: it can have no methods of its own", s.Name.Name())
		return
	}
	if !b.canHaveMethods(named, at) {
		return
	}
	write, read := b.missingMethods(named, s.Explicit, at)
	if !write && !read {
		return
	}
	t := &ir.Type{
		Name: s.Name.Name(), Func: s.Name.Name(), Marshal: write, Decode: read,
		Pos: b.pkg.Position(s.Name.Pos()).String(),
	}
	b.fieldClash(named, at)
	at.params = typeParams(named)
	t.Params = b.params(at)
	t.Go = b.instance(named, at)
	b.named[t.Func] = true
	b.types.Set(named, t)
	b.file.Types = append(b.file.Types, t)
	b.pending = append(b.pending, func() { t.Body = b.structure(named, fieldTag{}, at) })
}

func (b *builder) canHaveMethods(t *types.Named, at place) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		b.problem(at, "mark the type that it points to", "a pointer type can have no methods")
	case *types.Interface:
		b.problem(at, "mark the types that implement it", "an interface type can have no methods of its own")
	case *types.Chan, *types.Signature:
		b.problem(at, "remove the mark", "%s has no form in JSON", describe(u))
	case *types.Basic:
		if u.Kind() == types.Invalid {
			b.invalid(t, at)
			return false
		}
		return true
	default:
		return true
	}
	return false
}

// fieldClash finds fields with the name of a method that will be generated.
func (b *builder) fieldClash(t *types.Named, at place) {
	st, ok := t.Underlying().(*types.Struct)
	for i := 0; ok && i < st.NumFields(); i++ {
		switch f := st.Field(i); f.Name() {
		case "AppendJSON", "MarshalJSON", "UnmarshalJSON", "MarshalEasyJSON", "UnmarshalEasyJSON",
			"AppendFleece", "AppendFleeceValue", "DecodeFleece", "MarshalJSONTo", "UnmarshalJSONFrom":
			b.problem(at.field(f), "rename the field", "a field cannot have the name of the method to be generated")
		}
	}
}

// -- Types that only get functions ----------------------------------------------------------

// typeFor returns the Type with the functions for t, a type that gets no methods here.
func (b *builder) typeFor(t types.Type, at place) *ir.Type {
	if known := b.types.At(t); known != nil {
		return known.(*ir.Type)
	}
	r := &ir.Type{Func: b.functionStem(t, at), Go: b.expr(t, at), Pos: b.pkg.Position(at.pos).String()}
	if mentionsParams(t) {
		r.Params = b.params(at)
	} else {
		at.params = nil
	}
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() == b.pkg.Types {
		at.subject, at.pos = named.Obj().Name(), named.Obj().Pos()
	} else if ok {
		at.subject += " (" + typeString(t) + ")"
	}
	at.depth++
	b.types.Set(t, r)
	b.file.Types = append(b.file.Types, r)
	if at.depth > deepest {
		b.problem(at, "give it methods of its own", "%s contains ever larger types", typeString(t))
		r.Body = &ir.Node{}
		return r
	}
	b.pending = append(b.pending, func() { r.Body = b.structure(t, fieldTag{}, at) })
	return r
}

// functionStem returns a name for the functions of t that is unique in the package.
func (b *builder) functionStem(t types.Type, at place) string {
	stem := b.prefix + b.typeStem(t, at)
	name := stem
	for n := 2; b.named[name]; n++ {
		name = fmt.Sprint(stem, n)
	}
	b.named[name] = true
	return name
}

func (b *builder) typeStem(t types.Type, at place) string {
	named, ok := t.(*types.Named)
	if !ok {
		return at.stem
	}
	name := upperFirst(named.Obj().Name())
	if p := named.Obj().Pkg(); p != nil && p != b.pkg.Types {
		name = upperFirst(p.Name()) + name
	}
	for i := 0; i < named.TypeArgs().Len(); i++ {
		name += stemOf(named.TypeArgs().At(i))
	}
	return name
}

// stemOf turns a type argument into part of an identifier: []string becomes SliceString.
func stemOf(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		s := upperFirst(t.Obj().Name())
		for i := 0; i < t.TypeArgs().Len(); i++ {
			s += stemOf(t.TypeArgs().At(i))
		}
		return s
	case *types.TypeParam:
		return upperFirst(t.Obj().Name())
	case *types.Basic:
		return upperFirst(t.Name())
	case *types.Pointer:
		return "Ptr" + stemOf(t.Elem())
	case *types.Slice:
		return "Slice" + stemOf(t.Elem())
	case *types.Array:
		return fmt.Sprint("Array", t.Len(), stemOf(t.Elem()))
	case *types.Map:
		return "Map" + stemOf(t.Key()) + stemOf(t.Elem())
	}
	return "Literal"
}

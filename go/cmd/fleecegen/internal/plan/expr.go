package plan

// This file converts go/types to type expressions.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// expr returns the type expression with which this package's code refers to t. If it cannot refer to t, that is
// a problem.
func (b *builder) expr(t types.Type, at place) ir.Expr {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.UnsafePointer {
			return ir.Expr{Path: "unsafe", Name: "Pointer"}
		}
		return ir.Expr{Name: t.Name()}
	case *types.TypeParam:
		return ir.Expr{Name: t.Obj().Name()}
	case *types.Named:
		return b.namedExpr(t, at)
	case *types.Pointer:
		return ir.Expr{Kind: ir.PointerTo, Elem: b.elem(t.Elem(), at)}
	case *types.Slice:
		return ir.Expr{Kind: ir.SliceOf, Elem: b.elem(t.Elem(), at)}
	case *types.Array:
		return ir.Expr{Kind: ir.ArrayOf, Elem: b.elem(t.Elem(), at), Len: t.Len()}
	case *types.Map:
		return ir.Expr{Kind: ir.MapOf, Key: b.elem(t.Key(), at), Elem: b.elem(t.Elem(), at)}
	case *types.Struct:
		return b.structExpr(t, at)
	case *types.Interface:
		return b.interfaceExpr(t, at)
	case *types.Union:
		return b.unionExpr(t, at)
	}
	b.problem(at, `tag it json:"-"`, "%s cannot be written as a type here", typeString(t))
	return ir.Expr{Name: "any"}
}

func (b *builder) elem(t types.Type, at place) *ir.Expr {
	e := b.expr(t, at)
	return &e
}

func (b *builder) namedExpr(t *types.Named, at place) ir.Expr {
	name := t.Obj()
	e := ir.Expr{Name: name.Name()}
	if name.Pkg() != nil && name.Pkg() != b.pkg.Types {
		e.Path = name.Pkg().Path()
		if !name.Exported() {
			b.problem(at, `give the type that has it methods of its own, or tag it json:"-"`,
				"%s has no name outside its package", typeString(t))
		}
	}
	for i := 0; i < t.TypeArgs().Len(); i++ {
		e.Args = append(e.Args, b.expr(t.TypeArgs().At(i), at))
	}
	return e
}

func (b *builder) structExpr(t *types.Struct, at place) ir.Expr {
	e := ir.Expr{Kind: ir.StructOf}
	for i := 0; i < t.NumFields(); i++ {
		f := t.Field(i)
		e.Fields = append(e.Fields, ir.ExprField{
			Name: f.Name(), Embedded: f.Embedded(), Type: b.expr(f.Type(), at), Tag: t.Tag(i),
		})
	}
	return e
}

// interfaceExpr handles interfaces without their own methods, which includes any and constraints.
func (b *builder) interfaceExpr(t *types.Interface, at place) ir.Expr {
	if t.NumExplicitMethods() > 0 {
		b.problem(at, "declare a type for it", "an interface with methods needs a name to be used here")
	}
	if t.NumEmbeddeds() == 0 {
		if t.IsComparable() {
			return ir.Expr{Name: "comparable"}
		}
		return ir.Expr{Name: "any"}
	}
	e := ir.Expr{Kind: ir.InterfaceOf}
	for i := 0; i < t.NumEmbeddeds(); i++ {
		e.Args = append(e.Args, b.expr(t.EmbeddedType(i), at))
	}
	return e
}

func (b *builder) unionExpr(t *types.Union, at place) ir.Expr {
	e := ir.Expr{Kind: ir.UnionOf}
	for i := 0; i < t.Len(); i++ {
		term := b.elem(t.Term(i).Type(), at)
		if t.Term(i).Tilde() {
			term = &ir.Expr{Kind: ir.Tilde, Elem: term}
		}
		e.Args = append(e.Args, *term)
	}
	return e
}

// -- Type parameters --------------------------------------------------------------------------

func typeParams(t *types.Named) []*types.TypeParam {
	var list []*types.TypeParam
	for i := 0; i < t.TypeParams().Len(); i++ {
		list = append(list, t.TypeParams().At(i))
	}
	return list
}

func (b *builder) params(at place) []ir.Param {
	var list []ir.Param
	for _, p := range at.params {
		list = append(list, ir.Param{Name: p.Obj().Name(), Constraint: b.expr(p.Constraint(), at)})
	}
	return list
}

// instance returns a generic type with its own parameters as arguments.
func (b *builder) instance(t *types.Named, at place) ir.Expr {
	e := ir.Expr{Name: t.Obj().Name()}
	for _, p := range at.params {
		e.Args = append(e.Args, ir.Expr{Name: p.Obj().Name()})
	}
	return e
}

// mentionsParams reports whether a type parameter occurs in a type.
func mentionsParams(t types.Type) bool {
	found := false
	var walk func(types.Type)
	walk = func(t types.Type) {
		switch t := types.Unalias(t).(type) {
		case *types.TypeParam:
			found = true
		case *types.Named:
			for i := 0; i < t.TypeArgs().Len(); i++ {
				walk(t.TypeArgs().At(i))
			}
		case *types.Pointer:
			walk(t.Elem())
		case *types.Slice:
			walk(t.Elem())
		case *types.Array:
			walk(t.Elem())
		case *types.Map:
			walk(t.Key())
			walk(t.Elem())
		case *types.Struct:
			for i := 0; i < t.NumFields(); i++ {
				walk(t.Field(i).Type())
			}
		}
	}
	walk(t)
	return found
}

// typeString returns a type for messages: with package names instead of paths.
func typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

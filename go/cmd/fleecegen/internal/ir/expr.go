package ir

// This file defines type expressions: types as data, from which emit prints Go code and imports.
//
// SPDX-License-Identifier: MIT

// Expr is a type as Go code refers to it.
type Expr struct {
	Kind   ExprKind
	Path   string // Named: the import path; "" for this package, predeclared types and type parameters
	Name   string // Named: the identifier
	Args   []Expr // Named: type arguments. Union: its terms. Interface: the embedded elements
	Elem   *Expr  // Pointer, Slice, Array, Map, Tilde
	Key    *Expr  // Map
	Len    int64  // Array
	Fields []ExprField
}

// ExprKind is the form of a type expression.
type ExprKind uint8

// The forms.
const (
	Named ExprKind = iota
	PointerTo
	SliceOf
	ArrayOf
	MapOf
	StructOf
	InterfaceOf // of embedded elements; methods are never needed
	UnionOf     // a | b
	Tilde       // ~a
)

// ExprField is a field of an anonymous struct type.
type ExprField struct {
	Name     string
	Embedded bool
	Type     Expr
	Tag      string
}

// String returns the type for an error message or a dump, with full import paths.
func (e Expr) String() string {
	switch e.Kind {
	case Named:
		s := e.Name
		if e.Path != "" {
			s = e.Path + "." + s
		}
		if len(e.Args) > 0 {
			s += "[" + joinExprs(e.Args, ", ") + "]"
		}
		return s
	case PointerTo:
		return "*" + e.Elem.String()
	case SliceOf:
		return "[]" + e.Elem.String()
	case ArrayOf:
		return "[" + itoa(e.Len) + "]" + e.Elem.String()
	case MapOf:
		return "map[" + e.Key.String() + "]" + e.Elem.String()
	case StructOf:
		return structString(e.Fields)
	case InterfaceOf:
		return "interface{ " + joinExprs(e.Args, "; ") + " }"
	case UnionOf:
		return joinExprs(e.Args, " | ")
	case Tilde:
		return "~" + e.Elem.String()
	}
	return "?"
}

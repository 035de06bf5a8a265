package plan

// This file plans structs: their members with their options.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

func (b *builder) object(st *types.Struct, t types.Type, at place) *ir.Struct {
	s := &ir.Struct{Fold: b.cfg.CaseInsensitive}
	members, rest := b.members(st, t, at)
	for _, c := range members {
		s.Fields = append(s.Fields, b.field(c, t, at))
	}
	switch {
	case rest != nil:
		s.Unknown, s.Into = ir.KeepInField, b.keeper(*rest, t, at)
	case b.cfg.EasyJSON && b.method(t, unmarshalUnknown) != nil && !b.cfg.DisallowUnknownFields:
		s.Unknown = ir.Proxy
	case b.cfg.DisallowUnknownFields:
		s.Unknown = ir.Reject
	}
	return s
}

func (b *builder) field(c candidate, t types.Type, at place) *ir.Field {
	at = at.field(c.field)
	f := &ir.Field{
		Name: c.name, Path: b.path(c, at), Selector: b.selector(c, t, at),
		Required: c.tag.required, Fold: c.tag.foldCase && !c.tag.strictCase,
		Pos: b.pkg.Position(at.pos).String(),
	}
	if c.tag.intern && c.tag.noCopy {
		b.problem(at, "keep one of them", "intern and nocopy exclude each other: one shares a copy, the other makes none")
	}
	f.Value = b.node(c.field.Type(), b.scalarTag(c), at)
	if (c.tag.omitEmpty || b.cfg.OmitEmpty) && !c.tag.keepEmpty {
		f.Empty = b.emptyTest(c.field.Type())
		if b.cfg.EasyJSON && !f.Required {
			emptyMapsAreNil(f.Value)
		}
	}
	if (c.tag.omitZero || b.cfg.OmitZero) && !c.tag.keepZero {
		f.Zero = b.zeroTest(c.field.Type())
		if f.Zero == ir.CompareZero {
			f.ZeroType = b.expr(c.field.Type(), at)
		}
	}
	return f
}

// emptyMapsAreNil makes {} set the maps in a value to nil, as easyjson does for everything in a field with
// omitempty.
func emptyMapsAreNil(n *ir.Node) {
	for ; n != nil; n = n.Elem {
		n.EmptyIsNil = n.Kind == ir.Map
	}
}

// scalarTag drops the option string where encoding/json ignores it: on anything except a scalar or an unnamed
// pointer to one.
func (b *builder) scalarTag(c candidate) fieldTag {
	tag := c.tag
	if b.cfg.EasyJSON {
		return tag
	}
	t := types.Unalias(c.field.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if _, scalar := t.Underlying().(*types.Basic); !scalar {
		tag.quoted = false
	}
	return tag
}

// selector returns how code reaches the field: through all embedded structs or, if one of these cannot be named
// here but Go's rules still find the field, by its name alone.
func (b *builder) selector(c candidate, t types.Type, at place) string {
	var parts []string
	hidden := ""
	for _, v := range append(append([]*types.Var(nil), c.path...), c.field) {
		if !v.Exported() && v.Pkg() != nil && v.Pkg() != b.pkg.Types {
			hidden = v.Name()
		}
		parts = append(parts, v.Name())
	}
	if hidden == "" {
		return strings.Join(parts, ".")
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, b.pkg.Types, c.field.Name())
	if obj == nil || !equalInts(index, c.index) {
		b.problem(at, `tag one of the fields of that name json:"-"`, "cannot be reached through the unexported %s", hidden)
	}
	return c.field.Name()
}

func equalInts(a, b []int) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// keeper returns the field that keeps unknown members: a map with string keys, or raw text.
func (b *builder) keeper(c candidate, t types.Type, at place) *ir.Field {
	at = at.field(c.field)
	f := &ir.Field{Path: b.path(c, at), Selector: b.selector(c, t, at), Pos: b.pkg.Position(at.pos).String()}
	f.Value = b.node(c.field.Type(), fieldTag{}, at)
	if f.ThroughPointer() {
		b.problem(at, "move it to the struct itself", "a field reached through an embedded pointer cannot keep unknown members")
	}
	body := f.Value
	if body.Kind != ir.Map || body.Key.Kind != ir.String || body.Key.Marshal != ir.Plain || body.Key.Unmarshal != ir.Plain {
		b.problem(at, "use map[string]T, with json.RawMessage or any for T", "%s cannot keep unknown members", typeString(c.field.Type()))
	}
	return f
}

// -- Empty and zero -------------------------------------------------------------------------------

// emptyTest returns the test of encoding/json's omitempty: false, 0, nil, or without elements.
func (b *builder) emptyTest(t types.Type) ir.Test {
	if b.cfg.EasyJSON && b.method(t, isDefined) != nil {
		return ir.CallDefined
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ir.DynamicEmpty
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return scalarTest(u)
	case *types.Pointer, *types.Interface:
		return ir.IsNil
	case *types.Slice, *types.Map:
		return ir.IsEmptyLen
	case *types.Array:
		if u.Len() == 0 {
			return ir.IsEmptyLen
		}
	}
	return ir.Never
}

func scalarTest(u *types.Basic) ir.Test {
	switch {
	case u.Info()&types.IsBoolean != 0:
		return ir.IsFalse
	case u.Info()&types.IsString != 0:
		return ir.IsEmptyStr
	case u.Info()&types.IsNumeric != 0:
		return ir.IsZeroNum
	}
	return ir.Never
}

// zeroTest returns the test of encoding/json's omitzero: the method IsZero, or else comparison with the zero
// value.
func (b *builder) zeroTest(t types.Type) ir.Test {
	if b.method(t, isZero) != nil {
		return ir.CallIsZero
	}
	if p, ok := types.Unalias(t).(*types.Pointer); ok && b.method(p.Elem(), isZero) != nil {
		return ir.CallIsZero
	}
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return ir.Reflect
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return scalarTest(u)
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map:
		return ir.IsNil
	}
	if types.Comparable(t) && !mentionsParams(t) {
		return ir.CompareZero
	}
	return ir.Reflect
}

package plan

// This file plans the keys of maps.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// key plans the key of a map. As in encoding/json, a string is written unchanged even if it has a MarshalText
// method, but is read with UnmarshalText. easyjson calls the methods in both directions, and also accepts keys
// that encode themselves as JSON strings.
func (b *builder) key(t types.Type, at place) *ir.Key {
	t = types.Unalias(t)
	k := &ir.Key{Go: b.expr(t, at), Marshal: b.keyVia(t, marshalText, marshalJSON), Unmarshal: b.keyVia(t, unmarshalText, unmarshalJSON)}
	if u, ok := t.Underlying().(*types.Basic); ok {
		k.Kind, k.Bits = kindOf(u)
	}
	if k.Kind == ir.String && !b.cfg.EasyJSON {
		k.Marshal = ir.Plain
	}
	if p, ok := t.(*types.TypeParam); ok && onlyStrings(p.Constraint()) {
		k.Kind = ir.String
	}
	switch k.Kind {
	case ir.String, ir.Int, ir.Uint, ir.Uintptr:
		return k
	}
	k.Kind, k.Bits = ir.Custom, 0
	if k.Marshal == ir.Plain || k.Unmarshal == ir.Plain {
		b.problem(at, "use a string or an integer, or give it MarshalText and UnmarshalText", "%s cannot be the name of a member", typeString(t))
	}
	return k
}

func (b *builder) keyVia(t types.Type, text, json signature) ir.Via {
	switch {
	case b.method(t, text) != nil:
		return ir.Text
	case b.cfg.EasyJSON && b.method(t, json) != nil:
		return ir.JSON
	}
	return ir.Plain
}

// onlyStrings reports whether all types in a constraint are strings, so that code for any of them can convert
// to and from string.
func onlyStrings(constraint types.Type) bool {
	i, ok := constraint.Underlying().(*types.Interface)
	if !ok {
		b, basic := constraint.Underlying().(*types.Basic)
		return basic && b.Kind() == types.String
	}
	for n := range i.NumEmbeddeds() {
		switch e := types.Unalias(i.EmbeddedType(n)).(type) {
		case *types.Union:
			strings := e.Len() > 0
			for t := range e.Terms() {
				strings = strings && onlyStrings(t.Type())
			}
			if strings {
				return true
			}
		default:
			if onlyStrings(e) {
				return true
			}
		}
	}
	return false
}

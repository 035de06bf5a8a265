package plan

// This file owns the keys of maps.
//
// SPDX-License-Identifier: MIT

import (
	"go/types"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// key plans a map's key.  As in encoding/json a string is written as it is even if it has a method
// MarshalText, but read through UnmarshalText; easyjson asks the methods in both directions, and
// also takes keys that write themselves as JSON strings.
func (b *builder) key(t types.Type, at place) *ir.Key {
	t = types.Unalias(t)
	k := &ir.Key{Go: b.expr(t, at), Marshal: b.keyVia(t, marshalText, marshalJSON), Unmarshal: b.keyVia(t, unmarshalText, unmarshalJSON)}
	if u, ok := t.Underlying().(*types.Basic); ok {
		k.Kind, k.Bits = kindOf(u)
	}
	if k.Kind == ir.String && !b.cfg.EasyJSON {
		k.Marshal = ir.Plain
	}
	if _, ok := t.(*types.TypeParam); ok {
		k.Kind = ir.TypeParam
		return k
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

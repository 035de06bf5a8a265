package emit

// This file prints the code that writes through easyjson's Writer: fleeceEasyEncodeT(out, v).
//
// SPDX-License-Identifier: MIT

import (
	"strconv"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

func (c *code) easyEncoder(t *ir.Type) {
	if t.Methods() && !t.Marshal {
		return
	}
	c.begin(t)
	c.P("// ", easyEncodeName(t), " writes v to out.")
	c.P("func ", easyEncodeName(t), c.typeParams(t), "(out *", ident{writerPath, "Writer"}, ", v *", t.Go, ") {")
	if t.Body.Struct != nil {
		c.easyObject(t.Body.Struct)
	} else {
		c.easyValue(t.Body, "(*v)", false)
	}
	c.P("}")
	c.P()
}

// easyObject writes the members. Only if the first one may be absent does the code check before each member
// whether one has been written.
func (c *code) easyObject(s *ir.Struct) {
	c.P("out.RawByte('{')")
	sure := len(s.Fields) > 0 && c.condition(s.Fields[0]) == "" && pointerCheck(s.Fields[0]) == ""
	rest := s.Unknown == ir.KeepInField || s.Unknown == ir.Proxy
	if !sure && (len(s.Fields) > 1 || rest) {
		c.P("first := true")
	}
	for i, f := range s.Fields {
		check := pointerCheck(f)
		if condition := c.condition(f); condition != "" && check != "" {
			check += " && (" + condition + ")"
		} else if condition != "" {
			check = condition
		}
		if check != "" {
			c.P("if ", check, " {")
		}
		c.easyName(f.Name, i == 0, sure, i+1 < len(s.Fields) || rest)
		c.easyValue(f.Value, "v."+f.Selector, f.Empty == ir.IsNil || f.Zero == ir.IsNil || f.Empty == ir.IsEmptyLen)
		if check != "" {
			c.P("}")
		}
	}
	c.easyRest(s, sure)
	c.P("out.RawByte('}')")
}

// easyName writes a name with the comma before it; more says that members may follow.
func (c *code) easyName(name string, first, sure, more bool) {
	with := strconv.Quote("," + quoteName(name, false) + ":")
	without := strconv.Quote(quoteName(name, false) + ":")
	switch {
	case first:
		if !sure && more {
			c.P("first = false")
		}
		c.P("out.RawString(", without, ")")
	case sure:
		c.P("out.RawString(", with, ")")
	default:
		c.P("if first {")
		c.P("out.RawString(", without, ")")
		c.P("} else {")
		c.P("out.RawString(", with, ")")
		c.P("}")
		if more {
			c.P("first = false")
		}
	}
}

func (c *code) easyRest(s *ir.Struct, sure bool) {
	first := "first"
	if sure {
		first = "false"
	}
	switch s.Unknown {
	case ir.Proxy:
		c.P("v.MarshalUnknowns(out, ", first, ")")
	case ir.KeepInField:
		if sure {
			c.P("first := false")
		}
		c.easyMembers(s.Into.Value, "v."+s.Into.Selector, "first")
	}
}

func (c *code) easyValue(n *ir.Node, x string, nonNil bool) {
	if n.EasyMarshal != ir.Plain && n.Kind != ir.Interface {
		c.easyVia(n, x)
		return
	}
	switch n.Kind {
	case ir.Pointer:
		c.easyNil("", x, nonNil, func() { c.easyValue(n.Elem, deref(x), false) })
	case ir.Slice:
		c.easyNil("NilSliceAsEmpty", x, nonNil, func() { c.easyElements(n, x) })
	case ir.Array:
		c.easyElements(n, x)
	case ir.Map:
		c.easyNil("NilMapAsEmpty", x, nonNil, func() {
			first := c.temp("first")
			c.P("out.RawByte('{')")
			c.P(first, " := true")
			c.easyMembers(n, x, first)
			c.P("out.RawByte('}')")
		})
	case ir.Ref:
		c.P(easyEncodeName(n.Ref), "(out, ", address(x), ")")
	case ir.Any, ir.Interface:
		c.easyDynamic(x)
	case ir.TypeParam:
		c.easyDynamic("any(" + address(x) + ")")
	default:
		c.easyScalar(n, x)
	}
}

func (c *code) easyVia(n *ir.Node, x string) {
	switch n.EasyMarshal {
	case ir.EasyJSON:
		c.P(receiver(x), ".MarshalEasyJSON(out)")
	case ir.JSON:
		c.P("out.Raw(", receiver(x), ".MarshalJSON())")
	case ir.Text:
		c.P("out.RawText(", receiver(x), ".MarshalText())")
	}
}

func (c *code) easyNil(flag, x string, nonNil bool, body func()) {
	if nonNil {
		body()
		return
	}
	if flag == "" {
		c.P("if ", x, " == nil {")
	} else {
		c.P("if ", x, " == nil && out.Flags&", ident{writerPath, flag}, " == 0 {")
	}
	c.P(`out.RawString("null")`)
	c.P("} else {")
	body()
	c.P("}")
}

func (c *code) easyElements(n *ir.Node, x string) {
	k := c.temp("k")
	c.P("out.RawByte('[')")
	c.P("for ", k, " := range ", x, " {")
	c.P("if ", k, " > 0 {")
	c.P("out.RawByte(',')")
	c.P("}")
	c.easyValue(n.Elem, x+"["+k+"]", false)
	c.P("}")
	c.P("out.RawByte(']')")
}

func (c *code) easyMembers(n *ir.Node, x, first string) {
	key, elem := c.temp("k"), c.temp("x")
	c.P("for ", key, ", ", elem, " := range ", x, " {")
	if n.Elem.Kind == ir.Array && n.Elem.Len == 0 {
		c.P("_ = ", elem)
	}
	c.P("if ", first, " {")
	c.P(first, " = false")
	c.P("} else {")
	c.P("out.RawByte(',')")
	c.P("}")
	c.easyKey(n.Key, key)
	c.P("out.RawByte(':')")
	c.easyValue(n.Elem, elem, false)
	c.P("}")
}

func (c *code) easyKey(k *ir.Key, x string) {
	switch {
	case k.Marshal == ir.Text:
		c.P("out.RawText(", receiver(x), ".MarshalText())")
	case k.Marshal == ir.JSON:
		c.P("out.Raw(", receiver(x), ".MarshalJSON())")
	case k.Kind == ir.String:
		c.P("out.String(string(", x, "))")
	default:
		name, typ := easyNumber(k.Kind, k.Bits)
		c.P("out.", name, "Str(", typ, "(", x, "))")
	}
}

// easyDynamic writes the value in an interface.
func (c *code) easyDynamic(x string) {
	c.P("switch m := any(", x, ").(type) {")
	c.P("case nil:")
	c.P(`out.RawString("null")`)
	c.P("case ", ident{easyPath, "Marshaler"}, ":")
	c.P("m.MarshalEasyJSON(out)")
	c.P("case ", ident{"encoding/json", "Marshaler"}, ":")
	c.P("out.Raw(m.MarshalJSON())")
	c.P("default:")
	c.P("out.Raw(", ident{"encoding/json", "Marshal"}, "(m))")
	c.P("}")
}

// easyNumber returns the name and the type that easyjson uses for a kind of number.
func easyNumber(kind ir.Kind, bits int) (name, typ string) {
	if kind == ir.Uintptr {
		return "Uintptr", "uintptr"
	}
	typ = kind.String()
	if bits > 0 {
		typ += strconv.Itoa(bits)
	}
	return upperFirst(typ), typ
}

func (c *code) easyScalar(n *ir.Node, x string) {
	switch n.Kind {
	case ir.Bool:
		c.P("out.Bool(", c.basic(n, "bool", x), ")")
	case ir.String:
		c.P("out.String(", c.basic(n, "string", x), ")")
	case ir.Int, ir.Uint, ir.Float, ir.Uintptr:
		c.easyNumber(n, x)
	case ir.Number:
		c.P("out.String(string(", x, "))")
	case ir.Raw:
		c.P("out.Raw(", receiver(x), ".MarshalJSON())")
	case ir.Bytes, ir.ByteArray:
		c.easyBytes(n, x)
	case ir.Time, ir.Duration:
		if n.Kind == ir.Time && n.Format == "" {
			c.P("out.Raw(", receiver(x), ".MarshalJSON())")
			return
		}
		c.easyAppended(n, x)
	}
}

func (c *code) easyNumber(n *ir.Node, x string) {
	name, typ := easyNumber(n.Kind, n.Bits)
	switch {
	case n.Quoted:
		name += "Str"
	case n.Kind == ir.Uintptr:
		name, typ = "Uint64", "uint64"
	}
	c.P("out.", name, "(", c.basic(n, typ, x), ")")
}

func (c *code) easyBytes(n *ir.Node, x string) {
	if n.Kind == ir.ByteArray {
		x += "[:]"
	}
	switch n.Format {
	case "text":
		c.P("out.String(string(", x, "))")
	case "":
		c.P("out.Base64Bytes(", x, ")")
	default:
		c.easyAppended(n, x)
	}
}

// easyAppended writes values that the runtime can format and easyjson cannot.
func (c *code) easyAppended(n *ir.Node, x string) {
	c.P("{")
	c.P("var b []byte")
	c.P("e := new(", ident{rtPath, "Encoder"}, ")")
	e := &encoding{code: c}
	plain := *n
	plain.Kind = n.Kind
	e.scalar(&plain, x)
	e.flush()
	c.P("out.Raw(e.End(nil, b))")
	c.P("}")
}

package emit

// This file prints the code that reads through easyjson's Lexer: fleeceEasyDecodeT(in, v).
//
// SPDX-License-Identifier: MIT

import (
	"fmt"
	"strconv"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

func (c *code) easyDecoder(t *ir.Type) {
	if t.Methods() && !t.Decode {
		return
	}
	c.begin(t)
	c.P("// ", easyDecodeName(t), " reads the current value of in into v.")
	c.P("func ", easyDecodeName(t), c.typeParams(t), "(in *", ident{lexerPath, "Lexer"}, ", v *", t.Go, ") {")
	c.P("whole := in.IsStart()")
	if t.Body.Struct != nil {
		c.easyReadObject(t.Body.Struct)
	} else {
		c.easyRead(t.Body, "(*v)")
	}
	c.P("if whole {")
	c.P("in.Consumed()")
	c.P("}")
	if t.Body.Struct != nil {
		c.easyMissing(t.Body.Struct)
	}
	c.P("}")
	c.P()
}

func (c *code) easyReadObject(s *ir.Struct) {
	for n, f := range s.Fields {
		if f.Required {
			c.P("var ", easySeen(n), " bool // ", strconv.Quote(f.Name))
		}
	}
	c.P("if in.IsNull() {")
	c.P("if whole {")
	c.P("in.Consumed()")
	c.P("}")
	c.P("in.Skip()")
	c.P("return")
	c.P("}")
	c.P("in.Delim('{')")
	c.P("for !in.IsDelim('}') {")
	c.P("key := in.UnsafeFieldName(", c.file.Options.RawMemberNames, ")")
	c.P("in.WantColon()")
	c.P("switch ", c.easyFold(s), " {")
	for n, f := range s.Fields {
		name := f.Name
		if s.Fold || anyFold(s) {
			c.P("case ", ident{"strings", "ToLower"}, "(", strconv.Quote(name), "):")
		} else {
			c.P("case ", strconv.Quote(name), ":")
		}
		c.allocate(f)
		c.easyRead(f.Value, "v."+f.Selector)
		if f.Required {
			c.P(easySeen(n), " = true")
		}
	}
	c.P("default:")
	c.easyUnknown(s)
	c.P("}")
	c.P("in.WantComma()")
	c.P("}")
	c.P("in.Delim('}')")
}

func (c *code) easyFold(s *ir.Struct) string {
	if s.Fold || anyFold(s) {
		return c.S(ident{"strings", "ToLower"}, "(key)")
	}
	return "key"
}

func easySeen(n int) string { return fmt.Sprint("seen", n) }

func (c *code) easyMissing(s *ir.Struct) {
	for n, f := range s.Fields {
		if f.Required {
			c.P("if !", easySeen(n), " {")
			c.P("in.AddError(", ident{"errors", "New"}, "(", strconv.Quote(fmt.Sprintf("key '%s' is required", f.Name)), "))")
			c.P("}")
		}
	}
}

func (c *code) easyUnknown(s *ir.Struct) {
	switch s.Unknown {
	case ir.Skip:
		c.P("in.SkipRecursive()")
	case ir.Reject:
		c.P("in.AddError(&", ident{lexerPath, "LexerError"}, "{")
		c.P("Offset: in.GetPos(),")
		c.P(`Reason: "unknown field",`)
		c.P("Data: key,")
		c.P("})")
	case ir.Proxy:
		c.P("v.UnmarshalUnknown(in, ", ident{"strings", "Clone"}, "(key))")
	case ir.KeepInField:
		x, name, elem := "v."+s.Into.Selector, c.temp("name"), c.temp("x")
		c.P("if ", x, " == nil {")
		c.P(x, " = make(", s.Into.Value.Go, ")")
		c.P("}")
		c.P(name, " := ", ident{"strings", "Clone"}, "(key)")
		c.P("var ", elem, " ", s.Into.Value.Elem.Go)
		c.easyRead(s.Into.Value.Elem, elem)
		c.P(x, "[", c.keyFrom(s.Into.Value.Key, "string", name), "] = ", elem)
	}
}

// easyNull skips null and sets x to nil, unless x is "". For any other value it does what body does.
func (c *code) easyNull(x string, body func()) {
	c.P("if in.IsNull() {")
	c.P("in.Skip()")
	if x != "" {
		c.P(x, " = nil")
	}
	c.P("} else {")
	body()
	c.P("}")
}

func (c *code) easyRead(n *ir.Node, x string) {
	switch {
	case n.Kind == ir.Any:
		c.easyReadAny(n, x)
		return
	case n.Kind == ir.Interface:
		c.easyReadInterface(n, x)
		return
	case n.EasyUnmarshal != ir.Plain:
		c.easyNull("", func() { c.easyReadVia(n, x) })
		return
	}
	switch n.Kind {
	case ir.Pointer:
		c.easyNull(x, func() {
			c.P("if ", x, " == nil {")
			c.P(x, " = new(", n.Elem.Go, ")")
			c.P("}")
			c.easyRead(n.Elem, deref(x))
		})
	case ir.Slice:
		c.easyNull(x, func() { c.easyReadSlice(n, x) })
	case ir.Array:
		c.easyNull("", func() { c.easyReadArray(n, x) })
	case ir.Map:
		c.easyNull("", func() { c.easyReadMap(n, x) })
	case ir.Ref:
		c.P(easyDecodeName(n.Ref), "(in, ", address(x), ")")
	case ir.TypeParam:
		c.P("if m, ok := any(", address(x), ").(", ident{easyPath, "Unmarshaler"}, "); ok {")
		c.P("m.UnmarshalEasyJSON(in)")
		c.P("} else if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(", ident{"encoding/json", "Unmarshal"}, "(data, ", address(x), "))")
		c.P("}")
	default:
		c.easyReadScalar(n, x)
	}
}

func (c *code) easyReadVia(n *ir.Node, x string) {
	switch n.EasyUnmarshal {
	case ir.EasyJSON:
		c.P(receiver(x), ".UnmarshalEasyJSON(in)")
	case ir.JSON:
		c.P("if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(", receiver(x), ".UnmarshalJSON(data))")
		c.P("}")
	case ir.Text:
		c.P("if data := in.UnsafeBytes(); in.Ok() {")
		c.P("in.AddError(", receiver(x), ".UnmarshalText(data))")
		c.P("}")
	}
}

func (c *code) easyReadAny(n *ir.Node, x string) {
	c.P("if m, ok := ", x, ".(", ident{easyPath, "Unmarshaler"}, "); ok {")
	c.P("m.UnmarshalEasyJSON(in)")
	c.P("} else if m, ok := ", x, ".(", ident{"encoding/json", "Unmarshaler"}, "); ok {")
	c.P("if data := in.Raw(); in.Ok() {")
	c.P("in.AddError(m.UnmarshalJSON(data))")
	c.P("}")
	c.P("} else {")
	c.P(x, " = in.Interface()")
	c.P("}")
}

// easyReadInterface reads into the value in an interface with methods. If the interface is nil, there is
// nothing to read into, which encoding/json reports.
func (c *code) easyReadInterface(n *ir.Node, x string) {
	c.easyNull(x, func() {
		c.P("switch m := any(", x, ").(type) {")
		c.P("case ", ident{easyPath, "Unmarshaler"}, ":")
		c.P("m.UnmarshalEasyJSON(in)")
		c.P("case ", ident{"encoding/json", "Unmarshaler"}, ":")
		c.P("if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(m.UnmarshalJSON(data))")
		c.P("}")
		c.P("default:")
		c.P("if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(", ident{"encoding/json", "Unmarshal"}, "(data, ", address(x), "))")
		c.P("}")
		c.P("}")
	})
}

// minSliceBytes is the size of a new slice, as in easyjson.
const minSliceBytes = 64

func (c *code) easyReadSlice(n *ir.Node, x string) {
	capacity := int64(1)
	if n.Elem.Size > 0 {
		capacity = minSliceBytes / n.Elem.Size
	}
	elem := c.temp("x")
	c.P("in.Delim('[')")
	c.P("if ", x, " == nil {")
	c.P("if !in.IsDelim(']') {")
	c.P(x, " = make(", n.Go, ", 0, ", capacity, ")")
	c.P("} else {")
	c.P(x, " = ", n.Go, "{}")
	c.P("}")
	c.P("} else {")
	c.P(x, " = ", x, "[:0]")
	c.P("}")
	c.P("for !in.IsDelim(']') {")
	c.P("var ", elem, " ", n.Elem.Go)
	c.easyRead(n.Elem, elem)
	c.P(x, " = append(", x, ", ", elem, ")")
	c.P("in.WantComma()")
	c.P("}")
	c.P("in.Delim(']')")
}

func (c *code) easyReadArray(n *ir.Node, x string) {
	k := c.temp("k")
	c.P("in.Delim('[')")
	c.P(k, " := 0")
	c.P("for !in.IsDelim(']') {")
	if n.Len > 0 {
		c.P("if ", k, " < len(", x, ") {")
		c.easyRead(n.Elem, x+"["+k+"]")
		c.P(k, "++")
		c.P("} else {")
	}
	c.P("in.SkipRecursive()")
	if n.Len > 0 {
		c.P("}")
	}
	c.P("in.WantComma()")
	c.P("}")
	if n.Len > 0 {
		c.P("for ; ", k, " < len(", x, "); ", k, "++ {")
		c.P(x, "[", k, "] = ", c.zero(n.Elem))
		c.P("}")
	} else {
		c.P("_ = ", k)
	}
	c.P("in.Delim(']')")
}

func (c *code) easyReadMap(n *ir.Node, x string) {
	elem := c.temp("x")
	c.P("in.Delim('{')")
	c.P(x, " = make(", n.Go, ")")
	c.P("for !in.IsDelim('}') {")
	key := c.easyReadKey(n.Key)
	c.P("in.WantColon()")
	c.P("var ", elem, " ", n.Elem.Go)
	c.easyRead(n.Elem, elem)
	c.P(x, "[", key, "] = ", elem)
	c.P("in.WantComma()")
	c.P("}")
	c.P("in.Delim('}')")
	c.emptyIsNil(n, x)
}

func (c *code) easyReadKey(k *ir.Key) string {
	key := c.temp("k")
	switch k.Unmarshal {
	case ir.Text:
		c.P("var ", key, " ", k.Go)
		if k.Go.Kind == ir.PointerTo {
			c.P(key, " = new(", k.Go.Elem, ")")
		}
		c.P("if data := in.UnsafeBytes(); in.Ok() {")
		c.P("in.AddError(", key, ".UnmarshalText(data))")
		c.P("}")
		return key
	case ir.JSON:
		c.P("var ", key, " ", k.Go)
		c.P("if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(", key, ".UnmarshalJSON(data))")
		c.P("}")
		return key
	}
	name, typ := "String", "string"
	if k.Kind != ir.String {
		name, typ = easyNumber(k.Kind, k.Bits)
		name += "Str"
	}
	c.P(key, " := in.", name, "()")
	return c.keyFrom(k, typ, key)
}

func (c *code) easyReadScalar(n *ir.Node, x string) {
	switch n.Kind {
	case ir.Raw:
		c.P("if data := in.Raw(); in.Ok() {")
		c.P("in.AddError(", receiver(x), ".UnmarshalJSON(data))")
		c.P("}")
	case ir.Bytes:
		c.easyNull(x, func() { c.easyReadBytes(n, x) })
	case ir.Time:
		c.easyNull("", func() {
			if n.Format == "" {
				c.P("if data := in.Raw(); in.Ok() {")
				c.P("in.AddError(", receiver(x), ".UnmarshalJSON(data))")
				c.P("}")
				return
			}
			c.easyDecoded(n, x)
		})
	case ir.Duration:
		c.easyNull("", func() { c.easyDecoded(n, x) })
	case ir.ByteArray:
		c.easyNull("", func() { c.easyReadByteArray(n, x) })
	default:
		c.easyNull("", func() { c.P(x, " = ", c.easyScalarFrom(n)) })
	}
}

// easyScalarFrom returns an expression that reads a scalar of the node's type.
func (c *code) easyScalarFrom(n *ir.Node) string {
	name, typ := "", ""
	switch n.Kind {
	case ir.Bool:
		name, typ = "Bool", "bool"
	case ir.String:
		name, typ = "String", "string"
		if n.Intern {
			name = "StringIntern"
		} else if n.NoCopy {
			name = "UnsafeString"
		}
	case ir.Number:
		return "in.JsonNumber()"
	default:
		name, typ = easyNumber(n.Kind, n.Bits)
		if n.Quoted {
			name += "Str"
		} else if n.Kind == ir.Uintptr {
			name, typ = "Uint64", "uint64"
		}
	}
	if isBasic(n.Go, typ) {
		return "in." + name + "()"
	}
	return c.expr(n.Go) + "(in." + name + "())"
}

func (c *code) easyReadBytes(n *ir.Node, x string) {
	switch n.Format {
	case "text":
		c.P(x, " = ", n.Go, "(in.String())")
	case "":
		c.P(x, " = in.Bytes()")
	default:
		c.easyDecoded(n, x)
	}
}

func (c *code) easyReadByteArray(n *ir.Node, x string) {
	switch n.Format {
	case "text":
		c.P("clear(", x, "[copy(", x, "[:], in.String()):])")
	case "":
		c.P("clear(", x, "[copy(", x, "[:], in.Bytes()):])")
	default:
		c.easyDecoded(n, x)
	}
}

// easyDecoded reads values that the runtime can parse and easyjson cannot.
func (c *code) easyDecoded(n *ir.Node, x string) {
	c.P("if data := in.Raw(); in.Ok() {")
	c.P("d := ", ident{rtPath, "NewDecoder"}, "(data, 0)")
	c.P("i := d.Start(0)")
	c.readScalar(n, x)
	c.P("in.AddError(d.Done(i))")
	c.P("}")
}

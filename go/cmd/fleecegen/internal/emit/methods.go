package emit

// This file prints the methods, which are thin wrappers around the functions.
//
// SPDX-License-Identifier: MIT

import "github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"

// methods prints the methods of a type: AppendJSON and MarshalJSON, UnmarshalJSON, the methods through which
// the runtime and other generated code use it, and easyjson's.
func (c *code) methods(t *ir.Type) {
	if !t.Methods() {
		return
	}
	stub := c.file.Options.StubsOnly
	if t.Marshal {
		c.marshalMethods(t, stub)
	}
	if t.Decode {
		c.unmarshalMethods(t, stub)
	}
}

func (c *code) marshalMethods(t *ir.Type, stub bool) {
	encoder := c.S("*", ident{rtPath, "Encoder"})
	if c.file.Options.StdMethods {
		c.method(t, stub, "MarshalJSON implements json.Marshaler.", "", "MarshalJSON() ([]byte, error)", "nil, nil", func() {
			if c.file.Options.EasyJSON {
				c.P("out := ", ident{writerPath, "Writer"}, "{}")
				c.P("v.MarshalEasyJSON(&out)")
				c.P("return out.BuildBytes()")
				return
			}
			c.P("e := ", ident{rtPath, "NewEncoder"}, "(0)")
			c.P("return e.Done(v.AppendFleece(e.Buffer(), e))")
		})
	}
	c.method(t, stub, "AppendJSON appends the JSON text of v to dst. After an error it returns the original dst.",
		"*", "AppendJSON(dst []byte) ([]byte, error)", "dst, nil", func() {
			c.P("var e ", ident{rtPath, "Encoder"})
			c.P("return e.End(dst, v.AppendFleece(dst, &e))")
		})
	c.method(t, stub, "AppendFleeceValue is AppendFleece for a value that is not addressable.",
		"", "AppendFleeceValue(b []byte, e "+encoder+") []byte", "b", func() {
			c.P("return v.AppendFleece(b, e)")
		})
	if stub {
		c.method(t, stub, "AppendFleece appends the JSON text of v to b.", "*", "AppendFleece(b []byte, e "+encoder+") []byte", "b", nil)
	}
	if c.file.Options.EasyJSON {
		c.method(t, stub, "MarshalEasyJSON implements easyjson.Marshaler.",
			"", c.S("MarshalEasyJSON(out *", ident{writerPath, "Writer"}, ")"), "", func() {
				c.P("// Try the fast way first. If it fails, easyjson's way reports the error.")
				c.P("if e := ", ident{bridgePath, "BeginWrite"}, "(out); !", ident{bridgePath, "EndWrite"}, "(out, e, v.AppendFleece(e.Buffer(), e)) {")
				c.P(easyEncodeName(t), "(out, &v)")
				c.P("}")
			})
	}
}

func (c *code) unmarshalMethods(t *ir.Type, stub bool) {
	decoder := c.S("*", ident{rtPath, "Decoder"})
	if c.file.Options.StdMethods {
		c.method(t, stub, "UnmarshalJSON implements json.Unmarshaler.",
			"*", "UnmarshalJSON(data []byte) error", "nil", func() {
				if c.file.Options.EasyJSON {
					c.P("in := ", ident{lexerPath, "Lexer"}, "{Data: data}")
					c.P("v.UnmarshalEasyJSON(&in)")
					c.P("return in.Error()")
					return
				}
				c.P("d := ", ident{rtPath, "NewDecoder"}, "(data, 0)")
				c.P("return d.Done(v.DecodeFleece(d, d.Start(0)))")
			})
	}
	if stub {
		c.method(t, stub, "DecodeFleece reads the value at i of d into v.", "*", "DecodeFleece(d "+decoder+", i int) int", "i", nil)
	}
	if c.file.Options.EasyJSON {
		c.method(t, stub, "UnmarshalEasyJSON implements easyjson.Unmarshaler.",
			"*", c.S("UnmarshalEasyJSON(in *", ident{lexerPath, "Lexer"}, ")"), "", func() {
				c.P("// Try the fast way first. If it fails, easyjson's way reports the error.")
				c.P("if d := ", ident{bridgePath, "BeginRead"}, "(in); d == nil || !", ident{bridgePath, "EndRead"}, "(in, d, v.DecodeFleece(d, d.Start(0))) {")
				c.P(easyDecodeName(t), "(in, v)")
				c.P("}")
			})
	}
}

// method prints a method, or a stub of it that returns the given zero values.
func (c *code) method(t *ir.Type, stub bool, doc, star, signature, zero string, body func()) {
	c.P("// ", doc)
	c.P("func (v ", star, t.Go, ") ", signature, " {")
	switch {
	case !stub:
		body()
	case zero != "":
		c.P("return ", zero)
	}
	c.P("}")
	c.P()
}

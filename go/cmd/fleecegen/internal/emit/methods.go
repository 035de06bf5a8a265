package emit

// This file owns the methods: thin covers of the functions.
//
// SPDX-License-Identifier: MIT

import "github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"

// methods prints what a type offers: AppendJSON and MarshalJSON, UnmarshalJSON, the methods through
// which the runtime and other generated code reach it, and easyjson's.
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
			c.P("e := ", ident{rtPath, "NewEncoder"}, "(", c.marshalOptions(), ")")
			if !c.file.Options.EasyJSON {
				c.P("return e.Done(v.AppendFleece(e.Buffer(), e))")
				return
			}
			c.P("text, err := e.Done(v.AppendFleece(e.Buffer(), e))")
			c.P("if err != nil { // say it as easyjson does")
			c.P("out := ", ident{writerPath, "Writer"}, "{}")
			c.P("if ", easyEncodeName(t), "(&out, &v); out.Error != nil {")
			c.P("err = out.Error")
			c.P("}")
			c.P("}")
			c.P("return text, err")
		})
	}
	c.method(t, stub, "AppendJSON appends the JSON text of v to dst. After an error it returns dst as it was.",
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
				c.P(easyEncodeName(t), "(out, &v)")
			})
	}
}

func (c *code) unmarshalMethods(t *ir.Type, stub bool) {
	decoder := c.S("*", ident{rtPath, "Decoder"})
	if c.file.Options.StdMethods {
		c.method(t, stub, "UnmarshalJSON implements json.Unmarshaler.",
			"*", "UnmarshalJSON(data []byte) error", "nil", func() {
				c.P("d := ", ident{rtPath, "NewDecoder"}, "(data, 0)")
				if !c.file.Options.EasyJSON {
					c.P("return d.Done(v.DecodeFleece(d, d.Start(0)))")
					return
				}
				c.P("err := d.Done(v.DecodeFleece(d, d.Start(0)))")
				c.P("if err != nil { // say it as easyjson does, if easyjson minds")
				c.P("in := ", ident{lexerPath, "Lexer"}, "{Data: data}")
				c.P("if ", easyDecodeName(t), "(&in, v); in.Error() != nil {")
				c.P("err = in.Error()")
				c.P("}")
				c.P("}")
				c.P("return err")
			})
	}
	if stub {
		c.method(t, stub, "DecodeFleece reads the value at i of d into v.", "*", "DecodeFleece(d "+decoder+", i int) int", "i", nil)
	}
	if c.file.Options.EasyJSON {
		c.method(t, stub, "UnmarshalEasyJSON implements easyjson.Unmarshaler.",
			"*", c.S("UnmarshalEasyJSON(in *", ident{lexerPath, "Lexer"}, ")"), "", func() {
				c.P(easyDecodeName(t), "(in, v)")
			})
	}
}

// method prints a method, or a stub of it, which returns the zero values given.
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

// marshalOptions: easyjson escapes HTML unless it is told not to.
func (c *code) marshalOptions() any {
	if c.file.Options.EasyJSON {
		return ident{rtPath, "EscapeHTML"}
	}
	return "0"
}

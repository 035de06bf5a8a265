package emit

// This file prints the methods for json/v2. They go to a file that is built only with json/v2.
//
// SPDX-License-Identifier: MIT

import (
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

const (
	jsontextPath = "encoding/json/jsontext"
	v2Constraint = "goexperiment.jsonv2"
)

func emitV2(f *ir.File) (Output, error) {
	constraint := v2Constraint
	if f.BuildTags != "" {
		constraint += " && (" + f.BuildTags + ")"
	}
	path := strings.TrimSuffix(f.Output, ".go") + "_jsonv2.go"
	if base, ok := strings.CutSuffix(f.Output, "_test.go"); ok {
		path = base + "_jsonv2_test.go"
	}
	return emitFile(f, path, constraint, func(c *code) {
		for _, t := range f.Types {
			c.v2Methods(t, f.Options.StubsOnly)
		}
	})
}

func (c *code) v2Methods(t *ir.Type, stub bool) {
	if t.Marshal {
		c.method(t, stub, "MarshalJSONTo implements json.MarshalerTo.", "",
			c.S("MarshalJSONTo(out *", ident{jsontextPath, "Encoder"}, ") error"), "nil", func() {
				c.P("return ", ident{rtPath, "MarshalJSONTo"}, "(out, &v)")
			})
	}
	if t.Decode {
		c.method(t, stub, "UnmarshalJSONFrom implements json.UnmarshalerFrom.", "*",
			c.S("UnmarshalJSONFrom(in *", ident{jsontextPath, "Decoder"}, ") error"), "nil", func() {
				c.P("return ", ident{rtPath, "UnmarshalJSONFrom"}, "(in, v)")
			})
	}
}

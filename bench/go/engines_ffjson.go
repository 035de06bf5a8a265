// SPDX-License-Identifier: MIT

//go:build ffjson

package main

import (
	"io"

	"github.com/pquerna/ffjson/ffjson"

	ffjsonmodel "github.com/fleece-json/fleece/bench/go/gen/ffjson"
)

// optionalEngines returns the peers whose generated code exists only if their generator works.
func optionalEngines() []engine {
	write := func(w io.Writer, v any) error { return ffjson.NewEncoder(w).Encode(v) }
	return []engine{{
		name: "ffjson", module: "github.com/pquerna/ffjson", models: ffjsonmodel.New,
		marshal: ffjson.Marshal, write: write, appendTo: viaWriter(write), unmarshal: ffjson.Unmarshal,
	}}
}

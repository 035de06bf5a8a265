package emit

// This file prints the tests that are generated for a user's types. They check that the text of a value, and
// any text that can be read (fuzzing), reads back to a value that writes the same text. It also prints
// benchmarks for both directions.
//
// SPDX-License-Identifier: MIT

import (
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

func emitTests(f *ir.File) (Output, error) {
	path := strings.TrimSuffix(strings.TrimSuffix(f.Output, ".go"), "_test") + "_test.go"
	if path == f.Output {
		path = strings.TrimSuffix(f.Output, "_test.go") + "_roundtrip_test.go"
	}
	return emitFile(f, path, f.BuildTags, func(c *code) {
		for _, t := range f.Types {
			if t.Marshal && t.Decode && len(t.Params) == 0 {
				c.testsOf(t)
			}
		}
		c.testSupport()
	})
}

func (c *code) testsOf(t *ir.Type) {
	testing := ident{"testing", "T"}
	c.P("func TestFleece", t.Func, "(t *", testing, ") {")
	c.P("for seed := range int64(100) {")
	c.P("v := new(", t.Go, ")")
	c.P(c.support("Fill"), "(", ident{"math/rand", "New"}, "(", ident{"math/rand", "NewSource"}, "(seed)), ", ident{"reflect", "ValueOf"}, "(v).Elem(), 5)")
	c.P(c.support("RoundTrip"), "(t, v, new(", t.Go, "))")
	c.P("}")
	c.P("}")
	c.P()
	c.P("func FuzzFleece", t.Func, "(f *", ident{"testing", "F"}, ") {")
	c.P("f.Add([]byte(`null`))")
	c.P("f.Add([]byte(`{}`))")
	c.P("v := new(", t.Go, ")")
	c.P(c.support("Fill"), "(", ident{"math/rand", "New"}, "(", ident{"math/rand", "NewSource"}, "(1)), ", ident{"reflect", "ValueOf"}, "(v).Elem(), 5)")
	c.P("if text, err := ", c.support("Text"), "(v); err == nil {")
	c.P("f.Add(text)")
	c.P("}")
	c.P("f.Fuzz(func(t *", testing, ", data []byte) {")
	c.P("v := new(", t.Go, ")")
	c.P("if ", c.support("Read"), "(data, v) == nil {")
	c.P(c.support("RoundTrip"), "(t, v, new(", t.Go, "))")
	c.P("}")
	c.P("})")
	c.P("}")
	c.P()
	c.benchmarksOf(t)
}

func (c *code) benchmarksOf(t *ir.Type) {
	c.P("func BenchmarkFleece", t.Func, "(b *", ident{"testing", "B"}, ") {")
	c.P("v := new(", t.Go, ")")
	c.P(c.support("Fill"), "(", ident{"math/rand", "New"}, "(", ident{"math/rand", "NewSource"}, "(1)), ", ident{"reflect", "ValueOf"}, "(v).Elem(), 5)")
	c.P("text, err := ", c.support("Text"), "(v)")
	c.P("if err != nil {")
	c.P("b.Fatal(err)")
	c.P("}")
	c.P(`b.Run("Append", func(b *`, ident{"testing", "B"}, ") {")
	c.P("b.ReportAllocs()")
	c.P("b.SetBytes(int64(len(text)))")
	c.P("var out []byte")
	c.P("for b.Loop() {")
	c.P("out, _ = v.AppendJSON(out[:0])")
	c.P("}")
	c.P("})")
	c.P(`b.Run("Unmarshal", func(b *`, ident{"testing", "B"}, ") {")
	c.P("b.ReportAllocs()")
	c.P("b.SetBytes(int64(len(text)))")
	c.P("for b.Loop() {")
	c.P("if err := ", c.support("Read"), "(text, new(", t.Go, ")); err != nil {")
	c.P("b.Fatal(err)")
	c.P("}")
	c.P("}")
	c.P("})")
	c.P("}")
	c.P()
}

// support returns the name of a function that all tests of a file share.
func (c *code) support(name string) string { return "fleece" + name + c.file.Prefix }

// testSupport prints those functions. They fill values by reflection, exported fields only. Interfaces and
// types that write themselves are left unchanged, because nothing is known about them.
func (c *code) testSupport() {
	value := ident{"reflect", "Value"}
	c.P("// ", c.support("Text"), " returns the text of a value, with sorted maps.")
	c.P("func ", c.support("Text"), "(v ", ident{rtPath, "Marshaler"}, ") ([]byte, error) {")
	c.P("e := ", ident{rtPath, "NewEncoder"}, "(", ident{rtPath, "SortKeys"}, ")")
	c.P("return e.Done(v.AppendFleece(e.Buffer(), e))")
	c.P("}")
	c.P()
	c.P("func ", c.support("Read"), "(data []byte, v ", ident{rtPath, "Unmarshaler"}, ") error {")
	c.P("d := ", ident{rtPath, "NewDecoder"}, "(data, 0)")
	c.P("return d.Done(v.DecodeFleece(d, d.Start(0)))")
	c.P("}")
	c.P()
	c.P("// ", c.support("RoundTrip"), " checks that v's text, read into an empty value, writes the same text.")
	c.P("func ", c.support("RoundTrip"), "(t *", ident{"testing", "T"}, ", v ", ident{rtPath, "Marshaler"}, ", empty interface {")
	c.P(ident{rtPath, "Marshaler"})
	c.P(ident{rtPath, "Unmarshaler"})
	c.P("}) {")
	c.P("t.Helper()")
	c.P("text, err := ", c.support("Text"), "(v)")
	c.P("if err != nil {")
	c.P("t.Fatal(err)")
	c.P("}")
	c.P("err = ", c.support("Read"), "(text, empty)")
	c.P("if ", ident{"errors", "Is"}, "(err, &", ident{rtPath, "Error"}, "{Code: ", ident{rtPath, "REQUIRED"}, "}) {")
	c.P("return // an omitted member was required")
	c.P("}")
	c.P("if err != nil {")
	c.P(`t.Fatalf("%s: %v", text, err)`)
	c.P("}")
	c.P("again, err := ", c.support("Text"), "(empty)")
	c.P("if err != nil {")
	c.P("t.Fatal(err)")
	c.P("}")
	c.P("if string(again) != string(text) {")
	c.P(`t.Fatalf("wrote %s\nthen  %s", text, again)`)
	c.P("}")
	c.P("}")
	c.P()
	c.P("// ", c.support("Fill"), " fills a value with random contents, at most depth levels deep.")
	c.P("func ", c.support("Fill"), "(r *", ident{"math/rand", "Rand"}, ", v ", value, ", depth int) {")
	c.P("type writesItself interface{ MarshalJSON() ([]byte, error) }")
	c.P("type writesText interface{ MarshalText() ([]byte, error) }")
	c.P("_, generated := v.Addr().Interface().(", ident{rtPath, "Marshaler"}, ")")
	c.P("_, json := v.Addr().Interface().(writesItself)")
	c.P("_, text := v.Addr().Interface().(writesText)")
	c.P("if depth == 0 || (json || text) && !generated {")
	c.P("return")
	c.P("}")
	c.P("switch v.Kind() {")
	kind := func(name string) ident { return ident{"reflect", name} }
	c.P("case ", kind("Bool"), ":")
	c.P("v.SetBool(r.Intn(2) == 1)")
	c.P("case ", kind("Int"), ", ", kind("Int8"), ", ", kind("Int16"), ", ", kind("Int32"), ", ", kind("Int64"), ":")
	c.P("v.SetInt(r.Int63() >> r.Intn(63))")
	c.P("case ", kind("Uint8"), ": // ASCII: bytes may be written as text")
	c.P("v.SetUint(uint64(r.Intn(128)))")
	c.P("case ", kind("Uint"), ", ", kind("Uint16"), ", ", kind("Uint32"), ", ", kind("Uint64"), ", ", kind("Uintptr"), ":")
	c.P("v.SetUint(r.Uint64() >> r.Intn(64))")
	c.P("case ", kind("Float32"), ", ", kind("Float64"), ":")
	c.P("v.SetFloat(r.NormFloat64())")
	c.P("case ", kind("String"), ":")
	c.P("if v.Type().PkgPath() != \"encoding/json\" {")
	c.P("v.SetString([]string{\"\", \"plain\", \"quote \\\" and \\\\\", \"é ∀ 🦔\", \"<&>\\n\"}[r.Intn(5)])")
	c.P("}")
	c.P("case ", kind("Pointer"), ":")
	c.P("if r.Intn(2) == 0 {")
	c.P("v.Set(", kind("New"), "(v.Type().Elem()))")
	c.P(c.support("Fill"), "(r, v.Elem(), depth-1)")
	c.P("}")
	c.P("case ", kind("Slice"), ":")
	c.P("if v.Type().PkgPath() == \"encoding/json\" {")
	c.P("return")
	c.P("}")
	c.P("n := r.Intn(4)")
	c.P("v.Set(", kind("MakeSlice"), "(v.Type(), n, n))")
	c.P("for i := range n {")
	c.P(c.support("Fill"), "(r, v.Index(i), depth-1)")
	c.P("}")
	c.P("case ", kind("Array"), ":")
	c.P("for i := range v.Len() {")
	c.P(c.support("Fill"), "(r, v.Index(i), depth-1)")
	c.P("}")
	c.P("case ", kind("Map"), ":")
	c.P("v.Set(", kind("MakeMap"), "(v.Type()))")
	c.P("for range r.Intn(4) {")
	c.P("key, elem := ", kind("New"), "(v.Type().Key()).Elem(), ", kind("New"), "(v.Type().Elem()).Elem()")
	c.P(c.support("Fill"), "(r, key, depth-1)")
	c.P(c.support("Fill"), "(r, elem, depth-1)")
	c.P("v.SetMapIndex(key, elem)")
	c.P("}")
	c.P("case ", kind("Struct"), ":")
	c.P("for i := range v.NumField() {")
	c.P("field := v.Type().Field(i)")
	c.P("if !field.IsExported() {")
	c.P("continue")
	c.P("}")
	c.P("if field.Anonymous && field.Type.Kind() == ", kind("Pointer"), " && depth > 1 { // required members may be in it")
	c.P("v.Field(i).Set(", kind("New"), "(field.Type.Elem()))")
	c.P(c.support("Fill"), "(r, v.Field(i).Elem(), depth-1)")
	c.P("continue")
	c.P("}")
	c.P(c.support("Fill"), "(r, v.Field(i), depth-1)")
	c.P("}")
	c.P("}")
	c.P("}")
}

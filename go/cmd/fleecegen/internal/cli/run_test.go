package cli

// This file tests runs over several packages, and flags that change which files are written.
//
// SPDX-License-Identifier: MIT

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestManyPackages(t *testing.T) {
	module := newModule(t, "example.com/many")
	writeFile(t, filepath.Join(module, "a", "a.go"), "package a\n\ntype T struct{ A int }\n")
	writeFile(t, filepath.Join(module, "b", "b1.go"), "package b\n\nimport \"example.com/many/a\"\n\ntype U struct{ T a.T; V *V }\n")
	writeFile(t, filepath.Join(module, "b", "b2.go"), "package b\n\ntype V struct{ U []U }\n")
	writeFile(t, filepath.Join(module, "none", "none.go"), "package none\n\nconst X = 1\n")
	status, _, said := generate(t, module, "-all", "./...")
	if status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	for _, want := range []string{
		"[1/2] example.com/many/a: 1 type to a/a_fleece.go\n",
		"[2/2] example.com/many/b: 2 types to b/b_fleece.go\n",
		"fleecegen: 3 types, 2 files, 2 changed, ",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in\n%s", want, said)
		}
	}
	if code := readFile(t, filepath.Join(module, "b", "b_fleece.go")); !strings.Contains(code, "v.T.AppendFleece(b, e)") {
		t.Error("b does not use the method that a gets in the same run")
	}
	goCommand(t, module, "vet", "./...")
	status, _, said = generate(t, module, "-all", "./...")
	if status != exitDone || !strings.Contains(said, " 0 changed, ") {
		t.Errorf("second run: exit status %d: %s", status, said)
	}
	if status, _, said := generate(t, module, "-all", "-q", "a", "./b"); status != exitDone || said != "" {
		t.Errorf("-q: exit status %d: %s", status, said)
	}
}

// TestOutputs tests the flags that decide which files are written where. Each run starts from the two input
// files alone.
func TestOutputs(t *testing.T) {
	for _, c := range []struct{ args, files, contains string }{
		{"-all x.go y.go", "x_fleece.go y_fleece.go", ""},
		{"-all -output_filename both.go x.go y.go", "both.go", "from x.go, y.go. DO NOT EDIT."},
		{"-all -output_filename sub/out.go x.go", "", "package p"},
		{"-all -easyjson x.go", "x_easyjson.go", "func (v *X) UnmarshalEasyJSON(in *jlexer.Lexer) {"},
		{"-all -pkg x.go", "p_fleece.go", "from x.go, y.go. DO NOT EDIT."},
		{"-all .", "p_fleece.go", "from x.go, y.go. DO NOT EDIT."},
		{"-all -build_tags linux,amd64 x.go", "x_fleece.go", "//go:build linux && amd64\n"},
		{"-all -no_std_marshalers x.go", "x_fleece.go", "DecodeFleece"},
		{"-all -stubs x.go", "x_fleece.go", "MarshalJSON() ([]byte, error) {\n\treturn nil, nil\n}"},
		{"-all -noformat -leave_temps x.go", "x_fleece.go", "{\nreturn "},
		{"-all -jsonv2 x.go", "x_fleece.go x_fleece_jsonv2.go", ""},
		{"-all -tests x.go", "x_fleece.go x_fleece_test.go", ""},
		{"-all -disable_members_unescape x.go", "x_fleece.go", "rt.ObjectRawNames"},
		{"-all z_test.go", "z_fleece_test.go", "func (v *Z) "},
		{"x.go", "", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			module := newModule(t, "example.com/outputs")
			writeFile(t, filepath.Join(module, "x.go"), "package p\n\ntype X struct{ Y *Y }\n")
			writeFile(t, filepath.Join(module, "y.go"), "package p\n\ntype Y struct{ X []X }\n")
			writeFile(t, filepath.Join(module, "z_test.go"), "package p_test\n\ntype Z struct{ A int }\n")
			if err := os.Mkdir(filepath.Join(module, "sub"), 0o777); err != nil {
				t.Fatal(err)
			}
			args := strings.Fields(c.args)
			if status, _, said := generate(t, module, args...); status != exitDone {
				t.Fatalf("exit status %d: %s", status, said)
			}
			want := strings.Fields("go.mod sub x.go y.go z_test.go " + c.files)
			got := strings.Fields(entries(t, module))
			if len(got) != len(want) {
				t.Errorf("there are %q, want %q", got, want)
			}
			output := "sub/out.go"
			if files := strings.Fields(c.files); len(files) > 0 {
				output = files[0]
			}
			if c.contains != "" && !strings.Contains(readFile(t, filepath.Join(module, output)), c.contains) {
				t.Errorf("%s lacks %q", output, c.contains)
			}
			if output != "sub/out.go" {
				goCommand(t, module, "vet", ".")
			}
		})
	}
}

// TestJSONv2 checks that Marshal and Unmarshal of json/v2 use the generated methods.
func TestJSONv2(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the standard library with an experiment")
	}
	module := newModule(t, "example.com/v2")
	writeFile(t, filepath.Join(module, "x.go"), "package p\n\ntype X struct{ A []int; B map[string]string }\n")
	writeFile(t, filepath.Join(module, "x_test.go"), `//go:build goexperiment.jsonv2

package p

import (
	"encoding/json/v2"
	"testing"
)

var _ json.MarshalerTo = X{}
var _ json.UnmarshalerFrom = (*X)(nil)

func TestV2(t *testing.T) {
	text, err := json.Marshal([]X{{A: []int{1}}})
	if err != nil || string(text) != `+"`[{\"A\":[1],\"B\":{}}]`"+` {
		t.Fatalf("%s %v", text, err)
	}
	var back []X
	if err := json.Unmarshal(text, &back); err != nil || len(back) != 1 || back[0].A[0] != 1 {
		t.Fatal(back, err)
	}
}
`)
	if status, _, said := generate(t, module, "-all", "-jsonv2", "x.go"); status != exitDone {
		t.Fatalf("exit status %d: %s", status, said)
	}
	t.Setenv("GOEXPERIMENT", "jsonv2")
	goCommand(t, module, "test", ".")
}

// TestGoGenerate follows a new user: a separate module that has the generator as a tool, go generate, go build.
func TestGoGenerate(t *testing.T) {
	dir := newModule(t, "example.com/stranger")
	generator, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, filepath.Join(dir, "go.mod"), readFile(t, filepath.Join(dir, "go.mod"))+
		"\ntool github.com/fleece-json/fleece/go/cmd/fleecegen\n"+
		"\nrequire github.com/fleece-json/fleece/go/cmd/fleecegen v0.0.0\n"+
		"\nreplace github.com/fleece-json/fleece/go/cmd/fleecegen => "+generator+"\n")
	writeFile(t, filepath.Join(dir, "main.go"), `package main

//go:generate go run github.com/fleece-json/fleece/go/cmd/fleecegen -all $GOFILE

type Point struct {
	X, Y float64
}

//fleece:json
type Path []Point

func main() {
	text, err := Path{{1, 2}}.MarshalJSON()
	if err != nil {
		panic(err)
	}
	print(string(text))
}
`)
	goCommand(t, dir, "generate", "./...")
	goCommand(t, dir, "mod", "tidy")
	if out := goCommand(t, dir, "run", "."); out != `[{"X":1,"Y":2}]` {
		t.Errorf("printed %s", out)
	}
}

// TestImportThatDoesNotCompile checks that imported packages need not compile either; in that case they have no
// export data.
func TestImportThatDoesNotCompile(t *testing.T) {
	module := newModule(t, "example.com/broken")
	writeFile(t, filepath.Join(module, "dep", "dep.go"),
		"package dep\n\nimport \"time\"\n\ntype T struct{ At time.Time }\n\nfunc F() { T{}.MarshalJSON() }\n")
	writeFile(t, filepath.Join(module, "x.go"), "package p\n\nimport \"example.com/broken/dep\"\n\ntype X struct{ T dep.T }\n")
	status, plan, said := generate(t, module, "-all", "-dump", "x.go")
	if status != exitDone || !strings.Contains(plan, `"At" At: time as time.Time`) {
		t.Errorf("exit status %d:\n%s%s", status, plan, said)
	}
}

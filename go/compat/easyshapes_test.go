// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// This file makes struct types that easyjson's generator accepts, too. It writes them as package theirs, for
// which easyjson generates code, and as package ours, for which fleecegen generates code as easyjson's command.

// easyShapeCount is how many struct types there are.
const easyShapeCount = 60

const easyPrelude = `package %s

import (
	"encoding/json"
	"time"

	"%s/opt"
)

var _ = []any{json.RawMessage{}, time.Time{}, opt.Int{}}

// The predeclared kinds under names.
type (
	Name  string
	Level int8
	Ratio float32
	Flag  bool
)

// Raw has its own tests.
type Raw struct {
	M      json.RawMessage
	Quoted int64 ` + "`json:\",string\"`" + `
	Bytes  [4]byte
	Array  [3]int
}

`

var (
	easyScalars = []string{"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float32", "float64", "string", "Name", "Level", "Ratio", "Flag"}
	easyOthers  = []string{"[]byte", "any", "time.Time", "opt.Int", "opt.String", "opt.Bool", "[]string", "map[string]any", "[]any"}
	easyKeys    = []string{"string", "Name", "int", "uint16", "Level"}
)

// easyType writes a type, nested no deeper than depth.
func (s *shapes) easyType(depth int) string {
	if depth == 0 || s.random.IntN(2) == 0 {
		if s.random.IntN(4) == 0 {
			return s.pick(easyOthers)
		}
		return s.pick(easyScalars)
	}
	switch s.random.IntN(6) {
	case 0, 1:
		return "[]" + s.easyType(depth-1)
	case 2:
		return fmt.Sprintf("[%d]%s", 1+s.random.IntN(3), s.easyType(depth-1))
	case 3:
		return "map[" + s.pick(easyKeys) + "]" + s.easyType(depth-1)
	case 4:
		return "*" + s.pick(easyScalars)
	}
	if s.made > 0 {
		return s.pick([]string{"", "*"}) + fmt.Sprintf("T%d", s.random.IntN(s.made))
	}
	return "string"
}

// writeEasy adds a struct type. Its member names are unique, so that embedding leads to no conflicts, which
// easyjson and encoding/json resolve in different ways.
func (s *shapes) writeEasy() {
	fmt.Fprintf(&s.b, "type T%d struct {\n", s.made)
	if s.made > 0 && s.random.IntN(4) == 0 {
		fmt.Fprintf(&s.b, "\tT%d\n", s.random.IntN(s.made))
	}
	for i := range 1 + s.random.IntN(8) {
		typ, tag := s.easyType(3), ""
		name := fmt.Sprintf("%s_%d_%d", s.pick(memberNames[:6]), s.made, i)
		switch s.random.IntN(8) {
		case 0, 1:
			tag = ",omitempty"
		case 2:
			if !strings.ContainsAny(typ, "[]T") { // easyjson generates == for types that cannot be compared
				tag = ",omitzero"
			}
		}
		switch {
		case s.random.IntN(6) > 0:
		case typ == "string":
			tag += s.pick([]string{",intern", ",nocopy"})
		case strings.HasPrefix(typ, "int") || strings.HasPrefix(typ, "uint") || strings.HasPrefix(typ, "float"):
			tag += ",string"
		}
		fmt.Fprintf(&s.b, "\tF%d_%d %s `json:\"%s%s\"`\n", s.made, i, typ, name, tag)
	}
	s.b.WriteString("}\n\n")
	s.made++
}

// easySource returns the source of the package with the given name, which uses the packages below path.
func easySource(name, path string) string {
	s := shapes{random: rand.New(rand.NewPCG(11, 0))}
	return s.source(fmt.Sprintf(easyPrelude, name, path), easyShapeCount, s.writeEasy)
}

// TestShapesAgainstEasyjson runs testdata/easyjson on many struct types for which both generators wrote
// methods.
func TestShapesAgainstEasyjson(t *testing.T) {
	theirs := filepath.Join(t.TempDir(), "easyjson")
	command(t, ".", "go", "build", "-o", theirs, "github.com/mailru/easyjson/easyjson")
	module := newModule(t, "shapes")
	write(t, filepath.Join(module, "theirs", "types.go"), easySource("theirs", easyjsonPath))
	write(t, filepath.Join(module, "ours", "types.go"), easySource("ours", fleecePath))
	copyFile(t, "testdata/easyjson/differential_test.go", module)
	copyFile(t, "testdata/easyjson/differences_test.go", module)
	copyFile(t, "testdata/differential/values_test.go", module)
	command(t, module, "go", "get", "github.com/mailru/easyjson@v0.9.2")
	command(t, filepath.Join(module, "theirs"), theirs, "-all", "types.go")
	command(t, module, buildFleecegen(t), "-easyjson", "-q", "-all", filepath.Join("ours", "types.go"))
	command(t, module, "go", "test", "-count=1", ".")
}

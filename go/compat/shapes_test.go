// SPDX-License-Identifier: MIT

package compat

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// This file makes struct types; a given seed always makes the same ones. The types are written twice: as
// package plain, which encoding/json handles by reflection, and as package made, for which fleecegen generates
// code.

// shapeCount is the number of struct types.
const shapeCount = 300

// prelude has the types with methods and the named types that the shapes use.
const prelude = `package %s

import (
	"encoding/json"
	"math/big"
	"net/netip"
	"strconv"
	"strings"
	"time"
)

var _ = []any{json.Number(""), big.Int{}, netip.Addr{}, time.Time{}}

// The predeclared kinds under names.
type (
	Name  string
	Level int8
	Ratio float32
	Flag  bool
	List  []int16
	Table map[string]uint16
)

// Key writes itself as text, by value.
//
//fleece:skip
type Key struct{ N int8 }

func (k Key) MarshalText() ([]byte, error) { return []byte("<" + strconv.Itoa(int(k.N))), nil }

func (k *Key) UnmarshalText(text []byte) error {
	n, _ := strconv.ParseInt(strings.TrimPrefix(string(text), "<"), 10, 8)
	k.N = int8(n)
	return nil
}

// Mark writes itself as JSON, with white space and HTML characters, by value.
//
//fleece:skip
type Mark struct{ N uint8 }

func (m Mark) MarshalJSON() ([]byte, error) {
	return []byte("{ \"mark\" : \"<" + strings.Repeat("m", int(m.N&7)) + "&>\" }"), nil
}

func (m *Mark) UnmarshalJSON(text []byte) error {
	m.N = uint8(strings.Count(string(text), "m"))
	return nil
}

// Ref writes itself as JSON by pointer.
//
//fleece:skip
type Ref struct{ N uint8 }

func (r *Ref) MarshalJSON() ([]byte, error) { return json.Marshal(strings.Repeat("r", int(r.N&7))) }

func (r *Ref) UnmarshalJSON(text []byte) error {
	r.N = uint8(strings.Count(string(text), "r"))
	return nil
}

// Zeroed decides itself whether it is zero.
type Zeroed struct{ N int8 }

func (z Zeroed) IsZero() bool { return z.N %% 2 == 0 }

`

var scalarTypes = []string{
	"bool", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "uintptr", "float32", "float64", "string",
	"Name", "Level", "Ratio", "Flag",
}

// Types with methods on the pointer occur as pointers: encoding/json doesn't call such methods in maps, but
// Fleece does.
var otherTypes = []string{
	"[]byte", "any", "json.Number", "json.RawMessage", "time.Time", "time.Duration", "*big.Int", "netip.Addr", "Key", "Mark", "*Ref",
	"List", "Table", "Zeroed", "[4]byte", "[]string", "map[string]any", "[]any", "map[string]string", "struct{}",
}

var keyTypes = []string{"string", "Name", "int", "int8", "uint16", "uint64", "Level", "Key"}

// memberNames are few, so that embedding leads to conflicts, and odd, so that escaping is tested.
var memberNames = []string{"a", "b", "c", "d", "e", "f", "name", "Name", "NAME", "ü", "漢字", "a<b>&c", "with space", "x.y", "$", "longer_than_eight", "longer_than_eighty"}

// shapes writes the types.
type shapes struct {
	random *rand.Rand
	b      strings.Builder
	made   int // the number of types so far; later types may contain them
}

func (s *shapes) pick(from []string) string { return from[s.random.IntN(len(from))] }

// typeText writes a type, nested no deeper than depth.
func (s *shapes) typeText(depth int) string {
	if depth == 0 || s.random.IntN(2) == 0 {
		if s.random.IntN(3) == 0 {
			return s.pick(otherTypes)
		}
		return s.pick(scalarTypes)
	}
	switch s.random.IntN(8) {
	case 0, 1:
		return "[]" + s.typeText(depth-1)
	case 2:
		return fmt.Sprintf("[%d]%s", s.random.IntN(4), s.typeText(depth-1))
	case 3, 4:
		return "map[" + s.pick(keyTypes) + "]" + s.typeText(depth-1)
	case 5:
		return "*" + s.typeText(depth-1)
	case 6:
		return "struct { P " + s.typeText(depth-1) + "; Q " + s.typeText(depth-1) + " `json:\"q,omitempty\"` }"
	}
	if s.made > 0 {
		return fmt.Sprintf("T%d", s.random.IntN(s.made))
	}
	return "string"
}

// write adds a struct type.
func (s *shapes) write() {
	fmt.Fprintf(&s.b, "type T%d struct {\n", s.made)
	embedded := map[int]bool{}
	for s.made > 0 && s.random.IntN(3) == 0 {
		n := s.random.IntN(s.made)
		if embedded[n] {
			break
		}
		tag := ""
		if len(embedded) == 0 && s.random.IntN(4) == 0 {
			tag = " `json:\"embedded\"`"
		}
		embedded[n] = true
		fmt.Fprintf(&s.b, "\t%sT%d%s\n", s.pick([]string{"", "", "*"}), n, tag)
	}
	used := []string{"embedded"}
	for i := range 1 + s.random.IntN(9) {
		typ := s.typeText(3)
		if s.random.IntN(20) == 0 {
			typ = fmt.Sprintf("*T%d", s.made) // recursive
		}
		if s.random.IntN(12) == 0 {
			fmt.Fprintf(&s.b, "\thidden%d %s\n", i, typ)
		}
		fmt.Fprintf(&s.b, "\tF%d %s%s\n", i, typ, s.tag(typ, &used))
	}
	s.b.WriteString("}\n\n")
	s.made++
}

func (s *shapes) tag(typ string, used *[]string) string {
	name := ""
	if s.random.IntN(3) > 0 {
		name = s.pick(memberNames)
		if slices.Contains(*used, name) {
			name = "" // fleecegen reports two equal names in one struct as an error
		}
		*used = append(*used, name)
	}
	options := ""
	if s.random.IntN(4) == 0 {
		options += ",omitempty"
	}
	if s.random.IntN(6) == 0 {
		options += ",omitzero"
	}
	if s.random.IntN(5) == 0 && slices.Contains(scalarTypes, typ) {
		options += ",string"
	}
	switch {
	case s.random.IntN(25) == 0:
		return " `json:\"-\"`"
	case name+options == "":
		return ""
	}
	return fmt.Sprintf(" `json:\"%s%s\"`", name, options)
}

// source returns the source of the package with the given name.
func source(name string, seed uint64) string {
	s := shapes{random: rand.New(rand.NewPCG(seed, 0))}
	return s.source(fmt.Sprintf(prelude, name), shapeCount, s.write)
}

// source returns a package that begins with head and has count types; write adds each of them.
func (s *shapes) source(head string, count int, write func()) string {
	var types strings.Builder
	for i := range count {
		write()
		fmt.Fprintf(&types, "\tfunc() any { return new(T%d) },\n", i)
	}
	return head + s.b.String() + "// New makes an empty value of each type.\nvar New = []func() any{\n" + types.String() + "}\n"
}

// TestShapesAgainstEncodingJSON runs testdata/differential on hundreds of generated struct types. It compares
// what Fleece writes, reads and refuses with encoding/json. If SHAPES names a directory, the module of the
// first seed is left there for the fuzzer (go/tools/fuzz).
func TestShapesAgainstEncodingJSON(t *testing.T) {
	fleecegen := buildFleecegen(t)
	seeds := []uint64{1, 2}
	if testing.Short() {
		seeds = seeds[:1]
	}
	for _, seed := range seeds {
		module := t.TempDir()
		if kept := os.Getenv("SHAPES"); kept != "" && seed == 1 {
			module = kept
		}
		makeModule(t, module, "shapes")
		for _, name := range []string{"plain", "made"} {
			write(t, filepath.Join(module, name, "types.go"), source(name, seed))
		}
		copyFile(t, "testdata/differential/differential_test.go", module)
		copyFile(t, "testdata/differential/values_test.go", module)
		command(t, module, fleecegen, "-q", "-all", filepath.Join("made", "types.go"))
		command(t, module, "go", "test", "-count=1", ".")
	}
}

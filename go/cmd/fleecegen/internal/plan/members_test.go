package plan

// This file compares the members of planned structs with those that encoding/json writes.
//
// SPDX-License-Identifier: MIT

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/load"
	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/plan/internal/shapes"
)

func TestMembersAreThoseOfEncodingJSON(t *testing.T) {
	pkgs, err := load.Load(load.Request{Patterns: []string{"./internal/shapes"}})
	if err != nil {
		t.Fatal(err)
	}
	p := pkgs[0]
	selected := p.Select(p.Files, true)
	chosen := Chosen{}
	chosen.Add(p, selected)
	file, _, err := Build(p, selected, chosen, "Shapes", Config{})
	if err != nil {
		t.Fatal(err)
	}
	planned := map[string]*ir.Struct{}
	for _, typ := range file.Types {
		planned[typ.Name] = typ.Body.Struct
	}
	for _, v := range shapes.Values {
		name, _, _ := strings.Cut(reflect.TypeOf(v).Name(), "[")
		s := planned[name]
		if s == nil {
			t.Errorf("%s: not planned", name)
			continue
		}
		var got []string
		for _, f := range s.Fields {
			if f.Empty == ir.NoTest {
				got = append(got, f.Name)
			}
		}
		want := membersWritten(t, v)
		if !slices.Equal(got, want) {
			t.Errorf("%s: planned %q, encoding/json writes %q", name, got, want)
		}
	}
}

// membersWritten returns the names of the members that encoding/json writes, in order.
func membersWritten(t *testing.T, v any) []string {
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatalf("%T: %v", v, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token()
	var names []string
	for d.More() {
		name, err := d.Token()
		if err != nil {
			t.Fatalf("%T: %v in %s", v, err, text)
		}
		names = append(names, name.(string))
		var skipped json.RawMessage
		if err := d.Decode(&skipped); err != nil {
			t.Fatalf("%T: %v in %s", v, err, text)
		}
	}
	return names
}

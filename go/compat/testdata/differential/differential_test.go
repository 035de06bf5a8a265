// SPDX-License-Identifier: MIT

// Package shapes compares the code that fleecegen generated for package made with encoding/json's results for
// package plain, whose types are the same. go/compat copies it into a module with both.
package shapes

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/fleece-json/fleece/go/fleece"

	"shapes/made"
	"shapes/plain"
)

func TestDifferential(t *testing.T) {
	differential(t, plain.New, made.New, empty, compareMarshal, compareUnmarshal)
}

// FuzzShapes reads any text into any of the types.
func FuzzShapes(f *testing.F) {
	random := rand.New(rand.NewPCG(5, 6))
	for i := range plain.New {
		theirs := plain.New[i]()
		fill(random, reflect.ValueOf(theirs).Elem(), 3)
		if text, err := json.Marshal(theirs); err == nil {
			f.Add(uint16(i), text)
		}
	}
	f.Fuzz(func(t *testing.T, shape uint16, text []byte) {
		i := int(shape) % len(plain.New)
		if repeats(text) {
			return // slices and maps are then read differently: see empty
		}
		theirs, ours := plain.New[i](), made.New[i]()
		if compareUnmarshal(t, i, text, theirs, ours) {
			compareMarshal(t, i, theirs, ours)
		}
	})
}

// repeats reports whether an object in a text has a duplicate name, in any case. For texts that are not JSON it
// returns false.
func repeats(text []byte) bool {
	if !json.Valid(text) {
		return false
	}
	return parse(text).repeats()
}

func (n *node) repeats() bool {
	names := map[string]bool{}
	for i, item := range n.items {
		if n.kind == '[' || i%2 == 1 {
			if item.repeats() {
				return true
			}
			continue
		}
		name := strings.ToLower(strings.ToUpper(item.text))
		if names[name] {
			return true
		}
		names[name] = true
	}
	return false
}

// compareMarshal returns the text that both write, or null.
func compareMarshal(t *testing.T, i int, theirs, ours any) []byte {
	want, wantErr := json.Marshal(theirs)
	got, err := fleece.Marshal(ours, fleece.EscapeHTML|fleece.SortKeys)
	if (err == nil) != (wantErr == nil) {
		t.Errorf("T%d: Marshal: %v, want %v", i, err, wantErr)
	} else if !bytes.Equal(got, want) {
		t.Errorf("T%d: Marshal\n got %s\nwant %s", i, got, want)
	}
	if want == nil {
		return []byte("null")
	}
	return want
}

// compareUnmarshal reports whether both could read the document.
func compareUnmarshal(t *testing.T, i int, document []byte, theirs, ours any) bool {
	before := dump(reflect.ValueOf(ours).Elem())
	wantErr := json.Unmarshal(document, theirs)
	err := fleece.Unmarshal(document, ours, fleece.FoldCase)
	if deliberate(err, wantErr) {
		return false
	}
	if (err == nil) != (wantErr == nil) {
		t.Errorf("T%d: Unmarshal %s into %s: %v, want %v", i, document, before, err, wantErr)
		return false
	}
	if err != nil {
		return false
	}
	if got, want := dump(reflect.ValueOf(ours).Elem()), dump(reflect.ValueOf(theirs).Elem()); got != want {
		t.Errorf("T%d: Unmarshal %s into %s\n got %s\nwant %s", i, document, before, got, want)
	}
	return true
}

// deliberate reports whether one side deliberately refuses what the other accepts.
// docs/guides/migrating-from-encoding-json.md lists these cases.
func deliberate(ours, theirs error) bool {
	if ours == nil || theirs != nil {
		return false
	}
	text := ours.Error()
	return strings.Contains(text, "cannot decode array into []byte") ||
		strings.Contains(text, "invalid number") // in quotes, where the tag has string: "015"
}

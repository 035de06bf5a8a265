// SPDX-License-Identifier: MIT

//go:build !race && !purego

package model

import (
	"io"
	"testing"

	"github.com/fleece-json/fleece/go/fleece"
)

// TestAllocations pins the number of allocations. It does not run under the race detector, whose pools drop
// items on purpose, or with purego, whose strings are copies.
func TestAllocations(t *testing.T) {
	scalars := &Scalars{Bool: true, Int: -5, Float64: 0.1, String: "text"}
	tree := new(Branch)
	for i := range 300 {
		tree.Kids = append(tree.Kids, Branch{ID: int64(i), Tags: []string{"a tag", "<another>"}, Grid: [][]int{{1, 2}, nil}, Age: ptr(i), Nick: ptr("nick")})
	}
	small, err := fleece.Marshal(scalars)
	if err != nil {
		t.Fatal(err)
	}
	buffer := make([]byte, 0, 1<<20)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name string
		most float64
		run  func()
	}{
		{"Marshal, small", 1, func() { _, err := fleece.Marshal(scalars); must(err) }},
		{"Append, small", 0, func() { _, err := fleece.Append(buffer, scalars); must(err) }},
		{"MarshalWrite, small", 0, func() { must(fleece.MarshalWrite(io.Discard, scalars)) }},
		{"Size, small", 0, func() { _, err := fleece.Size(scalars); must(err) }},
		{"Unmarshal, small", 0, func() { must(fleece.Unmarshal(small, scalars)) }},
		{"Valid", 0, func() { fleece.Valid(small) }},
		{"Marshal, large", 1, func() { _, err := fleece.Marshal(tree); must(err) }},
		{"Append, large", 0, func() { _, err := fleece.Append(buffer, tree); must(err) }},
		{"MarshalWrite, large", 0, func() { must(fleece.MarshalWrite(io.Discard, tree)) }},
	} {
		for range 10 {
			x.run() // fill the pools and settle the guesses
		}
		if n := testing.AllocsPerRun(100, x.run); n > x.most {
			t.Errorf("%s: %v allocations, not %v", x.name, n, x.most)
		}
	}
}

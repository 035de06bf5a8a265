// SPDX-License-Identifier: MIT

// Package encodingjson has the types for the tests that show where Fleece deliberately differs from
// encoding/json. go/compat copies it into a module, generates code for Made, and runs the tests.
package encodingjson

import "encoding/json"

// Plain is the type that encoding/json reads and writes by reflection.
type Plain struct {
	Name  string
	Count int `json:",string"`
	Bytes []byte
	Items []Item
	Refs  map[string]Ref
}

// Made is the same type with generated methods.
//
//fleece:json
type Made struct {
	Name  string
	Count int `json:",string"`
	Bytes []byte
	Items []Item
	Refs  map[string]Ref
}

// Item is an element of a slice.
type Item struct{ A, B int }

// Ref has its method on the pointer.
type Ref struct{ N int }

func (r *Ref) MarshalJSON() ([]byte, error) { return json.Marshal([]int{r.N}) }

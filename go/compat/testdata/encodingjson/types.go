// SPDX-License-Identifier: MIT

// Package encodingjson has the types of the tests that show where Fleece differs from encoding/json on purpose. go/compat
// copies it into a module, generates for Made, and runs the tests.
package encodingjson

import "encoding/json"

// Plain is what encoding/json reads and writes by reflection.
type Plain struct {
	Name  string
	Count int `json:",string"`
	Bytes []byte
	Items []Item
	Refs  map[string]Ref
}

// Made is the same with generated methods.
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

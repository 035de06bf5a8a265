// SPDX-License-Identifier: MIT

package jsonv2

// Record is written and read by the methods that encoding/json/v2 looks for.
//
//fleece:json
type Record struct {
	Name   string    `json:"name"`
	Values []float64 `json:"values"`
	Next   *Record   `json:"next"`
}

// Options has fields that the options of json/v2 affect.
//
//fleece:json
type Options struct {
	Slice []int
	Map   map[string]int
	Text  string
}

// Plain is the same type without methods.
type Plain struct {
	Slice []int
	Map   map[string]int
	Text  string
}

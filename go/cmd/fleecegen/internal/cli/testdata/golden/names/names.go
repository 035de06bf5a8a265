// Package names declares names that generated code would otherwise use.
package names

import (
	jason "encoding/json"
	rt "time"
)

//go:generate fleecegen -all -tests $GOFILE

type json struct{ X int }

func slices() {}

var time, math = 1, 2

type Names struct {
	A json
	B jason.Number
	C rt.Time `json:",format:unix"`
	D float64 `json:",omitzero"`
	v int
	E struct{ b, d, E int }
}

type type_ struct {
	Range, Func, Type int
	V, I, B, D        string
}

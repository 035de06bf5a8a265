// Package interfaces has interfaces, empty and with methods.
package interfaces

import (
	"encoding/json"
	"fmt"
)

//go:generate fleecegen -all -tests $GOFILE

type Anything interface{}

type Shape interface{ Area() float64 }

type Holder struct {
	Any      any
	Named    Anything
	Shape    Shape
	Stringer fmt.Stringer
	Writer   json.Marshaler
	Both     interface {
		json.Marshaler
		json.Unmarshaler
	}
	List []any
	Map  map[string]any
}

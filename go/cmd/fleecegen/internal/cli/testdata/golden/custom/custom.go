// Package custom has types with hand-written methods for writing, reading or both.
package custom

import (
	"encoding/json"
	"strconv"
	"strings"
)

//go:generate fleecegen -all -tests $GOFILE

// Celsius writes itself as JSON.
type Celsius float64

func (c Celsius) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(c), 'f', 1, 64), nil
}

func (c *Celsius) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(string(data), 64)
	*c = Celsius(f)
	return err
}

// Upper writes itself as text.
type Upper string

func (u Upper) MarshalText() ([]byte, error) { return []byte(strings.ToUpper(string(u))), nil }

func (u *Upper) UnmarshalText(text []byte) error {
	*u = Upper(strings.ToLower(string(text)))
	return nil
}

// OnlyWrites has one hand-written half; the other is generated.
type OnlyWrites struct{ A int }

func (o OnlyWrites) MarshalJSON() ([]byte, error) { return json.Marshal(map[string]int{"A": o.A}) }

// OnWriter has its method on the pointer.
type OnPointer struct{ A int }

func (o *OnPointer) MarshalJSON() ([]byte, error)    { return strconv.AppendInt(nil, int64(o.A), 10), nil }
func (o *OnPointer) UnmarshalJSON(data []byte) error { return json.Unmarshal(data, &o.A) }

type Weather struct {
	Now   Celsius
	Min   *Celsius `json:",omitempty"`
	Hours []Celsius
	City  Upper
	Names map[Upper]Upper
	Half  OnlyWrites
	Ptr   OnPointer
	Zero  Flagged  `json:",omitzero"`
	PZero *Flagged `json:",omitzero"`
}

// Flagged decides itself whether it is zero.
type Flagged struct{ A []int }

func (f Flagged) IsZero() bool { return len(f.A) == 0 }

// ID writes itself as text, so -all leaves it alone.
type ID struct{ a, b byte }

func (i ID) MarshalText() ([]byte, error) { return []byte{i.a + '0', i.b + '0'}, nil }

func (i *ID) UnmarshalText(text []byte) error {
	i.a, i.b = text[0]-'0', text[1]-'0'
	return nil
}

type WithID struct{ Own, Other ID }

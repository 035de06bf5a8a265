// Package maps has maps with every kind of key.
package maps

import (
	"errors"
	"net/netip"
	"time"
)

//go:generate fleecegen -all -tests $GOFILE

type Key string
type Code int16

// Hex writes itself as text.
type Hex [2]byte

const digits = "0123456789abcdef"

func (h Hex) MarshalText() ([]byte, error) {
	var out []byte
	for _, b := range h {
		out = append(out, digits[b>>4], digits[b&15])
	}
	return out, nil
}

func (h *Hex) UnmarshalText(text []byte) error {
	if len(text) != 2*len(h) {
		return errors.New("not four digits")
	}
	for i := range h {
		h[i] = nibble(text[2*i])<<4 | nibble(text[2*i+1])
	}
	return nil
}

func nibble(c byte) byte {
	if c >= 'a' {
		return c - 'a' + 10
	}
	return c - '0'
}

type Maps struct {
	String  map[string]int
	Named   map[Key]string `json:",omitempty"`
	Int     map[int]bool
	Int8    map[int8]float64
	Code    map[Code][]string
	Uint64  map[uint64]any
	Addr    map[netip.Addr]string
	Hex     map[Hex]*Maps
	Nested  map[string]map[string][]int
	Structs map[string]struct{ A int }
	Times   map[Key]time.Time
}

type Dict map[string]Maps

//fleece:json
type Index map[Key][]Dict

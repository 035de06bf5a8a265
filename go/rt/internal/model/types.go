// SPDX-License-Identifier: MIT

// Package model has types of every kind with the methods that fleecegen writes for them. The tests compare them
// with encoding/json.
package model

//go:generate fleecegen -all types.go

import (
	"encoding/json"
	"net/netip"
	"time"
)

// Scalars has a field of every scalar kind, always written.
type Scalars struct {
	Bool    bool    `json:"bool"`
	Int     int     `json:"int"`
	Int8    int8    `json:"int8"`
	Int16   int16   `json:"int16"`
	Int32   int32   `json:"int32"`
	Int64   int64   `json:"int64"`
	Uint    uint    `json:"uint"`
	Uint8   uint8   `json:"uint8"`
	Uint16  uint16  `json:"uint16"`
	Uint32  uint32  `json:"uint32"`
	Uint64  uint64  `json:"uint64"`
	Uintptr uintptr `json:"uintptr"`
	Float32 float32 `json:"float32"`
	Float64 float64 `json:"float64"`
	String  string  `json:"string"`
	Level   Level   `json:"level"`
}

// Level is a named scalar without methods.
type Level int8

// Base is embedded.
type Base struct {
	ID   int64  `json:"id,required"`
	Kind string `json:"kind"`
}

// Node is embedded by pointer.
type Node struct {
	Parent string `json:"parent"`
}

// User has values in every kind of surrounding.
type User struct {
	Base
	*Node
	Name     string              `json:"name"`
	Address  Address             `json:"address"`
	Manager  *User               `json:"manager,omitempty"`
	Tags     []string            `json:"tags"`
	Friends  []Address           `json:"friends,omitempty"`
	Pointers []*Address          `json:"pointers,omitempty"`
	Grid     [][]float64         `json:"grid,omitempty"`
	Point    [2]float64          `json:"point"`
	Labels   map[string]string   `json:"labels,omitempty"`
	Counts   map[int]Address     `json:"counts,omitempty"`
	Hosts    map[netip.Addr]bool `json:"hosts,omitempty"`
	Photo    []byte              `json:"photo,omitempty"`
	Born     time.Time           `json:"born"`
	Seen     time.Time           `json:"seen,omitzero"`
	Any      any                 `json:"any,omitempty"`
	IP       netip.Addr          `json:"ip"`
	Number   json.Number         `json:"number,omitempty"`
	Raw      json.RawMessage     `json:"raw,omitempty"`
	Quoted   int                 `json:"quoted,string"`
	Nick     string              `json:"nick,string,omitempty"`
	Age      *int                `json:"age"`
	Active   bool                `json:"active,omitempty"`
	Score    Box[float64]        `json:"score"`
	HTML     string              `json:"a<b"`
	Shape    Shape               `json:"shape,omitempty"`
	hidden   int
}

// Address is a nested struct; each of its members may be absent.
type Address struct {
	Street string `json:"street,omitempty"`
	Zip    int    `json:"zip,omitempty"`
}

// Box is generic.
type Box[T any] struct {
	Value T   `json:"value"`
	List  []T `json:"list,omitempty"`
}

// Shape is an interface with methods.
type Shape interface{ Area() float64 }

// Users is a named slice.
type Users []User

// Extra keeps members without a matching field (tag `unknown`).
type Extra struct {
	Name  string                     `json:"name"`
	Other map[string]json.RawMessage `json:"-"` // fleece: ,unknown
}

func (u *User) unused() int { return u.hidden }

// Branch contains itself, in slices of every kind.
type Branch struct {
	ID     int64     `json:"id"`
	Kids   []Branch  `json:"kids"`
	Leaves []*Branch `json:"leaves"`
	Tags   []string  `json:"tags"`
	Grid   [][]int   `json:"grid"`
	Age    *int      `json:"age"`
	Rank   *int      `json:"rank,string"`
	Nick   *string   `json:"nick,string"`
}

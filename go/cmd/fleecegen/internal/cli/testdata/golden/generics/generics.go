// Package generics has generic types, their instances and aliases of them.
package generics

import "time"

//go:generate fleecegen -all -tests $GOFILE

type Page[T any] struct {
	Items []T
	Next  *Page[T]     `json:",omitempty"`
	ByKey map[string]T `json:",omitempty"`
	One   T            `json:",omitempty"`
	Two   T            `json:",omitzero"`
	Opt   Option[T]
	Lit   struct{ Value T }
}

type Pair[K comparable, V interface{ ~int | ~string }] struct {
	Key   K
	Value V
}

type ByName[K ~string, V any] struct{ M map[K]V }

//fleece:skip
type Option[T any] struct {
	Value *T
	Set   bool
}

type Item struct{ Name string }

type Names = Page[string]

type Users struct {
	Items Page[Item]
	Times Page[time.Time]
	Names Names
	Pairs []Pair[string, int]
	Opt   Option[Option[int]]
}

// SPDX-License-Identifier: MIT

package model

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"time"
)

// This file has the types without their methods, for encoding/json. That includes nested types, because a
// generated UnmarshalJSON matches names exactly where encoding/json folds case.

type (
	plainScalars Scalars

	plainUser struct {
		Base // encoding/json does not call the methods of embedded types
		*Node
		Name     string               `json:"name"`
		Address  plainAddress         `json:"address"`
		Manager  *plainUser           `json:"manager,omitempty"`
		Tags     []string             `json:"tags"`
		Friends  []plainAddress       `json:"friends,omitempty"`
		Pointers []*plainAddress      `json:"pointers,omitempty"`
		Grid     [][]float64          `json:"grid,omitempty"`
		Point    [2]float64           `json:"point"`
		Labels   map[string]string    `json:"labels,omitempty"`
		Counts   map[int]plainAddress `json:"counts,omitempty"`
		Hosts    map[netip.Addr]bool  `json:"hosts,omitempty"`
		Photo    []byte               `json:"photo,omitempty"`
		Born     time.Time            `json:"born"`
		Seen     time.Time            `json:"seen,omitzero"`
		Any      any                  `json:"any,omitempty"`
		IP       netip.Addr           `json:"ip"`
		Number   json.Number          `json:"number,omitempty"`
		Raw      json.RawMessage      `json:"raw,omitempty"`
		Quoted   int                  `json:"quoted,string"`
		Nick     string               `json:"nick,string,omitempty"`
		Age      *int                 `json:"age"`
		Active   bool                 `json:"active,omitempty"`
		Score    plainBox             `json:"score"`
		HTML     string               `json:"a<b"`
		Shape    Shape                `json:"shape,omitempty"`
	}

	plainAddress Address
	plainBox     Box[float64]
)

// plain returns a plain user with the contents of u.
func plain(u *User) *plainUser {
	p := new(plainUser)
	become(reflect.ValueOf(p).Elem(), reflect.ValueOf(u).Elem())
	return p
}

// user returns a user with the contents of p.
func (p *plainUser) user() *User {
	u := new(User)
	become(reflect.ValueOf(u).Elem(), reflect.ValueOf(p).Elem())
	return u
}

// become copies the contents of src to dst; their types are the same except for methods. Both may share memory
// afterwards.
func become(dst, src reflect.Value) {
	if src.CanConvert(dst.Type()) {
		dst.Set(src.Convert(dst.Type()))
		return
	}
	switch src.Kind() {
	case reflect.Struct:
		for i := range src.NumField() {
			if f := src.Type().Field(i); f.IsExported() {
				if g, _ := dst.Type().FieldByName(f.Name); g.Tag != f.Tag {
					panic("the plain type has another field " + f.Name)
				}
				become(dst.FieldByName(f.Name), src.Field(i))
			}
		}
	case reflect.Pointer:
		if !src.IsNil() {
			dst.Set(reflect.New(dst.Type().Elem()))
			become(dst.Elem(), src.Elem())
		}
	case reflect.Slice:
		if !src.IsNil() {
			dst.Set(reflect.MakeSlice(dst.Type(), src.Len(), src.Len()))
			for i := range src.Len() {
				become(dst.Index(i), src.Index(i))
			}
		}
	case reflect.Map:
		if !src.IsNil() {
			dst.Set(reflect.MakeMap(dst.Type()))
			for k, v := range src.Seq2() {
				e := reflect.New(dst.Type().Elem()).Elem()
				become(e, v)
				dst.SetMapIndex(k, e)
			}
		}
	default:
		panic("no plain type for " + src.Type().String())
	}
}

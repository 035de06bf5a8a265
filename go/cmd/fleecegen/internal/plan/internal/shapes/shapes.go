// Package shapes has structs with the embeddings, tags and conflicts that encoding/json's rules cover. A test
// compares the planner's members with those that encoding/json writes.
//
// SPDX-License-Identifier: MIT
package shapes

import (
	"fmt"
	"strings"
	"time"
)

// Values has one value of each struct, with every pointer set.
var Values = []any{
	Plain{}, Tagged{}, EmbedsPlain{}, EmbedsPointer{Plain: &Plain{}}, Shadows{}, Conflict{}, TagWins{}, TwoTags{},
	Deep{Level1: Level1{&Level2{}}}, DeepShadow{Deep: Deep{Level1: Level1{&Level2{}}}}, Diamond{}, DiamondOnce{}, Unexported{},
	UnexportedPointer{inner: &inner{}}, NonStruct{}, NonStructPointer{Number: new(Number)}, Cycle{}, Renamed{},
	Named{}, BadNames{}, Dash{}, Twice{}, Order{Level1: Level1{&Level2{}}}, Generic[int]{}, EmbedsGeneric{}, EmbedsAlias{},
	EmbedsTime{}, Interfaces{Stringer: Text("x")}, Mixed{B1: &B1{B2: &B2{}}}, SameTypeTwice{},
}

type Plain struct{ A, B int }

type Tagged struct {
	A int `json:"x"`
	B int `json:",omitempty"`
	C int `json:"-"`
	D int `json:"-,"`
	E int `xml:"e"`
	f int
}

type EmbedsPlain struct {
	Plain
	C int
}

type EmbedsPointer struct {
	C int
	*Plain
	D int
}

type Shadows struct {
	Plain
	A string
}

type Other struct{ A, C int }

type Conflict struct {
	Plain
	Other
}

type OtherTagged struct {
	Z int `json:"A"`
}

type TagWins struct {
	Plain
	OtherTagged
}

type OtherTagged2 struct {
	Y int `json:"A"`
}

type TwoTags struct {
	OtherTagged
	OtherTagged2
	Plain
}

type Level2 struct{ Bottom, A int }
type Level1 struct{ *Level2 }
type Deep struct {
	Level1
	Top int
}

type DeepShadow struct {
	Deep
	Plain
}

type Left struct{ Plain }
type Right struct{ Plain }
type Diamond struct {
	Left
	Right
	C int
}

type DiamondOnce struct {
	Left
	Plain
}

type inner struct {
	Visible int
	hidden  int
}
type Unexported struct {
	inner
	A int
}
type UnexportedPointer struct {
	*inner
	A int
}

type Number int
type number int
type NonStruct struct {
	Number
	number
	A int
}
type NonStructPointer struct{ *Number }

type Cycle struct {
	*Cycle
	A int
}

type Renamed struct {
	Plain `json:"plain"`
	Other `json:",omitempty"`
}

type Text string

func (t Text) String() string { return string(t) }

type Named struct {
	Text
	Plain
}

type BadNames struct {
	A int `json:"a\"b"`
	B int `json:"ok?!"`
	C int `json:"日本"`
	D int `json:"x\\y"`
	E int `json:" "`
}

type Dash struct {
	A int `json:"-"`
	B int `json:"-,omitempty"`
}

type Twice struct {
	A int `json:"n"`
	B int `json:"n"`
	C int
}

type Order struct {
	Z int
	Plain
	Y int
	Level1
	X int
}

type Generic[T any] struct {
	V T
	Plain
}

type EmbedsGeneric struct {
	Generic[string]
	A string
}

type Alias = Plain
type EmbedsAlias struct {
	Alias
	C int
}

type EmbedsTime struct {
	Stamp
	A int
}
type Stamp struct{ At, Until time.Time }

type Interfaces struct {
	fmt.Stringer
	A any
}

type B1 struct {
	A int
	*B2
}
type B2 struct {
	A int `json:"a"`
	*B1
	S strings.Builder
}
type Mixed struct {
	*B1
	B2 B2 `json:"-"`
	C  int
}

type EmbedsPlain2 struct{ EmbedsPlain }
type SameTypeTwice struct {
	EmbedsPlain
	EmbedsPlain2
}

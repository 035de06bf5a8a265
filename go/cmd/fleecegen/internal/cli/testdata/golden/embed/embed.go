// Package embed has embedded structs: by value, by pointer, shadowed, in conflict, cyclic.
package embed

//go:generate fleecegen -all -tests $GOFILE

type Base struct {
	ID   int64  `json:"id,required"`
	Kind string `json:"kind"`
}

type Meta struct {
	Tags []string
	*Deep
}

type Deep struct{ Bottom, Kind string }

type ByValue struct {
	Base
	Name string
}

type ByPointer struct {
	*Meta
	Name string
}

type Shadowed struct {
	Base
	Kind int `json:"kind"`
}

type LeftSide struct{ Both, OnlyLeft int }
type RightSide struct{ Both, OnlyRight int }
type Conflict struct {
	LeftSide
	RightSide
}

type Cycle struct {
	*Cycle
	A int
}

type Renamed struct {
	Base `json:"base"`
}

type Inlined struct {
	Base Base `json:",inline"`
	More Deep `json:",embedded"`
}

// Ambiguous has two fields with the same name in Go but different names in JSON.
type Ambiguous struct {
	*rightNamed
	leftNamed
}
type leftNamed struct {
	F int `json:"left"`
}
type rightNamed struct {
	F int `json:"right"`
}

type inner struct{ Visible int }
type Unexported struct {
	inner
	*other
}
type other struct{ Seen bool }

type Anonymous struct {
	Sub struct {
		Base
		List []struct{ X, Y int }
	}
}

// Package scalars has every scalar kind: plain, named, quoted and optional.
package scalars

//go:generate fleecegen -all -tests $GOFILE

type Level int8
type Name string
type Flag bool

type Plain struct {
	Bool    bool
	Int     int
	Int8    int8
	Int16   int16
	Int32   int32
	Int64   int64
	Uint    uint
	Uint8   uint8
	Uint16  uint16
	Uint32  uint32
	Uint64  uint64
	Uintptr uintptr
	Float32 float32
	Float64 float64
	String  string
	Rune    rune
	Byte    byte
	Level   Level
	Name    Name
	Flag    Flag
}

type Quoted struct {
	Bool   bool    `json:",string"`
	Int    int     `json:",string"`
	Uint8  uint8   `json:",string"`
	Float  float64 `json:",string"`
	String string  `json:",string"`
	Level  *Level  `json:",string"`
	Slice  []int   `json:",string"`
}

type Optional struct {
	Bool   bool    `json:"bool,omitempty"`
	Int    int     `json:"int,omitempty"`
	Float  float64 `json:"float,omitempty"`
	ZFloat float64 `json:"zfloat,omitzero"`
	String string  `json:"string,omitempty"`
	Ptr    *int    `json:"ptr,omitempty"`
	Flag   Flag    `json:"flag,omitzero"`
	Intern string  `json:",intern,omitempty"`
	NoCopy string  `json:",nocopy"`
	HTML   string  `json:"<a&b>"`
	Quote  Name    `json:"日本"`
}

type Empty struct{}

type hidden struct{ x int }

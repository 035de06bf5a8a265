// Package collections has slices, arrays, pointers and bytes.
package collections

//go:generate fleecegen -all -tests $GOFILE

type MyByte byte
type Blob []byte
type Strings []string
type Digest [4]byte

type Collections struct {
	Ints     []int
	Strings  []string
	Names    Strings
	Interned []string `json:",intern"`
	Grid     [][]float64
	Ptrs     []*int
	PtrPtr   **string
	Fixed    [3]int
	None     [0]int
	Nothings map[string][0]int
	NoneMap  map[string]map[int][0]int
	NoneIn   [][0]string
	NoneTwo  [2][0]int
	NonePtr  []*[0]int
	Set      map[string]struct{}
	Empties  []struct{}
	Matrix   [2][2]float32
	Structs  []struct{ A, B int }
	PtrMap   *map[string]*[]int
	Bytes    []byte
	Blob     Blob
	Mine     []MyByte
	URL      []byte `json:",format:base64url"`
	Hex      []byte `json:",format:hex"`
	Array    []byte `json:",format:array"`
	Digest   Digest
	HexSum   [4]byte `json:",format:hex"`
	Optional []int   `json:",omitempty"`
	Zero     []int   `json:",omitzero"`
	Compare  [2]int  `json:",omitzero"`
}

//fleece:json
type List []Collections

//fleece:json
type Pair [2]*List

//fleece:json
type Number float64

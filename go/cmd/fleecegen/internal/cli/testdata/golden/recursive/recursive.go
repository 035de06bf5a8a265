// Package recursive has types that contain themselves, directly and through others.
package recursive

//go:generate fleecegen -all -tests $GOFILE

type Node struct {
	Value       int
	Left, Right *Node    `json:",omitempty"`
	Children    []Node   `json:",omitempty"`
	Forest      Forest   `json:",omitempty"`
	Index       Index    `json:",omitempty"`
	Other       *Partner `json:",omitempty"`
}

type Partner struct{ Node *Node }

type Forest []Forest

type Index map[string]Index

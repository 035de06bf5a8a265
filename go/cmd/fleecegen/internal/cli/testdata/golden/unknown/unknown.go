// Package unknown has structs that keep unknown members.
package unknown

import "encoding/json"

//go:generate fleecegen -all -tests $GOFILE

type Kept struct {
	Name  string
	Other map[string]json.RawMessage `json:",unknown"`
}

type Inline struct {
	Extra map[string]any `json:",inline"`
}

type AllOptional struct {
	Name string         `json:",omitempty"`
	Rest map[string]int `json:",embed"`
}

package main

//go:generate go tool fleecegen $GOFILE

// Package is what this program keeps of a package in the output of go list -json. Member names are matched
// exactly; members without a field are checked and skipped.
//
//fleece:json
type Package struct {
	ImportPath string
	Name       string
	Doc        string   `json:",omitempty"`
	GoFiles    []string `json:",omitempty"`
	Imports    []string `json:",omitempty"`
	Standard   bool     `json:",omitempty"`
	Module     *Module  `json:",omitempty"`
}

// Module gets code because Package contains one.
type Module struct {
	Path    string
	Version string `json:",omitempty"`
}

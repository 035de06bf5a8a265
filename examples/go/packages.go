package main

//go:generate go tool fleecegen $GOFILE

// Package is what this program keeps of what go list -json says of a package.  The names of members
// are matched exactly; what has no field here is checked and passed over.
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

// Module gets its code because Package has one.
type Module struct {
	Path    string
	Version string `json:",omitempty"`
}

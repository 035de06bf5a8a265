// Package naming has names made from fields, and options that are on for all of them.
package naming

//go:generate fleecegen -all -tests -snake_case -omit_empty -disallow_unknown_fields -case_insensitive -byte $GOFILE

type Server struct {
	HTTPPort   int
	UserID     string
	Tagged     string `json:"TAG"`
	Always     int    `json:",!omitempty"`
	Text       []byte
	SomeHTTPId *int
}

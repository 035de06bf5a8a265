// Package naming has member names derived from field names, and options that apply to all fields.
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

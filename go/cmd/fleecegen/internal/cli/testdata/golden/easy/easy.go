// Package easy has types that the flag -easyjson affects.
package easy

import (
	"time"

	"github.com/fleece-json/fleece/go/easyjson"
	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/fleece-json/fleece/go/easyjson/opt"
)

//go:generate fleecegen -easyjson -tests $GOFILE

type Embedded struct{ A, B int }

//easyjson:json
type Easy struct {
	Embedded
	Name     string            `json:"name,omitempty"`
	Numbers  []int             `json:",string"`
	Sum      [2]byte           `json:"sum"`
	Labels   map[string]string `json:",omitempty"`
	Any      interface{}
	Opt      opt.Int `json:",omitempty"`
	Raw      easyjson.RawMessage
	Hand     ByHand
	Times    map[string]time.Time
	Date     time.Time `json:",format:DateOnly"`
	Sub      *struct{ X []float64 }
	Required bool   `json:",required"`
	Intern   string `json:",intern"`
}

//easyjson:json
type Proxied struct {
	easyjson.UnknownFieldsProxy
	Known string
}

// ByHand has hand-written easyjson methods.
type ByHand struct{ value int }

func (h ByHand) MarshalEasyJSON(w *jwriter.Writer)  { w.Int(h.value) }
func (h *ByHand) UnmarshalEasyJSON(l *jlexer.Lexer) { h.value = l.Int() }

//easyjson:json
type List []Easy

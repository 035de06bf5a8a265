// SPDX-License-Identifier: MIT

//go:build !race && !purego

package bridge

import (
	"io"
	"testing"

	"github.com/fleece-json/fleece/go/easyjson"
	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
	"github.com/fleece-json/fleece/go/rt"
)

// point has methods like generated ones.
type point struct{ x, y int }

func (p *point) AppendFleece(b []byte, e *rt.Encoder) []byte {
	b = rt.AppendInt(append(b, `{"x":`...), int64(p.x))
	b = rt.AppendInt(append(b, `,"y":`...), int64(p.y))
	return append(b, '}')
}

func (p *point) DecodeFleece(d *rt.Decoder, i int) int { return d.Skip(i) }

func (p *point) MarshalEasyJSON(out *jwriter.Writer) {
	if e := BeginWrite(out); EndWrite(out, e, p.AppendFleece(e.Buffer(), e)) {
		return
	}
	panic("in AppendFleece")
}

func (p *point) UnmarshalEasyJSON(in *jlexer.Lexer) {
	if d := BeginRead(in); d != nil && EndRead(in, d, p.DecodeFleece(d, d.Start(0))) {
		return
	}
	panic("in DecodeFleece")
}

// TestAllocations pins the number of allocations of easyjson's functions: at most as many as easyjson itself,
// which needs 2, 4 and 1 here. It does not run under the race detector, whose pools drop items on purpose, or
// with purego, whose strings are copies.
func TestAllocations(t *testing.T) {
	p, text := &point{-1, 1000}, []byte(`{"x":1,"y":2}`)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, x := range []struct {
		name string
		most float64
		run  func()
	}{
		{"Marshal", 2, func() { _, err := easyjson.Marshal(p); must(err) }},
		{"MarshalToWriter", 2, func() { _, err := easyjson.MarshalToWriter(p, io.Discard); must(err) }},
		{"Unmarshal", 1, func() { must(easyjson.Unmarshal(text, p)) }},
	} {
		if n := testing.AllocsPerRun(100, x.run); n > x.most {
			t.Errorf("%s: %v allocations, not %v", x.name, n, x.most)
		}
	}
}

package plan

// This file lists the values of the option format for each kind of value.
//
// SPDX-License-Identifier: MIT

import (
	"strings"

	"github.com/fleece-json/fleece/go/cmd/fleecegen/internal/ir"
)

// formats lists the json/v2 formats that the runtime supports, by the kind of value that they apply to.
var formats = map[ir.Kind]string{
	ir.Bytes:     "base64 base64url base16 hex text",
	ir.ByteArray: "base64 base64url base16 hex text",
	ir.Duration:  "nano units",
	ir.Time: "ANSIC UnixDate RubyDate RFC822 RFC822Z RFC850 RFC1123 RFC1123Z RFC3339 RFC3339Nano Kitchen Stamp " +
		"StampMilli StampMicro StampNano DateTime DateOnly TimeOnly unix unixmilli unixmicro unixnano",
}

// checkFormat reports formats that have no meaning. For a time, any layout of package time is valid.
func (b *builder) checkFormat(n *ir.Node, at place) {
	known := formats[n.Kind]
	if n.Format == "" || known == "" {
		return
	}
	for _, name := range strings.Fields(known) {
		if n.Format == name {
			return
		}
	}
	if n.Kind == ir.Time && strings.ContainsAny(n.Format, "0123456789") {
		return
	}
	b.problem(at, "use one of: "+strings.ReplaceAll(known, " ", ", "), "there is no format %s for %s", n.Format, n.Kind)
}

// SPDX-License-Identifier: MIT

package easyjson

import (
	"bytes"
	"slices"
	"strings"

	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
)

// UnknownFieldsProxy, embedded in a struct, keeps the members without a matching field and writes them after
// the fields. Names and values are copies of what was read.
type UnknownFieldsProxy struct {
	members map[string][]byte
}

// UnmarshalUnknown implements UnknownsUnmarshaler. If two members have the same name, the last one is kept.
func (s *UnknownFieldsProxy) UnmarshalUnknown(in *jlexer.Lexer, key string) {
	if s.members == nil {
		s.members = map[string][]byte{}
	}
	s.members[strings.Clone(key)] = bytes.Clone(in.Raw())
}

// MarshalUnknowns implements UnknownsMarshaler. The members are written sorted by name.
func (s UnknownFieldsProxy) MarshalUnknowns(out *jwriter.Writer, first bool) {
	names := make([]string, 0, len(s.members))
	for name := range s.members {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !first {
			out.RawByte(',')
		}
		first = false
		out.String(name)
		out.RawByte(':')
		out.Raw(s.members[name], nil)
	}
}

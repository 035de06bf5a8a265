// SPDX-License-Identifier: MIT

package easyjson

import (
	"bytes"

	"github.com/fleece-json/fleece/go/easyjson/jlexer"
	"github.com/fleece-json/fleece/go/easyjson/jwriter"
)

// RawMessage is a JSON value as written in the text. An empty one is written as null.
type RawMessage []byte

// MarshalEasyJSON implements Marshaler.
func (v *RawMessage) MarshalEasyJSON(w *jwriter.Writer) {
	w.Raw(*v, nil)
}

// UnmarshalEasyJSON implements Unmarshaler. The message is a copy of the text in the lexer's data.
func (v *RawMessage) UnmarshalEasyJSON(l *jlexer.Lexer) {
	*v = bytes.Clone(l.Raw())
}

// MarshalJSON implements encoding/json's Marshaler. It returns the message itself, not a copy.
func (v RawMessage) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte(null), nil
	}
	return v, nil
}

// UnmarshalJSON implements encoding/json's Unmarshaler. The message is a copy of data.
func (v *RawMessage) UnmarshalJSON(data []byte) error {
	*v = bytes.Clone(data)
	return nil
}

// IsDefined implements Optional: an empty message is undefined.
func (v *RawMessage) IsDefined() bool {
	return len(*v) > 0
}

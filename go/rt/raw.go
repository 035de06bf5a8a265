// SPDX-License-Identifier: MIT

package rt

import (
	"encoding"
	"fmt"

	"github.com/fleece-json/fleece/go/internal/scan"
)

// This file writes what the user's code supplies: JSON texts, which are checked and compacted, and plain texts.

// Raw appends a JSON text that the user supplies. The text is checked and loses its white space; under
// EscapeHTML <, > and & are escaped. An empty text is written as null.
func (e *Encoder) Raw(b, text []byte) []byte {
	if text == nil {
		return append(b, "null"...)
	}
	return e.compact(b, text, "json.RawMessage")
}

// compact appends a checked text without white space.
func (e *Encoder) compact(b, text []byte, typ string) []byte {
	d := NewDecoder(text, 0)
	err := d.Finish(d.Skip(d.Start(0)))
	d.Free()
	if err != nil {
		e.Fail(fmt.Errorf("invalid JSON: %w", err), typ)
		return b
	}
	from := 0 // start of what is not written yet
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '"':
			b, from, i = e.compactString(b, text, from, i+1)
		case c <= ' ':
			b = append(b, text[from:i]...)
			i++
			from = i
		default:
			i++
		}
	}
	return append(b, text[from:]...)
}

// compactString skips the string whose first byte is at i and returns the position after it. Only if EscapeHTML
// changes something does it append the text before, starting at from, and advance from.
func (e *Encoder) compactString(b, text []byte, from, i int) ([]byte, int, int) {
	html := e.opt&EscapeHTML != 0
	k := &scan.Plain
	if html {
		k = &scan.HTML
	}
	for {
		i += k.Run(text[i:])
		switch c := text[i]; {
		case c == '"':
			return b, from, i + 1
		case c == '\\':
			i += 2
		case c < 0x80:
			b = append(append(b, text[from:i]...), '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
			i++
			from = i
		default:
			j := scan.Runes(text, i, html)
			switch {
			case j > i:
				i = j
			case html && c == 0xe2 && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8: // the string's quote follows, so these indices are valid
				b = append(append(b, text[from:i]...), '\\', 'u', '2', '0', '2', hexDigits[text[i+2]&15])
				i += 3
				from = i
			default:
				i++ // invalid UTF-8 is left to the reader
			}
		}
	}
}

const hexDigits = "0123456789abcdef"

// CallMarshalJSON appends what x's MarshalJSON returns, checked and compacted. The caller has handled nil
// pointers.
func (e *Encoder) CallMarshalJSON(b []byte, x interface{ MarshalJSON() ([]byte, error) }) []byte {
	text, err := x.MarshalJSON()
	if err != nil {
		e.Fail(err, fmt.Sprintf("%T", x))
		return b
	}
	return e.compact(b, text, fmt.Sprintf("%T", x))
}

// CallMarshalText appends what x's MarshalText returns, as a string.
func (e *Encoder) CallMarshalText(b []byte, x encoding.TextMarshaler) []byte {
	text, err := x.MarshalText()
	if err != nil {
		e.Fail(err, fmt.Sprintf("%T", x))
		return b
	}
	return e.String(b, string(text))
}

// CallAppendText appends what x's AppendText appends, as a string.
func (e *Encoder) CallAppendText(b []byte, x encoding.TextAppender) []byte {
	text, err := x.AppendText(nil)
	if err != nil {
		e.Fail(err, fmt.Sprintf("%T", x))
		return b
	}
	return e.String(b, string(text))
}

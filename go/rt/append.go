// SPDX-License-Identifier: MIT

package rt

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
	"github.com/fleece-json/fleece/go/internal/scan"
)

// AppendInt appends an integer.
func AppendInt(b []byte, x int64) []byte { return num.AppendInt(b, x) }

// AppendUint appends an unsigned integer.
func AppendUint(b []byte, x uint64) []byte { return num.AppendUint(b, x) }

// AppendBool appends a boolean.
func AppendBool(b []byte, x bool) []byte {
	if x {
		return append(b, "true"...)
	}
	return append(b, "false"...)
}

// Float64 appends a number as encoding/json prints it: with the shortest digits that read back as x, and with
// an exponent below 1e-6 and from 1e21. A NaN or an infinity is an error (NUMBER).
func (e *Encoder) Float64(b []byte, x float64) []byte {
	if math.Float64bits(x)>>52&0x7ff == 0x7ff {
		e.fail(NUMBER, "float64", strconv.FormatFloat(x, 'g', -1, 64))
		return b
	}
	return num.AppendFloat64(b, x)
}

// Float32 appends a number with the shortest digits that read back as the same float32; see Float64.
func (e *Encoder) Float32(b []byte, x float32) []byte {
	f := float64(x)
	if math.Float64bits(f)>>52&0x7ff == 0x7ff {
		e.fail(NUMBER, "float32", strconv.FormatFloat(f, 'g', -1, 32))
		return b
	}
	return num.AppendFloat32(b, x)
}

// Number appends the text of a number, for types such as json.Number. Empty text is written as 0, as in
// encoding/json. Text that is not a number is an error (NUMBER).
func (e *Encoder) Number(b []byte, text string) []byte {
	if text == "" {
		return append(b, '0')
	}
	if !ValidNumber(text) {
		e.fail(NUMBER, "json.Number", strconv.Quote(text))
		return b
	}
	return append(b, text...)
}

// String appends a string with its quotes.
func (e *Encoder) String(b []byte, s string) []byte {
	n := len(b)
	if n+len(s)+slack > cap(b) {
		b = grow(b, len(s)+slack)
	}
	b = b[:cap(b)]
	b[n] = '"'
	n++
	t := &scan.PlainText
	if e.opt&EscapeHTML != 0 {
		t = &scan.HTMLText
	}
	i := 0
	if scan.Wide {
		i = t.CopyWide(mem.Pointer(b, n), s)
	} else {
		i = t.Copy(b[n:], s)
	}
	if i != len(s) {
		i = t.Stop(s, i)
		return e.stringSlow(b, n+i, s, i, t)
	}
	n += len(s)
	b[n] = '"'
	return b[:n+1]
}

// slack is the room that String needs in addition to the string: for the quotes, and for the bytes that Copy or
// an escape writes past the end.
const slack = 48

// grow returns b with room for n more bytes; it at least doubles.
//
//go:noinline
func grow(b []byte, n int) []byte {
	c := make([]byte, len(b), max(2*cap(b), len(b)+n, 64))
	copy(c, b)
	return c
}

// stringSlow writes the rest of s, from i, to b[n:], where something needs escaping or replacing, and then the
// closing quote.
func (e *Encoder) stringSlow(b []byte, n int, s string, i int, t *scan.Table) []byte {
	for i < len(s) {
		if n+len(s)-i+slack > cap(b) {
			b = grow(b[:n], len(s)-i+slack)
			b = b[:cap(b)]
		}
		if c := s[i]; c < utf8.RuneSelf {
			x := &escapes[c]
			mem.Store64(b, n, x.text)
			n += x.n
			i++
		} else if t == &scan.HTMLText && strings.HasPrefix(s[i:], lineSeparator) && i+2 < len(s) && s[i+2]&^1 == 0xa8 {
			n += copy(b[n:], `\u202`)
			b[n] = hexDigits[s[i+2]&15]
			n++
			i += 3
		} else {
			if e.opt&StrictUTF8 != 0 {
				e.fail(UTF8, "string", strconv.Quote(s))
			}
			n += copy(b[n:], `\ufffd`)
			i++
		}
		plain := 0
		if scan.Wide {
			plain = t.CopyWide(mem.Pointer(b, n), s[i:])
		} else {
			plain = t.Copy(b[n:], s[i:])
		}
		plain = t.Stop(s[i:], plain)
		n, i = n+plain, i+plain
	}
	b[n] = '"'
	return b[:n+1]
}

// escape is the replacement for an ASCII character in a string, as a word, and its length.
type escape struct {
	text uint64
	n    int
}

var escapes = makeEscapes()

func makeEscapes() (list [utf8.RuneSelf]escape) {
	for c := range list {
		text := []byte{'\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15]}
		if i := strings.IndexByte("\"\\\b\f\n\r\t", byte(c)); i >= 0 {
			text = []byte{'\\', "\"\\bfnrt"[i]}
		}
		var word [8]byte
		n := copy(word[:], text)
		list[c] = escape{mem.Load64(word[:], 0), n}
	}
	return list
}

// lineSeparator begins the text of U+2028 and U+2029, which EscapeHTML escapes.
const lineSeparator = "\xe2\x80"

// QuotedString appends a string that holds a JSON string, for the tag option "string".
func (e *Encoder) QuotedString(b []byte, s string) []byte {
	e.scratch = e.String(e.scratch[:0], s)
	return e.String(b, mem.String(e.scratch))
}

// Base64 appends bytes as a string in padded standard base64. It writes nil like a nil slice.
func (e *Encoder) Base64(b, x []byte) []byte {
	if x == nil {
		return e.NilSlice(b)
	}
	b = base64.StdEncoding.AppendEncode(append(b, '"'), x)
	return append(b, '"')
}

// Base64URL is Base64 with the URL alphabet.
func (e *Encoder) Base64URL(b, x []byte) []byte {
	if x == nil {
		return e.NilSlice(b)
	}
	b = base64.URLEncoding.AppendEncode(append(b, '"'), x)
	return append(b, '"')
}

// Hex appends bytes as a string of hexadecimal digits. It writes nil like a nil slice.
func (e *Encoder) Hex(b, x []byte) []byte {
	if x == nil {
		return e.NilSlice(b)
	}
	b = hex.AppendEncode(append(b, '"'), x)
	return append(b, '"')
}

// Time appends a time in RFC 3339 format, as time.Time's MarshalJSON does.
func (e *Encoder) Time(b []byte, t time.Time) []byte {
	n := len(b)
	b = append(b, '"')
	c, err := t.AppendText(b)
	if err != nil {
		e.Fail(err, "time.Time")
		return b[:n]
	}
	return append(c, '"')
}

// TimeLayout appends a time in a layout of package time.
func (e *Encoder) TimeLayout(b []byte, t time.Time, layout string) []byte {
	return e.String(b, t.Format(layout))
}

// TimeUnix appends a time as the number of units since 1970, rounded down.
func (e *Encoder) TimeUnix(b []byte, t time.Time, unit time.Duration) []byte {
	perSecond := int64(time.Second / unit)
	hi := t.Unix()
	x := hi*perSecond + int64(t.Nanosecond())/int64(unit)
	if x/perSecond != hi && x != hi*perSecond && (hi > 0) != (x > 0) {
		e.Fail(fmt.Errorf("time %v is out of range", t), "time.Time")
	}
	return AppendInt(b, x)
}

// DurationText appends a duration as its String method prints it.
func (e *Encoder) DurationText(b []byte, x time.Duration) []byte {
	return append(append(append(b, '"'), x.String()...), '"')
}

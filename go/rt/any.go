// SPDX-License-Identifier: MIT

package rt

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/fleece-json/fleece/go/internal/num"
)

// Unmarshaler is the interface of types with generated decoding code. DecodeFleece reads the value at i and
// returns the position after it.
type Unmarshaler interface {
	DecodeFleece(d *Decoder, i int) int
}

// Any reads the value at i into an interface: nil, bool, float64 (json.Number under UseNumber), string, []any
// or map[string]any. If *p holds a non-nil pointer, the value is read into what it points to, as in
// encoding/json.
func (d *Decoder) Any(i int, p *any) int {
	if *p != nil && !d.Null(i) {
		if j, ok := d.into(i, *p, false); ok {
			return j
		}
	}
	x, j := d.any(i)
	if j != failed {
		*p = x
	}
	return j
}

func (d *Decoder) any(i int) (any, int) {
	if i >= len(d.data) {
		return nil, d.end(i)
	}
	switch c := d.data[i]; c {
	case '"':
		var s string
		j := d.String(i, &s)
		return s, j
	case '{':
		return d.anyMap(i)
	case '[':
		return d.anySlice(i)
	case 't', 'f':
		var b bool
		j := d.Bool(i, &b)
		return b, j
	case 'n':
		return nil, d.literal(i, "null")
	}
	if d.opt&UseNumber != 0 {
		j := d.skipNumber(i)
		if j == failed {
			return nil, j
		}
		return json.Number(d.keep(d.data[i:j])), j
	}
	var f float64
	if i <= d.fast {
		if f, n := num.ParseFloat64(d.data, i); n > 0 {
			return f, n
		}
	}
	if c := d.data[i]; c != '-' && c-'0' > 9 {
		return nil, d.fail(VALUE, i)
	}
	f, j, _ := d.float(i, 64, "float64")
	return f, j
}

var anySlices, anyMaps Site

func (d *Decoder) anySlice(i int) (any, int) {
	more, i := d.Array(i)
	if !more {
		return []any{}, i
	}
	s := make([]any, 0, min(d.Cap(true, i, &anySlices), 16))
	for more {
		var x any
		x, i = d.any(i)
		s = append(s, x)
		more, i = d.Elem(i)
	}
	d.Learn(&anySlices, len(s))
	return s, i
}

func (d *Decoder) anyMap(i int) (any, int) {
	more, i := d.Map(i)
	if !more {
		return map[string]any{}, i
	}
	m := make(map[string]any, min(d.Cap(true, i, &anyMaps), 16))
	for more {
		var k string
		i = d.MapKey(i, &k)
		m[k], i = d.any(i)
		more, i = d.More(i)
	}
	d.Learn(&anyMaps, len(m))
	return m, i
}

// Value reads the value at i into what the pointer p points to. That is a type with generated code, a type with
// another method that reads JSON, or one of Go's own types, which need no generated code. Any other type is an
// error (TYPE) that says what to do.
func (d *Decoder) Value(i int, p any) int {
	j, _ := d.into(i, p, true)
	return j
}

// Interface reads the value at i, which is not null, into the pointer that x holds; x is an interface with
// methods. typ is its type, for messages.
func (d *Decoder) Interface(i int, x any, typ string) int {
	if x != nil {
		if j, ok := d.into(i, x, false); ok {
			return j
		}
	}
	return d.mismatch(TYPE, i, typ)
}

// into implements Value. If must is false, it reports false for a type that it cannot decode into.
func (d *Decoder) into(i int, p any, must bool) (int, bool) {
	switch p := p.(type) {
	case Unmarshaler:
		return p.DecodeFleece(d, i), true
	case *any:
		if p != nil {
			return d.Any(i, p), true
		}
	case *string:
		return d.String(i, p), true
	case *bool:
		return d.Bool(i, p), true
	case *int:
		return d.Int(i, p), true
	case *int8:
		return d.Int8(i, p), true
	case *int16:
		return d.Int16(i, p), true
	case *int32:
		return d.Int32(i, p), true
	case *int64:
		return d.Int64(i, p), true
	case *uint:
		return d.Uint(i, p), true
	case *uint8:
		return d.Uint8(i, p), true
	case *uint16:
		return d.Uint16(i, p), true
	case *uint32:
		return d.Uint32(i, p), true
	case *uint64:
		return d.Uint64(i, p), true
	case *uintptr:
		return d.Uintptr(i, p), true
	case *float32:
		return d.Float32(i, p), true
	case *float64:
		return d.Float64(i, p), true
	case *json.Number:
		return d.Number(i, (*string)(p)), true
	case *json.RawMessage:
		return d.Raw(i, (*[]byte)(p)), true
	case *[]byte:
		return d.Base64(i, p), true
	case *time.Time:
		return d.Time(i, p), true
	case *map[string]any:
		return d.stringMap(i, p), true
	case *[]any:
		return d.anys(i, p), true
	case *[]string:
		return d.Strings(i, p), true
	case *map[string]string:
		return d.stringStrings(i, p), true
	case interface{ UnmarshalJSON([]byte) error }:
		return d.CallUnmarshalJSON(i, p), true
	case encoding.TextUnmarshaler:
		return d.CallUnmarshalText(i, p), true
	}
	if j, ok := d.reflectInto(i, p); ok {
		return j, true
	}
	if !must {
		return i, false
	}
	d.fail(TYPE, min(i, len(d.data)))
	d.err.Type = fmt.Sprintf("%T", p)
	d.err.Detail = "value without generated code (run fleecegen on the type, and pass a non-nil pointer)"
	return failed, true
}

func (d *Decoder) stringMap(i int, p *map[string]any) int {
	if d.Null(i) {
		*p = nil
		return i + 4
	}
	more, i := d.Map(i)
	if *p == nil && i != failed {
		*p = make(map[string]any)
	}
	for more {
		var k string
		i = d.MapKey(i, &k)
		var x any
		x, i = d.any(i)
		(*p)[k] = x
		more, i = d.More(i)
	}
	return i
}

func (d *Decoder) stringStrings(i int, p *map[string]string) int {
	if d.Null(i) {
		*p = nil
		return i + 4
	}
	more, i := d.Map(i)
	if *p == nil && i != failed {
		*p = make(map[string]string)
	}
	for more {
		var k, s string
		i = d.MapKey(i, &k)
		i = d.String(i, &s)
		(*p)[k] = s
		more, i = d.More(i)
	}
	return i
}

func (d *Decoder) anys(i int, p *[]any) int {
	if d.Null(i) {
		*p = nil
		return i + 4
	}
	more, i := d.Array(i)
	s := (*p)[:0]
	if s == nil && i != failed {
		s = []any{}
	}
	for more {
		var x any
		x, i = d.any(i)
		s = append(s, x)
		more, i = d.Elem(i)
	}
	*p = s
	return i
}

var stringSlices Site

// Strings reads an array of strings.
func (d *Decoder) Strings(i int, p *[]string) int {
	if d.Null(i) {
		*p = nil
		return i + 4
	}
	more, i := d.Array(i)
	if !more {
		if i != failed {
			*p = []string{}
		}
		return i
	}
	b := Begin(d, i, &stringSlices, *p)
	s := b.S
	for more {
		if len(s) == cap(s) {
			s = Grow(s)
		}
		s = s[:len(s)+1]
		i = d.String(i, &s[len(s)-1])
		more, i = d.Elem(i)
	}
	*p = b.End(d, s, *p)
	return i
}

// Raw reads the text of the value at i, including null.
func (d *Decoder) Raw(i int, p *[]byte) int {
	j := d.Skip(i)
	if j != failed {
		if d.opt&NoCopy != 0 {
			*p = d.orig[i:j:j]
		} else {
			*p = append((*p)[:0], d.data[i:j]...)
		}
	}
	return j
}

// CallUnmarshalJSON lets x read the value at i. UnmarshalJSON gets the checked text of the value, including
// null, and must not keep it.
func (d *Decoder) CallUnmarshalJSON(i int, x interface{ UnmarshalJSON([]byte) error }) int {
	j := d.Skip(i)
	if j == failed {
		return failed
	}
	if err := x.UnmarshalJSON(d.orig[i:j:j]); err != nil {
		return d.Fail(i, err)
	}
	return j
}

// CallUnmarshalText lets x read the string at i. It skips null.
func (d *Decoder) CallUnmarshalText(i int, x encoding.TextUnmarshaler) int {
	if i >= len(d.data) || d.data[i] != '"' {
		return d.skipNull(i, fmt.Sprintf("%T", x))
	}
	text, _, j := d.readName(i)
	if j == failed {
		return failed
	}
	if err := x.UnmarshalText(append([]byte(nil), text...)); err != nil {
		return d.userError(i, j, err)
	}
	return j
}

// MapKeyText reads the name of a map member with x's UnmarshalText.
func (d *Decoder) MapKeyText(i int, x encoding.TextUnmarshaler) int {
	var s string
	j := d.MapKey(i, &s)
	if j == failed {
		return failed
	}
	if err := x.UnmarshalText([]byte(s)); err != nil {
		return d.userError(i, j, err)
	}
	return j
}

// MapKeyInt reads the name of a map member as an integer of size bits; 0 means the size of int. typ is for
// messages.
func (d *Decoder) MapKeyInt(i int, p *int64, size int, typ string) int {
	var s string
	j := d.MapKey(i, &s)
	if j == failed {
		return failed
	}
	x, err := strconv.ParseInt(s, 10, size)
	if err != nil {
		return d.keyError(i, j, s, typ, err)
	}
	*p = x
	return j
}

// MapKeyUint reads the name of a map member as an unsigned integer of size bits.
func (d *Decoder) MapKeyUint(i int, p *uint64, size int, typ string) int {
	var s string
	j := d.MapKey(i, &s)
	if j == failed {
		return failed
	}
	x, err := strconv.ParseUint(s, 10, size)
	if err != nil {
		return d.keyError(i, j, s, typ, err)
	}
	*p = x
	return j
}

// keyError reports strconv's error err: the name s at i, whose value is at j, is not an integer of type typ.
func (d *Decoder) keyError(i, j int, s, typ string, err error) int {
	code := TYPE
	if errors.Is(err, strconv.ErrRange) {
		code = BIGINT
	}
	e := &Error{Code: code, Offset: int64(i), Type: typ, Detail: "key " + strconv.Quote(s)}
	if d.opt&CollectErrors != 0 {
		d.errs = append(d.errs, e)
		return j
	}
	d.err = e
	return failed
}

// userError reports err, which the user's method returned for the string from i to j.
func (d *Decoder) userError(i, j int, err error) int {
	if d.opt&CollectErrors != 0 {
		d.errs = append(d.errs, &Error{Code: METHOD, Offset: int64(i), Err: err})
		return j
	}
	return d.Fail(i, err)
}

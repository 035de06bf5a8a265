// SPDX-License-Identifier: MIT

package rt

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
)

// Int64 reads the integer at i. Null leaves *p unchanged. A fraction or an exponent is a mismatch, and so is an
// integer that *p cannot hold (BIGINT). This applies to all integer functions.
func (d *Decoder) Int64(i int, p *int64) int {
	j := i
	if j <= d.fast {
		neg := mem.At(d.data, j) == '-'
		if neg {
			j++
		}
		t, n := num.Digits8(mem.Load64(d.data, j))
		if n > 0 && n < 8 && (n == 1 || t&0xff != 0) && !isFloatByte(mem.At(d.data, j+n)) {
			x := int64(num.Parse8(t, n))
			if neg {
				x = -x
			}
			*p = x
			return j + n
		}
		if n == 8 && strconv.IntSize == 64 {
			if x, n := num.ParseDigits(d.data, j); n > 0 && x <= math.MaxInt64 && !isFloatByte(mem.At(d.data, j+n)) {
				*p = int64(x)
				if neg {
					*p = -int64(x)
				}
				return j + n
			}
		}
	}
	return signed(d, i, p, 64, "int64")
}

// Int reads an int; see Int64.
func (d *Decoder) Int(i int, p *int) int {
	j := i
	if j <= d.fast {
		neg := mem.At(d.data, j) == '-'
		if neg {
			j++
		}
		t, n := num.Digits8(mem.Load64(d.data, j))
		if n > 0 && n < 8 && (n == 1 || t&0xff != 0) && !isFloatByte(mem.At(d.data, j+n)) {
			x := int(num.Parse8(t, n))
			if neg {
				x = -x
			}
			*p = x
			return j + n
		}
		if n == 8 && strconv.IntSize == 64 {
			if x, n := num.ParseDigits(d.data, j); n > 0 && x <= math.MaxInt64 && !isFloatByte(mem.At(d.data, j+n)) {
				*p = int(x)
				if neg {
					*p = -int(x)
				}
				return j + n
			}
		}
	}
	return signed(d, i, p, strconv.IntSize, "int")
}

// Int32 reads an int32; see Int64.
func (d *Decoder) Int32(i int, p *int32) int { return signed(d, i, p, 32, "int32") }

// Int16 reads an int16; see Int64.
func (d *Decoder) Int16(i int, p *int16) int { return signed(d, i, p, 16, "int16") }

// Int8 reads an int8; see Int64.
func (d *Decoder) Int8(i int, p *int8) int { return signed(d, i, p, 8, "int8") }

// Uint64 reads a uint64; see Int64.
func (d *Decoder) Uint64(i int, p *uint64) int { return unsigned(d, i, p, 64, "uint64") }

// Uint reads a uint; see Int64.
func (d *Decoder) Uint(i int, p *uint) int { return unsigned(d, i, p, strconv.IntSize, "uint") }

// Uintptr reads a uintptr; see Int64.
func (d *Decoder) Uintptr(i int, p *uintptr) int {
	return unsigned(d, i, p, strconv.IntSize, "uintptr")
}

// Uint32 reads a uint32; see Int64.
func (d *Decoder) Uint32(i int, p *uint32) int { return unsigned(d, i, p, 32, "uint32") }

// Uint16 reads a uint16; see Int64.
func (d *Decoder) Uint16(i int, p *uint16) int { return unsigned(d, i, p, 16, "uint16") }

// Uint8 reads a uint8; see Int64.
func (d *Decoder) Uint8(i int, p *uint8) int { return unsigned(d, i, p, 8, "uint8") }

// signed reads an integer of size bits.
func signed[T int | int8 | int16 | int32 | int64](d *Decoder, i int, p *T, size int, typ string) int {
	x, j, ok := d.integer(i, size, typ)
	if ok {
		*p = T(x)
	}
	return j
}

// unsigned is signed for unsigned integers.
func unsigned[T uint | uint8 | uint16 | uint32 | uint64 | uintptr](d *Decoder, i int, p *T, size int, typ string) int {
	x, j, ok := d.unsigned(i, size, typ)
	if ok {
		*p = T(x)
	}
	return j
}

// isFloatByte reports whether c continues a number after its integer part.
func isFloatByte(c byte) bool { return c == '.' || c|0x20 == 'e' }

// magnitude reads the digits at i; the number, with its minus if there is one, begins at `at`.
func (d *Decoder) magnitude(at, i int, typ string) (x uint64, _ int, overflow, ok bool) {
	data := d.data
	first := i
	for i < len(data) {
		c := data[i] - '0'
		if c > 9 {
			break
		}
		hi, lo := bits.Mul64(x, 10)
		lo, carry := bits.Add64(lo, uint64(c), 0)
		if hi+carry != 0 {
			overflow = true
		}
		x = lo
		i++
		if first == i-1 && c == 0 {
			break
		}
	}
	if i == first || i < len(data) && (isFloatByte(data[i]) || data[i]-'0' <= 9) {
		return 0, d.skipNull(at, typ), false, false // it reports the error
	}
	return x, i, overflow, true
}

func (d *Decoder) integer(i, size int, typ string) (int64, int, bool) {
	if i >= len(d.data) {
		return 0, d.end(i), false
	}
	j, limit := i, uint64(1)<<(size-1)-1
	if d.data[i] == '-' {
		j, limit = i+1, limit+1
	}
	if i <= d.fast {
		if x, n := num.ParseDigits(d.data, j); n > 0 && x <= limit && !isFloatByte(mem.At(d.data, j+n)) {
			if j > i {
				return -int64(x), j + n, true
			}
			return int64(x), j + n, true
		}
	}
	x, k, overflow, ok := d.magnitude(i, j, typ)
	if !ok {
		return 0, k, false
	}
	if overflow || x > limit {
		return 0, d.mismatch(BIGINT, i, typ), false
	}
	if j > i {
		return -int64(x), k, true
	}
	return int64(x), k, true
}

func (d *Decoder) unsigned(i, size int, typ string) (uint64, int, bool) {
	if i >= len(d.data) {
		return 0, d.end(i), false
	}
	if d.data[i] == '-' {
		_, k, _, ok := d.magnitude(i, i+1, typ)
		if ok {
			k = d.mismatch(BIGINT, i, typ)
		}
		return 0, k, false
	}
	if i <= d.fast {
		if x, n := num.ParseDigits(d.data, i); n > 0 && x <= math.MaxUint64>>(64-size) && !isFloatByte(mem.At(d.data, i+n)) {
			return x, i + n, true
		}
	}
	x, k, overflow, ok := d.magnitude(i, i, typ)
	if !ok {
		return 0, k, false
	}
	if overflow || x > math.MaxUint64>>(64-size) {
		return 0, d.mismatch(BIGINT, i, typ), false
	}
	return x, k, true
}

// Float64 reads the number at i, rounded to the nearest float64. A number that would become an infinity is an
// error.
func (d *Decoder) Float64(i int, p *float64) int {
	if i <= d.fast {
		if f, n := num.ParseFloat64(d.data, i); n > 0 {
			*p = f
			return n
		}
	}
	x, j, ok := d.float(i, 64, "float64")
	if ok {
		*p = x
	}
	return j
}

// Float32 reads the number at i, rounded to the nearest float32.
func (d *Decoder) Float32(i int, p *float32) int {
	x, j, ok := d.float(i, 32, "float32")
	if ok {
		*p = float32(x)
	}
	return j
}

func (d *Decoder) float(i, size int, typ string) (float64, int, bool) {
	if i >= len(d.data) {
		return 0, d.end(i), false
	}
	if c := d.data[i]; c != '-' && c-'0' > 9 {
		return 0, d.skipNull(i, typ), false
	}
	j := d.skipNumber(i)
	if j == failed {
		return 0, failed, false
	}
	x, err := num.ParseFloatSlow(d.data[i:j], size)
	if err != nil {
		return 0, d.mismatch(NUMBER_RANGE, i, typ), false
	}
	return x, j, true
}

// Number reads the text of the number at i, for types such as json.Number. It also accepts a string that
// contains a number, as encoding/json does.
func (d *Decoder) Number(i int, p *string) int {
	if i >= len(d.data) {
		return d.end(i)
	}
	switch c := d.data[i]; {
	case c == '-' || c-'0' <= 9:
		j := d.skipNumber(i)
		if j != failed {
			*p = d.keep(d.data[i:j])
		}
		return j
	case c == '"':
		var s string
		j := d.stringSlow(i, 0, &s, d.opt)
		if j == failed {
			return j
		}
		if !ValidNumber(s) {
			return d.mismatch(TYPE, i, "json.Number")
		}
		*p = s
		return j
	}
	return d.skipNull(i, "json.Number")
}

// ValidNumber reports whether s is a valid JSON number.
func ValidNumber(s string) bool {
	d := Decoder{data: []byte(s), fast: -1}
	return s != "" && (s[0] == '-' || s[0]-'0' <= 9) && d.skipNumber(0) == len(s)
}

// Bool reads the boolean at i. Null leaves *p unchanged.
func (d *Decoder) Bool(i int, p *bool) int {
	if i <= d.fast {
		switch w := mem.Load32(d.data, i); {
		case w == 't'|'r'<<8|'u'<<16|'e'<<24:
			*p = true
			return i + 4
		case w == 'f'|'a'<<8|'l'<<16|'s'<<24 && mem.At(d.data, i+4) == 'e':
			*p = false
			return i + 5
		}
	}
	if i >= len(d.data) {
		return d.end(i)
	}
	word, value := "true", true
	switch d.data[i] {
	case 't':
	case 'f':
		word, value = "false", false
	default:
		return d.skipNull(i, "bool")
	}
	j := d.literal(i, word)
	if j != failed {
		*p = value
	}
	return j
}

// QuotedNull reports whether there is a quoted null at i. It sets a pointer with the tag option "string" to
// nil.
func (d *Decoder) QuotedNull(i int) bool {
	return i <= len(d.data)-6 && string(d.data[i:i+6]) == `"null"`
}

// Quote enters the string at i that holds a number or a boolean, for the tag option "string". The caller reads
// the value at the returned position and then calls Unquote.
func (d *Decoder) Quote(i int) int {
	if i >= len(d.data) {
		return d.end(i)
	}
	if d.data[i] != '"' {
		return d.mismatch(TYPE, i, "a quoted value")
	}
	return i + 1
}

// Unquote leaves the string that Quote entered.
func (d *Decoder) Unquote(i int) int {
	if i >= len(d.data) {
		return d.end(i)
	}
	if d.data[i] != '"' {
		return d.fail(VALUE, i)
	}
	return i + 1
}

// QuotedString reads a string inside a string, for the tag option "string".
func (d *Decoder) QuotedString(i int, p *string) int {
	var s string
	j := d.stringSlow(i, 0, &s, d.opt)
	if j == failed || d.data[i] != '"' {
		return j
	}
	in := NewDecoder([]byte(s), d.opt&^NoCopy)
	k := in.String(in.Start(0), p)
	err := in.Finish(k)
	if err == nil && s[0] != '"' && s != "null" {
		err = &Error{Code: TYPE, Type: "string"}
	}
	in.Free()
	if err != nil {
		return d.mismatch(TYPE, i, "a quoted string")
	}
	return j
}

// SPDX-License-Identifier: MIT

//go:generate go run gen.go

// Package num converts decimal text to numbers and numbers to decimal text. It knows the syntax of JSON numbers
// and nothing else about JSON.
package num

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/fleece-json/fleece/go/internal/mem"
)

// Window is how many bytes ParseDigits and ParseFloat64 may read, starting at the number's first byte.
const Window = 40

// Digits8 looks at eight bytes of text, the first one lowest in w. n is the number of leading digits; the bytes
// of t hold their values, and arbitrary bits after those.
func Digits8(w uint64) (t uint64, n int) {
	t = w ^ 0x3030303030303030
	return t, bits.TrailingZeros64(((t+0x7676767676767676)|t)&0x8080808080808080) / 8
}

// Parse8 returns the number whose n digits, 0 to 8, are in the low bytes of t. The multiplications join pairs
// of digits, then fours, then all eight (after Johnny Lee and Daniel Lemire).
func Parse8(t uint64, n int) uint64 {
	t <<= uint(64 - 8*n) // leading zeros
	t = t*10 + t>>8
	return ((t&0x000000ff000000ff)*(100+1000000<<32) + (t>>16&0x000000ff000000ff)*(1+10000<<32)) >> 32
}

// ParseDigits reads up to 19 digits at b[i] and returns the number and the count of digits. The count is 0 if
// there are none, if there are more than 19, and for a zero followed by digits. Contract: Window bytes can be
// read at b[i].
func ParseDigits(b []byte, i int) (x uint64, digits int) {
	t, n := Digits8(mem.Load64(b, i))
	if n == 0 || n > 1 && t&0xff == 0 {
		return 0, 0
	}
	x = Parse8(t, n)
	if n < 8 {
		return x, n
	}
	t, n = Digits8(mem.Load64(b, i+8))
	if n == 0 {
		return x, 8
	}
	x = x*tens[n] + Parse8(t, n)
	if n < 8 {
		return x, 8 + n
	}
	for n = 16; ; n++ {
		c := mem.At(b, i+n) - '0'
		if c > 9 {
			return x, n
		}
		if n == 19 {
			return 0, 0
		}
		x = x*10 + uint64(c)
	}
}

var tens = [...]uint64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// exact holds the powers of ten that a double represents exactly.
var exact = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// ParseFloat64 reads the number at b[i] and returns the nearest double and the position after the number. The
// position is 0 if there is no number, or if it is too long or too hard for this function; the caller then uses
// the slow path. Contract: Window bytes can be read at b[i].
//
// This function handles numbers of up to seven digits, a point, and more digits, with at most 19 significant
// ones; parseFloat handles the others.
func ParseFloat64(b []byte, i int) (float64, int) {
	j := i
	c := mem.At(b, j)
	if c == '-' {
		j++
	}
	sign := uint64(c&0x10^0x10) << 59 // '-' lacks the bit 0x10, digits have it
	t, n := Digits8(mem.Load64(b, j))
	if n-1 >= 7 || n < 1 || n > 1 && t&0xff == 0 || mem.At(b, j+n) != '.' {
		return parseFloat(b, i)
	}
	m := Parse8(t, n)
	j += n + 1
	digits := n
	t, n = Digits8(mem.Load64(b, j))
	if n == 0 {
		return 0, 0
	}
	m = m*tens[n&15] + Parse8(t, n)
	e := n
	if n == 8 {
		t, n = Digits8(mem.Load64(b, j+8))
		m = m*tens[n&15] + Parse8(t, n)
		e += n
		if digits+e > 19 {
			return parseFloat(b, i)
		}
		if n == 8 { // usually zeros after the point
			if t, n = Digits8(mem.Load64(b, j+16)); m >= tens[19-n] {
				return parseFloat(b, i)
			}
			m = m*tens[n&15] + Parse8(t, n)
			e += n
		}
	}
	j += e
	if c = mem.At(b, j); c|0x20 == 'e' || c-'0' <= 9 {
		return parseFloat(b, i)
	}
	if m < 1<<53 && e < len(exact) {
		return math.Float64frombits(math.Float64bits(float64(m)/exact[e]) | sign), j
	}
	// The first step of eiselLemire, which nearly always decides.
	shift := bits.LeadingZeros64(m)
	hi, lo := bits.Mul64(m<<uint(shift), powers[-powersMin-e].hi)
	if hi&0x1ff == 0x1ff || lo == 0 {
		return parseFloat(b, i)
	}
	msb := hi >> 63
	mant := hi >> (msb + 9)
	mant = (mant + mant&1) >> 1
	exp := uint64(-217706*e>>16+64+1023) - uint64(shift) - (1 ^ msb)
	// If rounding up made the significand too long, it carries into the exponent. The exponent is one too small
	// to make up for the hidden bit.
	return math.Float64frombits((exp-1)<<52 + mant | sign), j
}

// parseFloat is ParseFloat64 for all numbers that it reads.
func parseFloat(b []byte, i int) (float64, int) {
	j := i
	neg := mem.At(b, j) == '-'
	if neg {
		j++
	}
	m, digits := ParseDigits(b, j)
	if digits == 0 {
		return 0, 0
	}
	j += digits
	e, cut := 0, false
	c := mem.At(b, j)
	if c == '.' {
		j++
		t, n := Digits8(mem.Load64(b, j))
		if n == 0 || m >= tens[19-n] {
			return 0, 0
		}
		m = m*tens[n] + Parse8(t, n)
		j += n
		e = -n
		if n == 8 {
			if t, n = Digits8(mem.Load64(b, j)); m < tens[19-n] {
				m = m*tens[n] + Parse8(t, n)
				j += n
				e -= n
			}
			for c = mem.At(b, j); c-'0' <= 9; c = mem.At(b, j) {
				// The dropped digits matter only if the next larger significand gives a different double.
				if m < 1e18 && !cut {
					m = m*10 + uint64(c-'0')
					e--
				} else {
					cut = true
				}
				if j++; j > i+30 {
					return 0, 0
				}
			}
		}
		c = mem.At(b, j)
	}
	if c|0x20 == 'e' {
		j++
		c = mem.At(b, j)
		minus := c == '-'
		if minus || c == '+' {
			j++
			c = mem.At(b, j)
		}
		if c-'0' > 9 {
			return 0, 0
		}
		x := 0
		for k := 0; c-'0' <= 9; k++ {
			if k == 4 {
				return 0, 0
			}
			x = x*10 + int(c-'0')
			j++
			c = mem.At(b, j)
		}
		if minus {
			x = -x
		}
		e += x
	}
	var f float64
	switch {
	case cut:
		var low, high bool
		var g float64
		f, low = eiselLemire(m, e)
		g, high = eiselLemire(m+1, e)
		if !low || !high || f != g {
			return 0, 0
		}
	case m < 1<<53 && e >= -22 && e <= 0:
		f = float64(m) / exact[-e]
	case m < 1<<53 && e > 0 && e <= 22:
		f = float64(m) * exact[e]
	case m == 0:
	default:
		var ok bool
		if f, ok = eiselLemire(m, e); !ok {
			return 0, 0
		}
	}
	if neg {
		f = -f
	}
	return f, j
}

// ParseFloatSlow returns the double or, for size 32, the float32 nearest to the well-formed number b. It
// handles what ParseFloat64 refuses, and is its reference. The error, for numbers out of range, is strconv's.
func ParseFloatSlow(b []byte, size int) (float64, error) {
	const most = 700
	first := 0
	if b[0] == '-' {
		first = 1
	}
	n := first
	for n < len(b) && b[n]-'0' <= 9 {
		n++
	}
	if n-first <= most {
		return strconv.ParseFloat(mem.String(b), size)
	}
	// strconv miscounts the digits before the point that it has no room for, so move the point.
	var t []byte
	t = append(t, b[:first+1]...)
	t = append(t, '.')
	t = append(t, b[first+1:n]...)
	rest, exponent := b[n:], 0
	if len(rest) > 0 && rest[0] == '.' {
		k := 1
		for k < len(rest) && rest[k]-'0' <= 9 {
			k++
		}
		t = append(t, rest[1:k]...)
		rest = rest[k:]
	}
	if len(rest) > 0 {
		var err error
		if exponent, err = strconv.Atoi(string(rest[1:])); err != nil {
			exponent = 1 << 30
			if rest[1] == '-' {
				exponent = -1 << 30
			}
		}
	}
	exponent = min(max(exponent, -1<<30), 1<<30) + n - first - 1
	t = append(t, 'e')
	return strconv.ParseFloat(string(strconv.AppendInt(t, int64(exponent), 10)), size)
}

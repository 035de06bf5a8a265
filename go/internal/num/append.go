// SPDX-License-Identifier: MIT

package num

import (
	"math"
	"math/bits"
	"strconv"

	"github.com/fleece-json/fleece/go/internal/mem"
)

const pairs = "00010203040506070809" +
	"10111213141516171819" +
	"20212223242526272829" +
	"30313233343536373839" +
	"40414243444546474849" +
	"50515253545556575859" +
	"60616263646566676869" +
	"70717273747576777879" +
	"80818283848586878889" +
	"90919293949596979899"

// room is how many bytes the functions below may write past the length of b: the longest number and the rest of
// a word.
const room = 48

// grow returns b with room for a number.
func grow(b []byte) []byte {
	c := make([]byte, len(b), 2*cap(b)+room)
	copy(c, b)
	return c
}

// triples holds the three digits of each number below 1000, the first digit in the lowest byte. The highest
// byte says how far to shift to drop leading zeros. So the length of a short number, which varies from number
// to number, needs no branch.
var triples = func() (list [1000]uint32) {
	for x := range list {
		list[x] = uint32('0'+x/100) | uint32('0'+x/10%10)<<8 | uint32('0'+x%10)<<16
		switch {
		case x < 10:
			list[x] |= 16 << 24
		case x < 100:
			list[x] |= 8 << 24
		}
	}
	return list
}()

// AppendInt appends x in decimal.
func AppendInt(b []byte, x int64) []byte {
	n := len(b)
	if n+room > cap(b) {
		b = grow(b)
	}
	if uint64(x) < 1000 {
		return b[:putFirst(b, n, uint64(x))]
	}
	mem.Store32(b, n, '-')
	sign := uint64(x) >> 63
	return b[:putUint(b, n+int(sign), (uint64(x)^-sign)+sign)]
}

// AppendUint appends x in decimal.
func AppendUint(b []byte, x uint64) []byte {
	n := len(b)
	if n+room > cap(b) {
		b = grow(b)
	}
	if x < 1000 {
		return b[:putFirst(b, n, x)]
	}
	return b[:putUint(b, n, x)]
}

// putUint writes x at b[n] and returns the position after it.
func putUint(b []byte, n int, x uint64) int {
	switch {
	case x < 1e3:
		return putFirst(b, n, x)
	case x < 1e6:
		q := x / 1000
		n = putFirst(b, n, q)
		mem.Store32(b, n, triples[x-q*1000])
		return n + 3
	case x < 1e9:
		q := x / 1000
		t := q / 1000
		n = putFirst(b, n, t)
		mem.Store32(b, n, triples[q-t*1000])
		mem.Store32(b, n+3, triples[x-q*1000])
		return n + 6
	}
	q := x / 1e8
	n = putUint(b, n, q)
	mem.Store64(b, n, eight(uint32(x-q*1e8))|ascii)
	return n + 8
}

// putFirst writes x, which is below 1000, without leading zeros.
func putFirst(b []byte, n int, x uint64) int {
	w := triples[x]
	zeros := w >> 24
	mem.Store32(b, n, w>>zeros)
	return n + 3 - int(zeros/8)
}

const ascii = 0x3030303030303030

// eight returns the eight digits of x, which is below 1e8, as bytes from 0 to 9, the first digit in the lowest
// byte. It splits x into fours, then pairs, then single digits, in all lanes at once (after Paul Khuong).
func eight(x uint32) uint64 {
	hi := x / 10000
	v := uint64(hi) | uint64(x-hi*10000)<<32
	q := v * 10486 >> 20 & 0x0000007f0000007f
	v = q | (v-100*q)<<16
	q = v * 103 >> 10 & 0x000f000f000f000f
	return q | (v-10*q)<<8
}

// AppendFloat64 appends x, which is finite, with the shortest digits that read back as x. The form is
// encoding/json's: with an exponent below 1e-6 and from 1e21.
func AppendFloat64(b []byte, x float64) []byte {
	n := len(b)
	if n+room > cap(b) {
		b = grow(b)
	}
	b = b[:cap(b)]
	u := math.Float64bits(x)
	b[n] = '-'
	n += int(u >> 63)
	u &^= 1 << 63
	x = math.Float64frombits(u)
	if x < 1<<53 {
		if i := uint64(x); float64(i) == x {
			return AppendUint(b[:n], i)
		}
	}
	return b[:putDecimal(b, n, u)]
}

// putDecimal writes the positive double with the bits u at b[n] and returns the position after it. Most numbers
// avoid the detour through memory: loading a word from bytes that were just stored stalls.
func putDecimal(b []byte, n int, u uint64) int {
	m, k := shortest(u)
	if k >= 0 || u < leastPlain {
		return putDigits(b, n, m, k)
	}
	whole := uint64(0)
	if k >= -16 {
		r := &reciprocals[-k]
		whole, _ = bits.Mul64(m, r.m)
		whole >>= r.shift
		m = (m - whole*tens[-k]) * tens[16+k]
		if whole < 1000 {
			n = putFirst(b, n, whole)
		} else if n = putUint(b, n, whole); m == 0 {
			return n
		}
		b[n] = '.'
		n++
	} else {
		// 0.000ddd: m has at most 17 digits, one before the last 16; 22 digits after the point.
		top := m / 1e16
		m -= top * 1e16
		mem.Store64(b, n, ascii&^0xff00|'.'<<8)
		n += -k - 17 + 2
		b[n] = byte('0' + top)
		n++
	}
	// m now holds the 16 digits after the point.
	hi := m / 1e8
	w1, w2 := eight(uint32(hi)), eight(uint32(m-hi*1e8))
	mem.Store64(b, n, w1|ascii)
	mem.Store64(b, n+8, w2|ascii)
	zeros := bits.LeadingZeros64(w2) / 8
	if w2 == 0 {
		zeros = 8 + bits.LeadingZeros64(w1)/8
	}
	return n + 16 - zeros
}

// reciprocals holds, for each power of ten p from 10, an m and a shift for which x/p is the high word of x·m,
// shifted, for x below 2^57. Proof: p lies between 2^shift and twice that, and m is 2^(64+shift)/p rounded up,
// too large by less than 1. So x·m/2^(64+shift) exceeds x/p by less than x/2^(64+shift) < 2^-7/2^shift, and
// 2^-7/2^shift < 1/p.
var reciprocals = func() (list [17]struct {
	m     uint64
	shift uint8
}) {
	for e := 1; e < len(list); e++ {
		r := &list[e]
		r.shift = uint8(bits.Len64(tens[e]) - 1)
		r.m, _ = bits.Div64(1<<r.shift, 0, tens[e])
		r.m++
	}
	return list
}()

// leastPlain is the least double that is printed without an exponent, 1e-6.
var leastPlain = math.Float64bits(1e-6)

// putDigits writes m·10^k in the general case.
func putDigits(b []byte, n int, m uint64, k int) int {
	// m has up to 17 digits: at most one before two words.
	var first byte
	top := m / 1e16
	rest := m - top*1e16
	hi := rest / 1e8
	w1 := eight(uint32(hi))
	w2 := eight(uint32(rest - hi*1e8))
	first = byte(top)
	// The position of the first digit among the 17, and the number of digits up to the last nonzero one.
	lead := 0
	if first == 0 {
		if w1 != 0 {
			lead = 1 + bits.TrailingZeros64(w1)/8
		} else {
			lead = 9 + bits.TrailingZeros64(w2)/8
		}
	}
	last := 1
	if w2 != 0 {
		last = 17 - bits.LeadingZeros64(w2)/8
	} else if w1 != 0 {
		last = 9 - bits.LeadingZeros64(w1)/8
	}
	digits := last - lead
	point := 17 - lead + k // the position of the point, in digits after the first digit
	var t [40]byte
	d := t[:]
	d[0] = first + '0'
	mem.Store64(d, 1, w1|ascii)
	mem.Store64(d, 9, w2|ascii)
	mem.Store64(d, 17, ascii)
	mem.Store64(d, 25, ascii)
	switch {
	case point > 21 || point < -5:
		b[n] = d[lead]
		n++
		if digits > 1 {
			b[n] = '.'
			n++
			copyWords(b, n, d, lead+1)
			n += digits - 1
		}
		return putExponent(b, n, point-1)
	case point <= 0:
		mem.Store64(b, n, ascii&^0xffff|'0'|'.'<<8)
		n += 2 - point
		copyWords(b, n, d, lead)
		return n + digits
	case point >= digits:
		copyWords(b, n, d, lead)
		mem.Store64(b, n+16, mem.Load64(d, lead+16)) // zeros after up to 17 digits; the point is at 21 at most
		return n + point
	}
	copyWords(b, n, d, lead)
	n += point
	b[n] = '.'
	n++
	copyWords(b, n, d, lead+point)
	return n + digits - point
}

// copyWords copies at least 17 bytes from d[i] to b[n].
func copyWords(b []byte, n int, d []byte, i int) {
	x, y := mem.Load64(d, i), mem.Load64(d, i+8)
	mem.Store64(b, n, x)
	mem.Store64(b, n+8, y)
	b[n+16] = d[i+16]
}

// putExponent writes e with its sign, and with two digits if it is not negative, as encoding/json does.
func putExponent(b []byte, n, e int) int {
	b[n] = 'e'
	b[n+1] = '+'
	if e < 0 {
		b[n+1] = '-'
		e = -e
		if e < 10 {
			b[n+2] = byte('0' + e)
			return n + 3
		}
	}
	n += 2
	if e >= 100 {
		b[n] = byte('0' + e/100)
		n++
		e %= 100
	}
	b[n], b[n+1] = pairs[2*e], pairs[2*e+1]
	return n + 2
}

// shortest returns the decimal m·10^k with the fewest digits in the interval that rounds to the positive double
// with the bits u; if there are several, the nearest. m may have trailing zeros. Algorithm: Raffaello
// Giulietti, "The Schubfach way to render doubles" (2020), with 128-bit powers, rounded up.
func shortest(u uint64) (m uint64, k int) {
	c := u & (1<<52 - 1)
	q := int(u >> 52)
	closer := uint64(0) // 1 if the next lower double is nearer than the next higher one
	if q != 0 {
		if c == 0 && q > 1 {
			closer = 1
		}
		c |= 1 << 52
		q -= 1075
	} else {
		q = -1074
	}
	odd := c & 1
	k = (q*1262611 - 524031*int(closer)) >> 22
	h := uint(q + (-k*1741647)>>19 + 1)
	p := powers[-k-powersMin]
	if k > 0 || k < -55 {
		p.lo++ // the table rounds down
	}
	vl := roundToOdd(p, (4*c-2+closer)<<h)
	v := roundToOdd(p, 4*c<<h)
	vr := roundToOdd(p, (4*c+2)<<h)
	low, high := vl+odd, vr-odd
	// There are two multiples of 10 around v. If exactly one of them is in the interval, it is the result.
	// Otherwise, if exactly one of the two integers around v is in the interval, it is the result. Otherwise it
	// is the nearer of these integers, or the even one if both are equally near. The outcome varies from number
	// to number, so this code has no branches.
	s := v / 4
	t := s / 10
	m = s + one(v+s&1 > 4*s+2)
	down, up := one(low <= 4*s), one(4*s+4 <= high)
	if down != up {
		m = s + up
	}
	down, up = one(low <= 40*t), one(40*t+40 <= high)
	if down != up {
		m = 10 * (t + up)
	}
	return m, k
}

// one converts true to 1 and false to 0.
func one(x bool) uint64 {
	if x {
		return 1
	}
	return 0
}

// roundToOdd returns the highest 64 bits of the product, with the lowest bit set if any lower bits are set.
func roundToOdd(p power, c uint64) uint64 {
	x, _ := bits.Mul64(p.lo, c)
	hi, lo := bits.Mul64(p.hi, c)
	lo, carry := bits.Add64(lo, x, 0)
	hi += carry
	if lo > 1 {
		hi |= 1
	}
	return hi
}

// AppendFloat32 appends x, which is finite, with the shortest digits that read back as the same float32.
func AppendFloat32(b []byte, x float32) []byte { return AppendFloatSlow(b, float64(x), 32) }

// AppendFloatSlow appends x, a float of size bits, with strconv. It is the reference for AppendFloat64.
func AppendFloatSlow(b []byte, x float64, size int) []byte {
	format := byte('f')
	if abs := math.Abs(x); abs != 0 {
		if size == 64 && (abs < 1e-6 || abs >= 1e21) || size == 32 && (float32(abs) < 1e-6 || float32(abs) >= 1e21) {
			format = 'e'
		}
	}
	b = strconv.AppendFloat(b, x, format, -1, size)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1] // e-09 is e-9 in JavaScript
		b = b[:n-1]
	}
	return b
}

// SPDX-License-Identifier: MIT

package num

import (
	"math"
	"strconv"
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

// AppendInt appends x in decimal.
func AppendInt(b []byte, x int64) []byte {
	if x < 0 {
		return AppendUint(append(b, '-'), -uint64(x))
	}
	return AppendUint(b, uint64(x))
}

// AppendUint appends x in decimal.
func AppendUint(b []byte, x uint64) []byte {
	if x < 10 {
		return append(b, byte('0'+x))
	}
	if x < 100 {
		return append(b, pairs[2*x], pairs[2*x+1])
	}
	var t [20]byte
	i := len(t)
	for x >= 100 {
		q := x / 100
		r := 2 * (x - 100*q)
		i -= 2
		t[i], t[i+1] = pairs[r], pairs[r+1]
		x = q
	}
	if x >= 10 {
		i -= 2
		t[i], t[i+1] = pairs[2*x], pairs[2*x+1]
	} else {
		i--
		t[i] = byte('0' + x)
	}
	return append(b, t[i:]...)
}

// AppendFloat64 appends x, which is finite, with the shortest digits that are read as x again, in the
// form of encoding/json.
func AppendFloat64(b []byte, x float64) []byte { return appendFloatSlow(b, x, 64) }

// AppendFloat32 appends x, which is finite, with the shortest digits that are read as x again.
func AppendFloat32(b []byte, x float32) []byte { return appendFloatSlow(b, float64(x), 32) }

// appendFloatSlow is the twin by strconv.
func appendFloatSlow(b []byte, x float64, size int) []byte {
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

// SPDX-License-Identifier: MIT

package num

import (
	"math"
	"math/bits"
)

// eiselLemire returns the double nearest to m·10^e, for m other than 0, or false if 128 bits of the power do
// not decide. Algorithm: Michael Eisel and Daniel Lemire, "Number Parsing at a Gigabyte per Second" (2021),
// sections 5 to 8. Infinities and results below the normal range are left to the slow path.
func eiselLemire(m uint64, e int) (float64, bool) {
	if e < powersMin || e > powersMax {
		return 0, false
	}
	shift := bits.LeadingZeros64(m)
	m <<= uint(shift)
	p := &powers[e-powersMin]
	// floor(e·log2(10)) + 64 + bias, for a significand with its highest bit set
	exp := uint64(217706*e>>16+64+1023) - uint64(shift)

	hi, lo := bits.Mul64(m, p.hi)
	if hi&0x1ff == 0x1ff && lo+m < m {
		// The low half of the power may carry into the bits that decide the result.
		yhi, ylo := bits.Mul64(m, p.lo)
		mid := lo + yhi
		if mid < lo {
			hi++
		}
		if hi&0x1ff == 0x1ff && mid+1 == 0 && ylo+m < m {
			return 0, false
		}
		lo = mid
	}
	msb := hi >> 63
	mant := hi >> (msb + 9)
	exp -= 1 ^ msb
	if lo == 0 && hi&0x1ff == 0 && mant&3 == 1 {
		return 0, false // possibly exactly between two doubles
	}
	mant = (mant + mant&1) >> 1
	if mant>>53 > 0 {
		mant >>= 1
		exp++
	}
	if exp-1 >= 0x7ff-1 {
		return 0, false
	}
	return math.Float64frombits(exp<<52 | mant&(1<<52-1)), true
}

// SPDX-License-Identifier: MIT

package num

// Scan returns the position behind the number that begins at b[i], a position in b. If there is none, ok is false, and the
// position is that of the first byte that does not fit: i where no number begins, len(b) where one is cut off. A
// digit behind a leading zero does not fit. Other bytes behind a number are not looked at.
func Scan(b []byte, i int) (end int, ok bool) {
	if b[i] == '-' {
		i++
	}
	digit := false
	if i < len(b) && b[i] == '0' {
		i++
		if i < len(b) && b[i]-'0' <= 9 {
			return i, false
		}
	} else if i, digit = scanDigits(b, i); !digit {
		return i, false
	}
	if i < len(b) && b[i] == '.' {
		if i, digit = scanDigits(b, i+1); !digit {
			return i, false
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i, digit = scanDigits(b, i); !digit {
			return i, false
		}
	}
	return i, true
}

// scanDigits passes over one or more digits.
func scanDigits(b []byte, i int) (end int, some bool) {
	for end = i; end < len(b) && b[end]-'0' <= 9; end++ {
	}
	return end, end > i
}

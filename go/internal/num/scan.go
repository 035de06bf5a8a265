// SPDX-License-Identifier: MIT

package num

// Scan returns the position after the number that begins at b[i], a position in b. If there is no number, ok is
// false, and end is the position of the first byte that does not fit: i if no number begins there, len(b) if
// the number is cut off. A digit after a leading zero does not fit. Scan does not look at other bytes after a
// number.
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

// scanDigits skips one or more digits.
func scanDigits(b []byte, i int) (end int, some bool) {
	for end = i; end < len(b) && b[end]-'0' <= 9; end++ {
	}
	return end, end > i
}

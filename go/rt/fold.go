// SPDX-License-Identifier: MIT

package rt

import "unicode"

// foldRune returns the smallest rune that differs from r only in case: the same one for all of these runes.
func foldRune(r rune) rune {
	for {
		s := unicode.SimpleFold(r)
		if s <= r {
			return s
		}
		r = s
	}
}

// SPDX-License-Identifier: MIT

package rt

import "unicode"

// foldRune returns the smallest rune of those that differ from r in case only: one for all of them.
func foldRune(r rune) rune {
	for {
		s := unicode.SimpleFold(r)
		if s <= r {
			return s
		}
		r = s
	}
}

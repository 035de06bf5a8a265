// SPDX-License-Identifier: MIT

//go:build !purego

package scan

import "github.com/fleece-json/fleece/go/internal/mem"

//go:noescape
func copyAVX2(dst, src *byte, n int, t *Table) int

// Copy copies s to dst up to the first byte that is special to t, or that is not part of well-formed UTF-8, or is
// that of U+2028 or U+2029 where t has them, and returns the length of what it copied: len(s) if there is no such
// byte. Behind that it may write anything; dst has room for len(s)+32 bytes.
func (t *Table) Copy(dst []byte, s string) int {
	if Wide && len(s) > 0 {
		n := copyAVX2(&dst[0], &mem.Bytes(s)[0], len(s), t)
		if n < 0 {
			return t.locate(s, ^n)
		}
		return n
	}
	return t.copy(dst, s)
}

// SPDX-License-Identifier: MIT

//go:build purego || !amd64

package scan

// Copy copies s to dst up to the first byte that is special to t, or that is not part of well-formed UTF-8, or is
// that of U+2028 or U+2029 where t has them, and returns the length of what it copied: len(s) if there is no such
// byte. Behind that it may write anything; dst has room for len(s)+32 bytes.
func (t *Table) Copy(dst []byte, s string) int { return t.copy(dst, s) }

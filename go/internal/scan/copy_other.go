// SPDX-License-Identifier: MIT

//go:build purego || !amd64

package scan

// CopyWide is Copy where Wide is true.
func (t *Table) CopyWide(dst []byte, s string) int { return t.Copy(dst, s) }

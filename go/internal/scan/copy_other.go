// SPDX-License-Identifier: MIT

//go:build purego || !amd64

package scan

// CopyWide is Copy where Wide is true, which it is not here.
func (t *Table) CopyWide(*byte, string) int { panic("scan: no CopyWide") }

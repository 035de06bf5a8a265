// SPDX-License-Identifier: MIT

//go:build purego || !amd64

package scan

// CopyWide is Copy for builds where Wide is true; here it is false.
func (t *Table) CopyWide(*byte, string) int { panic("scan: no CopyWide") }

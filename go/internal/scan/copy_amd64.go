// SPDX-License-Identifier: MIT

//go:build !purego

package scan

import "github.com/fleece-json/fleece/go/internal/mem"

//go:noescape
func copyAVX2(dst, src *byte, n int, t *Table) int

// CopyWide is Copy for use where Wide is true; dst points to the room.
func (t *Table) CopyWide(dst *byte, s string) int {
	return copyAVX2(dst, mem.StringData(s), len(s), t)
}

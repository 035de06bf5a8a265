// SPDX-License-Identifier: MIT

//go:build purego || !amd64

package scan

// Wide reports whether Plain looks at 32 bytes at a time.
const Wide = false

// Run returns how many bytes of b precede the first one that is special to k, or len(b) if none is.
func (k *Set) Run(b []byte) int { return k.run(b) }

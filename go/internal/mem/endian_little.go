// SPDX-License-Identifier: MIT

//go:build !purego && (amd64 || 386 || arm64 || ppc64le || loong64)

package mem

const archBigEndian = false

// SPDX-License-Identifier: MIT

//go:build !purego && s390x

package mem

const archBigEndian = true

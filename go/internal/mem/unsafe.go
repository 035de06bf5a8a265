// SPDX-License-Identifier: MIT

//go:build !purego && (amd64 || 386 || arm64 || ppc64le || s390x || loong64)

package mem

import (
	"math/bits"
	"strings"
	"unsafe"
)

// Unsafe tells tests and reports which implementation was built.
const Unsafe = true

// At returns b[i]. Contract: 0 <= i < cap(b).
func At(b []byte, i int) byte {
	return *(*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

// Load64 returns the eight bytes at b[i], the first one lowest. Contract: i+8 <= cap(b).
func Load64(b []byte, i int) uint64 {
	x := *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
	if archBigEndian {
		x = bits.ReverseBytes64(x)
	}
	return x
}

// Load32 returns the four bytes at b[i], the first one lowest. Contract: i+4 <= cap(b).
func Load32(b []byte, i int) uint32 {
	x := *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
	if archBigEndian {
		x = bits.ReverseBytes32(x)
	}
	return x
}

// Store64 writes eight bytes at b[i], the lowest one first. Contract: i+8 <= cap(b).
func Store64(b []byte, i int, x uint64) {
	if archBigEndian {
		x = bits.ReverseBytes64(x)
	}
	*(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) = x
}

// Store32 writes four bytes at b[i], the lowest one first. Contract: i+4 <= cap(b).
func Store32(b []byte, i int, x uint32) {
	if archBigEndian {
		x = bits.ReverseBytes32(x)
	}
	*(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i)) = x
}

// Load64s is Load64 on a string. Contract: i+8 <= len(s).
func Load64s(s string, i int) uint64 {
	x := *(*uint64)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
	if archBigEndian {
		x = bits.ReverseBytes64(x)
	}
	return x
}

// Load32s is Load32 on a string. Contract: i+4 <= len(s).
func Load32s(s string, i int) uint32 {
	x := *(*uint32)(unsafe.Add(unsafe.Pointer(unsafe.StringData(s)), i))
	if archBigEndian {
		x = bits.ReverseBytes32(x)
	}
	return x
}

// String returns b as a string that shares its bytes. Contract: b is never written to again.
func String(b []byte) string {
	return unsafe.String(unsafe.SliceData(b), len(b))
}

// Bytes returns the bytes of s, shared. Contract: they are never written to.
func Bytes(s string) []byte {
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

// StringData returns a pointer to the bytes of s; if there are none, the pointer is unspecified. Contract: the
// bytes are never written to.
func StringData(s string) *byte { return unsafe.StringData(s) }

// Pointer returns a pointer to b[i]. Contract: 0 <= i < cap(b).
func Pointer(b []byte, i int) *byte {
	return (*byte)(unsafe.Add(unsafe.Pointer(unsafe.SliceData(b)), i))
}

// Size returns how many bytes a T takes.
func Size[T any]() int {
	var x T
	return int(unsafe.Sizeof(x))
}

// Room returns an empty slice with a capacity of at least n bytes, n > 0. The contents of these bytes are
// unspecified: strings.Builder is the way to get memory in Go without clearing it.
func Room(n int) []byte {
	var b strings.Builder
	b.Grow(n)
	b.WriteByte(0)
	return unsafe.Slice(unsafe.StringData(b.String()), b.Cap())[:0]
}

// TypeWord returns a number that is the same for values of the same type and usually differs between types. It
// is the first word of an interface, which the language does not guarantee. Contract: only speed may depend on
// it.
func TypeWord(v any) uintptr { return *(*uintptr)(unsafe.Pointer(&v)) }

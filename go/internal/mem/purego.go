// SPDX-License-Identifier: MIT

//go:build purego || !(amd64 || 386 || arm64 || ppc64le || s390x || loong64)

package mem

import (
	"encoding/binary"
	"reflect"
)

// Unsafe tells tests and reports which implementation was built.
const Unsafe = false

// At returns b[i]. i may lie between the length and the capacity of b.
func At(b []byte, i int) byte { return b[:cap(b)][i] }

// Load64 returns the eight bytes at b[i], the first one lowest.
func Load64(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[:cap(b)][i:]) }

// Load32 returns the four bytes at b[i], the first one lowest.
func Load32(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[:cap(b)][i:]) }

// Store64 writes eight bytes at b[i], the lowest one first.
func Store64(b []byte, i int, x uint64) { binary.LittleEndian.PutUint64(b[:cap(b)][i:], x) }

// Store32 writes four bytes at b[i], the lowest one first.
func Store32(b []byte, i int, x uint32) { binary.LittleEndian.PutUint32(b[:cap(b)][i:], x) }

// Load64s is Load64 on a string.
func Load64s(s string, i int) uint64 { return binary.LittleEndian.Uint64([]byte(s[i : i+8])) }

// Load32s is Load32 on a string.
func Load32s(s string, i int) uint32 { return binary.LittleEndian.Uint32([]byte(s[i : i+4])) }

// String returns b as a string; here it is a copy.
func String(b []byte) string { return string(b) }

// Bytes returns the bytes of s; here they are a copy.
func Bytes(s string) []byte { return []byte(s) }

// Pointer returns a pointer to b[i]. i may lie between the length and the capacity of b.
func Pointer(b []byte, i int) *byte { return &b[:cap(b)][i] }

// Size returns how many bytes a T takes.
func Size[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// Room returns an empty slice with a capacity of at least n bytes.
func Room(n int) []byte { return make([]byte, 0, n) }

// TypeWord returns a number that is the same for values of the same type and differs between types.
func TypeWord(v any) uintptr {
	if v == nil {
		return 0
	}
	return reflect.ValueOf(reflect.TypeOf(v)).Pointer()
}

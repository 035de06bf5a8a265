// SPDX-License-Identifier: MIT

package jwriter

import (
	"fmt"
	"math"
	"strconv"
)

// This file owns numbers, bare and in quotes (the ",string" option of struct tags, and map keys).

// The room that the longest text of each kind takes, quotes included.
const (
	integerRoom = len(`"-9223372036854775808"`)
	floatRoom   = len(`"-2.2250738585072014e-308"`)
)

func (w *Writer) unsigned(n uint64) {
	w.Buffer.EnsureSpace(integerRoom)
	w.Buffer.Buf = strconv.AppendUint(w.Buffer.Buf, n, 10)
}

func (w *Writer) signed(n int64) {
	w.Buffer.EnsureSpace(integerRoom)
	w.Buffer.Buf = strconv.AppendInt(w.Buffer.Buf, n, 10)
}

func (w *Writer) quotedUnsigned(n uint64) {
	w.Buffer.EnsureSpace(integerRoom)
	b := append(w.Buffer.Buf, '"')
	b = strconv.AppendUint(b, n, 10)
	w.Buffer.Buf = append(b, '"')
}

func (w *Writer) quotedSigned(n int64) {
	w.Buffer.EnsureSpace(integerRoom)
	b := append(w.Buffer.Buf, '"')
	b = strconv.AppendInt(b, n, 10)
	w.Buffer.Buf = append(b, '"')
}

// float appends n, which is a float of so many bits. JSON has no text for infinities and NaN: they set Error, and
// nothing is written.
func (w *Writer) float(n float64, bits int, quoted bool) {
	if math.IsNaN(n) || math.IsInf(n, 0) {
		if w.Error == nil {
			w.Error = fmt.Errorf("json: unsupported value: %v", n)
		}
		return
	}
	w.Buffer.EnsureSpace(floatRoom)
	b := w.Buffer.Buf
	if quoted {
		b = append(b, '"')
	}
	b = appendFloat(b, n, bits)
	if quoted {
		b = append(b, '"')
	}
	w.Buffer.Buf = b
}

// The methods below append a number; those that end in Str put it in quotes.

func (w *Writer) Uint(n uint)     { w.unsigned(uint64(n)) }
func (w *Writer) Uint8(n uint8)   { w.unsigned(uint64(n)) }
func (w *Writer) Uint16(n uint16) { w.unsigned(uint64(n)) }
func (w *Writer) Uint32(n uint32) { w.unsigned(uint64(n)) }
func (w *Writer) Uint64(n uint64) { w.unsigned(n) }

func (w *Writer) Int(n int)     { w.signed(int64(n)) }
func (w *Writer) Int8(n int8)   { w.signed(int64(n)) }
func (w *Writer) Int16(n int16) { w.signed(int64(n)) }
func (w *Writer) Int32(n int32) { w.signed(int64(n)) }
func (w *Writer) Int64(n int64) { w.signed(n) }

func (w *Writer) UintStr(n uint)       { w.quotedUnsigned(uint64(n)) }
func (w *Writer) Uint8Str(n uint8)     { w.quotedUnsigned(uint64(n)) }
func (w *Writer) Uint16Str(n uint16)   { w.quotedUnsigned(uint64(n)) }
func (w *Writer) Uint32Str(n uint32)   { w.quotedUnsigned(uint64(n)) }
func (w *Writer) Uint64Str(n uint64)   { w.quotedUnsigned(n) }
func (w *Writer) UintptrStr(n uintptr) { w.quotedUnsigned(uint64(n)) }

func (w *Writer) IntStr(n int)     { w.quotedSigned(int64(n)) }
func (w *Writer) Int8Str(n int8)   { w.quotedSigned(int64(n)) }
func (w *Writer) Int16Str(n int16) { w.quotedSigned(int64(n)) }
func (w *Writer) Int32Str(n int32) { w.quotedSigned(int64(n)) }
func (w *Writer) Int64Str(n int64) { w.quotedSigned(n) }

func (w *Writer) Float32(n float32)    { w.float(float64(n), 32, false) }
func (w *Writer) Float64(n float64)    { w.float(n, 64, false) }
func (w *Writer) Float32Str(n float32) { w.float(float64(n), 32, true) }
func (w *Writer) Float64Str(n float64) { w.float(n, 64, true) }

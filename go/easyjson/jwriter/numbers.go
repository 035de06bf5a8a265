// SPDX-License-Identifier: MIT

package jwriter

import (
	"fmt"
	"math"

	"github.com/fleece-json/fleece/go/internal/num"
)

// This file writes numbers, both bare and in quotes (the ",string" option of struct tags, and map keys). The
// runtime formats them as encoding/json does. They are formatted on the stack, so that chunks are filled to the
// end.

// scratch has room for any number and for the bytes that the runtime writes after it.
type scratch [64]byte

func (w *Writer) unsigned(n uint64) {
	var t scratch
	w.Buffer.AppendBytes(num.AppendUint(t[:0], n))
}

func (w *Writer) signed(n int64) {
	var t scratch
	w.Buffer.AppendBytes(num.AppendInt(t[:0], n))
}

func (w *Writer) unsignedStr(n uint64) {
	t := scratch{'"'}
	w.Buffer.AppendBytes(append(num.AppendUint(t[:1], n), '"'))
}

func (w *Writer) signedStr(n int64) {
	t := scratch{'"'}
	w.Buffer.AppendBytes(append(num.AppendInt(t[:1], n), '"'))
}

// finite reports whether n is finite. JSON has no text for infinities and NaN: for these it sets Error, and
// nothing is written.
func (w *Writer) finite(n float64) bool {
	if !math.IsNaN(n) && !math.IsInf(n, 0) {
		return true
	}
	if w.Error == nil {
		w.Error = fmt.Errorf("json: unsupported value: %v", n)
	}
	return false
}

// The methods below append a number; those whose names end in Str put it in quotes.

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

func (w *Writer) UintStr(n uint)       { w.unsignedStr(uint64(n)) }
func (w *Writer) Uint8Str(n uint8)     { w.unsignedStr(uint64(n)) }
func (w *Writer) Uint16Str(n uint16)   { w.unsignedStr(uint64(n)) }
func (w *Writer) Uint32Str(n uint32)   { w.unsignedStr(uint64(n)) }
func (w *Writer) Uint64Str(n uint64)   { w.unsignedStr(n) }
func (w *Writer) UintptrStr(n uintptr) { w.unsignedStr(uint64(n)) }

func (w *Writer) IntStr(n int)     { w.signedStr(int64(n)) }
func (w *Writer) Int8Str(n int8)   { w.signedStr(int64(n)) }
func (w *Writer) Int16Str(n int16) { w.signedStr(int64(n)) }
func (w *Writer) Int32Str(n int32) { w.signedStr(int64(n)) }
func (w *Writer) Int64Str(n int64) { w.signedStr(n) }

// Float32 appends a number; an infinity or a NaN sets Error.
func (w *Writer) Float32(n float32) {
	if w.finite(float64(n)) {
		var t scratch
		w.Buffer.AppendBytes(num.AppendFloat32(t[:0], n))
	}
}

// Float64 is Float32 for a float64.
func (w *Writer) Float64(n float64) {
	if w.finite(n) {
		var t scratch
		w.Buffer.AppendBytes(num.AppendFloat64(t[:0], n))
	}
}

// Float32Str is Float32 in quotes.
func (w *Writer) Float32Str(n float32) {
	if w.finite(float64(n)) {
		t := scratch{'"'}
		w.Buffer.AppendBytes(append(num.AppendFloat32(t[:1], n), '"'))
	}
}

// Float64Str is Float64 in quotes.
func (w *Writer) Float64Str(n float64) {
	if w.finite(n) {
		t := scratch{'"'}
		w.Buffer.AppendBytes(append(num.AppendFloat64(t[:1], n), '"'))
	}
}

// SPDX-License-Identifier: MIT

package jlexer

import "strconv"

// This file owns numbers, bare and in strings. A number that doesn't fit, or has a fraction where an integer is asked
// for, is a mismatch of type; its reason is the text of strconv's error.

// number reads a number's text, which is memory of Data.
func (r *Lexer) number() (text string, ok bool) {
	if !r.look() || r.kind != TokenNumber {
		r.mismatch("number")
		return "", false
	}
	r.consume()
	return alias(r.text), true
}

// quoted reads a string's text, which may be memory of Data.
func (r *Lexer) quoted() (text string, ok bool) {
	if !r.isString() {
		return "", false
	}
	b, _ := r.decoded()
	r.consume()
	return alias(b), true
}

func (r *Lexer) badNumber(text string, err error) {
	r.report(&LexerError{Reason: err.Error(), Offset: r.start, Data: string([]byte(text))})
}

func (r *Lexer) signed(text string, ok bool, bits int) int64 {
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

func (r *Lexer) unsigned(text string, ok bool, bits int) uint64 {
	if !ok {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

func (r *Lexer) float(text string, ok bool, bits int) float64 {
	if !ok {
		return 0
	}
	n, err := strconv.ParseFloat(text, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

// The methods below read a number, those that end in Str one in a string. Beside an error they return the nearest
// number of the type where the number is out of its range, else 0.

func (r *Lexer) Uint() uint {
	text, ok := r.number()
	return uint(r.unsigned(text, ok, strconv.IntSize))
}

func (r *Lexer) Uint8() uint8 {
	text, ok := r.number()
	return uint8(r.unsigned(text, ok, 8))
}

func (r *Lexer) Uint16() uint16 {
	text, ok := r.number()
	return uint16(r.unsigned(text, ok, 16))
}

func (r *Lexer) Uint32() uint32 {
	text, ok := r.number()
	return uint32(r.unsigned(text, ok, 32))
}

func (r *Lexer) Uint64() uint64 {
	text, ok := r.number()
	return uint64(r.unsigned(text, ok, 64))
}

func (r *Lexer) Int() int {
	text, ok := r.number()
	return int(r.signed(text, ok, strconv.IntSize))
}

func (r *Lexer) Int8() int8 {
	text, ok := r.number()
	return int8(r.signed(text, ok, 8))
}

func (r *Lexer) Int16() int16 {
	text, ok := r.number()
	return int16(r.signed(text, ok, 16))
}

func (r *Lexer) Int32() int32 {
	text, ok := r.number()
	return int32(r.signed(text, ok, 32))
}

func (r *Lexer) Int64() int64 {
	text, ok := r.number()
	return int64(r.signed(text, ok, 64))
}

func (r *Lexer) Float32() float32 {
	text, ok := r.number()
	return float32(r.float(text, ok, 32))
}

func (r *Lexer) Float64() float64 {
	text, ok := r.number()
	return float64(r.float(text, ok, 64))
}

func (r *Lexer) UintStr() uint {
	text, ok := r.quoted()
	return uint(r.unsigned(text, ok, strconv.IntSize))
}

func (r *Lexer) Uint8Str() uint8 {
	text, ok := r.quoted()
	return uint8(r.unsigned(text, ok, 8))
}

func (r *Lexer) Uint16Str() uint16 {
	text, ok := r.quoted()
	return uint16(r.unsigned(text, ok, 16))
}

func (r *Lexer) Uint32Str() uint32 {
	text, ok := r.quoted()
	return uint32(r.unsigned(text, ok, 32))
}

func (r *Lexer) Uint64Str() uint64 {
	text, ok := r.quoted()
	return uint64(r.unsigned(text, ok, 64))
}

func (r *Lexer) UintptrStr() uintptr {
	text, ok := r.quoted()
	return uintptr(r.unsigned(text, ok, strconv.IntSize))
}

func (r *Lexer) IntStr() int {
	text, ok := r.quoted()
	return int(r.signed(text, ok, strconv.IntSize))
}

func (r *Lexer) Int8Str() int8 {
	text, ok := r.quoted()
	return int8(r.signed(text, ok, 8))
}

func (r *Lexer) Int16Str() int16 {
	text, ok := r.quoted()
	return int16(r.signed(text, ok, 16))
}

func (r *Lexer) Int32Str() int32 {
	text, ok := r.quoted()
	return int32(r.signed(text, ok, 32))
}

func (r *Lexer) Int64Str() int64 {
	text, ok := r.quoted()
	return int64(r.signed(text, ok, 64))
}

func (r *Lexer) Float32Str() float32 {
	text, ok := r.quoted()
	return float32(r.float(text, ok, 32))
}

func (r *Lexer) Float64Str() float64 {
	text, ok := r.quoted()
	return float64(r.float(text, ok, 64))
}

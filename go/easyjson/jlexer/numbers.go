// SPDX-License-Identifier: MIT

package jlexer

import (
	"strconv"

	"github.com/fleece-json/fleece/go/internal/mem"
	"github.com/fleece-json/fleece/go/internal/num"
)

// This file reads numbers, both bare and in strings. A number that is out of range, or has a fraction where an
// integer is required, is a type mismatch; its reason is the text of strconv's error. Numbers in strings follow
// strconv's rules, as in easyjson.

// number reads a number's text, which is memory of Data.
func (r *Lexer) number() (text string, ok bool) {
	if !r.look() || r.kind != TokenNumber {
		r.mismatch("number")
		return "", false
	}
	r.consume()
	return mem.String(r.text), true
}

// quoted reads a string's text, which may be memory of Data.
func (r *Lexer) quoted() (text string, ok bool) {
	if !r.isString() {
		return "", false
	}
	b, _ := r.decoded()
	r.consume()
	return mem.String(b), true
}

func (r *Lexer) badNumber(text string, err error) {
	r.report(&LexerError{Reason: err.Error(), Offset: r.start, Data: string([]byte(text))})
}

// parseInt reports the error in text, if any, and returns the nearest number in range, or 0.
func (r *Lexer) parseInt(text string, ok bool, bits int) int64 {
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

// parseUint is parseInt for unsigned numbers.
func (r *Lexer) parseUint(text string, ok bool, bits int) uint64 {
	if !ok {
		return 0
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

func (r *Lexer) signed(bits int) int64 {
	text, ok := r.number()
	return r.parseInt(text, ok, bits)
}

func (r *Lexer) signedStr(bits int) int64 {
	text, ok := r.quoted()
	return r.parseInt(text, ok, bits)
}

func (r *Lexer) unsigned(bits int) uint64 {
	text, ok := r.number()
	return r.parseUint(text, ok, bits)
}

func (r *Lexer) unsignedStr(bits int) uint64 {
	text, ok := r.quoted()
	return r.parseUint(text, ok, bits)
}

// float reads a number. It uses the runtime's fast path if Data has as many bytes after the number as the path
// needs.
func (r *Lexer) float(bits int) float64 {
	text, ok := r.number()
	if !ok {
		return 0
	}
	if bits == 64 && r.start <= len(r.Data)-num.Window {
		if n, end := num.ParseFloat64(r.Data, r.start); end == r.pos {
			return n
		}
	}
	n, err := num.ParseFloatSlow(r.text, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

func (r *Lexer) floatStr(bits int) float64 {
	text, ok := r.quoted()
	if !ok {
		return 0
	}
	n, err := strconv.ParseFloat(text, bits)
	if err != nil {
		r.badNumber(text, err)
	}
	return n
}

// The methods below read a number. Those whose names end in Str read a number in a string. For a number that is
// out of range, they report an error and return the nearest number of the type. After any other error they
// return 0.

func (r *Lexer) Uint() uint     { return uint(r.unsigned(strconv.IntSize)) }
func (r *Lexer) Uint8() uint8   { return uint8(r.unsigned(8)) }
func (r *Lexer) Uint16() uint16 { return uint16(r.unsigned(16)) }
func (r *Lexer) Uint32() uint32 { return uint32(r.unsigned(32)) }
func (r *Lexer) Uint64() uint64 { return r.unsigned(64) }

func (r *Lexer) Int() int     { return int(r.signed(strconv.IntSize)) }
func (r *Lexer) Int8() int8   { return int8(r.signed(8)) }
func (r *Lexer) Int16() int16 { return int16(r.signed(16)) }
func (r *Lexer) Int32() int32 { return int32(r.signed(32)) }
func (r *Lexer) Int64() int64 { return r.signed(64) }

func (r *Lexer) Float32() float32 { return float32(r.float(32)) }
func (r *Lexer) Float64() float64 { return r.float(64) }

func (r *Lexer) UintStr() uint       { return uint(r.unsignedStr(strconv.IntSize)) }
func (r *Lexer) Uint8Str() uint8     { return uint8(r.unsignedStr(8)) }
func (r *Lexer) Uint16Str() uint16   { return uint16(r.unsignedStr(16)) }
func (r *Lexer) Uint32Str() uint32   { return uint32(r.unsignedStr(32)) }
func (r *Lexer) Uint64Str() uint64   { return r.unsignedStr(64) }
func (r *Lexer) UintptrStr() uintptr { return uintptr(r.unsignedStr(strconv.IntSize)) }

func (r *Lexer) IntStr() int     { return int(r.signedStr(strconv.IntSize)) }
func (r *Lexer) Int8Str() int8   { return int8(r.signedStr(8)) }
func (r *Lexer) Int16Str() int16 { return int16(r.signedStr(16)) }
func (r *Lexer) Int32Str() int32 { return int32(r.signedStr(32)) }
func (r *Lexer) Int64Str() int64 { return r.signedStr(64) }

func (r *Lexer) Float32Str() float32 { return float32(r.floatStr(32)) }
func (r *Lexer) Float64Str() float64 { return r.floatStr(64) }

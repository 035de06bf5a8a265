/*
** fj_read.h — reads JSON numbers as integers and doubles.
** Owns: the grammar of numbers, and the conversion from decimal text to double.
** Must not know: Lua, buffers, what a caller does with integers that are too large.
** Invariant: doubles are correctly rounded (to nearest, ties to even), whatever the length
** of the text, the locale and the rounding mode; time is linear in the length; no byte at
** or beyond `limit` is read.
**
** Integers of up to seven digits are read inline, without a jump on their sign or length:
** eight bytes are loaded, the first non-digit is found by its bits, the digits are
** shifted to the end of the word and added up in three steps: eight lanes of one digit,
** four of two, two of four, one.  All other numbers are read out of line.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_READ_H
#define FJ_READ_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

enum {
  FJ_NUM_BAD,    /* not a JSON number; `end` is the first wrong byte */
  FJ_NUM_INT,    /* no point and no exponent, and fits int64: `i`; but -0 is a double */
  FJ_NUM_BIGINT, /* no point and no exponent, too large for int64: `d` is the nearest */
  FJ_NUM_DOUBLE, /* anything else that rounds to a finite double: `d` */
  FJ_NUM_HUGE    /* rounds to an infinity: `d`; `i` is 1 if no point and no exponent */
};

/* Only the fields that the kind names are set, and `end`, after the last byte. */
typedef struct FjNumber {
  int kind;
  int64_t i;
  double d;
  const char *end;
} FjNumber;

/* Any text, also if it is not a number; p < limit. */
void fj_read_number_any(const char *p, const char *limit, FjNumber *out);

/* The number at p whose first digits, which end at `at`, have the value w.  More digits
** or an exponent follow. */
void fj_read_number_whole(const char *p, const char *limit, FjNumber *out, const char *at,
                          uint64_t w);

/* The same, but a point may also follow at `at`. */
void fj_read_number_point(const char *p, const char *limit, FjNumber *out, const char *at,
                          uint64_t w);

/* Any number with a '-', which is at p. */
void fj_read_number_minus(const char *p, const char *limit, FjNumber *out);

/* The slow twin: compares the digits with the exact decimal expansions of doubles. */
void fj_read_slow(const char *p, const char *limit, FjNumber *out);

/* A sign, eight digits, and the byte after the seventh. */
#define FJ_READ_SHORT 9

/* For eight bytes minus '0' each: bit 7 of the first non-digit is set, and of no byte
** before it; the bits after it may be wrong. */
FJ_INLINE uint64_t fj_no_digits(uint64_t bytes) {
  return ((bytes + UINT64_C(0x7676767676767676)) | bytes) & UINT64_C(0x8080808080808080);
}

/* The number of eight digits, the first in the lowest byte. */
FJ_INLINE uint32_t fj_value8(uint64_t digits) {
  const uint64_t lanes = UINT64_C(0x000000FF000000FF);
  uint64_t pairs = digits * 10 + (digits >> 8);
  uint64_t first = (pairs & lanes) * ((UINT64_C(1000000) << 32) + 100);
  uint64_t second = (pairs >> 16 & lanes) * ((UINT64_C(10000) << 32) + 1);
  return (uint32_t)((first + second) >> 32);
}

/* The digits before the one that `bit`, 8 * n + 7, belongs to, after leading zeros. */
FJ_INLINE uint64_t fj_digits_before(uint64_t digits, unsigned bit) {
  return digits << 8 << (bit ^ 63);
}

/* Bits '.', 'e' and 'E', modulo 64: these bytes continue an integer.  Any other byte with
** one of these bits also ends the number, but more slowly. */
#define FJ_READ_MORE                                                                     \
  (UINT64_C(1) << ('.' & 63) | UINT64_C(1) << ('e' & 63) | UINT64_C(1) << ('E' & 63))

/* The number at p, with its sign.  Eight bytes follow, the first of which is a digit. */
FJ_INLINE void fj_read_number_signed(const char *p, const char *limit, FjNumber *out,
                                     int minus) {
  uint64_t digits = fj_load64_le(p + minus) ^ FJ_ASCII_ZEROS;
  uint64_t others = fj_no_digits(digits);
  if (FJ_LIKELY(others != 0)) {
    unsigned bit = fj_ctz64(others); /* 8 * n + 7, where n is the count of digits */
    const char *at = p + minus + (bit >> 3);
    uint64_t w = fj_value8(fj_digits_before(digits, bit));
    if (FJ_UNLIKELY((uint8_t)digits == 0 && bit > 15)) {
      fj_read_number_any(p, limit, out);
    } else if (FJ_UNLIKELY(FJ_READ_MORE >> ((uint8_t)*at & 63) & 1)) {
      fj_read_number_point(p, limit, out, at, w);
    } else if (minus && w == 0) {
      fj_read_number_any(p, limit, out);
    } else {
      out->kind = FJ_NUM_INT;
      out->i = minus ? -(int64_t)w : (int64_t)w;
      out->end = at;
    }
  } else if (FJ_LIKELY((uint8_t)digits != 0)) {
    fj_read_number_whole(p, limit, out, p + minus + 8, fj_value8(digits));
  } else {
    fj_read_number_any(p, limit, out);
  }
}

/* p is at a '-' or a digit, p < limit. */
FJ_INLINE void fj_read_number(const char *p, const char *limit, FjNumber *out) {
  if (FJ_UNLIKELY(*p == '-'))
    fj_read_number_minus(p, limit, out);
  else if (FJ_UNLIKELY(limit - p < FJ_READ_SHORT))
    fj_read_number_any(p, limit, out);
  else
    fj_read_number_signed(p, limit, out, 0);
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

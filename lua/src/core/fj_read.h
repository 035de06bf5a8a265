/*
** fj_read.h — JSON numbers to integers and doubles.
** Owns: the grammar of numbers, and which double a decimal text stands for.
** Must not know: Lua, buffers, what a caller does with integers that are too large.
** Invariant: doubles are correctly rounded (to nearest, ties to even), whatever the length
** of the text, the locale and the rounding mode; time is linear in the length; no byte at
** or beyond `limit` is read.
**
** Integers of up to seven digits are read inline, without a jump on their sign or length:
** eight bytes are loaded, the first that is no digit is found by its bits, the digits are
** shifted to the end of the word and added up there in three steps, eight lanes of one
** digit to four of two, to two of four, to one.  All else is out of line.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_READ_H
#define FJ_READ_H

#include "core/fj_wide.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

enum {
  FJ_NUM_BAD,    /* no JSON number; `end` is the first byte that cannot stand there */
  FJ_NUM_INT,    /* no point and no exponent, and fits int64: `i`; but -0 is a double */
  FJ_NUM_BIGINT, /* no point and no exponent, too large for int64: `d` is the nearest */
  FJ_NUM_DOUBLE, /* anything else that rounds to a finite double: `d` */
  FJ_NUM_HUGE    /* rounds to an infinity: `d`; `i` is 1 if no point and no exponent */
};

/* Only the fields that a kind names are set, and `end`: behind the number's last byte. */
typedef struct FjNumber {
  int kind;
  int64_t i;
  double d;
  const char *end;
} FjNumber;

/* Any number, and anything else; p < limit. */
void fj_read_number_long(const char *p, const char *limit, FjNumber *out);

/* The slow twin: compares the digits with the exact decimal expansions of doubles. */
void fj_read_slow(const char *p, const char *limit, FjNumber *out);

/* A sign, eight digits, and what follows the seventh. */
#define FJ_READ_SHORT 9

/* Of eight bytes less '0' each: bit 7 of the first that is no digit is set, and none of
** those before it; those behind it may be wrong. */
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

/* p is at a '-' or a digit, p < limit. */
FJ_INLINE void fj_read_number(const char *p, const char *limit, FjNumber *out) {
  if (FJ_LIKELY(limit - p >= FJ_READ_SHORT)) {
    unsigned minus = *p == '-';
    const char *q = p + minus;
    uint64_t digits = fj_load64_le(q) ^ FJ_ASCII_ZEROS;
    uint64_t others = fj_no_digits(digits);
    if (FJ_LIKELY(others != 0)) {
      unsigned n = fj_ctz64(others) >> 3;
      unsigned c = (unsigned char)q[n];
      /* Of those that start with 0, only 0 itself is an integer. */
      unsigned zero = ((uint8_t)digits == 0) & (minus | (n > 1));
      if (FJ_LIKELY(!(zero | (n == 0) | (c == '.') | ((c | 32) == 'e')))) {
        int64_t v = (int64_t)fj_value8(digits << (64 - 8 * n));
        out->kind = FJ_NUM_INT;
        out->i = (v ^ -(int64_t)minus) + (int64_t)minus;
        out->end = q + n;
        return;
      }
    }
  }
  fj_read_number_long(p, limit, out);
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

/*
** fj_digits16_scalar.h — sixteen digits in two 64-bit words.
** Owns: the portable vocabulary of fj_double_impl.h.
** Must not know: doubles.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DIGITS16_SCALAR_H
#define FJ_DIGITS16_SCALAR_H

#include "core/fj_fours16.h"

/* The digits as byte values, the first in the lowest byte of `high`. */
typedef struct FjDigits16 {
  uint64_t high, low;
} FjDigits16;

/* A point after so many digits at most. */
#define FJ_DIGITS16_WHOLE_MAX 15

/* v < 10^16; `last` is put in the place of the last digit when that is 0, else it is 0. */
FJ_INLINE FjDigits16 fj_digits16(uint64_t v, uint64_t last) {
  Fj128 fours = fj_fours16(v);
  FjDigits16 t;
  t.high = fj_digits_of_fours(fours.hi);
  t.low = fj_digits_of_fours(fours.lo) | last << 56;
  return t;
}

/* How many digits up to the last that is not zero, one more than the sixteen if `last` is
** not.  They are at most `most`, 15 to 17, and most often so many: see fj_double_impl.h. */
FJ_INLINE int fj_digits16_count(FjDigits16 t, uint64_t last, int most) {
  if (FJ_UNLIKELY(last == 0 && t.low >> 8 * (most - 9) == 0)) {
    FJ_KEEP_BRANCH;
    return t.low ? 16 - (int)(fj_clz64(t.low) >> 3) : 8 - (int)(fj_clz64(t.high) >> 3);
  }
  return most;
}

FJ_INLINE void fj_digits16_store(char *w, FjDigits16 t) {
  fj_store64_le(w, t.high | FJ_ASCII_ZEROS);
  fj_store64_le(w + 8, t.low | FJ_ASCII_ZEROS);
}

/* The word's first n < 8 digits, a point, and the next ones: the last falls off. */
FJ_INLINE uint64_t fj_digits8_pointed(uint64_t text, int n) {
  uint64_t mask = (UINT64_C(1) << 8 * n) - 1;
  return (text & mask) | (uint64_t)'.' << 8 * n | (text & ~mask) << 8;
}

/* 17 bytes: the digits with a point after `whole` of them. */
FJ_INLINE void fj_digits16_store_pointed(char *w, FjDigits16 t, int whole) {
  t.high |= FJ_ASCII_ZEROS;
  t.low |= FJ_ASCII_ZEROS;
  fj_store64_le(w + 1, t.high);
  fj_store64_le(w + 9, t.low);
  if (whole < 8) {
    fj_store64_le(w, fj_digits8_pointed(t.high, whole));
  } else {
    fj_store64_le(w, t.high);
    fj_store64_le(w + 8, fj_digits8_pointed(t.low, whole - 8));
  }
}

#endif

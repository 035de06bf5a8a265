/*
** fj_digits16_scalar.h — sixteen digits in two 64-bit words.
** Owns: the portable vocabulary of fj_double_impl.h.
** Must not know: doubles.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DIGITS16_SCALAR_H
#define FJ_DIGITS16_SCALAR_H

#include "core/fj_int.h"

/* The digits as byte values, the first in the lowest byte of `high`. */
typedef struct FjDigits16 {
  uint64_t high, low;
} FjDigits16;

/* v < 10^16. */
FJ_INLINE FjDigits16 fj_digits16(uint64_t v) {
  uint64_t high = v / 100000000;
  FjDigits16 t;
  t.high = fj_digits8((uint32_t)high);
  t.low = fj_digits8((uint32_t)(v - high * 100000000));
  return t;
}

/* 1 if the digit number i, 0 to 15, is 0. */
FJ_INLINE unsigned fj_digits16_is_zero_at(FjDigits16 t, unsigned i) {
  uint64_t word = i < 8 ? t.high : t.low;
  return (word >> 8 * (i & 7) & 15) == 0;
}

/* How many digits up to the last that is not 0. */
FJ_INLINE unsigned fj_digits16_count(FjDigits16 t) {
  if (t.low != 0) return 16 - (fj_clz64(t.low) >> 3);
  return t.high != 0 ? 8 - (fj_clz64(t.high) >> 3) : 0;
}

FJ_INLINE void fj_digits16_store(char *w, FjDigits16 t) {
  fj_store64_le(w, t.high | FJ_ASCII_ZEROS);
  fj_store64_le(w + 8, t.low | FJ_ASCII_ZEROS);
}

#endif

/*
** fj_digits16_scalar.h — sixteen digits in two 64-bit words.
** Owns: the portable vocabulary of fj_double_impl.h.
** Must not know: doubles.
**
** Eight digits are made at once inside one word ("SIMD within a register"): it is split
** into two lanes of four digits, those into four of two, those into eight of one, each
** split one multiplication by a reciprocal for all lanes.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DIGITS16_SCALAR_H
#define FJ_DIGITS16_SCALAR_H

#include "core/fj_config.h"

/* Two lanes of four digits to eight digits as byte values 0..9, the first in the lowest
** byte.  5243 / 2^19 is 1/100 and 103 / 2^10 is 1/10, near enough for 4 and 2 digits.
** `(x << s) - q * ((d << s) - 1)` is `(x - q*d) << s | q`: the remainder goes up beside
** the quotient, in all lanes at once. */
FJ_INLINE uint64_t fj_digits_of_fours(uint64_t fours) {
  uint64_t hundreds = ((fours * 5243) >> 19) & UINT64_C(0x0000007F0000007F);
  uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
  uint64_t tens = ((pairs * 103) >> 10) & UINT64_C(0x000F000F000F000F);
  return (pairs << 8) - tens * ((10 << 8) - 1);
}

/* v < 10^8.  109951163 / 2^40 is near enough to 1/10^4. */
FJ_INLINE uint64_t fj_digits8(uint32_t v) {
  uint64_t myriads = ((uint64_t)v * 109951163) >> 40;
  return fj_digits_of_fours(((uint64_t)v << 32) -
                            myriads * ((UINT64_C(10000) << 32) - 1));
}

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

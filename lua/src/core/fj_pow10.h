/*
** fj_pow10.h — powers of ten in 128 bits, used to write and read doubles.
** Owns: the format of the table, and its logarithms.  lua/tools/gen-pow10.py generates
** fj_pow10.c.
** Must not know: what it is used for.
** Invariant: fj_pow10[p - FJ_POW10_FIRST] is 10^p * 2^(127 - fj_floor_log2_pow10(p)),
** exact for 0 <= p <= 55, else rounded up; the highest bit is set.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_POW10_H
#define FJ_POW10_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

#define FJ_POW10_FIRST (-342)
#define FJ_POW10_LAST  324
#define FJ_POW10_ONE   (-FJ_POW10_FIRST) /* the index of 10^0 */

/* 10^0 to 10^19, all powers that fit a word. */
extern const uint64_t fj_pow10_u64[20];

extern const Fj128 fj_pow10[FJ_POW10_LAST - FJ_POW10_FIRST + 1];

/* Right shifts of negative numbers round down with all supported compilers.  The
** multipliers are exact for the exponents of doubles; tests check each one. */
#define FJ_FLOOR_LOG10_POW2(q) (((q)*315653) >> 20)
#define FJ_FLOOR_LOG2_POW10(p) (((p)*217707) >> 16)

FJ_INLINE int fj_floor_log10_pow2(int q) {
  return FJ_FLOOR_LOG10_POW2(q);
}

FJ_INLINE int fj_floor_log2_pow10(int p) {
  return FJ_FLOOR_LOG2_POW10(p);
}

/* For the doubles c * 2^q of one exponent: the power 10^-(k+1), where 10^k <= 2^q and
** 2^q < 10^(k+1); its index; and 12 + q + floor(log2(10^-(k+1))), which is 8 to 11. */
typedef struct FjScale {
  Fj128 power;
  size_t index;
  unsigned shift;
} FjScale;

/* index * 16 + shift, by the biased exponent: one load replaces two dependent
** multiplications. */
extern const uint16_t fj_scales[2047];

FJ_INLINE FjScale fj_scale_of(unsigned biased) {
  size_t packed = fj_scales[biased];
  FjScale s;
  s.index = packed >> 4;
  s.shift = packed & 15;
  s.power = fj_pow10[s.index];
  return s;
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

/*
** fj_pow10.h — powers of ten in 128 bits, for writing and reading doubles.
** Owns: the table's shape, and the logarithms that go with it.
** Must not know: what it is used for.
** Invariant: fj_pow10[p - FJ_POW10_FIRST] is 10^p * 2^(127 - fj_floor_log2_pow10(p)),
** exact for 0 <= p <= 55, else rounded up; the highest bit is set.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_POW10_H
#define FJ_POW10_H

#include "core/fj_wide.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

#define FJ_POW10_FIRST (-342)
#define FJ_POW10_LAST  324

extern const Fj128 fj_pow10[FJ_POW10_LAST - FJ_POW10_FIRST + 1];

/* Right shifts of negative numbers round down on every compiler this builds with; the
** multipliers are good for the exponents of doubles, which tests check one by one. */
FJ_INLINE int fj_floor_log10_pow2(int q) {
  return (q * 315653) >> 20;
}

FJ_INLINE int fj_floor_log2_pow10(int p) {
  return (p * 217707) >> 16;
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

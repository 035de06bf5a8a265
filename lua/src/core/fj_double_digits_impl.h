/*
** fj_double_digits_impl.h — doubles correctly rounded to n significant digits, as %.{n}g.
** Owns: the digits of doubles with a fraction, in the range that every format has in fixed
** notation, and their layout.
** Must not know: JSON, formats, printf, how sixteen digits are made (its vocabulary does).
** Needs, before it: fj_digits16_*.h (one of them), and FJ_DOUBLE_DIGITS, the name of the
** function that it defines.
** Invariant: no step is rounded but the one to n digits.
**
** v = c * 2^q, and 10^e <= v < 10^(e+1): wanted is N = v * 10^p with p = n - 1 - e, rounded to
** the closest integer, ties to even.  From 1e-4 to 10^(n-1), n at most 17, p is 0 to 20.  There
** 5^p, and with it the top word of the table's power, is exact in 64 bits; so one
** multiplication of 64 by 64 bits gives all of v * 10^p, and its low bits tell ties from what
** is next to them.  Nothing is left for a slow path to decide, as in algorithms for all
** exponents (Adams, "Ryu revisited: printf floating point conversion", 2019).
** SPDX-License-Identifier: MIT
**
** No include guard: each inclusion defines one function.
*/
#include <float.h>

#include "core/fj_double.h"

#define DIGITS_FIRST (-4) /* the least decimal exponent */

/* 10^DIGITS_FIRST and up.  Those below 1 are larger than the powers that they stand for, and no
** double is between the two: comparing is exact. */
static const double fj_digits_powers[] = { 1e-4, 1e-3, 1e-2, 1e-1, 1,    1e1,  1e2,
                                           1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                           1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
                                           1e17, 1e18, 1e19, 1e20 };

FJ_INLINE double fj_digits_power(int e) {
  return fj_digits_powers[e - DIGITS_FIRST];
}

/* Positive doubles are in the order of their bits. */
FJ_INLINE uint64_t fj_digits_power_bits(int e) {
  return fj_double_bits(fj_digits_power(e));
}

/* The double whose bits, but for the sign, are `positive`, times 10^p, rounded. */
FJ_INLINE uint64_t fj_digits_round(uint64_t positive, int p) {
  Fj128 x = fj_mul64(positive << 11 | UINT64_C(1) << 63, fj_pow10[p + FJ_POW10_ONE].hi);
  /* Bits of x.hi behind the point. */
  int below = 1085 - (int)(positive >> 52) - FJ_FLOOR_LOG2_POW10(p);
  uint64_t whole = x.hi >> below;
  uint64_t rest = x.hi << (64 - below) | (x.lo != 0); /* the last bit was 0 */
  return whole + (rest > (UINT64_C(1) << 63) - (whole & 1));
}

FJ_INLINE char *fj_digits_above_one(char *w, uint64_t positive, int p, uint64_t digits,
                                    int point) {
  uint64_t integer = (uint64_t)(int64_t)fj_double_of(positive);
  uint64_t power = fj_pow10_u64[p], fraction = digits - integer * power;
  FjDigits16 t;
  if (FJ_UNLIKELY(fraction - 1 >= power - 1)) /* 0, or carries */
    return fj_digits_whole(fj_put_u64(w, integer + (fraction != 0)), point);
  w = fj_put_u64(w, integer);
  t = fj_digits16(fraction * fj_pow10_u64[16 - p]);
  *w = '.';
  fj_digits16_store(w + 1, t);
  return w + 1 + fj_digits16_count(t);
}

/* NULL if all digits carry. */
FJ_INLINE char *fj_digits_below_one(char *w, int e, uint64_t digits, int n) {
  uint64_t one = 0;
  FjDigits16 t;
  if (FJ_UNLIKELY(digits == fj_pow10_u64[n])) return NULL;
  if (FJ_UNLIKELY(n == 17)) one = digits % 10, digits /= 10, n = 16;
  t = fj_digits16(digits * fj_pow10_u64[16 - n]);
  fj_store64_le(w, FJ_ASCII_ZEROS);
  w[1] = '.';
  w += 1 - e;
  fj_digits16_store(w, t);
  if (FJ_LIKELY(one == 0)) return w + fj_digits16_count(t);
  w[16] = (char)('0' + one);
  return w + 17;
}

/* n digits of a double from 10^e up to 10^(e+1). */
FJ_INLINE char *fj_digits_put(char *w, uint64_t positive, int e, uint64_t digits, int n,
                              int point) {
  if (e >= 0) return fj_digits_above_one(w, positive, n - 1 - e, digits, point);
  return fj_digits_below_one(w, e, digits, n);
}

/* The same with `more` digits if n of them do not read back as the double. */
static FJ_NOINLINE char *fj_digits_put_more(char *w, uint64_t positive, int e,
                                            uint64_t digits, int n, int more, int point) {
  if (digits >= UINT64_C(1) << 53 || FLT_EVAL_METHOD != 0) return NULL;
  /* Both sides are exact, so the quotient is the double that the digits read as; where it is kept
  ** with more bits (x87), it would be rounded twice. */
  if ((double)(int64_t)digits / fj_digits_power(n - 1 - e) != fj_double_of(positive)) {
    n = more;
    digits = fj_digits_round(positive, n - 1 - e);
  }
  return fj_digits_put(w, positive, e, digits, n, point);
}

char *FJ_DOUBLE_DIGITS(char *w, double v, int n, int more, int point) {
  uint64_t bits = fj_double_bits(v), positive = bits << 1 >> 1, digits;
  uint64_t first = fj_digits_power_bits(DIGITS_FIRST);
  int e;
  if (FJ_UNLIKELY(positive - first >= fj_digits_power_bits(n - 1) - first)) return NULL;
  e = FJ_FLOOR_LOG10_POW2((int)(positive >> 52) - 1023);
  e += positive >= fj_digits_power_bits(e + 1);
  digits = fj_digits_round(positive, n - 1 - e);
  *w = '-'; /* kept or overwritten */
  w += bits >> 63;
  if (FJ_UNLIKELY(more != 0))
    return fj_digits_put_more(w, positive, e, digits, n, more, point);
  return fj_digits_put(w, positive, e, digits, n, point);
}

#undef DIGITS_FIRST

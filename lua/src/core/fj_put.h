/*
** fj_put.h — integers and doubles to decimal text.
** Owns: the writers of 64-bit integers, and the formats in which a finite double is printed.
** Must not know: JSON, buffers, what to do with infinities and NaN.
** Invariant: integers are divided by constants only.  Except for fj_put_double_digits and
** _g, the text of a double is the shortest that reads back as the same double, and the
** closest of these.  Writers of integers overwrite at most FJ_INT_SCRIBBLE bytes from w,
** the others fewer than FJ_NUMBER_MAX, and none writes a NUL.
**
** JSON is full of small integers, and arrays of them are limited by instructions and
** mispredicted jumps on the length.  So digits are written three at a time, from two
** tables of 4 and 3 kB (the first also has the length), up to six of them inline in the
** caller's loop.  Measured, ns per number, a division loop and this: three digits 3.7 and
** 0.6, four 5.0 and 1.5, ten 13.0 and 4.1, nineteen 27.8 and 5.9.  Eight digits at a time
** in a word, as in fj_put_impl.h, take 4.1 and 7.7 for seven and nineteen.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PUT_H
#define FJ_PUT_H

#include "core/fj_pow10.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

/* -- Integers ----------------------------------------------------------------------------- */

/* A sign, twenty digits, and the extra byte of the last copy of four bytes. */
#define FJ_INT_SCRIBBLE 24

/* 0..999: one to three digits, left-aligned, then their number. */
extern const char fj_digits_left[1000][4];
/* 0..999: three digits with leading zeros; one spare row, as copies take four bytes. */
extern const char fj_digits_padded[1001][3];

/* v < 1000 */
FJ_INLINE char *fj_put_u3(char *w, uint32_t v) {
  memcpy(w, fj_digits_left[v], 4);
  return w + fj_digits_left[v][3];
}

/* v < 1000, with leading zeros. */
FJ_INLINE char *fj_put_padded3(char *w, uint32_t v) {
  memcpy(w, fj_digits_padded[v], 4);
  return w + 3;
}

/* Any value; intended for seven digits and more. */
char *fj_put_u64_long(char *w, uint64_t v);

FJ_INLINE char *fj_put_u64(char *w, uint64_t v) {
  uint32_t thousands, rest;
  if (FJ_LIKELY(v < 1000)) return fj_put_u3(w, (uint32_t)v);
  if (FJ_UNLIKELY(v >= 1000000)) return fj_put_u64_long(w, v);
  thousands = (uint32_t)v / 1000;
  rest = (uint32_t)v - thousands * 1000;
  w = fj_put_u3(w, thousands);
  return fj_put_padded3(w, rest);
}

FJ_INLINE char *fj_put_i64(char *w, int64_t v) {
  if (FJ_LIKELY((uint64_t)v < 1000)) return fj_put_u3(w, (uint32_t)v);
  *w = '-'; /* kept or overwritten: cheaper than a jump on the sign */
  w += v < 0;
  return fj_put_u64(w, v < 0 ? 0 - (uint64_t)v : (uint64_t)v);
}

/* -- Doubles ------------------------------------------------------------------------------ */

FJ_INLINE uint64_t fj_double_bits(double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
}

FJ_INLINE double fj_double_of(uint64_t bits) {
  double v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

/* Is v an integer, not -0, and smaller in magnitude than the double with the bits `end`?
** Then *i = v.  Comparing bits after the round trip also tells -0 from 0. */
FJ_INLINE int fj_double_is_int_below(double v, uint64_t end, int64_t *i) {
  uint64_t bits = fj_double_bits(v);
  if ((bits << 1) >= end << 1) return 0;
  *i = (int64_t)v;
  return fj_double_bits((double)*i) == bits;
}

/* Does a double hold i exactly?  Decided without a conversion, which may keep more bits
** than a double has (x87). */
FJ_INLINE int fj_double_holds(int64_t i) {
  uint64_t magnitude = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  uint64_t lowest = magnitude & (0 - magnitude);
  return magnitude <= UINT64_C(1) << 53 || magnitude / lowest <= UINT64_C(1) << 53;
}

#define FJ_BITS_2_53 UINT64_C(0x4340000000000000)

/* Below 1e17. */
FJ_INLINE int fj_double_is_int(double v, int64_t *i) {
  return fj_double_is_int_below(v, UINT64_C(0x4376345785D8A000), i);
}

/* How the shortest digits are laid out. */
typedef enum FjDoubleForm {
  /* ECMAScript's Number::toString, as in RFC 8785, except that -0 is "-0": fixed notation
  ** from 1e-6 up to 1e21: "100000000000000000000", "1e+21", "1e-7". */
  FJ_DOUBLE_ECMA,
  /* Fixed notation from 1e-4 up to 1e17, and no plus: "1e21", "1e-5".  Integers from 2^53
  ** on have all digits of the integer, not the shortest ones and zeros. */
  FJ_DOUBLE_CLASSIC
} FjDoubleForm;

/* A double as (ten * 10 + one) * 10^exponent, where one is 0 unless it is needed.  If it
** is, `longer` is 1, which is known before `one`. */
typedef struct FjDecimal {
  uint64_t ten;
  uint64_t one;
  uint64_t longer;
} FjDecimal;

/* Any finite double by its bits, in exact steps: for the doubles that fj_put_impl.h
** omits. */
char *fj_put_double_rare(char *w, uint64_t bits, FjDoubleForm form);

/* Any finite double by its bits: fast if v is not an integer.  The first uses the best
** instructions that all CPUs of the architecture have (simd/fj_double_shortest.c); the
** other is the same in plain C. */
char *fj_put_double_shortest(char *w, uint64_t bits, FjDoubleForm form);
char *fj_put_double_portable(char *w, uint64_t bits, FjDoubleForm form);

/* Any finite double; integers below 2^53 look the same in both forms and need no call. */
FJ_INLINE char *fj_put_double(char *w, double v, FjDoubleForm form) {
  int64_t i;
  if (fj_double_is_int_below(v, FJ_BITS_2_53, &i)) return fj_put_i64(w, i);
  return fj_put_double_shortest(w, fj_double_bits(v), form);
}

/* Appends ".0" to the number in w..end if it has neither point nor exponent, so that it
** reads back as a float. */
char *fj_mark_float(const char *w, char *end);

/* Like fj_put_double, with ".0" after an integer in fixed notation. */
char *fj_put_double_float(char *w, double v, FjDoubleForm form);

/* As RFC 8785 requires: -0 is "0". */
char *fj_put_double_canonical(char *w, double v);

/* Appends ".0" if `point`. */
FJ_INLINE char *fj_digits_whole(char *w, int point) {
  if (!point) return w;
  w[0] = '.';
  w[1] = '0';
  return w + 2;
}

/* Like fj_put_double_rounded, fast if not an integer.  In simd/fj_double_shortest.c. */
char *fj_put_double_fraction(char *w, double v, int n, int more, int point);

/* The same as fj_put_double_g, with ".0" if `point` and there is neither point nor
** exponent.  NULL in rare cases: -0, doubles below 1e-4, integers from 10^n on, others
** from 10^(n-1) on, and some whose digits carry. */
FJ_INLINE char *fj_put_double_rounded(char *w, double v, int n, int more, int point) {
  int64_t i;
  if (!fj_double_is_int(v, &i) || (uint64_t)(i < 0 ? -i : i) >= fj_pow10_u64[n])
    return fj_put_double_fraction(w, v, n, more, point);
  return fj_digits_whole(fj_put_i64(w, i), point);
}

/* n significant digits, 1 to 17, correctly rounded, without trailing zeros: the text of
** %.{n}g in the C locale, except for the exponent, which is as in FJ_DOUBLE_ECMA. */
char *fj_put_double_digits(char *w, double v, int n);

/* The text of %.{n}g in the C locale, n from 1 to 17; uses printf only in rare cases.  If
** `more` is not 0, it is the n for doubles that n digits do not read back as (Lua 5.5
** prints with 15 and 17). */
char *fj_put_double_g(char *w, double v, int n, int more);

/* The shortest digits in fixed notation from 1e-6 up to 1e21, with ".0" after an integer;
** an integer that fits int64 has all its digits and no ".0" (-0 is also "0"). */
char *fj_put_double_wide(char *w, double v);

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

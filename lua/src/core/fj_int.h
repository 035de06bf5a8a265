/*
** fj_int.h — integers to decimal text.
** Owns: the writers of 64-bit integers.
** Must not know: doubles, JSON, buffers.
** Invariant: no step divides but by a constant, and every writer scribbles at most
** FJ_INT_SCRIBBLE bytes from w.
**
** JSON is full of small integers, and arrays of them are bound by instructions and by
** mispredicted jumps on the length.  So digits come three at a time, from two tables of
** 4 and 3 kB (the first has the length as well), up to six of them inline in the caller's
** loop.  Measured, ns a number, a division loop and this: three digits 3.7 and 0.6, four
** 5.0 and 1.5, ten 13.0 and 4.1, nineteen 27.8 and 5.9.  Eight digits at a time within one
** 64-bit word, as fj_digits16_scalar.h has them, take 4.1 and 7.7 for seven and nineteen.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_INT_H
#define FJ_INT_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

/* A sign, twenty digits, and what the last copy of four bytes puts behind its three. */
#define FJ_INT_SCRIBBLE 24

/* 0..999: up to three digits from the left, then the count of them. */
extern const char fj_digits_left[1000][4];
/* 0..999: three digits with leading zeros; one spare row, as four bytes are copied. */
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

/* Any value; meant for those of seven digits and more. */
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

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

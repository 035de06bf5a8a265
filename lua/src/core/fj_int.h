/*
** fj_int.h — integers to decimal text.
** Owns: the writers of 64-bit integers, and the digit words of the double writer.
** Must not know: doubles, JSON, buffers.
** Invariant: no step divides, and every writer scribbles at most FJ_INT_SCRIBBLE bytes
** from w.
**
** JSON is full of small integers, and arrays of them are bound by instructions and by
** mispredicted jumps on the length.  So up to six digits come from tables of three digits
** (one or two loads, the length is in the table), inline in the caller's loop; measured,
** 0.6 and 1.5 ns a number where a division loop takes 3.7 and 5.  Longer ones are out of
** line and made eight digits at a time inside one 64-bit word ("SIMD within a register"):
** split into two lanes of four digits, those into four of two, those into eight of one,
** each split one multiplication by a reciprocal for all lanes.  The first digit lands in
** the lowest byte, so leading zeros are the word's trailing zero bits: one shift drops
** them all, without a jump.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_INT_H
#define FJ_INT_H

#include "core/fj_wide.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

/* A sign, four digits, and two words of eight. */
#define FJ_INT_SCRIBBLE 24

#define FJ_ASCII_ZEROS UINT64_C(0x3030303030303030)

/* 0..999: up to three digits from the left, then the count of them. */
extern const char fj_digits_left[1000][4];
/* 0..999: three digits with leading zeros; one spare row, as four bytes are copied. */
extern const char fj_digits_padded[1001][3];

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

/* v < 10^8, without leading zeros; 0 keeps its last digit. */
FJ_INLINE char *fj_put_u8(char *w, uint32_t v) {
  uint64_t digits = fj_digits8(v);
  unsigned skip = fj_ctz64(digits | UINT64_C(1) << 56) & 56u;
  fj_store64_le(w, (digits | FJ_ASCII_ZEROS) >> skip);
  return w + 8 - (skip >> 3);
}

/* v < 1000 */
FJ_INLINE char *fj_put_u3(char *w, uint32_t v) {
  memcpy(w, fj_digits_left[v], 4);
  return w + fj_digits_left[v][3];
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
  memcpy(w, fj_digits_padded[rest], 4);
  return w + 3;
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

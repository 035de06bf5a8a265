/*
** fj_digits16_sse2.h — sixteen digits in one SSE2 register.
** Owns: the vocabulary of core/fj_double_impl.h for every x86-64.
** Must not know: doubles.
**
** Four lanes of four digits become eight of two, sixteen of one, as in core/fj_int.h.  It takes a third of the instructions of the scalar words, and the vector
** units do it while the integer units choose the layout.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DIGITS16_SSE2_H
#define FJ_DIGITS16_SSE2_H

#include <emmintrin.h>

#include "core/fj_fours16.h"

/* The digits as byte values, the first in the lowest byte. */
typedef __m128i FjDigits16;

#define FJ_DIGITS16_WHOLE_MAX 15

/* Multiplications by constants: gcc would make each of them five shifts and additions. */
FJ_INLINE __m128i fj_opaque(__m128i v) {
  __asm__("" : "+x"(v));
  return v;
}

/* v < 10^16; `last` is put in the place of the last digit when that is 0, else it is 0. */
FJ_INLINE FjDigits16 fj_digits16(uint64_t v, uint64_t last) {
  Fj128 words = fj_fours16(v);
  __m128i fours = _mm_unpacklo_epi64(_mm_cvtsi64_si128((int64_t)words.hi),
                                     _mm_cvtsi64_si128((int64_t)words.lo));
  __m128i q = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
  __m128i r = _mm_sub_epi32(fours, _mm_madd_epi16(q, _mm_set1_epi32(100)));
  __m128i pairs = _mm_or_si128(q, _mm_slli_epi32(r, 16));
  q = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
  r = _mm_mullo_epi16(q, fj_opaque(_mm_set1_epi16((10 << 8) - 1)));
  r = _mm_sub_epi16(_mm_slli_epi16(pairs, 8), r);
  return _mm_or_si128(r, _mm_slli_si128(_mm_cvtsi32_si128((int)last), 15));
}

/* How many digits up to the last that is not zero, one more than the sixteen if `last` is
** not.  They are at most `most`, 15 to 17, and most often so many: see fj_double_impl.h.
** Adding 0xFFFF to `last` sets bit 16 when it is not zero, and all below when it is. */
FJ_INLINE int fj_digits16_count(FjDigits16 t, uint64_t last, int most) {
  int zeros = _mm_movemask_epi8(_mm_cmpeq_epi8(t, _mm_setzero_si128()));
  unsigned others = ((unsigned)last + 0xFFFF) ^ (unsigned)zeros;
  if (FJ_UNLIKELY(others >> (most - 1) == 0)) {
    FJ_KEEP_BRANCH;
    return 32 - __builtin_clz(others);
  }
  return most;
}

FJ_INLINE __m128i fj_digits16_text(FjDigits16 t) {
  return _mm_or_si128(t, _mm_set1_epi8('0'));
}

FJ_INLINE void fj_digits16_store(char *w, FjDigits16 t) {
  _mm_storeu_si128((__m128i *)(void *)w, fj_digits16_text(t));
}

/* Sixteen bytes from fj_digits16_mask + 16 - n: n ones, then zeros. */
static const signed char fj_digits16_mask[32] = { -1, -1, -1, -1, -1, -1, -1, -1,
                                                  -1, -1, -1, -1, -1, -1, -1, -1 };

/* 17 bytes: the digits with a point after `whole` of them. */
FJ_INLINE void fj_digits16_store_pointed(char *w, FjDigits16 t, int whole) {
  __m128i text = fj_digits16_text(t);
  __m128i mask =
      _mm_loadu_si128((const __m128i *)(const void *)(fj_digits16_mask + 16 - whole));
  __m128i shifted = _mm_slli_si128(text, 1);
  _mm_storeu_si128((__m128i *)(void *)(w + 1), text);
  _mm_storeu_si128((__m128i *)(void *)w, _mm_or_si128(_mm_and_si128(mask, text),
                                                      _mm_andnot_si128(mask, shifted)));
  w[whole] = '.';
}

#endif

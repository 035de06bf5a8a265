/*
** fj_put_shortest.c — fj_put_double_shortest and fj_put_double_fraction with the vectors
** of the machine's baseline, which all CPUs of an architecture have: bound at compile
** time.
** Owns: the choice of the vocabulary for core/fj_put_impl.h.
** Must not know: the walker, CPU detection.
** Invariant: the text equals that of fj_put_double_portable, and of snprintf, byte for
** byte.
** SPDX-License-Identifier: MIT
*/
#if defined(__x86_64__) && defined(__GNUC__)
/* Sixteen digits in one SSE2 register: two lanes of eight digits become four of four,
** eight of two, sixteen of one, as in scalar words.  It takes a third of their
** instructions, and runs while the integer units choose the next double's digits. */
#  include <emmintrin.h>

#  include "core/fj_config.h"

/* The digits as byte values; the first digit is the lowest byte. */
typedef __m128i FjDigits16;

/* Hides a value: gcc would turn each multiplication into five shifts and additions. */
FJ_INLINE __m128i fj_opaque(__m128i v) {
  __asm__("" : "+x"(v));
  return v;
}

/* v < 10^16. */
FJ_INLINE FjDigits16 fj_digits16(uint64_t v) {
  const __m128i per_myriad = _mm_set1_epi64x(3518437209); /* 2^45 / 10^4, rounded up */
  uint64_t high = v / 100000000;
  __m128i eights = _mm_unpacklo_epi64(_mm_cvtsi64_si128((int64_t)high),
                                      _mm_cvtsi64_si128((int64_t)(v - high * 100000000)));
  __m128i q = _mm_srli_epi64(_mm_mul_epu32(eights, per_myriad), 45);
  __m128i r = _mm_sub_epi32(eights, _mm_mul_epu32(q, _mm_set1_epi64x(10000)));
  __m128i fours = _mm_or_si128(q, _mm_slli_epi64(r, 32));
  __m128i pairs;
  q = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
  r = _mm_sub_epi32(fours, _mm_madd_epi16(q, _mm_set1_epi32(100)));
  pairs = _mm_or_si128(q, _mm_slli_epi32(r, 16));
  q = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
  r = _mm_mullo_epi16(q, fj_opaque(_mm_set1_epi16((10 << 8) - 1)));
  return _mm_sub_epi16(_mm_slli_epi16(pairs, 8), r);
}

FJ_INLINE unsigned fj_digits16_zeros(FjDigits16 t) {
  return (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(t, _mm_setzero_si128()));
}

/* 1 if digit number i, 0 to 15, is 0. */
FJ_INLINE unsigned fj_digits16_is_zero_at(FjDigits16 t, unsigned i) {
  return fj_digits16_zeros(t) >> i & 1;
}

/* The number of digits up to the last one that is not 0. */
FJ_INLINE unsigned fj_digits16_count(FjDigits16 t) {
  return 32 - (unsigned)__builtin_clz((fj_digits16_zeros(t) ^ 0xFFFF) << 1 | 1) - 1;
}

FJ_INLINE __m128i fj_digits16_text(FjDigits16 t) {
  return _mm_or_si128(t, _mm_set1_epi8('0'));
}

FJ_INLINE void fj_digits16_store(char *w, FjDigits16 t) {
  _mm_storeu_si128((__m128i *)(void *)w, fj_digits16_text(t));
}
#  define FJ_DIGITS16_VECTOR
#endif

#define FJ_DOUBLE_SHORTEST fj_put_double_shortest
#define FJ_DOUBLE_FAR      put_far
#define FJ_DOUBLE_DIGITS   fj_put_double_fraction
#include "core/fj_put_impl.h"

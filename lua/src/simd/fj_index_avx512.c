/*
** fj_index_avx512.c — the structural index, bound to avx512: one table of 128 bytes gives
** each ASCII byte its sets.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_wide.h"
#include "simd/fj_index_masks.h"

#include "simd/fj_bind_avx512.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_string_end_impl.h"

/* ---- for the validator ---- */

#  define FJ_B_WIDTH  64
#  define FJ_B_LOOKUP 1
typedef __m512i fj_b;

FJ_INLINE fj_b fj_b_load(const char *s) {
  return _mm512_loadu_si512((const void *)s);
}

FJ_INLINE fj_b fj_b_row(const uint8_t *row) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)row));
}

#  define fj_b_const(row) fj_b_load((const char *)(row))
#  define fj_b_low4(v)    _mm512_and_si512(v, fj_b_const(fj_bytes.nibble))
#  define fj_b_high4(v)   fj_b_low4(_mm512_srli_epi16(v, 4))
#  define fj_b_shift_in(v, before, k)                                                    \
    _mm512_alignr_epi8(v, _mm512_alignr_epi64(v, before, 6), 16 - (k))
#  define fj_b_zero()        _mm512_setzero_si512()
#  define fj_b_or(a, b)      _mm512_or_si512(a, b)
#  define fj_b_and(a, b)     _mm512_and_si512(a, b)
#  define fj_b_xor(a, b)     _mm512_xor_si512(a, b)
#  define fj_b_minus(v, row) _mm512_subs_epu8(v, fj_b_const(row))
#  define fj_b_pick(row, v)  _mm512_shuffle_epi8(fj_b_row(row), v)
#  define fj_b_is_zero(v)    (_mm512_test_epi8_mask(v, v) == 0)

#  include "simd/fj_utf8_block_impl.h"

/* ---- a block ---- */

typedef fj_b fj_x;

#  define fj_x_load fj_b_load

/* A byte below 128 picks its sets from the table; others have none but `wide`. */
#  define OP    1
#  define SPACE 2
static const uint8_t sets[128] = {
  ['\t'] = SPACE, ['\n'] = SPACE, ['\r'] = SPACE, [' '] = SPACE, ['{'] = OP,
  ['}'] = OP,     ['['] = OP,     [']'] = OP,     [':'] = OP,    [','] = OP,
};

FJ_INLINE FjMasks fj_x_masks(const fj_x *block) {
  fj_b v = *block, low = fj_b_const(sets), high = fj_b_const(sets + 64);
  FjMasks m;
  m.wide = _mm512_movepi8_mask(v);
  fj_b set = _mm512_maskz_permutex2var_epi8(~m.wide, low, v, high);
  m.op = _mm512_test_epi8_mask(set, _mm512_set1_epi8(OP));
  m.space = _mm512_test_epi8_mask(set, _mm512_set1_epi8(SPACE));
  m.quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
  m.backslash = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
  m.control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(' '));
  return m;
}

FJ_INLINE uint64_t fj_x_inside(uint64_t quote) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quote),
                                         _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

FJ_INLINE fj_u fj_x_utf8(fj_u u, const fj_x *block) {
  return fj_u_block(u, *block, NULL, 0);
}

/* The places themselves, of which those are kept whose bits are set: 32 of them, seldom more. */
static const uint8_t places64[64] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
  22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
  44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};

#  define fj_x_places FJ_ISA(fj_x_places)
FJ_INLINE uint16_t *fj_x_places(uint16_t *at, uint64_t bits, unsigned base) {
  fj_b kept = _mm512_maskz_compress_epi8(bits, fj_b_const(places64));
  fj_b from = _mm512_set1_epi16((short)base);
  size_t n = (size_t)_mm_popcnt_u64(bits);
  fj_b low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(kept));
  _mm512_storeu_si512((void *)at, _mm512_add_epi16(low, from));
  if (FJ_UNLIKELY(n > 32)) {
    fj_b high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(kept, 1));
    _mm512_storeu_si512((void *)(at + 32), _mm512_add_epi16(high, from));
  }
  return at + n;
}

#  include "simd/fj_index_impl.h"
#  undef fj_x_places
#endif
#include "simd/fj_unbind.h"

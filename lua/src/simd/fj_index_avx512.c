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

#  include "simd/fj_index_impl.h"
#endif
#include "simd/fj_unbind.h"

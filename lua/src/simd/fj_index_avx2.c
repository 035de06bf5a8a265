/*
** fj_index_avx2.c — the structural index, bound to avx2: two halves; white space and
** structural bytes are those that equal what their low nibble picks.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_wide.h"
#include "simd/fj_index_masks.h"

#include "simd/fj_bind_avx2.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_string_end_impl.h"

/* ---- for the validator ---- */

#  define FJ_B_WIDTH  32
#  define FJ_B_LOOKUP 1
typedef __m256i fj_b;

#  define fj_b_load       fj_v_load
#  define fj_b_const(row) fj_v_const(row)
#  define fj_b_low4(v)    _mm256_and_si256(v, fj_b_const(fj_bytes.nibble))
#  define fj_b_high4(v)   fj_b_low4(_mm256_srli_epi16(v, 4))
#  define fj_b_shift_in(v, before, k)                                                    \
    _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (k))
#  define fj_b_zero()        _mm256_setzero_si256()
#  define fj_b_or(a, b)      _mm256_or_si256(a, b)
#  define fj_b_and(a, b)     _mm256_and_si256(a, b)
#  define fj_b_xor(a, b)     _mm256_xor_si256(a, b)
#  define fj_b_minus(v, row) _mm256_subs_epu8(v, fj_b_load((const char *)(row)))
#  define fj_b_pick(row, v)  _mm256_shuffle_epi8(fj_v_row(row), v)
#  define fj_b_is_zero(v)    _mm256_testz_si256(v, v)

#  include "simd/fj_utf8_block_impl.h"

/* ---- a block ---- */

typedef struct fj_x {
  fj_b low, high;
} fj_x;

FJ_INLINE fj_x fj_x_load(const char *s) {
  fj_x block = { fj_b_load(s), fj_b_load(s + FJ_B_WIDTH) };
  return block;
}

FJ_INLINE uint64_t fj_x_bits(fj_b low, fj_b high) {
  return (uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

/* By the low nibble: the white space with that nibble, or the structural byte; the latter
** is compared with bit 5 set, which makes `{` and `}` of `[` and `]`.  A byte above 127
** picks 0.  0 equals no byte that picks it: 0 itself picks the space, and no byte with bit
** 5 set is 0. */
static const uint8_t spaces[16] = { ' ', 0,    0,    0, 0, 0,    0, 0,
                                    0,   '\t', '\n', 0, 0, '\r', 0, 0 };
static const uint8_t ops[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0 };

FJ_INLINE fj_b fj_x_spaces(fj_b v) {
  return _mm256_cmpeq_epi8(fj_b_pick(spaces, v), v);
}

FJ_INLINE fj_b fj_x_ops(fj_b v) {
  return _mm256_cmpeq_epi8(fj_b_pick(ops, v), _mm256_or_si256(v, _mm256_set1_epi8(0x20)));
}

/* Controls are what is below 0x20 as signed bytes, without what is not ASCII; those that
** become `:` and `,` with bit 5 set are taken out of op again. */
FJ_INLINE FjMasks fj_x_masks(const fj_x *block) {
  fj_b low = block->low, high = block->high;
  fj_b quote = _mm256_set1_epi8('"'), slash = _mm256_set1_epi8('\\');
  fj_b space = _mm256_set1_epi8(' ');
  FjMasks m;
  m.quote = fj_x_bits(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
  m.backslash = fj_x_bits(_mm256_cmpeq_epi8(low, slash), _mm256_cmpeq_epi8(high, slash));
  m.wide = fj_x_bits(low, high);
  m.control =
      fj_x_bits(_mm256_cmpgt_epi8(space, low), _mm256_cmpgt_epi8(space, high)) & ~m.wide;
  m.space = fj_x_bits(fj_x_spaces(low), fj_x_spaces(high));
  m.op = fj_x_bits(fj_x_ops(low), fj_x_ops(high)) & ~m.control;
  return m;
}

FJ_INLINE uint64_t fj_x_inside(uint64_t quote) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quote),
                                         _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

FJ_INLINE fj_u fj_x_utf8(fj_u u, const fj_x *block) {
  return fj_u_block(fj_u_block(u, block->low, NULL, 0), block->high, NULL, 0);
}

/* Eight at a time: few words have more, and what is written behind the last does no harm. */
#  define fj_x_places FJ_ISA(fj_x_places)
FJ_INLINE uint16_t *fj_x_places(uint16_t *at, uint64_t bits, unsigned base) {
  uint16_t *end = at + _mm_popcnt_u64(bits);
  do {
    for (int i = 0; i < 8; i++, bits = _blsr_u64(bits))
      at[i] = (uint16_t)(base + (unsigned)_tzcnt_u64(bits));
    at += 8;
  } while (at < end);
  return end;
}

#  include "simd/fj_index_impl.h"
#  undef fj_x_places
#endif
#include "simd/fj_unbind.h"

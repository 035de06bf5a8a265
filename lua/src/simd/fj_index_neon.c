/*
** fj_index_neon.c — the structural index, bound to neon: four quarters, whose masks become
** bits by pairwise sums.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_wide.h"
#include "simd/fj_index_masks.h"

#include "simd/fj_bind_neon.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_string_end_impl.h"

/* ---- for the validator ---- */

#  define FJ_B_WIDTH  16
#  define FJ_B_LOOKUP 1
typedef uint8x16_t fj_b;

#  define fj_b_load                   fj_v_load
#  define fj_b_low4(v)                vandq_u8(v, vdupq_n_u8(15))
#  define fj_b_high4(v)               vshrq_n_u8(v, 4)
#  define fj_b_const(row)             vld1q_u8(row)
#  define fj_b_shift_in(v, before, k) vextq_u8(before, v, 16 - (k))
#  define fj_b_zero()                 vdupq_n_u8(0)
#  define fj_b_or(a, b)               vorrq_u8(a, b)
#  define fj_b_and(a, b)              vandq_u8(a, b)
#  define fj_b_xor(a, b)              veorq_u8(a, b)
#  define fj_b_minus(v, row)          vqsubq_u8(v, fj_b_const(row))
#  define fj_b_pick(row, v)           vqtbl1q_u8(vld1q_u8(row), v)
#  define fj_b_is_zero(v)             (vmaxvq_u8(v) == 0)

#  include "simd/fj_utf8_block_impl.h"

/* ---- a block ---- */

typedef struct fj_x {
  fj_b a, b, c, d;
} fj_x;

FJ_INLINE fj_x fj_x_load(const char *s) {
  fj_x block = { fj_b_load(s), fj_b_load(s + 16), fj_b_load(s + 32), fj_b_load(s + 48) };
  return block;
}

/* Bytes of all ones or none to bits: each keeps the bit of its place among eight, and three
** rounds of sums of neighbours bring eight together. */
FJ_INLINE uint64_t fj_x_bits(fj_x is) {
  static const uint8_t weight[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
  fj_b w = vld1q_u8(weight);
  fj_b ab = vpaddq_u8(vandq_u8(is.a, w), vandq_u8(is.b, w));
  fj_b cd = vpaddq_u8(vandq_u8(is.c, w), vandq_u8(is.d, w));
  fj_b sum = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

/* The sets of ASCII bytes, by low and by high nibble: what both say. */
#  define COMMA    1
#  define COLON    2
#  define BRACKETS 4
#  define CONTROLS 8 /* those that are white space */
#  define BLANK    16
#  define OP       (COMMA | COLON | BRACKETS)
static const uint8_t by_low[16] = { BLANK,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    0,
                                    CONTROLS,
                                    CONTROLS | COLON,
                                    BRACKETS,
                                    COMMA,
                                    CONTROLS | BRACKETS };
static const uint8_t by_high[16] = { CONTROLS, 0, COMMA | BLANK, COLON, 0,
                                     BRACKETS, 0, BRACKETS };

FJ_INLINE fj_b fj_x_sets(fj_b v) {
  return fj_b_and(fj_b_pick(by_low, fj_b_low4(v)), fj_b_pick(by_high, fj_b_high4(v)));
}

#  define EACH(is, op, block, row)                                                       \
    fj_x is = { op((block)->a, row), op((block)->b, row), op((block)->c, row),           \
                op((block)->d, row) }

FJ_INLINE uint64_t fj_x_equal(const fj_x *block, char c) {
  fj_b row = vdupq_n_u8((uint8_t)c);
  EACH(is, vceqq_u8, block, row);
  return fj_x_bits(is);
}

FJ_INLINE uint64_t fj_x_below(const fj_x *block, char c) {
  fj_b row = vdupq_n_u8((uint8_t)c);
  EACH(is, vcltq_u8, block, row);
  return fj_x_bits(is);
}

FJ_INLINE uint64_t fj_x_any_of(const fj_x *sets, uint8_t set) {
  fj_b row = vdupq_n_u8(set);
  EACH(is, vtstq_u8, sets, row);
  return fj_x_bits(is);
}

/* That there is any is all that anyone asks. */
FJ_INLINE uint64_t fj_x_wide(const fj_x *block) {
  fj_b any = vorrq_u8(vorrq_u8(block->a, block->b), vorrq_u8(block->c, block->d));
  return vmaxvq_u8(any) >= 0x80;
}

FJ_INLINE FjMasks fj_x_masks(const fj_x *block) {
  fj_x sets = { fj_x_sets(block->a), fj_x_sets(block->b), fj_x_sets(block->c),
                fj_x_sets(block->d) };
  FjMasks m;
  m.op = fj_x_any_of(&sets, OP);
  m.space = fj_x_any_of(&sets, CONTROLS | BLANK);
  m.quote = fj_x_equal(block, '"');
  m.backslash = fj_x_equal(block, '\\');
  m.control = fj_x_below(block, ' ');
  m.wide = fj_x_wide(block);
  return m;
}

#  define fj_x_inside fj_prefix_parity

FJ_INLINE fj_u fj_x_utf8(fj_u u, const fj_x *block) {
  u = fj_u_block(fj_u_block(u, block->a, NULL, 0), block->b, NULL, 0);
  return fj_u_block(fj_u_block(u, block->c, NULL, 0), block->d, NULL, 0);
}

#  include "simd/fj_index_impl.h"
#endif
#include "simd/fj_unbind.h"

/*
** fj_utf8_block_impl.h — the table-lookup validator's state, moved on by a block.
** Owns: what one block leaves to the next.
** Must not know: where blocks come from, instruction sets (it speaks fj_b_*).
** Invariant: after all blocks, the last one padded with ASCII, fj_u_bad tells whether
** anything was ill-formed.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set that has a byte shuffle.
*/
#include "simd/fj_utf8_class.h"

typedef struct fj_u {
  fj_b error;  /* not zero: something was ill-formed */
  fj_b before; /* the block before, if it was not ASCII; else any block that ends whole */
  fj_b open;   /* not zero: that block ends inside a sequence */
} fj_u;

FJ_INLINE fj_u fj_u_start(void) {
  fj_u u = { fj_b_zero(), fj_b_zero(), fj_b_zero() };
  return u;
}

/* A block of ASCII. */
FJ_INLINE fj_u fj_u_ascii(fj_u u) {
  u.error = fj_b_or(u.error, u.open);
  return u;
}

/* A block of any bytes.  `s` and `left` are for the twin below. */
FJ_INLINE fj_u fj_u_block(fj_u u, fj_b v, const char *s, size_t left) {
  (void)s, (void)left;
  fj_b first = fj_b_shift_in(v, u.before, 1);
  fj_b pair = fj_b_and(fj_b_and(fj_b_pick(fj_u_first_high, fj_b_high4(first)),
                                fj_b_pick(fj_u_first_low, fj_b_low4(first))),
                       fj_b_pick(fj_u_second_high, fj_b_high4(v)));
  /* Bit 7 where a lead of three stands two before, or one of four three before. */
  fj_b third = fj_b_minus(fj_b_shift_in(v, u.before, 2), fj_bytes.below3);
  fj_b fourth = fj_b_minus(fj_b_shift_in(v, u.before, 3), fj_bytes.below4);
  fj_b must = fj_b_and(fj_b_or(third, fourth), fj_b_const(fj_bytes.bit7));
  u.error = fj_b_or(u.error, fj_b_xor(must, pair));
  u.open = fj_b_minus(v, fj_bytes.last + 64 - FJ_B_WIDTH);
  u.before = v;
  return u;
}

FJ_INLINE int fj_u_bad(fj_u u) {
  return !fj_b_is_zero(fj_b_or(u.error, u.open));
}

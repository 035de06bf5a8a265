/*
** fj_utf8_impl.h — UTF-8 validation, a block at a time, on the blocks that a kernel has
** loaded anyway.
** Owns: the state between blocks.
** Must not know: escaping, instruction sets.
** Invariant: after all blocks, the last one padded with ASCII, fj_u_bad tells whether
** anything was ill-formed.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set.
*/

#ifdef FJ_B_LOOKUP

#  include "simd/fj_utf8_block_impl.h"

#  if FJ_B_WIDTH == FJ_V_WIDTH
/* A short string, padded with ASCII, that has nothing but non-ASCII to look at: `end`, or
** NULL when it is ill-formed. */
char *FJ_ISA(fj_short_wide)(char *end, fj_b v) {
  return fj_u_bad(fj_u_block(fj_u_start(), v, NULL, 0)) ? NULL : end;
}
#  endif

#else

#  include "simd/fj_utf8_words.h"

/* Without a byte shuffle: the first block that is not ASCII has all that follows it
** validated apart, once. */
typedef struct fj_u {
  int seen, bad;
} fj_u;

FJ_INLINE fj_u fj_u_start(void) {
  fj_u u = { 0, 0 };
  return u;
}

FJ_INLINE fj_u fj_u_ascii(fj_u u) {
  return u;
}

FJ_INLINE fj_u fj_u_block(fj_u u, fj_b v, const char *s, size_t left) {
  (void)v;
  if (!u.seen) u.bad = !fj_utf8_valid_words(s, left);
  u.seen = 1;
  return u;
}

FJ_INLINE int fj_u_bad(fj_u u) {
  return u.bad;
}

#endif

int FJ_ISA(fj_utf8_valid)(const char *s, size_t n) {
  fj_u u = fj_u_start();
  for (; n >= FJ_B_WIDTH; s += FJ_B_WIDTH, n -= FJ_B_WIDTH) {
    fj_b v = fj_b_load(s);
    u = fj_b_any_wide(v) ? fj_u_block(u, v, s, n) : fj_u_ascii(u);
  }
  if (n > 0) {
    fj_b v = fj_b_load_part(s, n);
    u = fj_b_any_wide(v) ? fj_u_block(u, v, s, n) : fj_u_ascii(u);
  }
  return !fj_u_bad(u);
}

/*
** fj_index_sse2.c — the structural index, bound to sse2: four quarters, each compared with
** every byte that counts.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_wide.h"
#include "simd/fj_index_masks.h"
#include "simd/fj_utf8_words.h"

#include "simd/fj_bind_sse2.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_string_end_impl.h"

typedef const char *fj_x;

FJ_INLINE fj_x fj_x_load(const char *s) {
  return s;
}

FJ_INLINE fj_v fj_x_is(fj_v v, char c) {
  return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

FJ_INLINE uint64_t fj_x_bits(fj_v v) {
  return (uint32_t)_mm_movemask_epi8(v);
}

/* With bit 5 set `[` and `]` are `{` and `}`; no other byte becomes one of these. */
FJ_INLINE fj_v fj_x_ops(fj_v v) {
  fj_v lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
  return _mm_or_si128(_mm_or_si128(fj_x_is(lower, '{'), fj_x_is(lower, '}')),
                      _mm_or_si128(fj_x_is(v, ':'), fj_x_is(v, ',')));
}

FJ_INLINE fj_v fj_x_spaces(fj_v v) {
  return _mm_or_si128(_mm_or_si128(fj_x_is(v, ' '), fj_x_is(v, '\n')),
                      _mm_or_si128(fj_x_is(v, '\r'), fj_x_is(v, '\t')));
}

FJ_INLINE void fj_x_quarter(FjMasks *m, fj_v v, int at) {
  m->quote |= fj_x_bits(fj_x_is(v, '"')) << at;
  m->backslash |= fj_x_bits(fj_x_is(v, '\\')) << at;
  m->op |= fj_x_bits(fj_x_ops(v)) << at;
  m->space |= fj_x_bits(fj_x_spaces(v)) << at;
  m->control |= fj_x_bits(_mm_cmplt_epi8(v, _mm_set1_epi8(' '))) << at;
  m->wide |= fj_x_bits(v) << at;
}

FJ_INLINE FjMasks fj_x_masks(const fj_x *block) {
  FjMasks m = { 0, 0, 0, 0, 0, 0 };
  fj_x_quarter(&m, fj_v_load(*block), 0);
  fj_x_quarter(&m, fj_v_load(*block + 16), 16);
  fj_x_quarter(&m, fj_v_load(*block + 32), 32);
  fj_x_quarter(&m, fj_v_load(*block + 48), 48);
  m.control &= ~m.wide; /* the comparison is of signed bytes */
  return m;
}

#  define fj_x_inside fj_prefix_parity

#  include "simd/fj_index_impl.h"
#endif
#include "simd/fj_unbind.h"

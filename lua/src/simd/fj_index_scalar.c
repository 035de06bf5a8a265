/*
** fj_index_scalar.c — the structural index in plain C: a table gives each byte its sets.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_wide.h"
#include "simd/fj_index_masks.h"
#include "simd/fj_utf8_words.h"

#include "simd/fj_bind_scalar.h"

#include "simd/fj_string_end_impl.h"

typedef const char *fj_x;

FJ_INLINE fj_x fj_x_load(const char *s) {
  return s;
}

/* The lanes of eight bytes: bit i of each for byte i. */
FJ_INLINE uint64_t fj_x_lanes(const char *s) {
  uint64_t lanes = 0;
  for (int i = 0; i < 8; i++) lanes |= fj_index_lanes[(uint8_t)s[i]] << i;
  return lanes;
}

#define LANE(name) ((lanes >> FJ_INDEX_LANE_##name & 0xFF) << i)

FJ_INLINE FjMasks fj_x_masks(const fj_x *block) {
  FjMasks m = { 0, 0, 0, 0, 0, 0 };
  for (int i = 0; i < FJ_INDEX_BLOCK; i += 8) {
    uint64_t lanes = fj_x_lanes(*block + i);
    m.quote |= LANE(QUOTE), m.backslash |= LANE(BACKSLASH);
    m.op |= LANE(OP), m.space |= LANE(SPACE);
    m.control |= LANE(CONTROL), m.wide |= LANE(WIDE);
  }
  return m;
}

#define fj_x_inside fj_prefix_parity

#include "simd/fj_index_impl.h"

#include "simd/fj_unbind.h"

/*
** fj_pow10.c — the tables of fj_pow10.h; the powers are printed by lua/tools/gen-pow10.py.
** Owns: nothing else.
** Must not know: what it is used for.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_pow10.h"

const Fj128 fj_pow10[FJ_POW10_LAST - FJ_POW10_FIRST + 1] = {
#include "core/fj_pow10_table.h"
};

const uint64_t fj_pow10_u64[20] = {
  UINT64_C(1),
  UINT64_C(10),
  UINT64_C(100),
  UINT64_C(1000),
  UINT64_C(10000),
  UINT64_C(100000),
  UINT64_C(1000000),
  UINT64_C(10000000),
  UINT64_C(100000000),
  UINT64_C(1000000000),
  UINT64_C(10000000000),
  UINT64_C(100000000000),
  UINT64_C(1000000000000),
  UINT64_C(10000000000000),
  UINT64_C(100000000000000),
  UINT64_C(1000000000000000),
  UINT64_C(10000000000000000),
  UINT64_C(100000000000000000),
  UINT64_C(1000000000000000000),
  UINT64_C(10000000000000000000),
};

/* The preprocessor spells this one: ENTRY(b) for every biased exponent. */
#define Q(b)     ((b) + ((b) == 0) - 1075)
#define P(b)     (-(FJ_FLOOR_LOG10_POW2(Q(b)) + 1))
#define ENTRY(b) ((P(b) - FJ_POW10_FIRST) << 4 | (12 + Q(b) + FJ_FLOOR_LOG2_POW10(P(b))))
#define E4(b)    ENTRY(b), ENTRY(b + 1), ENTRY(b + 2), ENTRY(b + 3)
#define E16(b)   E4(b), E4(b + 4), E4(b + 8), E4(b + 12)
#define E64(b)   E16(b), E16(b + 16), E16(b + 32), E16(b + 48)
#define E256(b)  E64(b), E64(b + 64), E64(b + 128), E64(b + 192)

const uint16_t fj_scales[2047] = {
  E256(0),   E256(256), E256(512),   E256(768),   E256(1024),  E256(1280), E256(1536),
  E64(1792), E64(1856), E64(1920),   E16(1984),   E16(2000),   E16(2016),  E4(2032),
  E4(2036),  E4(2040),  ENTRY(2044), ENTRY(2045), ENTRY(2046),
};

/*
** fj_int.c — the digit tables, and integers of seven to twenty digits.
** Owns: the out-of-line end of fj_int.h.
** Must not know: doubles, JSON, buffers.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_int.h"

#define FJ_1E8  UINT64_C(100000000)
#define FJ_1E16 UINT64_C(10000000000000000)

/* The preprocessor spells the tables: ROW(h, t, u) for every three digits in order. */
#define UNITS(h, t)                                                                      \
  ROW(h, t, 0), ROW(h, t, 1), ROW(h, t, 2), ROW(h, t, 3), ROW(h, t, 4), ROW(h, t, 5),    \
      ROW(h, t, 6), ROW(h, t, 7), ROW(h, t, 8), ROW(h, t, 9)
#define TENS(h)                                                                          \
  UNITS(h, 0), UNITS(h, 1), UNITS(h, 2), UNITS(h, 3), UNITS(h, 4), UNITS(h, 5),          \
      UNITS(h, 6), UNITS(h, 7), UNITS(h, 8), UNITS(h, 9)
#define THOUSAND                                                                         \
  TENS(0), TENS(1), TENS(2), TENS(3), TENS(4), TENS(5), TENS(6), TENS(7), TENS(8), TENS(9)

#define ROW(h, t, u)                                                                     \
  { '0' + (h ? h : t ? t : u), '0' + (h ? t : u), '0' + u, h ? 3 : t ? 2 : 1 }
const char fj_digits_left[1000][4] = { THOUSAND };
#undef ROW

#define ROW(h, t, u)                                                                     \
  { '0' + h, '0' + t, '0' + u }
const char fj_digits_padded[1001][3] = { THOUSAND, { 0, 0, 0 } };
#undef ROW

static char *put_padded8(char *w, uint32_t v) {
  fj_store64_le(w, fj_digits8(v) | FJ_ASCII_ZEROS);
  return w + 8;
}

char *fj_put_u64_long(char *w, uint64_t v) {
  uint64_t high, top;
  if (v < FJ_1E8) return fj_put_u8(w, (uint32_t)v);
  high = v / FJ_1E8; /* constant divisors: the compiler multiplies */
  if (high < FJ_1E8) {
    w = fj_put_u8(w, (uint32_t)high);
  } else {
    top = v / FJ_1E16;
    w = fj_put_u64(w, top);
    w = put_padded8(w, (uint32_t)(high - top * FJ_1E8));
  }
  return put_padded8(w, (uint32_t)(v - high * FJ_1E8));
}

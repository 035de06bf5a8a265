/*
** fj_int.c — the digit tables, and integers of seven to twenty digits.
** Owns: the out-of-line end of fj_int.h.
** Must not know: doubles, JSON, buffers.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_int.h"

#define FJ_1E9 UINT64_C(1000000000)

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

/* Constant divisors: the compiler multiplies. */

static char *put_padded9(char *w, uint32_t v) {
  uint32_t millions = v / 1000000, rest = v - millions * 1000000;
  w = fj_put_padded3(w, millions);
  w = fj_put_padded3(w, rest / 1000);
  return fj_put_padded3(w, rest % 1000);
}

static char *put_u9(char *w, uint32_t v) {
  uint32_t millions = v / 1000000, rest = v - millions * 1000000;
  if (millions == 0) return fj_put_u64(w, v);
  w = fj_put_u3(w, millions);
  w = fj_put_padded3(w, rest / 1000);
  return fj_put_padded3(w, rest % 1000);
}

char *fj_put_u64_long(char *w, uint64_t v) {
  uint64_t high, top;
  if (v < FJ_1E9) return put_u9(w, (uint32_t)v);
  high = v / FJ_1E9;
  if (high < FJ_1E9) {
    w = put_u9(w, (uint32_t)high);
  } else {
    top = high / FJ_1E9;
    w = fj_put_u3(w, (uint32_t)top);
    w = put_padded9(w, (uint32_t)(high - top * FJ_1E9));
  }
  return put_padded9(w, (uint32_t)(v - high * FJ_1E9));
}

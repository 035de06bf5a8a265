/*
** fj_expand.c — the table, spelled by the preprocessor: one binary digit a byte, each a
** macro that yields either the byte's index or a backslash before it.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_expand.h"

#define PLAIN(i)   i,
#define ESCAPED(i) 8, i,

/* A row of eight digits, the lowest bit last. */
#define ROW(h, g, f, e, d, c, b, a) { a(0) b(1) c(2) d(3) e(4) f(5) g(6) h(7) },

#define ROWS1(...) ROW(__VA_ARGS__, PLAIN) ROW(__VA_ARGS__, ESCAPED)
#define ROWS2(...) ROWS1(__VA_ARGS__, PLAIN) ROWS1(__VA_ARGS__, ESCAPED)
#define ROWS3(...) ROWS2(__VA_ARGS__, PLAIN) ROWS2(__VA_ARGS__, ESCAPED)
#define ROWS4(...) ROWS3(__VA_ARGS__, PLAIN) ROWS3(__VA_ARGS__, ESCAPED)
#define ROWS5(...) ROWS4(__VA_ARGS__, PLAIN) ROWS4(__VA_ARGS__, ESCAPED)
#define ROWS6(...) ROWS5(__VA_ARGS__, PLAIN) ROWS5(__VA_ARGS__, ESCAPED)
#define ROWS7(...) ROWS6(__VA_ARGS__, PLAIN) ROWS6(__VA_ARGS__, ESCAPED)

const uint8_t fj_expand8[256][16] = { ROWS7(PLAIN) ROWS7(ESCAPED) };

/*
** fj_bytes.c — tables that the preprocessor spells.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_bytes.h"

#include "core/fj_utf8.h"

#define X4(c)  c, c, c, c
#define X16(c) X4(c), X4(c), X4(c), X4(c)
#define N4(n)  n, n + 1, n + 2, n + 3
#define N16(n) N4(n), N4(n + 4), N4(n + 8), N4(n + 12)
#define X64(c)                                                                           \
  { X16(c), X16(c), X16(c), X16(c) }

const FjBytes fj_bytes = {
  X64('"'),
  X64('\\'),
  X64(' '),
  X64(15),
  X64(127),
  X64(FJ_CLASS_SIX),
  X64(0x70),
  X64(0xE0 - 0x80),
  X64(0xF0 - 0x80),
  X64(0x80),
  { X16(255), X16(255), X16(255), X4(255), X4(255), X4(255), 255, 0xEF, 0xDF, 0xBF },
  { N16(0), N16(16), N16(32), N16(48) },
};

/* One binary digit a byte, each a macro that yields either the byte's index or a backslash
** before it. */
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

const uint8_t fj_bytes_expand[256][16] = { ROWS7(PLAIN) ROWS7(ESCAPED) };

#define LANE(name) (UINT64_C(1) << FJ_LANE_##name)
#define Q          LANE(QUOTE)
#define B          LANE(BACKSLASH)
#define O          LANE(OP)
#define S          LANE(SPACE)
#define C          LANE(CONTROL)
#define W          LANE(WIDE)
#define W16        W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W

const uint64_t fj_bytes_lanes[256] = {
  C, C, C, C, C, C, C, C, C,   S | C, S | C, C,   C,   S | C, C,   C,   C, C, C, C,
  C, C, C, C, C, C, C, C, C,   C,     C,     C,   S,   0,     Q,   0,   0, 0, 0, 0,
  0, 0, 0, 0, O, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, O, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     O,   B,   O,     0,   0,   0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, 0, 0,
  0, 0, 0, O, 0, O, 0, 0, W16, W16,   W16,   W16, W16, W16,   W16, W16,
};

static int is_continuation(char c) {
  return ((uint8_t)c & 0xC0) == 0x80;
}

size_t fj_bytes_utf8_at(const char *text, size_t len, size_t from, size_t to) {
  size_t i = from;
  while (i < len && i > 0 && from - i < 4 && is_continuation(text[i])) i--;
  while (i < to) {
    FjRune rune = fj_utf8_decode(text + i, len - i);
    if (rune.code == FJ_UTF8_BAD) return i;
    i += rune.length;
  }
  return SIZE_MAX;
}

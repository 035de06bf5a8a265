/*
** fj_index.c — the slow twin, and what kernels share that needs no instruction set.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_index.h"

#include "core/fj_utf8.h"

#define LANE(name) (UINT64_C(1) << FJ_INDEX_LANE_##name)
#define Q          LANE(QUOTE)
#define B          LANE(BACKSLASH)
#define O          LANE(OP)
#define S          LANE(SPACE)
#define C          LANE(CONTROL)
#define W          LANE(WIDE)
#define W16        W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W

const uint64_t fj_index_lanes[256] = {
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

size_t fj_index_utf8_at(const char *text, size_t len, size_t from, size_t to) {
  size_t i = from;
  while (i < len && i > 0 && from - i < 4 && is_continuation(text[i])) i--;
  while (i < to) {
    FjRune rune = fj_utf8_decode(text + i, len - i);
    if (rune.code == FJ_UTF8_BAD) return i;
    i += rune.length;
  }
  return FJ_INDEX_NONE;
}

/* ---- the slow twin ---- */

static int is_op(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',';
}

static int is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* Whether byte i has a bit; moves the state past it. */
static int slow_byte(FjIndex *x, char c, size_t i, unsigned flags) {
  int quote = c == '"' && !x->escaped, before = x->scalar != 0;
  x->escaped = c == '\\' && !x->escaped;
  x->backslashes |= c == '\\';
  x->scalar = 0;
  if (x->in_string) {
    if ((uint8_t)c < 0x20 && x->control == FJ_INDEX_NONE) x->control = i;
    if (quote) x->in_string = 0;
    return (quote || c == '\\') && (flags & FJ_INDEX_STRINGS);
  }
  if (quote) x->in_string = ~UINT64_C(0);
  if (quote || is_op(c)) return 1;
  if (is_space(c)) return 0;
  x->scalar = 1;
  return !before;
}

size_t fj_index_slow(FjIndex *x, const char *text, size_t len, size_t from,
                     uint64_t *words, unsigned flags) {
  size_t to = from, n = 0;
  x->backslashes = 0;
  for (; to < len && n < FJ_INDEX_BATCH; n++) {
    words[n] = 0;
    for (int b = 0; b < FJ_INDEX_BLOCK && to < len; b++, to++)
      if (slow_byte(x, text[to], to, flags)) words[n] |= UINT64_C(1) << b;
  }
  size_t bad = fj_utf8_invalid_at(text, len);
  if (!(flags & FJ_INDEX_NO_UTF8) && bad < to) x->bad_utf8 = bad;
  return n;
}

size_t fj_index_places_slow(const uint64_t *words, size_t n, uint16_t *places) {
  size_t count = 0;
  for (size_t i = 0; i < n * FJ_INDEX_BLOCK; i++)
    if (words[i / FJ_INDEX_BLOCK] >> i % FJ_INDEX_BLOCK & 1)
      places[count++] = (uint16_t)i;
  return count;
}

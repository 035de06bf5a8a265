/*
** fj_utf8_words.c — a sequence is checked as one word: its lead and continuation bits by
** one compare, what table 3-7 forbids of its second byte by another.
** Invariant: agrees with fj_utf8_decode.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_utf8_words.h"

#include "core/fj_utf8.h"

/* Four bytes, the first one lowest on every machine. */
static uint32_t word_at(const char *s) {
  const uint8_t *p = (const uint8_t *)s;
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int is_two(uint32_t x) {
  return (x & 0xC0E0) == 0x80C0 && (x & 0x1E) != 0; /* not C0, C1 */
}

static int is_three(uint32_t x) {
  uint32_t second = x & 0x200F; /* of E0 it must be A0 at least, of ED 9F at most */
  return (x & 0xC0C0F0) == 0x8080E0 && second != 0 && second != 0x200D;
}

static int is_four(uint32_t x) {
  uint32_t lead = x & 7, second = x & 0x3000; /* of F0 90 at least, of F4 8F at most */
  if ((x & 0xC0C0C0F8) != 0x808080F0) return 0;
  return lead == 0 ? second != 0 : lead < 4 || (lead == 4 && second == 0);
}

/* Text in one script is runs of one width: each width has its loop. */
int fj_utf8_valid_words(const char *s, size_t n) {
  size_t i = 0;
  while (i + 4 <= n) {
    size_t start = i;
    while (i + 4 <= n && (word_at(s + i) & 0x80808080) == 0) i += 4;
    while (i + 4 <= n && is_three(word_at(s + i))) i += 3;
    while (i + 4 <= n && is_two(word_at(s + i))) i += 2;
    if (i + 4 <= n && (word_at(s + i) & 0x80) == 0) i++;
    while (i + 4 <= n && is_four(word_at(s + i))) i += 4;
    if (i == start) return 0;
  }
  return fj_utf8_invalid_at(s + i, n - i) == n - i;
}

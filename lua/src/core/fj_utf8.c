/*
** fj_utf8.c — the plain decoder, the reference for all vector validators.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_utf8.h"

#include <string.h>

/* The rest of a sequence after its first byte: the number of bytes, and the range of the
** second one, which covers all special cases of table 3-7. */
typedef struct Lead {
  uint8_t more, low, high;
} Lead;

static Lead lead_of(uint8_t c) {
  Lead lead = { 0, 0x80, 0xBF };
  if (c >= 0xC2 && c <= 0xDF) lead.more = 1;
  if (c >= 0xE0 && c <= 0xEF) lead.more = 2;
  if (c >= 0xF0 && c <= 0xF4) lead.more = 3;
  if (c == 0xE0) lead.low = 0xA0;
  if (c == 0xED) lead.high = 0x9F;
  if (c == 0xF0) lead.low = 0x90;
  if (c == 0xF4) lead.high = 0x8F;
  return lead;
}

FjRune fj_utf8_decode(const char *s, size_t n) {
  const uint8_t *p = (const uint8_t *)s;
  FjRune rune = { p[0], 1 };
  if (p[0] < 0x80) return rune;
  Lead lead = lead_of(p[0]);
  uint32_t code = p[0] & (0x3Fu >> lead.more);
  rune.code = FJ_UTF8_BAD;
  if (lead.more == 0) return rune;
  for (uint32_t i = 1; i <= lead.more; i++) {
    if (i >= n || p[i] < lead.low || p[i] > lead.high) return rune;
    code = code << 6 | (p[i] & 0x3Fu);
    lead.low = 0x80, lead.high = 0xBF;
    rune.length++;
  }
  rune.code = code;
  return rune;
}

/* Length of the ASCII run at s, in steps of eight bytes. */
static size_t ascii_run(const char *s, size_t n) {
  size_t i = 0;
  uint64_t word;
  for (; i + 8 <= n; i += 8) {
    memcpy(&word, s + i, 8);
    if (word & UINT64_C(0x8080808080808080)) break;
  }
  return i;
}

size_t fj_utf8_invalid_at(const char *s, size_t n) {
  size_t i = 0;
  while (i < n) {
    if ((uint8_t)s[i] < 0x80) {
      size_t run = ascii_run(s + i, n - i);
      i += run ? run : 1;
      continue;
    }
    FjRune rune = fj_utf8_decode(s + i, n - i);
    if (rune.code == FJ_UTF8_BAD) return i;
    i += rune.length;
  }
  return n;
}

/* -- Whole texts, without a byte shuffle ------------------------------------------------
** A sequence is checked as one word: its lead and continuation bits by one compare, the
** restrictions of table 3-7 on its second byte by another. */

/* Four bytes; the first is the lowest on every machine. */
static uint32_t word_at(const char *s) {
  const uint8_t *p = (const uint8_t *)s;
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int is_two(uint32_t x) {
  return (x & 0xC0E0) == 0x80C0 && (x & 0x1E) != 0; /* not C0, C1 */
}

static int is_three(uint32_t x) {
  uint32_t second = x & 0x200F; /* E0: at least A0, ED: at most 9F */
  return (x & 0xC0C0F0) == 0x8080E0 && second != 0 && second != 0x200D;
}

static int is_four(uint32_t x) {
  uint32_t lead = x & 7, second = x & 0x3000; /* F0: at least 90, F4: at most 8F */
  if ((x & 0xC0C0C0F8) != 0x808080F0) return 0;
  return lead == 0 ? second != 0 : lead < 4 || (lead == 4 && second == 0);
}

/* Text in one script has runs of one width, so each width has a loop. */
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

/* This is the order of the bytes, except that code points from U+10000 on (lead bytes
** F0..F4) precede U+E000..U+FFFF (lead bytes EE, EF). */
int fj_utf8_order16(const char *a, size_t na, const char *b, size_t nb) {
  size_t n = na < nb ? na : nb, i;
  for (i = 0; i < n; i++) {
    unsigned ca = (unsigned char)a[i], cb = (unsigned char)b[i];
    if (ca == cb) continue;
    if (ca >= 0xEE && cb >= 0xEE && (ca >= 0xF0) != (cb >= 0xF0)) return ca > cb ? -1 : 1;
    return ca < cb ? -1 : 1;
  }
  return na == nb ? 0 : na < nb ? -1 : 1;
}

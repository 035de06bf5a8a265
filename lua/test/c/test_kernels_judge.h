/*
** test_kernels_judge.h — compares one tier with the slow twin on one input.
** Owns: the fenced memory (unreadable pages right behind input and output room), random
** inputs, and the verdict.  Knows no test framework: the unit test, the fuzzer and the
** emulated runs all use it.
** Invariant: a verdict is NULL (agrees) or a text naming what differs.
** SPDX-License-Identifier: MIT
*/
#ifndef TEST_KERNELS_JUDGE_H
#define TEST_KERNELS_JUDGE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/fj_escape.h"
#include "core/fj_utf8.h"
#include "simd/fj_kernels.h"

#define JUDGE_MAX 4096 /* longest input */

/* Bytes right before the output, which no kernel may touch. */
#define JUDGE_RED   64
#define JUDGE_PAINT 0xA5

/* `size` readable and writable bytes between two pages that are neither. */
typedef struct Fence {
  char *begin, *end;
} Fence;

static Fence fence_new(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size = (size + page - 1) / page * page;
  char *p =
      (char *)mmap(NULL, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == (char *)MAP_FAILED || mprotect(p + page, size, PROT_READ | PROT_WRITE) != 0) {
    perror("mmap");
    exit(2);
  }
  Fence fence = { p + page, p + page + size };
  return fence;
}

typedef struct Judge {
  Fence input, output;
  char *expected;
  char text[200]; /* the last verdict */
} Judge;

static FJ_UNUSED Judge judge_new(void) {
  Judge j;
  j.input = fence_new(JUDGE_MAX + 64);
  j.output = fence_new(FJ_ESCAPE_MAX * JUDGE_MAX + FJ_WRITE_SLACK + JUDGE_RED);
  j.expected = (char *)malloc(FJ_ESCAPE_MAX * JUDGE_MAX + 1);
  if (j.expected == NULL) exit(2);
  return j;
}

/* Room for n input bytes: its end is where the output may end at most. */
static char *judge_room(Judge *j, size_t n) {
  char *w = j->output.end - (FJ_ESCAPE_MAX * n + FJ_WRITE_SLACK);
  memset(w - JUDGE_RED, JUDGE_PAINT, JUDGE_RED);
  return w;
}

/* What a call that wrote from w to end got wrong; `size` (size_t)-1 expects NULL. */
static const char *judge_output(Judge *j, const char *w, const char *end, size_t size) {
  for (int i = 1; i <= JUDGE_RED; i++)
    if ((uint8_t)w[-i] != JUDGE_PAINT) return "wrote before the output";
  if (size == (size_t)-1) return end == NULL ? NULL : "accepted ill-formed UTF-8";
  if (end == NULL) return "refused well-formed UTF-8";
  if ((size_t)(end - w) != size) return "length differs";
  return memcmp(w, j->expected, size) == 0 ? NULL : "bytes differ";
}

static const char *judge_text(Judge *j, const char *what, const char *tier,
                              const char *entry, const FjEscape *e, size_t n) {
  static const char *const modes[FJ_ESC_MODES] = { "E0",   "E1",   "E2",    "E3",
                                                   "E4",   "del",  "upper", "upper_slash",
                                                   "json", "html", "ascii", "wary" };
  static const char *const utf8[] = { "error", "replace", "pass" };
  snprintf(j->text, sizeof j->text, "%s %s, mode %s, utf8 %s, %lu bytes: %s", tier, entry,
           modes[e->mode], utf8[e->utf8], (unsigned long)n, what);
  return j->text;
}

/* One tier, one pair of options, s[0..n) wherever the caller put it. */
static const char *judge_pair(Judge *j, const FjKernel *k, const char *s, size_t n,
                              const FjEscape *e) {
  char *expected_end = fj_escape_slow(j->expected, s, n, e);
  size_t size = expected_end ? (size_t)(expected_end - j->expected) : (size_t)-1;
  char *w = judge_room(j, n);
  const char *what = judge_output(j, w, k->put_any(w, s, n, e), size);
  if (what) return judge_text(j, what, k->name, "put_any", e, n);
  if (e == fj_escape_get(FJ_ESC_JSON, FJ_UTF8_ERROR)) {
    w = judge_room(j, n);
    what = judge_output(j, w, k->put_json(w, s, n), size);
    if (what) return judge_text(j, what, k->name, "put_json", e, n);
  }
  if (e == fj_escape_get(FJ_ESC_E0, FJ_UTF8_PASS)) {
    w = judge_room(j, n);
    what = judge_output(j, w, k->put_raw(w, s, n), size);
    if (what) return judge_text(j, what, k->name, "put_raw", e, n);
  }
  return NULL;
}

/* One tier, every pair of options, and the validator. */
static const char *judge_all(Judge *j, const FjKernel *k, const char *s, size_t n) {
  for (int mode = 0; mode < FJ_ESC_MODES; mode++) {
    for (int utf8 = 0; utf8 < FJ_UTF8_MODES; utf8++) {
      const FjEscape *e = fj_escape_get((FjEscapeMode)mode, (FjUtf8Mode)utf8);
      const char *what = judge_pair(j, k, s, n, e);
      if (what) return what;
    }
  }
  if (k->utf8_valid(s, n) == (fj_utf8_invalid_at(s, n) == n)) return NULL;
  const FjEscape *e = fj_escape_get(FJ_ESC_JSON, FJ_UTF8_ERROR);
  return judge_text(j, "wrong answer", k->name, "utf8_valid", e, n);
}

/* Puts the bytes right before the fence, and back. */
static char *judge_place(Judge *j, const void *bytes, size_t n) {
  char *s = j->input.end - n;
  if (n) memcpy(s, bytes, n);
  return s;
}

/* ---- random inputs ---- */

static uint64_t judge_random(uint64_t *seed) {
  *seed += UINT64_C(0x9E3779B97F4A7C15);
  uint64_t z = *seed;
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* A code point that takes `width` bytes in UTF-8, no surrogate, often at a boundary. */
static uint32_t judge_code(uint64_t *seed, int width) {
  static const uint32_t first[] = { 0, 0, 0x80, 0x800, 0x10000, 0x110000 };
  static const uint32_t edge[] = { 0x80,   0x7FF,  0x800,  0xD7FF,  0xE000,  0x2028,
                                   0x2029, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF };
  for (;;) {
    uint64_t r = judge_random(seed);
    uint32_t low = first[width],
             code = low + (uint32_t)(r >> 8) % (first[width + 1] - low);
    if ((r & 7) == 0) code = edge[(r >> 8) % (sizeof edge / sizeof *edge)];
    if (code < low || code >= first[width + 1] || (code >= 0xD800 && code < 0xE000))
      continue;
    return code;
  }
}

/* Kinds of random input.  The per-mille numbers are chances of a byte. */
typedef struct Recipe {
  int quote, control, html; /* `"` or `\`; 0-31 or 127; `/<>&` */
  int wide[5];              /* per width 2-4: a sequence of that many bytes */
  int broken;               /* any byte at all */
} Recipe;

static const Recipe judge_recipes[] = {
  { 0, 0, 0, { 0 }, 0 },
  { 10, 0, 0, { 0 }, 0 },
  { 100, 0, 0, { 0 }, 0 },
  { 500, 100, 50, { 0 }, 0 },
  { 0, 1000, 0, { 0 }, 0 },
  { 30, 5, 50, { 0 }, 0 },
  { 10, 10, 10, { 0, 0, 300, 0, 0 }, 0 },
  { 2, 0, 5, { 0, 0, 0, 950, 0 }, 0 },
  { 10, 0, 10, { 0, 0, 100, 300, 200 }, 0 },
  { 0, 0, 0, { 0, 0, 0, 0, 1000 }, 0 },
  { 5, 5, 5, { 0, 0, 100, 300, 100 }, 5 },
  { 100, 100, 100, { 0, 0, 100, 100, 100 }, 100 },
  { 0, 0, 0, { 0 }, 1000 },
};
#define JUDGE_RECIPES (sizeof judge_recipes / sizeof *judge_recipes)

/* Fills s[0..n); the last sequence may be cut off only if the recipe is broken. */
static FJ_UNUSED void judge_fill(char *s, size_t n, const Recipe *recipe,
                                 uint64_t *seed) {
  for (size_t i = 0; i < n;) {
    uint64_t r = judge_random(seed);
    int dice = (int)(r % 1000), pick = (int)(r >> 32 & 0xFF);
    char c = (char)(' ' + pick % 95), cut[4];
    if (c == '"' || c == '\\') c = 'a';
    if ((dice -= recipe->quote) < 0)
      c = pick & 1 ? '"' : '\\';
    else if ((dice -= recipe->control) < 0)
      c = (char)(pick % 33 == 32 ? 127 : pick % 33);
    else if ((dice -= recipe->html) < 0)
      c = "/<>&"[pick & 3];
    else if ((dice -= recipe->broken) < 0)
      c = (char)pick;
    else {
      int width = 2;
      while (width < 5 && (dice -= recipe->wide[width]) >= 0) width++;
      if (width < 5 && (i + (size_t)width <= n || recipe->broken)) {
        fj_utf8_put(cut, judge_code(seed, width));
        size_t some = n - i < (size_t)width ? n - i : (size_t)width;
        memcpy(s + i, cut, some);
        i += some;
        continue;
      }
    }
    s[i++] = c;
  }
}

/* ---- systematic inputs: NULL or the first verdict that is not ---- */

/* All lengths up to 300 with every kind of content, ending right before an unreadable page
** and starting right behind one; some long ones. */
static FJ_UNUSED const char *judge_lengths(Judge *j, const FjKernel *k) {
  static char bytes[JUDGE_MAX];
  uint64_t seed = 1;
  const char *what = NULL;
  for (size_t n = 0; n <= JUDGE_MAX && !what; n += n < 300 ? 1 : 199) {
    for (size_t r = 0; r < JUDGE_RECIPES && !what; r++) {
      judge_fill(bytes, n, &judge_recipes[r], &seed);
      what = judge_all(j, k, judge_place(j, bytes, n), n);
      if (n) memcpy(j->input.begin, bytes, n);
      if (!what) what = judge_all(j, k, j->input.begin, n);
    }
  }
  return what;
}

/* All alignments around the end of a page whose neighbour is readable, between bytes that
** would need attention if they counted. */
static FJ_UNUSED const char *judge_alignments(Judge *j, const FjKernel *k) {
  uint64_t seed = 2;
  const char *what = NULL;
  char *page_end = j->input.begin + 4096;
  for (int before = 0; before <= 70; before++) {
    for (size_t n = 0; n <= 70 && !what; n++) {
      memset(page_end - 128, n & 1 ? '"' : 0xE3, 128 + 64);
      judge_fill(page_end - before, n, &judge_recipes[n % JUDGE_RECIPES], &seed);
      what = judge_all(j, k, page_end - before, n);
    }
  }
  return what;
}

/* Each byte at each place of some blocks, alone and among escapes. */
static FJ_UNUSED const char *judge_bytes(Judge *j, const FjKernel *k) {
  const char *what = NULL;
  char bytes[100];
  for (int c = 0; c < 256; c++) {
    for (size_t at = 0; at < sizeof bytes && !what; at += c < 128 ? 1 : 3) {
      size_t n = c & 1 ? sizeof bytes : at + 1;
      memset(bytes, at & 1 ? 'a' : '"', sizeof bytes);
      bytes[at] = (char)c;
      what = judge_all(j, k, judge_place(j, bytes, n), n);
    }
  }
  return what;
}

/* The sequences that Unicode table 3-7 allows or forbids, and broken ones, at each place
** around the ends of blocks, in ASCII and in Japanese. */
static FJ_UNUSED const char *judge_sequences(Judge *j, const FjKernel *k) {
  static const char *const sequences[] = {
    "\xc2\x80",
    "\xdf\xbf",
    "\xe0\xa0\x80",
    "\xe0\x9f\xbf",
    "\xed\x9f\xbf",
    "\xed\xa0\x80",
    "\xee\x80\x80",
    "\xef\xbf\xbf",
    "\xf0\x90\x80\x80",
    "\xf0\x8f\xbf\xbf",
    "\xf4\x8f\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xc0\x80",
    "\xc1\xbf",
    "\x80",
    "\xc2",
    "\xe1\x80",
    "\xf1\x80\x80",
    "\xf1\x80\x80\x80\x80",
    "\xe1\x80\x80\x80",
    "\xc2\x80\x80",
    "\xff",
    "\xf8\x88\x80\x80\x80",
    "\xe2\x80\xa8",
    "\xe2\x80\xa9",
    "\xe2\x80\xa7",
    "\xe2\x81\xa8",
    "\xf0\x9f",
    "\xe2\xe2\x80\xa8",
  };
  const char *what = NULL;
  char bytes[300];
  for (size_t i = 0; i < 2 * (sizeof sequences / sizeof *sequences); i++) {
    const char *sequence = sequences[i / 2];
    for (size_t at = 0; at <= 135 && !what; at++) {
      size_t end = at + strlen(sequence);
      memset(bytes, 'a', sizeof bytes);
      for (size_t p = at % 3; p + 3 <= at && (i & 1); p += 3)
        memcpy(bytes + p, "\xe3\x81\x82", 3);
      memcpy(bytes + at, sequence, strlen(sequence));
      what = judge_all(j, k, judge_place(j, bytes, end), end);
      if (!what) what = judge_all(j, k, judge_place(j, bytes, end + 15), end + 15);
      bytes[end + 64] = '\x80'; /* goes on behind whole blocks of ASCII: ill-formed */
      if (!what) what = judge_all(j, k, judge_place(j, bytes, end + 66), end + 66);
    }
  }
  return what;
}

/* Every code point of two or three bytes, in order, with some ASCII to escape among them: what
** a mode changes begins and ends exactly where the twin says. */
static FJ_UNUSED const char *judge_code_points(Judge *j, const FjKernel *k) {
  static char bytes[JUDGE_MAX];
  const char *what = NULL;
  uint32_t code = 0x80;
  while (code < 0x10000 && !what) {
    char *w = bytes;
    for (; code < 0x10000 && w < bytes + JUDGE_MAX - 5; code++) {
      if (code >= 0xD800 && code < 0xE000) continue;
      w = fj_utf8_put(w, code);
      if (code % 11 == 0) *w++ = "\"\n\x01"[code % 3];
    }
    what =
        judge_all(j, k, judge_place(j, bytes, (size_t)(w - bytes)), (size_t)(w - bytes));
  }
  return what;
}

#endif

/*
** test_index_judge.h — compares the index of one tier with the slow twin's on one text.
** Owns: JSON-like random texts, systematic ones, the verdict.  Knows no
** test framework: the unit test, the fuzzer and the emulated runs all use it.
** Invariant: a verdict is NULL (agrees) or a text naming what differs.
** SPDX-License-Identifier: MIT
*/
#ifndef TEST_INDEX_JUDGE_H
#define TEST_INDEX_JUDGE_H

#include "test_kernels_judge.h"

#define INDEX_BYTES (FJ_INDEX_BATCH * FJ_INDEX_BLOCK) /* of a batch */
#define INDEX_MAX   (3 * INDEX_BYTES)                 /* longest text */

/* ---- The slow twin of every kernel: a byte at a time ---- */

static int slow_is_op(char c) {
  return c == '{' || c == '}' || c == '[' || c == ']' || c == ':' || c == ',';
}

static int slow_is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* What must follow the escape whose second byte is at i, as x->low says it. */
static size_t slow_escape(size_t low, const char *text, size_t len, size_t i) {
  char digits[5] = "";
  unsigned long code = 0;
  if (low == FJ_INDEX_NONE || text[i] == 0 || !strchr("\"\\/bfnrtu", text[i]))
    return FJ_INDEX_NONE;
  if (text[i] == 'u') {
    for (size_t k = 1; k < 5; k++) {
      if (i + k >= len || text[i + k] == 0) return FJ_INDEX_NONE;
      if (!strchr("0123456789abcdefABCDEF", text[i + k])) return FJ_INDEX_NONE;
      digits[k - 1] = text[i + k];
    }
    code = strtoul(digits, NULL, 16);
  }
  int is_low = code >= 0xDC00 && code <= 0xDFFF;
  if (low != 0 ? !is_low || low != i : is_low) return FJ_INDEX_NONE;
  return code >= 0xD800 && code <= 0xDBFF ? i + 6 : 0;
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
  if (quote || slow_is_op(c)) return 1;
  if (slow_is_space(c)) return 0;
  x->scalar = 1;
  return !before;
}

static size_t index_slow(FjIndex *x, const char *text, size_t len, size_t from,
                         uint64_t *words, unsigned flags) {
  size_t to = from, n = 0;
  x->backslashes = 0;
  for (; to < len && n < FJ_INDEX_BATCH; n++) {
    words[n] = 0;
    for (int b = 0; b < FJ_INDEX_BLOCK && to < len; b++, to++) {
      if (flags & FJ_INDEX_ESCAPES && x->escaped && x->in_string)
        x->low = slow_escape(x->low, text, len, to);
      if (slow_byte(x, text[to], to, flags)) words[n] |= UINT64_C(1) << b;
    }
  }
  size_t bad = fj_utf8_invalid_at(text, len);
  if (!(flags & FJ_INDEX_NO_UTF8) && bad < to) x->bad_utf8 = bad;
  return n;
}

static size_t index_places_slow(const uint64_t *words, size_t n, uint16_t *places) {
  size_t count = 0;
  for (size_t i = 0; i < n * FJ_INDEX_BLOCK; i++)
    if (words[i / FJ_INDEX_BLOCK] >> i % FJ_INDEX_BLOCK & 1)
      places[count++] = (uint16_t)i;
  return count;
}

/* ---- The judge ---- */

typedef struct IndexJudge {
  Fence input;
  char text[200]; /* the last verdict */
} IndexJudge;

static IndexJudge index_judge_new(void) {
  IndexJudge j;
  j.input = fence_new(INDEX_MAX + 64);
  return j;
}

static const char *index_state(const FjIndex *a, const FjIndex *b, int last) {
  if (a->in_string != b->in_string) return "in_string";
  if (a->control != b->control) return "control";
  if (a->bad_utf8 != b->bad_utf8) return "bad_utf8";
  if (a->low != b->low) return "low";
  if (!a->backslashes != !b->backslashes) return "backslashes";
  if (!last && a->escaped != b->escaped) return "escaped";
  return !last && a->scalar != b->scalar ? "scalar" : NULL;
}

static const char *index_verdict(IndexJudge *j, const FjKernel *tier, const char *what,
                                 size_t len, size_t at, unsigned flags) {
  snprintf(j->text, sizeof j->text, "%s, %lu bytes, flags %u, batch at %lu: %s differs",
           tier->name, (unsigned long)len, flags, (unsigned long)at, what);
  return j->text;
}

/* The same places, and no more is written behind them than may be. */
static int index_places_agree(const FjKernel *tier, const uint64_t *words, size_t n) {
  uint16_t places[FJ_INDEX_PLACES + 1], expected[FJ_INDEX_PLACES];
  size_t count = index_places_slow(words, n, expected), behind = count + FJ_INDEX_BLOCK;
  if (behind > FJ_INDEX_PLACES) behind = FJ_INDEX_PLACES;
  places[behind] = 0xA5A5;
  return tier->index_places(words, n, places) == count && places[behind] == 0xA5A5 &&
         memcmp(places, expected, count * sizeof *places) == 0;
}

/* One tier, one set of flags: what each batch says. */
static const char *index_flags(IndexJudge *j, const FjKernel *tier, const char *text,
                               size_t len, unsigned flags) {
  FjIndex fast = fj_index_start(), slow = fast;
  uint64_t words[FJ_INDEX_BATCH + 1], expected[FJ_INDEX_BATCH];
  const char *what = NULL;
  for (size_t from = 0, n; from < len && !what; from += n * FJ_INDEX_BLOCK) {
    words[FJ_INDEX_BATCH] = JUDGE_PAINT;
    n = index_slow(&slow, text, len, from, expected, flags);
    if (tier->index_batch(&fast, text, len, from, words, flags) != n)
      what = "the number of words";
    else if (words[FJ_INDEX_BATCH] != JUDGE_PAINT)
      what = "the word behind the last";
    else if (memcmp(words, expected, n * sizeof *words) != 0)
      what = "a word";
    else if (!index_places_agree(tier, words, n))
      what = "a place";
    else
      what = index_state(&fast, &slow, from + n * FJ_INDEX_BLOCK >= len);
    if (what) return index_verdict(j, tier, what, len, from, flags);
  }
  return NULL;
}

static const char *slow_string_end(const char *p, const char *limit) {
  while (p < limit && *p != '"' && *p != '\\') p++;
  return p;
}

/* One tier: its index with all flags, and the string end from everywhere near both ends. */
static const char *index_agrees(IndexJudge *j, const FjKernel *tier, const char *text,
                                size_t len) {
  for (unsigned flags = 0; flags < 8; flags++) {
    const char *what = index_flags(j, tier, text, len, flags);
    if (what) return what;
  }
  for (size_t i = 0; i <= len; i++) {
    if (i == 70 && len > 300) i = len - 70;
    const char *limit = text + (i < 70 && len > 300 ? 200 : len);
    if (tier->string_end(text + i, limit) != slow_string_end(text + i, limit))
      return index_verdict(j, tier, "the end of a string", len, i, 0);
  }
  return NULL;
}

/* The text's bytes right before the fence. */
static const char *index_fenced(IndexJudge *j, const FjKernel *tier, const char *text,
                                size_t len) {
  char *s = j->input.end - len;
  if (len) memcpy(s, text, len);
  return index_agrees(j, tier, s, len);
}

/* ---- random texts ---- */

/* Pieces that JSON and broken JSON are made of; what a text draws from decides its kind. */
static const char *const index_pieces[] = {
  "\"",
  "\"",
  "\\",
  "\\\"",
  "\\\\",
  "{",
  "}",
  "[",
  "]",
  ":",
  ",",
  " ",
  "\n",
  "\t",
  "\r",
  "  ",
  "1",
  "-2.5e3",
  "true",
  "null",
  "a",
  "\"name\"",
  "\":\"",
  "0123456789abcdef",
  "\x01",
  "\x1f",
  "\x0c",
  "\x1a",
  "\x7f",
  "\xc3\xa9",
  "\xe6\x97\xa5",
  "\xf0\x9f\x98\x80",
  "\xe6\x97",
  "\x80",
  "\xff",
  "\xed\xa0\x80",
  "\xf0\x90",
  "\xc0\xaf",
};
#define INDEX_PIECES (sizeof index_pieces / sizeof *index_pieces)

/* From which piece on a kind does not draw, and how many of its draws of 16 are plain. */
static const struct {
  unsigned pieces, plain;
} index_recipes[] = { { 2, 15 }, { 5, 4 },  { 5, 12 },  { 23, 0 }, { 24, 8 },
                      { 29, 8 }, { 32, 4 }, { 32, 14 }, { 38, 0 }, { 38, 15 } };
#define INDEX_RECIPES (sizeof index_recipes / sizeof *index_recipes)

static FJ_UNUSED void index_fill(char *s, size_t n, unsigned recipe, uint64_t *seed) {
  for (size_t i = 0; i < n;) {
    uint64_t r = judge_random(seed);
    const char *piece = index_pieces[(r >> 8) % index_recipes[recipe].pieces];
    if ((r & 15) < index_recipes[recipe].plain) piece = r >> 16 & 3 ? "b" : "12";
    size_t some = strlen(piece) < n - i ? strlen(piece) : n - i;
    memcpy(s + i, piece, some);
    i += some;
  }
}

/* ---- systematic texts: NULL or the first verdict that is not ---- */

/* All lengths up to 400, and those around one and two batches, right before the fence. */
static FJ_UNUSED const char *index_lengths(IndexJudge *j, const FjKernel *tier) {
  static char text[INDEX_MAX];
  uint64_t seed = 1;
  const char *what = NULL;
  for (size_t k = 0; k < 400 + 2 * 10 && !what; k++) {
    size_t n = k < 400 ? k : (k - 400) / 10 * INDEX_BYTES + INDEX_BYTES - 5 + k % 10;
    for (unsigned r = 0; r < INDEX_RECIPES && !what; r++) {
      index_fill(text, n, r, &seed);
      what = index_fenced(j, tier, text, n);
    }
  }
  return what;
}

/* All lengths up to 400 at all alignments, between bytes that would count if they could. */
static FJ_UNUSED const char *index_alignments(IndexJudge *j, const FjKernel *tier) {
  uint64_t seed = 2;
  const char *what = NULL;
  for (size_t align = 0; align < 64; align++) {
    for (size_t n = 0; n <= 400 && !what; n += 1 + (n + align) % 3) {
      char *s = j->input.begin + 64 + align;
      memset(j->input.begin, n & 1 ? '"' : 0xE3, 64 + 64 + 400 + 64);
      index_fill(s, n, (unsigned)(n % INDEX_RECIPES), &seed);
      what = index_agrees(j, tier, s, n);
    }
  }
  return what;
}

/* Places around the ends of blocks and of the first batch. */
static size_t index_place(size_t k) {
  return k < 140 ? k : INDEX_BYTES - 150 + k;
}
#define INDEX_PLACES 220

/* Runs of backslashes of all lengths that cross a block or two, in strings and outside,
** then a quote. */
static FJ_UNUSED const char *index_runs(IndexJudge *j, const FjKernel *tier) {
  static char text[INDEX_BYTES + 512];
  const char *what = NULL;
  for (size_t k = 0; k < INDEX_PLACES; k++) {
    for (size_t run = 1; run <= 140 && !what; run += run < 8 ? 1 : 7 + k % 5) {
      size_t at = index_place(k), n = at + run;
      memset(text, 'a', at);
      if (at > 0 && run & 2) text[k % 3 ? at - 1 : 0] = '"';
      memset(text + at, '\\', run);
      memcpy(text + n, "\", {\"b\":1}\"", 11);
      what = index_fenced(j, tier, text, n + 11);
    }
  }
  return what;
}

/* Each byte at each place, in a string and outside. */
static FJ_UNUSED const char *index_bytes(IndexJudge *j, const FjKernel *tier) {
  static char text[INDEX_BYTES + 512];
  const char *what = NULL;
  for (int c = 0; c < 256; c++) {
    for (size_t k = 0; k < INDEX_PLACES && !what; k += c < 128 ? 1 + (k >= 8) * 2 : 5) {
      size_t at = index_place(k), n = at + 1 + (k & 7);
      memset(text, k & 1 ? 'a' : ' ', n);
      if (c & 1) text[0] = '"';
      text[at] = (char)c;
      what = index_fenced(j, tier, text, n);
    }
  }
  return what;
}

/* Well-formed and ill-formed UTF-8 at each place, in ASCII and in Japanese, whole and cut
** off by the end. */
static FJ_UNUSED const char *index_utf8(IndexJudge *j, const FjKernel *tier) {
  static const char *const sequences[] = {
    "\xc2\x80",
    "\xe0\x9f\xbf",
    "\xed\x9f\xbf",
    "\xed\xa0\x80",
    "\xef\xbf\xbf",
    "\xf0\x8f\xbf",
    "\xf4\x8f\xbf\xbf",
    "\xf4\x90\x80\x80",
    "\xf5\x80\x80\x80",
    "\xc0\x80",
    "\x80",
    "\xc2",
    "\xe1\x80",
    "\xf1\x80\x80",
    "\xe1\x80\x80\x80",
    "\xc2\x80\x80",
    "\xff",
    "\xf1\x80\x80\x80\x80",
    "\x80\x80\x80\x80",
  };
  static char text[INDEX_BYTES + 512];
  const char *what = NULL;
  for (size_t i = 0; i < 2 * (sizeof sequences / sizeof *sequences); i++) {
    const char *sequence = sequences[i / 2];
    for (size_t k = 0; k < INDEX_PLACES && !what; k++) {
      size_t at = index_place(k), end = at + strlen(sequence);
      memset(text, 'a', sizeof text);
      for (size_t p = at % 3; p + 3 <= at && (i & 1); p += 3)
        memcpy(text + p, "\xe3\x81\x82", 3);
      memcpy(text + at, sequence, strlen(sequence));
      what = index_fenced(j, tier, text, end);
      if (!what) what = index_fenced(j, tier, text, end - 1);
      if (!what) what = index_fenced(j, tier, text, end + 70);
    }
  }
  return what;
}

typedef const char *IndexTest(IndexJudge *j, const FjKernel *tier);
static const struct {
  const char *name;
  IndexTest *run;
} index_tests[] = {
  { "lengths", index_lengths }, { "alignments", index_alignments },
  { "runs", index_runs },       { "bytes", index_bytes },
  { "utf8", index_utf8 },
};
#define INDEX_TESTS (sizeof index_tests / sizeof *index_tests)

#endif

/*
** test_unescape.c — strings with escapes: every production and ways to break it; then random
** ones against a slow twin, between unmapped pages, in windows of every size.  Every string
** that ends in a quote is also decoded by each kernel.
** FJ_LONG=1 in the environment makes it 20 million random strings instead of 100,000.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/fj_unescape.h"
#include "simd/fj_kernels.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define MOST     2048

static uint64_t random64(void) {
  static uint64_t state;
  uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

/* -- Memory that ends at an unmapped page ----------------------------------------------- */

static char *page_end(void) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE), n = (MOST * 3 / page + 1) * page;
  char *m = (char *)mmap(NULL, n + page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert_true(m != MAP_FAILED);
  assert_int_equal(mprotect(m + n, page, PROT_NONE), 0);
  return m + n;
}

static char *input_end, *window_end;

static int map_pages(void **state) {
  (void)state;
  input_end = page_end();
  window_end = page_end();
  return 0;
}

/* -- The slow twin ---------------------------------------------------------------------- */

typedef struct Result {
  FjUnescapeStatus status;
  size_t at, bad, n;
  char text[3 * MOST];
} Result;

static FjUnescapeStatus stop(Result *r, FjUnescapeStatus status, size_t at, size_t bad) {
  r->status = status;
  r->at = at;
  r->bad = bad;
  return status;
}

static void add(Result *r, unsigned c) {
  r->text[r->n++] = (char)c;
}

static void add_code(Result *r, unsigned long c) {
  if (c < 0x80) {
    add(r, (unsigned)c);
  } else if (c < 0x800) {
    add(r, 0xC0 + (unsigned)(c / 64));
    add(r, 0x80 + c % 64);
  } else if (c < 0x10000) {
    add(r, 0xE0 + (unsigned)(c / 4096));
    add(r, 0x80 + c / 64 % 64);
    add(r, 0x80 + c % 64);
  } else {
    add(r, 0xF0 + (unsigned)(c / 262144));
    add(r, 0x80 + c / 4096 % 64);
    add(r, 0x80 + c / 64 % 64);
    add(r, 0x80 + c % 64);
  }
}

static int is_hex(int c) {
  return c != '\0' && strchr("0123456789abcdefABCDEF", c) != NULL;
}

static long hex_of(const char *s) {
  char text[5] = { s[0], s[1], s[2], s[3], 0 };
  return strtol(text, NULL, 16);
}

/* How many bytes at s could be the start of a \uXXXX. */
static size_t like_unicode(const char *s, size_t n) {
  size_t i;
  for (i = 0; i < 6 && i < n; i++)
    if (i == 0 ? s[i] != '\\' : i == 1 ? s[i] != 'u' : !is_hex(s[i])) break;
  return i;
}

static size_t twin_unicode(Result *r, const char *s, size_t n, size_t i,
                           FjUtf8Mode mode) {
  size_t like = like_unicode(s + i, n - i), next;
  long code, low;
  if (like < 6)
    return stop(r, i + like == n ? FJ_UNESCAPE_UNTERMINATED : FJ_UNESCAPE_BAD_UNICODE,
                i + like == n ? n : i, i + like),
           0;
  code = hex_of(s + i + 2);
  if (code < 0xD800 || code > 0xDFFF) return add_code(r, (unsigned long)code), 6;
  if (code < 0xDC00) {
    next = like_unicode(s + i + 6, n - i - 6);
    if (next < 6 && i + 6 + next == n) return stop(r, FJ_UNESCAPE_UNTERMINATED, n, n), 0;
    low = next == 6 ? hex_of(s + i + 8) : 0;
    if (low >= 0xDC00 && low <= 0xDFFF)
      return add_code(r,
                      0x10000 + (unsigned long)((code & 0x3FF) * 1024 + (low & 0x3FF))),
             12;
  }
  if (mode == FJ_UTF8_ERROR) return stop(r, FJ_UNESCAPE_LONE_SURROGATE, i, i), 0;
  add_code(r, mode == FJ_UTF8_REPLACE ? 0xFFFD : (unsigned long)code);
  return 6;
}

/* The maximal subpart at s, and whether it is all of a character: table 3-7, spelled out. */
static size_t twin_sequence(const unsigned char *s, size_t n, int *good) {
  static const unsigned char rows[][7] = {
    { 1, 0xC2, 0xDF, 0x80, 0xBF }, { 2, 0xE0, 0xE0, 0xA0, 0xBF },
    { 2, 0xE1, 0xEC, 0x80, 0xBF }, { 2, 0xED, 0xED, 0x80, 0x9F },
    { 2, 0xEE, 0xEF, 0x80, 0xBF }, { 3, 0xF0, 0xF0, 0x90, 0xBF },
    { 3, 0xF1, 0xF3, 0x80, 0xBF }, { 3, 0xF4, 0xF4, 0x80, 0x8F },
  };
  size_t i, k;
  *good = 0;
  for (i = 0; i < COUNT(rows); i++) {
    if (s[0] < rows[i][1] || s[0] > rows[i][2]) continue;
    if (n < 2 || s[1] < rows[i][3] || s[1] > rows[i][4]) return 1;
    for (k = 2; k <= rows[i][0] && k < n && s[k] >= 0x80 && s[k] <= 0xBF; k++) {
    }
    *good = k == rows[i][0] + 1u;
    return k;
  }
  return 1;
}

static size_t twin_bytes(Result *r, const char *s, size_t n, size_t i, FjUtf8Mode mode) {
  int good;
  size_t k, length = twin_sequence((const unsigned char *)s + i, n - i, &good);
  if (mode == FJ_UTF8_PASS) return add(r, (unsigned char)s[i]), 1;
  if (!good && mode == FJ_UTF8_ERROR) return stop(r, FJ_UNESCAPE_BAD_UTF8, i, i), 0;
  for (k = 0; good && k < length; k++) add(r, (unsigned char)s[i + k]);
  if (!good) add_code(r, 0xFFFD);
  return length;
}

static size_t twin_step(Result *r, const char *s, size_t n, size_t i, FjUtf8Mode bytes,
                        FjUtf8Mode surrogates) {
  static const char names[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
  if (i == n) return stop(r, FJ_UNESCAPE_UNTERMINATED, n, n), 0;
  if (s[i] == '"') return stop(r, FJ_UNESCAPE_OK, i, i), 0;
  if ((unsigned char)s[i] < 32) return stop(r, FJ_UNESCAPE_CONTROL, i, i), 0;
  if (s[i] != '\\' && (unsigned char)s[i] < 128) return add(r, (unsigned char)s[i]), 1;
  if (s[i] != '\\') return twin_bytes(r, s, n, i, bytes);
  if (i + 1 == n) return stop(r, FJ_UNESCAPE_UNTERMINATED, n, n), 0;
  if (s[i + 1] == 'u') return twin_unicode(r, s, n, i, surrogates);
  if (s[i + 1] == '\0' || strchr(names, s[i + 1]) == NULL)
    return stop(r, FJ_UNESCAPE_BAD_ESCAPE, i, i + 1), 0;
  add(r, (unsigned char)values[strchr(names, s[i + 1]) - names]);
  return 2;
}

static void twin(Result *r, const char *s, size_t n, FjUtf8Mode bytes,
                 FjUtf8Mode surrogates) {
  size_t i = 0, step;
  r->n = 0;
  while ((step = twin_step(r, s, n, i, bytes, surrogates)) != 0) i += step;
}

/* -- Checks ----------------------------------------------------------------------------- */

/* In windows of `room` bytes, each of which ends at an unmapped page. */
static void unescape_by(Result *r, const char *s, size_t n, FjUtf8Mode bytes,
                        FjUtf8Mode surrogates, size_t room) {
  FjUnescape u;
  const char *text = (const char *)memcpy(input_end - n, s, n);
  u.p = text;
  u.limit = input_end;
  u.controls = 0;
  u.end = window_end;
  r->n = 0;
  do {
    size_t made;
    u.w = window_end - room;
    r->status = fj_unescape(&u, bytes, surrogates);
    made = (size_t)(u.w - (window_end - room));
    assert_true(made <= room);
    memcpy(r->text + r->n, window_end - room, made);
    r->n += made;
    assert_true(r->status != FJ_UNESCAPE_FULL || made + 4 > room);
  } while (r->status == FJ_UNESCAPE_FULL);
  r->at = (size_t)(u.p - text);
  r->bad = (size_t)(u.bad - text);
}

static void check_same(const Result *a, const Result *b) {
  assert_int_equal(a->status, b->status);
  assert_int_equal(a->at, b->at);
  assert_int_equal(a->bad, b->bad);
  assert_int_equal(a->n, b->n);
  assert_memory_equal(a->text, b->text, a->n);
}

/* The closing quote of s[0..n), or n. */
static size_t close_of(const char *s, size_t n) {
  size_t i;
  for (i = 0; i < n && s[i] != '"'; i++) i += s[i] == '\\';
  return i < n ? i : n;
}

/* Every kernel, for a text that ends `behind` bytes after s[0..n).  r is what strict
** decoding gives. */
static void check_kernels(const char *s, size_t n, size_t behind, const Result *r) {
  size_t i, close = close_of(s, n);
  const FjKernel *k;
  const char *text = (const char *)memcpy(input_end - behind - n, s, n);
  if (close == n || r->status == FJ_UNESCAPE_CONTROL) return;
  memset(input_end - behind, '\\', behind);
  for (i = 0; (k = fj_kernels_at(i)) != NULL; i++) {
    char *w = window_end - close - FJ_WRITE_SLACK, *end;
    if (!fj_kernels_supported(k)) continue;
    end = k->unescape(w, text, text + close, input_end);
    assert_int_equal(end != NULL, r->status == FJ_UNESCAPE_OK);
    if (end == NULL) continue;
    assert_int_equal(end - w, r->n);
    assert_memory_equal(w, r->text, r->n);
  }
}

static void check_modes(const char *s, size_t n, size_t room) {
  static Result ours, theirs;
  int bytes, surrogates;
  twin(&theirs, s, n, FJ_UTF8_PASS, FJ_UTF8_ERROR);
  check_kernels(s, n, 0, &theirs);
  check_kernels(s, n, 1 + room % 150, &theirs);
  for (bytes = 0; bytes < FJ_UTF8_MODES; bytes++) {
    for (surrogates = 0; surrogates < FJ_UTF8_MODES; surrogates++) {
      twin(&theirs, s, n, (FjUtf8Mode)bytes, (FjUtf8Mode)surrogates);
      unescape_by(&ours, s, n, (FjUtf8Mode)bytes, (FjUtf8Mode)surrogates, room);
      check_same(&ours, &theirs);
      unescape_by(&ours, s, n, (FjUtf8Mode)bytes, (FjUtf8Mode)surrogates,
                  FJ_UNESCAPE_ROOM(n, bytes));
      check_same(&ours, &theirs);
    }
  }
}

/* Every start of s, at all distances from a word's end, in small and large windows. */
static void check_starts(const char *s, size_t n) {
  char text[64];
  size_t before, k;
  for (before = 0; before < 9; before++) {
    memset(text, 'a', before);
    memcpy(text + before, s, n);
    for (k = 0; k <= before + n; k++) check_modes(text, k, 4 + k % 13);
  }
}

typedef struct Case {
  const char *in, *out;
  FjUnescapeStatus status;
  size_t at, bad;
} Case;

static const Case cases[] = {
  { "\"", "", FJ_UNESCAPE_OK, 0, 0 },
  { "abc\"d", "abc", FJ_UNESCAPE_OK, 3, 3 },
  { "\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", FJ_UNESCAPE_OK, 16, 16 },
  { "\\u0041\\u00e9\\u20AC\"", "A\xC3\xA9\xE2\x82\xAC", FJ_UNESCAPE_OK, 18, 18 },
  { "\\ud83d\\uDE00\"", "\xF0\x9F\x98\x80", FJ_UNESCAPE_OK, 12, 12 },
  { "\\uDBFF\\uDFFF\"", "\xF4\x8F\xBF\xBF", FJ_UNESCAPE_OK, 12, 12 },
  { "\\uFFFF\\uD7FF\\uE000\"", "\xEF\xBF\xBF\xED\x9F\xBF\xEE\x80\x80", FJ_UNESCAPE_OK, 18,
    18 },
  { "\x7F\xC2\x80\"", "\x7F\xC2\x80", FJ_UNESCAPE_OK, 3, 3 },
  { "ab\\x\"", "ab", FJ_UNESCAPE_BAD_ESCAPE, 2, 3 },
  { "\\U0041\"", "", FJ_UNESCAPE_BAD_ESCAPE, 0, 1 },
  { "\\'\"", "", FJ_UNESCAPE_BAD_ESCAPE, 0, 1 },
  { "a\\u00g0\"", "a", FJ_UNESCAPE_BAD_UNICODE, 1, 5 },
  { "\\u123\"", "", FJ_UNESCAPE_BAD_UNICODE, 0, 5 },
  { "\\u+123\"", "", FJ_UNESCAPE_BAD_UNICODE, 0, 2 },
  { "b\\ud800\"", "b", FJ_UNESCAPE_LONE_SURROGATE, 1, 1 },
  { "b\\udc00\\ud800\"", "b", FJ_UNESCAPE_LONE_SURROGATE, 1, 1 },
  { "\\ud800\\n\"", "", FJ_UNESCAPE_LONE_SURROGATE, 0, 0 },
  { "\\ud800\\u0041\"", "", FJ_UNESCAPE_LONE_SURROGATE, 0, 0 },
  { "\\ud800\\ud800\\udc00\"", "", FJ_UNESCAPE_LONE_SURROGATE, 0, 0 },
  { "\\ud800 \\udc00\"", "", FJ_UNESCAPE_LONE_SURROGATE, 0, 0 },
  { "12345678\n\"", "12345678", FJ_UNESCAPE_CONTROL, 8, 8 },
  { "\x1F", "", FJ_UNESCAPE_CONTROL, 0, 0 },
  { "ab\xC3\"", "ab", FJ_UNESCAPE_BAD_UTF8, 2, 2 },
  { "\xED\xA0\x80\"", "", FJ_UNESCAPE_BAD_UTF8, 0, 0 },
  { "\xC0\xAF\"", "", FJ_UNESCAPE_BAD_UTF8, 0, 0 },
  { "", "", FJ_UNESCAPE_UNTERMINATED, 0, 0 },
  { "abcdefgh", "abcdefgh", FJ_UNESCAPE_UNTERMINATED, 8, 8 },
  { "a\\", "a", FJ_UNESCAPE_UNTERMINATED, 2, 2 },
  { "a\\u12", "a", FJ_UNESCAPE_UNTERMINATED, 5, 5 },
  { "a\\ud800\\u", "a", FJ_UNESCAPE_UNTERMINATED, 9, 9 },
};

static void test_cases(void **state) {
  static Result r;
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(cases); i++) {
    const Case *c = &cases[i];
    unescape_by(&r, c->in, strlen(c->in), FJ_UTF8_ERROR, FJ_UTF8_ERROR, 64);
    assert_int_equal(r.status, c->status);
    assert_int_equal(r.n, strlen(c->out));
    assert_memory_equal(r.text, c->out, r.n);
    assert_int_equal(r.at, c->at);
    assert_int_equal(r.bad, c->bad);
    check_starts(c->in, strlen(c->in));
  }
}

static void check_text(const char *in, FjUtf8Mode bytes, FjUtf8Mode surrogates,
                       const char *out) {
  static Result r;
  unescape_by(&r, in, strlen(in), bytes, surrogates, 64);
  assert_int_equal(r.status, FJ_UNESCAPE_OK);
  assert_int_equal(r.n, strlen(out));
  assert_memory_equal(r.text, out, r.n);
}

static void test_replace_and_pass(void **state) {
  (void)state;
  check_text("\\ud800x\"", FJ_UTF8_ERROR, FJ_UTF8_REPLACE, "\xEF\xBF\xBDx");
  check_text("\\udfff\\ud800\"", FJ_UTF8_ERROR, FJ_UTF8_PASS, "\xED\xBF\xBF\xED\xA0\x80");
  check_text("\\ud800\\ud83d\\ude00\"", FJ_UTF8_ERROR, FJ_UTF8_REPLACE,
             "\xEF\xBF\xBD\xF0\x9F\x98\x80");
  check_text("\xFF\xE2\x82z\"", FJ_UTF8_REPLACE, FJ_UTF8_ERROR,
             "\xEF\xBF\xBD\xEF\xBF\xBDz");
  check_text("\xFF\xE2\x82z\"", FJ_UTF8_PASS, FJ_UTF8_ERROR, "\xFF\xE2\x82z");
}

/* Every \uXXXX, in both cases of letters, alone and behind a high surrogate. */
static void test_every_unicode(void **state) {
  unsigned long code;
  char text[32];
  (void)state;
  for (code = 0; code < 0x10000; code++) {
    size_t n = (size_t)sprintf(text, code & 1 ? "\\u%04lX\"" : "\\u%04lx\"", code);
    check_modes(text, n, 8);
    n = (size_t)sprintf(text, "\\ud83d\\u%04lx\"", code);
    check_modes(text, n, 8);
  }
}

/* Every byte behind a backslash, as a byte of its own, and at each place of \uXXXX. */
static void test_every_byte(void **state) {
  char text[] = "\\u0041\\u0041\"";
  int c;
  size_t i, n = sizeof text - 1;
  (void)state;
  for (i = 0; i < n; i++) {
    for (c = 0; c < 256; c++) {
      char was = text[i];
      text[i] = (char)c;
      check_modes(text, n, 8);
      text[i] = was;
    }
  }
}

/* Every sequence of a lead byte and two more, in a word's worth of text. */
static void test_every_sequence(void **state) {
  static const unsigned char second[] = {
    0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0
  };
  char text[] = "abcdefghijklmnop\"";
  int lead, third;
  size_t i;
  (void)state;
  for (lead = 0x80; lead < 0x100; lead++) {
    for (i = 0; i < COUNT(second); i++) {
      for (third = 0x7F; third <= 0xC0; third += third == 0x80 ? 63 : 1) {
        text[2] = (char)lead;
        text[3] = (char)second[i];
        text[4] = (char)third;
        check_modes(text, sizeof text - 1, 16);
      }
    }
  }
}

static size_t random_piece(char *w) {
  static const char *const pieces[] = {
    "\\n",          "\\\"",
    "\\\\",         "\\/",
    "\\u00e9",      "\\ud83d\\ude00",
    "\\uD800",      "a",
    "word ",        "\xC3\xA9",
    "\xE2\x82\xAC", "\xF0\x9F\x98\x80",
    "\\udc00",      "\\u",
    "\xE2\x82",     "\xFF",
    "\t",           "plain text of some length",
  };
  uint64_t r = random64();
  const char *piece = pieces[r % COUNT(pieces)];
  /* Errors are rarer, so that strings are not always over at once. */
  if (r % COUNT(pieces) >= 12 && (r >> 32) % 4 != 0) piece = pieces[4];
  memcpy(w, piece, strlen(piece));
  return strlen(piece);
}

static void test_random(void **state) {
  long i, rounds = getenv("FJ_LONG") != NULL ? 20000000 : 100000;
  char text[MOST];
  (void)state;
  for (i = 0; i < rounds; i++) {
    size_t n = 0, most = random64() % 160;
    while (n < most) n += random_piece(text + n);
    text[n++] = '"';
    if (random64() % 4 == 0) text[random64() % n] = (char)random64();
    if (random64() % 4 == 0) n = random64() % (n + 1);
    check_modes(text, n, 4 + random64() % 64);
  }
}

/* Each escape at every place of a block and of the end of the text, for every kernel. */
static void test_every_place(void **state) {
  static const char *const escapes[] = {
    "\\n", "\\\\",  "\\\"",    "\\u0061", "\\u20ac", "\\ud83d\\ude00",
    "\\x", "\\u12", "\\udc00",
  };
  static Result theirs;
  char text[MOST];
  size_t i, before, after, n;
  (void)state;
  for (i = 0; i < COUNT(escapes); i++) {
    for (before = 0; before < 140; before++) {
      for (after = 0; after < 140; after++) {
        n = strlen(escapes[i]);
        memset(text, 'a', before + n + after);
        memcpy(text + before, escapes[i], n);
        n += before + after;
        text[n++] = '"';
        twin(&theirs, text, n, FJ_UTF8_PASS, FJ_UTF8_ERROR);
        check_kernels(text, n, 0, &theirs);
        check_kernels(text, n, 200, &theirs);
      }
    }
  }
}

/* Runs of backslashes and of each escape, of every length at every place of a block. */
static void test_every_run(void **state) {
  static const char *const units[] = { "\\\\", "\\n", "\\u00e9", "\\ud83d\\ude00" };
  static Result theirs;
  char text[MOST];
  size_t i, before, count, k, n;
  (void)state;
  for (i = 0; i < COUNT(units); i++) {
    size_t length = strlen(units[i]);
    for (before = 0; before <= 65; before++) {
      for (count = 1; count <= 70; count++) {
        memset(text, 'a', before);
        for (k = 0; k < count; k++) memcpy(text + before + k * length, units[i], length);
        n = before + count * length;
        memcpy(text + n, "\\\"b\"", 4);
        n += 4;
        twin(&theirs, text, n, FJ_UTF8_PASS, FJ_UTF8_ERROR);
        check_kernels(text, n, before % 3 * 50, &theirs);
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_cases),          cmocka_unit_test(test_replace_and_pass),
    cmocka_unit_test(test_every_unicode),  cmocka_unit_test(test_every_byte),
    cmocka_unit_test(test_every_sequence), cmocka_unit_test(test_random),
    cmocka_unit_test(test_every_place),    cmocka_unit_test(test_every_run),
  };
  return cmocka_run_group_tests(tests, map_pages, NULL);
}

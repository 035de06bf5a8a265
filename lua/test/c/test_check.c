/*
** test_check.c — the JSON checker: every production of RFC 8259 and ways to break it; then
** against a slow twin on thousands of mutilated texts.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "dec/fj_check.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* -- The slow twin: recursive, a byte at a time ----------------------------------------- */

typedef struct Twin {
  const char *s;
  size_t n, at;
  size_t depth;
  size_t bad; /* set when a function returns 0 */
} Twin;

static int twin_bad(Twin *t, size_t at) {
  t->bad = at;
  return 0;
}

static int twin_peek(const Twin *t) {
  return t->at < t->n ? (unsigned char)t->s[t->at] : -1;
}

static int twin_take(Twin *t, const char *set) {
  int c = twin_peek(t);
  if (c <= 0 || strchr(set, c) == NULL) return 0;
  t->at++;
  return 1;
}

static void twin_space(Twin *t) {
  while (twin_take(t, " \t\r\n")) {
  }
}

static int twin_word(Twin *t, const char *word) {
  for (; *word != '\0'; word++) {
    char one[2] = { 0, 0 };
    one[0] = *word;
    if (!twin_take(t, one)) return twin_bad(t, t->at);
  }
  return 1;
}

static int twin_digits(Twin *t) {
  if (!twin_take(t, "0123456789")) return twin_bad(t, t->at);
  while (twin_take(t, "0123456789")) {
  }
  return 1;
}

static int twin_number(Twin *t) {
  (void)twin_take(t, "-");
  if (!twin_take(t, "0") && !twin_digits(t)) return 0;
  if (twin_take(t, ".") && !twin_digits(t)) return 0;
  if (!twin_take(t, "eE")) return 1;
  (void)twin_take(t, "+-");
  return twin_digits(t);
}

static int twin_hex4(Twin *t, unsigned *code) {
  static const char hex[] = "0123456789abcdefABCDEF";
  int i;
  for (*code = 0, i = 0; i < 4; i++) {
    int c = twin_peek(t);
    if (!twin_take(t, hex)) return twin_bad(t, t->at);
    *code = *code * 16 + (unsigned)(c <= '9' ? c - '0' : (c & 7) + 9);
  }
  return 1;
}

static int twin_escape(Twin *t) {
  size_t start = t->at - 1;
  unsigned code;
  if (twin_take(t, "\"\\/bfnrt")) return 1;
  if (!twin_take(t, "u")) return twin_bad(t, t->at);
  if (!twin_hex4(t, &code)) return 0;
  if (code < 0xD800 || code > 0xDFFF) return 1;
  if (code >= 0xDC00) return twin_bad(t, start);
  if (!twin_take(t, "\\") || !twin_take(t, "u"))
    return twin_bad(t, twin_peek(t) < 0 ? t->n : start);
  if (!twin_hex4(t, &code)) return twin_bad(t, twin_peek(t) < 0 ? t->n : start);
  return code >= 0xDC00 && code <= 0xDFFF ? 1 : twin_bad(t, start);
}

/* One sequence of two bytes or more, by the definition: decoded, then judged by its value. */
static int twin_sequence(Twin *t) {
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  int c = twin_peek(t);
  size_t i, length = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : 2, start = t->at;
  uint32_t code = (uint32_t)c & (0x7Fu >> length);
  if (c < 0xC0 || c >= 0xF8 || length > t->n - start) return twin_bad(t, start);
  for (i = 1; i < length; i++) {
    uint32_t next = (unsigned char)t->s[start + i];
    if (next >> 6 != 2) return twin_bad(t, start);
    code = code << 6 | (next & 0x3F);
  }
  if (code < least[length] || code > 0x10FFFF) return twin_bad(t, start);
  if (code >= 0xD800 && code <= 0xDFFF) return twin_bad(t, start);
  t->at += length;
  return 1;
}

static int twin_string(Twin *t) {
  if (!twin_take(t, "\"")) return twin_bad(t, t->at);
  for (;;) {
    int c = twin_peek(t);
    if (c < 0x20) return twin_bad(t, t->at);
    if (twin_take(t, "\"")) return 1;
    if (twin_take(t, "\\")) {
      if (!twin_escape(t)) return 0;
    } else if (c < 0x80) {
      t->at++;
    } else if (!twin_sequence(t)) {
      return 0;
    }
  }
}

static int twin_value(Twin *t);

static int twin_members(Twin *t, int object) {
  twin_space(t);
  if (twin_take(t, object ? "}" : "]")) return 1;
  for (;;) {
    twin_space(t);
    if (object) {
      if (!twin_string(t)) return 0;
      twin_space(t);
      if (!twin_take(t, ":")) return twin_bad(t, t->at);
    }
    if (!twin_value(t)) return 0;
    twin_space(t);
    if (twin_take(t, object ? "}" : "]")) return 1;
    if (!twin_take(t, ",")) return twin_bad(t, t->at);
  }
}

static int twin_value(Twin *t) {
  int c, ok;
  twin_space(t);
  c = twin_peek(t);
  if (c == '"') return twin_string(t);
  if (c == 't') return twin_word(t, "true");
  if (c == 'f') return twin_word(t, "false");
  if (c == 'n') return twin_word(t, "null");
  if (c != '[' && c != '{')
    return c == '-' || (c >= '0' && c <= '9') ? twin_number(t) : twin_bad(t, t->at);
  if (t->depth == 0) return twin_bad(t, t->at);
  t->depth--;
  t->at++;
  ok = twin_members(t, c == '{');
  t->depth++;
  return ok;
}

static int check_slow(const char *s, size_t n, size_t max_depth, size_t *err_off) {
  Twin t = { NULL, 0, 0, 0, 0 };
  t.s = s;
  t.n = n;
  t.depth = max_depth;
  if (twin_value(&t)) {
    twin_space(&t);
    if (t.at == n) return 0;
    t.bad = t.at;
  }
  *err_off = t.bad;
  return 1;
}

static void *host_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize != 0) return realloc(block, nsize);
  free(block);
  return NULL;
}

static int check_fast(const char *s, size_t n, size_t max_depth, size_t *err_off) {
  static const FjAlloc host = { host_alloc, NULL };
  return fj_check(s, n, max_depth, &host, err_off) != FJ_ERR_OK;
}

/* -- Running both ----------------------------------------------------------------------- */

#define VALID ((size_t)-1)

/* In memory of exactly n bytes and the NUL behind, so that a sanitizer sees a read past them. */
static size_t offset_by(int (*check)(const char *, size_t, size_t, size_t *),
                        const char *s, size_t n, size_t max_depth) {
  char *exact = (char *)malloc(n + 1);
  size_t err_off = VALID;
  int code;
  assert_non_null(exact);
  memcpy(exact, s, n);
  exact[n] = 0;
  code = check(exact, n, max_depth, &err_off);
  free(exact);
  assert_int_equal(code != 0, err_off != VALID);
  if (code != 0) assert_true(err_off <= n);
  return err_off;
}

static void expect_offset(const char *s, size_t n, size_t expected) {
  assert_int_equal(offset_by(check_fast, s, n, 100), expected);
  assert_int_equal(offset_by(check_slow, s, n, 100), expected);
}

static void expect_agreement(const char *s, size_t n) {
  assert_int_equal(offset_by(check_fast, s, n, 6), offset_by(check_slow, s, n, 6));
}

/* -- Productions ------------------------------------------------------------------------ */

static void test_valid(void **state) {
  static const char *const texts[] = {
    "null",
    "true",
    "false",
    " \t\r\n0 \t\r\n",
    "\"\"",
    "[]",
    "{}",
    "[ ]",
    "{ }",
    "0",
    "-0",
    "1",
    "-1",
    "10",
    "1234567890",
    "0.0",
    "0.5",
    "-0.5e1",
    "1e5",
    "1E5",
    "1e+5",
    "1E-5",
    "1.25e-10",
    "1e00",
    "123456789012345678901234567890.1e999",
    "[1]",
    "[1,2]",
    "[ 1 , 2 ]",
    "[[],{}]",
    "[[[[]]]]",
    "{\"a\":1}",
    "{ \"a\" : 1 }",
    "{\"a\":1,\"a\":2}",
    "{\"\":{\"\":{}}}",
    "{\"a\":[1,{\"b\":null}]}",
    "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
    "\"\\u0000\"",
    "\"\\uABCD\\uabcd\"",
    "\"\x7f\"",
    "\"\\uD83D\\uDE00\"",
    "\"\\ud800\\udc00\\udbff\\udfff\"",
    "\"\\uE000\\uD7FF\"",
    "\"\xc2\x80\"",
    "\"\xdf\xbf\"",
    "\"\xe0\xa0\x80\"",
    "\"\xed\x9f\xbf\"",
    "\"\xee\x80\x80\"",
    "\"\xef\xbf\xbf\"",
    "\"\xf0\x90\x80\x80\"",
    "\"\xf4\x8f\xbf\xbf\"",
    "\"seven b\"",
    "\"eight by\"",
    "\"a string that is longer than a word\"",
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(texts); i++) expect_offset(texts[i], strlen(texts[i]), VALID);
}

static void test_invalid(void **state) {
  static const struct {
    const char *text;
    size_t offset;
  } texts[] = {
    /* nothing, or too much */
    { "", 0 },
    { "  ", 2 },
    { "1 1", 2 },
    { "nullnull", 4 },
    { "[]]", 2 },
    { "{}1", 2 },
    { ",", 0 },
    { "]", 0 },
    { "}", 0 },
    { ":", 0 },
    { "\f1", 0 },
    { "\v1", 0 },
    { "\xef\xbb\xbf"
      "1",
      0 },
    { "\xc2\xa0"
      "1",
      0 },
    { "1\xc2\xa0", 1 },
    { "/**/1", 0 },
    { "1//", 1 },
    /* literals */
    { "nul", 3 },
    { "nulL", 3 },
    { "Null", 0 },
    { "truE", 3 },
    { "tru", 3 },
    { "True", 0 },
    { "falsy", 4 },
    { "fals", 4 },
    { "undefined", 0 },
    { "NaN", 0 },
    { "Infinity", 0 },
    { "-Infinity", 1 },
    { "nil", 1 },
    /* numbers */
    { "-", 1 },
    { "+1", 0 },
    { "00", 1 },
    { "01", 1 },
    { "-01", 2 },
    { "1.", 2 },
    { ".5", 0 },
    { "-.5", 1 },
    { "1.e5", 2 },
    { "1e", 2 },
    { "1e+", 3 },
    { "1e+-1", 3 },
    { "1e1.5", 3 },
    { "1.2.3", 3 },
    { "0x10", 1 },
    { "1_000", 1 },
    { "1,5", 1 },
    { "--1", 1 },
    { "1-", 1 },
    { "1e5e5", 3 },
    /* arrays */
    { "[", 1 },
    { "[1", 2 },
    { "[1,", 3 },
    { "[1,]", 3 },
    { "[,1]", 1 },
    { "[1,,2]", 3 },
    { "[1 2]", 3 },
    { "[1}", 2 },
    { "[}", 1 },
    { "[1:2]", 2 },
    { "[[]", 3 },
    { "[]{", 2 },
    /* objects */
    { "{", 1 },
    { "{]", 1 },
    { "{1:2}", 1 },
    { "{a:1}", 1 },
    { "{'a':1}", 1 },
    { "{\"a\"", 4 },
    { "{\"a\"}", 4 },
    { "{\"a\":", 5 },
    { "{\"a\":}", 5 },
    { "{\"a\":1", 6 },
    { "{\"a\":1,", 7 },
    { "{\"a\":1,}", 7 },
    { "{\"a\":1]", 6 },
    { "{,\"a\":1}", 1 },
    { "{\"a\" 1}", 5 },
    { "{\"a\"::1}", 5 },
    { "{\"a\":1,,}", 7 },
    { "{\"a\":1 \"b\":2}", 7 },
    { "{\"a\":1:2}", 6 },
    { "{null:1}", 1 },
    { "{[]:1}", 1 },
    /* strings */
    { "\"", 1 },
    { "\"abc", 4 },
    { "'a'", 0 },
    { "\"\n\"", 1 },
    { "\"a\tb\"", 2 },
    { "\"\x01\"", 1 },
    { "\"\x1f\"", 1 },
    { "\"eight by\x1f\"", 9 },
    { "\"\\", 2 },
    { "\"\\\"", 3 },
    { "\"\\a\"", 2 },
    { "\"\\x41\"", 2 },
    { "\"\\0\"", 2 },
    { "\"\\'\"", 2 },
    { "\"\\U0041\"", 2 },
    { "\"\\u\"", 3 },
    { "\"\\u1\"", 4 },
    { "\"\\u12\"", 5 },
    { "\"\\u123\"", 6 },
    { "\"\\u123g\"", 6 },
    { "\"\\u 123\"", 3 },
    { "\"\\u123", 6 },
    { "\"\\u+123\"", 3 },
    /* surrogates: the escape that is alone */
    { "\"\\uD800\"", 1 },
    { "\"x\\uDBFF\"", 2 },
    { "\"\\uDC00\"", 1 },
    { "\"\\uDFFF\\uD800\"", 1 },
    { "\"\\uD800\\uD800\"", 1 },
    { "\"\\uD800x\"", 1 },
    { "\"\\uD800\\n\"", 1 },
    { "\"\\uD800\\u0041\"", 1 },
    { "\"\\uD800\\uE000\"", 1 },
    { "\"\\uD800\\uDC0\"", 1 },
    { "\"\\uD83D\\uDE00\\uDE00\"", 13 },
    { "\"\\uD800", 7 },
    { "\"\\uD800\\", 8 },
    { "\"\\uD800\\u", 9 },
    /* UTF-8: the start of the sequence */
    { "\"\x80\"", 1 },
    { "\"a\xbf\"", 2 },
    { "\"\xc0\x80\"", 1 },
    { "\"\xc1\xbf\"", 1 },
    { "\"\xc2\"", 1 },
    { "\"\xc2\xc2\"", 1 },
    { "\"\xe0\x9f\xbf\"", 1 },
    { "\"\xe2\x82\"", 1 },
    { "\"\xe2\x82", 1 },
    { "\"\xed\xa0\x80\"", 1 },
    { "\"\xed\xbf\xbf\"", 1 },
    { "\"\xf0\x8f\xbf\xbf\"", 1 },
    { "\"\xf0\x9f\x98\"", 1 },
    { "\"\xf4\x90\x80\x80\"", 1 },
    { "\"\xf5\x80\x80\x80\"", 1 },
    { "\"\xff\"", 1 },
    { "\"eight byte\xfe\"", 11 },
    { "\xff", 0 },
    { "[\"\xc3\xa9\",\"\xc3(\"]", 7 },
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(texts); i++)
    expect_offset(texts[i].text, strlen(texts[i].text), texts[i].offset);
}

static void test_nul_bytes(void **state) {
  (void)state;
  expect_offset("\0", 1, 0);
  expect_offset("1\0", 2, 1);
  expect_offset("\"\0\"", 3, 1);
  expect_offset("\"\\\0\"", 4, 2);
  expect_offset("\"\\u\0\"", 5, 3);
  expect_offset("nul\0", 4, 3);
  expect_offset("[1,\0]", 5, 3);
}

/* -- Depth ------------------------------------------------------------------------------ */

/* `depth` levels, arrays and objects in turns of a pattern that crosses words. */
static size_t nested(char *s, size_t depth) {
  char *w = s;
  size_t i;
  for (i = 0; i < depth; i++) {
    const char *opening = i * i % 3 ? "{\"\":" : "[";
    memcpy(w, opening, strlen(opening));
    w += strlen(opening);
  }
  *w++ = '1';
  while (i-- > 0) *w++ = i * i % 3 ? '}' : ']';
  *w = 0;
  return (size_t)(w - s);
}

static void test_depth(void **state) {
  static const size_t depths[] = { 1, 2, 63, 64, 65, 127, 128, 129, 1000, 4095, 4096 };
  static char text[6 * 5000];
  size_t i, n, err_off;
  (void)state;
  for (i = 0; i < COUNT(depths); i++) {
    n = nested(text, depths[i]);
    assert_int_equal(check_fast(text, n, depths[i], &err_off), 0);
    assert_int_equal(offset_by(check_slow, text, n, depths[i]), VALID);
    assert_int_not_equal(check_fast(text, n, depths[i] - 1, &err_off), 0);
    assert_int_equal(offset_by(check_slow, text, n, depths[i] - 1), err_off);
    assert_true(text[err_off] == '[' || text[err_off] == '{');
  }
  /* A wrong closer at every level. */
  n = nested(text, 200);
  for (i = n - 200; i < n; i++) {
    text[i] ^= ']' ^ '}';
    assert_int_equal(check_fast(text, n, 200, &err_off), 1);
    assert_int_equal(err_off, i);
    text[i] ^= ']' ^ '}';
  }
}

/* However much is allowed, 4096 levels are the most; a million brackets need no stack. */
static void test_depth_bounded(void **state) {
  static char text[1000000];
  size_t err_off = 0;
  (void)state;
  memset(text, '[', sizeof text);
  assert_int_not_equal(check_fast(text, sizeof text, SIZE_MAX, &err_off), 0);
  assert_int_equal(err_off, 4096);
  assert_int_not_equal(check_fast("[]", 2, 0, &err_off), 0);
  assert_int_equal(err_off, 0);
  assert_int_equal(check_fast("1", 1, 0, &err_off), 0);
}

/* -- Mutilation ------------------------------------------------------------------------- */

static const char document[] =
    " {\"id\": -12.5e+3, \"list\" : [1, 20, 0, 0.25, true, false, null, [], {}],\r\n"
    "\t\"text\": \"plain text of some length, \xc3\xa9 \xe6\x97\xa5 \xf0\x9f\x98\x80\","
    "\"escaped\\u0020key\" : \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00 end\","
    "\"deep\": [[{\"a\": [{\"\": 1E-2}]}]] } ";

static void test_truncated(void **state) {
  size_t n, length = sizeof document - 1;
  (void)state;
  expect_offset(document, length, VALID);
  expect_offset(document, length - 1, VALID); /* without the last space */
  for (n = 0; n < length - 1; n++) {
    size_t at = offset_by(check_fast, document, n, 100);
    assert_int_equal(at, offset_by(check_slow, document, n, 100));
    /* It ends too early, but for a sequence cut in two, which is wrong from its start. */
    if (at != n) assert_true(n - at < 4 && (unsigned char)document[at] >= 0xC0);
  }
}

/* Each byte replaced by each of all bytes, left out, and doubled. */
static void test_one_byte_off(void **state) {
  char text[sizeof document + 1];
  size_t i, length = sizeof document - 1;
  int c;
  (void)state;
  for (i = 0; i < length; i++) {
    memcpy(text, document, length);
    for (c = 0; c < 256; c++) {
      text[i] = (char)c;
      expect_agreement(text, length);
    }
    memcpy(text + i, document + i + 1, length - i - 1);
    expect_agreement(text, length - 1);
    memcpy(text, document, i + 1);
    memcpy(text + i + 1, document + i, length - i);
    expect_agreement(text, length + 1);
  }
}

static uint32_t random32(void) {
  static uint64_t state = 1;
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(state >> 33);
}

/* Short texts of JSON's own pieces: many are valid, most nearly. */
static void test_random_pieces(void **state) {
  static const char *const pieces[] = {
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "D83D",
    "DE00",
    "00e9",
    "0",
    "1",
    "-",
    ".",
    "e",
    "+",
    "true",
    "null",
    " ",
    "\n",
    "\"a\"",
    "\"\"",
    "\"a\":",
    "[]",
    "{}",
    "1,",
    "\xc3\xa9",
    "\xe2\x82",
    "\x80",
    "\xed\xa0\x80",
    "eight by",
    "\\n",
    "\\uD83D\\uDE00",
  };
  char text[256];
  int i, valid = 0;
  (void)state;
  for (i = 0; i < 300000; i++) {
    size_t n = 0, count = 1 + random32() % 10;
    while (count-- > 0) {
      const char *piece = pieces[random32() % COUNT(pieces)];
      memcpy(text + n, piece, strlen(piece));
      n += strlen(piece);
    }
    expect_agreement(text, n);
    valid += offset_by(check_fast, text, n, 6) == VALID;
  }
  assert_true(valid > 1000); /* the pieces do make valid texts */
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_valid),         cmocka_unit_test(test_invalid),
    cmocka_unit_test(test_nul_bytes),     cmocka_unit_test(test_depth),
    cmocka_unit_test(test_depth_bounded), cmocka_unit_test(test_truncated),
    cmocka_unit_test(test_one_byte_off),  cmocka_unit_test(test_random_pieces),
  };
  return cmocka_run_group_tests_name("check", tests, NULL, NULL);
}

/*
** test_kernels.c — the slow twin against hand-made vectors and the definition of UTF-8;
** then every tier, by name, against the slow twin.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "test_kernels_judge.h"

/* ---- the slow twin ---- */

typedef struct Vector {
  FjEscapeMode mode;
  FjUtf8Mode utf8;
  const char *input, *expected; /* expected NULL: an error */
} Vector;

static const Vector vectors[] = {
  { FJ_ESC_E0, FJ_UTF8_ERROR, "a\"\\/\n\x7f\xff", "a\"\\/\n\x7f\xff" },
  { FJ_ESC_E1, FJ_UTF8_ERROR, "a\"\\/\n\x7f\xff", "a**/\n\x7f\xff" },
  { FJ_ESC_E2, FJ_UTF8_ERROR, "a\"\\/\n\x7f\xff", "a\\\"\\\\/\n\x7f\xff" },
  { FJ_ESC_E3, FJ_UTF8_ERROR, "a\"\\/\n\x7f\xff", "a\\\"\\\\\\/\n\x7f\xff" },
  { FJ_ESC_E4, FJ_UTF8_ERROR, "a\"\\/\n\x7f\xff", "a\\\"\\\\\\/\\n\\u007f\xff" },
  { FJ_ESC_E4, FJ_UTF8_ERROR, "\b\t\n\f\r\x01\x0b\x1f",
    "\\b\\t\\n\\f\\r\\u0001\\u000b\\u001f" },
  { FJ_ESC_JSON, FJ_UTF8_ERROR, "\b\t\n\f\r\x01\x0b\x1f",
    "\\b\\t\\n\\f\\r\\u0001\\u000b\\u001f" },
  { FJ_ESC_JSON, FJ_UTF8_ERROR, "\"\\/<>&'\x7f", "\\\"\\\\/<>&'\x7f" },
  { FJ_ESC_HTML, FJ_UTF8_ERROR, "\"\\/<>&'\x7f",
    "\\\"\\\\\\/\\u003c\\u003e\\u0026'\x7f" },
  { FJ_ESC_WARY, FJ_UTF8_PASS,
    "\"/\x7f\x1f\xc2\x7f\xc2\x9f\xc2\xa0\xc3\xa9\xe2\x80\xa8\xe2\x80\xef\xbf\xbf\xff",
    "\\\"/\\u007f\\u001f\xc2\\u007f\\u009f\xc2\xa0\xc3\xa9\\u2028\xe2\x80\\uffff\xff" },
  { FJ_ESC_ASCII, FJ_UTF8_ERROR, "\"\\/<>&'\x7f", "\\\"\\\\/<>&'\x7f" },
  /* é, 日, U+2028, U+2029, U+1F600 */
  { FJ_ESC_JSON, FJ_UTF8_ERROR,
    "\xc3\xa9\xe6\x97\xa5\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x98\x80",
    "\xc3\xa9\xe6\x97\xa5\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x98\x80" },
  { FJ_ESC_HTML, FJ_UTF8_ERROR,
    "\xc3\xa9\xe6\x97\xa5\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x98\x80",
    "\xc3\xa9\xe6\x97\xa5\\u2028\\u2029\xf0\x9f\x98\x80" },
  { FJ_ESC_ASCII, FJ_UTF8_ERROR,
    "\xc3\xa9\xe6\x97\xa5\xe2\x80\xa8\xe2\x80\xa9\xf0\x9f\x98\x80",
    "\\u00e9\\u65e5\\u2028\\u2029\\ud83d\\ude00" },
  { FJ_ESC_JSON, FJ_UTF8_ERROR, "a\x80", NULL },
  { FJ_ESC_HTML, FJ_UTF8_ERROR, "a\xe2\x80", NULL },
  { FJ_ESC_ASCII, FJ_UTF8_ERROR, "a\xed\xa0\x80", NULL },
  { FJ_ESC_JSON, FJ_UTF8_PASS, "a\x80\"", "a\x80\\\"" },
  { FJ_ESC_HTML, FJ_UTF8_PASS, "\xe2\x80<\xe2\x80\xa8\xff",
    "\xe2\x80\\u003c\\u2028\xff" },
  { FJ_ESC_ASCII, FJ_UTF8_PASS, "\xe2\x80\xc3\xa9\xff", "\xe2\x80\\u00e9\xff" },
  /* One U+FFFD for each maximal subpart (Unicode, chapter 3, U+FFFD substitution). */
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xe2\x80z", "\xef\xbf\xbdz" },
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xf0\x9f\x98", "\xef\xbf\xbd" },
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd" },
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xed\xa0\x80",
    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xe0\x80\x80",
    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
  { FJ_ESC_JSON, FJ_UTF8_REPLACE, "\xf4\x90\x80\x80",
    "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd" },
  { FJ_ESC_ASCII, FJ_UTF8_REPLACE, "\xf1\x80\xe1\x80\xc2z\x80",
    "\\ufffd\\ufffd\\ufffdz\\ufffd" },
  { FJ_ESC_HTML, FJ_UTF8_REPLACE, "<\xff>", "\\u003c\xef\xbf\xbd\\u003e" },
};

static void test_slow_twin(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const Vector *v = &vectors[i];
    char out[256];
    char *end =
        fj_escape_slow(out, v->input, strlen(v->input), fj_escape_get(v->mode, v->utf8));
    if (v->expected == NULL) {
      assert_null(end);
      continue;
    }
    assert_non_null(end);
    *end = '\0';
    assert_string_equal(out, v->expected);
  }
}

/* Every byte that a mode does not list is left alone, and the class tables list the same
** bytes as the texts change. */
static void test_tables(void **state) {
  (void)state;
  for (int mode = 0; mode < FJ_ESC_MODES; mode++) {
    const FjEscape *e = fj_escape_get((FjEscapeMode)mode, FJ_UTF8_PASS);
    for (int c = 0; c < 128; c++) {
      const uint8_t *text = e->text[c];
      int kind = e->low[c & 15] & e->high[c >> 4];
      int changed = text[FJ_ESCAPE_LENGTH] != 1 || text[0] != c;
      assert_int_equal(kind != 0, changed);
      if (text[FJ_ESCAPE_LENGTH] == 2)
        assert_int_equal(kind & FJ_CLASS_SIX, 0);
      else if (changed)
        assert_int_equal(kind & FJ_CLASS_TWO, 0);
    }
    for (int c = 128; c < 256; c++) assert_int_equal(e->text[c][FJ_ESCAPE_LENGTH], 1);
  }
}

/* The definition, apart from any decoder: a sequence is well-formed when it is what some
** code point encodes to.  All sequences of up to three bytes, and of four with the lead
** bytes that can begin one. */
static void test_decode_all(void **state) {
  (void)state;
  for (uint32_t code = 0; code < 0x110000; code++) {
    char s[8];
    size_t n = (size_t)(fj_utf8_put(s, code) - s);
    FjRune rune = fj_utf8_decode(s, n);
    int surrogate = code >= 0xD800 && code < 0xE000;
    assert_int_equal(rune.code, surrogate ? FJ_UTF8_BAD : code);
    assert_int_equal(rune.length, surrogate ? 1 : n);
    for (size_t cut = 1; cut < n && !surrogate; cut++) {
      rune = fj_utf8_decode(s, cut);
      assert_int_equal(rune.code, FJ_UTF8_BAD);
      assert_int_equal(rune.length, cut);
    }
  }
  size_t valid3 = 0, valid4 = 0;
  for (uint32_t x = 0x800000; x < 0x1000000; x++) {
    char s[3] = { (char)(x >> 16), (char)(x >> 8), (char)x };
    FjRune rune = fj_utf8_decode(s, 3);
    valid3 += rune.code != FJ_UTF8_BAD && rune.length == 3;
  }
  for (uint32_t x = 0xF0000000; x < 0xF5000000; x++) {
    char s[4] = { (char)(x >> 24), (char)(x >> 16), (char)(x >> 8), (char)x };
    valid4 += fj_utf8_decode(s, 4).code != FJ_UTF8_BAD;
  }
  assert_int_equal(valid3, 0x10000 - 0x800 - 0x800);
  assert_int_equal(valid4, 0x100000);
}

/* The offset of the first ill-formed sequence, at every place of a long valid text. */
static void test_invalid_at(void **state) {
  (void)state;
  static const char *const bad[] = { "\x80",         "\xc1\x81", "\xe3\x81",
                                     "\xed\xbf\xbf", "\xf5\x80", "\xf4\x90\x80\x80" };
  char s[200];
  for (size_t at = 0; at < 150; at++) {
    for (size_t b = 0; b < sizeof bad / sizeof *bad; b++) {
      memset(s, 'x', sizeof s);
      for (size_t i = at % 3; i + 3 <= at; i += 3) memcpy(s + i, "\xe3\x81\x82", 3);
      assert_int_equal(fj_utf8_invalid_at(s, sizeof s), sizeof s);
      memcpy(s + at, bad[b], strlen(bad[b]));
      assert_int_equal(fj_utf8_invalid_at(s, sizeof s), at);
      assert_int_equal(fj_utf8_invalid_at(s, at), at);
    }
  }
}

/* ---- selection ---- */

static void test_select(void **state) {
  (void)state;
  const char *reason = NULL;
  const FjKernel *best = fj_kernels_select(NULL, &reason), *k;
  assert_true(fj_kernels_supported(best));
  assert_non_null(reason);
  assert_ptr_equal(fj_kernels_select("", &reason), best);
  assert_ptr_equal(fj_kernels_select("no such tier", &reason), best);
  assert_non_null(strstr(reason, "unknown"));
  size_t i = 0;
  for (; (k = fj_kernels_at(i)) != NULL; i++) {
    int supported = fj_kernels_supported(k);
    assert_ptr_equal(fj_kernels_select(k->name, &reason), supported ? k : best);
    if (!supported) assert_non_null(strstr(reason, "lacks"));
  }
  assert_string_equal(fj_kernels_at(i - 1)->name, "scalar");
}

/* ---- every tier ---- */

/* The tier of that name, or NULL: skipped, and why is printed. */
static const FjKernel *tier(void **state) {
  const char *name = (const char *)*state;
  const FjKernel *k;
  for (size_t i = 0; (k = fj_kernels_at(i)) != NULL; i++) {
    if (strcmp(k->name, name) != 0) continue;
    if (fj_kernels_supported(k)) return k;
    print_message("skipped: %s needs %s, which this CPU lacks\n", name, k->needs);
    return NULL;
  }
  print_message("skipped: %s is for another architecture\n", name);
  return NULL;
}

static Judge *judge(void) {
  static Judge the_judge;
  if (the_judge.expected == NULL) the_judge = judge_new();
  return &the_judge;
}

static void agree(const char *verdict) {
  if (verdict) fail_msg("%s", verdict);
}

static void test_lengths(void **state) {
  const FjKernel *k = tier(state);
  if (k == NULL) skip();
  agree(judge_lengths(judge(), k));
}

static void test_alignments(void **state) {
  const FjKernel *k = tier(state);
  if (k == NULL) skip();
  agree(judge_alignments(judge(), k));
}

static void test_bytes(void **state) {
  const FjKernel *k = tier(state);
  if (k == NULL) skip();
  agree(judge_bytes(judge(), k));
}

static void test_sequences(void **state) {
  const FjKernel *k = tier(state);
  if (k == NULL) skip();
  agree(judge_sequences(judge(), k));
}

static void test_code_points(void **state) {
  const FjKernel *k = tier(state);
  if (k == NULL) skip();
  agree(judge_code_points(judge(), k));
}

static char name_avx512[] = "avx512", name_avx2[] = "avx2", name_sse2[] = "sse2",
            name_neon[] = "neon", name_scalar[] = "scalar";

#define TIER(name)                                                                       \
  { #name ": lengths", test_lengths, NULL, NULL, name_##name },                          \
      { #name ": alignments", test_alignments, NULL, NULL, name_##name },                \
      { #name ": bytes", test_bytes, NULL, NULL, name_##name },                          \
      { #name ": sequences", test_sequences, NULL, NULL, name_##name }, {                \
#    name ": code points", test_code_points, NULL, NULL, name_##name                     \
  }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_slow_twin),
    cmocka_unit_test(test_tables),
    cmocka_unit_test(test_decode_all),
    cmocka_unit_test(test_invalid_at),
    cmocka_unit_test(test_select),
    TIER(avx512),
    TIER(avx2),
    TIER(sse2),
    TIER(neon),
    TIER(scalar),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

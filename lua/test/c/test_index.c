/*
** test_index.c — the structural index: the slow twin against texts with known answers,
** every tier against the slow twin.  A tier that this CPU or build lacks is named.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "simd/fj_kernels.h"

#include "test_index_judge.h"

/* ---- the slow twin ---- */

typedef struct Vector {
  const char *text,
      *bits; /* `^` where a bit is set, `)` where only with those in strings */
} Vector;

static const Vector vectors[] = {
  { "", "" },
  { " \t\r\n", "    " },
  { "[1, 22]", "^^^ ^ ^" },
  { "{\"a\":\"b\"}", "^^ )^^ )^" },
  { "[true,-1.5e+3 ,x]", "^^   ^^       ^^^" },
  { "\"[{,:}]\"", "^      )" },
  { "\"a\\\"b\" 1", "^ )  ) ^" },
  { "\"a\\\\\" 1", "^ ))) ^" },
  { "\"a\\\\\\\" 1", "^ )))   " },
  { "1\"a\"b", "^^ )^" },
  { "\"a\"\"b\"", "^ )^ )" },
  { "\\\"a 1", "^   ^" },
  { "\\\\\"a\" 1", "^ ^ ) ^" },
  { "a\x0c", "^ " },
  { "\x1a,", "^^" },
  { "\xc3\xa9 \x7f", "^  ^" },
  { "\x01\x02\xef\xbb\xbf[", "^    ^" },
};

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    const char *text = vectors[i].text, *bits = vectors[i].bits;
    size_t len = strlen(text);
    assert_int_equal(strlen(bits), len);
    for (unsigned flags = 0; flags < 4; flags++) {
      FjIndex x = fj_index_start();
      uint64_t words[FJ_INDEX_BATCH], expected = 0;
      assert_int_equal(index_slow(&x, text, len, 0, words, flags), len > 0);
      for (size_t b = 0; b < len; b++)
        if (bits[b] == '^' || (bits[b] == ')' && flags & FJ_INDEX_STRINGS))
          expected |= UINT64_C(1) << b;
      if (len > 0 && words[0] != expected) fail_msg("%s, flags %u", text, flags);
    }
  }
}

/* What a text says beside its bits. */
static const struct {
  const char *text;
  size_t control, bad_utf8;
  int open, backslashes;
} states[] = {
  { "[\"a\"]", FJ_INDEX_NONE, FJ_INDEX_NONE, 0, 0 },
  { "[\"a]", FJ_INDEX_NONE, FJ_INDEX_NONE, 1, 0 },
  { "[\"a\\\"]", FJ_INDEX_NONE, FJ_INDEX_NONE, 1, 1 },
  { "\n\"a\nb\x1f\"", 3, FJ_INDEX_NONE, 0, 0 },
  { "\"\\\n\"", 2, FJ_INDEX_NONE, 0, 1 },
  { "\"\x7f\"", FJ_INDEX_NONE, FJ_INDEX_NONE, 0, 0 },
  { "\"\xc3\xa9\x80\"", FJ_INDEX_NONE, 3, 0, 0 },
  { "\"\xc3", FJ_INDEX_NONE, 1, 1, 0 },
  { " \xff\"\x01\"\xff", 3, 1, 0, 0 },
};

static void test_states(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
    for (unsigned flags = 0; flags < 2; flags++) {
      FjIndex x = fj_index_start();
      uint64_t words[FJ_INDEX_BATCH];
      size_t bad_utf8 = flags & FJ_INDEX_NO_UTF8 ? FJ_INDEX_NONE : states[i].bad_utf8;
      index_slow(&x, states[i].text, strlen(states[i].text), 0, words, flags);
      assert_int_equal(x.control, states[i].control);
      assert_int_equal(x.bad_utf8, bad_utf8);
      assert_int_equal(x.in_string != 0, states[i].open);
      assert_int_equal(x.backslashes != 0, states[i].backslashes);
    }
  }
}

/* The table of sets that the plain kernel uses, byte by byte. */
static void test_lanes(void **state) {
  (void)state;
  for (int c = 0; c < 256; c++) {
    uint64_t lanes = (uint64_t)(c == '"') << FJ_LANE_QUOTE |
                     (uint64_t)(c == '\\') << FJ_LANE_BACKSLASH |
                     (uint64_t)(c < 32) << FJ_LANE_CONTROL |
                     (uint64_t)(c > 127) << FJ_LANE_WIDE;
    if (c && strchr("{}[]:,", c)) lanes |= UINT64_C(1) << FJ_LANE_OP;
    if (c && strchr(" \t\r\n", c)) lanes |= UINT64_C(1) << FJ_LANE_SPACE;
    if (fj_bytes_lanes[c] != lanes) fail_msg("byte %d", c);
  }
}

/* Without any state, each offset is judged from its batch alone: the first bad one of all
** that begin in [from, to), wherever the ends cut a sequence. */
static void test_utf8_at(void **state) {
  (void)state;
  static const char text[] = "\xe3\x81\x82\xf0\x9f\x98\x80\xc3\xa9"
                             "a\x80";
  size_t len = sizeof text - 1, bad = len - 1;
  for (size_t from = 0; from < len; from++)
    for (size_t to = from + 1; to <= len; to++)
      assert_int_equal(fj_bytes_utf8_at(text, len, from, to),
                       to > bad ? bad : FJ_INDEX_NONE);
}

/* ---- the tiers ---- */

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

static void run(void **state, IndexTest *test) {
  static IndexJudge judge;
  const FjKernel *t = tier(state);
  if (t == NULL) skip();
  if (judge.input.begin == NULL) judge = index_judge_new();
  const char *verdict = test(&judge, t);
  if (verdict) fail_msg("%s", verdict);
}

static void test_lengths(void **state) {
  run(state, index_lengths);
}

static void test_alignments(void **state) {
  run(state, index_alignments);
}

static void test_runs(void **state) {
  run(state, index_runs);
}

static void test_bytes(void **state) {
  run(state, index_bytes);
}

static void test_utf8(void **state) {
  run(state, index_utf8);
}

static char name_avx512[] = "avx512", name_avx2[] = "avx2", name_sse2[] = "sse2",
            name_neon[] = "neon", name_scalar[] = "scalar";

#define TIER(name)                                                                       \
  { #name ": lengths", test_lengths, NULL, NULL, name_##name },                          \
      { #name ": alignments", test_alignments, NULL, NULL, name_##name },                \
      { #name ": runs", test_runs, NULL, NULL, name_##name },                            \
      { #name ": bytes", test_bytes, NULL, NULL, name_##name }, {                        \
#    name ": utf8", test_utf8, NULL, NULL, name_##name                                   \
  }

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_vectors),
    cmocka_unit_test(test_states),
    cmocka_unit_test(test_lanes),
    cmocka_unit_test(test_utf8_at),
    TIER(avx512),
    TIER(avx2),
    TIER(sse2),
    TIER(neon),
    TIER(scalar),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

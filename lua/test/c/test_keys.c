/*
** test_keys.c — what is remembered of keys: which keys are taken, in how many steps they are found,
** how much there is at most, whoever chooses the keys.
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

#include "dec/fj_keys.h"

/* -- Memory that is counted --------------------------------------------------------------------- */

static size_t in_use;

static void *counted(void *ud, void *block, size_t osize, size_t nsize) {
  (void)ud;
  in_use += nsize;
  in_use -= block == NULL ? 0 : osize;
  if (nsize != 0) return realloc(block, nsize);
  free(block);
  return NULL;
}

static const FjAlloc alloc = { counted, NULL };

static void start(FjKeys *k) {
  memset(k, 0, sizeof *k);
  assert_true(fj_keys_start(k, &alloc));
}

static uint32_t add(FjKeys *k, uint32_t parent, const char *key) {
  return fj_keys_add(k, &alloc, parent, key, strlen(key));
}

/* -- Which keys ------------------------------------------------------------------------------------ */

static void test_only_strict_keys(void **state) {
  static const char *const bad[] = { "a\nb",         "\x01",     "\x1f",
                                     "a\"b",         "a\\b",     "k\xff",
                                     "\xed\xa0\x80", "\xc0\x80", "\xf4\x90\x80\x80",
                                     "\xe2\x82",     "\x80" };
  static const char *const good[] = { "",
                                      "a",
                                      "\x7f",
                                      "\xc3\xa9",
                                      "\xf0\x9f\x98\x80",
                                      "a/b",
                                      "123456789012345678901234567890123456789" };
  FjKeys k;
  size_t i;
  (void)state;
  start(&k);
  for (i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(add(&k, 0, bad[i]), 0);
    assert_int_equal(fj_keys_find(&k, 0, bad[i], strlen(bad[i])), 0);
  }
  assert_int_equal(fj_keys_add(&k, &alloc, 0, "a\0b", 3), 0);
  assert_int_equal(add(&k, 0, "1234567890123456789012345678901234567890"), 0);
  assert_int_equal(k.count, 1);
  assert_false(k.full);
  for (i = 0; i < sizeof good / sizeof *good; i++) {
    uint32_t shape = add(&k, 0, good[i]);
    assert_int_not_equal(shape, 0);
    assert_int_equal(fj_keys_find(&k, 0, good[i], strlen(good[i])), shape);
    assert_int_equal(fj_keys_find(&k, shape, good[i], strlen(good[i])), 0);
  }
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
}

static void test_duplicates(void **state) {
  FjKeys k;
  uint32_t a, b, c;
  (void)state;
  start(&k);
  a = add(&k, 0, "a");
  b = add(&k, a, "b");
  c = add(&k, b, "a");
  assert_false(k.list[a].duplicate);
  assert_false(k.list[b].duplicate);
  assert_true(k.list[c].duplicate);
  assert_true(k.list[add(&k, c, "d")].duplicate);
  assert_int_equal(k.list[c].depth, 3);
  fj_keys_free(&k, &alloc);
}

static void test_match(void **state) {
  char text[128];
  FjKeys k;
  size_t n, i, end;
  (void)state;
  start(&k);
  for (n = 0; n <= FJ_KEYS_LENGTH; n++) {
    const FjKeysShape *x;
    memset(text, 'x', sizeof text);
    x = &k.list[fj_keys_add(&k, &alloc, 0, text, n)];
    text[n] = '"';
    for (end = n + 1; end < sizeof text;
         end++) { /* eight bytes must be there at its end */
      int found = fj_keys_match(x, text, text + end);
      if (end >= n + 8) assert_true(found);
    }
    for (i = 0; i <= n; i++) {
      char kept = text[i];
      text[i] = 'y';
      assert_false(fj_keys_match(x, text, text + sizeof text));
      text[i] = kept;
    }
  }
  fj_keys_free(&k, &alloc);
}

/* -- How many steps -------------------------------------------------------------------------------- */

/* Every shape is at most so many slots behind those that are free for want of it: all slots between
** where it belongs and where it is are looked at, so none is further than the bound.  Where it
** belongs is found out with a tree that has nothing else. */
static uint32_t home(const FjKeys *k, uint32_t parent, const char *key, size_t n) {
  static uint16_t empty[FJ_KEYS_SLOTS];
  FjKeys one = *k;
  uint32_t i;
  FjAlloc none = { NULL, NULL };
  one.hash = empty;
  one.list = (FjKeysShape *)malloc((k->count + 1) * sizeof *k->list);
  memcpy(one.list, k->list, k->count * sizeof *k->list);
  one.cap = k->count + 1;
  assert_int_not_equal(fj_keys_add(&one, &none, parent, key, n), 0);
  free(one.list);
  for (i = 0; empty[i] == 0; i++) {
  }
  empty[i] = 0;
  return i;
}

static void judge_distances(const FjKeys *k) {
  uint32_t i;
  for (i = 0; i < FJ_KEYS_SLOTS; i++) {
    const FjKeysShape *x = &k->list[k->hash[i]];
    uint32_t from;
    if (k->hash[i] == 0 || i % 8 != 0) continue;
    from = home(k, x->parent, x->key, x->length);
    assert_true((i + FJ_KEYS_SLOTS - from) % FJ_KEYS_SLOTS < FJ_KEYS_PROBES);
    assert_int_equal(fj_keys_find(k, x->parent, x->key, x->length), k->hash[i]);
  }
}

/* Keys that belong into one slot under this very seed: as many as may stand there are taken. */
static void test_collisions_under_a_known_seed(void **state) {
  FjKeys k;
  char key[16];
  uint32_t i, taken = 0, tried = 0, where;
  (void)state;
  start(&k);
  where = home(&k, 0, "0", 1);
  for (i = 0; tried < 3 * FJ_KEYS_PROBES; i++) {
    size_t n = (size_t)snprintf(key, sizeof key, "%u", (unsigned)i);
    if (home(&k, 0, key, n) != where) continue;
    tried++;
    if (fj_keys_add(&k, &alloc, 0, key, n) != 0) taken++;
  }
  assert_int_equal(taken, FJ_KEYS_PROBES);
  assert_true(k.full);
  assert_true(fj_keys_is_too_much(&k));
  judge_distances(&k);
  fj_keys_free(&k, &alloc);
}

/* FNV-1a, which was the hash, without a seed. */
static uint32_t old_hash(const char *key, size_t n) {
  uint32_t h = 2166136261u;
  size_t i;
  for (i = 0; i < n; i++) h = (h ^ (unsigned char)key[i]) * 16777619u;
  return (h ^ h >> 15) % FJ_KEYS_SLOTS;
}

/* Keys that all collided then are found as fast as any. */
static void test_collisions_of_the_old_hash(void **state) {
  FjKeys k;
  char key[24];
  uint32_t i, refused = 0, count = 0;
  (void)state;
  start(&k);
  for (i = 0; count < FJ_KEYS_SHAPES - 1; i++) {
    size_t n = (size_t)snprintf(key, sizeof key, "key%u", (unsigned)i);
    if (old_hash(key, n) >= 8) continue;
    count++;
    if (fj_keys_add(&k, &alloc, 0, key, n) == 0) refused++;
  }
  assert_true(refused < FJ_KEYS_SHAPES / 16);
  judge_distances(&k);
  fj_keys_free(&k, &alloc);
}

static void test_seeds_differ(void **state) {
  FjKeys k[8];
  size_t i, j;
  (void)state;
  for (i = 0; i < 8; i++) start(&k[i]);
  for (i = 0; i < 8; i++)
    for (j = 0; j < i; j++) assert_true(k[i].seed != k[j].seed);
  for (i = 0; i < 8; i++) {
    uint64_t before = k[i].seed;
    fj_keys_free(&k[i], &alloc);
    assert_true(fj_keys_start(&k[i], &alloc));
    assert_true(k[i].seed != before);
    fj_keys_free(&k[i], &alloc);
  }
}

/* -- How much ------------------------------------------------------------------------------------------ */

static void test_bounds(void **state) {
  FjKeys k;
  char key[24];
  uint32_t i, shape = 0;
  size_t n;
  (void)state;
  start(&k);
  for (i = 0; i < 2 * FJ_KEYS_DEPTH; i++) {
    uint32_t next = (n = (size_t)snprintf(key, sizeof key, "%u", (unsigned)i),
                     fj_keys_add(&k, &alloc, shape, key, n));
    assert_int_equal(next != 0, i < FJ_KEYS_DEPTH);
    if (next != 0) shape = next;
  }
  assert_false(fj_keys_is_too_much(&k));
  for (i = 0; i < 3 * FJ_KEYS_SHAPES; i++) {
    n = (size_t)snprintf(key, sizeof key, "%u", (unsigned)i);
    fj_keys_add(&k, &alloc, shape - 1, key, n);
    assert_true(k.count <= FJ_KEYS_SHAPES);
  }
  assert_true(fj_keys_is_too_much(&k));
  assert_true(k.bytes >= (k.count - 1) * sizeof *k.list);
  assert_true(in_use <= FJ_KEYS_SHAPES * sizeof *k.list + FJ_KEYS_SLOTS * sizeof *k.hash);
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
  assert_true(fj_keys_start(&k, &alloc));
  assert_false(fj_keys_is_too_much(&k));
  assert_int_equal(add(&k, 0, "a"), 1);
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_only_strict_keys),
    cmocka_unit_test(test_duplicates),
    cmocka_unit_test(test_match),
    cmocka_unit_test(test_collisions_under_a_known_seed),
    cmocka_unit_test(test_collisions_of_the_old_hash),
    cmocka_unit_test(test_seeds_differ),
    cmocka_unit_test(test_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

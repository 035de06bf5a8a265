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

static FjKeysText text_of(const FjKeys *k, const char *key, size_t n) {
  FjKeysText t;
  fj_keys_text(k, &t, key, n, key + n);
  return t;
}

static uint32_t find(const FjKeys *k, uint32_t parent, const char *key, size_t n) {
  FjKeysText t = text_of(k, key, n);
  return fj_keys_find(k, parent, &t);
}

/* With as much credit as it takes. */
static uint32_t add_to(FjKeys *k, const FjAlloc *a, uint32_t parent, const char *key,
                       size_t n) {
  FjKeysText t = text_of(k, key, n);
  k->credit = FJ_KEYS_CREDIT;
  return fj_keys_add(k, a, parent, &t);
}

static uint32_t add(FjKeys *k, uint32_t parent, const char *key) {
  return add_to(k, &alloc, parent, key, strlen(key));
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
    assert_int_equal(find(&k, 0, bad[i], strlen(bad[i])), 0);
  }
  assert_int_equal(add_to(&k, &alloc, 0, "a\0b", 3), 0);
  assert_int_equal(k.count, 1);
  assert_false(k.full);
  for (i = 0; i < sizeof good / sizeof *good; i++) {
    uint32_t shape = add(&k, 0, good[i]);
    assert_int_not_equal(shape, 0);
    assert_int_equal(find(&k, 0, good[i], strlen(good[i])), shape);
    assert_int_equal(find(&k, shape, good[i], strlen(good[i])), 0);
  }
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
}

static void test_duplicates(void **state) {
  FjKeys k;
  uint32_t a, b, c, d;
  (void)state;
  start(&k);
  a = add(&k, 0, "a");
  b = add(&k, a, "b");
  c = add(&k, b, "a");
  assert_false(k.list[a].duplicate);
  assert_false(k.list[b].duplicate);
  assert_true(k.list[c].duplicate);
  d = add(&k, c, "d");
  assert_true(k.list[d].duplicate);
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
    uint32_t shape;
    memset(text, 'x', sizeof text);
    shape = add_to(&k, &alloc, 0, text, n);
    x = &k.list[shape];
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

/* -- The text of a key -------------------------------------------------------------------------- */

/* What follows a key in memory makes no difference, nor whether anything does. */
static void test_text(void **state) {
  FjKeys k;
  char memory[64], key[FJ_KEYS_LENGTH + 1];
  size_t n, i;
  (void)state;
  start(&k);
  for (n = 0; n <= FJ_KEYS_LENGTH; n++) {
    FjKeysText a, b;
    memset(memory, 0xff, sizeof memory);
    memset(key, 0, sizeof key);
    for (i = 0; i < n; i++) memory[i] = key[i] = (char)('a' + i);
    fj_keys_text(&k, &a, memory, n, memory + sizeof memory);
    b = text_of(&k, key, n);
    assert_true(a.hash == b.hash && a.word[0] == b.word[0] && a.word[1] == b.word[1]);
    assert_true(fj_keys_is(&a, key, n));
    if (n < FJ_KEYS_LENGTH) assert_false(fj_keys_is(&a, key, n + 1));
    if (n > 0) assert_false(fj_keys_is(&a, key, n - 1));
    for (i = 0; i < n; i++) {
      key[i] ^= 1;
      assert_false(fj_keys_is(&a, key, n));
      b = text_of(&k, key, n);
      assert_true(a.hash != b.hash);
      key[i] ^= 1;
    }
  }
  fj_keys_free(&k, &alloc);
}

/* -- Credit --------------------------------------------------------------------------------------- */

static void test_credit(void **state) {
  FjKeys k;
  FjKeysText t;
  char key[24];
  uint32_t i, taken = 0;
  (void)state;
  start(&k);
  for (i = 0; i < 2 * FJ_KEYS_CREDIT; i++) {
    t = text_of(&k, key, (size_t)snprintf(key, sizeof key, "%u", (unsigned)i));
    assert_int_equal(fj_keys_has_room(&k, 0), i < FJ_KEYS_CREDIT);
    taken += fj_keys_add(&k, &alloc, 0, &t) != 0;
  }
  assert_int_equal(taken, FJ_KEYS_CREDIT);
  assert_false(fj_keys_is_too_much(&k));
  k.copies = 2; /* objects that followed a shape */
  assert_int_not_equal(fj_keys_add(&k, &alloc, 0, &t), 0);
  assert_int_not_equal(fj_keys_add(&k, &alloc, 1, &t), 0);
  assert_int_equal(fj_keys_add(&k, &alloc, 2, &t), 0);
  fj_keys_earn(&k, FJ_KEYS_EARNED);
  assert_int_equal(k.credit, FJ_KEYS_EARNED);
  k.copies = UINT32_MAX - FJ_KEYS_EARNED;
  fj_keys_earn(&k, FJ_KEYS_EARNED);
  assert_int_equal(k.credit, FJ_KEYS_CREDIT);
  fj_keys_free(&k, &alloc);
}

/* -- The cache --------------------------------------------------------------------------------------- */

static int cached_as(const FjKeys *k, const char *key, const void *string) {
  FjKeysText t = text_of(k, key, strlen(key));
  return fj_keys_string(k, &t) == string;
}

/* Stores the key as if it was missing twice. */
static void cache(FjKeys *k, const char *key, const void *string) {
  FjKeysText t = text_of(k, key, strlen(key));
  fj_keys_is_wanted(k, &t);
  assert_true(fj_keys_is_wanted(k, &t));
  fj_keys_string_place(k, &t)->string = string;
}

static void test_cache(void **state) {
  static const char *const keys[] = { "",
                                      "a",
                                      "ab",
                                      "abc",
                                      "\xff",
                                      "a key of sixteen",
                                      "a key of sixteen+",
                                      "123456789012345678901234567890123456789" };
  FjKeys k;
  size_t i, j, n = sizeof keys / sizeof *keys;
  (void)state;
  start(&k);
  assert_true(fj_keys_cache(&k, &alloc));
  for (i = 0; i < n; i++) assert_true(cached_as(&k, keys[i], NULL));
  for (i = 0; i < n; i++) {
    cache(&k, keys[i], keys[i]);
    for (j = 0; j <= i; j++)
      assert_true(cached_as(&k, keys[j], keys[j]) || cached_as(&k, keys[j], NULL));
    assert_true(cached_as(&k, keys[i], keys[i]));
  }
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
}

/* Many keys: none is mistaken for another one, two of a pair live together, memory stays. */
static void test_cache_bounds(void **state) {
  FjKeys k;
  char key[24];
  uint32_t i, found = 0, many = 8 * FJ_KEYS_CACHED;
  size_t bytes;
  (void)state;
  start(&k);
  assert_true(fj_keys_cache(&k, &alloc));
  bytes = k.bytes;
  for (i = 0; i < many; i++) {
    snprintf(key, sizeof key, "%u", (unsigned)i);
    cache(&k, key, (const void *)(uintptr_t)(i + 1));
    assert_true(cached_as(&k, key, (const void *)(uintptr_t)(i + 1)));
  }
  for (i = 0; i < many; i++) {
    snprintf(key, sizeof key, "%u", (unsigned)i);
    if (cached_as(&k, key, NULL)) continue;
    assert_true(cached_as(&k, key, (const void *)(uintptr_t)(i + 1)));
    found++;
  }
  assert_true(found > FJ_KEYS_CACHED * 9 / 10 && found <= FJ_KEYS_CACHED);
  assert_true(k.bytes == bytes && !fj_keys_is_too_much(&k));
  fj_keys_free(&k, &alloc);
  assert_int_equal(in_use, 0);
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
  assert_int_not_equal(add_to(&one, &none, parent, key, n), 0);
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
    assert_int_equal(find(k, x->parent, x->key, x->length), k->hash[i]);
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
    if (add_to(&k, &alloc, 0, key, n) != 0) taken++;
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
    if (add_to(&k, &alloc, 0, key, n) == 0) refused++;
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
                     add_to(&k, &alloc, shape, key, n));
    assert_int_equal(next != 0, i < FJ_KEYS_DEPTH);
    if (next != 0) shape = next;
  }
  assert_false(fj_keys_is_too_much(&k));
  for (i = 0; i < 3 * FJ_KEYS_SHAPES; i++) {
    n = (size_t)snprintf(key, sizeof key, "%u", (unsigned)i);
    add_to(&k, &alloc, shape - 1, key, n);
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
    cmocka_unit_test(test_text),
    cmocka_unit_test(test_credit),
    cmocka_unit_test(test_cache),
    cmocka_unit_test(test_cache_bounds),
    cmocka_unit_test(test_collisions_under_a_known_seed),
    cmocka_unit_test(test_collisions_of_the_old_hash),
    cmocka_unit_test(test_seeds_differ),
    cmocka_unit_test(test_bounds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

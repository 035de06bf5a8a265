/*
** fj_keys.c - grows the tree of shapes, and finds children that were not guessed.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_keys.h"

#include <string.h>
#include <time.h>

#include "core/fj_utf8.h"

/* Roughly what a shape uses on the Lua side: two slots and the string. */
#define LUA_SHARE 96

/* -- The hash ------------------------------------------------------------------------ */

/* Combines the halves of a product; every bit of both factors affects the result. */
static uint64_t mix(uint64_t a, uint64_t b) {
  Fj128 p = fj_mul64(a ^ UINT64_C(0x9E3779B97F4A7C15), b ^ UINT64_C(0xD6E8FEB86659FD93));
  return p.hi ^ p.lo;
}

/* Outsiders cannot guess the seed.  It combines addresses, which are random if the
** system makes them so, the time and the previous seed. */
static uint64_t seed_make(const FjKeys *k) {
  uint64_t h = mix((uint64_t)time(NULL), (uint64_t)clock());
  h = mix(h ^ (uint64_t)(uintptr_t)k, (uint64_t)(uintptr_t)&h);
  h = mix(h ^ (uint64_t)(uintptr_t)k->list, (uint64_t)(uintptr_t)&fj_keys_start);
  h ^= k->seed;
  return h == 0 ? 1 : h;
}

/* Reads eight bytes at a time, the last eight again; pads fewer than eight with zeros. */
static uint32_t hash_of(const FjKeys *k, uint32_t parent, const char *key, size_t n) {
  uint64_t h = mix(k->seed, (uint64_t)parent << 32 | n);
  char few[8] = { 0 };
  size_t i;
  if (n < 8) {
    for (i = 0; i < n; i++) few[i] = key[i];
    return (uint32_t)mix(h ^ fj_load64_le(few), k->seed) % FJ_KEYS_SLOTS;
  }
  for (i = 0; i + 8 < n; i += 8) h = mix(h ^ fj_load64_le(key + i), k->seed);
  return (uint32_t)mix(h ^ fj_load64_le(key + n - 8), k->seed) % FJ_KEYS_SLOTS;
}

static int is_key(const FjKeysShape *x, const char *key, size_t n) {
  return x->length == n && memcmp(x->key, key, n) == 0;
}

/* The slot that holds the shape, or a free slot for it; NULL = neither is near. */
static uint16_t *slot_of(const FjKeys *k, uint32_t parent, const char *key, size_t n) {
  uint32_t i = hash_of(k, parent, key, n), probes;
  for (probes = 0; probes < FJ_KEYS_PROBES; probes++) {
    uint16_t *slot = &k->hash[(i + probes) % FJ_KEYS_SLOTS];
    const FjKeysShape *x = &k->list[*slot];
    if (*slot == 0 || (x->parent == parent && is_key(x, key, n))) return slot;
  }
  return NULL;
}

uint32_t fj_keys_find(const FjKeys *k, uint32_t parent, const char *key, size_t n) {
  const uint16_t *slot;
  if (n > FJ_KEYS_LENGTH) return 0;
  slot = slot_of(k, parent, key, n);
  return slot == NULL ? 0 : *slot;
}

/* -- The tree ------------------------------------------------------------------------ */

static int list_grow(FjKeys *k, const FjAlloc *a) {
  uint32_t cap = k->cap == 0 ? 32 : k->cap * 2;
  FjKeysShape *list;
  if (cap > FJ_KEYS_SHAPES) return 0;
  list = (FjKeysShape *)a->fn(a->ud, k->list, k->cap * sizeof *list, cap * sizeof *list);
  if (list == NULL) return 0;
  k->list = list;
  k->cap = cap;
  return 1;
}

int fj_keys_start(FjKeys *k, const FjAlloc *a) {
  if (k->count != 0) return 1;
  if (k->hash == NULL)
    k->hash = (uint16_t *)a->fn(a->ud, NULL, 0, FJ_KEYS_SLOTS * sizeof *k->hash);
  if (k->hash == NULL || (k->cap == 0 && !list_grow(k, a))) return 0;
  memset(k->hash, 0, FJ_KEYS_SLOTS * sizeof *k->hash);
  memset(k->list, 0, sizeof *k->list);
  k->seed = seed_make(k);
  k->count = 1; /* the root */
  return 1;
}

void fj_keys_free(FjKeys *k, const FjAlloc *a) {
  uint64_t seed = k->seed;
  uint32_t i;
  for (i = 0; i < k->count; i++)
    if (k->list[i].nodes != NULL)
      a->fn(a->ud, k->list[i].nodes, k->list[i].depth * sizeof(uint16_t), 0);
  if (k->list != NULL) a->fn(a->ud, k->list, k->cap * sizeof *k->list, 0);
  if (k->hash != NULL) a->fn(a->ud, k->hash, FJ_KEYS_SLOTS * sizeof *k->hash, 0);
  memset(k, 0, sizeof *k);
  k->seed = seed;
}

/* Would every decode accept these bytes, between quotes, unchanged? */
static int is_strict(const char *key, size_t n) {
  size_t i;
  for (i = 0; i < n; i++)
    if ((unsigned char)key[i] < 0x20 || key[i] == '"' || key[i] == '\\') return 0;
  return fj_utf8_invalid_at(key, n) == n;
}

static int has_key(const FjKeys *k, uint32_t shape, const char *key, size_t n) {
  for (; shape != 0; shape = k->list[shape].parent)
    if (is_key(&k->list[shape], key, n)) return 1;
  return 0;
}

uint32_t fj_keys_add(FjKeys *k, const FjAlloc *a, uint32_t parent, const char *key,
                     size_t n) {
  FjKeysShape *x;
  uint16_t *slot;
  if (n > FJ_KEYS_LENGTH || k->list[parent].depth == FJ_KEYS_DEPTH) return 0;
  if (!is_strict(key, n)) return 0;
  slot = slot_of(k, parent, key, n);
  if (slot == NULL || (k->count == k->cap && !list_grow(k, a))) {
    k->full = 1;
    return 0;
  }
  x = &k->list[k->count];
  memset(x, 0, sizeof *x);
  memcpy(x->key, key, n);
  x->key[n] = '"';
  x->words = (uint8_t)(n / 8);
  x->mask = n % 8 == 7 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * (n % 8 + 1))) - 1;
  x->first_two[0] = n < 8 ? x->mask : ~UINT64_C(0);
  x->first_two[1] = n < 8 ? 0 : n < 16 ? x->mask : ~UINT64_C(0);
  x->length = (uint8_t)n;
  x->parent = parent;
  x->depth = (uint16_t)(k->list[parent].depth + 1);
  x->duplicate = (uint8_t)(k->list[parent].duplicate | has_key(k, parent, key, n));
  k->bytes += sizeof *x + LUA_SHARE;
  *slot = (uint16_t)k->count;
  return k->count++;
}

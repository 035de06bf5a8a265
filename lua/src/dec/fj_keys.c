/*
** fj_keys.c - grows the tree of shapes, finds children that were not guessed, and fills
** the cache of strings.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_keys.h"

#include <time.h>

#include "core/fj_utf8.h"

/* Roughly what a shape uses on the Lua side: two slots and the string. */
#define LUA_SHARE 96

/* -- The hash ------------------------------------------------------------------------ */

/* Outsiders cannot guess the seed.  It combines addresses, which are random if the
** system makes them so, the time and the previous seed. */
static uint64_t seed_make(const FjKeys *k) {
  uint64_t h = fj_keys_mix((uint64_t)time(NULL), (uint64_t)clock());
  h = fj_keys_mix(h ^ (uint64_t)(uintptr_t)k, (uint64_t)(uintptr_t)&h);
  h = fj_keys_mix(h ^ (uint64_t)(uintptr_t)k->list, (uint64_t)(uintptr_t)&fj_keys_start);
  h ^= k->seed;
  return h == 0 ? 1 : h;
}

const unsigned char fj_keys_masks[32] = { 255, 255, 255, 255, 255, 255, 255, 255,
                                          255, 255, 255, 255, 255, 255, 255, 255 };

/* The slot that holds the shape, or a free slot for it; NULL = neither is near. */
static uint16_t *slot_of(const FjKeys *k, uint32_t parent, const FjKeysText *t) {
  uint64_t i = fj_keys_mix(t->hash ^ parent, k->seed);
  uint32_t probes;
  for (probes = 0; probes < FJ_KEYS_PROBES; probes++) {
    uint16_t *slot = &k->hash[(i + probes) % FJ_KEYS_SLOTS];
    const FjKeysShape *x = &k->list[*slot];
    if (*slot == 0 || (x->parent == parent && fj_keys_is(t, x->key, x->length)))
      return slot;
  }
  return NULL;
}

uint32_t fj_keys_find(const FjKeys *k, uint32_t parent, const FjKeysText *t) {
  const uint16_t *slot = slot_of(k, parent, t);
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
  k->credit = FJ_KEYS_CREDIT;
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
  if (k->strings != NULL)
    a->fn(a->ud, k->strings, FJ_KEYS_CACHED * sizeof *k->strings, 0);
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

static int has_key(const FjKeys *k, uint32_t shape, const FjKeysText *t) {
  for (; shape != 0; shape = k->list[shape].parent)
    if (fj_keys_is(t, k->list[shape].key, k->list[shape].length)) return 1;
  return 0;
}

uint32_t fj_keys_add(FjKeys *k, const FjAlloc *a, uint32_t parent, const FjKeysText *t) {
  FjKeysShape *x;
  uint16_t *slot;
  size_t n = t->n;
  if (!fj_keys_has_room(k, parent) || !is_strict(t->s, n)) return 0;
  slot = slot_of(k, parent, t);
  if (slot == NULL || (k->count == k->cap && !list_grow(k, a))) {
    k->full = 1;
    return 0;
  }
  k->credit--;
  x = &k->list[k->count];
  memset(x, 0, sizeof *x);
  memcpy(x->key, t->s, n);
  x->key[n] = '"';
  x->words = (uint8_t)(n / 8);
  x->mask = n % 8 == 7 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * (n % 8 + 1))) - 1;
  x->first_two[0] = n < 8 ? x->mask : ~UINT64_C(0);
  x->first_two[1] = n < 8 ? 0 : n < 16 ? x->mask : ~UINT64_C(0);
  x->length = (uint8_t)n;
  x->parent = parent;
  x->depth = (uint16_t)(k->list[parent].depth + 1);
  x->duplicate = (uint8_t)(k->list[parent].duplicate | has_key(k, parent, t));
  k->bytes += sizeof *x + LUA_SHARE;
  *slot = (uint16_t)k->count;
  return k->count++;
}

/* -- The cache ----------------------------------------------------------------------- */

int fj_keys_cache(FjKeys *k, const FjAlloc *a) {
  size_t bytes = FJ_KEYS_CACHED * sizeof *k->strings;
  k->strings = (FjKeysString *)a->fn(a->ud, NULL, 0, bytes);
  if (k->strings == NULL) return 0;
  memset(k->strings, 0, bytes);
  k->bytes += bytes + FJ_KEYS_CACHED * LUA_SHARE;
  return 1;
}

FjKeysString *fj_keys_string_place(FjKeys *k, const FjKeysText *t) {
  FjKeysString *x = fj_keys_pair_of(k, t);
  if (x[0].string != NULL && (x[1].string == NULL || t->hash >> 63)) x++;
  x->string = NULL;
  memset(x->key, 0, sizeof x->key);
  memcpy(x->key, t->s, t->n);
  x->length = (uint32_t)t->n;
  return x;
}

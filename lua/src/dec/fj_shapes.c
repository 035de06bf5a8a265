/*
** fj_shapes.c - growth of the tree of shapes, and finding a child that was not guessed.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_shapes.h"

#include <string.h>

static void forget(FjShapes *s, const FjAlloc *a) {
  uint32_t i;
  for (i = 0; i < s->count; i++)
    if (s->list[i].nodes != NULL)
      a->fn(a->ud, s->list[i].nodes, s->list[i].depth * sizeof(uint16_t), 0);
  memset(s->list, 0, sizeof *s->list);
  memset(s->hash, 0, FJ_SHAPES_HASH * sizeof *s->hash);
  s->count = 1; /* the root */
  s->full = 0;
}

static int list_grow(FjShapes *s, const FjAlloc *a) {
  uint32_t cap = s->cap == 0 ? 32 : s->cap * 2;
  FjTemplate *list;
  if (cap > FJ_SHAPES_MAX) return 0;
  list = (FjTemplate *)a->fn(a->ud, s->list, s->cap * sizeof *list, cap * sizeof *list);
  if (list == NULL) return 0;
  s->list = list;
  s->cap = cap;
  return 1;
}

int fj_shapes_start(FjShapes *s, const FjAlloc *a) {
  if (s->count != 0) {
    if (s->full) forget(s, a);
    return 1;
  }
  if (s->hash == NULL)
    s->hash = (uint16_t *)a->fn(a->ud, NULL, 0, FJ_SHAPES_HASH * sizeof *s->hash);
  if (s->hash == NULL || (s->cap == 0 && !list_grow(s, a))) return 0;
  forget(s, a);
  return 1;
}

void fj_shapes_free(FjShapes *s, const FjAlloc *a) {
  if (s->count != 0) forget(s, a);
  if (s->list != NULL) a->fn(a->ud, s->list, s->cap * sizeof *s->list, 0);
  if (s->hash != NULL) a->fn(a->ud, s->hash, FJ_SHAPES_HASH * sizeof *s->hash, 0);
  memset(s, 0, sizeof *s);
}

/* FNV-1a; a key of 39 bytes at most. */
static uint32_t hash_of(uint32_t parent, const char *key, size_t n) {
  uint32_t h = 2166136261u ^ (parent * 2654435761u);
  size_t i;
  for (i = 0; i < n; i++) h = (h ^ (unsigned char)key[i]) * 16777619u;
  return h ^ h >> 15;
}

static int is_key(const FjTemplate *x, const char *key, size_t n) {
  return x->length == n && memcmp(x->key, key, n) == 0;
}

/* The slot that holds the shape, or the free one where it belongs. */
static uint16_t *slot_of(const FjShapes *s, uint32_t parent, const char *key, size_t n) {
  uint32_t i = hash_of(parent, key, n) % FJ_SHAPES_HASH;
  while (s->hash[i] != 0) {
    const FjTemplate *x = &s->list[s->hash[i]];
    if (x->parent == parent && is_key(x, key, n)) break;
    i = (i + 1) % FJ_SHAPES_HASH;
  }
  return &s->hash[i];
}

uint32_t fj_shapes_find(const FjShapes *s, uint32_t parent, const char *key, size_t n) {
  return n > FJ_SHAPES_KEY ? 0 : *slot_of(s, parent, key, n);
}

static int has_key(const FjShapes *s, uint32_t shape, const char *key, size_t n) {
  for (; shape != 0; shape = s->list[shape].parent)
    if (is_key(&s->list[shape], key, n)) return 1;
  return 0;
}

uint32_t fj_shapes_add(FjShapes *s, const FjAlloc *a, uint32_t parent, const char *key,
                       size_t n) {
  FjTemplate *x;
  if (n > FJ_SHAPES_KEY || s->list[parent].depth == FJ_SHAPES_DEPTH) return 0;
  if (memchr(key, '"', n) != NULL || memchr(key, '\\', n) != NULL) return 0;
  if (s->count == s->cap && !list_grow(s, a)) {
    s->full = 1;
    return 0;
  }
  x = &s->list[s->count];
  memset(x, 0, sizeof *x);
  memcpy(x->key, key, n);
  x->key[n] = '"';
  x->words = (uint8_t)(n / 8);
  x->mask = n % 8 == 7 ? ~UINT64_C(0) : (UINT64_C(1) << (8 * (n % 8 + 1))) - 1;
  x->first_two[0] = n < 8 ? x->mask : ~UINT64_C(0);
  x->first_two[1] = n < 8 ? 0 : n < 16 ? x->mask : ~UINT64_C(0);
  x->length = (uint8_t)n;
  x->parent = parent;
  x->depth = (uint16_t)(s->list[parent].depth + 1);
  x->duplicate = (uint8_t)(s->list[parent].duplicate | has_key(s, parent, key, n));
  *slot_of(s, parent, key, n) = (uint16_t)s->count;
  return s->count++;
}

/*
** fj_keys.h - what decoding remembers from text to text: keys, as shapes of objects.
**
** A shape is a sequence of keys.  It is a node of a tree; its parent is the sequence
** without the last key.  The root, shape 0, has no keys.  Documents repeat shapes, so
** each shape remembers its last child as the guess for the next key.  Comparing bytes
** checks a guess, without a search for the key's end.  A shape that completes two objects
** gets a table with its keys, whose nodes the next such object copies.
**
** Sequences that do not repeat would flood the tree: a new one costs credit, and objects
** that follow a shape earn it.  Without credit, keys are loose: their object is filled
** pair by pair, and a cache knows the Lua string of a key that was loose twice.
**
** Owns: the tree and the cache, in C memory, and every bound on what is kept between
** calls.  A Lua table keeps the Lua strings and the tables alive: the key of shape i at
** 2i - 1, its table at 2i.  Another one keeps the strings of the cache.
** Must not know: JSON, layouts, Lua.
** Invariants: keys come from untrusted texts and serve other texts.  A shape's key is
** accepted only if a strict decode accepts its bytes unchanged: well-formed UTF-8 without
** control characters, quotes and backslashes, because a guess accepts bytes that no one
** has checked.  The cache is only asked for bytes that were checked and unescaped, and its
** answer is the string that has these bytes.  So no result depends on earlier texts.  A
** hash, with a different seed in each state, finds a key in a bounded number of steps, or
** the key is not remembered.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_KEYS_H
#define FJ_KEYS_H

#include <string.h>

#include "core/fj_buf.h"
#include "core/fj_config.h"

/* Limits on what a state keeps between calls of decode (docs/notes/decoding.md). */
#define FJ_KEPT_SHAPES    ((size_t)1 << 19) /* bytes: tree, cache, strings and tables */
#define FJ_KEPT_STACK     1024              /* slots of the value stack */
#define FJ_KEPT_LEVELS    4096              /* open containers */
#define FJ_KEPT_UNESCAPED ((size_t)1 << 18) /* bytes of the longest string with escapes */

/* Limits while a text is read. */
#define FJ_KEYS_SHAPES 4096
#define FJ_KEYS_DEPTH  64   /* keys of a shape */
#define FJ_KEYS_LENGTH 39   /* bytes of a key; with its quote, five words of eight */
#define FJ_KEYS_SLOTS  8192 /* of the hash */
#define FJ_KEYS_PROBES 16   /* slots that are examined for one key */
#define FJ_KEYS_CREDIT 256 /* shapes that may be new without an object that follows one */
#define FJ_KEYS_EARNED 4   /* credit for each call */
#define FJ_KEYS_CACHED 1024 /* strings of the cache, in pairs that share a hash */

/* A key that is being searched for. */
typedef struct FjKeysText {
  const char *s;
  size_t n;
  uint64_t mask[2]; /* which bytes of the first two words belong to it */
  uint64_t word[2]; /* those bytes, and zeros */
  uint64_t hash;
} FjKeysText;

typedef struct FjKeysString {
  char key[FJ_KEYS_LENGTH + 1];
  const void *string; /* the string as the layout sees it; NULL = none */
  uint32_t length;
  uint32_t seen; /* first of a pair: hash of the key that was not found last */
} FjKeysString;

typedef struct FjKeysShape {
  char key[FJ_KEYS_LENGTH + 1]; /* the last key and its quote, padded with zeros */
  uint64_t mask;                /* for the last word of `key` in use */
  uint64_t first_two[2];        /* masks of the first two words */
  const void *string;           /* the last key as the layout sees it */
  const void *table;            /* the shape's table as the layout sees it, or NULL */
  uint16_t *nodes;              /* the node of each key in that table */
  uint32_t guess;               /* the child that came last; 0 = none yet */
  uint32_t first; /* child of the root: first key of the last object that was the value */
  uint32_t parent;
  uint16_t depth;    /* keys */
  uint8_t length;    /* of the last key */
  uint8_t words;     /* words of `key` in use, except the last */
  uint8_t duplicate; /* it has the same key twice */
  uint8_t ends;      /* objects that ended here, at most 2 */
  uint8_t refused;   /* no table can be created */
} FjKeysShape;

typedef struct FjKeys {
  FjKeysShape *list;
  uint16_t *hash;        /* finds a shape by its parent and key; 0 = free */
  FjKeysString *strings; /* the cache, or NULL */
  uint64_t seed;         /* of the hash; 0 = none yet */
  uint32_t count, cap;
  uint32_t full;   /* a shape or key was refused */
  uint32_t credit; /* shapes that may be added */
  uint32_t copies; /* objects that followed a shape and have not earned credit yet */
  size_t bytes;    /* total, roughly: the list, the cache, the strings, the tables */
} FjKeys;

/* Combines the halves of a product; every bit of both factors affects the result. */
FJ_INLINE uint64_t fj_keys_mix(uint64_t a, uint64_t b) {
  Fj128 p = fj_mul64(a ^ UINT64_C(0x9E3779B97F4A7C15), b ^ UINT64_C(0xD6E8FEB86659FD93));
  return p.hi ^ p.lo;
}

/* Sixteen set bytes, then sixteen zeros. */
extern const unsigned char fj_keys_masks[32];

/* Prepares the search for a key of at most FJ_KEYS_LENGTH bytes; memory can be read up to
** `limit`. */
FJ_INLINE void fj_keys_text(const FjKeys *k, FjKeysText *t, const char *s, size_t n,
                            const char *limit) {
  const char *mask = (const char *)fj_keys_masks + (n < 16 ? 16 - n : 0), *p = s;
  char few[16];
  size_t i;
  if (FJ_UNLIKELY(limit - s < 16)) {
    memset(few, 0, sizeof few);
    memcpy(few, s, n < 16 ? n : 16);
    p = few;
  }
  t->s = s;
  t->n = n;
  for (i = 0; i < 2; i++) {
    t->mask[i] = fj_load64_le(mask + 8 * i);
    t->word[i] = fj_load64_le(p + 8 * i) & t->mask[i];
  }
  t->hash = fj_keys_mix(t->word[0] ^ k->seed, t->word[1] ^ (k->seed << 32 | n));
  if (n <= 16) return;
  for (i = 16; i + 8 < n; i += 8)
    t->hash = fj_keys_mix(t->hash ^ fj_load64_le(s + i), k->seed);
  t->hash = fj_keys_mix(t->hash ^ fj_load64_le(s + n - 8), k->seed);
}

/* Is this the key, with its length and with room up to FJ_KEYS_LENGTH? */
FJ_INLINE int fj_keys_is(const FjKeysText *t, const char *key, size_t length) {
  size_t i;
  uint64_t a = (fj_load64_le(key) & t->mask[0]) ^ t->word[0];
  uint64_t b = (fj_load64_le(key + 8) & t->mask[1]) ^ t->word[1];
  if ((a | b | (t->n ^ length)) != 0) return 0;
  if (FJ_LIKELY(t->n <= 16)) return 1;
  for (i = 16; i + 8 < t->n; i += 8)
    if (fj_load64_le(key + i) != fj_load64_le(t->s + i)) return 0;
  return fj_load64_le(key + t->n - 8) == fj_load64_le(t->s + t->n - 8);
}

/* Whether the text at s (after a quote) is the shape's last key, including the closing
** quote; `limit` is the end of the text. */
FJ_INLINE int fj_keys_match(const FjKeysShape *x, const char *s, const char *limit) {
  unsigned i = 0, last = 8u * x->words;
  if (FJ_LIKELY(limit - s >= 16)) { /* no branch on the length */
    uint64_t a = (fj_load64_le(s) ^ fj_load64_le(x->key)) & x->first_two[0];
    uint64_t b = (fj_load64_le(s + 8) ^ fj_load64_le(x->key + 8)) & x->first_two[1];
    if ((a | b) != 0) return 0;
    if (FJ_LIKELY(last < 16)) return 1;
    i = 16;
  }
  if (FJ_UNLIKELY(limit - s < (ptrdiff_t)last + 8)) return 0;
  for (; i < last; i += 8)
    if (fj_load64_le(s + i) != fj_load64_le(x->key + i)) return 0;
  return ((fj_load64_le(s + last) ^ fj_load64_le(x->key + last)) & x->mask) == 0;
}

/* Creates the root if there is none; 0 = out of memory. */
int fj_keys_start(FjKeys *k, const FjAlloc *a);

/* The child of `parent` with this key; 0 = there is none. */
uint32_t fj_keys_find(const FjKeys *k, uint32_t parent, const FjKeysText *t);

/* Gives credit for the objects that followed a shape, and `more`. */
FJ_INLINE void fj_keys_earn(FjKeys *k, uint32_t more) {
  more += k->copies;
  k->copies = 0;
  k->credit = more < FJ_KEYS_CREDIT - k->credit ? k->credit + more : FJ_KEYS_CREDIT;
}

/* Is `parent` short enough, and is there credit, for a new child? */
FJ_INLINE int fj_keys_has_room(FjKeys *k, uint32_t parent) {
  if (k->credit == 0) fj_keys_earn(k, 0);
  return k->credit != 0 && k->list[parent].depth < FJ_KEYS_DEPTH;
}

/* Creates that child.  0 = refused: a strict decode would not accept the key unchanged,
** there is no room, or there are too many shapes. */
uint32_t fj_keys_add(FjKeys *k, const FjAlloc *a, uint32_t parent, const FjKeysText *t);

FJ_INLINE FjKeysString *fj_keys_pair_of(const FjKeys *k, const FjKeysText *t) {
  return k->strings + t->hash % (FJ_KEYS_CACHED / 2) * 2;
}

/* The cached string with these bytes, or NULL. */
FJ_INLINE const void *fj_keys_string(const FjKeys *k, const FjKeysText *t) {
  const FjKeysString *x = fj_keys_pair_of(k, t);
  if (FJ_LIKELY(fj_keys_is(t, x->key, x->length))) return x->string;
  x++;
  return fj_keys_is(t, x->key, x->length) ? x->string : NULL;
}

/* Was the key that is missing now also the last one that was missing in its pair? */
FJ_INLINE int fj_keys_is_wanted(FjKeys *k, const FjKeysText *t) {
  FjKeysString *x = fj_keys_pair_of(k, t);
  uint32_t seen = (uint32_t)(t->hash >> 32) | 1, before = x->seen;
  x->seen = seen;
  return before == seen;
}

/* Makes the cache; 0 = out of memory. */
int fj_keys_cache(FjKeys *k, const FjAlloc *a);

/* The place where the cache stores the string with these bytes, as soon as its `string`
** is set.  A free place of the pair; if there is none, the hash chooses one. */
FjKeysString *fj_keys_string_place(FjKeys *k, const FjKeysText *t);

/* Is this more than may be kept until the next call? */
FJ_INLINE int fj_keys_is_too_much(const FjKeys *k) {
  return k->full || k->bytes > FJ_KEPT_SHAPES;
}

/* Forgets everything and releases its memory. */
void fj_keys_free(FjKeys *k, const FjAlloc *a);

#endif

/*
** fj_keys.h - what decoding remembers from text to text: keys, as shapes of objects.
**
** A shape is a sequence of keys.  It is a node of a tree; its parent is the sequence
** without the last key.  The root, shape 0, has no keys.  Documents repeat shapes, so
** each shape remembers its last child as the guess for the next key.  Comparing bytes
** checks a guess, without a search for the key's end.  A shape that completes two objects
** gets a table with its keys, whose nodes the next such object copies.
**
** Owns: the tree, in C memory, and every bound on what is kept between calls.  A Lua
** table keeps the Lua strings and the tables alive: the key of shape i at 2i - 1, its
** table at 2i.
** Must not know: JSON, layouts, Lua.
** Invariants: keys come from untrusted texts and serve other texts.  A key is accepted
** only if a strict decode accepts its bytes unchanged: well-formed UTF-8 without control
** characters, quotes and backslashes.  So no result depends on earlier texts.  A hash,
** with a different seed in each state, finds a shape in a bounded number of steps, or the
** shape is not remembered.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_KEYS_H
#define FJ_KEYS_H

#include "core/fj_buf.h"
#include "core/fj_config.h"

/* Limits on what a state keeps between calls of decode (docs/notes/decoding.md). */
#define FJ_KEPT_SHAPES    ((size_t)1 << 19) /* bytes: the tree, its strings and tables */
#define FJ_KEPT_STACK     1024              /* slots of the value stack */
#define FJ_KEPT_LEVELS    4096              /* open containers */
#define FJ_KEPT_UNESCAPED ((size_t)1 << 18) /* bytes of the longest string with escapes */

/* Limits while a text is read. */
#define FJ_KEYS_SHAPES 4096
#define FJ_KEYS_DEPTH  64   /* keys of a shape */
#define FJ_KEYS_LENGTH 39   /* bytes of a key; with its quote, five words of eight */
#define FJ_KEYS_SLOTS  8192 /* of the hash */
#define FJ_KEYS_PROBES 16   /* slots that are examined for one key */

typedef struct FjKeysShape {
  char key[FJ_KEYS_LENGTH + 1]; /* the last key and its quote, padded with zeros */
  uint64_t mask;                /* for the last word of `key` in use */
  uint64_t first_two[2];        /* masks of the first two words */
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
  uint16_t *hash; /* finds a shape by its parent and key; 0 = free */
  uint64_t seed;  /* of the hash; 0 = none yet */
  uint32_t count, cap;
  uint32_t full; /* a shape or key was refused */
  size_t bytes;  /* total, roughly: the list, the strings, the tables */
} FjKeys;

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
uint32_t fj_keys_find(const FjKeys *k, uint32_t parent, const char *key, size_t n);

/* Creates that child.  0 = refused: a strict decode would not accept the key
** unchanged, it is too long, or there are too many keys or shapes. */
uint32_t fj_keys_add(FjKeys *k, const FjAlloc *a, uint32_t parent, const char *key,
                     size_t n);

/* Is this more than may be kept until the next call? */
FJ_INLINE int fj_keys_is_too_much(const FjKeys *k) {
  return k->full || k->bytes > FJ_KEPT_SHAPES;
}

/* Forgets everything and releases its memory. */
void fj_keys_free(FjKeys *k, const FjAlloc *a);

#endif

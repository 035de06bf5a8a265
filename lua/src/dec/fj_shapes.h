/*
** fj_shapes.h - the shapes of objects seen so far: which key came after which.
**
** A shape is a sequence of keys; it is a node of a tree, its parent the sequence without the
** last key.  The root, shape 0, has no keys.  Documents repeat shapes: each shape remembers
** the child that came last, so the next key is a guess that is checked by comparing bytes,
** without looking for its end.  A shape that an object ended with twice gets a prototype: a Lua
** table with these keys, whose node vector the next such object copies.
**
** Owns: the tree, in C memory.  The Lua strings of the keys and the prototypes are kept alive
** by a Lua table: key of shape i at 2i - 1, prototype at 2i.
** Must not know: JSON, layouts.  Bounded: FJ_SHAPES_MAX shapes; when they are all used, they
** are forgotten before the next text.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_SHAPES_H
#define FJ_SHAPES_H

#include "core/fj_buf.h"
#include "core/fj_wide.h"

#define FJ_SHAPES_MAX   4096
#define FJ_SHAPES_DEPTH 64 /* keys of a shape */
#define FJ_SHAPES_KEY   39 /* bytes of a key; with its quote five words of eight */
#define FJ_SHAPES_HASH  8192

typedef struct FjTemplate {
  char key[FJ_SHAPES_KEY + 1]; /* the last key and its closing quote; zeros behind */
  uint64_t mask;               /* of the last word of it in use */
  uint64_t first_two[2];       /* masks of its first two words */
  const void *proto;           /* the prototype as the layout sees it, or NULL */
  uint16_t *nodes;             /* of the prototype: the node of each key */
  uint32_t guess;              /* the child that came last; 0 = none yet */
  uint32_t first; /* child of the root: first key of the object that was the value last */
  uint32_t parent;
  uint16_t depth;    /* keys */
  uint8_t length;    /* of the last key */
  uint8_t words;     /* of `key` in use, but for the last */
  uint8_t duplicate; /* a key is in it twice */
  uint8_t ends;      /* objects that ended here, up to 2 */
  uint8_t refused;   /* no prototype can be made */
} FjTemplate;

typedef struct FjShapes {
  FjTemplate *list;
  uint16_t *hash; /* FJ_SHAPES_HASH: a shape by its parent and key; 0 = free */
  uint32_t count, cap;
  uint32_t full; /* forget all before the next text */
} FjShapes;

/* Whether the text at s (behind a quote) is the shape's last key, up to the closing quote;
** `limit` is the end of the text. */
FJ_INLINE int fj_shape_is_key(const FjTemplate *x, const char *s, const char *limit) {
  unsigned i = 0, last = 8u * x->words;
  if (FJ_LIKELY(limit - s >= 16)) { /* no jump on the length */
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

/* Ready for a text; 0 = out of memory. */
int fj_shapes_start(FjShapes *s, const FjAlloc *a);

/* The child of `parent` with this key; 0 = there is none. */
uint32_t fj_shapes_find(const FjShapes *s, uint32_t parent, const char *key, size_t n);

/* Makes that child; 0 = it cannot be one: the key is too long or has a quote or an escape in
** it, there are too many keys or too many shapes. */
uint32_t fj_shapes_add(FjShapes *s, const FjAlloc *a, uint32_t parent, const char *key,
                       size_t n);

void fj_shapes_free(FjShapes *s, const FjAlloc *a);

#endif

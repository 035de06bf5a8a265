/*
** fj_vm_lua54_55.h — the object layouts of Lua 5.4 and 5.5.
** Owns: mirrors of the few fields read; the size rule of the array part of 5.4; the array
** part of 5.5 with its separate tags.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VM_LUA54_55_H
#define FJ_VM_LUA54_55_H

#include "vm/fj_vm.h"

#define FJ_VM_HAS_INT 1
#define VM_ARRAY_BASE 1

/* one-byte tags: type | variant << 4 | collectable << 6 */
#define VM_TAG_FALSE     0x01
#define VM_TAG_TRUE      0x11
#define VM_TAG_INT       0x03
#define VM_TAG_FLOAT     0x13
#define VM_TAG_STRING    0x44
#define VM_TAG_STRING_LG 0x54
#define VM_TAG_TABLE     0x45
#define VM_WHITES        0x18 /* in `marked`: both whites */
#define VM_BLACK         0x20

typedef VmTagged VmValue;

typedef struct VmNode {
  VmPayload value;
  uint8_t value_tag;
  uint8_t key_tag;
  int next;
  VmPayload key;
} VmNode;

#if LUA_VERSION_NUM == 504

#  define FJ_VM_NAME      "lua54"
#  define VM_STRING_BYTES offsetof(VmString, contents) /* in front of the text */

typedef struct VmSlot {
  VmPayload u;
  uint8_t tag;
} VmSlot;

typedef struct VmTable {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t flags;
  uint8_t lsizenode;
  unsigned int alimit;
  VmSlot *array;
  VmNode *node;
  VmNode *lastfree;
  struct VmTable *metatable;
  void *gclist;
} VmTable;

typedef struct VmString {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t extra;
  uint8_t shrlen; /* short strings only: undefined in long ones */
  unsigned int hash;
  union {
    size_t lnglen;          /* long strings */
    struct VmString *hnext; /* short strings: the next one in the string table */
  } u;
  char contents[1];
} VmString;

#  include "vm/fj_vm_tags_impl.h"

FJ_INLINE int vm_string_fits(VmValue v, const char *bytes) {
  return ((const VmString *)v.u.p)->contents == bytes;
}

FJ_INLINE const char *vm_string(VmValue v, size_t *len) {
  const VmString *s = (const VmString *)v.u.p;
  *len = FJ_LIKELY(v.tag == VM_TAG_STRING) ? s->shrlen : s->u.lnglen;
  return s->contents;
}

/* alimit is the size of the array part, unless a bit marks it as a border found by
** `#`; the size is then the next power of two.  5.4.0 stores the bit in `marked` and
** starts `flags` at 0xFF; later releases store it in `flags`.  A table does not show
** which, so the headers decide (by their text: the number is 50400 up to 5.4.3), and
** the probe refuses an interpreter with the other rule. */
#  define VM_SIZE_BITS(t) (LUA_VERSION_RELEASE[0] == '0' ? (t)->marked : (t)->flags)

FJ_INLINE size_t vm_array_last(const VmTable *t) {
  unsigned int n = t->alimit;
  if (FJ_LIKELY(!(VM_SIZE_BITS(t) & 0x80)) || (n & (n - 1)) == 0) return n;
  n |= n >> 1;
  n |= n >> 2;
  n |= n >> 4;
  n |= n >> 8;
  n |= n >> 16;
  return (size_t)n + 1;
}

FJ_INLINE size_t vm_node_slots(const VmTable *t) {
  return t->lastfree == NULL ? 0 : (size_t)1 << t->lsizenode;
}

#else /* 5.5 */

#  define FJ_VM_NAME      "lua55"
#  define VM_STRING_BYTES sizeof(VmString) /* in front of a long string's text */
#  define VM_ARRAY_OWN    1

/* `array` points to an unsigned int that the tags follow; the values precede it in
** reverse. */
typedef struct VmTable {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t flags;
  uint8_t lsizenode;
  unsigned int asize;
  VmPayload *array;
  VmNode *node;
  struct VmTable *metatable;
  void *gclist;
} VmTable;

typedef struct VmString {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t extra;
  int8_t shrlen; /* short strings only: negative in long ones */
  unsigned int hash;
  union {
    size_t lnglen;          /* long strings */
    struct VmString *hnext; /* short strings: the next one in the string table */
  } u;
  const char *contents; /* long strings only: in short ones the text starts here */
} VmString;

typedef struct VmArray {
  const VmPayload *values;
  const uint8_t *tags;
} VmArray;

FJ_INLINE VmArray vm_array_of(const VmTable *t) {
  VmArray a;
  a.values = t->array;
  a.tags = (const uint8_t *)t->array + sizeof(unsigned int);
  return a;
}

FJ_INLINE const void *vm_array_start(const VmTable *t) {
  return t->array - t->asize;
}

FJ_INLINE size_t vm_array_bytes(size_t last) {
  return last * (sizeof(VmPayload) + 1) + sizeof(unsigned int);
}

FJ_INLINE VmValue vm_array_get(VmArray a, size_t i) {
  VmValue v;
  v.u = a.values[-(ptrdiff_t)i];
  v.tag = a.tags[i - 1];
  return v;
}

FJ_INLINE void vm_array_put(VmTable *t, size_t i, VmValue v) {
  t->array[-(ptrdiff_t)i] = v.u;
  ((uint8_t *)t->array + sizeof(unsigned int))[i - 1] = v.tag;
}

/* Values are stored in reverse below the pointer, so a range is contiguous here, too. */
FJ_INLINE void vm_array_fill(VmTable *t, VmArray from, size_t first, size_t n) {
  memcpy(t->array - n, from.values - (first + n - 1), n * sizeof *from.values);
  memcpy((uint8_t *)t->array + sizeof(unsigned int), from.tags + (first - 1), n);
}

#  include "vm/fj_vm_tags_impl.h"

FJ_INLINE int vm_string_fits(VmValue v, const char *bytes) {
  const VmString *s = (const VmString *)v.u.p;
  return (v.tag == VM_TAG_STRING ? (const char *)&s->contents : s->contents) == bytes;
}

FJ_INLINE const char *vm_string(VmValue v, size_t *len) {
  const VmString *s = (const VmString *)v.u.p;
  if (FJ_LIKELY(v.tag == VM_TAG_STRING)) {
    *len = (size_t)s->shrlen;
    return (const char *)&s->contents;
  }
  *len = s->u.lnglen;
  return s->contents;
}

FJ_INLINE size_t vm_array_last(const VmTable *t) {
  return t->asize;
}

FJ_INLINE size_t vm_node_slots(const VmTable *t) {
  return (t->flags & 0x40) ? 0 : (size_t)1 << t->lsizenode;
}

#endif
#endif

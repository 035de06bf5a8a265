/*
** fj_vm_lua53.h — the object layout of Lua 5.3, from 5.3.1 on.
** Owns: mirrors of the few fields read.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#define FJ_VM_NAME    "lua53"
#define FJ_VM_HAS_INT 1
#define VM_ARRAY_BASE 1

#include "vm/fj_vm.h"

#ifndef FJ_VM_LUA53_H
#  define FJ_VM_LUA53_H

/* tags: type | variant << 4 | collectable << 6 */
#  define VM_TAG_INT       0x13
#  define VM_TAG_FLOAT     0x03
#  define VM_TAG_STRING    0x44
#  define VM_TAG_STRING_LG 0x54
#  define VM_TAG_TABLE     0x45
#  define VM_STRING_BYTES  sizeof(VmString) /* before its bytes */
#  define VM_STRING_LENGTH(s, v)                                                         \
    (FJ_LIKELY((v).tag == VM_TAG_STRING) ? (s)->shrlen : (s)->lnglen)
#  define VM_BLACK 0x04 /* of `marked` */

typedef struct VmSlot {
  VmPayload u;
  int tag;
} VmSlot;

typedef VmTagged VmValue;

typedef struct VmNode {
  VmPayload value;
  int value_tag;
  VmPayload key;
  int key_tag;
  int next;
} VmNode;

typedef struct VmTable {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t flags;
  uint8_t lsizenode;
  unsigned int sizearray;
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
  uint8_t shrlen; /* of a short string only */
  unsigned int hash;
  size_t lnglen; /* of a long string only */
} VmString;      /* the bytes follow */

#  include "vm/fj_vm_tags_impl.h"
#endif

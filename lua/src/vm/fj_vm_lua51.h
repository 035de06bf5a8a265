/*
** fj_vm_lua51.h — the object layout of PUC Lua 5.1.
** Owns: mirrors of the few fields read.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#define FJ_VM_NAME    "lua51"
#define FJ_VM_HAS_INT 0
#define VM_ARRAY_BASE 1

#include "vm/fj_vm.h"

#ifndef FJ_VM_LUA51_H
#  define FJ_VM_LUA51_H

#  define VM_TAG_FLOAT           LUA_TNUMBER
#  define VM_TAG_STRING          LUA_TSTRING
#  define VM_TAG_TABLE           LUA_TTABLE
#  define VM_STRING_BYTES        sizeof(VmString) /* before its bytes */
#  define VM_STRING_LENGTH(s, v) ((s)->len)
#  define VM_BLACK               0x04 /* of `marked` */
#  define VM_NEXT_IS_POINTER     1

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
  struct VmNode *next;
} VmNode;

typedef struct VmTable {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t flags;
  uint8_t lsizenode;
  struct VmTable *metatable;
  VmSlot *array;
  VmNode *node;
  VmNode *lastfree;
  void *gclist;
  int sizearray;
} VmTable;

typedef struct VmString {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t reserved;
  unsigned int hash;
  size_t len;
} VmString; /* the bytes follow */

#  include "vm/fj_vm_tags_impl.h"
#endif

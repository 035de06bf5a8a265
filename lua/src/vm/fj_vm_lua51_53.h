/*
** fj_vm_lua51_53.h — layouts of PUC Lua 5.1, 5.2 (since 5.2.1) and 5.3 (since 5.3.1).
** Owns: mirrors of the few fields read.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VM_LUA51_53_H
#define FJ_VM_LUA51_53_H

#include "vm/fj_vm.h"

#define VM_ARRAY_BASE   1
#define VM_STRING_BYTES sizeof(VmString) /* in front of the text */
#define VM_WHITES       0x03             /* in `marked`: both whites */
#define VM_BLACK        0x04

#if LUA_VERSION_NUM == 501
#  define FJ_VM_NAME    "lua51"
#  define VM_TAG_FLOAT  LUA_TNUMBER
#  define VM_TAG_STRING LUA_TSTRING
#  define VM_TAG_TABLE  LUA_TTABLE
#else /* tags: type | variant << 4 | collectable << 6 */
#  define VM_TAG_FLOAT     0x03
#  define VM_TAG_STRING    0x44
#  define VM_TAG_STRING_LG 0x54
#  define VM_TAG_TABLE     0x45
#endif

#if LUA_VERSION_NUM == 503
#  define FJ_VM_NAME    "lua53"
#  define FJ_VM_HAS_INT 1
#  define VM_TAG_INT    0x13
#  define VM_STRING_LENGTH(s, v)                                                         \
    (FJ_LIKELY((v).tag == VM_TAG_STRING) ? (s)->shrlen : (s)->u.lnglen)
typedef int VmNext;
#else
#  if LUA_VERSION_NUM == 502
#    define FJ_VM_NAME "lua52"
#  endif
#  define FJ_VM_HAS_INT          0
#  define VM_STRING_LENGTH(s, v) ((s)->len)
#  define VM_NEXT_IS_POINTER     1
typedef struct VmNode *VmNext;
#endif

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
  VmNext next;
} VmNode;

typedef struct VmTable {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t flags;
  uint8_t lsizenode;
#if LUA_VERSION_NUM == 501
  struct VmTable *metatable;
#else
  unsigned int sizearray;
#endif
  VmSlot *array;
  VmNode *node;
  VmNode *lastfree;
#if LUA_VERSION_NUM != 501
  struct VmTable *metatable;
#endif
  void *gclist;
#if LUA_VERSION_NUM == 501
  int sizearray;
#endif
} VmTable;

typedef struct VmString {
  void *next;
  uint8_t tt;
  uint8_t marked;
  uint8_t extra;
#if LUA_VERSION_NUM == 503
  uint8_t shrlen; /* short strings only */
  unsigned int hash;
  union {
    size_t lnglen;          /* long strings */
    struct VmString *hnext; /* short strings: the next one in the string table */
  } u;
#else
  unsigned int hash;
  size_t len;
#endif
} VmString; /* the bytes follow */

#include "vm/fj_vm_tags_impl.h"
#endif

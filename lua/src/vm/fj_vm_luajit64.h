/*
** fj_vm_luajit64.h — the object layout of LuaJIT 2.1 with 64-bit references (GC64).
** Owns: mirrors of the few fields read, and the encoding of a boxed value.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#define FJ_VM_NAME    "luajit64"
#define FJ_VM_HAS_INT 0
#define VM_ARRAY_BASE 0

#include "vm/fj_vm.h"

#ifndef FJ_VM_LUAJIT64_H
#  define FJ_VM_LUAJIT64_H

typedef uint64_t VmRef;

/* bits: 13 ones, a 4-bit tag, 47 bits of pointer, integer or ones */
#  define VM_BITS_TAG(b)      ((uint32_t)((int64_t)(b) >> 47))
#  define VM_BITS_REF(b)      ((uintptr_t)((b) & (((uint64_t)1 << 47) - 1)))
#  define VM_BITS_NIL         (~(uint64_t)0)
#  define VM_BITS_BOX(tag, p) (((uint64_t)(tag) << 47) | (uint64_t)(uintptr_t)(p))
#  define VM_TAG_NUMBER       (~(uint32_t)13)
#  define VM_IS_NIL(b)        ((b) == VM_BITS_NIL)
#  define VM_IS_FLOAT(b)      ((b) < ((uint64_t)VM_TAG_NUMBER << 47))
#  define VM_IS_LIGHT(b)      (VM_BITS_TAG(b) == ~(uint32_t)3)

typedef struct VmNode {
  uint64_t value;
  uint64_t key;
  VmRef next;
} VmNode;

typedef struct VmTable {
  VmRef nextgc;
  uint8_t marked;
  uint8_t gct;
  uint8_t nomm;
  int8_t colo;
  VmRef array;
  VmRef gclist;
  VmRef metatable;
  VmRef node;
  uint32_t asize;
  uint32_t hmask;
} VmTable;

typedef struct VmString {
  VmRef nextgc;
  uint8_t marked;
  uint8_t gct;
  uint8_t reserved;
  uint8_t hashalg;
  uint32_t sid;
  uint32_t hash;
  uint32_t len;
} VmString; /* the bytes follow */

#  include "vm/fj_vm_nanbox_impl.h"

#endif

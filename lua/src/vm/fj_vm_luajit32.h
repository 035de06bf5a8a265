/*
** fj_vm_luajit32.h — the object layout of LuaJIT 2.1 with 32-bit references (32-bit
** machines, and x86-64 without GC64).
** Owns: mirrors of the few fields read, and the encoding of a boxed value.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
*/
#define FJ_VM_NAME    "luajit32"
#define FJ_VM_HAS_INT 0
#define VM_ARRAY_BASE 0

#include "vm/fj_vm.h"

#ifndef FJ_VM_LUAJIT32_H
#  define FJ_VM_LUAJIT32_H

typedef uint32_t VmRef;

/* bits: a 32-bit tag, 32 bits of reference or integer; where pointers have 64 bits, light
** userdata owns the tags 0xffff0000 to 0xffff7fff and keeps 47 bits */
#  define VM_BITS_TAG(b)      ((uint32_t)((b) >> 32))
#  define VM_BITS_REF(b)      ((uintptr_t)(uint32_t)(b))
#  define VM_BITS_NIL         (~(uint64_t)0)
#  define VM_BITS_BOX(tag, p) (((uint64_t)(tag) << 32) | (uint32_t)(uintptr_t)(p))
#  if UINTPTR_MAX > 0xFFFFFFFF
#    define VM_TAG_NUMBER  ((uint32_t)0xFFFEFFFF)
#    define VM_IS_LIGHT(b) (VM_BITS_TAG(b) >> 15 == 0x1FFFE)
#  else
#    define VM_TAG_NUMBER  (~(uint32_t)13)
#    define VM_IS_LIGHT(b) (VM_BITS_TAG(b) == ~(uint32_t)3)
#  endif
#  define VM_IS_NIL(b)   (VM_BITS_TAG(b) == ~(uint32_t)0)
#  define VM_IS_FLOAT(b) (VM_BITS_TAG(b) < VM_TAG_NUMBER)

typedef struct VmNode {
  uint64_t value;
  uint64_t key;
  VmRef next;
  VmRef freetop;
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

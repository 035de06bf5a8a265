/*
** fj_vm_luajit.h — the object layouts of LuaJIT 2.1: every value is one 64-bit word.
** References have 32 bits with FJ_VM_REF32 (32-bit machines, and x86-64 without GC64),
** else 64 (GC64).
** Owns: mirrors of the few fields read, the encoding of a boxed value, arrays (key 0 has
** a slot) and nodes.
** Must not know: JSON. Invariant: the probe has passed before any of this is used.
** SPDX-License-Identifier: MIT
**
** No include guard: included once for each layout, after fj_vm_second.h for the second.
*/
#include "vm/fj_vm.h"

#define FJ_VM_HAS_INT 0
#define VM_ARRAY_BASE 0
#define VM_BITS_NIL   (~(uint64_t)0)

#ifdef FJ_VM_REF32

#  define FJ_VM_NAME "luajit32"
typedef uint32_t VmRef;

/* bits: a 32-bit tag, 32 bits of reference or integer; if pointers have 64 bits, light
** userdata uses the tags 0xffff0000 to 0xffff7fff and 47 bits */
#  define VM_BITS_TAG(b)      ((uint32_t)((b) >> 32))
#  define VM_BITS_REF(b)      ((uintptr_t)(uint32_t)(b))
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

#else

#  define FJ_VM_NAME          "luajit64"
typedef uint64_t VmRef;

/* bits: 13 ones, a 4-bit tag, 47 bits of pointer, integer or ones */
#  define VM_BITS_TAG(b)      ((uint32_t)((int64_t)(b) >> 47))
#  define VM_BITS_REF(b)      ((uintptr_t)((b) & (((uint64_t)1 << 47) - 1)))
#  define VM_BITS_BOX(tag, p) (((uint64_t)(tag) << 47) | (uint64_t)(uintptr_t)(p))
#  define VM_TAG_NUMBER       (~(uint32_t)13)
#  define VM_IS_NIL(b)        ((b) == VM_BITS_NIL)
#  define VM_IS_FLOAT(b)      ((b) < ((uint64_t)VM_TAG_NUMBER << 47))
#  define VM_IS_LIGHT(b)      (VM_BITS_TAG(b) == ~(uint32_t)3)

#endif

typedef struct VmNode {
  uint64_t value;
  uint64_t key;
  VmRef next;
#ifdef FJ_VM_REF32
  VmRef freetop;
#endif
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
#ifndef FJ_VM_REF32
  VmRef freetop;
#endif
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

#define VM_TAG_FALSE    (~(uint32_t)1)
#define VM_TAG_TRUE     (~(uint32_t)2)
#define VM_TAG_STRING   (~(uint32_t)4)
#define VM_TAG_THREAD   (~(uint32_t)6)
#define VM_TAG_FUNCTION (~(uint32_t)8)
#define VM_TAG_CDATA    (~(uint32_t)10)
#define VM_TAG_TABLE    (~(uint32_t)11)
#define VM_TAG_USERDATA (~(uint32_t)12)
#define VM_BLACK        0x04 /* in `marked` */

typedef struct VmValue {
  uint64_t bits;
} VmValue;

typedef struct VmArray {
  const uint64_t *slots;
} VmArray;

FJ_INLINE int vm_is_nil(VmValue v) {
  return VM_IS_NIL(v.bits);
}

FJ_INLINE int vm_is_false(VmValue v) {
  return VM_BITS_TAG(v.bits) == VM_TAG_FALSE;
}

FJ_INLINE int vm_is_true(VmValue v) {
  return VM_BITS_TAG(v.bits) == VM_TAG_TRUE;
}

FJ_INLINE int vm_is_string(VmValue v) {
  return VM_BITS_TAG(v.bits) == VM_TAG_STRING;
}

FJ_INLINE int vm_is_table(VmValue v) {
  return VM_BITS_TAG(v.bits) == VM_TAG_TABLE;
}

/* only a dual-number build has them */
FJ_INLINE int vm_is_int(VmValue v) {
  return VM_BITS_TAG(v.bits) == VM_TAG_NUMBER;
}

FJ_INLINE int vm_is_float(VmValue v) {
  return VM_IS_FLOAT(v.bits);
}

/* A state chooses how it stores NULL. */
FJ_INLINE uint64_t vm_null_word(VmValue v) {
  return v.bits;
}

FJ_INLINE int vm_is_literal(VmValue v, uint64_t null) {
  return (VM_BITS_TAG(v.bits) - VM_TAG_TRUE < 2) | (v.bits == null);
}

FJ_INLINE size_t vm_literal(VmValue v, uint64_t null) {
  return (size_t)vm_is_true(v) | (size_t)(v.bits == null) << 1;
}

FJ_INLINE VmKind vm_value_kind(VmValue v) {
  if (vm_is_float(v)) return VM_FLOAT;
  if (VM_IS_LIGHT(v.bits)) return VM_LIGHTUSERDATA;
  switch (VM_BITS_TAG(v.bits)) {
  case ~(uint32_t)0: return VM_NIL;
  case VM_TAG_FALSE: return VM_FALSE;
  case VM_TAG_TRUE: return VM_TRUE;
  case VM_TAG_NUMBER: return VM_INT;
  case VM_TAG_STRING: return VM_STRING;
  case VM_TAG_THREAD: return VM_THREAD;
  case VM_TAG_FUNCTION: return VM_FUNCTION;
  case VM_TAG_CDATA: return VM_CDATA;
  case VM_TAG_TABLE: return VM_TABLE;
  case VM_TAG_USERDATA: return VM_USERDATA;
  default: return VM_UNKNOWN;
  }
}

FJ_INLINE int64_t vm_int(VmValue v) {
  return (int32_t)(uint32_t)v.bits;
}

FJ_INLINE double vm_float(VmValue v) {
  VmPayload u;
  u.i = (int64_t)v.bits;
  return u.n;
}

FJ_INLINE const void *vm_value_object(VmValue v) {
  return (const void *)VM_BITS_REF(v.bits);
}

FJ_INLINE int vm_string_fits(VmValue v, const char *bytes) {
  return (const char *)((const VmString *)vm_value_object(v) + 1) == bytes;
}

FJ_INLINE const char *vm_string(VmValue v, size_t *len) {
  const VmString *s = (const VmString *)vm_value_object(v);
  *len = s->len;
  return (const char *)(s + 1);
}

FJ_INLINE const VmTable *vm_table(VmValue v) {
  return (const VmTable *)vm_value_object(v);
}

FJ_INLINE int vm_value_same(VmValue a, VmValue b) {
  if (vm_is_float(a)) return vm_is_float(b) && vm_float(a) == vm_float(b);
  if (vm_is_nil(a) || vm_is_false(a) || vm_is_true(a))
    return VM_BITS_TAG(a.bits) == VM_BITS_TAG(b.bits); /* other bits are undefined */
  return a.bits == b.bits;                             /* light userdata is interned */
}

FJ_INLINE VmValue vm_value_nil(void) {
  VmValue v;
  v.bits = VM_BITS_NIL;
  return v;
}

FJ_INLINE VmValue vm_value_of_table(const VmTable *t) {
  VmValue v;
  v.bits = VM_BITS_BOX(VM_TAG_TABLE, t);
  return v;
}

/* For the probe: the header is a table's, and its mask is valid. */
FJ_INLINE int vm_table_is_sane(const VmTable *t) {
  return t->gct == 11 && (t->hmask & (t->hmask + 1)) == 0;
}

FJ_INLINE const VmTable *vm_table_metatable(const VmTable *t) {
  return (const VmTable *)(uintptr_t)t->metatable;
}

FJ_INLINE size_t vm_array_last(const VmTable *t) {
  return t->asize == 0 ? 0 : (size_t)t->asize - 1;
}

FJ_INLINE VmArray vm_array_of(const VmTable *t) {
  VmArray a;
  a.slots = (const uint64_t *)(uintptr_t)t->array;
  return a;
}

FJ_INLINE const void *vm_array_start(const VmTable *t) {
  return (const void *)(uintptr_t)t->array;
}

FJ_INLINE size_t vm_array_bytes(size_t last) {
  return (last + 1) * sizeof(uint64_t);
}

FJ_INLINE VmValue vm_array_get(VmArray a, size_t i) {
  VmValue v;
  v.bits = a.slots[i];
  return v;
}

FJ_INLINE VmValue vm_array_zero(const VmTable *t) {
  return t->asize == 0 ? vm_value_nil() : vm_array_get(vm_array_of(t), 0);
}

FJ_INLINE void vm_array_put(VmTable *t, size_t i, VmValue v) {
  ((uint64_t *)(uintptr_t)t->array)[i] = v.bits;
}

/* no vector has one node: hmask is 0 only for the shared empty node */
FJ_INLINE size_t vm_node_slots(const VmTable *t) {
  return t->hmask == 0 ? 0 : (size_t)t->hmask + 1;
}

FJ_INLINE const VmNode *vm_node_first(const VmTable *t) {
  return (const VmNode *)(uintptr_t)t->node;
}

FJ_INLINE VmValue vm_node_value(const VmNode *n) {
  VmValue v;
  v.bits = n->value;
  return v;
}

FJ_INLINE VmValue vm_node_key(const VmNode *n) {
  VmValue v;
  v.bits = n->key;
  return v;
}

/* For a table created with room for nodes and still empty. */
FJ_INLINE size_t vm_node_slots_made(const VmTable *t) {
  return vm_node_slots(t);
}

/* -- Building: every store is raw; the caller has checked vm_table_is_black ---------- */

/* A black table must not receive a white object without a barrier: use the API. */
FJ_INLINE int vm_table_is_black(const VmTable *t) {
  return (t->marked & VM_BLACK) != 0;
}

/* A metatable without __gc, for a table that is not black. */
FJ_INLINE void vm_table_mark(VmTable *t, const VmTable *metatable) {
  t->metatable = (VmRef)(uintptr_t)metatable;
}

FJ_INLINE VmValue vm_value_of_string(const void *string) {
  VmValue v;
  v.bits = VM_BITS_BOX(VM_TAG_STRING, string);
  return v;
}

/* Pushes a string and returns its value. */
FJ_INLINE VmValue vm_string_push(lua_State *L, const char *s, size_t n) {
  lua_pushlstring(L, s, n);
  return vm_value_of_string((const VmString *)lua_tolstring(L, -1, NULL) - 1);
}

FJ_INLINE VmNode *vm_node_of(VmTable *t, size_t i) {
  return (VmNode *)(uintptr_t)t->node + i;
}

FJ_INLINE void vm_node_put(VmNode *n, VmValue v) {
  n->value = v.bits;
}

FJ_INLINE VmValue vm_value_float(double d) {
  VmPayload u;
  VmValue v;
  u.n = d;
  v.bits = (uint64_t)u.i;
  return v;
}

/* On a dual-number build, a double cannot be distinguished from the API's integer. */
FJ_INLINE VmValue vm_value_int(int64_t i) {
  return vm_value_float((double)i);
}

/* Ones below the tag: with 47-bit references LuaJIT compares all 64 bits. */
FJ_INLINE VmValue vm_value_bool(int b) {
  VmValue v;
  v.bits = VM_BITS_BOX(b ? VM_TAG_TRUE : VM_TAG_FALSE, ~(uint64_t)0 >> 17);
  return v;
}

/* Clears the table's cache of absent metamethods. */
FJ_INLINE void vm_table_changed(VmTable *t) {
  t->nomm = 0; /* NOBARRIER: flags */
}

/* Links are addresses.  The fresh table keeps its start of the search for free nodes. */
FJ_INLINE int vm_nodes_copy(VmTable *to, const VmTable *from) {
  size_t n = vm_node_slots(from), i;
  VmNode *a = vm_node_of(to, 0);
  const VmNode *b = vm_node_first(from);
  if (n == 0 || vm_node_slots_made(to) != n) return 0;
  for (i = 0; i < n; i++) {
    a[i].value = b[i].value;
    a[i].key = b[i].key;
    a[i].next = b[i].next == 0
                    ? 0
                    : (VmRef)((uintptr_t)a + ((uintptr_t)b[i].next - (uintptr_t)b));
  }
  vm_table_changed(to);
  return 1;
}

/* Strings are interned; a string's ID, assigned at creation, determines its node. */
#define VM_NEXT(n)        ((VmNode *)(uintptr_t)(n)->next)
#define VM_LINK(from, to) ((from)->next = (VmRef)(uintptr_t)(to))
#define VM_KEY_HASHED(k)  vm_is_string(k)
#define VM_KEY_HASH(k)    (((const VmString *)vm_value_object(k))->sid)
#define VM_KEY_IS(n, k)   ((n)->key == (k).bits)
#define VM_KEY_PUT(n, k)  ((n)->key = (k).bits) /* NOBARRIER: see vm_nodes_fill */

FJ_INLINE void vm_array_fill(VmTable *t, VmArray from, size_t first, size_t n) {
  memcpy((uint64_t *)(uintptr_t)t->array + 1, from.slots + first, n * sizeof(uint64_t));
}

#include "vm/fj_vm_make_impl.h"

#if UINTPTR_MAX > 0xFFFFFFFF
#  include "vm/fj_vm_heap_luajit_impl.h"
#endif

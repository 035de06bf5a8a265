/*
** fj_vm_tags_impl.h — what all PUC Luas from 5.1 to 5.5 share: a payload and a tag.
** Owns: predicates, numbers, nodes, metatables of values whose low four tag bits are the
** LUA_T* type; array parts that are a vector of tagged values (5.1 to 5.4); array parts
** that store their size and strings whose bytes follow their header (5.1 to 5.3).
** Invariant: bound by a layout header with VmValue {u, tag}, VmNode, VM_TAG_*; with
** VmSlot, or VM_ARRAY_OWN and its arrays; with VM_STRING_LENGTH, or its strings and
** sizes.
** SPDX-License-Identifier: MIT
*/
#ifndef VM_ARRAY_OWN
typedef struct VmArray {
  const VmSlot *slots;
} VmArray;

FJ_INLINE VmArray vm_array_of(const VmTable *t) {
  VmArray a;
  a.slots = t->array;
  return a;
}

FJ_INLINE const void *vm_array_start(const VmTable *t) {
  return t->array;
}

FJ_INLINE size_t vm_array_bytes(size_t last) {
  return last * sizeof(VmSlot);
}

FJ_INLINE VmValue vm_array_get(VmArray a, size_t i) {
  VmValue v;
  v.u = a.slots[i - 1].u;
  v.tag = a.slots[i - 1].tag;
  return v;
}

FJ_INLINE void vm_array_put(VmTable *t, size_t i, VmValue v) {
  t->array[i - 1].u = v.u;
  t->array[i - 1].tag = v.tag;
}

/* Copies n values, from `first` on, from another array part to slots 1..n. */
FJ_INLINE void vm_array_fill(VmTable *t, VmArray from, size_t first, size_t n) {
  memcpy(t->array, from.slots + (first - 1), n * sizeof *from.slots);
}
#endif

FJ_INLINE int vm_is_nil(VmValue v) {
  return (v.tag & 0x0F) == LUA_TNIL; /* nil has variants since 5.4 */
}

FJ_INLINE int vm_is_table(VmValue v) {
  return v.tag == VM_TAG_TABLE;
}

FJ_INLINE int vm_is_float(VmValue v) {
  return v.tag == VM_TAG_FLOAT;
}

#ifdef VM_TAG_INT
FJ_INLINE int vm_is_int(VmValue v) {
  return v.tag == VM_TAG_INT;
}
#else
FJ_INLINE int vm_is_int(VmValue v) {
  (void)v;
  return 0;
}
#endif

#ifdef VM_TAG_TRUE
FJ_INLINE int vm_is_false(VmValue v) {
  return v.tag == VM_TAG_FALSE;
}

FJ_INLINE int vm_is_true(VmValue v) {
  return v.tag == VM_TAG_TRUE;
}
#else
/* The payload's int, read as a part of the whole word: compilers would keep the halves of
** the word apart in all code that may read one. */
FJ_INLINE int vm_bool(VmValue v) {
#  if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  return (uint32_t)v.u.i != 0;
#  else
  return v.u.b != 0;
#  endif
}

FJ_INLINE int vm_is_false(VmValue v) {
  return v.tag == LUA_TBOOLEAN && !vm_bool(v);
}

FJ_INLINE int vm_is_true(VmValue v) {
  return v.tag == LUA_TBOOLEAN && vm_bool(v);
}
#endif

#ifdef VM_TAG_STRING_LG
FJ_INLINE int vm_is_string(VmValue v) {
  return (v.tag & ~(VM_TAG_STRING ^ VM_TAG_STRING_LG)) == VM_TAG_STRING;
}
#else
FJ_INLINE int vm_is_string(VmValue v) {
  return v.tag == VM_TAG_STRING;
}
#endif

/* The only light userdata that is null is NULL. */
FJ_INLINE uint64_t vm_null_word(VmValue v) {
  (void)v;
  return 1;
}

/* Without jumps: in a list of literals, no jump on them is predictable. */
FJ_INLINE int vm_is_literal(VmValue v, uint64_t null) {
  return ((v.tag & 0x0F) == LUA_TBOOLEAN) |
         ((v.tag == LUA_TLIGHTUSERDATA) & (v.u.p == NULL) & (null != 0));
}

FJ_INLINE size_t vm_literal(VmValue v, uint64_t null) {
  (void)null;
  return (size_t)vm_is_true(v) | (v.tag & LUA_TLIGHTUSERDATA);
}

FJ_INLINE VmKind vm_value_kind(VmValue v) {
  switch (v.tag & 0x0F) {
  case LUA_TNIL: return VM_NIL;
  case LUA_TBOOLEAN: return vm_is_true(v) ? VM_TRUE : VM_FALSE;
  case LUA_TLIGHTUSERDATA: return VM_LIGHTUSERDATA;
  case LUA_TNUMBER: return vm_is_int(v) ? VM_INT : VM_FLOAT;
  case LUA_TSTRING: return VM_STRING;
  case LUA_TTABLE: return VM_TABLE;
  case LUA_TFUNCTION: return VM_FUNCTION;
  case LUA_TUSERDATA: return VM_USERDATA;
  case LUA_TTHREAD: return VM_THREAD;
  default: return VM_UNKNOWN;
  }
}

FJ_INLINE int64_t vm_int(VmValue v) {
  return v.u.i;
}

FJ_INLINE double vm_float(VmValue v) {
  return v.u.n;
}

FJ_INLINE const VmTable *vm_table(VmValue v) {
  return (const VmTable *)v.u.p;
}

FJ_INLINE int vm_value_same(VmValue a, VmValue b) {
  if (a.tag != b.tag) return 0;
  switch (vm_value_kind(a)) {
  case VM_NIL: return 1;
  case VM_FALSE: return vm_is_false(b);
  case VM_TRUE: return vm_is_true(b);
  case VM_INT: return a.u.i == b.u.i;
  case VM_FLOAT: return a.u.n == b.u.n;
  default: return a.u.p == b.u.p;
  }
}

FJ_INLINE VmValue vm_value_nil(void) {
  VmValue v;
  v.u.i = 0;
  v.tag = LUA_TNIL;
  return v;
}

FJ_INLINE VmValue vm_value_of_table(const VmTable *t) {
  VmValue v;
  v.u.i = 0;
  v.u.p = t;
  v.tag = VM_TAG_TABLE;
  return v;
}

/* For the probe: the object that a collectable value refers to. */
FJ_INLINE const void *vm_value_object(VmValue v) {
  return v.u.p;
}

/* For the probe: the header is a table's, and its size exponent is a valid shift. */
FJ_INLINE int vm_table_is_sane(const VmTable *t) {
  return t->tt == LUA_TTABLE && t->lsizenode < 31;
}

FJ_INLINE const VmTable *vm_table_metatable(const VmTable *t) {
  return t->metatable;
}

FJ_INLINE VmValue vm_array_zero(const VmTable *t) {
  (void)t;
  return vm_value_nil();
}

FJ_INLINE const VmNode *vm_node_first(const VmTable *t) {
  return t->node;
}

FJ_INLINE VmValue vm_node_value(const VmNode *n) {
  VmValue v;
  v.u = n->value;
  v.tag = n->value_tag;
  return v;
}

FJ_INLINE VmValue vm_node_key(const VmNode *n) {
  VmValue v;
  v.u = n->key;
  v.tag = n->key_tag;
  return v;
}

/* For a table created with room for nodes and still empty. */
FJ_INLINE size_t vm_node_slots_made(const VmTable *t) {
  return (size_t)1 << t->lsizenode;
}

/* -- Building: every store is raw; the caller has checked vm_table_is_black ---------- */

/* A black table must not receive a white object without a barrier: use the API. */
FJ_INLINE int vm_table_is_black(const VmTable *t) {
  return (t->marked & VM_BLACK) != 0;
}

/* A metatable without __gc, for a table that is not black. */
FJ_INLINE void vm_table_mark(VmTable *t, const VmTable *metatable) {
  t->metatable = (VmTable *)(uintptr_t)metatable;
}

FJ_INLINE VmValue vm_value_of_string(const void *string) {
  VmValue v;
  v.u.p = string;
#ifdef VM_TAG_STRING_LG
  v.tag = ((const VmString *)string)->tt | (VM_TAG_STRING & 0x40);
#else
  v.tag = VM_TAG_STRING;
#endif
  return v;
}

/* Pushes a string and returns its value.  vm_string_fits has checked what precedes the
** bytes; 5.5 asks for the object instead, as long strings can be elsewhere. */
FJ_INLINE VmValue vm_string_push(lua_State *L, const char *s, size_t n) {
#if LUA_VERSION_NUM >= 505
  (void)lua_pushlstring(L, s, n);
  return vm_value_of_string(lua_topointer(L, -1));
#elif LUA_VERSION_NUM >= 502
  return vm_value_of_string(lua_pushlstring(L, s, n) - VM_STRING_BYTES);
#else
  lua_pushlstring(L, s, n);
  return vm_value_of_string(lua_tolstring(L, -1, NULL) - VM_STRING_BYTES);
#endif
}

FJ_INLINE VmNode *vm_node_of(VmTable *t, size_t i) {
  return t->node + i;
}

FJ_INLINE void vm_node_put(VmNode *n, VmValue v) {
  n->value = v.u;
  n->value_tag = v.tag;
}

FJ_INLINE VmValue vm_value_float(double d) {
  VmValue v;
  v.u.n = d;
  v.tag = VM_TAG_FLOAT;
  return v;
}

#ifdef VM_TAG_INT
FJ_INLINE VmValue vm_value_int(int64_t i) {
  VmValue v;
  v.u.i = i;
  v.tag = VM_TAG_INT;
  return v;
}
#else
FJ_INLINE VmValue vm_value_int(int64_t i) {
  return vm_value_float((double)i);
}
#endif

FJ_INLINE VmValue vm_value_bool(int b) {
  VmValue v;
  v.u.i = 0;
#ifdef VM_TAG_TRUE
  v.tag = b ? VM_TAG_TRUE : VM_TAG_FALSE;
#else
  v.u.b = b;
  v.tag = LUA_TBOOLEAN;
#endif
  return v;
}

/* Clears the table's cache of absent metamethods. */
FJ_INLINE void vm_table_changed(VmTable *t) {
  t->flags &= (uint8_t)~0x3F; /* NOBARRIER: flags */
}

/* Copies the nodes of `from`, which has some, to the fresh table `to`; 0 = their
** vectors differ in size.  A fresh table searches for free nodes from the end, which
** is right for any contents. */
FJ_INLINE int vm_nodes_copy(VmTable *to, const VmTable *from) {
  size_t n = vm_node_slots_made(from);
  if (vm_node_slots_made(to) != n) return 0;
  memcpy(to->node, from->node, n * sizeof *to->node);
#ifdef VM_NEXT_IS_POINTER
  {
    size_t i;
    for (i = 0; i < n; i++)
      if (from->node[i].next != NULL)
        to->node[i].next = to->node + (from->node[i].next - from->node);
  }
#endif
  vm_table_changed(to);
  return 1;
}

#ifdef VM_NEXT_IS_POINTER
#  define VM_NEXT(n)        ((n)->next)
#  define VM_LINK(from, to) ((from)->next = (to))
#else
#  define VM_NEXT(n)        ((n)->next == 0 ? NULL : (n) + (n)->next)
#  define VM_LINK(from, to) ((from)->next = (to) == NULL ? 0 : (int)((to) - (from)))
#endif
#define VM_KEY_HASHED(k) ((k).tag == VM_TAG_STRING) /* long strings may have none */
#define VM_KEY_HASH(k)   (((const VmString *)(k).u.p)->hash)
#define VM_KEY_IS(n, k)  ((n)->key.p == (k).u.p)
/* NOBARRIER: see vm_nodes_fill */
#define VM_KEY_PUT(n, k) ((n)->key = (k).u, (n)->key_tag = (k).tag)

#include "vm/fj_vm_make_impl.h"

#ifdef VM_STRING_LENGTH
FJ_INLINE int vm_string_fits(VmValue v, const char *bytes) {
  return (const char *)((const VmString *)v.u.p + 1) == bytes;
}

FJ_INLINE const char *vm_string(VmValue v, size_t *len) {
  const VmString *s = (const VmString *)v.u.p;
  *len = VM_STRING_LENGTH(s, v);
  return (const char *)(s + 1);
}

FJ_INLINE size_t vm_array_last(const VmTable *t) {
  return (size_t)t->sizearray;
}

/* Only its empty value marks the interpreter's static node for "no nodes".  A vector
** of one empty node reads the same and means the same. */
FJ_INLINE size_t vm_node_slots(const VmTable *t) {
  if (t->lsizenode == 0 && vm_is_nil(vm_node_value(t->node))) return 0;
  return (size_t)1 << t->lsizenode;
}
#endif

#include "vm/fj_vm_heap_impl.h"

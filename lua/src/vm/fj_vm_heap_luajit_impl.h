/*
** fj_vm_heap_luajit_impl.h - making strings and tables of LuaJIT without the API.
** Owns: mirrors of the parts of lua_State and global_State that making an object needs;
** the string table; the account of the collector.
** Must not know: JSON.
** Invariants: bound by the layout header after its other parts; only if pointers have 64
** bits.  As in vm/fj_vm_heap_impl.h, whose names and rules these are: used only if
** fj_probe_heap has accepted the interpreter; nothing here runs Lua code or the
** collector; a function that allocates does what the API does or nothing.
** SPDX-License-Identifier: MIT
*/
#include "vm/fj_vm_short.h"

#define VM_HAS_HEAP 1

/* -- Mirrors --------------------------------------------------------------------------- */

typedef struct VmStrings {
  VmRef *lists;  /* the lowest bit is set if strings of a list have a second hash */
  uint32_t mask; /* lists - 1 */
  uint32_t count;
  uint32_t sid;      /* of the next string */
  uint8_t countdown; /* of new strings, until `sid` continues with a random number */
  uint8_t second;
  uint8_t unused[2];
  uint64_t seed;
} VmStrings;

typedef struct VmGlobal {
  lua_Alloc alloc;
  void *ud;
  VmRef total;     /* the bytes in use, as wide as a reference */
  VmRef threshold; /* the collector is due when `total` reaches this */
  uint8_t white;   /* the current white */
  uint8_t phase[3];
  uint32_t swept;
  VmRef objects; /* the list of all objects but strings */
  VmRef lists[5];
  VmRef estimates[2];
  uint32_t parameters[2];
  VmRef segments;
  VmString empty;
  uint8_t modes[4];
  VmStrings strings;
} VmGlobal;

typedef struct VmState {
  VmRef next;
  uint8_t head[4];
  VmRef global;
} VmState;

FJ_INLINE VmGlobal *vm_heap_of(lua_State *L) {
  return (VmGlobal *)(uintptr_t)((const VmState *)(const void *)L)->global;
}

/* -- Accounts -------------------------------------------------------------------------- */

#define VM_WHITES    0x03 /* in `marked` */
#define VM_GC_STRING 4    /* in `gct` */

FJ_INLINE int vm_heap_is_due(const VmGlobal *g) {
  return g->total >= g->threshold;
}

FJ_INLINE size_t vm_heap_total(const VmGlobal *g) {
  return g->total;
}

FJ_INLINE void vm_heap_count(VmGlobal *g, size_t n) {
  g->total += (VmRef)n;
}

FJ_INLINE void *vm_heap_alloc(const VmGlobal *g, size_t n) {
  return g->alloc(g->ud, NULL, 0, n);
}

FJ_INLINE int vm_heap_white(const VmGlobal *g) {
  return g->white & VM_WHITES;
}

/* -- Strings --------------------------------------------------------------------------- */

/* In a longer list, LuaJIT gives the strings a second hash. */
#define VM_LIST_MOST 32

/* Four bytes at least are zero after the bytes or end with them. */
#define VM_SHORT_LEAST   1 /* the empty string is in no list */
#define VM_SHORT_SIZE(n) (sizeof(VmString) + (((size_t)(n) + 4) & ~(size_t)3))

/* OpenResty's branch has another hash on CPUs with SSE 4.2.  Without the instructions for
** it only tables are made. */
#define VM_HASH_VARIES 1
#ifdef FJ_CRC32
#  define VM_MAKES_STRINGS(makes) ((makes) >= FJ_MAKES_ALL)
#else
#  define VM_MAKES_STRINGS(makes) ((makes) == FJ_MAKES_ALL)
#endif

FJ_INLINE uint32_t vm_rotate(uint32_t x, unsigned n) {
  return x << n | x >> (32 - n);
}

FJ_INLINE uint32_t vm_load4(const char *s) {
  uint32_t x;
  memcpy(&x, s, 4);
  return x;
}

#ifdef FJ_CRC32
FJ_INLINE uint64_t vm_load8(const char *s) {
  uint64_t x;
  memcpy(&x, s, 8);
  return x;
}

/* The hash of OpenResty's branch, 4 <= n < 128. */
FJ_INLINE uint32_t vm_string_crc(const VmGlobal *g, const char *s, size_t n) {
  uint64_t even = fj_crc32_4(0, (uint32_t)n ^ (uint32_t)g->strings.seed), odd = 0;
  size_t i;
  if (n < 8) {
    even = fj_crc32_8((uint32_t)even, vm_load4(s));
    return fj_crc32_8((uint32_t)even, vm_load4(s + n - 4));
  }
  if (n < 16) {
    even = fj_crc32_8((uint32_t)even, vm_load8(s));
    return fj_crc32_8((uint32_t)even, vm_load8(s + n - 8));
  }
  for (i = 0; i < n - 16; i += 16) {
    even += fj_crc32_8((uint32_t)even, vm_load8(s + i));
    odd += fj_crc32_8((uint32_t)odd, vm_load8(s + i + 8));
  }
  even = fj_crc32_8((uint32_t)even, vm_load8(s + n - 16));
  odd = fj_crc32_8((uint32_t)odd, vm_load8(s + n - 8));
  return fj_crc32_4((uint32_t)even, (uint32_t)odd);
}
#endif

/* LuaJIT's first hash of a string; the empty one has none. */
FJ_INLINE uint32_t vm_string_hash(const VmGlobal *g, const char *s, size_t n, int makes) {
  uint32_t a, b, h = (uint32_t)n ^ (uint32_t)g->strings.seed;
#ifdef FJ_CRC32
  if (makes == FJ_MAKES_CRC && n >= 4) return vm_string_crc(g, s, n);
#else
  (void)makes;
#endif
  if (FJ_LIKELY(n >= 4)) {
    a = vm_load4(s);
    h ^= vm_load4(s + n - 4);
    b = vm_load4(s + (n >> 1) - 2);
    h ^= b;
    h -= vm_rotate(b, 14);
    b += vm_load4(s + (n >> 2) - 1);
  } else {
    if (FJ_UNLIKELY(n == 0)) return 0;
    a = (unsigned char)s[0];
    h ^= (unsigned char)s[n - 1];
    b = (unsigned char)s[n >> 1];
    h ^= b;
    h -= vm_rotate(b, 14);
  }
  a ^= h;
  a -= vm_rotate(h, 11);
  b ^= a;
  b -= vm_rotate(a, 25);
  h ^= b;
  h -= vm_rotate(b, 16);
  return h;
}

FJ_INLINE VmRef *vm_string_list(const VmGlobal *g, uint32_t hash) {
  return &g->strings.lists[hash & g->strings.mask];
}

/* The string s[0..n), n <= VM_SHORT_MOST, which has this hash; 0 = use the API. */
FJ_INLINE int vm_string_make(VmGlobal *g, const char *s, size_t n, uint32_t hash,
                             VmValue *v) {
  VmRef *list = vm_string_list(g, hash), at = *list;
  unsigned others = 0;
  VmString *x;
  if (FJ_UNLIKELY(n == 0 || (at & 1) != 0)) return 0;
  for (; at != 0; at = x->nextgc, others++) {
    x = (VmString *)(uintptr_t)at;
    if (x->hash != hash || x->len != n) continue;
    if (FJ_LIKELY(vm_short_same((const char *)(x + 1), s, n))) {
      /* Dead, but not freed yet: it gets the current white, as in the interpreter. */
      if (FJ_UNLIKELY((x->marked & VM_WHITES & ~g->white) != 0)) x->marked ^= VM_WHITES;
      *v = vm_value_of_string(x);
      return 1;
    }
    others++;
  }
  if (FJ_UNLIKELY(vm_heap_is_due(g) || g->strings.count > g->strings.mask ||
                  g->strings.countdown == 0 || others > VM_LIST_MOST))
    return 0;
  x = (VmString *)vm_heap_alloc(g, VM_SHORT_SIZE(n));
  if (FJ_UNLIKELY(x == NULL)) return 0;
  vm_heap_count(g, VM_SHORT_SIZE(n));
  x->nextgc = at = *list;
  x->marked = (uint8_t)vm_heap_white(g);
  x->gct = VM_GC_STRING;
  x->reserved = x->hashalg = 0;
  x->sid = g->strings.sid++;
  g->strings.countdown--;
  x->hash = hash;
  x->len = (uint32_t)n;
  memset((char *)(x + 1) + (n & ~(size_t)3), 0, 4);
  vm_short_copy((char *)(x + 1), s, n);
  *list = (VmRef)(uintptr_t)x;
  g->strings.count++;
  *v = vm_value_of_string(x);
  return 1;
}

/* -- Tables ---------------------------------------------------------------------------- */

/* More array slots than this are left to the API, which has limits. */
#define VM_MAKE_SLOTS ((size_t)1 << 24)

/* An array part of so many slots, with that of key 0, is in the block of its table. */
#define VM_BESIDE_MOST 16

/* The size exponent of a table's nodes, of which it has some. */
FJ_INLINE int vm_nodes_log2(const VmTable *t) {
  return 64 - (int)fj_clz64(t->hmask);
}

/* The same of a new table for n > 0 keys.  A single node means that there are none. */
FJ_INLINE int vm_nodes_log2_for(size_t n) {
  return n == 1 ? 1 : 64 - (int)fj_clz64(n - 1);
}

FJ_INLINE void vm_array_attach(VmTable *t, void *slots, size_t n, int beside) {
  *(uint64_t *)slots = VM_BITS_NIL; /* key 0 */
  t->array = (VmRef)(uintptr_t)slots;
  t->asize = (uint32_t)n + 1;
  t->colo = (int8_t)(beside ? n + 1 : 0);
}

FJ_INLINE void vm_nodes_attach(VmTable *t, void *nodes, int log2) {
  VmRef end = (VmRef)(uintptr_t)((VmNode *)nodes + ((size_t)1 << log2));
  t->node = (VmRef)(uintptr_t)nodes;
  t->hmask = ((uint32_t)1 << log2) - 1;
#ifdef FJ_VM_REF32
  ((VmNode *)nodes)->freetop = end;
#else
  t->freetop = end;
#endif
}

/* As in vm/fj_vm_heap_impl.h, but log2 is not 0. */
FJ_INLINE VmTable *vm_table_make(VmGlobal *g, const void *blank, size_t n, int log2) {
  size_t slots = n == 0 ? 0 : vm_array_bytes(n), nodes = 0;
  size_t beside = n < VM_BESIDE_MOST ? slots : 0;
  void *array = NULL, *node = NULL;
  VmTable *t;
  if (FJ_UNLIKELY(vm_heap_is_due(g) || n > VM_MAKE_SLOTS)) return NULL;
  if (log2 >= 0) nodes = sizeof(VmNode) << log2;
  t = (VmTable *)vm_heap_alloc(g, sizeof *t + beside);
  if (FJ_UNLIKELY(t == NULL)) return NULL;
  array = t + 1;
  if (slots != beside && FJ_UNLIKELY((array = vm_heap_alloc(g, slots)) == NULL))
    goto failed;
  if (nodes != 0 && FJ_UNLIKELY((node = vm_heap_alloc(g, nodes)) == NULL)) goto failed;
  vm_heap_count(g, sizeof *t + slots + nodes);
  memcpy(t, blank, sizeof *t);
  t->marked = (uint8_t)vm_heap_white(g);
  /* NOBARRIER: its own memory */
  if (n > 0) vm_array_attach(t, array, n, beside != 0);
  if (nodes != 0) vm_nodes_attach(t, node, log2); /* NOBARRIER: as above */
  t->nextgc = g->objects;
  g->objects = (VmRef)(uintptr_t)t;
  return t;
failed:
  if (slots != beside && array != NULL) g->alloc(g->ud, array, slots, 0);
  g->alloc(g->ud, t, sizeof *t + beside, 0);
  return NULL;
}

/* Makes the nodes of a table from vm_table_make empty. */
FJ_INLINE void vm_nodes_clear(VmTable *t) {
  size_t i, n = vm_node_slots_made(t);
  for (i = 0; i < n; i++) {
    VmNode *x = vm_node_of(t, i);
    x->value = x->key = VM_BITS_NIL;
    x->next = 0;
  }
}

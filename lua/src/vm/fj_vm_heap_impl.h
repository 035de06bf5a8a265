/*
** fj_vm_heap_impl.h - making strings and tables of PUC Lua without the API.
** Owns: mirrors of the parts of lua_State and global_State that making an object needs;
** the string table; the accounts of the collector.
** Must not know: JSON.
** Invariants: bound by a layout header after its other parts.  Used only if
** fj_probe_heap has accepted the interpreter.  Nothing here runs Lua code or the
** collector, so no colour changes.  Each function that allocates does what the API does
** or nothing: then it returns 0 or NULL, and the caller uses the API, which collects,
** grows the string table or raises the error.  Nothing of global_State is remembered:
** the host may change its allocator between any two calls.
**
** How to use it, for example in a builder:
**
**   VmGlobal *g = vm_heap_of(L);            -- one for all coroutines of a state
**   if (n <= VM_SHORT_MOST && !vm_table_is_black(owner) &&
**       vm_string_make(g, s, n, vm_string_hash(g, s, n, makes), &v))
**     vm_array_put(owner, i, v);            -- NOBARRIER: not black
**   else
**     ... vm_string_push(L, s, n) and the API ...
**
** A new object is white and nothing refers to it.  Store it where the collector finds
** it before the next call that may collect: any function of the API that allocates, but
** none of this file.  vm_table_make leaves array slots and nodes unset: fill all of them
** at once (vm_array_fill, vm_nodes_copy, vm_nodes_clear).
** SPDX-License-Identifier: MIT
*/
#include "vm/fj_vm_short.h"

#define VM_HAS_HEAP 1

/* -- Mirrors --------------------------------------------------------------------------- */

typedef struct VmStrings {
  VmString **lists;
  int count;
  int size; /* a power of two */
} VmStrings;

typedef struct VmCell { /* a value where the interpreter keeps it */
  VmPayload u;
#if LUA_VERSION_NUM >= 504
  uint8_t tag;
#else
  int tag;
#endif
} VmCell;

#if LUA_VERSION_NUM == 501
typedef struct VmGlobal {
  VmStrings strings;
  lua_Alloc alloc;
  void *ud;
  uint8_t white; /* the current white, and bits that are no colour */
  uint8_t phase;
  int swept;
  void *objects; /* the list of all objects but strings */
  void *lists[5];
  struct {
    char *bytes;
    size_t n, size;
  } buffer;
  size_t threshold; /* the collector is due when `total` reaches this */
  size_t total;
} VmGlobal;
#else
typedef struct VmGlobal {
  lua_Alloc alloc;
  void *ud;
  ptrdiff_t total; /* with `debt`, which since 5.5 is subtracted: the bytes in use */
  ptrdiff_t debt;
  size_t estimates[2];
  VmStrings strings;
  VmCell registry;
#  if LUA_VERSION_NUM >= 504
  VmCell nil;
#  endif
  unsigned int seed;
#  if LUA_VERSION_NUM >= 505
  uint8_t parameters[6];
#  endif
  uint8_t white; /* the current white */
#  if LUA_VERSION_NUM == 502
  uint8_t phase[3];
  int swept;
#  elif LUA_VERSION_NUM == 503
  uint8_t phase[3];
#  elif LUA_VERSION_NUM == 504
  uint8_t phase[11]; /* 5.4.0 to 5.4.2 use one less, and pad */
#  else
  uint8_t phase[5];
#  endif
  void *objects; /* the list of all objects; of 5.2, but short strings */
} VmGlobal;
#endif

typedef struct VmState {
  void *next;
#if LUA_VERSION_NUM < 503
  uint8_t head[3]; /* tt, marked, status */
#elif LUA_VERSION_NUM == 505
  uint8_t head[4]; /* and allowhook */
#else
  uint8_t head[6]; /* and nci */
#endif
  void *top;
#if LUA_VERSION_NUM == 501
  void *base;
#endif
  VmGlobal *global;
} VmState;

FJ_INLINE VmGlobal *vm_heap_of(lua_State *L) {
  return ((const VmState *)(const void *)L)->global;
}

/* -- Accounts -------------------------------------------------------------------------- */

/* Whether the API would run the collector now. */
FJ_INLINE int vm_heap_is_due(const VmGlobal *g) {
#if LUA_VERSION_NUM == 501
  return g->total >= g->threshold;
#elif LUA_VERSION_NUM < 505
  return g->debt > 0;
#else
  return g->debt <= 0;
#endif
}

/* The bytes in use. */
FJ_INLINE size_t vm_heap_total(const VmGlobal *g) {
#if LUA_VERSION_NUM == 501
  return g->total;
#elif LUA_VERSION_NUM < 505
  return (size_t)(g->total + g->debt);
#else
  return (size_t)(g->total - g->debt);
#endif
}

FJ_INLINE void vm_heap_count(VmGlobal *g, size_t n) {
#if LUA_VERSION_NUM == 501
  g->total += n;
#elif LUA_VERSION_NUM < 505
  g->debt += (ptrdiff_t)n;
#else
  g->debt -= (ptrdiff_t)n;
#endif
}

/* Since 5.2 an allocator is told the type of a new object in place of an old size. */
FJ_INLINE void *vm_heap_alloc(const VmGlobal *g, int type, size_t n) {
#if LUA_VERSION_NUM == 501
  type = 0;
#endif
  return g->alloc(g->ud, NULL, (size_t)type, n);
}

FJ_INLINE int vm_heap_white(const VmGlobal *g) {
  return g->white & VM_WHITES;
}

/* -- Strings --------------------------------------------------------------------------- */

#if LUA_VERSION_NUM >= 503
#  define VM_STRING_NEXT(x)  ((x)->u.hnext)
#  define VM_SHORT_LENGTH(x) ((size_t)(x)->shrlen)
#  define VM_SHORT_SET(x, n) ((x)->shrlen = (uint8_t)(n))
#else
#  define VM_STRING_NEXT(x)  (*(VmString **)(void *)&(x)->next)
#  define VM_SHORT_LENGTH(x) ((x)->len)
#  define VM_SHORT_SET(x, n) ((x)->len = (n))
#endif
#if LUA_VERSION_NUM >= 505
#  define VM_SHORT_HEAD offsetof(VmString, contents) /* in front of the text */
#else
#  define VM_SHORT_HEAD VM_STRING_BYTES
#endif
#define VM_SHORT_LEAST   0
#define VM_SHORT_TEXT(x) ((char *)(x) + VM_SHORT_HEAD)
#define VM_SHORT_SIZE(n) (VM_SHORT_HEAD + (n) + 1)

/* The hash of a string before its bytes count. */
FJ_INLINE unsigned vm_string_hash_start(const VmGlobal *g, size_t n) {
#if LUA_VERSION_NUM == 501
  (void)g;
  return (unsigned)n;
#else
  return g->seed ^ (unsigned)n;
#endif
}

#define VM_HASH_VARIES          0
#define VM_MAKES_STRINGS(makes) ((makes) >= FJ_MAKES_ALL)

/* The longest strings whose hash counts every byte, as fj_hash_lanes does. */
#if LUA_VERSION_NUM >= 504
#  define VM_HASH_WHOLE VM_SHORT_MOST
#else
#  define VM_HASH_WHOLE 31
#endif

/* The interpreter's hash of a string, at most VM_SHORT_MOST bytes. */
FJ_INLINE unsigned vm_string_hash(const VmGlobal *g, const char *s, size_t n, int makes) {
  unsigned h = vm_string_hash_start(g, n);
#if LUA_VERSION_NUM >= 504
  const size_t step = 1;
#else
  const size_t step = (n >> 5) + 1;
#endif
  (void)makes; /* there is one hash */
  for (; n >= step; n -= step) h ^= (h << 5) + (h >> 2) + (unsigned char)s[n - 1];
  return h;
}

FJ_INLINE VmString **vm_string_list(const VmGlobal *g, unsigned hash) {
  return &g->strings.lists[hash & (unsigned)(g->strings.size - 1)];
}

FJ_INLINE VmValue vm_value_of_short(const VmString *x) {
  VmValue v;
  v.u.i = 0;
  v.u.p = x;
  v.tag = VM_TAG_STRING;
  return v;
}

/* The string s[0..n), n <= VM_SHORT_MOST, which has this hash; 0 = use the API. */
FJ_INLINE int vm_string_make(VmGlobal *g, const char *s, size_t n, unsigned hash,
                             VmValue *v) {
  VmString **list = vm_string_list(g, hash), *x;
  for (x = *list; x != NULL; x = VM_STRING_NEXT(x))
    if (x->hash == hash && VM_SHORT_LENGTH(x) == n &&
        vm_short_same(VM_SHORT_TEXT(x), s, n)) {
      /* Dead, but not freed yet: it gets the current white, as in the interpreter. */
      if (FJ_UNLIKELY((x->marked & VM_WHITES & ~g->white) != 0)) x->marked ^= VM_WHITES;
      *v = vm_value_of_short(x);
      return 1;
    }
  if (FJ_UNLIKELY(vm_heap_is_due(g) || g->strings.count >= g->strings.size)) return 0;
  x = (VmString *)vm_heap_alloc(g, LUA_TSTRING, VM_SHORT_SIZE(n));
  if (FJ_UNLIKELY(x == NULL)) return 0;
  vm_heap_count(g, VM_SHORT_SIZE(n));
  x->tt = LUA_TSTRING;
  x->marked = (uint8_t)vm_heap_white(g);
  x->extra = 0;
  VM_SHORT_SET(x, n);
  x->hash = hash;
  vm_short_copy(VM_SHORT_TEXT(x), s, n);
  VM_SHORT_TEXT(x)[n] = 0;
  VM_STRING_NEXT(x) = *list;
  *list = x;
#if LUA_VERSION_NUM >= 503
  /* Here `next` links all objects; before, it links the strings of a list. */
  x->next = g->objects;
  g->objects = x;
#endif
  g->strings.count++;
  *v = vm_value_of_short(x);
  return 1;
}

/* -- Long strings ---------------------------------------------------------------------- */

#ifdef VM_TAG_STRING_LG /* 5.1 keeps all strings in its table */

#  define VM_LONG_HEAD VM_STRING_BYTES /* in front of the text */
/* Longer strings are left to the API, which has limits. */
#  define VM_LONG_MOST ((size_t)INT_MAX)

/* Makes a block of this allocator into the string of the n bytes that begin VM_LONG_HEAD
** bytes after its start.  It is resized to what a string takes.  0 = use the API; the block
** and the bytes are as before. */
FJ_INLINE int vm_string_adopt(VmGlobal *g, void *block, size_t size, size_t n,
                              VmValue *v) {
  size_t used = VM_LONG_HEAD + n + 1;
  VmString *x;
  if (n <= VM_SHORT_MOST || n > VM_LONG_MOST || vm_heap_is_due(g)) return 0;
  x = (VmString *)g->alloc(g->ud, block, size, used);
  if (x == NULL) return 0;
  vm_heap_count(g, used);
  x->tt = VM_TAG_STRING_LG & ~0x40;
  x->marked = (uint8_t)vm_heap_white(g);
  x->extra = 0;
  x->hash = g->seed; /* until it is used as a key */
#  if LUA_VERSION_NUM == 502
  x->len = n;
#  else
  x->u.lnglen = n;
#  endif
#  if LUA_VERSION_NUM == 504
  x->shrlen = 0xFF; /* 5.4.7 and later know long strings by it; others do not read it */
#  elif LUA_VERSION_NUM == 505
  x->shrlen = -1; /* the text is in the object */
  x->contents = (char *)x + VM_LONG_HEAD;
#  endif
  ((char *)x)[used - 1] = 0;
  x->next = g->objects;
  g->objects = x;
  *v = vm_value_of_string(x);
  return 1;
}

#endif

/* -- Tables ---------------------------------------------------------------------------- */

/* More array slots than this are left to the API, which has limits. */
#define VM_MAKE_SLOTS ((size_t)1 << 24)

#ifdef VM_ARRAY_OWN

FJ_INLINE void vm_array_attach(VmTable *t, void *block, size_t n) {
  unsigned hint = (unsigned)n / 2; /* of the border that # finds */
  t->array = (VmPayload *)block + n;
  t->asize = (unsigned)n;
  memcpy(t->array, &hint, sizeof hint);
}

/* From eight nodes on, the last free node is kept in front of them. */
FJ_INLINE size_t vm_nodes_front(int log2) {
  return log2 >= 3 ? sizeof(VmNode *) : 0;
}

FJ_INLINE void vm_nodes_attach(VmTable *t, void *block, int log2) {
  t->node = (VmNode *)(void *)((char *)block + vm_nodes_front(log2));
  if (log2 >= 3) ((VmNode **)(void *)t->node)[-1] = t->node + ((size_t)1 << log2);
  t->flags &= (uint8_t)~0x40; /* its nodes are its own */
}

#else

FJ_INLINE void vm_array_attach(VmTable *t, void *block, size_t n) {
  t->array = (VmSlot *)block;
#  if LUA_VERSION_NUM == 504
  t->alimit = (unsigned)n;
#  elif LUA_VERSION_NUM == 501
  t->sizearray = (int)n;
#  else
  t->sizearray = (unsigned)n;
#  endif
}

FJ_INLINE size_t vm_nodes_front(int log2) {
  (void)log2;
  return 0;
}

FJ_INLINE void vm_nodes_attach(VmTable *t, void *block, int log2) {
  t->node = (VmNode *)block;
  t->lastfree = t->node + ((size_t)1 << log2);
}

#endif

/* The size exponent of a table's nodes, of which it has some. */
FJ_INLINE int vm_nodes_log2(const VmTable *t) {
  return t->lsizenode;
}

/* The same of a new table for n > 0 keys. */
FJ_INLINE int vm_nodes_log2_for(size_t n) {
  return n == 1 ? 0 : 64 - (int)fj_clz64(n - 1);
}

/* A table with n array slots and, unless log2 is negative, 2^log2 nodes, none of them
** set; `blank` is the copy of an empty table from fj_probe_heap.  NULL = use the API. */
FJ_INLINE VmTable *vm_table_make(VmGlobal *g, const void *blank, size_t n, int log2) {
  size_t slots = n == 0 ? 0 : vm_array_bytes(n), nodes = 0;
  void *array = NULL, *node = NULL;
  VmTable *t;
  if (FJ_UNLIKELY(vm_heap_is_due(g) || n > VM_MAKE_SLOTS)) return NULL;
  if (log2 >= 0) nodes = vm_nodes_front(log2) + (sizeof(VmNode) << log2);
  t = (VmTable *)vm_heap_alloc(g, LUA_TTABLE, sizeof *t);
  if (FJ_UNLIKELY(t == NULL)) return NULL;
  if (n > 0 && FJ_UNLIKELY((array = vm_heap_alloc(g, 0, slots)) == NULL)) goto failed;
  if (log2 >= 0 && FJ_UNLIKELY((node = vm_heap_alloc(g, 0, nodes)) == NULL)) goto failed;
  vm_heap_count(g, sizeof *t + slots + nodes);
  memcpy(t, blank, sizeof *t);
  t->marked = (uint8_t)vm_heap_white(g);
  if (n > 0) vm_array_attach(t, array, n); /* NOBARRIER: its own memory */
  if (log2 >= 0) {
    vm_nodes_attach(t, node, log2); /* NOBARRIER: as above */
    t->lsizenode = (uint8_t)log2;
  }
  t->next = g->objects;
  g->objects = t;
  return t;
failed:
  if (array != NULL) g->alloc(g->ud, array, slots, 0);
  g->alloc(g->ud, t, sizeof *t, 0);
  return NULL;
}

/* Makes the nodes of a table from vm_table_make empty. */
FJ_INLINE void vm_nodes_clear(VmTable *t) {
  size_t i, n = vm_node_slots_made(t);
  for (i = 0; i < n; i++) {
#if LUA_VERSION_NUM >= 504
    t->node[i].value_tag = 0x10; /* the nil of an empty slot */
#else
    t->node[i].value_tag = LUA_TNIL;
#endif
    t->node[i].key_tag = LUA_TNIL;
    t->node[i].next = 0;
  }
}

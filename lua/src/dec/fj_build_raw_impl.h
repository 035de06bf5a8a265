/*
** fj_build_raw_impl.h - the builder below the Lua API, from the bottom up.
** Owns: exact tables filled by direct stores, copies of shapes' tables; duplicate keys.
** Must not know: JSON, which layout and instruction set it is bound to.
**
** Values of open containers wait in the array part of a Lua table, the value stack
** (d->stack, at d->idx_stack; d->top values), where the collector sees them.  When a
** container closes, its table is created at its exact size and replaces its values on the
** stack.  Of the members of its level's shape, which come first, only the values are
** stored; of the members after those (level->pairs), keys and values.
**
** The collector runs.  It turns a table black only during an allocation, so a direct
** store checks the colour after the last allocation before it.  A black table is filled
** through the API.  Numbers, booleans and light userdata never need a barrier.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each layout and instruction set.
*/

/* -- The value stack ----------------------------------------------------------------- */

static void fj_build_raw_stack_clear(VmTable *t, size_t n) {
  for (; n > 0; n--) vm_array_put(t, n, vm_value_nil()); /* NOBARRIER: nil */
}

static void fj_build_raw_waiting_make(FjDecoder *d);

/* How many values are popped at a time. */
#define FJ_BUILD_PUSHED 32

static int fj_build_raw_start(FjDecoder *d) {
  VmTable *stack = vm_table_anchor(d->L, d->idx_stack);
  if (!fj_stack_room(d->L, FJ_BUILD_PUSHED + 8))
    return fj_dec_fail(d, fj_stack_is_deep(d->L) ? FJ_ERR_STACK : FJ_ERR_MEMORY, d->end);
#ifdef VM_HAS_HEAP
  d->heap = d->makes ? vm_heap_of(d->L) : NULL;
  d->short_most = VM_MAKES_STRINGS(d->makes) ? VM_SHORT_MOST : 0;
#endif
  d->waits = 0;
  d->stack = stack;
  d->cap = vm_array_last(stack);
  d->top = d->high = 0;
  d->pushed = 0;
  d->mark[0] = d->mark[1] = NULL;
  if (!d->has_null_value) {
    VmValue v;
    lua_pushlightuserdata(d->L, NULL);
    v = vm_value_pull(d->L, lua_gettop(d->L), d->idx_slot,
                      vm_table_anchor(d->L, d->idx_slot));
    lua_pop(d->L, 1);
    memcpy(d->null_value, &v, sizeof v);
    d->has_null_value = 1;
  }
  return 1;
}

/* The result is the only value on the stack. */
static int fj_build_raw_finish(FjDecoder *d) {
  if (d->waits != 0) fj_build_raw_waiting_make(d);
  lua_rawgeti(d->L, d->idx_stack, 1);
  if (d->cap <= FJ_KEPT_STACK)
    fj_build_raw_stack_clear((VmTable *)d->stack, d->high > 1 ? d->high : 1);
  return 1;
}

static int fj_build_raw_has_nils(const FjDecoder *d) {
  return d->opt->null_kind[FJ_NULL_IN_ARRAY] == FJ_NULL_NIL ||
         d->opt->null_kind[FJ_NULL_IN_OBJECT] == FJ_NULL_NIL;
}

/* Makes the interpreter grow the full stack in place, which leaves no garbage; 0 = not
** done.  The small stack that is kept between calls does not grow. */
static int fj_build_raw_stack_stretch(FjDecoder *d) {
  size_t cap;
  if (d->cap <= FJ_KEPT_STACK || fj_build_raw_has_nils(d)) return 0;
  lua_pushboolean(d->L, 0);
  lua_rawseti(d->L, d->idx_stack, (int)(d->cap + 1));
  cap = vm_array_last((const VmTable *)d->stack);
  lua_pushnil(d->L);
  lua_rawseti(d->L, d->idx_stack, (int)(d->cap + 1));
  if (cap <= d->cap) return 0;
  d->cap = cap;
  return 1;
}

static int fj_build_raw_is_object(VmValue v) {
  VmKind kind = vm_value_kind(v);
  return kind > VM_FLOAT && kind != VM_LIGHTUSERDATA;
}

/* Copies n values from base + 1 on to t, the black table on top of the Lua stack.  The
** barrier of the first store that needs one makes t grey. */
static FJ_NOINLINE void fj_build_raw_fill_slowly(FjDecoder *d, VmTable *t, size_t base,
                                                 size_t n) {
  VmArray from = vm_array_of((const VmTable *)d->stack);
  int fits = vm_array_last(t) >= n;
  size_t i;
  for (i = 1; i <= n; i++) {
    VmValue v = vm_array_get(from, base + i);
    if (fits && (!vm_table_is_black(t) || !fj_build_raw_is_object(v))) {
      vm_array_put(t, i, v); /* NOBARRIER: not black, or v is no object */
      continue;
    }
    lua_rawgeti(d->L, d->idx_stack, (int)(base + i));
    lua_rawseti(d->L, -2, (int)i);
  }
}

static FJ_NOINLINE int fj_build_raw_stack_grow(FjDecoder *d) {
  lua_State *L = d->L;
  size_t cap = d->cap * 2;
  VmTable *old = (VmTable *)d->stack, *t;
  fj_gc_more(&d->pace, vm_array_bytes(cap));
  if (fj_build_raw_stack_stretch(d)) return 1;
  if (cap > 0x3FFFFFFF) return fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
  lua_createtable(L, (int)cap, 0);
  t = vm_table_anchor(L, -1);
  if (!vm_table_is_black(t))
    vm_array_fill(t, vm_array_of(old), 1, d->top); /* NOBARRIER: not black */
  else
    fj_build_raw_fill_slowly(d, t, 0, d->top);
  fj_build_raw_stack_clear(old, d->high > d->top ? d->high : d->top);
  lua_replace(L, d->idx_stack);
  d->stack = t;
  d->cap = cap;
  return 1;
}

#define FJ_BUILD_ROOM(d)                                                                 \
  if (FJ_UNLIKELY((d)->top == (d)->cap) && !fj_build_raw_stack_grow(d)) return 0

/* Pops a value from the Lua stack and pushes it here; lua_rawseti has the barrier. */
#define FJ_BUILD_TAKE(d) lua_rawseti((d)->L, (d)->idx_stack, (int)++(d)->top)

/* Stores v, a new object on top of the Lua stack, where it may stay for a while. */
FJ_INLINE void fj_build_raw_keep(FjDecoder *d, VmValue v) {
  VmTable *stack = (VmTable *)d->stack;
  if (FJ_UNLIKELY(vm_table_is_black(stack))) {
    FJ_BUILD_TAKE(d);
    return;
  }
  /* NOBARRIER: not black, and nothing was allocated since that check */
  vm_array_put(stack, ++d->top, v);
  if (++d->pushed == FJ_BUILD_PUSHED) {
    lua_pop(d->L, FJ_BUILD_PUSHED);
    d->pushed = 0;
  }
}

/* Stores v, an object that the cache's table refers to. */
FJ_INLINE void fj_build_raw_keep_cached(FjDecoder *d, VmValue v) {
  VmTable *stack = (VmTable *)d->stack;
  if (FJ_LIKELY(!vm_table_is_black(stack))) {
    vm_array_put(stack, ++d->top, v); /* NOBARRIER: not black */
    return;
  }
  vm_value_push(d->L, d->idx_slot, vm_table_anchor(d->L, d->idx_slot), v);
  FJ_BUILD_TAKE(d);
}

FJ_INLINE int fj_build_raw_put(FjDecoder *d, VmValue v) {
  FJ_BUILD_ROOM(d);
  vm_array_put((VmTable *)d->stack, ++d->top, v); /* NOBARRIER: not collectable */
  return 1;
}

FJ_INLINE int fj_build_raw_value(FjDecoder *d, const FjLevel *level, const char *p) {
  (void)d;
  (void)level;
  (void)p;
  return FJ_READ;
}

/* -- Scalars ------------------------------------------------------------------------- */

FJ_INLINE int fj_build_raw_bool(FjDecoder *d, int b) {
  return fj_build_raw_put(d, vm_value_bool(b));
}

FJ_INLINE int fj_build_raw_float(FjDecoder *d, double x) {
  return fj_build_raw_put(d, vm_value_float(x));
}

static FJ_NOINLINE int fj_build_raw_bigint(FjDecoder *d, const char *p, size_t n,
                                           double x) {
  if (!d->bigint_push(d, p, n, x)) return 0;
  FJ_BUILD_ROOM(d);
  FJ_BUILD_TAKE(d);
  return 1;
}

FJ_INLINE int fj_build_raw_int(FjDecoder *d, int64_t i) {
  return fj_build_raw_put(d,
                          d->opt->floats ? vm_value_float((double)i) : vm_value_int(i));
}

#ifdef VM_HAS_HEAP
/* The heap, if an object that it makes can be stored on the value stack; else NULL. */
FJ_INLINE VmGlobal *fj_build_raw_heap(const FjDecoder *d) {
  if (FJ_UNLIKELY(vm_table_is_black((const VmTable *)d->stack))) return NULL;
  return (VmGlobal *)d->heap;
}

/* Stores v, a string, in the slot `at` of the value stack.  Only a white string needs the
** barrier of a black stack; one that is marked would never make the stack grey. */
FJ_INLINE void fj_build_raw_string_store(FjDecoder *d, VmValue v, size_t at) {
  VmTable *stack = (VmTable *)d->stack;
  if (FJ_UNLIKELY(vm_table_is_black(stack)) &&
      (((const VmString *)vm_value_object(v))->marked & VM_WHITES) != 0) {
    vm_value_push(d->L, d->idx_slot, vm_table_anchor(d->L, d->idx_slot), v);
    lua_rawseti(d->L, d->idx_stack, (int)at);
    return;
  }
  vm_array_put(stack, at, v); /* NOBARRIER: the stack is not black, or v is not white */
}
#endif

/* Pushes the string without the API; 0 = not done. */
FJ_INLINE int fj_build_raw_string_make(FjDecoder *d, const char *s, size_t n) {
#ifdef VM_HAS_HEAP
  VmGlobal *g = (VmGlobal *)d->heap;
  VmValue v;
  /* NOBARRIER: nothing collects before fj_build_raw_string_store */
  if (FJ_UNLIKELY(g == NULL || n > d->short_most) ||
      FJ_UNLIKELY(!vm_string_make(g, s, n, vm_string_hash(g, s, n, d->makes), &v)))
    return 0;
  fj_build_raw_string_store(d, v, ++d->top);
  return 1;
#else
  (void)d;
  (void)s;
  (void)n;
  return 0;
#endif
}

/* -- Strings that wait -----------------------------------------------------------------
**
** A hash takes several cycles for each byte, one after the other, and the string table
** may not be in the caches.  So strings of an array wait until there are several, or
** until it closes: vectors compute their hashes side by side, and their lists are
** prefetched.  Until then `false` is in their places on the value stack, and any function
** may allocate.  Most objects have so few strings that waiting costs more than it saves. */

#if defined(VM_HASH_WHOLE) && defined(FJ_HASH_LANES)

/* For every string, fj_hash_lanes reads as many blocks of 16 bytes as the longest has. */
#  define FJ_BUILD_AHEAD ((VM_HASH_WHOLE + 15) / 16 * 16)

/* The first elements of an array do not wait: it may have no others. */
#  define FJ_BUILD_FEW 8

static void fj_build_raw_waiting_hash(const FjDecoder *d, uint32_t *hash) {
  const VmGlobal *g = (const VmGlobal *)d->heap;
  const FjWaiting *x = d->waiting;
  const char *ends[FJ_WAITING];
  uint32_t lengths[FJ_WAITING];
  unsigned n = d->waits, i;
  if (n < 4) {
    for (i = 0; i < n; i++) hash[i] = vm_string_hash(g, x[i].s, x[i].n, d->makes);
    return;
  }
  for (i = 0; i < n; i++) {
    ends[i] = x[i].s + x[i].n;
    lengths[i] = (uint32_t)x[i].n;
    hash[i] = vm_string_hash_start(g, x[i].n);
  }
  for (; i % FJ_HASH_LANES != 0; i++) {
    ends[i] = ends[0];
    lengths[i] = hash[i] = 0;
  }
  for (i = 0; i < n; i += FJ_HASH_LANES) fj_hash_lanes(hash + i, ends + i, lengths + i);
}

static FJ_NOINLINE void fj_build_raw_waiting_make(FjDecoder *d) {
  VmGlobal *g = (VmGlobal *)d->heap;
  uint32_t hash[FJ_WAITING];
  unsigned n = d->waits, i;
  fj_build_raw_waiting_hash(d, hash);
  for (i = 0; i < n; i++) FJ_PREFETCH(vm_string_list(g, hash[i]));
  for (i = 0; i < n; i++) FJ_PREFETCH(*vm_string_list(g, hash[i]));
  for (i = 0; i < n; i++) {
    const FjWaiting *x = &d->waiting[i];
    VmValue v;
    /* NOBARRIER: nothing collects before fj_build_raw_string_store */
    if (FJ_LIKELY(vm_string_make(g, x->s, x->n, hash[i], &v))) {
      fj_build_raw_string_store(d, v, x->at);
    } else {
      lua_pushlstring(d->L, x->s, x->n);
      lua_rawseti(d->L, d->idx_stack, (int)x->at);
    }
  }
  d->waits = 0;
}

/* Lets the string wait; 0 = it does not. */
FJ_INLINE int fj_build_raw_wait(FjDecoder *d, const char *s, size_t n) {
  const FjLevel *level;
  FjWaiting *x;
  if (FJ_UNLIKELY(d->depth == 0)) return 0;
  level = &d->levels[d->depth - 1];
  if (level->is_object || level->count < FJ_BUILD_FEW) return 0;
  if (FJ_UNLIKELY(d->heap == NULL || n > VM_HASH_WHOLE) ||
      FJ_UNLIKELY((size_t)(s - d->start) - FJ_BUILD_AHEAD >= (size_t)(d->end - d->start)))
    return 0;
  if (FJ_UNLIKELY(d->waits == FJ_WAITING)) fj_build_raw_waiting_make(d);
  x = &d->waiting[d->waits++];
  x->s = s;
  x->n = n;
  x->at = ++d->top;
  vm_array_put((VmTable *)d->stack, d->top, vm_value_bool(0)); /* NOBARRIER: boolean */
  return 1;
}

#else

static void fj_build_raw_waiting_make(FjDecoder *d) {
  (void)d;
}

FJ_INLINE int fj_build_raw_wait(FjDecoder *d, const char *s, size_t n) {
  (void)d;
  (void)s;
  (void)n;
  return 0;
}

#endif

FJ_INLINE int fj_build_raw_string(FjDecoder *d, const char *s, size_t n) {
  FJ_BUILD_ROOM(d);
  if (fj_build_raw_wait(d, s, n)) return 1;
  if (fj_build_raw_string_make(d, s, n)) return 1;
  fj_build_raw_keep(d, vm_string_push(d->L, s, n));
  return 1;
}

FJ_INLINE int fj_build_raw_null(FjDecoder *d, const FjLevel *level) {
  int place = fj_dec_null_place(level);
  VmValue v;
  switch (d->opt->null_kind[place]) {
  case FJ_NULL_SENTINEL:
    memcpy(&v, d->null_value, sizeof v);
    return fj_build_raw_put(d, v);
  case FJ_NULL_NIL: return fj_build_raw_put(d, vm_value_nil());
  default:
    FJ_BUILD_ROOM(d);
    lua_pushvalue(d->L, d->idx_null[place]);
    FJ_BUILD_TAKE(d);
    return 1;
  }
}

/* -- Keys ---------------------------------------------------------------------------- */

/* Where the guess for the next key is kept. */
FJ_INLINE uint32_t *fj_build_raw_guess_at(FjDecoder *d, const FjLevel *level) {
  FjKeysShape *list = d->cache->list;
  return level->shape == 0 ? &list[level->place].first : &list[level->shape].guess;
}

FJ_INLINE const char *fj_build_raw_guess(FjDecoder *d, FjLevel *level, const char *s) {
  uint32_t g = *fj_build_raw_guess_at(d, level);
  const FjKeysShape *x = &d->cache->list[g];
  if (FJ_UNLIKELY(g == 0 || level->pairs != 0) || !fj_keys_match(x, s, d->end))
    return NULL;
  level->shape = g;
  return s + x->length;
}

/* Stores the key on top of the value stack in the cache. */
static FJ_NOINLINE void fj_build_raw_key_remember(FjDecoder *d, const FjKeysText *t) {
  lua_State *L = d->L;
  FjKeysString *x = fj_keys_string_place(d->cache, t);
  lua_rawgeti(L, d->idx_kept, FJ_DECODE_STRINGS);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_createtable(L, FJ_KEYS_CACHED, 0);
    lua_pushvalue(L, -1);
    lua_rawseti(L, d->idx_kept, FJ_DECODE_STRINGS);
  }
  lua_rawgeti(L, d->idx_stack, (int)d->top);
  lua_rawseti(L, -2, (int)(x - d->cache->strings) + 1);
  lua_pop(L, 1);
  /* last: what comes before may throw */
  x->string = vm_value_object(vm_array_get(vm_array_of((VmTable *)d->stack), d->top));
}

/* Keeps a key that is in no shape on the value stack, before its value.  With t, the key
** is in the cache or may go there. */
FJ_INLINE int fj_build_raw_key_loose(FjDecoder *d, FjLevel *level, const char *s,
                                     size_t n, const FjKeysText *t) {
  const void *string = t == NULL ? NULL : fj_keys_string(d->cache, t);
  FJ_BUILD_ROOM(d);
  level->pairs++;
  if (string != NULL) {
    fj_build_raw_keep_cached(d, vm_value_of_string(string));
    return 1;
  }
  if (!fj_build_raw_string_make(d, s, n))
    fj_build_raw_keep(d, vm_string_push(d->L, s, n));
  if (t != NULL && FJ_UNLIKELY(fj_keys_is_wanted(d->cache, t)))
    fj_build_raw_key_remember(d, t);
  return 1;
}

/* Adds a shape for a key that follows `shape` for the first time; 0 = refused. */
static FJ_NOINLINE uint32_t fj_build_raw_key_add(FjDecoder *d, uint32_t shape,
                                                 const FjKeysText *t) {
  VmValue v = vm_string_push(d->L, t->s, t->n); /* before fj_keys_add: it may throw */
  uint32_t child = fj_keys_add(d->cache, &d->alloc, shape, t);
  if (child != 0) {
    lua_rawseti(d->L, d->idx_keys, (int)(2 * child - 1));
    d->cache->list[child].string = vm_value_object(v);
  } else {
    lua_pop(d->L, 1);
  }
  return child;
}

/* A key that was not guessed.  An object with more keys than a shape is taken for a map:
** its keys are all different, and rarely those of another object. */
static FJ_NOINLINE int fj_build_raw_key(FjDecoder *d, FjLevel *level, const char *at,
                                        const char *s, size_t n) {
  FjKeys *k = d->cache;
  FjKeysText t;
  uint32_t child;
  (void)at;
  if (n > FJ_KEYS_LENGTH || level->count >= FJ_KEYS_DEPTH)
    return fj_build_raw_key_loose(d, level, s, n, NULL);
  fj_keys_text(k, &t, s, n, s >= d->text && s < d->end ? d->end : s + n);
  if (level->pairs == 0) {
    child = fj_keys_find(k, level->shape, &t);
    if (child == 0 && fj_keys_has_room(k, level->shape))
      child = fj_build_raw_key_add(d, level->shape, &t);
    if (child != 0) {
      *fj_build_raw_guess_at(d, level) = child;
      level->shape = child;
      return 1;
    }
  }
  if (FJ_UNLIKELY(k->strings == NULL) && !fj_keys_cache(k, &d->alloc))
    return fj_build_raw_key_loose(d, level, s, n, NULL);
  return fj_build_raw_key_loose(d, level, s, n, &t);
}

/* -- Containers ---------------------------------------------------------------------- */

FJ_INLINE int fj_build_raw_open(FjDecoder *d) {
  FjLevel *level = &d->levels[d->depth - 1];
  const FjLevel *around = level - 1;
  level->base = d->top;
  level->shape = 0;
  level->pairs = 0;
  level->place = d->depth == 1 ? 0 : around->is_object ? around->shape : around->place;
  return 1;
}

#define FJ_BUILD_LARGE 4096

/* A large array that fills at least 15/16 of the stack takes over the stack's table;
** the values below it move to a new stack.  Returns NULL if that is impossible. */
static FJ_NOINLINE VmTable *fj_build_raw_array_take(FjDecoder *d, const FjLevel *level) {
  lua_State *L = d->L;
  size_t i, base = level->base, n = d->top - base;
  VmTable *t = (VmTable *)d->stack, *stack;
  if (d->cap <= FJ_KEPT_STACK || n < d->cap - d->cap / 16 || fj_build_raw_has_nils(d))
    return NULL;
  lua_createtable(L, (int)(base + FJ_KEPT_STACK), 0);
  stack = vm_table_anchor(L, -1);
  if (vm_table_is_black(stack) || vm_array_last(stack) < base + 1) {
    lua_pop(L, 1);
    return NULL;
  }
  /* NOBARRIER: not black, and nothing was allocated since that check */
  if (base > 0) vm_array_fill(stack, vm_array_of(t), 1, base);
  for (i = 1; base > 0 && i <= n;
       i++) /* NOBARRIER: the table already holds these values */
    vm_array_put(t, i, vm_array_get(vm_array_of(t), base + i));
  for (i = d->high; i > n; i--) vm_array_put(t, i, vm_value_nil()); /* NOBARRIER: nil */
  lua_pushvalue(L, d->idx_stack);
  lua_insert(L, -2);
  lua_replace(L, d->idx_stack);
  d->stack = stack;
  d->cap = vm_array_last(stack);
  d->high = base;
  return t;
}

FJ_INLINE VmTable *fj_build_raw_array_push(FjDecoder *d, const FjLevel *level) {
  size_t n = d->top - level->base;
  VmTable *t;
  if (FJ_UNLIKELY(n >= FJ_BUILD_LARGE)) {
    fj_gc_more(&d->pace, vm_array_bytes(n));
    if ((t = fj_build_raw_array_take(d, level)) != NULL) return t;
  }
  lua_createtable(d->L, (int)n, 0);
  t = vm_table_anchor(d->L, -1);
  if (n == 0) return t;
  if (FJ_LIKELY(!vm_table_is_black(t) && vm_array_last(t) >= n)) {
    /* NOBARRIER: not black, and nothing was allocated since that check */
    vm_array_fill(t, vm_array_of((const VmTable *)d->stack), level->base + 1, n);
  } else {
    fj_build_raw_fill_slowly(d, t, level->base, n);
  }
  return t;
}

/* The table is fresh and white and gets the keys of the shape's table.  Every value is
** overwritten, so no node ever has a value without a key, or a key without a value. */
FJ_INLINE VmTable *fj_build_raw_object_copy(FjDecoder *d, const FjLevel *level,
                                            const FjKeysShape *x) {
  size_t i, n = x->depth;
  VmTable *t;
  VmArray values;
  lua_createtable(d->L, 0, (int)n);
  t = vm_table_anchor(d->L, -1);
  /* NOBARRIER: not black, and nothing is allocated before the last store */
  if (FJ_UNLIKELY(vm_table_is_black(t)) || !vm_nodes_copy(t, (const VmTable *)x->table)) {
    lua_pop(d->L, 1);
    return NULL;
  }
  values = vm_array_of((const VmTable *)d->stack);
  for (i = 0; i < n; i++) {
    VmNode *node = vm_node_of(t, x->nodes[i]);
    VmValue v = vm_array_get(values, level->base + 1 + i);
    vm_node_put(node, v); /* NOBARRIER: as above */
  }
  d->cache->copies++;
  return t;
}

/* The shapes on the path to `shape`, starting with that of the first key. */
static size_t fj_build_raw_path_of(const FjKeys *s, uint32_t shape, uint32_t *path) {
  size_t n = s->list[shape].depth, i;
  for (i = n; i > 0; i--) {
    path[i - 1] = shape;
    shape = s->list[shape].parent;
  }
  return n;
}

/* Pushes key and value of member i; the members of the shape precede the pairs. */
static void fj_build_raw_entry_push(FjDecoder *d, const FjLevel *level,
                                    const uint32_t *path, size_t members, size_t i) {
  size_t at = level->base + 1 + i;
  if (i < members) {
    lua_rawgeti(d->L, d->idx_keys, (int)(2 * path[i] - 1));
  } else {
    at += i - members;
    lua_rawgeti(d->L, d->idx_stack, (int)at++);
  }
  lua_rawgeti(d->L, d->idx_stack, (int)at);
}

/* Fills the nodes of the object's table, which has room and is not black.  Returns how
** many different keys it has; 0 = a key is too long to be stored directly. */
static size_t fj_build_raw_nodes_fill(const FjDecoder *d, const FjLevel *level,
                                      const uint32_t *path, size_t members, VmTable *t) {
  VmArray values = vm_array_of((const VmTable *)d->stack);
  VmNode *unused = vm_node_of(t, vm_node_slots_made(t));
  ptrdiff_t made = 0, more;
  size_t i;
  int keep = d->opt->duplicates == FJ_DUP_FIRST;
  /* NOBARRIER: not black, and nothing is allocated before the last store */
  for (i = 0; i < members; i++) {
    VmValue key = vm_value_of_string(d->cache->list[path[i]].string);
    more = vm_node_add(t, &unused, key, vm_array_get(values, level->base + 1 + i), keep);
    if (FJ_UNLIKELY(more < 0)) return 0;
    made += more;
  }
  /* NOBARRIER: as above */
  more = vm_nodes_fill(t, &unused, values, level->base + 1 + members, level->pairs, keep);
  if (FJ_UNLIKELY(more < 0)) return 0;
  vm_table_changed(t);
  return (size_t)(made + more);
}

/* Pushes the object's table.  Returns how many different keys it has; 0 = nothing was
** pushed, because the table cannot be filled directly. */
static size_t fj_build_raw_nodes_push(FjDecoder *d, const FjLevel *level,
                                      const uint32_t *path, size_t members) {
  size_t n = members + level->pairs, made = 0;
  VmTable *t;
  if (n == 0) return 0;
  lua_createtable(d->L, 0, (int)n);
  t = vm_table_anchor(d->L, -1);
  if (FJ_LIKELY(!vm_table_is_black(t)))
    made = fj_build_raw_nodes_fill(d, level, path, members, t);
  if (FJ_UNLIKELY(made == 0)) lua_pop(d->L, 1);
  return made;
}

static size_t fj_build_raw_count(const VmTable *t) {
  size_t slots = vm_node_slots(t), i, n = 0;
  for (i = 0; i < slots; i++) n += !vm_is_nil(vm_node_value(vm_node_first(t) + i));
  return n;
}

/* Replaces the table on top by one with room for exactly its n members. */
static void fj_build_raw_shrink(lua_State *L, size_t n) {
  lua_createtable(L, 0, (int)n);
  lua_pushnil(L);
  while (lua_next(L, -3)) {
    lua_pushvalue(L, -2);
    lua_insert(L, -2);
    lua_rawset(L, -4);
  }
  lua_remove(L, -2);
}

/* Stores every member through the API; of equal keys, the one that counts comes last.
** 0 = a duplicate key is an error.  A nil value is not stored, but its key counts. */
static int fj_build_raw_members_set(FjDecoder *d, const FjLevel *level,
                                    const uint32_t *path, size_t members) {
  lua_State *L = d->L;
  size_t n = members + level->pairs, i, found;
  const VmTable *t = vm_table_at(L, -1);
  int distinct = level->pairs == 0 && !d->cache->list[level->shape].duplicate;
  if (!distinct && d->opt->duplicates == FJ_DUP_ERROR) {
    for (i = 0; i < n; i++) {
      fj_build_raw_entry_push(d, level, path, members, i);
      lua_pop(L, 1);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
    }
    if (fj_build_raw_count(t) != n) return 0;
  }
  for (i = 0; i < n; i++) {
    fj_build_raw_entry_push(d, level, path, members,
                            d->opt->duplicates == FJ_DUP_FIRST ? n - 1 - i : i);
    lua_rawset(L, -3);
  }
  if (distinct) return 1;
  found = fj_build_raw_count(t);
  if (found < n) fj_build_raw_shrink(L, found);
  return 1;
}

/* 0 = duplicate key, which is an error. */
static int fj_build_raw_object_push_slowly(FjDecoder *d, const FjLevel *level) {
  uint32_t path[FJ_KEYS_DEPTH];
  size_t members = fj_build_raw_path_of(d->cache, level->shape, path);
  size_t n = members + level->pairs, made;
  made = fj_build_raw_nodes_push(d, level, path, members);
  if (made == 0) {
    lua_createtable(d->L, 0, (int)n);
    return fj_build_raw_members_set(d, level, path, members);
  }
  if (FJ_LIKELY(made == n)) return 1;
  if (d->opt->duplicates == FJ_DUP_ERROR) return 0;
  if (2 * made <= vm_node_slots(vm_table_at(d->L, -1))) fj_build_raw_shrink(d->L, made);
  return 1;
}

/* Finds each key's node by its value, the key's number; 0 = unexpected contents. */
static int fj_build_raw_shape_nodes(const VmTable *t, uint16_t *nodes, size_t n) {
  size_t slots = vm_node_slots(t), j, found = 0;
  if (slots == 0 || slots > 256) return 0;
  for (j = 0; j < slots; j++) {
    VmValue v = vm_node_value(vm_node_first(t) + j);
    int64_t i;
    if (vm_is_nil(v)) continue;
    i = vm_is_float(v) ? (int64_t)vm_float(v) : vm_int(v);
    if (i < 0 || i >= (int64_t)n) return 0;
    nodes[i] = (uint16_t)j;
    found++;
  }
  return found == n;
}

/* Creates the shape's table. */
static void fj_build_raw_shape_table(FjDecoder *d, uint32_t shape) {
  lua_State *L = d->L;
  FjKeysShape *x = &d->cache->list[shape];
  uint32_t path[FJ_KEYS_DEPTH];
  size_t i, n = fj_build_raw_path_of(d->cache, shape, path);
  uint16_t *nodes;
  x->refused = 1;
  lua_createtable(L, 0, (int)n);
  for (i = 0; i < n; i++) {
    lua_rawgeti(L, d->idx_keys, (int)(2 * path[i] - 1));
    lua_pushinteger(L, (lua_Integer)i);
    lua_rawset(L, -3);
  }
  nodes = (uint16_t *)d->alloc.fn(d->alloc.ud, NULL, 0, n * sizeof *nodes);
  if (nodes == NULL || !fj_build_raw_shape_nodes(vm_table_at(L, -1), nodes, n)) {
    if (nodes != NULL) d->alloc.fn(d->alloc.ud, nodes, n * sizeof *nodes, 0);
    lua_pop(L, 1);
    return;
  }
  x->nodes = nodes;
  x->table = vm_table_at(L, -1);
  d->cache->bytes += sizeof(VmTable) + n * sizeof *nodes +
                     vm_node_slots((const VmTable *)x->table) * sizeof(VmNode);
  lua_rawseti(L, d->idx_keys, (int)(2 * shape));
}

/* NULL = duplicate key, which is an error. */
static FJ_NOINLINE VmTable *fj_build_raw_object_push(FjDecoder *d, const FjLevel *level) {
  FjKeysShape *x = &d->cache->list[level->shape];
  if (level->pairs == 0 && level->shape != 0 && !x->duplicate && !x->refused) {
    if (x->ends++ != 0) {
      VmTable *t = NULL;
      fj_build_raw_shape_table(d, level->shape);
      if (x->table != NULL) t = fj_build_raw_object_copy(d, level, x);
      if (t != NULL) return t;
    }
  }
  if (!fj_build_raw_object_push_slowly(d, level)) return NULL;
  return vm_table_anchor(d->L, -1);
}

/* Gives the table on top the metatable at `mark`, directly unless it has a finalizer. */
static FJ_NOINLINE void fj_build_raw_mark(FjDecoder *d, const FjLevel *level, VmTable *t,
                                          int mark) {
  lua_State *L = d->L;
  const void **known = &d->mark[level->is_object];
  if (*known == NULL) {
    lua_pushliteral(L, "__gc");
    lua_rawget(L, mark);
    *known = lua_isnil(L, -1) ? (const void *)vm_table_at(L, mark) : (const void *)d;
    lua_pop(L, 1);
  }
  if (FJ_UNLIKELY(*known == (const void *)d || vm_table_is_black(t))) {
    lua_pushvalue(L, mark);
    lua_setmetatable(L, -2);
    return;
  }
  /* NOBARRIER: not black, and nothing was allocated since that check */
  vm_table_mark(t, (const VmTable *)*known);
}

#ifdef VM_HAS_HEAP
/* Makes the table of an object with pairs without the API; NULL = not done: it may be
** larger than its different keys need. */
static FJ_NOINLINE VmTable *fj_build_raw_nodes_make(FjDecoder *d, const FjLevel *level,
                                                    VmGlobal *g) {
  uint32_t path[FJ_KEYS_DEPTH];
  size_t members = fj_build_raw_path_of(d->cache, level->shape, path);
  size_t n = members + level->pairs;
  VmTable *t;
  if (FJ_UNLIKELY(n > VM_MAKE_SLOTS)) return NULL;
  /* NOBARRIER: white, and nothing collects before it is on the value stack */
  t = vm_table_make(g, d->blank, 0, vm_nodes_log2_for(n));
  if (FJ_UNLIKELY(t == NULL)) return NULL;
  vm_nodes_clear(t); /* NOBARRIER: as above */
  return fj_build_raw_nodes_fill(d, level, path, members, t) == n ? t : NULL;
}
#endif

/* Replaces the level's values by its table, made without the API; 0 = not done. */
FJ_INLINE int fj_build_raw_close_make(FjDecoder *d, const FjLevel *level) {
#ifdef VM_HAS_HEAP
  VmGlobal *g = fj_build_raw_heap(d);
  VmArray values = vm_array_of((const VmTable *)d->stack);
  size_t n = d->top - level->base, i;
  VmTable *t;
  if (FJ_UNLIKELY(g == NULL || level->base == d->cap)) return 0;
  if (level->is_object && n != 0) {
    const FjKeysShape *x = &d->cache->list[level->shape];
    const VmTable *from = (const VmTable *)x->table;
    if (level->pairs != 0) {
      t = fj_build_raw_nodes_make(d, level, g);
      if (FJ_UNLIKELY(t == NULL)) return 0;
      goto made;
    }
    if (FJ_UNLIKELY(from == NULL)) return 0;
    /* NOBARRIER: white, and nothing collects before it is on the value stack */
    t = vm_table_make(g, d->blank, 0, vm_nodes_log2(from));
    if (FJ_UNLIKELY(t == NULL)) return 0;
    (void)vm_nodes_copy(t, from); /* NOBARRIER: as above */
    for (i = 0; i < n; i++) {
      VmNode *node = vm_node_of(t, x->nodes[i]);
      vm_node_put(node,
                  vm_array_get(values, level->base + 1 + i)); /* NOBARRIER: as above */
    }
    d->cache->copies++;
  } else {
    if (FJ_UNLIKELY(n >= FJ_BUILD_LARGE)) return 0;
    t = vm_table_make(g, d->blank, n, -1); /* NOBARRIER: as above */
    if (FJ_UNLIKELY(t == NULL)) return 0;
    if (n != 0) vm_array_fill(t, values, level->base + 1, n); /* NOBARRIER: as above */
  }
made:
  d->top = level->base;
  /* NOBARRIER: not black, and nothing has collected since that check */
  vm_array_put((VmTable *)d->stack, ++d->top, vm_value_of_table(t));
  return 1;
#else
  (void)d;
  (void)level;
  return 0;
#endif
}

FJ_INLINE int fj_build_raw_close(FjDecoder *d) {
  const FjLevel *level = &d->levels[d->depth - 1];
  int mark = fj_dec_mark(d, level);
  VmTable *t = NULL;
  if (d->waits != 0) fj_build_raw_waiting_make(d);
  if (d->top > d->high) d->high = d->top;
  if (FJ_LIKELY(mark == 0) && fj_build_raw_close_make(d, level)) return 1;
  if (level->is_object) {
    const FjKeysShape *x = &d->cache->list[level->shape];
    if (FJ_LIKELY(x->table != NULL && level->pairs == 0))
      t = fj_build_raw_object_copy(d, level, x);
    if (FJ_UNLIKELY(t == NULL) && (t = fj_build_raw_object_push(d, level)) == NULL)
      return 0;
  } else {
    t = fj_build_raw_array_push(d, level);
  }
  if (FJ_UNLIKELY(mark != 0)) fj_build_raw_mark(d, level, t, mark);
  d->top = level->base;
  FJ_BUILD_ROOM(d);
  fj_build_raw_keep(d, vm_value_of_table(t));
  return 1;
}

#undef FJ_BUILD_ROOM
#undef FJ_BUILD_PUSHED
#undef FJ_BUILD_TAKE
#undef FJ_BUILD_LARGE

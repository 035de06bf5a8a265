/*
** fj_probe_heap_impl.h - the probe of what makes strings and tables without the API.
** Owns: the order of the checks.  Must not know: who makes them.
** Invariant: global_State is written only after every mirrored field was compared with
** what the API reports or does.  The collector may run during each call of the API, so a
** check that it can disturb is tried again.
** SPDX-License-Identifier: MIT
*/
#define PROBE_TRIES 16
#define PROBE_LONG  100

static int probe_heap_state(lua_State *L) {
  VmGlobal *g;
  void *ud = NULL;
  int same;
  if (!probe_can_read(L, sizeof(VmState))) return 0;
  g = vm_heap_of(L);
  if ((uintptr_t)g % sizeof(void *) != 0 || !probe_can_read(g, sizeof *g)) return 0;
  if (g->alloc != lua_getallocf(L, &ud) || g->ud != ud) return 0;
  same = vm_heap_of(lua_newthread(L)) == g;
  lua_pop(L, 1);
  return same;
}

static int probe_heap_total(lua_State *L, const VmGlobal *g) {
  size_t total =
      (size_t)lua_gc(L, LUA_GCCOUNT, 0) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB, 0);
  return vm_heap_total(g) == total;
}

/* Writes a text of n bytes that no string is likely to have yet. */
static void probe_heap_text(const lua_State *L, char *text, size_t n, int turn) {
  uint64_t x = (uint64_t)(uintptr_t)L ^ (uint64_t)(uintptr_t)text;
  size_t i;
  x += (uint64_t)turn << 32 | n;
  for (i = 0; i < n; i++) {
    x = x * UINT64_C(6364136223846793005) + 1442695040888963407u;
    text[i] = (char)(x >> 56);
  }
}

#if defined(LUA_JITLIBNAME)

static int probe_heap_strings(const VmGlobal *g) {
  const VmStrings *s = &g->strings;
  return s->mask >= 15 && s->mask < 1u << 30 && (s->mask & (s->mask + 1)) == 0 &&
         s->count >= 16 && (uintptr_t)s->lists % sizeof(void *) == 0;
}

/* As below.  Nothing else in the mirror may change: a build that keeps more accounts is
** refused, and so is one whose strings get their numbers in another way. */
static int probe_heap_api_string(Probe *p, VmGlobal *g, size_t n, int turn) {
  char text[VM_SHORT_MOST];
  VmGlobal wanted;
  const VmString *x;
  VmRef *list, first;
  uint32_t hash;
  VmValue v;
  probe_heap_text(p->L, text, n, turn);
  hash = vm_string_hash(g, text, n, p->makes);
  list = vm_string_list(g, hash);
  if (!probe_can_read(list, sizeof(int))) return 0;
  first = *list;
  memcpy(&wanted, g, sizeof wanted);
  wanted.total += (VmRef)VM_SHORT_SIZE(n);
  wanted.strings.count++;
  wanted.strings.sid++;
  wanted.strings.countdown--;
  v = vm_string_push(p->L, text, n);
  lua_pop(p->L, 1);
  x = (const VmString *)vm_value_object(v);
  return memcmp(&wanted, g, sizeof wanted) == 0 && *list == (VmRef)(uintptr_t)x &&
         x->nextgc == first && x->marked == vm_heap_white(g) && x->gct == VM_GC_STRING &&
         x->reserved == 0 && x->hashalg == 0 && x->sid == wanted.strings.sid - 1 &&
         x->hash == hash && x->len == n;
}

/* The same for a table; keeps the header of an empty one in `blank`. */
static int probe_heap_api_table(Probe *p, VmGlobal *g, void *blank) {
  VmGlobal wanted;
  const VmTable *t;
  memcpy(&wanted, g, sizeof wanted);
  lua_createtable(p->L, 0, 0);
  t = vm_table_at(p->L, -1);
  memcpy(blank, t, sizeof *t);
  lua_pop(p->L, 1);
  if (t->nextgc != wanted.objects) return 0;
  wanted.total += (VmRef)sizeof *t;
  wanted.objects = (VmRef)(uintptr_t)t;
  return memcmp(&wanted, g, sizeof wanted) == 0 && t->marked == vm_heap_white(g) &&
         t->asize == 0 && t->hmask == 0 && t->array == 0 && t->metatable == 0 &&
         t->colo == 0;
}

/* LuaJIT stops its collector by a threshold that is never reached. */
static int probe_heap_threshold(lua_State *L, VmGlobal *g) {
  VmRef old = g->threshold, stopped;
  lua_gc(L, LUA_GCSTOP, 0);
  stopped = g->threshold;
  lua_gc(L, LUA_GCRESTART, 0);
  if (stopped < 0x7FFF0000 || g->threshold != g->total) return 0;
  g->threshold = old; /* NOBARRIER: a number */
  return 1;
}

/* As below. */
static int probe_heap_alike(const VmTable *t, const VmTable *twin, int log2) {
#  ifndef FJ_VM_REF32
  if (log2 < 0 && t->freetop != twin->freetop) return 0;
#  endif
  return t->gct == twin->gct && t->nomm == twin->nomm && t->colo == twin->colo &&
         t->asize == twin->asize && t->hmask == twin->hmask &&
         (log2 >= 0 || t->node == twin->node) && (t->asize != 0 || t->array == 0);
}

#else

static int probe_heap_strings(const VmGlobal *g) {
  int size = g->strings.size;
  return size >= 16 && size <= 1 << 30 && (size & (size - 1)) == 0 &&
         g->strings.count >= 16 && (uintptr_t)g->strings.lists % sizeof(void *) == 0;
}

/* The API makes a new string: 1 if every field that changes changes as vm_string_make
** would change it, 0 if something differs, which may be the work of the collector. */
static int probe_heap_api_string(Probe *p, VmGlobal *g, size_t n, int turn) {
  char text[VM_SHORT_MOST];
  VmGlobal old = *g;
  VmString **list, *first, *x;
  unsigned hash;
  VmValue v;
  probe_heap_text(p->L, text, n, turn);
  hash = vm_string_hash(g, text, n, p->makes);
  list = vm_string_list(g, hash);
  if (!probe_can_read(list, sizeof *list)) return 0;
  first = *list;
  v = vm_string_push(p->L, text, n);
  lua_pop(p->L, 1);
  x = (VmString *)(uintptr_t)vm_value_object(v);
  if (g->strings.size != old.strings.size || g->strings.lists != old.strings.lists)
    return 0;
  if (*list != x || VM_STRING_NEXT(x) != first) return 0;
#  if LUA_VERSION_NUM >= 503
  if (g->objects != x || x->next != old.objects) return 0;
#  endif
#  if LUA_VERSION_NUM != 501
  if (g->total != old.total) return 0;
#  endif
  return v.tag == VM_TAG_STRING && g->strings.count == old.strings.count + 1 &&
         vm_heap_total(g) == vm_heap_total(&old) + VM_SHORT_SIZE(n) &&
         x->tt == LUA_TSTRING && x->marked == vm_heap_white(g) && x->extra == 0 &&
         x->hash == hash && VM_SHORT_LENGTH(x) == n;
}

#  ifdef VM_LONG_HEAD
/* The same for a long string and vm_string_adopt. */
static int probe_heap_api_long(Probe *p, VmGlobal *g, size_t n) {
  char text[PROBE_LONG];
  VmGlobal old = *g;
  const VmString *x;
  size_t length;
  VmValue v;
  probe_heap_text(p->L, text, n, 0);
  v = vm_string_push(p->L, text, n);
  x = (const VmString *)vm_value_object(v);
  lua_pop(p->L, 1);
  if (g->objects != x || x->next != old.objects || g->strings.count != old.strings.count)
    return 0;
  if (g->total != old.total || x->tt != (VM_TAG_STRING_LG & ~0x40)) return 0;
#    if LUA_VERSION_NUM == 505
  if (x->shrlen != -1) return 0;
#    endif
  return x->marked == vm_heap_white(g) && x->extra == 0 && x->hash == g->seed &&
         vm_string(v, &length) == (const char *)x + VM_LONG_HEAD && length == n &&
         ((const char *)x)[VM_LONG_HEAD + n] == 0 &&
         vm_heap_total(g) == vm_heap_total(&old) + VM_LONG_HEAD + n + 1;
}
#  endif

/* The same for a table; keeps the header of an empty one in `blank`. */
static int probe_heap_api_table(Probe *p, VmGlobal *g, void *blank) {
  VmGlobal old = *g;
  const VmTable *t;
  lua_createtable(p->L, 0, 0);
  t = vm_table_at(p->L, -1);
  memcpy(blank, t, sizeof *t);
  lua_pop(p->L, 1);
  return g->objects == t && t->next == old.objects && t->marked == vm_heap_white(g) &&
         vm_heap_total(g) == vm_heap_total(&old) + sizeof *t && vm_array_last(t) == 0 &&
         vm_node_slots(t) == 0 && t->metatable == NULL && t->array == NULL;
}

/* Lua 5.1 stops its collector by a threshold that is never reached. */
static int probe_heap_threshold(lua_State *L, VmGlobal *g) {
#  if LUA_VERSION_NUM == 501
  const size_t never = (size_t)-3;
  size_t old = g->threshold;
  if (old == never) return 1;
  lua_gc(L, LUA_GCSTOP, 0);
  if (g->threshold != never) {
    lua_gc(L, LUA_GCRESTART, 0);
    return 0;
  }
  g->threshold = old;
#  else
  (void)L;
  (void)g;
#  endif
  return 1;
}

/* Whether two tables of the same sizes have the same header.  Without nodes, they share
** the interpreter's empty ones. */
static int probe_heap_alike(const VmTable *t, const VmTable *twin, int log2) {
  return t->tt == twin->tt && t->flags == twin->flags &&
         t->lsizenode == twin->lsizenode && (log2 >= 0 || t->node == twin->node);
}

#endif

/* The collector's work may be due: the API does some. */
static void probe_heap_wait(lua_State *L) {
  lua_createtable(L, 0, 0);
  lua_pop(L, 1);
}

/* Makes a new string, and finds it again through the API. */
static int probe_heap_string(Probe *p, VmGlobal *g, size_t n) {
  char text[VM_SHORT_MOST];
  size_t total = 0, length;
  VmValue v;
  int i, same;
  for (i = 0; i < PROBE_TRIES; i++) {
    probe_heap_text(p->L, text, n, PROBE_TRIES + i);
    total = vm_heap_total(g);
    /* NOBARRIER: new, and goes to the anchor at once */
    if (vm_string_make(g, text, n, vm_string_hash(g, text, n, p->makes), &v)) break;
    lua_pushlstring(p->L, text, n); /* makes room for one more */
    lua_pop(p->L, 1);
  }
  if (i == PROBE_TRIES) return 0;
  vm_value_push(p->L, p->anchor_idx, p->anchor, v);
  same = (vm_heap_total(g) == total || vm_heap_total(g) == total + VM_SHORT_SIZE(n));
  same = same && probe_string_same(p->L, -1, v) && vm_string(v, &length) != NULL &&
         length == n && memcmp(vm_string(v, &length), text, n) == 0;
  same = same && vm_value_object(vm_string_push(p->L, text, n)) == vm_value_object(v);
  lua_settop(p->L, p->anchor_idx);
  return same;
}

#ifdef VM_LONG_HEAD
/* Makes a block a long string; one from the API equals it and finds it as a key. */
static int probe_heap_long(Probe *p, VmGlobal *g, size_t n) {
  const size_t size = VM_LONG_HEAD + PROBE_LONG + 1;
  lua_State *L = p->L;
  size_t total = 0, length;
  char text[PROBE_LONG], *block = (char *)g->alloc(g->ud, NULL, 0, size);
  VmValue v;
  int i, same;
  if (block == NULL) return 0;
  probe_heap_text(L, text, n, PROBE_TRIES);
  memcpy(block + VM_LONG_HEAD, text, n);
  for (i = 0; i < PROBE_TRIES; i++) {
    total = vm_heap_total(g);
    /* NOBARRIER: new, and goes to the anchor at once */
    if (vm_string_adopt(g, block, size, n, &v)) break;
    probe_heap_wait(L);
  }
  if (i == PROBE_TRIES) {
    g->alloc(g->ud, block, size, 0);
    return 0;
  }
  vm_value_push(L, p->anchor_idx, p->anchor, v);
  same = vm_heap_total(g) == total + VM_LONG_HEAD + n + 1 && v.tag == VM_TAG_STRING_LG &&
         probe_string_same(L, -1, v) && vm_string(v, &length) != NULL && length == n &&
         memcmp(vm_string(v, &length), text, n) == 0;
  lua_pushlstring(L, text, n);
  same = same && lua_rawequal(L, -1, -2);
  lua_createtable(L, 0, 1);
  lua_pushvalue(L, -3);
  lua_pushboolean(L, 1);
  lua_rawset(L, -3);
  lua_pushvalue(L, -2);
  lua_rawget(L, -2);
  same = same && lua_toboolean(L, -1);
  lua_settop(L, p->anchor_idx);
  return same;
}
#endif

/* Makes a table of n slots and nodes for so many keys like one from the API. */
static int probe_heap_table(Probe *p, VmGlobal *g, const void *blank, int n, int keys) {
  lua_State *L = p->L;
  VmTable *t = NULL;
  const VmTable *twin;
  size_t total = 0, used;
  int log2 = keys == 0 ? -1 : vm_nodes_log2_for((size_t)keys), i, same;
  for (i = 0; i < PROBE_TRIES && t == NULL; i++) {
    total = vm_heap_total(g);
    t = vm_table_make(g, blank, (size_t)n, log2); /* NOBARRIER: new */
    if (t == NULL) probe_heap_wait(L);
  }
  if (t == NULL) return 0;
  used = vm_heap_total(g) - total;
  if (log2 >= 0) vm_nodes_clear(t); /* NOBARRIER: nil; then booleans */
  for (i = 1; i <= n; i++) vm_array_put(t, (size_t)i, vm_value_bool(i & 1));
  vm_value_push(L, p->anchor_idx, p->anchor, vm_value_of_table(t));
  for (i = 0, same = 0; i < PROBE_TRIES && !same; i++) {
    total = vm_heap_total(g);
    lua_createtable(L, n, keys);
    same = vm_heap_total(g) - total == used;
    if (i + 1 < PROBE_TRIES && !same) lua_pop(L, 1);
  }
  twin = vm_table_at(L, -1);
  same = same && probe_heap_alike(t, twin, log2) &&
         vm_array_last(t) == vm_array_last(twin) &&
         vm_node_slots(t) == vm_node_slots(twin) && vm_table_metatable(t) == NULL;
  lua_pop(L, 1);
  if (same && log2 >= 0) { /* the interpreter finds as many free nodes as there are */
    for (i = 0; i < 1 << log2; i++) {
      lua_pushinteger(L, i);
      lua_rawseti(L, -2, -1 - i);
    }
    same = vm_node_slots(t) == (size_t)1 << log2;
  }
  same = same && probe_table_same(p, lua_gettop(L));
  lua_settop(L, p->anchor_idx);
  return same;
}

static int probe_heap_api_strings(Probe *p, VmGlobal *g) {
  size_t n;
  int turn;
  for (n = 1; n <= VM_SHORT_MOST; n++) {
    for (turn = 0; turn < PROBE_TRIES; turn++) /* each text is new */
      if (probe_heap_api_string(p, g, n, 2 * PROBE_TRIES * p->makes + turn)) break;
    if (turn == PROBE_TRIES) return 0;
  }
  return 1;
}

/* What can be made: a FJ_MAKES_*, or 0. */
static int probe_heap_all(Probe *p, void *blank) {
  static const signed char sizes[][2] = { { 0, 0 },  { 1, 0 },  { 2, 1 },   { 3, 2 },
                                          { 5, 3 },  { 8, 8 },  { 0, 16 },  { 13, 32 },
                                          { 15, 0 }, { 16, 0 }, { 17, 10 }, { 40, 0 } };
  VmGlobal *g;
  size_t i;
  int turn, strings;
  if (!probe_heap_state(p->L)) return 0;
  g = vm_heap_of(p->L);
  if (!probe_heap_total(p->L, g)) return 0;
  p->makes = FJ_MAKES_ALL;
  strings = probe_heap_strings(g) && probe_heap_api_strings(p, g);
  if (!strings) {
    if (!VM_HASH_VARIES) return 0;
    p->makes = FJ_MAKES_CRC;
    strings = probe_heap_strings(g) && probe_heap_api_strings(p, g);
  }
  for (turn = 0; turn < PROBE_TRIES; turn++)
    if (probe_heap_api_table(p, g, blank)) break;
  if (turn == PROBE_TRIES || !probe_heap_total(p->L, g)) return 0;
#ifdef VM_LONG_HEAD
  for (turn = 0; turn < PROBE_TRIES; turn++)
    if (probe_heap_api_long(p, g, PROBE_LONG - (size_t)turn)) break;
  if (turn == PROBE_TRIES) return 0;
#endif
  if (!probe_heap_threshold(p->L, g)) return 0;
  /* Only now is anything written. */
  for (i = VM_SHORT_LEAST; i <= VM_SHORT_MOST && strings; i++)
    if (!probe_heap_string(p, g, i)) return 0;
  for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    if (!probe_heap_table(p, g, blank, sizes[i][0], sizes[i][1])) return 0;
#ifdef VM_LONG_HEAD
  for (i = VM_SHORT_MOST + 1; i <= PROBE_LONG; i++)
    if (!probe_heap_long(p, g, i)) return 0;
#endif
  if (!probe_heap_total(p->L, g)) return 0;
  return strings ? p->makes : FJ_MAKES_TABLES;
}

int fj_probe_heap(lua_State *L, void *blank) {
  Probe p;
  int top = lua_gettop(L), makes;
  if (sizeof(VmTable) > FJ_VM_BLANK || !lua_checkstack(L, 20)) return 0;
  p.L = L;
  makes = probe_anchor(&p) ? probe_heap_all(&p, blank) : 0;
  lua_settop(L, top);
  return makes;
}

#undef PROBE_TRIES
#undef PROBE_LONG

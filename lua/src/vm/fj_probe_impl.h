/*
** fj_probe_impl.h — the probe of one layout: reads every sample raw and through the API.
** Owns: the order of the checks. Must not know: how the samples are made.
** Invariant: a pointer that the layout yields is followed only after it was compared with
** one from the API, or if its bounds are as expected and its memory is mapped.
** SPDX-License-Identifier: MIT
*/

typedef struct Probe {
  lua_State *L;
  int anchor_idx;
  VmTable *anchor;
  int makes; /* FJ_MAKES_ALL or FJ_MAKES_CRC, which says how strings are hashed */
} Probe;

static int probe_kind_is(VmValue v, VmKind kind) {
  int literal = kind == VM_FALSE || kind == VM_TRUE;
  return vm_value_kind(v) == kind &&
         (kind == VM_FLOAT || vm_is_literal(v, 0) == literal) &&
         (!literal || vm_literal(v, 0) == (kind == VM_TRUE)) &&
         vm_is_nil(v) == (kind == VM_NIL) && vm_is_false(v) == (kind == VM_FALSE) &&
         vm_is_true(v) == (kind == VM_TRUE) && vm_is_int(v) == (kind == VM_INT) &&
         vm_is_float(v) == (kind == VM_FLOAT) && vm_is_string(v) == (kind == VM_STRING) &&
         vm_is_table(v) == (kind == VM_TABLE);
}

/* LuaJIT may store any whole number as an integer; others follow lua_isinteger. */
static int probe_number_same(lua_State *L, int idx, VmValue v) {
  double want = (double)lua_tonumber(L, idx), got;
#if LUA_VERSION_NUM >= 503
  if (lua_isinteger(L, idx))
    return probe_kind_is(v, VM_INT) && vm_int(v) == lua_tointeger(L, idx);
#else
  if (VM_ARRAY_BASE == 0 && vm_is_int(v))
    return probe_kind_is(v, VM_INT) && (double)vm_int(v) == want;
#endif
  if (!probe_kind_is(v, VM_FLOAT)) return 0;
  got = vm_float(v);
  return memcmp(&got, &want, sizeof got) == 0 || (got != got && want != want);
}

static int probe_string_same(lua_State *L, int idx, VmValue v) {
  size_t want, got;
  const char *s = lua_tolstring(L, idx, &want);
  if (!probe_kind_is(v, VM_STRING)) return 0;
#if LUA_VERSION_NUM >= 504
  if (vm_value_object(v) != lua_topointer(L, idx)) return 0;
#endif
  return vm_string_fits(v, s) && vm_string(v, &got) == s && got == want;
}

static int probe_table_value_same(lua_State *L, int idx, VmValue v) {
  const VmTable *t = vm_table_at(L, idx);
  return probe_kind_is(v, VM_TABLE) && vm_table(v) == t &&
         vm_value_same(v, vm_value_of_table(t));
}

/* The word of another state, 1, recognises NULL or nothing. */
static int probe_light_same(lua_State *L, int idx, VmValue v) {
  int null = lua_touserdata(L, idx) == NULL;
  if (!probe_kind_is(v, VM_LIGHTUSERDATA) || vm_is_literal(v, 1) > null) return 0;
  return !null ||
         (vm_is_literal(v, vm_null_word(v)) && vm_literal(v, vm_null_word(v)) == 2);
}

static int probe_value_same(lua_State *L, int idx, VmValue v) {
  switch (lua_type(L, idx)) {
  case LUA_TBOOLEAN: return probe_kind_is(v, lua_toboolean(L, idx) ? VM_TRUE : VM_FALSE);
  case LUA_TNUMBER: return probe_number_same(L, idx, v);
  case LUA_TSTRING: return probe_string_same(L, idx, v);
  case LUA_TTABLE: return probe_table_value_same(L, idx, v);
  case LUA_TLIGHTUSERDATA: return probe_light_same(L, idx, v);
  case LUA_TFUNCTION: return probe_kind_is(v, VM_FUNCTION);
  case LUA_TUSERDATA: return probe_kind_is(v, VM_USERDATA);
  case LUA_TTHREAD: return probe_kind_is(v, VM_THREAD);
  default: return 0;
  }
}

/* whether v, which reads the same as the value on top, survives the way through the
** anchor in both directions */
static int probe_round_trip(Probe *p, VmValue v) {
  lua_State *L = p->L;
  VmValue back = vm_value_pull(L, -1, p->anchor_idx, p->anchor);
  int same;
  vm_value_push(L, p->anchor_idx, p->anchor, v);
  same = lua_rawequal(L, -1, -2) && vm_value_same(back, v);
  if (!same && lua_type(L, -1) == LUA_TNUMBER) /* NaN differs from itself */
    same = lua_tonumber(L, -1) != lua_tonumber(L, -1) && vm_float(back) != vm_float(back);
  lua_pop(L, 1);
  return same && vm_is_nil(vm_array_get(vm_array_of(p->anchor), 1));
}

/* whether (key, v) follows the key on top in the table at idx; replaces that key */
static int probe_next_is(Probe *p, int idx, const VmValue *key, size_t i, VmValue v) {
  lua_State *L = p->L;
  if (!lua_next(L, idx)) return 0;
  if (key != NULL
          ? !probe_value_same(L, -2, *key)
          : lua_type(L, -2) != LUA_TNUMBER || lua_tonumber(L, -2) != (lua_Number)i)
    return 0;
  if (!probe_value_same(L, -1, v) || !probe_round_trip(p, v)) return 0;
  lua_pop(L, 1);
  return 1;
}

static int probe_array_same(Probe *p, int idx, const VmTable *t) {
  size_t i, last = vm_array_last(t);
  VmArray a = vm_array_of(t);
  VmValue zero;
  if (last > PROBE_MAX_SLOTS) return 0;
  if (last > 0 && !probe_can_read(vm_array_start(t), vm_array_bytes(last))) return 0;
  zero = vm_array_zero(t);
  if (!vm_is_nil(zero) && !probe_next_is(p, idx, NULL, 0, zero)) return 0;
  for (i = 1; i <= last; i++) {
    VmValue v = vm_array_get(a, i);
    if (!vm_is_nil(v) && !probe_next_is(p, idx, NULL, i, v)) return 0;
  }
  return 1;
}

static int probe_nodes_same(Probe *p, int idx, const VmTable *t) {
  const VmNode *n = vm_node_first(t);
  size_t i, slots;
  if (!probe_can_read(n, sizeof *n)) return 0; /* the shared empty node is also a node */
  slots = vm_node_slots(t);
  if (slots > PROBE_MAX_SLOTS) return 0;
  if (slots > 0 && !probe_can_read(n, slots * sizeof *n)) return 0;
  for (i = 0; i < slots; i++) {
    VmValue key, v = vm_node_value(n + i);
    if (vm_is_nil(v)) continue;
    key = vm_node_key(n + i);
    if (!probe_next_is(p, idx, &key, 0, v)) return 0;
  }
  return 1;
}

/* The raw walk and lua_next yield the same entries in the same order, and no more. */
static int probe_table_same(Probe *p, int idx) {
  lua_State *L = p->L;
  const VmTable *t = vm_table_at(L, idx), *meta = NULL;
  if (lua_getmetatable(L, idx)) {
    meta = vm_table_at(L, -1);
    lua_pop(L, 1);
  }
  if (!vm_table_is_sane(t) || vm_table_metatable(t) != meta) return 0;
  lua_pushnil(L);
  return probe_array_same(p, idx, t) && probe_nodes_same(p, idx, t) && !lua_next(L, idx);
}

/* checks table headers against the API's arguments before any pointer is followed */
static int probe_header(lua_State *L) {
  const VmTable *t, *meta;
  lua_newtable(L);
  lua_newtable(L);
  t = vm_table_at(L, -2);
  meta = vm_table_at(L, -1);
  if (!vm_table_is_sane(t) || !vm_table_is_sane(meta)) return 0;
  if (vm_table_metatable(t) != NULL || vm_array_last(t) != 0) return 0;
  lua_setmetatable(L, -2);
  return vm_table_metatable(t) == meta;
}

static int probe_array_size(lua_State *L) {
  static const unsigned char sizes[] = { 1, 2, 3, 5, 8, 13 };
  size_t i;
  for (i = 0; i < sizeof sizes; i++) {
    lua_createtable(L, sizes[i], 0);
    if (!vm_table_is_sane(vm_table_at(L, -1))) return 0;
    if (vm_array_last(vm_table_at(L, -1)) != sizes[i]) return 0;
    lua_pop(L, 1);
  }
  return 1;
}

static int probe_anchor(Probe *p) {
  lua_createtable(p->L, 1, 0);
  p->anchor_idx = lua_gettop(p->L);
  p->anchor = vm_table_anchor(p->L, p->anchor_idx);
  return vm_array_last(p->anchor) == 1 &&
         probe_can_read(vm_array_start(p->anchor), vm_array_bytes(1)) &&
         vm_is_nil(vm_array_get(vm_array_of(p->anchor), 1));
}

/* Whether the layout finds a pushed string where it was pushed. */
static int probe_string_push(Probe *p) {
  static const size_t lengths[] = { 0, 1, 39, 40, 41, 60 };
  char text[64];
  size_t i;
  memset(text, 'p', sizeof text);
  for (i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
    VmValue v = vm_string_push(p->L, text, lengths[i]);
    VmValue pulled = vm_value_pull(p->L, -1, p->anchor_idx, p->anchor);
    if (!vm_value_same(v, pulled) || !probe_string_same(p->L, -1, v)) return 0;
    lua_pop(p->L, 1);
  }
  return 1;
}

/* Whether a fresh table with copied nodes has exactly the entries of the original; the
** same for a table with filled slots. */
static int probe_copy(Probe *p) {
  static const char *const keys[] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j" };
  lua_State *L = p->L;
  enum { KEYS = sizeof keys / sizeof keys[0] };
  VmTable *copy = NULL;
  int i, same = 1;
  lua_createtable(L, KEYS, KEYS);
  for (i = 0; i < KEYS; i++) {
    lua_pushinteger(L, i);
    lua_setfield(L, -2, keys[i]);
    lua_pushinteger(L, -i);
    lua_rawseti(L, -2, i + 1);
  }
  for (i = 0; i < 8; i++) {
    lua_createtable(L, KEYS, KEYS);
    copy = vm_table_anchor(L, -1);
    if (!vm_table_is_black(copy)) break; /* the collector ran: try another table */
    lua_pop(L, 1);
  }
  /* NOBARRIER: not black, and nothing is allocated before the last store */
  if (i == 8 || vm_array_last(copy) != KEYS) return 0;
  if (!vm_nodes_copy(copy, vm_table_at(L, -2))) return 0;        /* NOBARRIER: as above */
  vm_array_fill(copy, vm_array_of(vm_table_at(L, -2)), 1, KEYS); /* NOBARRIER: as above */
  for (i = 0; i < KEYS; i++) {
    lua_getfield(L, -1, keys[i]);
    same = same && lua_tonumber(L, -1) == i;
    lua_rawgeti(L, -2, i + 1);
    same = same && lua_tonumber(L, -1) == -i;
    lua_pop(L, 2);
  }
  same = same && probe_table_same(p, lua_gettop(L));
  lua_settop(L, p->anchor_idx + 2);
  lua_pushinteger(L, 1); /* one more key */
  lua_setfield(L, -2, "more");
  lua_getfield(L, -1, "more");
  return same && lua_tonumber(L, -1) == 1 && probe_table_same(p, lua_gettop(L) - 1);
}

/* Whether the table on top maps "pair A" to `first`, "pair B" to 1, and so on. */
static int probe_pairs_found(lua_State *L, int pairs, int first) {
  char key[8] = "pair ?";
  int i, same = 1;
  for (i = 0; i < pairs; i++) {
    key[5] = (char)('A' + i);
    lua_getfield(L, -1, key);
    same = same && lua_tonumber(L, -1) == (i == 0 ? first : i);
    lua_pop(L, 1);
  }
  return same;
}

/* Whether the interpreter finds every key in a fresh table that was filled with pairs,
** and can add as many keys as there are free nodes.  Once a key is missing nothing
** else searches for it, because lua_next would throw. */
static int probe_pairs(Probe *p) {
  lua_State *L = p->L;
  enum { PAIRS = 24, NODES = 32 };
  char key[8] = "pair ?";
  VmTable *t = NULL;
  VmNode *unused;
  int i;
  lua_createtable(L, 2 * PAIRS + 2, 0);
  for (i = 0; i <= PAIRS; i++) {
    key[5] = (char)('A' + i % PAIRS);
    lua_pushstring(L, key);
    lua_rawseti(L, -2, 2 * i + 1);
    lua_pushinteger(L, i);
    lua_rawseti(L, -2, 2 * i + 2);
  }
  for (i = 0; i < 8; i++) {
    lua_createtable(L, 0, PAIRS + 1);
    t = vm_table_anchor(L, -1);
    if (!vm_table_is_black(t)) break; /* the collector ran: try another table */
    lua_pop(L, 1);
  }
  /* NOBARRIER: not black, and nothing is allocated before the last store */
  if (i == 8 || vm_node_slots_made(t) != NODES) return 0;
  unused = vm_node_of(t, NODES);
  i = (int)vm_nodes_fill(t, &unused, vm_array_of(vm_table_at(L, -2)), 1, PAIRS + 1, 0);
  if (i != PAIRS) return 0;
  vm_table_changed(t);
  for (i = PAIRS; i <= NODES; i++) {
    if (!probe_pairs_found(L, i, PAIRS)) return 0;
    if (!probe_table_same(p, lua_gettop(L))) return 0;
    lua_settop(L, p->anchor_idx + 2);
    if (vm_node_slots(t) != NODES) return 0;
    if (i == NODES) break;
    key[5] = (char)('A' + i);
    lua_pushinteger(L, i);
    lua_setfield(L, -2, key);
  }
  return 1;
}

static const char *probe_all(lua_State *L) {
  Probe p;
  size_t i;
  p.L = L;
  if (!lua_checkstack(L, 20)) return "no stack for the probe";
  if (sizeof(lua_Number) != sizeof(double)) return "numbers are not doubles";
#if LUA_VERSION_NUM >= 503
  if (sizeof(lua_Integer) != sizeof(int64_t)) return "integers do not have 64 bits";
#endif
  if (!probe_header(L)) return "the header of a table differs";
  if (!probe_array_size(L)) return "the size of an array part reads differently";
  if (!probe_anchor(&p)) return "the slots of an array part differ";
  if (!probe_string_push(&p)) return "a pushed string is another value";
  for (i = 0; i < sizeof probe_samples / sizeof probe_samples[0]; i++) {
    probe_samples[i].make(L);
    if (!probe_table_same(&p, lua_gettop(L))) return probe_samples[i].reason;
    lua_settop(L, p.anchor_idx);
  }
  /* Stores come last: a table that reads differently is never written. */
  if (!probe_copy(&p)) return "a copied table reads differently";
  lua_settop(L, p.anchor_idx);
  if (!probe_pairs(&p)) return "a filled table reads differently";
  return NULL;
}

int fj_probe(lua_State *L, const char **reason) {
  int top = lua_gettop(L);
  *reason = probe_all(L);
  lua_settop(L, top);
  return *reason == NULL;
}

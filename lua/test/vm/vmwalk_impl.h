/*
** vmwalk_impl.h — the raw walk of one table, for comparison with next and rawget.
** Owns: the operations of vmwalk, bound to one layout. Must not know: what is expected.
** Invariant: lua_rawseti into the results never collects, so raw pointers stay good.
** SPDX-License-Identifier: MIT
*/

static VmTable *vmwalk_anchor_at(lua_State *L) {
  lua_settop(L, 2);
  lua_createtable(L, 1, 0);
  return vm_table_anchor(L, 3);
}

/* results[n+1], results[n+2], results[n+3] = key, value, kind */
static int vmwalk_put_entry(lua_State *L, VmTable *anchor, int n, VmValue v) {
  vm_value_push(L, 3, anchor, v);
  lua_rawseti(L, 4, n + 2);
  lua_pushinteger(L, (lua_Integer)vm_value_kind(v));
  lua_rawseti(L, 4, n + 3);
  return n + 3;
}

static int vmwalk_walk_array(lua_State *L, VmTable *anchor, const VmTable *t) {
  size_t i, last = vm_array_last(t);
  VmArray a = vm_array_of(t);
  VmValue v = vm_array_zero(t);
  int n = 0;
  if (!vm_is_nil(v)) {
    lua_pushinteger(L, 0);
    lua_rawseti(L, 4, 1);
    n = vmwalk_put_entry(L, anchor, n, v);
  }
  for (i = 1; i <= last; i++) {
    v = vm_array_get(a, i);
    if (vm_is_nil(v)) continue;
    lua_pushinteger(L, (lua_Integer)i);
    lua_rawseti(L, 4, n + 1);
    n = vmwalk_put_entry(L, anchor, n, v);
  }
  return n;
}

static int vmwalk_walk_nodes(lua_State *L, VmTable *anchor, const VmTable *t, int n) {
  size_t slots = vm_node_slots(t);
  const VmNode *node = vm_node_first(t);
  for (; slots > 0; slots--, node++) {
    VmValue v = vm_node_value(node);
    if (vm_is_nil(v)) continue;
    vm_value_push(L, 3, anchor, vm_node_key(node));
    lua_rawseti(L, 4, n + 1);
    n = vmwalk_put_entry(L, anchor, n, v);
  }
  return n;
}

/* walk(table) -> {key, value, kind, key, value, kind, ...}, length */
static int vmwalk_walk(lua_State *L) {
  VmTable *anchor;
  const VmTable *t;
  int n;
  luaL_checktype(L, 1, LUA_TTABLE);
  anchor = vmwalk_anchor_at(L);
  lua_newtable(L);
  t = vm_table_at(L, 1);
  n = vmwalk_walk_nodes(L, anchor, t, vmwalk_walk_array(L, anchor, t));
  lua_pushinteger(L, n);
  return 2;
}

/* value(any) -> kind, the payload read raw: string, number, table; the value pushed back */
static int vmwalk_value(lua_State *L) {
  VmTable *anchor = vmwalk_anchor_at(L);
  VmValue v = vm_value_pull(L, 1, 3, anchor);
  const char *s;
  size_t len;
  lua_pushinteger(L, (lua_Integer)vm_value_kind(v));
  if (vm_is_string(v)) {
    s = vm_string(v, &len);
    lua_pushlstring(L, s, len);
  } else if (vm_is_int(v))
    lua_pushinteger(L, (lua_Integer)vm_int(v));
  else if (vm_is_float(v))
    lua_pushnumber(L, (lua_Number)vm_float(v));
  else if (vm_is_table(v))
    vm_value_push(L, 3, anchor, vm_value_of_table(vm_table(v)));
  else
    lua_pushnil(L);
  vm_value_push(L, 3, anchor, v);
  return 3;
}

static int vmwalk_same(lua_State *L) {
  VmTable *anchor = vmwalk_anchor_at(L);
  VmValue a = vm_value_pull(L, 1, 3, anchor), b = vm_value_pull(L, 2, 3, anchor);
  lua_pushboolean(L, vm_value_same(a, b));
  return 1;
}

static int vmwalk_metatable(lua_State *L) {
  VmTable *anchor = vmwalk_anchor_at(L);
  const VmTable *meta = vm_table_metatable(vm_table_at(L, 1));
  if (meta == NULL) return 0;
  vm_value_push(L, 3, anchor, vm_value_of_table(meta));
  return 1;
}

/* sizes(table) -> slots of the array part, node slots */
static int vmwalk_sizes(lua_State *L) {
  const VmTable *t = vm_table_at(L, 1);
  lua_pushinteger(L, (lua_Integer)vm_array_last(t));
  lua_pushinteger(L, (lua_Integer)vm_node_slots(t));
  return 2;
}

static const VmWalk VMWALK = {
  FJ_VM_NAME,  fj_probe,         vmwalk_walk,  vmwalk_value,
  vmwalk_same, vmwalk_metatable, vmwalk_sizes,
};

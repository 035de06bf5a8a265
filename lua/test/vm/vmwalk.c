/*
** vmwalk.c — a Lua module that walks tables below the API, for test_vm.lua.
** Owns: the choice of the layout whose probe passes, and the functions around it.
** Must not know: JSON, the walker. Invariant: built against one Lua's headers and loaded
** into another, it names the reason and offers no walk.
** SPDX-License-Identifier: MIT
*/
#include "vm/fj_vm.h"

typedef struct VmWalk {
  const char *name;
  int (*probe)(lua_State *L, const char **reason);
  lua_CFunction walk, value, same, metatable, sizes;
} VmWalk;

#ifdef FJ_VM_FIRST
#  define VMWALK first
#  include FJ_VM_FIRST

#  include "vmwalk_impl.h"

#  undef VMWALK
#endif
#ifdef FJ_VM_SECOND
#  define VMWALK            second
#  define vmwalk_anchor_at  vmwalk_anchor_at_luajit32
#  define vmwalk_put_entry  vmwalk_put_entry_luajit32
#  define vmwalk_walk_array vmwalk_walk_array_luajit32
#  define vmwalk_walk_nodes vmwalk_walk_nodes_luajit32
#  define vmwalk_walk       vmwalk_walk_luajit32
#  define vmwalk_value      vmwalk_value_luajit32
#  define vmwalk_same       vmwalk_same_luajit32
#  define vmwalk_metatable  vmwalk_metatable_luajit32
#  define vmwalk_sizes      vmwalk_sizes_luajit32
#  include "vm/fj_vm_second.h"

#  include "vmwalk_impl.h"
#endif

static const VmWalk *const layouts[] = {
#ifdef FJ_VM_FIRST
  &first,
#endif
#ifdef FJ_VM_SECOND
  &second,
#endif
  NULL
};

#if LUA_VERSION_NUM >= 505
static void *external_free(void *ud, void *p, size_t old, size_t now) {
  (void)ud, (void)p, (void)old, (void)now;
  return NULL;
}

static int external(lua_State *L) {
  static const char text[] = "a string whose bytes are not in its object: \0 (external)";
  lua_pushexternalstring(L, text, sizeof text - 1, external_free, NULL);
  lua_pushlstring(L, text, sizeof text - 1);
  return 2;
}
#endif

/* a table with room for the given numbers of slots; light userdata of a number */
static int create(lua_State *L) {
  lua_createtable(L, (int)luaL_checkinteger(L, 1), (int)luaL_checkinteger(L, 2));
  return 1;
}

static int light(lua_State *L) {
  lua_pushlightuserdata(L, (void *)(uintptr_t)luaL_checknumber(L, 1));
  return 1;
}

static void put(lua_State *L, const char *name, lua_CFunction f) {
  lua_pushcfunction(L, f);
  lua_setfield(L, -2, name);
}

static void put_layout(lua_State *L, const VmWalk *w) {
  lua_pushstring(L, w->name);
  lua_setfield(L, -2, "layout");
  put(L, "walk", w->walk);
  put(L, "value", w->value);
  put(L, "same", w->same);
  put(L, "metatable", w->metatable);
  put(L, "sizes", w->sizes);
}

static int kept_top(lua_State *L, const VmWalk *w, const char **reason) {
  int top = lua_gettop(L), fits = w->probe(L, reason);
  if (lua_gettop(L) != top)
    return luaL_error(L, "the probe of %s moved the stack", w->name);
  if (fits != (*reason == NULL)) return luaL_error(L, "%s: no reason given", w->name);
  return fits;
}

__attribute__((visibility("default"))) int luaopen_vmwalk(lua_State *L);

int luaopen_vmwalk(lua_State *L) {
  const VmWalk *const *w;
  lua_newtable(L);
  put(L, "create", create);
  put(L, "light", light);
#if LUA_VERSION_NUM >= 505
  put(L, "external", external);
#endif
  lua_pushliteral(L, "tried");
  for (w = layouts; *w != NULL; w++) {
    const char *reason;
    if (kept_top(L, *w, &reason)) {
      lua_pop(L, 1);
      put_layout(L, *w);
      return 1;
    }
    lua_pushfstring(L, "%s %s: %s;", lua_tostring(L, -1), (*w)->name, reason);
    lua_replace(L, -2);
  }
  lua_setfield(L, -2, "reason");
  return 1;
}

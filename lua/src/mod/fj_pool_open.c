/*
** fj_pool_open.c - the pool of a state: when it is installed, and when it ends.
**
** A state frees its objects, then its tables of its own, and last the block of the main
** thread, all through the allocator that it has then.  So a pool cannot belong to an
** object.  It ends with the block of the main thread, which is the host's: it was there
** before any pool.
** Owns: the state's entry in the registry.
** SPDX-License-Identifier: MIT
*/
#include "mod/fj_pool_open.h"
#include "core/fj_pool.h"
#include "vm/fj_host.h"

/* Its address is the key of a userdata in the registry, which holds the FjPool. */
static const char pool_key = 0;

static FjPool *pool_of(lua_State *L) {
  FjPool **box;
  lua_pushlightuserdata(L, (void *)(uintptr_t)&pool_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  box = (FjPool **)lua_touserdata(L, -1);
  lua_pop(L, 1);
  return box == NULL ? NULL : *box;
}

static void end_set(lua_State *L, FjPool *p) {
  const void *thread = fj_main_thread(L);
  if (thread != NULL) fj_pool_end_with(p, thread);
}

/* Called when the state closes, in the main thread. */
static int box_gc(lua_State *L) {
  FjPool *p = *(FjPool **)lua_touserdata(L, 1);
  if (p != NULL && !fj_pool_has_end(p)) end_set(L, p);
  return 0;
}

int fj_pool_install(lua_State *L) {
  const char *why = NULL;
  FjPool **box;
  FjAlloc host;
  if (pool_of(L) != NULL) {
    lua_pushboolean(L, 1);
    return 1;
  }
  if (!fj_is_puc(L))
    why = "LuaJIT's own allocator is as fast, and it needs memory at low addresses";
  else if (!fj_host_pin())
    why = "the module may be unloaded before the state has ended";
  if (why != NULL) {
    lua_pushnil(L);
    lua_pushstring(L, why);
    return 2;
  }
  lua_pushlightuserdata(L, (void *)(uintptr_t)&pool_key);
  box = (FjPool **)lua_newuserdata(L, sizeof *box);
  *box = NULL;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, box_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_rawset(L, LUA_REGISTRYINDEX);
  host.fn = lua_getallocf(L, &host.ud);
  *box = fj_pool_new(&host);
  if (*box == NULL) return fj_error(L, "not enough memory");
  end_set(L, *box);
  lua_setallocf(L, fj_pool_alloc, *box);
  lua_pushboolean(L, 1);
  return 1;
}

static void figure_set(lua_State *L, const char *name, size_t n) {
  fj_push_count(L, n);
  lua_setfield(L, -2, name);
}

void fj_pool_info_push(lua_State *L) {
  FjPool *p = pool_of(L);
  FjPoolFigures f;
  if (p == NULL) {
    lua_pushnil(L);
    return;
  }
  lua_createtable(L, 0, 4);
  fj_pool_figures(p, &f); /* of this moment: the table is counted */
  figure_set(L, "used", f.used);
  figure_set(L, "held", f.held);
  figure_set(L, "slabs", f.slabs);
  figure_set(L, "empty", f.empty);
}

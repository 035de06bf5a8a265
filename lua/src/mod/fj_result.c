/*
** fj_result.c - the string that an encoding returns.
** Owns: the host's allocator while a large one is made, to have it on large pages.
** Invariant: when fj_result_push is left, in whatever way, the host's allocator is in place.
** Whoever asked for the allocator meanwhile (a finalizer) has one that goes on working as long
** as the scratch memory lives, hence as the state.
** SPDX-License-Identifier: MIT
*/
#include "mod/fj_result.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"

/* The host's allocator, and a hint about what is large. */
static void *result_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  FjEnc *e = (FjEnc *)ud;
  void *p = e->alloc.fn(e->alloc.ud, block, osize, nsize);
  if (block == NULL && p != NULL && nsize >= FJ_HOST_PAGES_MIN) fj_host_pages(p, nsize);
  return p;
}

static int string_push(lua_State *L) {
  FjEnc *e = (FjEnc *)lua_touserdata(L, 1);
  lua_pushlstring(L, e->buf.base, (size_t)(e->w - e->buf.base));
  return 1;
}

void fj_result_push(FjEnc *e) {
  lua_State *L = e->L;
  size_t n = (size_t)(e->w - e->buf.base);
  void *ud;
  int status;
  if (n < FJ_HOST_PAGES_MIN || !lua_checkstack(L, 2)) {
    lua_pushlstring(L, e->buf.base, n);
    return;
  }
  lua_pushcfunction(L, string_push);
  lua_pushlightuserdata(L, e);
  lua_setallocf(L, result_alloc, e);
  status = lua_pcall(L, 1, 1, 0);
  if (lua_getallocf(L, &ud) == result_alloc && ud == e)
    lua_setallocf(L, e->alloc.fn, e->alloc.ud);
  if (status != 0) lua_error(L);
}

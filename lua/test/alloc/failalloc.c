/*
** failalloc.c - a Lua module that makes the allocator of the running state refuse.
** Owns: the wrapper around the state's allocator, its countdown, and the count of bytes.
** Must not know: the module under test.
** Invariant: freeing and shrinking never fail; a refusal leaves the old block alone.
** SPDX-License-Identifier: MIT
*/
#include <stddef.h>
#include <stdlib.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct Failing {
  lua_Alloc fn; /* the state's own allocator */
  void *ud;
  long countdown; /* the allocation that is refused; 0 = none */
  int all;        /* from that one on, all are refused */
  long calls;     /* allocations and growths since arm() */
  long refused;
  size_t limit; /* no block grows beyond this; 0 = no limit */
  size_t bytes; /* in use */
  size_t peak;  /* the most since arm() */
} Failing;

/* Lives as long as the process: the state goes on using it until its very end. */
static Failing failing;

static int refuses(Failing *f, size_t nsize) {
  f->calls++;
  if (f->limit != 0 && nsize > f->limit) return 1;
  if (f->countdown == 0) return 0;
  return f->calls == f->countdown || (f->all && f->calls > f->countdown);
}

static void *failing_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  Failing *f = (Failing *)ud;
  void *out;
  size_t old = block == NULL ? 0 : osize; /* without a block it is the kind of object */
  if (nsize > old && refuses(f, nsize)) {
    f->refused++;
    return NULL;
  }
  out = f->fn(f->ud, block, osize, nsize);
  if (out != NULL || nsize == 0) f->bytes += nsize - old;
  if ((ptrdiff_t)f->bytes > (ptrdiff_t)f->peak) f->peak = f->bytes;
  return out;
}

/* arm(n [, all]): the n-th allocation from now on fails; with all, every one after it too. */
static int l_arm(lua_State *L) {
  long n = (long)luaL_checknumber(L, 1);
  failing.all = lua_toboolean(L, 2);
  failing.calls = failing.refused = 0;
  failing.countdown = n;
  failing.peak = failing.bytes;
  return 0;
}

/* disarm() -> how many were asked for, how many were refused.  Allocates nothing before. */
static int l_disarm(lua_State *L) {
  failing.countdown = 0;
  lua_pushnumber(L, (lua_Number)failing.calls);
  lua_pushnumber(L, (lua_Number)failing.refused);
  return 2;
}

/* limit(bytes): refuses larger blocks; 0 ends that. */
static int l_limit(lua_State *L) {
  failing.limit = (size_t)luaL_checknumber(L, 1);
  return 0;
}

/* bytes() -> bytes in use, relative to when the module was loaded. */
static int l_bytes(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(ptrdiff_t)failing.bytes);
  return 1;
}

/* peak() -> the most bytes in use since arm(), in the same measure. */
static int l_peak(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(ptrdiff_t)failing.peak);
  return 1;
}

int luaopen_failalloc(lua_State *L);

int luaopen_failalloc(lua_State *L) {
  lua_createtable(L, 0, 5);
  lua_pushcfunction(L, l_arm);
  lua_setfield(L, -2, "arm");
  lua_pushcfunction(L, l_disarm);
  lua_setfield(L, -2, "disarm");
  lua_pushcfunction(L, l_limit);
  lua_setfield(L, -2, "limit");
  lua_pushcfunction(L, l_bytes);
  lua_setfield(L, -2, "bytes");
  lua_pushcfunction(L, l_peak);
  lua_setfield(L, -2, "peak");
  failing.fn = lua_getallocf(L, &failing.ud);
  lua_setallocf(L, failing_alloc, &failing);
  return 1;
}

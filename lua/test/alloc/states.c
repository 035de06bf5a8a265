/*
** states.c - a Lua module that runs programs in new states, above allocators that check, refuse
** and have limits.
** Owns: the states' allocator.  Must not know: the module under test.
** Invariant: freeing and shrinking never fail.  Each block is freed once, with the size it has.
** SPDX-License-Identifier: MIT
*/
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

/* The host of one state. */
typedef struct Host {
  long countdown, all; /* the allocation that is refused; all: and every one after it */
  size_t limit;        /* of bytes; 0 = none */
  size_t bytes, peak;
  long blocks, calls, refused;
  long wrong; /* sizes that differ from what was asked, blocks that are not the host's */
} Host;

/* Stands in front of each block. */
typedef struct Head {
  size_t size, mark;
} Head;

enum { MARK = 0x57A7E };

static void *host_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  Host *h = (Host *)ud;
  Head *head = block == NULL ? NULL : (Head *)block - 1;
  size_t old = head == NULL ? 0 : osize;
  if (head != NULL && (head->mark != MARK || head->size != osize)) {
    h->wrong++;
    return NULL;
  }
  if (nsize > old) {
    h->calls++;
    if ((h->limit != 0 && h->bytes - old + nsize > h->limit) ||
        (h->countdown != 0 &&
         (h->calls == h->countdown || (h->all && h->calls > h->countdown)))) {
      h->refused++;
      return NULL;
    }
  }
  h->bytes += nsize - old;
  if (h->bytes > h->peak) h->peak = h->bytes;
  if (head == NULL && nsize != 0) h->blocks++;
  if (nsize == 0) {
    if (head != NULL) {
      h->blocks--;
      head->mark = 0;
    }
    free(head);
    return NULL;
  }
  head = (Head *)realloc(head, sizeof *head + nsize);
  if (head == NULL) abort();
  head->size = nsize;
  head->mark = MARK;
  return head + 1;
}

/* -- What hosts do with allocators ---------------------------------------------------------- */

typedef struct Wrapper {
  lua_Alloc fn;
  void *ud;
} Wrapper;

static void *wrapper_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  Wrapper *w = (Wrapper *)ud;
  return w->fn(w->ud, block, osize, nsize);
}

/* wrap(): another allocator that passes everything on to the one before. */
static int l_wrap(lua_State *L) {
  Wrapper *w = (Wrapper *)lua_touserdata(L, lua_upvalueindex(1));
  if (w->fn != NULL) return 0;
  w->fn = lua_getallocf(L, &w->ud);
  lua_setallocf(L, wrapper_alloc, w);
  return 0;
}

/* -- A state -------------------------------------------------------------------------------- */

typedef struct Program {
  const char *code;
  Wrapper wrapper;
} Program;

/* All libraries but io, of which 5.1 may close the process's files if memory is short. */
static void libraries_open(lua_State *L) {
#if LUA_VERSION_NUM >= 502
  luaL_openlibs(L);
#else
  static const luaL_Reg libraries[] = { { "", luaopen_base },
                                        { LUA_LOADLIBNAME, luaopen_package },
                                        { LUA_TABLIBNAME, luaopen_table },
                                        { LUA_STRLIBNAME, luaopen_string },
                                        { LUA_MATHLIBNAME, luaopen_math },
                                        { NULL, NULL } };
  const luaL_Reg *l;
  for (l = libraries; l->func != NULL; l++) {
    lua_pushcfunction(L, l->func);
    lua_pushstring(L, l->name);
    lua_call(L, 1, 0);
  }
#endif
}

static int protected_run(lua_State *L) {
  Program *p = (Program *)lua_touserdata(L, 1);
  libraries_open(L);
  lua_pushlightuserdata(L, &p->wrapper);
  lua_pushcclosure(L, l_wrap, 1);
  lua_setglobal(L, "wrap");
  if (luaL_loadstring(L, p->code) != 0) return lua_error(L);
  lua_call(L, 0, 0);
  return 0;
}

/* Runs the code in a new state and closes it.  Writes an error's message. */
static int state_run(Host *h, const char *code, char *message, size_t n) {
  Program program = { code, { NULL, NULL } };
  int status;
#if LUA_VERSION_NUM >= 505
  lua_State *L = lua_newstate(host_alloc, h, 0);
#else
  lua_State *L = lua_newstate(host_alloc, h);
#endif
  message[0] = 0;
  if (L == NULL) {
    strcpy(message, "not enough memory");
    return 0;
  }
#if LUA_VERSION_NUM >= 502
  lua_pushcfunction(L, protected_run);
  lua_pushlightuserdata(L, &program);
  status = lua_pcall(L, 1, 0, 0);
#else
  status = lua_cpcall(L, protected_run, &program); /* 5.1: pushing a function allocates */
#endif
  if (status != 0) {
    strncpy(message, lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?", n - 1);
    message[n - 1] = 0;
  }
  lua_close(L);
  return status == 0;
}

static size_t option(lua_State *L, const char *name) {
  size_t n;
  lua_getfield(L, 2, name);
  n = (size_t)lua_tonumber(L, -1);
  lua_pop(L, 1);
  return n;
}

/* run(code, {countdown =, all =, limit =}) -> ended well, message, {refused =, bytes =, blocks =,
** wrong =, peak =, calls =}.  bytes and blocks are what the state left behind. */
static int l_run(lua_State *L) {
  const char *code = luaL_checkstring(L, 1);
  char message[1000];
  Host h;
  int good;
  luaL_checktype(L, 2, LUA_TTABLE);
  memset(&h, 0, sizeof h);
  h.countdown = (long)option(L, "countdown");
  h.all = (long)option(L, "all");
  h.limit = option(L, "limit");
  good = state_run(&h, code, message, sizeof message);
  lua_pushboolean(L, good);
  lua_pushstring(L, message);
  lua_createtable(L, 0, 6);
#define FIELD(name) (lua_pushnumber(L, (lua_Number)h.name), lua_setfield(L, -2, #name))
  FIELD(refused);
  FIELD(bytes);
  FIELD(blocks);
  FIELD(wrong);
  FIELD(peak);
  FIELD(calls);
  return 3;
}

typedef struct Thread {
  pthread_t id;
  const char *code;
  long rounds, bad;
} Thread;

static void *thread_run(void *ud) {
  Thread *t = (Thread *)ud;
  char message[1000];
  long i;
  for (i = 0; i < t->rounds; i++) {
    Host h;
    memset(&h, 0, sizeof h);
    if (!state_run(&h, t->code, message, sizeof message) || h.bytes != 0 || h.wrong != 0)
      t->bad++;
  }
  return NULL;
}

/* threads(code, threads, rounds) -> number of states that failed or left something behind */
static int l_threads(lua_State *L) {
  enum { MOST = 64 };
  Thread t[MOST];
  int n = (int)luaL_checknumber(L, 2), i;
  long bad = 0;
  luaL_argcheck(L, n > 0 && n <= MOST, 2, "1 to 64");
  for (i = 0; i < n; i++) {
    t[i].code = luaL_checkstring(L, 1);
    t[i].rounds = (long)luaL_checknumber(L, 3);
    t[i].bad = 0;
    if (pthread_create(&t[i].id, NULL, thread_run, &t[i]) != 0) abort();
  }
  for (i = 0; i < n; i++) {
    pthread_join(t[i].id, NULL);
    bad += t[i].bad;
  }
  lua_pushnumber(L, (lua_Number)bad);
  return 1;
}

int luaopen_states(lua_State *L);

int luaopen_states(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, l_run);
  lua_setfield(L, -2, "run");
  lua_pushcfunction(L, l_threads);
  lua_setfield(L, -2, "threads");
  return 1;
}

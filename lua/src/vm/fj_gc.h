/*
** fj_gc.h - when the collector works for what a decode allocates: before the next one.
** Owns: what was postponed.  Must not know: JSON.
**
** All that a decode makes is alive until it returns, so collecting meanwhile finds nothing: it
** marks half a document, and what is made afterwards waits for the cycle after.  At its next
** call that document is mostly garbage.  So the bytes that a build allocates become the
** collector's debt when the next build begins.  The collector is not stopped: a step of -n kB
** (which lua_gc takes, and which allocates nothing) moves the moment of its next work by n kB,
** and a step of as many kB as were not used moves it back.  Its pause, its mode and its state
** stay what they are.  A build that needs more than was estimated is collected meanwhile, and
** so is one whose allocations fail; builders count on neither.
**
** Lua 5.3 and 5.4 alone have a debt that takes this.  Elsewhere nothing is postponed.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_GC_H
#define FJ_GC_H

#include <stddef.h>

#include <lua.h>

#include "core/fj_config.h"

/* Shorter texts are not worth the calls.  What a longer one makes is larger than the caches: memory
** that is swept while it is built is cheaper to fill than memory that comes later. */
#define FJ_GC_MIN_TEXT ((size_t)1 << 16)
#define FJ_GC_MAX_TEXT ((size_t)1 << 21)
#define FJ_GC_MAX_KB   4096

typedef struct FjGc {
  int owed;      /* kB that earlier builds allocated and the collector has not heard of */
  int postponed; /* kB, by the build under way */
  int from;      /* kB in use when it began */
} FjGc;

#if LUA_VERSION_NUM == 503 || LUA_VERSION_NUM == 504

/* Before a build from `bytes` of text.  May collect, and so run finalizers. */
FJ_INLINE void fj_gc_begin(lua_State *L, FjGc *p, size_t bytes) {
  size_t estimate = bytes / 128; /* kB: eight times the text */
  int owed = p->owed;
  p->postponed = 0;
  if (bytes < FJ_GC_MIN_TEXT || bytes > FJ_GC_MAX_TEXT) return;
  if (lua_gc(L, LUA_GCISRUNNING, 0) != 1) return;
  p->owed = 0;
  if (owed > 0) lua_gc(L, LUA_GCSTEP, owed);
  p->postponed = estimate < FJ_GC_MAX_KB ? (int)estimate : FJ_GC_MAX_KB;
  p->from = lua_gc(L, LUA_GCCOUNT, 0);
  lua_gc(L, LUA_GCSTEP, -p->postponed);
}

/* Behind it, however it ended. */
FJ_INLINE void fj_gc_end(lua_State *L, FjGc *p) {
  int used;
  if (p->postponed == 0) return;
  used = lua_gc(L, LUA_GCCOUNT, 0) - p->from;
  if (used < 0) used = 0;
  if (used > p->postponed) used = p->postponed;
  if (p->postponed > used) lua_gc(L, LUA_GCSTEP, p->postponed - used);
  p->owed = used;
  p->postponed = 0;
}

#else

FJ_INLINE void fj_gc_begin(lua_State *L, FjGc *p, size_t bytes) {
  (void)L;
  (void)p;
  (void)bytes;
}

FJ_INLINE void fj_gc_end(lua_State *L, FjGc *p) {
  (void)L;
  (void)p;
}

#endif

#endif

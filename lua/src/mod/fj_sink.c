/*
** fj_sink.c - where text goes: the returned string, three sinks, a counter.
**
** Output reaches a sink in pieces of at least FJ_FLUSH_SIZE (the last may be shorter): a
** write costs a system call or a Lua call, negligible for a piece of that size.
** SPDX-License-Identifier: MIT
*/
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "mod/fj_buffer.h"
#include "mod/fj_sink.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"

/* -- Counter -------------------------------------------------------------------------------- */

static int count_write(FjEnc *e, const char *s, size_t n) {
  (void)e;
  (void)s;
  (void)n;
  return 1;
}

void fj_sink_count(FjEnc *e) {
  e->sink.kind = FJ_SINK_DIRECT;
  e->sink.write = count_write;
}

/* -- File ----------------------------------------------------------------------------------- */

/* Gets the FILE from the handle each time, because Lua code may have closed it. */
static int file_write(FjEnc *e, const char *s, size_t n) {
  FILE *f = fj_file_of(lua_touserdata(e->L, e->sink.idx));
  if (f == NULL) return fj_enc_fail_type(e, FJ_ERR_SINK, "the file is closed");
  errno = 0;
  if (fwrite(s, 1, n, f) == n) return 1;
  return fj_enc_fail_type(e, FJ_ERR_SINK, errno != 0 ? strerror(errno) : "short write");
}

/* -- Function ------------------------------------------------------------------------------- */

/* The function gets each piece as a string.  false, or nil and a message, ends the
** encoding; no result and nil alone do not: many functions return nothing. */
static int call_write(FjEnc *e, const char *s, size_t n) {
  lua_State *L = e->L;
  int top = lua_gettop(L);
  if (!fj_enc_stack_room(e)) return 0;
  lua_pushvalue(L, e->sink.idx);
  lua_pushlstring(L, s, n);
  if (!fj_enc_call(e, 1, 2, "the sink")) return 0;
  if (lua_toboolean(L, -2) || (lua_isnil(L, -2) && lua_isnil(L, -1))) {
    lua_settop(L, top);
    return 1;
  }
  if (lua_type(L, -1) != LUA_TSTRING)
    return fj_enc_fail_type(e, FJ_ERR_SINK, "returned false");
  lua_pushvalue(L, -1);
  lua_replace(L, e->sink.idx); /* keeps the text alive */
  return fj_enc_fail_type(e, FJ_ERR_SINK, lua_tostring(L, -1));
}

/* -- Buffer --------------------------------------------------------------------------------- */

static int buffer_write(FjEnc *e, const char *s, size_t n) {
  return fj_buffer_append(fj_buffer_at(e->L, e->sink.idx), &e->alloc, s, n) ||
         fj_enc_fail(e, FJ_ERR_MEMORY);
}

/* -- Choice --------------------------------------------------------------------------------- */

void fj_sink_set(FjEnc *e, int idx) {
  lua_State *L = e->L;
  e->sink.kind = FJ_SINK_DIRECT;
  e->sink.idx = idx;
  if (lua_type(L, idx) == LUA_TFUNCTION) {
    e->sink.kind = FJ_SINK_CALL;
    e->sink.write = call_write;
  } else if (fj_buffer_at(L, idx) != NULL) {
    e->sink.write = buffer_write;
  } else {
    e->sink.write = file_write;
  }
}

/* -- The returned string -------------------------------------------------------------------- */

/* From this size on, a copy costs more than a new window on large pages. */
#define ADOPT_MIN FJ_HOST_PAGES_MIN

void fj_sink_string_push(FjEnc *e) {
  size_t n = (size_t)(e->w - e->buf.base);
  e->expected = 0;
  if (n >= ADOPT_MIN && e->buf.head != 0 && e->backend->push_window(e, n)) {
    e->expected = n;
    e->w = NULL;
    return;
  }
  lua_pushlstring(e->L, e->buf.base, n);
}

/*
** fj_build_capi.h - the builder that uses only the public API, from the top down.  The
** open table is on top of the Lua stack, or just below its current key.  This is the slow
** twin of the raw builder; it also detects duplicate keys.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BUILD_CAPI_H
#define FJ_BUILD_CAPI_H

#include <lauxlib.h>

#include "dec/fj_dec.h"
#include "vm/fj_compat.h"

#define capi_value(d, level, p) FJ_READ
#define capi_guess(d, level, s) NULL
#define capi_start(d)           1
#define capi_finish(d)          1

/* Stores the value on top of the Lua stack in the open table. */
FJ_INLINE int capi_put(FjDecoder *d) {
  lua_State *L = d->L;
  const FjLevel *level;
  if (d->depth == 0) return 1;
  level = &d->levels[d->depth - 1];
  if (level->is_object) {
    if (level->dropped)
      lua_pop(L, 2);
    else
      lua_rawset(L, -3);
  } else {
    lua_rawseti(L, -2, (int)level->count + 1);
  }
  return 1;
}

FJ_INLINE int capi_null(FjDecoder *d, const FjLevel *level) {
  int place = fj_dec_null_place(level);
  switch (d->opt->null_kind[place]) {
  case FJ_NULL_SENTINEL: lua_pushlightuserdata(d->L, NULL); break;
  case FJ_NULL_NIL:
    if (place == FJ_NULL_IN_OBJECT && d->opt->duplicates != FJ_DUP_LAST) {
      d->levels[d->depth - 1].holes = 1; /* d keeps the key present until capi_close */
      lua_pushlightuserdata(d->L, d);
    } else {
      lua_pushnil(d->L);
    }
    break;
  default: lua_pushvalue(d->L, d->idx_null[place]); break;
  }
  return capi_put(d);
}

FJ_INLINE int capi_bool(FjDecoder *d, int b) {
  lua_pushboolean(d->L, b);
  return capi_put(d);
}

FJ_INLINE int capi_float(FjDecoder *d, double x) {
  lua_pushnumber(d->L, (lua_Number)x);
  return capi_put(d);
}

FJ_INLINE int capi_bigint(FjDecoder *d, const char *p, size_t n, double x) {
  return d->bigint_push(d, p, n, x) && capi_put(d);
}

FJ_INLINE int capi_int(FjDecoder *d, int64_t i) {
  if (d->opt->floats)
    lua_pushnumber(d->L, (lua_Number)i);
  else
    fj_push_integer(d->L, i);
  return capi_put(d);
}

FJ_INLINE int capi_string(FjDecoder *d, const char *s, size_t n) {
  lua_pushlstring(d->L, s, n);
  return capi_put(d);
}

FJ_INLINE int capi_key(FjDecoder *d, FjLevel *level, const char *at, const char *s,
                       size_t n) {
  lua_State *L = d->L;
  lua_pushlstring(L, s, n);
  level->dropped = 0;
  if (d->opt->duplicates == FJ_DUP_LAST) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, -3);
  if (!lua_isnil(L, -1)) {
    if (d->opt->duplicates == FJ_DUP_ERROR) return fj_dec_fail(d, FJ_ERR_DUPLICATE, at);
    level->dropped = 1;
  }
  lua_pop(L, 1);
  return 1;
}

FJ_INLINE int capi_open(FjDecoder *d) {
  FjLevel *level = &d->levels[d->depth - 1];
  int members = d->depth == 1 ? d->members : 0;
  if (!fj_stack_room(d->L, 8))
    return fj_dec_fail(d, fj_stack_is_deep(d->L) ? FJ_ERR_STACK : FJ_ERR_MEMORY, d->end);
  lua_createtable(d->L, level->is_object ? 0 : members, level->is_object ? members : 0);
  level->holes = 0;
  return 1;
}

/* Removes members that stand for nil. */
static FJ_UNUSED void capi_holes_drop(FjDecoder *d) {
  lua_State *L = d->L;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    int hole = lua_islightuserdata(L, -1) && lua_touserdata(L, -1) == d;
    lua_pop(L, 1);
    if (!hole) continue;
    lua_pushvalue(L, -1);
    lua_pushnil(L);
    lua_rawset(L, -4);
  }
}

FJ_INLINE int capi_close(FjDecoder *d) {
  const FjLevel *level = &d->levels[d->depth - 1];
  int idx = fj_dec_mark(d, level);
  if (level->is_object && level->holes) capi_holes_drop(d);
  if (idx != 0) {
    lua_pushvalue(d->L, idx);
    lua_setmetatable(d->L, -2);
  }
  d->depth--; /* the table is a value of the enclosing level */
  capi_put(d);
  d->depth++;
  return 1;
}

#endif

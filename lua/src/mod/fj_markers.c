/*
** fj_markers.c - values that determine how they are encoded.
** SPDX-License-Identifier: MIT
*/
#include <stddef.h>
#include <string.h>

#include "dec/fj_check.h"
#include "enc/fj_enc.h"
#include "enc/fj_meta.h"
#include "mod/fj_buffer.h"
#include "mod/fj_markers.h"
#include "mod/fj_raise.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"

#define RAW    "fleece.raw"
#define ARRAY  "fleece.array"
#define OBJECT "fleece.object"

/* -- fleece.raw ------------------------------------------------------------------------------- */

void fj_raw_push(lua_State *L, const char *s, size_t n) {
  FjRawText *raw = (FjRawText *)lua_newuserdata(L, offsetof(FjRawText, text) + n + 1);
  raw->len = n;
  memcpy(raw->text, s, n);
  raw->text[n] = 0;
  luaL_getmetatable(L, RAW);
  lua_setmetatable(L, -2);
}

int fj_raw_new(lua_State *L) {
  size_t n, at = 0;
  const char *s = luaL_checklstring(L, 1, &n);
  FjAlloc alloc;
  FjStatus status;
  alloc.fn = lua_getallocf(L, &alloc.ud);
  status = fj_check(s, n, FJ_CHECK_DEPTH, &alloc, &at);
  if (status == FJ_ERR_MEMORY) {
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_MEMORY);
    return lua_error(L);
  }
  if (status != FJ_ERR_OK)
    return fj_error(L, "fleece.raw: invalid JSON at byte %d", (int)at + 1);
  fj_raw_push(L, s, n);
  return 1;
}

static int raw_tostring(lua_State *L) {
  const FjRawText *raw = (const FjRawText *)luaL_checkudata(L, 1, RAW);
  lua_pushlstring(L, raw->text, raw->len);
  return 1;
}

/* -- fleece.array, fleece.object ---------------------------------------------------------------- */

static int mark(lua_State *L, const char *name) {
  lua_settop(L, 1);
  if (lua_isnoneornil(L, 1)) {
    lua_newtable(L);
    lua_replace(L, 1);
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_getmetatable(L, name);
  if (lua_getmetatable(L, 1)) {
    int ours;
    luaL_getmetatable(L, strcmp(name, ARRAY) == 0 ? OBJECT : ARRAY);
    ours = lua_rawequal(L, -1, -2) || lua_rawequal(L, -3, -2);
    if (!ours)
      return fj_error(L, "the table has a metatable already: set its __jsontype instead");
    lua_pop(L, 2);
  }
  lua_setmetatable(L, 1);
  return 1;
}

int fj_array_mark(lua_State *L) {
  return mark(L, ARRAY);
}

int fj_object_mark(lua_State *L) {
  return mark(L, OBJECT);
}

static void marker_open(lua_State *L, int names, FjName id, const char *name,
                        const char *jsontype) {
  luaL_newmetatable(L, name);
  lua_pushstring(L, jsontype);
  lua_setfield(L, -2, "__jsontype");
  lua_rawseti(L, names, (int)id);
}

void fj_markers_open(lua_State *L, int names) {
  marker_open(L, names, FJ_NAME_ARRAY, ARRAY, "array");
  marker_open(L, names, FJ_NAME_OBJECT, OBJECT, "object");
  luaL_newmetatable(L, RAW);
  lua_pushcfunction(L, raw_tostring);
  lua_setfield(L, -2, "__tostring");
  lua_rawseti(L, names, FJ_NAME_RAW);
  fj_buffer_metatable_push(L);
  lua_rawseti(L, names, FJ_NAME_BUFFER);
  luaL_newmetatable(L, FJ_DETAIL);
  lua_pop(L, 1);
}

/* -- Values that a decode creates ---------------------------------------------------------------- */

/* Pushes the value for an integer that does not fit. */
static int bigint_push(FjDecoder *d, const char *p, size_t n, double x) {
  lua_State *L = d->L;
  switch (d->opt->bigint) {
  case FJ_BIGINT_STRING: lua_pushlstring(L, p, n); return 1;
  case FJ_BIGINT_RAW: fj_raw_push(L, p, n); return 1;
  case FJ_BIGINT_CDATA:
    if (fj_push_int64(L, p, n)) return 1;
    break;
  default: break;
  }
  if (!(x - x == 0)) return fj_dec_fail(d, FJ_ERR_NUMBER_RANGE, p);
  lua_pushnumber(L, (lua_Number)x);
  return 1;
}

void fj_markers_ready(FjDecoder *d) {
  d->bigint_push = bigint_push;
  if (d->idx_array_mt == 0) d->idx_array_mt = lua_upvalueindex(FJ_UP_ARRAY_MT);
  if (d->idx_object_mt == 0) d->idx_object_mt = lua_upvalueindex(FJ_UP_OBJECT_MT);
}

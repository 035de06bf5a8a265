/*
** fj_raise.c - the text of an error and its detail, made only on failure.
** SPDX-License-Identifier: MIT
*/
#include <stdio.h>
#include <string.h>

#include "enc/fj_meta.h"
#include "enc/fj_path.h"
#include "mod/fj_raise.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"

/* Pushes what happened, without the place. */
static void what_push(lua_State *L, const FjEnc *e) {
  const FjError *x = &e->err;
  const char *text = fj_status_text(x->status);
  char number[96];
  switch (x->status) {
  case FJ_ERR_DEPTH:
    snprintf(number, sizeof number, "%s %lu", text, (unsigned long)e->opt->max_depth);
    lua_pushstring(L, number);
    break;
  case FJ_ERR_NUMBER:
    lua_pushfstring(L, x->place != NULL ? "%s %s as a key" : "%s %s", text, x->type);
    break;
  case FJ_ERR_TYPE:
  case FJ_ERR_YIELD:
  case FJ_ERR_KEY: lua_pushfstring(L, "%s %s", text, x->type); break;
  case FJ_ERR_UTF8:
    snprintf(number, sizeof number, "%s at byte %lu of %s", text,
             (unsigned long)x->offset + 1, x->place[0] == 'k' ? "a key" : "string");
    lua_pushstring(L, number);
    break;
  case FJ_ERR_SPARSE:
    snprintf(number, sizeof number, "%s (highest index %lu, %lu elements)", text,
             (unsigned long)x->max, (unsigned long)x->count);
    lua_pushstring(L, number);
    break;
  case FJ_ERR_SINK: lua_pushfstring(L, "%s: %s", text, x->type); break;
  default: lua_pushstring(L, text); break;
  }
}

static void set_value(lua_State *L, const char *name, int idx) {
  lua_pushvalue(L, idx);
  lua_setfield(L, -2, name);
}

static void detail_push(lua_State *L, FjStatus status, size_t offset, int message,
                        int pointer) {
  lua_createtable(L, 0, 4);
  lua_pushstring(L, fj_status_name(status));
  lua_setfield(L, -2, "code");
  set_value(L, "message", message);
  set_value(L, "path", pointer);
  if (status == FJ_ERR_UTF8) {
    lua_pushinteger(L, (lua_Integer)offset + 1);
    lua_setfield(L, -2, "offset");
  }
  luaL_getmetatable(L, FJ_DETAIL);
  lua_setmetatable(L, -2);
}

static int is_detail(lua_State *L) {
  int same;
  if (lua_type(L, -1) != LUA_TTABLE || !lua_getmetatable(L, -1)) return 0;
  luaL_getmetatable(L, FJ_DETAIL);
  same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

/* Calls what the metafield __tostring has for the value at 1. */
static int text_push(lua_State *L) {
  return luaL_callmeta(L, 1, "__tostring");
}

/* Pushes an error value's message, always a string. */
static void message_push(lua_State *L, int idx, const char *function) {
  if (lua_type(L, idx) == LUA_TSTRING) {
    const char *text = lua_tostring(L, idx);
    if (strncmp(text, "bad argument #", 14) == 0) /* of a function that Lua has no name for */
      luaL_gsub(L, text, "to '?'", lua_pushfstring(L, "to '%s'", function));
    else
      lua_pushvalue(L, idx);
    return;
  }
  lua_pushcfunction(L, text_push);
  lua_pushvalue(L, idx);
  if (lua_pcall(L, 1, 1, 0) == 0 && lua_type(L, -1) == LUA_TSTRING) return;
  lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, idx));
}

int fj_raise_detail(lua_State *L, const char *function) {
  int error = lua_gettop(L);
  if (is_detail(L)) {
    lua_pushvalue(L, -1);
    return 1;
  }
  if (lua_type(L, error) == LUA_TSTRING &&
      strcmp(lua_tostring(L, error), fj_status_text(FJ_ERR_MEMORY)) == 0)
    return 0;
  message_push(L, error, function);
  lua_createtable(L, 0, 3);
  lua_pushliteral(L, "CALL");
  lua_setfield(L, -2, "code");
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "message");
  if (lua_type(L, error) != LUA_TSTRING) set_value(L, "error", error);
  luaL_getmetatable(L, FJ_DETAIL);
  lua_setmetatable(L, -2);
  lua_replace(L, error + 1);
  lua_settop(L, error + 1);
  return 1;
}

int fj_raise(FjEnc *e) {
  lua_State *L = e->L;
  FjStatus status = e->err.status;
  size_t offset = e->err.offset;
  int message, pointer, safe = lua_toboolean(L, lua_upvalueindex(FJ_UP_SAFE));
  if (status == FJ_ERR_MEMORY) {
    fj_scratch_give(e);
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_MEMORY); /* allocates nothing */
    return lua_error(L);
  }
  /* Frames' own values stay if they can: the path may name their keys. */
  if (!lua_checkstack(L, 12)) lua_settop(L, e->idx_slot);
  fj_path_pointer_push(e);
  pointer = lua_gettop(L);
  luaL_where(L, 1);
  what_push(L, e);
  lua_pushliteral(L, " at ");
  fj_path_push(e);
  lua_concat(L, 4);
  message = lua_gettop(L);
  fj_scratch_give(e);
  if (safe) detail_push(L, status, offset, message, pointer);
  return lua_error(L);
}

/* SPDX-License-Identifier: MIT
 *
 * The floor: what it costs merely to visit a Lua value through the public API.
 * Owns: a lua_next walk that copies every string, unescaped, into one buffer, and nothing else: no
 * quotes, no numbers, no result string. Fleece promises to write JSON in less than half of that time.
 * Must not know: JSON, or anything below the public API.
 */
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

typedef struct Floor {
  char *start;
  size_t used;
  size_t size;
  size_t values;
} Floor;

static const char floor_type[] = "fleece_floor.buffer";

static int floor_free(lua_State *L) {
  Floor *f = (Floor *)lua_touserdata(L, 1);
  free(f->start);
  f->start = NULL;
  f->size = f->used = 0;
  return 0;
}

static char *floor_reserve(lua_State *L, Floor *f, size_t n) {
  if (f->size - f->used < n) {
    size_t size = f->size ? f->size : 65536;
    char *grown;
    while (size - f->used < n) size *= 2;
    grown = (char *)realloc(f->start, size);
    if (grown == NULL) luaL_error(L, "not enough memory");
    f->start = grown;
    f->size = size;
  }
  return f->start + f->used;
}

static void floor_string(lua_State *L, Floor *f, int at) {
  size_t n;
  const char *s = lua_tolstring(L, at, &n);
  memcpy(floor_reserve(L, f, n), s, n);
  f->used += n;
}

static void floor_table(lua_State *L, Floor *f, int at);

/* The value at stack index `at` (absolute). */
static void floor_value(lua_State *L, Floor *f, int at) {
  f->values++;
  switch (lua_type(L, at)) {
  case LUA_TSTRING: floor_string(L, f, at); break;
  case LUA_TTABLE: floor_table(L, f, at); break;
  default: break;
  }
}

static void floor_table(lua_State *L, Floor *f, int at) {
  luaL_checkstack(L, 3, "nested too deeply");
  lua_pushnil(L);
  while (lua_next(L, at) != 0) {
    int top = lua_gettop(L);
    /* lua_tolstring would turn a number key into a string and derail lua_next. */
    if (lua_type(L, top - 1) == LUA_TSTRING) floor_string(L, f, top - 1);
    floor_value(L, f, top);
    lua_settop(L, top - 1);
  }
}

/* walk(value) -> bytes copied, values seen */
static int floor_walk(lua_State *L) {
  Floor *f = (Floor *)lua_touserdata(L, lua_upvalueindex(1));
  luaL_checkany(L, 1);
  lua_settop(L, 1);
  f->used = f->values = 0;
  floor_value(L, f, 1);
  lua_pushnumber(L, (lua_Number)f->used);
  lua_pushnumber(L, (lua_Number)f->values);
  return 2;
}

int luaopen_fleece_floor(lua_State *L);

int luaopen_fleece_floor(lua_State *L) {
  Floor *f;
  lua_newtable(L);
  f = (Floor *)lua_newuserdata(L, sizeof *f);
  memset(f, 0, sizeof *f);
  if (luaL_newmetatable(L, floor_type)) {
    lua_pushcfunction(L, floor_free);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  lua_pushcclosure(L, floor_walk, 1);
  lua_setfield(L, -2, "walk");
  return 1;
}

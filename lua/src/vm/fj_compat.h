/*
** fj_compat.h - the public API of 5.1 to 5.5 under one set of names.
** Owns: differences between Lua versions above the layouts.  Must not know: JSON.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_COMPAT_H
#define FJ_COMPAT_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include "core/fj_config.h"

/* Registers functions that share `nup` upvalues (on top of the stack) in the table
** below them; luaL_register has no upvalues. */
static inline void fj_setfuncs(lua_State *L, const luaL_Reg *l, int nup) {
  for (; l->name != NULL; l++) {
    int i;
    for (i = 0; i < nup; i++) lua_pushvalue(L, -nup);
    lua_pushcclosure(L, l->func, nup);
    lua_setfield(L, -(nup + 2), l->name);
  }
  lua_pop(L, nup);
}

/* The FILE of a file handle from the io library; NULL if it is closed. */
static inline FILE *fj_file_of(void *handle) {
#if LUA_VERSION_NUM >= 502
  luaL_Stream *s = (luaL_Stream *)handle;
  return s->closef == NULL ? NULL : s->f;
#else
  return *(FILE **)handle;
#endif
}

#if LUA_VERSION_NUM >= 502
#  define fj_rawlen lua_rawlen
#else
#  define fj_rawlen lua_objlen
#endif

/* Whether the number at idx is an integer; 5.3 introduced that subtype. */
static inline int fj_is_integer(lua_State *L, int idx) {
#if LUA_VERSION_NUM >= 503
  return lua_isinteger(L, idx);
#else
  (void)L;
  (void)idx;
  return 0;
#endif
}

/* Whether this Lua has that subtype. */
static inline int fj_has_integers(void) {
#if LUA_VERSION_NUM >= 503
  return 1;
#else
  return 0;
#endif
}

/* tostring prints %.{n}g, with the second n, if any, if the first does not round-trip. */
static inline int fj_tostring_digits(void) {
#if LUA_VERSION_NUM >= 505
  return 15;
#else
  return 14;
#endif
}
static inline int fj_tostring_digits_more(void) {
#if LUA_VERSION_NUM >= 505
  return 17;
#else
  return 0;
#endif
}

/* Pushes a whole number as an integer, if this Lua has integers. */
static inline void fj_push_integer(lua_State *L, int64_t i) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)i);
#else
  lua_pushnumber(L, (lua_Number)i);
#endif
}

/* Whether i is kept exactly: doubles hold integers up to 2^53, floats up to 2^24. */
static inline int fj_fits_integer(int64_t i) {
#if LUA_VERSION_NUM >= 503
  return (int64_t)(lua_Integer)i == i;
#else
  int64_t most = (int64_t)1 << (sizeof(lua_Number) < 8 ? 24 : 53);
  return i >= -most && i <= most;
#endif
}

/* Whether a finite double remains finite when rounded to this Lua's numbers. */
static inline int fj_fits_number(double d) {
  return sizeof(lua_Number) >= sizeof d ||
         (d > -3.4028235677973366e38 && d < 3.4028235677973366e38);
}

#if LUA_VERSION_NUM >= 503
static inline int fj_numbers_compare(lua_State *L) {
  luaL_checkversion(L); /* raises an error if sizes, or other things, differ */
  return 0;
}
#endif

/* Raises an error if the host's number types differ from those of the headers used for
** the build.  Before this check, no number may be passed to Lua or received from it. */
static inline void fj_numbers_check(lua_State *L) {
  int same = 1;
#if LUA_VERSION_NUM >= 503
  lua_pushcfunction(L, fj_numbers_compare);
  if (lua_pcall(L, 0, 0, 0) != 0) {
    same = lua_type(L, -1) == LUA_TSTRING &&
           strstr(lua_tostring(L, -1), "numeric types") == NULL;
    if (same) lua_error(L);
  }
#else
  int i; /* tries two: a register may happen to hold one of them */
  for (i = 123456; i < 1000000; i += 530865) {
    lua_pushinteger(L, i);
    same = same && lua_tonumber(L, -1) == (lua_Number)i;
    lua_pop(L, 1);
  }
#endif
  if (!same)
    luaL_error(
        L,
        "fleece was built for a Lua with %d-bit integers and %d-bit floats, this one has "
        "others: build it with the headers of this Lua",
        (int)sizeof(lua_Integer) * 8, (int)sizeof(lua_Number) * 8);
}

/* Pushes the integer whose text is s[0..n) as int64_t or uint64_t of LuaJIT's FFI.
** 0 = it fits neither, or this is not LuaJIT; nothing is pushed. */
static inline int fj_push_int64(lua_State *L, const char *s, size_t n) {
#if defined(LUA_JITLIBNAME)
  char chunk[48] = "return ";
  int minus = s[0] == '-', is_signed;
  const char *digits = s + minus;
  const char *most = minus ? "9223372036854775808" : "9223372036854775807";
  n -= (size_t)minus;
  if (n > 20 || (minus && n > 19)) return 0;
  is_signed = n < 19 || (n == 19 && memcmp(digits, most, 19) <= 0);
  if (!is_signed &&
      (minus || (n == 20 && memcmp(digits, "18446744073709551615", 20) > 0)))
    return 0;
  if (minus) strcat(chunk, "-");
  strncat(chunk, digits, n);
  strcat(chunk, is_signed ? "LL" : "ULL");
  if (luaL_loadstring(L, chunk) != 0 || lua_pcall(L, 0, 1, 0) != 0) {
    lua_pop(L, 1);
    return 0;
  }
  return 1;
#else
  (void)L;
  (void)s;
  (void)n;
  return 0;
#endif
}

/* luaL_error, but safe without memory: lua_pushvfstring of 5.5 then pushes nothing and
** returns NULL, and its luaL_error builds the message from other stack slots. */
FJ_PRINTF(2, 3)
static inline int fj_error(lua_State *L, const char *format, ...) {
  const char *message;
  va_list arguments;
  luaL_where(L, 1);
  va_start(arguments, format);
  message = lua_pushvfstring(L, format, arguments);
  va_end(arguments);
  if (message != NULL)
    lua_concat(L, 2);
  else
    lua_pushliteral(L, "not enough memory"); /* exists: nothing is allocated */
  return lua_error(L);
}

static inline void fj_push_count(lua_State *L, size_t n) {
#if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, (lua_Integer)n);
#else
  lua_pushnumber(L, (lua_Number)n);
#endif
}

static inline void fj_push_globals(lua_State *L) {
#if LUA_VERSION_NUM >= 502
  lua_pushglobaltable(L);
#else
  lua_pushvalue(L, LUA_GLOBALSINDEX);
#endif
}

/* Before 5.4 lua_pushlstring may collect, and so run Lua code, before it copies. */
#if LUA_VERSION_NUM >= 504
#  define FJ_PUSH_FINALIZES_FIRST 0
#else
#  define FJ_PUSH_FINALIZES_FIRST 1
#endif

/* lua_checkstack, but always below Lua's own limit (1,000,000 slots since 5.2).  If
** 5.4.7 or later refuses, any further overflow, for example in a hook, says "error in
** error handling" until this function has returned. */
enum { FJ_STACK_MOST = 900000 };

static inline int fj_stack_room(lua_State *L, int n) {
  return lua_gettop(L) < FJ_STACK_MOST && lua_checkstack(L, n);
}

/* Call this after fj_stack_room has returned 0.  Some Luas also refuse if memory is
** short; a function with few values on the stack cannot have reached the limit. */
static inline int fj_stack_is_deep(lua_State *L) {
  return lua_gettop(L) > 1000;
}

static inline int fj_dump_start(lua_State *L, const void *piece, size_t n, void *start) {
  (void)L;
  memcpy(start, piece, n < 4 ? n : 4);
  return 1; /* enough */
}

/* Whether the interpreter is PUC Lua, whichever headers the build used: by the mark of its
** compiled chunks. */
static inline int fj_is_puc(lua_State *L) {
  char start[4] = { 0 };
  if (luaL_loadstring(L, "") != 0) lua_error(L);
#if LUA_VERSION_NUM >= 503
  (void)lua_dump(L, fj_dump_start, start, 1);
#else
  (void)lua_dump(L, fj_dump_start, start);
#endif
  lua_pop(L, 1);
  return memcmp(start, "\033Lua", 4) == 0;
}

/* The main thread; NULL if this Lua does not tell, as 5.1 in another thread. */
static inline lua_State *fj_main_thread(lua_State *L) {
  lua_State *main;
#if LUA_VERSION_NUM >= 502
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  main = lua_tothread(L, -1);
#else
  main = lua_pushthread(L) ? L : NULL;
#endif
  lua_pop(L, 1);
  return main;
}

/* lua_type of LuaJIT's FFI values; PUC Lua has no such type. */
#define FJ_TCDATA 10

/* 5.1 has no luaL_testudata. */
static inline void *fj_testudata(lua_State *L, int idx, const char *name) {
  void *p = lua_touserdata(L, idx);
  int same;
  if (p == NULL || !lua_getmetatable(L, idx)) return NULL;
  luaL_getmetatable(L, name);
  same = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same ? p : NULL;
}

#endif

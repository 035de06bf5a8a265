/*
** fj_meta.c - how metatables and unusual values are encoded: markers, metafields, the
** sentinels of this library and of others.
** Owns: the look-ups.  Must not know: layouts, output.
** Invariant: raw look-ups with strings that the table of names keeps alive.  No Lua code
** runs and nothing is allocated, so a raw walker may call these in the middle of a table.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "enc/fj_meta.h"
#include "vm/fj_compat.h"

const char fj_meta_empty_array = 0;

/* -- Names -------------------------------------------------------------------------------- */

#define NAMES(X)                                                                         \
  X(TOJSON, "__tojson")                                                                  \
  X(PAIRS, "__pairs")                                                                    \
  X(INDEX, "__index")                                                                    \
  X(LEN, "__len")                                                                        \
  X(MODE, "__mode")                                                                      \
  X(JSONTYPE, "__jsontype")                                                              \
  X(CJSON, "cjson")                                                                      \
  X(RAPIDJSON, "rapidjson")                                                              \
  X(YAJL, "yajl")                                                                        \
  X(VIM, "vim")                                                                          \
  X(NULL_, "null")                                                                       \
  X(NIL_, "NIL")                                                                         \
  X(EMPTY_ARRAY, "empty_array")                                                          \
  X(ARRAY_MT, "array_mt")                                                                \
  X(EMPTY_ARRAY_MT, "empty_array_mt")                                                    \
  X(EMPTY_DICT_MT, "_empty_dict_mt")

enum {
  NAME_BEFORE = FJ_NAME_STRINGS - 1,
#define X(id, text) NAME_##id,
  NAMES(X)
#undef X
};

static int l_index(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

void fj_meta_names_push(lua_State *L) {
  static const char *const names[] = {
#define X(id, text) text,
    NAMES(X)
#undef X
  };
  size_t i;
  lua_createtable(L, NAME_EMPTY_DICT_MT, 0);
  lua_getfield(L, LUA_REGISTRYINDEX, "_LOADED");
  lua_rawseti(L, -2, FJ_NAME_LOADED);
  fj_push_globals(L);
  lua_rawseti(L, -2, FJ_NAME_GLOBAL);
  lua_getglobal(L, "tostring");
  lua_rawseti(L, -2, FJ_NAME_TOSTRING);
  lua_pushcfunction(L, l_index);
  lua_rawseti(L, -2, FJ_NAME_INDEX);
  lua_pushstring(L, fj_status_text(FJ_ERR_MEMORY));
  lua_rawseti(L, -2, FJ_NAME_MEMORY);
  for (i = 0; i < sizeof names / sizeof names[0]; i++) {
    lua_pushstring(L, names[i]);
    lua_rawseti(L, -2, FJ_NAME_STRINGS + (int)i);
  }
}

/* Replaces the table on top by its raw field; 0 (and nothing on top) if it is not a table
** or does not have this field. */
static int field(FjEnc *e, int name) {
  lua_State *L = e->L;
  if (lua_type(L, -1) == LUA_TTABLE) {
    lua_rawgeti(L, e->idx_names, name);
    lua_rawget(L, -2);
    lua_remove(L, -2);
    if (!lua_isnil(L, -1)) return 1;
  }
  lua_pop(L, 1);
  return 0;
}

/* Whether the value on top is field `name` of the loaded module `module`. */
static int is_loaded_field(FjEnc *e, int module, int name) {
  int same;
  lua_rawgeti(e->L, e->idx_names, FJ_NAME_LOADED);
  if (!field(e, module) || !field(e, name)) return 0;
  same = lua_rawequal(e->L, -1, -2);
  lua_pop(e->L, 1);
  return same;
}

/* Neovim's `vim` is a global; in newer releases it is also a module. */
static int is_vim_field(FjEnc *e, int name) {
  int same;
  lua_rawgeti(e->L, e->idx_names, FJ_NAME_GLOBAL);
  if (!field(e, NAME_VIM) || !field(e, name)) return 0;
  same = lua_rawequal(e->L, -1, -2);
  lua_pop(e->L, 1);
  return same;
}

/* -- Metatables ----------------------------------------------------------------------------- */

static int has_field(FjEnc *e, int name) {
  lua_pushvalue(e->L, -1);
  if (!field(e, name)) return 0;
  lua_pop(e->L, 1);
  return 1;
}

/* `other`: the verdict for any other string and for numbers. */
static int jsontype(FjEnc *e, int other) {
  const char *s;
  int verdict = FJ_META_PLAIN;
  lua_pushvalue(e->L, -1);
  if (!field(e, NAME_JSONTYPE)) return verdict;
  if (lua_type(e->L, -1) == LUA_TNUMBER) verdict = other;
  if (lua_type(e->L, -1) == LUA_TSTRING) {
    s = lua_tostring(e->L, -1);
    verdict = other;
    if (strcmp(s, "array") == 0) verdict = FJ_META_ARRAY;
    if (strcmp(s, "object") == 0) verdict = FJ_META_OBJECT;
  }
  lua_pop(e->L, 1);
  return verdict;
}

/* The dialect's table maps metatables and names of metafields to verdicts.  Its list part
** has these names in order of precedence.  `true` stands for any other metatable. */
int fj_meta_dialect(FjEnc *e) {
  lua_State *L = e->L;
  int verdict = FJ_META_PLAIN, i, known;
  lua_pushvalue(L, -1);
  lua_rawget(L, e->idx_metatables);
  known = !lua_isnil(L, -1);
  for (i = 1; !known; i++) {
    lua_pop(L, 1);
    lua_rawgeti(L, e->idx_metatables, i);
    if (lua_isnil(L, -1)) break;
    lua_pushvalue(L, -1);
    lua_rawget(L, -3);
    known = !lua_isnil(L, -1);
    lua_pop(L, 1);
    if (known) lua_rawget(L, e->idx_metatables);
  }
  if (!known) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
    lua_rawget(L, e->idx_metatables);
  }
  if (lua_isnumber(L, -1)) verdict = (int)lua_tointeger(L, -1);
  lua_pop(L, 1);
  if (verdict == FJ_META_TYPED || verdict == FJ_META_EMPTY_TYPED) {
    int empty = verdict == FJ_META_EMPTY_TYPED;
    int type = jsontype(e, empty ? FJ_META_PLAIN : FJ_META_OBJECT);
    verdict = type;
    if (type == FJ_META_ARRAY) verdict = empty ? FJ_META_EMPTY_ARRAY : FJ_META_BORDER;
    if (type == FJ_META_OBJECT) verdict = empty ? FJ_META_EMPTY_OBJECT : FJ_META_OBJECT;
  }
  lua_pop(L, 1);
  return verdict;
}

/* A raw walker must not hold a weak table while frames are parked. */
static int weak_or(int weak, int verdict) {
  return weak && verdict < FJ_META_API ? FJ_META_API : verdict;
}

int fj_meta_verdict(FjEnc *e) {
  int verdict;
  if (e->idx_metatables != 0) {
    int weak = has_field(e, NAME_MODE);
    return weak_or(weak, fj_meta_dialect(e));
  }
  if (has_field(e, NAME_TOJSON) || has_field(e, NAME_PAIRS) || has_field(e, NAME_LEN) ||
      has_field(e, NAME_MODE))
    verdict = FJ_META_API;
  else
    verdict = jsontype(e, FJ_META_PLAIN);
  if (verdict == FJ_META_PLAIN) {
    if (is_loaded_field(e, NAME_CJSON, NAME_ARRAY_MT))
      verdict = FJ_META_ARRAY;
    else if (is_loaded_field(e, NAME_CJSON, NAME_EMPTY_ARRAY_MT))
      verdict = FJ_META_EMPTY_ARRAY;
    else if (is_vim_field(e, NAME_EMPTY_DICT_MT))
      verdict = FJ_META_OBJECT;
  }
  lua_pop(e->L, 1);
  return verdict;
}

int fj_meta_weakness(FjEnc *e) {
  if (!field(e, NAME_MODE)) return FJ_META_PLAIN;
  lua_pop(e->L, 1);
  return FJ_META_API;
}

int fj_meta_field_push(FjEnc *e, int idx, FjMetaField which) {
  static const int names[] = { NAME_TOJSON, NAME_PAIRS, NAME_INDEX, NAME_LEN };
  if (!lua_getmetatable(e->L, idx)) return 0;
  return field(e, names[which]);
}

int fj_meta_jsontype(FjEnc *e, int idx) {
  int verdict;
  if (!lua_getmetatable(e->L, idx)) return FJ_META_PLAIN;
  verdict = jsontype(e, FJ_META_PLAIN);
  lua_pop(e->L, 1);
  return verdict;
}

/* -- Values ----------------------------------------------------------------------------------- */

static int is_foreign_null(FjEnc *e) {
  return is_loaded_field(e, NAME_RAPIDJSON, NAME_NULL_) ||
         is_loaded_field(e, NAME_YAJL, NAME_NULL_) ||
         is_loaded_field(e, NAME_CJSON, NAME_NULL_) || is_vim_field(e, NAME_NIL_);
}

static int is_raw(FjEnc *e) {
  int same;
  if (!lua_getmetatable(e->L, -1)) return 0;
  lua_rawgeti(e->L, e->idx_names, FJ_NAME_RAW);
  same = lua_rawequal(e->L, -1, -2);
  lua_pop(e->L, 2);
  return same;
}

FjValueClass fj_meta_classify(FjEnc *e, const char **text, size_t *len) {
  int type = lua_type(e->L, -1);
  if (e->opt->no_markers) return FJ_VALUE_UNSUPPORTED;
  if (type == LUA_TLIGHTUSERDATA) {
    const void *p = lua_touserdata(e->L, -1);
    if (p == NULL) return FJ_VALUE_NULL;
    if (p == &fj_meta_empty_array) return FJ_VALUE_EMPTY_ARRAY;
    if (is_loaded_field(e, NAME_CJSON, NAME_EMPTY_ARRAY)) return FJ_VALUE_EMPTY_ARRAY;
  }
  if (type == LUA_TUSERDATA && is_raw(e)) {
    const FjRawText *raw = (const FjRawText *)lua_touserdata(e->L, -1);
    *text = raw->text;
    *len = raw->len;
    return FJ_VALUE_RAW;
  }
  if (type == FJ_TCDATA) return FJ_VALUE_CDATA;
  return is_foreign_null(e) ? FJ_VALUE_NULL : FJ_VALUE_UNSUPPORTED;
}

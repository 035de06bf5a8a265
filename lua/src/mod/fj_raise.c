/*
** fj_raise.c - the text and the detail of an error, created only on failure.
** SPDX-License-Identifier: MIT
*/
#include <stdio.h>
#include <string.h>

#include "core/fj_utf8.h"
#include "enc/fj_meta.h"
#include "enc/fj_path.h"
#include "mod/fj_raise.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"

/* -- Encoding ------------------------------------------------------------------------------ */

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

/* Calls the metafield __tostring of the value at 1. */
static int text_push(lua_State *L) {
  return luaL_callmeta(L, 1, "__tostring");
}

/* Pushes an error value's message, always a string. */
static void message_push(lua_State *L, int idx, const char *function) {
  if (lua_type(L, idx) == LUA_TSTRING) {
    const char *text = lua_tostring(L, idx);
    if (strncmp(text, "bad argument #", 14) == 0) /* Lua has no name for the function */
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

int fj_raise_encode(FjEnc *e) {
  lua_State *L = e->L;
  FjStatus status = e->err.status;
  size_t offset = e->err.offset;
  int message, pointer, safe = lua_toboolean(L, lua_upvalueindex(FJ_UP_SAFE));
  if (status == FJ_ERR_MEMORY) {
    fj_scratch_give(e);
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_MEMORY); /* allocates nothing */
    return lua_error(L);
  }
  /* Keep the frames' values if possible: the path may need their keys. */
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

/* -- Decoding ------------------------------------------------------------------------------ */

/* SHOWN: how many parts are shown at each end of a long pointer. */
enum { EXCERPT_BEFORE = 20, EXCERPT_BEHIND = 20, KEY_SHOWN = 40, SHOWN = 8 };

typedef struct Place {
  size_t line, column;
} Place;

static Place place_of(const FjDecoder *d) {
  Place p = { 1, 1 };
  const char *s;
  for (s = d->text; s < d->at; s++) {
    p.column++;
    if (*s == '\n') {
      p.line++;
      p.column = 1;
    }
  }
  return p;
}

static int continues(const char *s) {
  return ((unsigned char)*s & 0xC0) == 0x80;
}

/* Pushes the text around the wrong byte: whole characters, controls as spaces. */
static void excerpt_push(const FjDecoder *d) {
  const char *from = d->at - d->text > EXCERPT_BEFORE ? d->at - EXCERPT_BEFORE : d->text;
  const char *to = d->end - d->at > EXCERPT_BEHIND ? d->at + EXCERPT_BEHIND : d->end;
  const char *s;
  luaL_Buffer b;
  while (from < d->at && from > d->text && continues(from)) from++;
  while (to > d->at && to < d->end && continues(to)) to--;
  luaL_buffinit(d->L, &b);
  if (from > d->text) luaL_addstring(&b, "\xE2\x80\xA6");
  for (s = from; s < to;) {
    FjRune r = fj_utf8_decode(s, (size_t)(to - s));
    if (r.code == FJ_UTF8_BAD)
      luaL_addstring(&b, "?");
    else if ((unsigned char)*s < 0x20 || *s == 0x7F)
      luaL_addstring(&b, " ");
    else
      luaL_addlstring(&b, s, r.length);
    s += r.length;
  }
  if (to < d->end) luaL_addstring(&b, "\xE2\x80\xA6");
  luaL_pushresult(&b);
}

/* Adds the key at the quote, which was read before, as a reference token (RFC 6901). */
static void add_key(luaL_Buffer *b, FjDecoder *d, const char *quote) {
  const char *s = quote + 1, *close, *end;
  size_t n = 0;
  int is_long;
  if (!fj_dec_unescape(d, d->opt->utf8, s, &s, &n, &close)) return;
  is_long = n > KEY_SHOWN;
  if (is_long) n = KEY_SHOWN;
  while (is_long && n > KEY_SHOWN - 3 && continues(s + n)) n--;
  for (end = s + n; s < end; s++) {
    if (*s == '~')
      luaL_addstring(b, "~0");
    else if (*s == '/')
      luaL_addstring(b, "~1");
    else
      luaL_addlstring(b, s, 1);
  }
  if (is_long) luaL_addstring(b, "\xE2\x80\xA6");
}

/* Was the parser inside a value, and not between values? */
static int is_in_value(const FjDecoder *d) {
  switch (d->expected) {
  case FJ_ERR_ARRAY_NEXT:
  case FJ_ERR_OBJECT_NEXT:
  case FJ_ERR_OBJECT_KEY:
  case FJ_ERR_COLON:
  case FJ_ERR_MAX_KEYS:
  case FJ_ERR_STACK: return 0;
  default: return 1;
  }
}

/* Names the value that was being read, else the innermost open container
** (conformance/README.md), using the levels.  Long pointers are cut in the middle. */
static void pointer_push(FjDecoder *d) {
  luaL_Buffer b;
  size_t i, n = d->depth - (d->depth > 0 && !is_in_value(d));
  luaL_buffinit(d->L, &b);
  for (i = 0; i < n; i++) {
    const FjLevel *l = &d->levels[i];
    char number[32];
    if (i == SHOWN && n > 2 * SHOWN) {
      luaL_addstring(&b, "/\xE2\x80\xA6");
      i = n - SHOWN;
      l = &d->levels[i];
    }
    luaL_addstring(&b, "/");
    snprintf(number, sizeof number, "%lu", (unsigned long)l->count);
    if (l->is_object)
      add_key(&b, d, l->key);
    else
      luaL_addstring(&b, number);
  }
  luaL_pushresult(&b);
}

static int is_at(const FjDecoder *d, const char *word) {
  return strncmp(d->at, word, strlen(word)) == 0;
}

/* Names the option that would allow the wrong byte, or "". */
static const char *hint_of(const FjDecoder *d) {
  const FjDecOptions *o = d->opt;
  int is_next = d->depth > 0 && d->levels[d->depth - 1].count > 0; /* not the first */
  if (d->status == FJ_ERR_BOM) return " (allowed by bom = true)";
  if (is_at(d, "/*") || is_at(d, "//")) {
    switch (d->status) {
    case FJ_ERR_VALUE:
    case FJ_ERR_TRAILING:
    case FJ_ERR_OBJECT_KEY:
    case FJ_ERR_COLON:
    case FJ_ERR_ARRAY_NEXT:
    case FJ_ERR_OBJECT_NEXT:
    case FJ_ERR_LITERAL:
    case FJ_ERR_NUMBER_SYNTAX:
      return o->comments ? " (the comment is not closed)"
                         : " (allowed by comments = true)";
    default: return "";
    }
  }
  if (is_next && ((d->status == FJ_ERR_VALUE && *d->at == ']') ||
                  (d->status == FJ_ERR_OBJECT_KEY && *d->at == '}')))
    return " (allowed by trailing_commas = true)";
  if (d->status == FJ_ERR_VALUE && (is_at(d, "NaN") || is_at(d, "Infinity")))
    return " (allowed by nan = true)";
  if (d->status == FJ_ERR_NUMBER_SYNTAX && d->at == d->token + 1 && *d->token == '-' &&
      is_at(d, "Infinity"))
    return " (allowed by nan = true)";
  if (d->status == FJ_ERR_TRAILING && *d->at != '\0' && /* which strchr would find */
      strchr("{[\"-0123456789tfn", *d->at) != NULL)
    return " (allowed by position = 1)";
  return "";
}

static void decode_message_push(const FjDecoder *d, Place at, int excerpt) {
  char depth[48] = "", place[96];
  if (d->status == FJ_ERR_DEPTH)
    snprintf(depth, sizeof depth, " %lu", (unsigned long)d->opt->max_depth);
  snprintf(place, sizeof place,
           " at line %lu column %lu (byte %lu): ", (unsigned long)at.line,
           (unsigned long)at.column, (unsigned long)(d->at - d->text) + 1);
  lua_pushstring(d->L, fj_status_text(d->status));
  lua_pushstring(d->L, depth);
  lua_pushstring(d->L, place);
  lua_pushvalue(d->L, excerpt);
  lua_pushstring(d->L, hint_of(d));
  lua_concat(d->L, 5);
}

static void set_count(lua_State *L, const char *name, size_t n) {
  fj_push_count(L, n);
  lua_setfield(L, -2, name);
}

/* Pushes message and detail and ends the call. */
static void explain(FjDecoder *d) {
  lua_State *L = d->L;
  Place at = place_of(d);
  size_t offset = (size_t)(d->at - d->text);
  int excerpt, pointer, message;
  luaL_checkstack(L, 16, "decode");
  excerpt_push(d);
  excerpt = lua_gettop(L);
  pointer_push(d);
  pointer = lua_gettop(L);
  decode_message_push(d, at, excerpt);
  message = lua_gettop(L);
  lua_createtable(L, 0, 7);
  lua_pushstring(L, fj_status_name(d->status));
  lua_setfield(L, -2, "code");
  set_value(L, "message", message);
  set_value(L, "path", pointer);
  set_value(L, "excerpt", excerpt);
  set_count(L, "line", at.line);
  set_count(L, "column", at.column);
  set_count(L, "offset", offset);
  luaL_getmetatable(L, FJ_DETAIL);
  lua_setmetatable(L, -2);
  fj_decoder_give(d);
}

int fj_raise_return(FjDecoder *d) {
  lua_State *L = d->L;
  int value = lua_gettop(L);
  if (d->status == FJ_ERR_MEMORY) return fj_raise_decode(d);
  explain(d);
  lua_pushvalue(L, value);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, -3);
  return 3;
}

int fj_raise_decode(FjDecoder *d) {
  lua_State *L = d->L;
  if (d->status == FJ_ERR_MEMORY) {
    fj_decoder_give(d);
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_MEMORY);
    return lua_error(L);
  }
  explain(d);
  if (lua_toboolean(L, lua_upvalueindex(FJ_UP_SAFE))) return lua_error(L);
  luaL_where(L, 1);
  lua_pushvalue(L, -3);
  lua_concat(L, 2);
  return lua_error(L);
}

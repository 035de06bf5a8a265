/*
** fj_explain.c - what a failed decode says: where, around what, and in which words.
** SPDX-License-Identifier: MIT
*/
#include <stdio.h>

#include "core/fj_utf8.h"
#include "enc/fj_meta.h"
#include "mod/fj_explain.h"
#include "mod/fj_raise.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"

enum { EXCERPT_BEFORE = 20, EXCERPT_BEHIND = 20, KEY_SHOWN = 40 };

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

/* A run of the text around the byte at fault: whole characters, controls as spaces. */
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

/* One reference token (RFC 6901) from a key as it stands in the text. */
static void add_key(luaL_Buffer *b, const FjDecoder *d, const char *quote) {
  const char *s = quote + 1, *limit = d->end - s > KEY_SHOWN ? s + KEY_SHOWN : d->end;
  for (; s < limit && *s != '"'; s++) {
    if (*s == '~')
      luaL_addstring(b, "~0");
    else if (*s == '/')
      luaL_addstring(b, "~1");
    else
      luaL_addlstring(b, s, 1);
  }
}

/* The levels say where the parser was.  Long pointers are shortened in the middle. */
static void pointer_push(const FjDecoder *d) {
  luaL_Buffer b;
  size_t i;
  luaL_buffinit(d->L, &b);
  for (i = 0; i < d->depth; i++) {
    const FjLevel *l = &d->levels[i];
    char number[32];
    if (i == 8 && d->depth > 16) {
      luaL_addstring(&b, "/\xE2\x80\xA6");
      i = d->depth - 8;
      l = &d->levels[i];
    }
    if (l->is_object && l->key == NULL) break;
    luaL_addstring(&b, "/");
    snprintf(number, sizeof number, "%lu", (unsigned long)l->count);
    if (l->is_object)
      add_key(&b, d, l->key);
    else
      luaL_addstring(&b, number);
  }
  luaL_pushresult(&b);
}

static void message_push(const FjDecoder *d, Place at, int excerpt) {
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
  lua_concat(d->L, 4);
}

static void set_count(lua_State *L, const char *name, size_t n) {
  fj_push_count(L, n);
  lua_setfield(L, -2, name);
}

static void set_value(lua_State *L, const char *name, int idx) {
  lua_pushvalue(L, idx);
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
  message_push(d, at, excerpt);
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

int fj_explain_return(FjDecoder *d) {
  lua_State *L = d->L;
  int value = lua_gettop(L);
  if (d->status == FJ_ERR_MEMORY) return fj_explain_raise(d);
  explain(d);
  lua_pushvalue(L, value);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, -3);
  return 3;
}

int fj_explain_raise(FjDecoder *d) {
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

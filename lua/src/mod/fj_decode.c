/*
** fj_decode.c - which parser reads a text, and what a failure looks like.
** SPDX-License-Identifier: MIT
*/
#include <stdio.h>
#include <string.h>

#include "core/fj_utf8.h"
#include "mod/fj_decode.h"
#include "mod/fj_markers.h"
#include "mod/fj_raise.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"

/* Texts shorter than this are read directly: making an index does not pay. */
enum { INDEX_MIN = 1024 };

/* -- Running a parser ------------------------------------------------------------------------- */

/* Does it accept what RFC 8259 does not?  Such options change nothing of what a valid text
** becomes, so the index is tried first. */
static int is_lenient(const FjDecOptions *o) {
  return o->utf8 != FJ_UTF8_ERROR || o->comments || o->trailing_commas || o->nan ||
         o->prefix || o->c_numbers || o->huge_inf || o->controls || o->nul_ends ||
         o->loose_ends;
}

static int is_indexed(const FjDecoder *d) {
  return d->opt->duplicates == FJ_DUP_LAST && d->start == d->text &&
         d->end - d->start >= INDEX_MIN;
}

static int run(FjDecoder *d, FjParse parse, int top) {
  lua_settop(d->L, top);
  d->depth = 0;
  d->keys = 0;
  d->status = FJ_ERR_OK;
  if (parse(d)) return 1;
  /* A deep text may have filled the stack, which the message needs. */
  lua_settop(d->L, top);
  return 0;
}

/* What an integer that does not fit becomes. */
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

/* Finds the text's start; 0 = something is wrong before any token. */
static int prepare(FjDecoder *d) {
  const FjDecOptions *o = d->opt;
  size_t n = (size_t)(d->end - d->text);
  d->bigint_push = bigint_push;
  d->start = d->text;
  if (n > o->max_bytes) return fj_dec_fail(d, FJ_ERR_MAX_BYTES, d->text + o->max_bytes);
  if (o->position != (size_t)-1)
    d->start = o->position - 1 > n ? d->end : d->text + (o->position - 1);
  if (d->end - d->start >= 3 && memcmp(d->start, "\xEF\xBB\xBF", 3) == 0) {
    if (!o->bom) return fj_dec_fail(d, FJ_ERR_BOM, d->start);
    d->start += 3;
  }
  return 1;
}

/* The metatables of what is marked, if the caller has none of its own. */
static void marks_push(FjDecoder *d) {
  lua_State *L = d->L;
  if (d->idx_array_mt == 0 && (d->opt->arrays || d->opt->empty_array)) {
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_ARRAY);
    d->idx_array_mt = lua_gettop(L);
  }
  if (d->idx_object_mt == 0 && d->opt->objects) {
    lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_OBJECT);
    d->idx_object_mt = lua_gettop(L);
  }
}

/* The value stack keeps nothing of a failed text. */
static void stack_forget(FjDecoder *d) {
  int i;
  lua_rawgeti(d->L, d->idx_slot + 1, FJ_DECODE_STACK);
  for (i = 1; i <= FJ_DEC_STACK; i++) {
    lua_pushnil(d->L);
    lua_rawseti(d->L, -2, i);
  }
  lua_pop(d->L, 1);
}

/* A text with a NUL in it has failed: it may be that what is before the NUL is valid.  0 = there
** is none, or it is where UTF-16 and UTF-32 have one. */
static int cut_at_nul(FjDecoder *d) {
  const char *nul;
  if (d->status == FJ_ERR_MEMORY) return 0;
  nul = (const char *)memchr(d->text, 0, (size_t)(d->end - d->text));
  if (nul == NULL) return 0;
  if (nul - d->text < 2 && d->end - d->text >= 2) {
    fj_dec_fail(d, FJ_ERR_VALUE, d->text);
    return 0;
  }
  d->end = nul;
  return 1;
}

static int decode_text(FjDecoder *d) {
  const FjParser *all = fj_decoder_parser(d);
  const FjParse *parse = fj_decoder_raw(d);
  int top, indexed;
  marks_push(d);
  top = lua_gettop(d->L);
  if (parse == NULL || d->opt->duplicates != FJ_DUP_LAST) parse = all->capi;
  indexed = is_indexed(d);
  if (run(d, parse[indexed], top)) return 1;
  if (parse != all->capi) stack_forget(d);
  if (indexed && is_lenient(d->opt) && d->status != FJ_ERR_MEMORY) {
    indexed = 0;
    if (run(d, parse[0], top)) return 1;
    if (parse != all->capi) stack_forget(d);
  }
  if (d->opt->nul_ends && cut_at_nul(d)) {
    if (run(d, parse[0], top)) return 1;
    if (parse != all->capi) stack_forget(d);
  }
  if (d->status == FJ_ERR_MEMORY || (!indexed && d->status != FJ_ERR_OK)) return 0;
  if (!run(d, all->valid[0], top)) return 0;
  /* Only making the value can tell: duplicate keys, the depth of the Lua stack. */
  return run(d, all->capi[0], top);
}

int fj_decode(FjDecoder *d) {
  FjPace *pace = fj_decoder_pace(d);
  int done;
  if (!prepare(d)) return 0;
  fj_pace_begin(d->L, pace, (size_t)(d->end - d->start));
  done = decode_text(d);
  fj_pace_end(d->L, pace);
  return done;
}

int fj_valid(FjDecoder *d) {
  const FjParser *all = fj_decoder_parser(d);
  int top = lua_gettop(d->L);
  if (!prepare(d)) return 0;
  if (d->opt->duplicates == FJ_DUP_ERROR) {
    marks_push(d);
    return run(d, all->capi[0], lua_gettop(d->L));
  }
  if (is_indexed(d) && run(d, all->valid[1], top)) return 1;
  return run(d, all->valid[0], top);
}

/* -- Explaining a failure --------------------------------------------------------------------------- */

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

int fj_decode_explain(FjDecoder *d) {
  lua_State *L = d->L;
  int value = lua_gettop(L);
  if (d->status == FJ_ERR_MEMORY) return fj_decode_raise(d);
  explain(d);
  lua_pushvalue(L, value);
  lua_pushvalue(L, -3);
  lua_pushvalue(L, -3);
  return 3;
}

int fj_decode_raise(FjDecoder *d) {
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

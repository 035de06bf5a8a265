/*
** fj_tiny.c - texts and values of a few bytes, decoded and encoded without scratch memory.
** Owns: which ones these are.  Must not know: how errors are reported.
** Invariant: all memory is on the C stack, so errors, nested calls and finalizers leave
** nothing behind.  What fails here is done again at length, which finds the error.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "core/fj_put.h"
#include "enc/fj_meta.h"
#include "mod/fj_markers.h"
#include "mod/fj_state.h"
#include "mod/fj_tiny.h"
#include "vm/fj_compat.h"

void fj_tiny_set(FjTiny *t, const FjScratch *s) {
  t->parse = s->dec.parser->capi[0];
  t->put = s->enc.walker->put;
  t->empty = s->enc.backend == NULL ? NULL : s->enc.backend->empty;
}

/* -- Decoding ------------------------------------------------------------------------------ */

/* In longer texts, and with more members, shapes of objects and exact sizes save more
** than the set-up of scratch memory costs. */
enum { SCALAR_MAX = 64, CONTAINER_MAX = 16, COMMAS_MAX = 2 };

static int is_open(char c) {
  return (c | 0x20) == '{'; /* or a square bracket */
}

/* The members of a text that is one container, or more because of commas in strings.
** -1 = there are other containers in it, or too many members. */
static int members_count(const char *s, size_t n) {
  int opened = 0, commas = 0;
  size_t i;
  for (i = 0; i < n; i++) {
    opened += is_open(s[i]);
    commas += s[i] == ',';
  }
  if (opened > 1 || commas > COMMAS_MAX) return -1;
  return n == 2 ? 0 : commas + 1;
}

/* An allocator that never has memory. */
static void *no_memory(void *ud, void *block, size_t osize, size_t nsize) {
  (void)ud;
  (void)block;
  (void)osize;
  (void)nsize;
  return NULL;
}

int fj_tiny_decode(lua_State *L, const FjDecOptions *o, const FjTiny *t) {
  FjDecoder d;
  FjLevel levels[SCALAR_MAX];
  char unescaped[FJ_WINDOW_SLACK + SCALAR_MAX];
  size_t n;
  int i;
  if (lua_type(L, 1) != LUA_TSTRING) return 0;
  d.text = lua_tolstring(L, 1, &n);
  d.members = 0;
  if (is_open(*d.text)) {
    if (n > CONTAINER_MAX || (d.members = members_count(d.text, n)) < 0) return 0;
  } else if (n > SCALAR_MAX || (unsigned char)*d.text <= ' ') {
    return 0;
  }
  if (n > o->max_bytes || o->prefix) return 0;
  d.L = L;
  d.opt = o;
  d.start = d.text;
  d.end = d.text + n;
  d.alloc.fn = no_memory;
  d.alloc.ud = NULL;
  d.levels = levels;
  d.level_cap = SCALAR_MAX;
  d.depth = d.keys = 0;
  d.unescaped.base = unescaped;
  d.unescaped.limit = unescaped + sizeof unescaped - FJ_WINDOW_SLACK;
  d.unescaped.cap = sizeof unescaped;
  d.idx_array_mt = d.idx_object_mt = 0;
  for (i = 0; i < FJ_NULL_PLACES; i++)
    d.idx_null[i] = lua_upvalueindex(FJ_UP_NULL_ARRAY + i);
  fj_markers_ready(&d);
  if (t->parse(&d)) return 1;
  lua_settop(L, 1);
  return 0;
}

/* -- Encoding ------------------------------------------------------------------------------ */

static int push(lua_State *L, const char *s, size_t n) {
  lua_pushlstring(L, s, n);
  return 1;
}

/* Quotes a string of up to WORD_MAX bytes that are all written unchanged.  One store of
** eight bytes, because Lua reads them back at once: after stores of single bytes, its
** loads would have to wait.  0 = not such a string. */
enum { WORD_MAX = 6 };

static int word_put(char *w, const char *s, size_t n, const FjEscape *e) {
  uint64_t word = '"';
  unsigned shift = 8;
  size_t i;
  for (i = 0; i < n; i++, shift += 8) {
    unsigned char c = (unsigned char)s[i];
    if (c >= 0x80 || (e->low[c & 15] & e->high[c >> 4]) != 0) return 0;
    word |= (uint64_t)c << shift;
  }
  fj_store64_le(w, word | (uint64_t)'"' << shift);
  return 1;
}

static int string_put(lua_State *L, const FjOptions *o, const FjTiny *t) {
  const FjEscape *e = fj_escape_get(o->escape, o->utf8);
  char text[FJ_ESCAPE_MAX * FJ_SHORT_MAX + FJ_WRITE_SLACK + 2], *w;
  size_t n;
  const char *s = lua_tolstring(L, 1, &n);
  if (n <= WORD_MAX && word_put(text, s, n, e)) return push(L, text, n + 2);
  if (n > FJ_SHORT_MAX) return 0;
  text[0] = '"';
  w = t->put(text + 1, s, n, e);
  if (w == NULL) return 0;
  *w++ = '"';
  return push(L, text, (size_t)(w - text));
}

static int number_put(lua_State *L, const FjOptions *o) {
  char text[FJ_NUMBER_MAX], *w;
  if (!fj_numbers_shortest(o)) return 0;
  if (fj_is_integer(L, 1)) {
    w = fj_put_i64(text, (int64_t)lua_tointeger(L, 1));
  } else {
    double x = (double)lua_tonumber(L, 1);
    if (!(x - x == 0)) return 0; /* infinities, NaN */
    w = fj_put_double(
        text, x, o->numbers == FJ_NUMBERS_CLASSIC ? FJ_DOUBLE_CLASSIC : FJ_DOUBLE_ECMA);
  }
  return push(L, text, (size_t)(w - text));
}

static int table_put(lua_State *L, const FjOptions *o, const FjTiny *t) {
  int verdict = t->empty == NULL ? FJ_META_API : t->empty(L, 1);
  if (o->max_depth == 0 || verdict == FJ_META_API) return 0;
  if (verdict != FJ_META_PLAIN && !o->metamethods) return 0;
  if (verdict == FJ_META_PLAIN) verdict = o->empty_array ? FJ_META_ARRAY : FJ_META_OBJECT;
  return push(L, verdict == FJ_META_ARRAY ? "[]" : "{}", 2);
}

int fj_tiny_encode(lua_State *L, const FjOptions *o, const FjTiny *t) {
  if (o->profile == FJ_PROFILE_FULL) return 0;
  switch (lua_type(L, 1)) {
  case LUA_TNIL: return push(L, "null", 4);
  case LUA_TBOOLEAN:
    return lua_toboolean(L, 1) ? push(L, "true", 4) : push(L, "false", 5);
  case LUA_TNUMBER: return number_put(L, o);
  case LUA_TSTRING: return string_put(L, o, t);
  case LUA_TTABLE: return table_put(L, o, t);
  case LUA_TLIGHTUSERDATA:
    return lua_touserdata(L, 1) == NULL && !o->no_markers && push(L, "null", 4);
  default: return 0;
  }
}

/*
** fj_path.c - the path of a value, as errors and handlers show it: $.user.tags[3].
** Owns: the text.  Array elements count from 1, as in Lua; keys that are not names are
** JSON strings in brackets.  Long paths are cut in the middle, long keys at the end.
** Must not know: layouts.  Invariant: runs no Lua code; its only Lua allocation is the string
** that it pushes.
** SPDX-License-Identifier: MIT
*/
#include <ctype.h>
#include <string.h>

#include <lua.h>

#include "core/fj_escape.h"
#include "core/fj_put.h"
#include "enc/fj_path.h"
#include "vm/fj_compat.h"

enum { PATH_HEAD = 8, PATH_TAIL = 8, KEY_SHOWN = 40, PART_MAX = KEY_SHOWN * 6 + 64 };

static int is_name(const char *s, size_t n) {
  size_t i;
  if (n == 0 || (s[0] >= '0' && s[0] <= '9')) return 0;
  for (i = 0; i < n; i++) {
    unsigned char c = (unsigned char)s[i];
    if (!(c < 128 && isalnum(c)) && c != '_') return 0;
  }
  return 1;
}

/* At most KEY_SHOWN bytes, without splitting a character. */
static size_t shown_len(const char *s, size_t n) {
  if (n <= KEY_SHOWN) return n;
  n = KEY_SHOWN;
  while (n > 0 && ((unsigned char)s[n] & 0xC0) == 0x80) n--;
  return n;
}

static char *put_text_key(char *w, const char *s, size_t len) {
  size_t n = shown_len(s, len);
  if (n == len && is_name(s, n)) {
    *w++ = '.';
    memcpy(w, s, n);
    return w + n;
  }
  memcpy(w, "[\"", 2);
  w = fj_escape_slow(w + 2, s, n, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_REPLACE));
  if (n < len) {
    memcpy(w, "\xE2\x80\xA6", 3);
    w += 3;
  }
  memcpy(w, "\"]", 2);
  return w + 2;
}

static char *put_key_part(char *w, const FjKey *k) {
  if (k->kind == FJ_KEY_TEXT) return put_text_key(w, k->text, k->len);
  if (k->kind == FJ_KEY_OTHER) {
    memcpy(w, "[?]", 3);
    return w + 3;
  }
  *w++ = '[';
  if (k->kind == FJ_KEY_INDEX)
    w = fj_put_i64(w, k->index);
  else
    w = fj_put_double(w, k->number, FJ_DOUBLE_ECMA);
  *w++ = ']';
  return w;
}

/* The current key of an API frame.  The list keeps a key in a list alive. */
static void api_key(FjEnc *e, const FjFrame *f, FjKey *k) {
  lua_State *L = e->L;
  int type;
  k->kind = FJ_KEY_INDEX;
  k->index = (int64_t)f->i;
  if (f->kind == FJ_FRAME_INDEX || f->kind == FJ_FRAME_LIST_ARRAY) return;
  k->kind = FJ_KEY_OTHER;
  if (f->top >= lua_gettop(L))
    return; /* the Lua stack was full: its values were dropped */
  if (f->kind == FJ_FRAME_NEXT)
    lua_pushvalue(L, f->top + 1);
  else
    lua_rawgeti(L, f->top + 1, (int)(2 * e->entries[f->entries + f->i - 1].pos - 1));
  type = lua_type(L, -1);
  if (type == LUA_TSTRING) {
    k->kind = FJ_KEY_TEXT;
    k->text = lua_tolstring(L, -1, &k->len);
  } else if (fj_is_integer(L, -1)) {
    k->kind = FJ_KEY_INDEX;
    k->index = (int64_t)lua_tointeger(L, -1);
  } else if (type == LUA_TNUMBER) {
    k->kind = FJ_KEY_NUMBER;
    k->number = (double)lua_tonumber(L, -1);
  }
  lua_pop(L, 1);
}

/* One reference token of a pointer: `~` and `/` are escaped, elements count from 0. */
static char *put_pointer_part(char *w, const FjKey *k, const FjFrame *f) {
  size_t i, n;
  *w++ = '/';
  if (k->kind == FJ_KEY_INDEX) {
    int is_array = f->kind == FJ_FRAME_ARRAY || f->kind == FJ_FRAME_SPARSE ||
                   f->kind == FJ_FRAME_INDEX || f->kind == FJ_FRAME_LIST_ARRAY;
    return fj_put_i64(w, k->index - is_array);
  }
  if (k->kind != FJ_KEY_TEXT)
    return k->kind == FJ_KEY_NUMBER ? fj_put_double(w, k->number, FJ_DOUBLE_ECMA) : w;
  n = shown_len(k->text, k->len);
  for (i = 0; i < n; i++) {
    char c = k->text[i];
    if (c == '~' || c == '/') *w++ = '~';
    *w++ = c == '~' ? '0' : c == '/' ? '1' : c;
  }
  return w;
}

static int put_part(FjEnc *e, size_t *len, const FjFrame *f, int pointer) {
  FjKey k;
  char *w;
  if (!fj_buf_reserve(&e->key_text, &e->alloc, *len, PART_MAX)) return 0;
  if (f->kind >= FJ_FRAME_API)
    api_key(e, f, &k);
  else
    e->backend->key(e, f, &k);
  w = e->key_text.base + *len;
  w = pointer ? put_pointer_part(w, &k, f) : put_key_part(w, &k);
  *len = (size_t)(w - e->key_text.base);
  return 1;
}

static void push(FjEnc *e, int pointer) {
  size_t depth = e->depth - (e->err.at_table && e->depth > 0), i;
  size_t start = e->key_text_keep, len = start;
  if (!fj_buf_reserve(&e->key_text, &e->alloc, start, PART_MAX)) {
    lua_pushliteral(e->L, "");
    return;
  }
  if (!pointer) e->key_text.base[len++] = '$';
  for (i = 0; i < depth; i++) {
    if (i == PATH_HEAD && depth > PATH_HEAD + PATH_TAIL) {
      memcpy(e->key_text.base + len, "\xE2\x80\xA6", 3);
      len += 3;
      i = depth - PATH_TAIL;
    }
    if (!put_part(e, &len, &e->frames[i], pointer)) break;
  }
  lua_pushlstring(e->L, e->key_text.base + start, len - start);
}

void fj_path_push(FjEnc *e) {
  push(e, 0);
}

void fj_path_pointer_push(FjEnc *e) {
  push(e, 1);
}

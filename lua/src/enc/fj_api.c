/*
** fj_api.c - the API walker: it encodes tables that need Lua code, and every table if no
** layout is trusted.  It is the slow twin of the raw walker: same order, same text.
** Owns: the frames of the API kinds.  From f->top on, they keep on the Lua stack:
**
**   FJ_FRAME_NEXT        table, key
**   FJ_FRAME_INDEX       table
**   FJ_FRAME_LIST(_ARRAY)  table, list {key, value, key, value, ...}; entries give the order
**
** then the value that is being written.
** Must not know: layouts.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "dec/fj_check.h"
#include "enc/fj_api.h"
#include "enc/fj_meta.h"
#include "enc/fj_order.h"
#include "enc/fj_special.h"
#include "enc/fj_text.h"
#include "vm/fj_compat.h"

/* -- Numbers through the API ------------------------------------------------------------------ */

/* 1: an integer in *i; 0: a double in *d. */
static int number_at(lua_State *L, int idx, int64_t *i, double *d) {
  if (fj_is_integer(L, idx)) {
    *i = (int64_t)lua_tointeger(L, idx);
    return 1;
  }
  *d = (double)lua_tonumber(L, idx);
  return 0;
}

/* The key at idx as an array index, or 0. */
static size_t key_index(lua_State *L, int idx) {
  int64_t i = 0;
  double d;
  if (lua_type(L, idx) != LUA_TNUMBER) return 0;
  if (number_at(L, idx, &i, &d)) return i > 0 && i <= FJ_INDEX_MAX ? (size_t)i : 0;
  return d >= 1 && d <= (double)FJ_INDEX_MAX && d == (double)(int64_t)d ? (size_t)d : 0;
}

/* -- Values ------------------------------------------------------------------------------------- */

static FjStep wrote(FjEnc *e, char *w) {
  if (w == NULL) return FJ_STEP_ERROR;
  e->w = w;
  return FJ_STEP_NEXT;
}

static FjStep put_string_at(FjEnc *e, int idx, int is_key) {
  size_t n;
  const char *s = lua_tolstring(e->L, idx, &n);
  return wrote(e, is_key ? fj_text_key(e, e->w, s, n) : fj_text_string(e, e->w, s, n));
}

static FjStep put_number_at(FjEnc *e, int idx) {
  int64_t i = 0;
  double d = 0;
  if (number_at(e->L, idx, &i, &d)) return wrote(e, fj_text_int(e, e->w, i));
  return wrote(e, fj_text_float(e, e->w, d));
}

static FjStep open_raw(FjEnc *e) {
  const void *t = e->backend->table_at(e->L, -1);
  FjFrame *f;
  if (e->depth == e->depth_stop && !fj_enc_deeper(e, t)) return FJ_STEP_ERROR;
  f = &e->frames[e->depth++];
  memset(f, 0, sizeof *f);
  f->kind = FJ_FRAME_ENTER;
  f->table = t;
  return FJ_STEP_NEXT;
}

/* Makes room for the bytes that are written without a check. */
static int value_room(FjEnc *e) {
  FjStep step;
  if (e->w != NULL && e->w <= e->buf.limit) return 1;
  step = fj_enc_room(e);
  return step == FJ_STEP_NEXT || (step == FJ_STEP_FLUSH && fj_enc_flush(e));
}

FjStep fj_api_value(FjEnc *e) {
  if (!value_room(e)) return FJ_STEP_ERROR;
  switch (lua_type(e->L, -1)) {
  case LUA_TNIL: return fj_enc_splice(e, "null", 4) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
  case LUA_TBOOLEAN: {
    const char *text = lua_toboolean(e->L, -1) ? "true" : "false";
    return fj_enc_splice(e, text, strlen(text)) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
  }
  case LUA_TNUMBER: return put_number_at(e, -1);
  case LUA_TSTRING: return put_string_at(e, -1, 0);
  case LUA_TTABLE: return e->backend != NULL ? open_raw(e) : fj_api_enter(e);
  default: return FJ_STEP_SPECIAL;
  }
}

/* -- Keys ----------------------------------------------------------------------------------------- */

static char *put_key_text(FjEnc *e, char *w, const FjFrame *f, int idx) {
  int64_t i = 0;
  double d = 0;
  if (lua_type(e->L, idx) == LUA_TNUMBER) {
    int is_int = number_at(e->L, idx, &i, &d);
    return fj_text_number_key(e, w, f, is_int, i, d);
  }
  return fj_text_other_key(e, w, lua_type(e->L, idx), lua_toboolean(e->L, idx));
}

static FjStep put_key(FjEnc *e, const FjFrame *f, int idx) {
  FjStep step;
  if (e->opt->pretty && wrote(e, fj_text_newline(e, e->w, e->depth)) == FJ_STEP_ERROR)
    return FJ_STEP_ERROR;
  if (lua_type(e->L, idx) == LUA_TSTRING)
    step = put_string_at(e, idx, 1);
  else
    step = wrote(e, put_key_text(e, e->w, f, idx));
  if (step == FJ_STEP_ERROR) return step;
  *e->w++ = ':';
  if (e->opt->pretty) *e->w++ = ' ';
  return FJ_STEP_NEXT;
}

/* -- Opening a frame ------------------------------------------------------------------------------- */

typedef struct Keys {
  size_t max, count; /* of the positive integer keys */
  int other;         /* there are other keys */
} Keys;

/* Counts the raw keys of the table at t. */
static void count_keys(lua_State *L, int t, Keys *k) {
  memset(k, 0, sizeof *k);
  lua_pushnil(L);
  while (lua_next(L, t)) {
    size_t i = key_index(L, -2);
    lua_pop(L, 1);
    if (i == 0) {
      k->other = 1;
      lua_pop(L, 1);
      return;
    }
    if (i > k->max) k->max = i;
    k->count++;
  }
}

static FjForm form_of(FjEnc *e, FjFrame *f, const Keys *k, int verdict) {
  FjForm form;
  f->n = k->max;
  f->numbers_ok = verdict == FJ_META_OBJECT;
  if (verdict == FJ_META_OBJECT) return FJ_FORM_OBJECT;
  if (k->other) {
    if (verdict != FJ_META_ARRAY) return FJ_FORM_OBJECT;
    fj_enc_fail_table(e, FJ_ERR_MARKED);
    return FJ_FORM_ERROR;
  }
  form = fj_enc_sparse(e, k->max, k->count);
  f->numbers_ok = form == FJ_FORM_OBJECT;
  return form;
}

static FjStep put_empty(FjEnc *e, int verdict) {
  int array = verdict == FJ_META_PLAIN
                  ? e->opt->empty_array
                  : verdict != FJ_META_OBJECT && verdict != FJ_META_EMPTY_OBJECT;
  e->depth--;
  return fj_enc_splice(e, array ? "[]" : "{}", 2) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
}

/* -- Lists: the members are collected first ------------------------------------------------------ */

enum { LIST_MAX = 0x3FFFFFFF }; /* its indices are int */

static int list_add(FjEnc *e, int list, size_t n) {
  FjEntry *x = fj_order_entry(e);
  if (x == NULL) return 0;
  if (n > LIST_MAX) return fj_enc_fail(e, FJ_ERR_MEMORY);
  x->pos = n;
  x->rank = (int64_t)key_index(e->L, -2);
  lua_pushvalue(e->L, -2);
  lua_rawseti(e->L, list, (int)(2 * n - 1));
  lua_rawseti(e->L, list, (int)(2 * n));
  return 1;
}

static int list_from_next(FjEnc *e, int t, int list, size_t *n) {
  lua_pushnil(e->L);
  while (lua_next(e->L, t)) {
    if (!list_add(e, list, ++*n)) return 0;
  }
  return 1;
}

/* Calls Lua code for the table of the top frame; errors name it, not its member. */
static int call_for_table(FjEnc *e, int arguments, int results, const char *callee) {
  int ok = fj_enc_call(e, arguments, results, callee);
  if (!ok) e->err.at_table = 1;
  return ok;
}

/* __pairs returns an iterator, a state and a first key, as for a generic `for`. */
static int list_from_pairs(FjEnc *e, int t, int list, size_t *n) {
  lua_State *L = e->L;
  if (!fj_meta_field_push(e, t, FJ_FIELD_PAIRS)) /* a finalizer has removed it */
    return list_from_next(e, t, list, n);
  lua_pushvalue(L, t);
  if (!call_for_table(e, 1, 3, "__pairs")) return 0;
  for (;;) {
    lua_pushvalue(L, -3);
    lua_pushvalue(L, -3);
    lua_pushvalue(L, -3);
    if (!call_for_table(e, 2, 2, "the iterator of __pairs")) return 0;
    /* iterator, state, old key, key, value */
    if (lua_isnil(L, -2)) break;
    lua_remove(L, -3);
    lua_pushvalue(L, -2);
    lua_insert(L, -2); /* iterator, state, key, key, value */
    if (lua_isnil(L, -1)) {
      lua_pop(L, 2);
      continue;
    }
    if (!list_add(e, list, ++*n)) return 0;
    lua_pop(L, 1);
  }
  return 1;
}

static void list_keys(const FjEnc *e, const FjFrame *f, Keys *k) {
  size_t i;
  memset(k, 0, sizeof *k);
  for (i = f->entries; i < e->entry_top; i++) {
    size_t index = (size_t)e->entries[i].rank;
    if (index == 0) {
      k->other = 1;
      return;
    }
    if (index > k->max) k->max = index;
    k->count++;
  }
}

/* Gives every entry its key text.  Without sort_keys, the order of __pairs is kept
** instead. */
static int list_sort_prepare(FjEnc *e, FjFrame *f, int list) {
  lua_State *L = e->L;
  size_t i;
  e->key_text_len = e->key_text_keep;
  for (i = f->entries; i < e->entry_top; i++) {
    FjEntry *x = &e->entries[i];
    lua_rawgeti(L, list, (int)(2 * x->pos - 1));
    if (lua_type(L, -1) == LUA_TSTRING) {
      x->text = lua_tolstring(L, -1, &x->len);
    } else {
      char *room = fj_order_key_room(e);
      if (room == NULL || !fj_order_entry_text(e, x, put_key_text(e, room, f, -1)))
        return 0;
    }
    lua_pop(L, 1);
  }
  return 1;
}

/* Replaces number keys by their texts, which the function of sort_keys compares. */
static int list_text_strings(FjEnc *e, FjFrame *f, int list) {
  lua_State *L = e->L;
  size_t i;
  for (i = f->entries; i < e->entry_top; i++) {
    const FjEntry *x = &e->entries[i];
    if (x->text == NULL) {
      lua_pushlstring(L, e->key_text.base + x->offset, x->len);
      lua_rawseti(L, list, (int)(2 * x->pos - 1));
    }
  }
  return 1;
}

/* 1 = a comes before b; -1 = error. */
static int comes_first(FjEnc *e, int list, const FjEntry *a, const FjEntry *b) {
  lua_State *L = e->L;
  int yes;
  size_t pa = a->pos, pb = b->pos;
  lua_pushvalue(L, e->idx_sort);
  lua_rawgeti(L, list, (int)(2 * pa - 1));
  lua_rawgeti(L, list, (int)(2 * pb - 1));
  if (!call_for_table(e, 2, 1, "the function of sort_keys")) return -1;
  yes = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return yes;
}

/* Bottom-up merge sort: an inconsistent comparison function does no harm. */
static int list_sort_call(FjEnc *e, size_t first, size_t n, int list) {
  size_t width, i, top = e->entry_top;
  for (i = 0; i < n; i++)
    if (fj_order_entry(e) == NULL) return 0;
  for (width = 1; width < n; width *= 2) {
    for (i = 0; i < n; i += 2 * width) {
      size_t a = i, mid = i + width < n ? i + width : n;
      size_t b = mid, end = i + 2 * width < n ? i + 2 * width : n, out = i;
      while (a < mid || b < end) {
        FjEntry *x = e->entries + first;
        int take_b = a == mid;
        if (!take_b && b < end) take_b = comes_first(e, list, &x[b], &x[a]);
        if (take_b < 0) return 0;
        e->entries[top + out++] = e->entries[first + (take_b ? b++ : a++)];
      }
    }
    memcpy(e->entries + first, e->entries + top, n * sizeof *e->entries);
  }
  e->entry_top = top;
  return 1;
}

static int list_order(FjEnc *e, FjFrame *f, int list) {
  size_t n = e->entry_top - f->entries;
  if (e->opt->sort == FJ_SORT_NO) return 1;
  if (!list_sort_prepare(e, f, list)) return 0;
  if (e->opt->sort != FJ_SORT_CALL) return fj_order_by_key(e, f->entries);
  return list_text_strings(e, f, list) && list_sort_call(e, f->entries, n, list);
}

static FjStep open_list(FjEnc *e, FjFrame *f, int verdict, int with_pairs) {
  lua_State *L = e->L;
  size_t n = 0, index = (size_t)(f - e->frames);
  int list, ok;
  FjForm form;
  Keys keys;
  lua_newtable(L);
  list = lua_gettop(L);
  f->entries = e->entry_top;
  ok = with_pairs ? list_from_pairs(e, f->top, list, &n)
                  : list_from_next(e, f->top, list, &n);
  f = &e->frames[index];
  if (!ok) return FJ_STEP_ERROR;
  lua_settop(L, list);
  list_keys(e, f, &keys);
  if (n == 0) return put_empty(e, verdict);
  form = form_of(e, f, &keys, verdict);
  if (form == FJ_FORM_ERROR) return FJ_STEP_ERROR;
  if (form != FJ_FORM_OBJECT) {
    f->kind = FJ_FRAME_LIST_ARRAY;
    f->k = 0;
    fj_order_by_rank(e, f->entries);
    *e->w++ = '[';
    return FJ_STEP_NEXT;
  }
  f->kind = FJ_FRAME_LIST;
  f->n = n;
  if (!list_order(e, f, list)) return FJ_STEP_ERROR;
  *e->w++ = '{';
  return FJ_STEP_NEXT;
}

/* -- Opening a table -------------------------------------------------------------------------------- */

/* Pushes the codec.  If the call has options, the first use makes a codec with them. */
static int codec_push(FjEnc *e) {
  lua_State *L = e->L;
  if (e->idx_options != 0) {
    lua_getfield(L, e->idx_codec, "new");
    lua_pushvalue(L, e->idx_options);
    if (!fj_enc_call(e, 1, 1, "new")) return 0;
    lua_replace(L, e->idx_options);
    e->idx_codec = e->idx_options;
    e->idx_options = 0;
  }
  lua_pushvalue(L, e->idx_codec);
  return 1;
}

/* __tojson(self, codec) -> a string of JSON. */
static FjStep put_tojson(FjEnc *e) {
  lua_State *L = e->L;
  const char *s;
  size_t n, at;
  FjStatus status = FJ_ERR_TOJSON;
  lua_pushvalue(L, -2);
  if (!codec_push(e) || !fj_enc_call(e, 2, 1, "__tojson")) return FJ_STEP_ERROR;
  s = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &n) : NULL;
  if (s != NULL) status = fj_check(s, n, FJ_CHECK_DEPTH, &e->alloc, &at);
  if (status != FJ_ERR_OK) {
    fj_enc_fail(e, status == FJ_ERR_MEMORY ? status : FJ_ERR_TOJSON);
    return FJ_STEP_ERROR;
  }
  return fj_special_json(e, s, n) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
}

/* A proxy is an empty table with __len, and usually with __index.  -1 = error. */
static int is_proxy(FjEnc *e, int t, size_t *len) {
  lua_State *L = e->L;
  lua_pushnil(L);
  if (lua_next(L, t)) {
    lua_pop(L, 2);
    return 0;
  }
  if (!fj_meta_field_push(e, t, FJ_FIELD_LEN)) return 0;
  lua_pushvalue(L, t);
  if (!call_for_table(e, 1, 1, "__len")) return -1;
  *len = key_index(L, -1);
  lua_pop(L, 1);
  return 1;
}

static FjStep open_index(FjEnc *e, FjFrame *f, size_t n, int via_index) {
  f->kind = FJ_FRAME_INDEX;
  f->n = n;
  f->via_index = (unsigned char)via_index;
  *e->w++ = '[';
  return FJ_STEP_NEXT;
}

/* Whether the table at t may be opened as another level. */
static int may_open(FjEnc *e, int t) {
  return fj_enc_stack_room(e) &&
         (e->depth != e->depth_stop || fj_enc_deeper(e, lua_topointer(e->L, t)));
}

static FjFrame *open_frame(FjEnc *e, int t) {
  FjFrame *f;
  if (!may_open(e, t)) return NULL;
  f = &e->frames[e->depth++];
  memset(f, 0, sizeof *f);
  f->kind = FJ_FRAME_NEXT;
  f->parked = 1;
  f->table = lua_topointer(e->L, t);
  f->top = t;
  f->entries = e->entry_top;
  return f;
}

static FjStep open_plain(FjEnc *e, FjFrame *f, int verdict) {
  Keys keys;
  FjForm form;
  count_keys(e->L, f->top, &keys);
  if (keys.count == 0 && !keys.other) return put_empty(e, verdict);
  form = form_of(e, f, &keys, verdict);
  if (form == FJ_FORM_ERROR) return FJ_STEP_ERROR;
  /* Lua 5.1 cannot read an index that exceeds an int; a list can hold any key. */
  if (form != FJ_FORM_OBJECT && keys.max < 0x7FFFFFFF)
    return open_index(e, f, keys.max, 0);
  if (form != FJ_FORM_OBJECT || e->opt->sort != FJ_SORT_NO)
    return open_list(e, f, verdict, 0);
  lua_pushnil(e->L);
  *e->w++ = '{';
  return FJ_STEP_NEXT;
}

/* Opens an array of the elements 1 to n; n may be 0. */
static FjStep open_elements(FjEnc *e, size_t n, int via_index) {
  if (n != 0) return open_index(e, &e->frames[e->depth - 1], n, via_index);
  e->depth--;
  return fj_enc_splice(e, "[]", 2) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
}

/* The dialect defines what the table's metatable means.  The frame is already open. */
static FjStep enter_dialect(FjEnc *e, int t, int verdict) {
  lua_State *L = e->L;
  size_t n;
  switch (verdict) {
  case FJ_META_REFUSE: fj_enc_fail_table(e, FJ_ERR_REFUSED); return FJ_STEP_ERROR;
  case FJ_META_BORDER: return open_elements(e, fj_rawlen(L, t), 0);
  case FJ_META_LENGTH:
    if (!fj_meta_field_push(e, t, FJ_FIELD_LEN)) break;
    lua_pushvalue(L, t);
    if (!call_for_table(e, 1, 1, "__len")) return FJ_STEP_ERROR;
    n = key_index(L, -1);
    lua_pop(L, 1);
    return open_elements(e, n, 1);
  default: break;
  }
  return open_plain(e, &e->frames[e->depth - 1], verdict);
}

FjStep fj_api_enter(FjEnc *e) {
  int t = lua_gettop(e->L), verdict = FJ_META_PLAIN;
  size_t len = 0;
  FjFrame *f;
  fj_enc_park(e, 1);
  if (!value_room(e)) return FJ_STEP_ERROR;
  if (!e->opt->metamethods || !lua_getmetatable(e->L, t)) {
    f = open_frame(e, t);
    return f == NULL ? FJ_STEP_ERROR : open_plain(e, f, verdict);
  }
  if (e->idx_metatables != 0) {
    verdict = fj_meta_dialect(e);
    if (verdict != FJ_META_API)
      return open_frame(e, t) == NULL ? FJ_STEP_ERROR : enter_dialect(e, t, verdict);
  } else {
    lua_pop(e->L, 1);
  }
  if (fj_meta_field_push(e, t, FJ_FIELD_TOJSON))
    return may_open(e, t) ? put_tojson(e) : FJ_STEP_ERROR;
  f = open_frame(e, t);
  if (f == NULL) return FJ_STEP_ERROR;
  if (e->idx_metatables == 0) {
    lua_getmetatable(e->L, t);
    verdict = fj_meta_verdict(e);
  }
  if (verdict == FJ_META_API) verdict = fj_meta_jsontype(e, t);
  if (fj_meta_field_push(e, t, FJ_FIELD_PAIRS)) {
    lua_pop(e->L, 1);
    return open_list(e, f, verdict, 1);
  }
  if (verdict != FJ_META_OBJECT) {
    int proxy = is_proxy(e, t, &len);
    if (proxy < 0) return FJ_STEP_ERROR;
    if (proxy) return open_elements(e, len, 1);
  }
  return open_plain(e, &e->frames[e->depth - 1], verdict);
}

/* -- Continuing a frame ------------------------------------------------------------------------------ */

/* 1 = the value on top is skipped; -1 = error. */
static int skips_top(FjEnc *e) {
  const char *text;
  size_t len;
  char number[FJ_NUMBER_MAX];
  int type = lua_type(e->L, -1);
  FjValueClass class_;
  if (e->opt->unsupported != FJ_UNSUPPORTED_SKIP || type == LUA_TNIL ||
      type == LUA_TBOOLEAN || type == LUA_TNUMBER || type == LUA_TSTRING ||
      type == LUA_TTABLE)
    return 0;
  class_ = fj_meta_classify(e, &text, &len);
  if (class_ == FJ_VALUE_CDATA) {
    int is_int = fj_special_int64(e, number, &len);
    return is_int < 0 ? -1 : !is_int;
  }
  return class_ == FJ_VALUE_UNSUPPORTED;
}

static FjStep close_frame(FjEnc *e, FjFrame *f, char bracket) {
  lua_settop(e->L, f->top);
  if (f->kind >= FJ_FRAME_LIST_ARRAY) e->entry_top = f->entries;
  e->depth--;
  if (e->w > e->buf.base && e->w[-1] == ',') {
    e->w--;
    if (e->opt->pretty && wrote(e, fj_text_newline(e, e->w, e->depth)) == FJ_STEP_ERROR)
      return FJ_STEP_ERROR;
  }
  *e->w++ = bracket;
  return FJ_STEP_NEXT;
}

static FjStep next_member(FjEnc *e, FjFrame *f) {
  int skips;
  do {
    lua_settop(e->L, f->top + 1);
    if (!lua_next(e->L, f->top)) return close_frame(e, f, '}');
    skips = skips_top(e);
    if (skips < 0) return FJ_STEP_ERROR;
  } while (skips);
  if (put_key(e, f, f->top + 1) == FJ_STEP_ERROR) return FJ_STEP_ERROR;
  return fj_api_value(e);
}

static FjStep next_listed(FjEnc *e, FjFrame *f) {
  int list = f->top + 1;
  size_t pos;
  int skips;
  do {
    lua_settop(e->L, list);
    if (f->i == f->n) return close_frame(e, f, '}');
    pos = e->entries[f->entries + f->i++].pos;
    lua_rawgeti(e->L, list, (int)(2 * pos - 1));
    lua_rawgeti(e->L, list, (int)(2 * pos));
    skips = skips_top(e);
    if (skips < 0) return FJ_STEP_ERROR;
  } while (skips);
  if (put_key(e, f, list + 1) == FJ_STEP_ERROR) return FJ_STEP_ERROR;
  return fj_api_value(e);
}

/* 0 = error. */
static int push_element(FjEnc *e, FjFrame *f) {
  lua_State *L = e->L;
  if (f->kind == FJ_FRAME_LIST_ARRAY) {
    const FjEntry *x = e->entries + f->entries + f->k;
    for (; f->entries + f->k < e->entry_top && x->rank < (int64_t)f->i; x++)
      f->k++; /* __pairs returned the last index again */
    if (f->entries + f->k < e->entry_top && x->rank == (int64_t)f->i) {
      lua_rawgeti(L, f->top + 1, (int)(2 * x->pos));
      f->k++;
    } else {
      lua_pushnil(L);
    }
  } else if (f->via_index) {
    if (fj_enc_watches_yields(e)) {
      lua_rawgeti(L, e->idx_names, FJ_NAME_INDEX);
      lua_pushvalue(L, f->top);
      lua_pushinteger(L, (lua_Integer)f->i);
      return fj_enc_call(e, 2, 1, "__index");
    }
    lua_pushinteger(L, (lua_Integer)f->i);
    lua_gettable(L, f->top);
    e->alloc.fn = lua_getallocf(L, &e->alloc.ud); /* see fj_enc_call */
  } else {
    lua_rawgeti(L, f->top, (int)f->i);
  }
  return 1;
}

static FjStep next_element(FjEnc *e, FjFrame *f) {
  int base = f->kind == FJ_FRAME_INDEX ? f->top : f->top + 1;
  size_t index = (size_t)(f - e->frames);
  int skips;
  do {
    lua_settop(e->L, base);
    f = &e->frames[index];
    if (f->i == f->n) return close_frame(e, f, ']');
    f->i++;
    if (!push_element(e, f)) return FJ_STEP_ERROR;
    skips = skips_top(e);
    if (skips < 0) return FJ_STEP_ERROR;
  } while (skips);
  if (e->opt->pretty && wrote(e, fj_text_newline(e, e->w, e->depth)) == FJ_STEP_ERROR)
    return FJ_STEP_ERROR;
  return fj_api_value(e);
}

FjStep fj_api_walk(FjEnc *e) {
  for (;;) {
    size_t depth = e->depth;
    FjFrame *f = &e->frames[depth - 1];
    FjStep step;
    if (!value_room(e)) return FJ_STEP_ERROR;
    /* A frame that was just opened is empty; any other one has written a value. */
    if (f->started) *e->w++ = ',';
    f->started = 1;
    switch (f->kind) {
    case FJ_FRAME_NEXT: step = next_member(e, f); break;
    case FJ_FRAME_LIST: step = next_listed(e, f); break;
    default: step = next_element(e, f); break;
    }
    if (step != FJ_STEP_NEXT || e->depth == 0) return step;
    if (e->frames[e->depth - 1].kind < FJ_FRAME_API) return step;
  }
}

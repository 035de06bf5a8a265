/*
** fj_enc.c - common parts of the encoder: options, errors, frames, room, the sink,
** parking, calls of Lua code.
** Must not know: layouts, how options arrive.
** Invariant: Lua code runs only with every raw frame parked.
** SPDX-License-Identifier: MIT
*/
#include <stdlib.h>
#include <string.h>

#include <lua.h>

#include "core/fj_utf8.h"
#include "enc/fj_enc.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"

/* -- Options ------------------------------------------------------------------------------- */

void fj_enc_options_default(FjOptions *o) {
  memset(o, 0, sizeof *o);
  o->escape = FJ_ESC_JSON;
  o->utf8 = FJ_UTF8_ERROR;
  o->metamethods = 1;
  o->sparse_ratio = 2;
  o->sparse_safe = 10;
  o->max_depth = 1000;
  o->refuse_len = (size_t)-1;
  fj_enc_options_finish(o);
}

void fj_enc_options_classic(FjOptions *o, FjEscapeMode mode) {
  memset(o, 0, sizeof *o);
  o->escape = mode;
  o->utf8 = FJ_UTF8_PASS;
  o->classic = 1;
  o->numbers = FJ_NUMBERS_CLASSIC;
  o->empty_array = 1;
  o->sparse = FJ_SPARSE_OBJECT;
  o->refuse_len = (size_t)-1;
  o->max_depth = (size_t)-1; /* the ancestor had no limit; cycles are still found */
  fj_enc_options_finish(o);
}

static int is_full(const FjOptions *o) {
  return o->pretty || o->sort != FJ_SORT_NO || o->canonical || o->float_text ||
         (o->float_digits != 0 && fj_numbers_shortest(o)) ||
         o->unsupported == FJ_UNSUPPORTED_SKIP;
}

void fj_enc_options_finish(FjOptions *o) {
  if (o->canonical) { /* RFC 8785 leaves no choice */
    o->escape = FJ_ESC_JSON;
    o->utf8 = FJ_UTF8_ERROR;
    o->sort = FJ_SORT_BYTES;
    o->pretty = 0;
    o->float_text = 0;
    o->float_digits = 0;
    o->numbers = FJ_NUMBERS_ECMA;
    if (o->nan == FJ_NAN_LITERAL) o->nan = FJ_NAN_ERROR;
  }
  if (is_full(o))
    o->profile = FJ_PROFILE_FULL;
  else if (!fj_numbers_shortest(o) || o->refuse_len != (size_t)-1)
    o->profile = FJ_PROFILE_ANY;
  else if (o->escape == FJ_ESC_E0)
    o->profile = FJ_PROFILE_E0;
  else if (o->escape == FJ_ESC_JSON && o->utf8 == FJ_UTF8_ERROR)
    o->profile = FJ_PROFILE_JSON;
  else
    o->profile = FJ_PROFILE_ANY;
}

/* -- Errors --------------------------------------------------------------------------------- */

int fj_enc_fail(FjEnc *e, FjStatus status) {
  memset(&e->err, 0, sizeof e->err);
  e->err.status = status;
  return 0;
}

int fj_enc_fail_table(FjEnc *e, FjStatus status) {
  fj_enc_fail(e, status);
  e->err.at_table = 1;
  return 0;
}

int fj_enc_fail_type(FjEnc *e, FjStatus status, const char *type) {
  fj_enc_fail(e, status);
  e->err.type = type;
  return 0;
}

int fj_enc_fail_utf8(FjEnc *e, const char *s, size_t n, const char *place) {
  fj_enc_fail(e, FJ_ERR_UTF8);
  e->err.place = place;
  e->err.at_table = place[0] == 'k';
  e->err.offset = fj_utf8_invalid_at(s, n);
  return 0;
}

/* -- Depth ---------------------------------------------------------------------------------- */

/* At this depth and each doubling, the path is searched for a table that contains itself.
** Cycle detection is free below it, and cycles end early whatever max_depth is. */
enum { CYCLE_CHECK_FIRST = 1024 };

static int by_address(const void *pa, const void *pb) {
  const char *a = *(const char *const *)pa, *b = *(const char *const *)pb;
  return a < b ? -1 : a > b;
}

/* Whether a table is on the path twice; -1 = out of memory. */
static int path_has_cycle(FjEnc *e, const void *next) {
  size_t n = e->depth + 1, i;
  int found = 0;
  const void **tables =
      (const void **)e->alloc.fn(e->alloc.ud, NULL, 0, n * sizeof *tables);
  if (tables == NULL) return -1;
  for (i = 0; i < e->depth; i++) tables[i] = e->frames[i].table;
  tables[e->depth] = next;
  qsort(tables, n, sizeof *tables, by_address);
  for (i = 1; i < n && !found; i++) found = tables[i] == tables[i - 1];
  e->alloc.fn(e->alloc.ud, tables, n * sizeof *tables, 0);
  return found;
}

static int frames_grow(FjEnc *e) {
  size_t cap = e->frame_cap == 0 ? 32 : e->frame_cap * 2;
  FjFrame *frames;
  if (cap > (size_t)-1 / 2 / sizeof *frames) return fj_enc_fail(e, FJ_ERR_MEMORY);
  frames = (FjFrame *)e->alloc.fn(e->alloc.ud, e->frames, e->frame_cap * sizeof *frames,
                                  cap * sizeof *frames);
  if (frames == NULL) return fj_enc_fail(e, FJ_ERR_MEMORY);
  e->frames = frames;
  e->frame_cap = cap;
  return 1;
}

static int is_check_depth(size_t depth) {
  return depth >= CYCLE_CHECK_FIRST && (depth & (depth - 1)) == 0;
}

void fj_enc_depth_stop(FjEnc *e) {
  size_t stop = CYCLE_CHECK_FIRST;
  while (stop <= e->depth) stop *= 2;
  if (stop > e->frame_cap) stop = e->frame_cap;
  if (stop > e->opt->max_depth) stop = e->opt->max_depth;
  e->depth_stop = stop;
}

int fj_enc_deeper(FjEnc *e, const void *next) {
  int too_deep = e->depth >= e->opt->max_depth;
  if (too_deep || is_check_depth(e->depth)) {
    int cycle = path_has_cycle(e, next);
    if (cycle < 0) return fj_enc_fail(e, FJ_ERR_MEMORY);
    if (cycle) return fj_enc_fail(e, FJ_ERR_CYCLE);
    if (too_deep) return fj_enc_fail(e, FJ_ERR_DEPTH);
  }
  if (e->depth == e->frame_cap && !frames_grow(e)) return 0;
  e->depth++;
  fj_enc_depth_stop(e);
  e->depth--;
  return 1;
}

/* -- Room, sinks ------------------------------------------------------------------------------ */

/* Once so much was written, this result is expected to be as long as the last one. */
enum { EXPECT_FROM = 1 << 18 };

/* The last result took its window with it, so the next one starts with a small window. */
static int window_expect(FjEnc *e, size_t used, size_t need) {
  return used >= EXPECT_FROM && e->sink.kind == FJ_SINK_NONE &&
         e->expected > e->buf.cap && e->expected - used > need &&
         fj_buf_reserve(&e->buf, &e->alloc, used, e->expected - used);
}

int fj_enc_grow(FjEnc *e, size_t need) {
  size_t used = (size_t)(e->w - e->buf.base), cap = e->buf.cap;
  if (!window_expect(e, used, need) && !fj_buf_reserve(&e->buf, &e->alloc, used, need))
    return fj_enc_fail(e, FJ_ERR_MEMORY);
  if (e->buf.cap != cap && e->buf.cap >= FJ_HOST_PAGES_MIN)
    fj_host_pages(e->buf.base, e->buf.cap);
  e->w = e->buf.base + used;
  return 1;
}

/* Makes the window end where the next flush is due, however large the buffer is. */
static int sink_window(FjEnc *e) {
  if (!fj_buf_reserve(&e->buf, &e->alloc, 0, FJ_FLUSH_SIZE))
    return fj_enc_fail(e, FJ_ERR_MEMORY);
  e->w = e->buf.base;
  e->buf.limit = e->buf.base + FJ_FLUSH_SIZE;
  return 1;
}

int fj_enc_start(FjEnc *e) {
  e->form = e->opt->numbers == FJ_NUMBERS_CLASSIC ? FJ_DOUBLE_CLASSIC : FJ_DOUBLE_ECMA;
  e->holes_first = e->sink.kind != FJ_SINK_NONE; /* flushed text cannot be changed */
  e->watches = -1;
  e->w = e->buf.base;
  fj_enc_depth_stop(e);
  return e->sink.kind == FJ_SINK_NONE || sink_window(e);
}

int fj_enc_flush(FjEnc *e) {
  size_t n = (size_t)(e->w - e->buf.base);
  if (n == 0) return 1;
  if (e->sink.kind == FJ_SINK_CALL) fj_enc_park(e, 0);
  if (!e->sink.write(e, e->buf.base, n)) return 0;
  e->sink.written += n;
  return sink_window(e);
}

int fj_enc_splice(FjEnc *e, const char *s, size_t n) {
  if (!fj_enc_grow(e, n)) return 0;
  memcpy(e->w, s, n);
  e->w += n;
  return 1;
}

int fj_enc_stack_room(FjEnc *e) {
  if (fj_stack_room(e->L, FJ_STACK_ROOM)) return 1;
  return fj_enc_fail(e, fj_stack_is_deep(e->L) ? FJ_ERR_STACK : FJ_ERR_MEMORY);
}

FjStep fj_enc_room(FjEnc *e) {
  size_t used = (size_t)(e->w - e->buf.base);
  if (e->sink.kind == FJ_SINK_NONE || used < FJ_FLUSH_SIZE)
    return fj_enc_grow(e, FJ_WINDOW_SLACK) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
  if (e->sink.kind == FJ_SINK_CALL) return FJ_STEP_FLUSH;
  return fj_enc_flush(e) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
}

/* -- Array or object: the policy that both walkers use -------------------------------------- */

FjForm fj_enc_sparse(FjEnc *e, size_t max, size_t count) {
  const FjOptions *o = e->opt;
  if (max <= count) return FJ_FORM_ARRAY; /* __pairs may return an index twice */
  if (o->sparse == FJ_SPARSE_OBJECT) return FJ_FORM_OBJECT;
  if (o->sparse == FJ_SPARSE_NULL &&
      (max <= o->sparse_safe || (double)max <= o->sparse_ratio * (double)count))
    return FJ_FORM_NULLS;
  if (o->beyond_object) return FJ_FORM_OBJECT;
  fj_enc_fail_table(e, FJ_ERR_SPARSE);
  e->err.max = max;
  e->err.count = count;
  return FJ_FORM_ERROR;
}

/* -- Parking ------------------------------------------------------------------------------------ */

void fj_enc_park(FjEnc *e, int pushed) {
  lua_State *L = e->L;
  size_t i = e->depth;
  int top = lua_gettop(L) - pushed;
  memset(e->meta, 0, sizeof e->meta);         /* Lua code may change metatables */
  while (i > 0 && !e->frames[i - 1].parked) { /* frames below a parked one are parked */
    FjFrame *f = &e->frames[--i];
    e->backend->push(e, f->table);
    lua_rawseti(L, e->idx_anchors, (int)i + 1);
    e->backend->remember(f);
    f->parked = 1;
    f->top = top;
    if (e->anchored < i + 1) e->anchored = i + 1;
  }
}

int fj_enc_watches_yields(FjEnc *e) {
  if (e->watches < 0) {
    int is_main = lua_pushthread(e->L);
    lua_pop(e->L, 1);
    e->watches = !is_main && e->idx_metatables == 0;
  }
  return e->watches;
}

/* "attempt to yield across" and one of three boundaries; LuaJIT puts the line before it. */
static int is_about_yield(lua_State *L) {
  static const char tail[] = "C-call boundary";
  size_t n;
  const char *s = lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &n) : NULL;
  return s != NULL && n >= sizeof tail && strcmp(s + n + 1 - sizeof tail, tail) == 0 &&
         strstr(s, "attempt to yield across ") != NULL;
}

/* The host may have changed the allocator while it had control. */
int fj_enc_call(FjEnc *e, int arguments, int results, const char *callee) {
  int failed = 0;
  if (fj_enc_watches_yields(e))
    failed = lua_pcall(e->L, arguments, results, 0) != 0;
  else
    lua_call(e->L, arguments, results);
  e->alloc.fn = lua_getallocf(e->L, &e->alloc.ud);
  if (!failed) return 1;
  if (!is_about_yield(e->L)) return lua_error(e->L);
  return fj_enc_fail_type(e, FJ_ERR_YIELD, callee);
}

/*
** fj_state.c - backend choice when the module is loaded; scratch memory.
** SPDX-License-Identifier: MIT
*/
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "enc/fj_enc.h"
#include "enc/fj_meta.h"
#include "mod/fj_state.h"
#include "simd/fj_kernels.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"
#include "vm/fj_vm.h"

/* Bytes kept between calls: always KEEP_MIN, never more than KEEP_MAX; in between, twice
** the most that the last KEEP_CALLS calls used. */
#define KEEP_MIN   ((size_t)1 << 18)
#define KEEP_MAX   ((size_t)1 << 24)
#define KEEP_CALLS 16u

/* -- Backend ------------------------------------------------------------------------------- */

static const FjBackend *backend_choose(lua_State *L, const char **note) {
  const FjBackend *const *list;
  const char *forced = getenv("FLEECE_BACKEND"); /* empty: not set */
  int i, n = fj_backend_list(&list);
  if (forced != NULL && *forced == 0) forced = NULL;
  if (n == 0) *note = "no layout is known for this Lua";
  for (i = 0; i < n; i++) {
    if (forced != NULL && strcmp(forced, list[i]->name) != 0) continue;
    if (list[i]->probe(L, note)) {
      *note = NULL;
      return list[i];
    }
  }
  if (forced != NULL && *note == NULL)
    *note = strcmp(forced, "capi") == 0 ? "FLEECE_BACKEND=capi"
                                        : "FLEECE_BACKEND names no layout of this build";
  return NULL;
}

/* What is made without the API, which FLEECE_MAKING=capi forbids: FJ_MAKES_* or 0. */
static int making_choose(lua_State *L, const FjBackend *backend, void *blank) {
  const char *forced = getenv("FLEECE_MAKING");
  if (backend == NULL || backend->probe_heap == NULL) return 0;
  if (forced != NULL && strcmp(forced, "capi") == 0) return 0;
  return backend->probe_heap(L, blank);
}

/* -- Scratch ------------------------------------------------------------------------------- */

static FjAlloc alloc_of(lua_State *L) {
  FjAlloc a;
  a.fn = lua_getallocf(L, &a.ud);
  return a;
}

static void scratch_free(FjScratch *s, FjAlloc a) {
  FjEnc *e = &s->enc;
  fj_buf_free(&e->buf, &a);
  fj_buf_free(&e->key_text, &a);
  fj_buf_free(&s->dec.unescaped, &a);
  if (s->dec.levels != NULL)
    a.fn(a.ud, s->dec.levels, s->dec.level_cap * sizeof *s->dec.levels, 0);
  s->dec.levels = NULL;
  s->dec.level_cap = 0;
  fj_keys_free(&s->keys, &a);
  if (e->frames != NULL) a.fn(a.ud, e->frames, e->frame_cap * sizeof *e->frames, 0);
  if (e->entries != NULL) a.fn(a.ud, e->entries, e->entry_cap * sizeof *e->entries, 0);
  e->frames = NULL;
  e->entries = NULL;
  e->frame_cap = e->entry_cap = 0;
}

/* A finalizer that runs later, while the state is being closed, may still encode.  Only
** LuaJIT finalizes the objects that it creates then. */
static int scratch_gc(lua_State *L) {
  FjScratch *s = (FjScratch *)lua_touserdata(L, 1);
  scratch_free(s, alloc_of(L));
  s->busy = s->closing = 1;
  return 0;
}

static FjScratch *scratch_push(lua_State *L) {
  FjScratch *s = (FjScratch *)lua_newuserdata(L, sizeof *s);
  memset(s, 0, sizeof *s);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, scratch_gc);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  return s;
}

/* The tables that go with scratch memory: ANCHORS, SLOT, DECODE. */
static void tables_push(lua_State *L) {
  lua_createtable(L, 8, 0);
  lua_createtable(L, 4, 0);
  lua_createtable(L, 3, 0);
  lua_createtable(L, FJ_KEPT_STACK, 0);
  lua_rawseti(L, -2, FJ_DECODE_STACK);
}

/* Pushes the shared upvalues for a new state. */
static void state_open(lua_State *L) {
  const char *note = NULL, *kernel_note = NULL;
  const FjBackend *backend = backend_choose(L, &note);
  const FjKernel *kernel = fj_kernels_select(getenv("FLEECE_KERNEL"), &kernel_note);
  FjScratch *s = scratch_push(L);
  s->enc.backend = backend;
  s->enc.walker = kernel->walker;
  s->kernel = kernel->name;
  s->dec.parser = kernel->parser;
  s->dec.raw = backend == NULL ? NULL : s->dec.parser->raw[backend->index];
  s->dec.makes = making_choose(L, backend, s->dec.blank);
  if (s->dec.makes == FJ_MAKES_ALL) s->enc.buf.head = backend->string_head;
  s->note = note != NULL ? note : kernel_note;
  tables_push(L);
  fj_meta_names_push(L);
}

/* Its address is the registry key of the state. */
static const char state_key = 0;

void fj_state_push(lua_State *L, void (*open)(lua_State *L, int names)) {
  int i, first, names;
  fj_numbers_check(L);
  lua_pushlightuserdata(L, (void *)(uintptr_t)&state_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    (void)fj_host_pin();
    state_open(L);
    names = lua_gettop(L);
    first = names - FJ_UP_NAMES + 1;
    open(L, names);
    lua_rawgeti(L, names, FJ_NAME_ARRAY);
    lua_rawgeti(L, names, FJ_NAME_OBJECT);
    lua_createtable(L, FJ_UP_SHARED, 0);
    for (i = 0; i < FJ_UP_SHARED; i++) {
      lua_pushvalue(L, first + i);
      lua_rawseti(L, -2, i + 1);
    }
    lua_pushlightuserdata(L, (void *)(uintptr_t)&state_key);
    lua_pushvalue(L, -2);
    lua_rawset(L, LUA_REGISTRYINDEX);
    lua_pop(L, 1);
    return;
  }
  for (i = 0; i < FJ_UP_SHARED; i++) lua_rawgeti(L, -1 - i, i + 1);
  lua_remove(L, -1 - FJ_UP_SHARED);
}

/* A caller is using the scratch memory, or an error jumped over its user: gives this
** function new scratch memory and tables. */
static FjScratch *scratch_replace(lua_State *L, const FjScratch *old) {
  FjScratch *s = scratch_push(L);
  s->enc.backend = old->enc.backend;
  s->enc.walker = old->enc.walker;
  s->enc.buf.head = old->enc.buf.head;
  s->dec.parser = old->dec.parser;
  s->dec.raw = old->dec.raw;
  s->dec.makes = old->dec.makes;
  memcpy(s->dec.blank, old->dec.blank, sizeof s->dec.blank);
  s->note = old->note;
  s->closing = old->closing;
  tables_push(L); /* allocates first, so no finalizer sees a mix of old and new */
  lua_replace(L, lua_upvalueindex(FJ_UP_DECODE));
  lua_replace(L, lua_upvalueindex(FJ_UP_SLOT));
  lua_replace(L, lua_upvalueindex(FJ_UP_ANCHORS));
  lua_replace(L, lua_upvalueindex(FJ_UP_SCRATCH));
  return s;
}

static FjScratch *scratch_of(lua_State *L) {
  FjScratch *s = (FjScratch *)lua_touserdata(L, lua_upvalueindex(FJ_UP_SCRATCH));
  if (s->busy) s = scratch_replace(L, s);
  s->busy = 1;
  /* On the stack, because a nested call may replace this function's upvalues. */
  lua_pushvalue(L, lua_upvalueindex(FJ_UP_SCRATCH));
  return s;
}

FjEnc *fj_scratch_take(lua_State *L) {
  FjScratch *s = scratch_of(L);
  FjEnc *e;
  lua_pushvalue(L, lua_upvalueindex(FJ_UP_ANCHORS));
  lua_pushvalue(L, lua_upvalueindex(FJ_UP_SLOT));
  e = &s->enc;
  e->L = L;
  e->idx_slot = lua_gettop(L);
  e->idx_anchors = e->idx_slot - 1;
  e->alloc = alloc_of(L);
  e->w = e->buf.base;
  e->depth = 0;
  e->entry_top = 0;
  e->rank_count = 0;
  e->key_text_len = e->key_text_keep = 0;
  e->sink.kind = FJ_SINK_NONE;
  e->sink.written = 0;
  e->slot = NULL;
  e->too_long = 0;
  e->err.status = FJ_ERR_OK;
  e->err.at_table = 0;
  e->idx_names = lua_upvalueindex(FJ_UP_NAMES);
  e->idx_metatables = 0;
  memset(e->meta, 0, sizeof e->meta);
  return e;
}

static void shrink(FjScratch *s) {
  FjEnc *e = &s->enc;
  size_t keep = 2 * s->peak;
  if (keep < KEEP_MIN) keep = KEEP_MIN;
  if (keep > KEEP_MAX) keep = KEEP_MAX;
  fj_buf_shrink(&e->buf, &e->alloc, keep);
  fj_buf_shrink(&e->key_text, &e->alloc, KEEP_MIN);
  if (e->frame_cap > 4096) {
    e->alloc.fn(e->alloc.ud, e->frames, e->frame_cap * sizeof *e->frames, 0);
    e->frames = NULL;
    e->frame_cap = 0;
  }
  if (e->entry_cap > 4096) {
    e->alloc.fn(e->alloc.ud, e->entries, e->entry_cap * sizeof *e->entries, 0);
    e->entries = NULL;
    e->entry_cap = 0;
  }
}

static void anchors_clear(FjEnc *e) {
  while (e->anchored > 0) {
    lua_pushnil(e->L);
    lua_rawseti(e->L, e->idx_anchors, (int)e->anchored--);
  }
}

void fj_scratch_give(FjEnc *e) {
  FjScratch *s = (FjScratch *)(void *)e;
  size_t used = e->w == NULL ? 0 : (size_t)(e->w - e->buf.base);
  if (e->anchored != 0) anchors_clear(e);
  if (used > s->peak) s->peak = used;
  if (++s->calls >= KEEP_CALLS || e->buf.cap > KEEP_MAX) {
    if (e->buf.cap > KEEP_MIN || e->frame_cap > 4096 || e->entry_cap > 4096) shrink(s);
    s->calls = 0;
    s->peak = 0;
  }
  if (s->closing) scratch_free(s, e->alloc);
  s->busy = 0;
}

/* -- Decoding ------------------------------------------------------------------------------ */

static FjScratch *scratch_at(FjDecoder *d) {
  return (FjScratch *)(void *)((char *)d - offsetof(FjScratch, dec));
}

FjDecoder *fj_decoder_take(lua_State *L) {
  FjScratch *s = scratch_of(L);
  FjDecoder *d = &s->dec;
  lua_pushvalue(L, lua_upvalueindex(FJ_UP_SLOT));
  lua_pushvalue(L, lua_upvalueindex(FJ_UP_DECODE));
  d->idx_kept = lua_gettop(L);
  d->idx_slot = d->idx_kept - 1;
  lua_rawgeti(L, -1, FJ_DECODE_STACK);
  lua_rawgeti(L, -2, FJ_DECODE_KEYS);
  d->idx_keys = lua_gettop(L);
  d->idx_stack = d->idx_keys - 1;
  d->L = L;
  d->alloc = alloc_of(L);
  d->cache = &s->keys;
  d->depth = 0;
  d->keys = 0;
  d->members = 0;
  d->status = FJ_ERR_OK;
  d->idx_array_mt = d->idx_object_mt = 0;
  return d;
}

void fj_decoder_give(FjDecoder *d) {
  FjScratch *s = scratch_at(d);
  if (d->level_cap > FJ_KEPT_LEVELS) {
    d->alloc.fn(d->alloc.ud, d->levels, d->level_cap * sizeof *d->levels, 0);
    d->levels = NULL;
    d->level_cap = 0;
  }
  fj_buf_shrink(&d->unescaped, &d->alloc, FJ_KEPT_UNESCAPED);
  if (FJ_UNLIKELY(fj_keys_is_too_much(&s->keys))) {
    fj_keys_free(&s->keys, &d->alloc);
    lua_pushnil(d->L);
    lua_rawseti(d->L, d->idx_kept, FJ_DECODE_KEYS);
    lua_pushnil(d->L);
    lua_rawseti(d->L, d->idx_kept, FJ_DECODE_STRINGS);
  } else {
    fj_keys_earn(&s->keys, FJ_KEYS_EARNED);
  }
  if (s->closing) scratch_free(s, d->alloc);
  s->busy = 0;
}

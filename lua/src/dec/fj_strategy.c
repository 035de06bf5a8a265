/*
** fj_strategy.c - decides which parser reads a text, and what to try when it fails.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_strategy.h"

#include <string.h>

#include "dec/fj_keys.h"

/* Shorter texts are read directly: an index costs more than it saves. */
enum { INDEX_MIN = 1024 };

/* -- Running a parser ---------------------------------------------------------------- */

/* Do the options accept more than RFC 8259 does?  They do not change the result for a
** valid text, so the index is tried first. */
static int is_lenient(const FjDecOptions *o) {
  return o->utf8 != FJ_UTF8_ERROR || o->comments || o->trailing_commas || o->nan ||
         o->prefix || o->c_numbers || o->huge_inf || o->controls || o->nul_ends ||
         o->loose_ends;
}

/* A value at a position may be one of many short ones: assume the length of the last. */
static int is_indexed(const FjDecoder *d) {
  if (d->end - d->start < INDEX_MIN) return 0;
  return !d->opt->prefix || d->usual >= INDEX_MIN;
}

/* Must a check read strings? */
static int needs_texts(const FjDecOptions *o) {
  return o->max_string != (size_t)-1 || o->pair_error || o->prefix;
}

static int run(FjDecoder *d, FjParse parse, int top) {
  lua_settop(d->L, top);
  d->depth = 0;
  d->keys = 0;
  d->top = d->high = 0;
  d->status = FJ_ERR_OK;
  if (parse(d)) {
    d->usual = (size_t)(d->at - d->start);
    return 1;
  }
  /* A deep text may have filled the stack, and the error message needs room. */
  lua_settop(d->L, top);
  return 0;
}

/* Finds the start of the value; 0 = there is an error before any token. */
static int prepare(FjDecoder *d) {
  const FjDecOptions *o = d->opt;
  size_t n = (size_t)(d->end - d->text);
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

/* Runs a builder.  If it fails, restores and clears the value stack that is kept
** between calls, because another attempt must not see what this one left. */
static int build(FjDecoder *d, FjParse parse, int top) {
  size_t used;
  if (run(d, parse, top)) return 1;
  used = d->high > d->top ? d->high : d->top;
  if (used > FJ_KEPT_STACK) used = FJ_KEPT_STACK;
  lua_rawgeti(d->L, d->idx_kept, FJ_DECODE_STACK);
  lua_replace(d->L, d->idx_stack);
  for (; used > 0; used--) {
    lua_pushnil(d->L);
    lua_rawseti(d->L, d->idx_stack, (int)used);
  }
  return 0;
}

/* Starts with no keys if those in C and in Lua were forgotten; 0 = out of memory. */
static int keys_ready(FjDecoder *d) {
  if (FJ_LIKELY(d->cache->count != 0)) return 1;
  lua_createtable(d->L, 64, 0);
  lua_pushvalue(d->L, -1);
  lua_rawseti(d->L, d->idx_kept, FJ_DECODE_KEYS);
  lua_replace(d->L, d->idx_keys);
  lua_pushnil(d->L);
  lua_rawseti(d->L, d->idx_kept, FJ_DECODE_STRINGS);
  return fj_keys_start(d->cache, &d->alloc) || fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
}

/* A text that contains a NUL has failed; the part before the NUL may be valid.
** 0 = there is no NUL, or it is where UTF-16 and UTF-32 have one. */
static int cut_at_nul(FjDecoder *d) {
  const char *nul;
  if (d->status == FJ_ERR_MEMORY) return 0;
  nul = (const char *)memchr(d->start, 0, (size_t)(d->end - d->start));
  if (nul == NULL) return 0;
  if (nul - d->text < 2 && d->end - d->text >= 2) {
    fj_dec_fail(d, FJ_ERR_VALUE, d->text);
    return 0;
  }
  d->end = nul;
  return 1;
}

/* Finds the error after a parse with the index failed, or after a duplicate key.  The
** first error in the text is reported, so the text is read again from its start. */
static int decode_again(FjDecoder *d, int top) {
  const FjParser *all = d->parser;
  if (d->opt->duplicates == FJ_DUP_ERROR) return run(d, all->capi[0], top);
  if (!run(d, all->valid[0], top)) return 0;
  /* Only building the value can show that the Lua stack is not deep enough. */
  return run(d, all->capi[0], top);
}

static int decode_text(FjDecoder *d) {
  const FjParse *parse = d->raw != NULL ? d->raw : d->parser->capi;
  int top = lua_gettop(d->L), indexed = is_indexed(d);
  if (d->raw != NULL && !keys_ready(d)) return 0;
  if (build(d, parse[indexed], top)) return 1;
  if (indexed && is_lenient(d->opt) && d->status != FJ_ERR_MEMORY) {
    indexed = 0;
    if (build(d, parse[0], top)) return 1;
  }
  if (d->opt->nul_ends && cut_at_nul(d) && build(d, parse[0], top)) return 1;
  if (d->status == FJ_ERR_MEMORY) return 0;
  if (d->raw != NULL && d->opt->duplicates == FJ_DUP_ERROR) return decode_again(d, top);
  return indexed || d->status == FJ_ERR_OK ? decode_again(d, top) : 0;
}

int fj_strategy_decode(FjDecoder *d) {
  int done;
  if (!prepare(d)) return 0;
  fj_gc_begin(d->L, &d->pace, (size_t)(d->end - d->start));
  done = decode_text(d);
  fj_gc_end(d->L, &d->pace);
  return done;
}

int fj_strategy_valid(FjDecoder *d) {
  const FjParser *all = d->parser;
  int top = lua_gettop(d->L);
  if (d->opt->duplicates == FJ_DUP_ERROR) return fj_strategy_decode(d);
  if (!prepare(d)) return 0;
  if (is_indexed(d) && run(d, all->valid[needs_texts(d->opt) ? 1 : 2], top)) return 1;
  return run(d, all->valid[0], top);
}

/*
** fj_strategy.c - which parser reads a text, and what is tried when it fails.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_strategy.h"

#include <string.h>

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

/* Finds the text's start; 0 = something is wrong before any token. */
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

/* The value stack keeps nothing of a failed text. */
static void stack_forget(FjDecoder *d) {
  int i;
  lua_rawgeti(d->L, d->idx_kept, FJ_DECODE_STACK);
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
  const FjParser *all = d->parser;
  const FjParse *parse = d->raw;
  int top = lua_gettop(d->L), indexed;
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

int fj_strategy_decode(FjDecoder *d) {
  int done;
  if (!prepare(d)) return 0;
  fj_pace_begin(d->L, &d->pace, (size_t)(d->end - d->start));
  done = decode_text(d);
  fj_pace_end(d->L, &d->pace);
  return done;
}

int fj_strategy_valid(FjDecoder *d) {
  const FjParser *all = d->parser;
  int top = lua_gettop(d->L);
  if (!prepare(d)) return 0;
  if (d->opt->duplicates == FJ_DUP_ERROR) return run(d, all->capi[0], top);
  if (is_indexed(d) && run(d, all->valid[1], top)) return 1;
  return run(d, all->valid[0], top);
}

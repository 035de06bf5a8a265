/*
** fj_find.c - the consumer that finds a position: it reads the members or elements of one
** container and skips their values.
** Must not know: pointers, the caller.
** Invariant: the caller has found the text valid, and a NUL follows it.  For an invalid
** text the result is meaningless, but nothing beyond the text is read.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include "dec/fj_find.h"

#include "dec/fj_check.h"
#include "dec/fj_dec.h"
#include "vm/fj_compat.h"

#define FJ_TOKENS_PLAIN
#include "dec/fj_tokens_impl.h"

typedef struct Find {
  FjDecoder d;
  FjLevel level;
  const char *name; /* NULL: find an element */
  size_t len;
  size_t number;
  int is_end;  /* find the end */
  int matches; /* the last key equals the name */
  const char *found;
} Find;

static Find *find_of(FjDecoder *d) {
  return (Find *)(void *)d;
}

FJ_INLINE int find_value(FjDecoder *d, const FjLevel *level, const char *p) {
  Find *f = find_of(d);
  if (level == NULL) return f->is_end ? FJ_SKIP : FJ_READ;
  if (f->name != NULL ? !f->matches : level->count != f->number) return FJ_SKIP;
  if (p < d->end) f->found = p;
  return FJ_STOP;
}

FJ_INLINE int find_key(FjDecoder *d, const FjLevel *level, const char *at, const char *s,
                       size_t n) {
  Find *f = find_of(d);
  (void)level;
  (void)at;
  f->matches = n == f->len && memcmp(s, f->name, n) == 0;
  return 1;
}

/* A key without escapes is compared directly. */
FJ_INLINE const char *find_guess(FjDecoder *d, const FjLevel *level, const char *s) {
  const char *close = fj_index_string_end(s, d->end);
  if (close >= d->end || *close != '"') return NULL;
  (void)find_key(d, level, s, s, (size_t)(close - s));
  return close;
}

FJ_INLINE int find_open(FjDecoder *d) {
  Find *f = find_of(d);
  return f->level.is_object == (f->name != NULL);
}

#define FJ_ON(name)  find_##name
#define FJ_PARSE     find_parse
#define FJ_PARSE_ODD find_parse_odd
#define find_null    check_null
#define find_bool    check_bool
#define find_int     check_int
#define find_float   check_float
#define find_bigint  check_bigint
#define find_string  check_string
#define find_close   check_close
#define find_start   check_start
#define find_finish  check_finish
#include "dec/fj_grammar_impl.h"

static const char *run(Find *f, const FjAlloc *alloc, const char *p, const char *end) {
  FjDecOptions o;
  fj_dec_options_default(&o);
  o.utf8 = FJ_UTF8_PASS;
  o.controls = o.prefix = 1;
  o.max_depth = 1;
  f->matches = 0;
  f->found = NULL;
  fj_dec_begin(&f->d, &o, alloc, p, (size_t)(end - p));
  f->d.levels = &f->level;
  f->d.level_cap = 1;
  (void)find_parse(&f->d);
  fj_buf_free(&f->d.unescaped, alloc);
  return f->is_end ? f->d.at : f->found;
}

const char *fj_find_member(const FjAlloc *alloc, const char *p, const char *end,
                           const char *name, size_t len) {
  Find f;
  f.name = name;
  f.len = len;
  f.is_end = 0;
  return run(&f, alloc, p, end);
}

const char *fj_find_element(const FjAlloc *alloc, const char *p, const char *end,
                            size_t number) {
  Find f;
  f.name = NULL;
  f.number = number;
  f.is_end = 0;
  return run(&f, alloc, p, end);
}

const char *fj_find_end(const FjAlloc *alloc, const char *p, const char *end) {
  Find f;
  f.name = NULL;
  f.is_end = 1;
  return run(&f, alloc, p, end);
}

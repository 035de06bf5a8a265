/*
** fj_rewrite.c - the consumer that writes a text in its canonical form.
** Owns: the order of members.  Must not know: the grammar, the caller.
**
** Everything is written in the order of the text.  An object whose members are not in
** canonical order is remembered with its sorted members (Object).  At the end the text is
** copied once, from its last byte to its first, and those objects are rearranged.
** Objects are remembered when they close, so an object comes after all objects inside it.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include "dec/fj_rewrite.h"

#include <stdlib.h>

#include "core/fj_escape.h"
#include "core/fj_put.h"
#include "core/fj_utf8.h"
#include "dec/fj_check.h"
#include "dec/fj_dec.h"
#include "vm/fj_compat.h"

#define FJ_TOKENS_PLAIN
#include "dec/fj_tokens_impl.h"

/* A part of the text that was written, and the objects in it that must be rearranged. */
typedef struct Span {
  size_t from, to;
  size_t first, last; /* objects[first..last) */
} Span;

typedef struct Member {
  Span span;
  size_t key, key_len; /* within the keys */
  const char *text;    /* the key, while members are being sorted */
} Member;

typedef struct Object {
  Span span;            /* with its braces */
  size_t member, count; /* sorted[member..member + count) */
} Object;

/* An array in a buffer. */
typedef struct List {
  FjBuf buf;
  size_t count;
} List;

typedef struct Rewriter {
  FjDecoder d;
  List text, keys; /* bytes */
  List members;    /* Member: those of open objects */
  List sorted;     /* Member: those of objects that must be rearranged */
  List objects;    /* Object */
} Rewriter;

static Rewriter *rewriter_of(FjDecoder *d) {
  return (Rewriter *)(void *)d;
}

/* Reserves room for n more items; NULL = out of memory. */
static void *list_room(FjDecoder *d, List *l, size_t n, size_t size) {
  if (!fj_buf_reserve(&l->buf, &d->alloc, l->count * size, n * size)) {
    fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
    return NULL;
  }
  return l->buf.base + l->count * size;
}

/* -- Output -------------------------------------------------------------------------- */

static int put(FjDecoder *d, const char *s, size_t n) {
  List *text = &rewriter_of(d)->text;
  char *w = (char *)list_room(d, text, n, 1);
  if (w == NULL) return 0;
  memcpy(w, s, n);
  text->count += n;
  return 1;
}

static int put_float(FjDecoder *d, double x) {
  char number[FJ_NUMBER_MAX];
  const char *end = fj_put_double_canonical(number, x);
  return put(d, number, (size_t)(end - number));
}

static int put_string(FjDecoder *d, const char *s, size_t n) {
  List *text = &rewriter_of(d)->text;
  char *start, *w;
  if (n > ((size_t)-1 - 16) / FJ_ESCAPE_MAX) return fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
  w = start = (char *)list_room(d, text, FJ_ESCAPE_MAX * n + 2, 1);
  if (w == NULL) return 0;
  *w++ = '"';
  w = fj_escape_slow(w, s, n, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
  *w++ = '"';
  text->count += (size_t)(w - start);
  return 1;
}

FJ_INLINE int canonical_value(FjDecoder *d, const FjLevel *level, const char *p) {
  (void)p;
  if (level == NULL || level->is_object || level->count == 0) return FJ_READ;
  return put(d, ",", 1) ? FJ_READ : FJ_STOP;
}

FJ_INLINE int canonical_bool(FjDecoder *d, int b) {
  return b ? put(d, "true", 4) : put(d, "false", 5);
}

/* Keeps an integer that no double holds if RFC 8785 prints the nearest one like it. */
FJ_INLINE int canonical_bigint(FjDecoder *d, const char *p, size_t n, double x) {
  char number[FJ_NUMBER_MAX];
  if (!(x - x == 0) || (size_t)(fj_put_double_canonical(number, x) - number) != n ||
      memcmp(number, p, n) != 0)
    return fj_dec_fail(d, FJ_ERR_INEXACT, p);
  return put(d, p, n);
}

FJ_INLINE int canonical_int(FjDecoder *d, int64_t i) {
  char number[FJ_NUMBER_MAX];
  uint64_t m = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  if (m == 0 || m >> fj_ctz64(m) >> 53 == 0) return put_float(d, (double)i);
  return canonical_bigint(d, number, (size_t)(fj_put_i64(number, i) - number), (double)i);
}

FJ_INLINE int canonical_float(FjDecoder *d, double x) {
  if (!(x - x == 0)) return fj_dec_fail(d, FJ_ERR_NUMBER, d->end);
  return put_float(d, x);
}

FJ_INLINE int canonical_open(FjDecoder *d) {
  return put(d, d->levels[d->depth - 1].is_object ? "{" : "[", 1);
}

/* -- Members ------------------------------------------------------------------------- */

static Member *members_of(Rewriter *r) {
  return (Member *)(void *)r->members.buf.base;
}

/* Ends the last member here. */
static void member_end(Rewriter *r) {
  Member *m = members_of(r) + r->members.count - 1;
  m->span.to = r->text.count;
  m->span.last = r->objects.count;
}

FJ_INLINE int canonical_key(FjDecoder *d, const FjLevel *level, const char *at,
                            const char *s, size_t n) {
  Rewriter *r = rewriter_of(d);
  Member *m;
  char *key;
  (void)at;
  if (level->count > 0) {
    member_end(r);
    if (!put(d, ",", 1)) return 0;
  }
  m = (Member *)list_room(d, &r->members, 1, sizeof *m);
  key = (char *)list_room(d, &r->keys, n, 1);
  if (m == NULL || key == NULL) return 0;
  memcpy(key, s, n);
  m->key = r->keys.count;
  m->key_len = n;
  m->span.from = r->text.count;
  m->span.first = r->objects.count;
  r->keys.count += n;
  r->members.count++;
  return put_string(d, key, n) && put(d, ":", 1);
}

static int order(const Member *a, const Member *b) {
  return fj_utf8_order16(a->text, a->key_len, b->text, b->key_len);
}

static int by_key(const void *a, const void *b) {
  return order((const Member *)a, (const Member *)b);
}

/* Sorts the members of the object that was just written; they are in the wrong order. */
static int rearrange(FjDecoder *d, Member *m, size_t n) {
  Rewriter *r = rewriter_of(d);
  Object *o = (Object *)list_room(d, &r->objects, 1, sizeof *o);
  Member *sorted = (Member *)list_room(d, &r->sorted, n, sizeof *m);
  size_t i;
  if (o == NULL || sorted == NULL) return 0;
  o->span.from = m->span.from - 1;
  o->span.to = r->text.count;
  o->span.first = m->span.first;
  o->span.last = r->objects.count;
  o->member = r->sorted.count;
  o->count = n;
  memcpy(sorted, m, n * sizeof *m);
  qsort(sorted, n, sizeof *sorted, by_key);
  for (i = 1; i < n; i++)
    if (order(&sorted[i - 1], &sorted[i]) == 0)
      return fj_dec_fail(d, FJ_ERR_DUPLICATE, d->end);
  r->sorted.count += n;
  r->objects.count++;
  return 1;
}

static int close_object(FjDecoder *d, size_t n) {
  Rewriter *r = rewriter_of(d);
  Member *m;
  size_t i;
  member_end(r);
  if (!put(d, "}", 1)) return 0;
  m = members_of(r) + r->members.count - n;
  for (i = 0; i < n; i++) m[i].text = r->keys.buf.base + m[i].key;
  for (i = 1; i < n && order(&m[i - 1], &m[i]) < 0; i++) {
  }
  if (i < n && !rearrange(d, m, n)) return 0;
  r->keys.count = m->key;
  r->members.count -= n;
  return 1;
}

FJ_INLINE int canonical_close(FjDecoder *d) {
  const FjLevel *level = &d->levels[d->depth - 1];
  if (!level->is_object) return put(d, "]", 1);
  return level->count == 0 ? put(d, "}", 1) : close_object(d, level->count);
}

#define FJ_ON(name)              canonical_##name
#define FJ_PARSE                 canonical_parse
#define FJ_PARSE_ODD             canonical_parse_odd
#define canonical_null(d, level) put(d, "null", 4)
#define canonical_string         put_string
#define canonical_guess          check_guess
#define canonical_start          check_start
#define canonical_finish         check_finish
#include "dec/fj_grammar_impl.h"

/* -- The copy ------------------------------------------------------------------------ */

/* A partly copied span: the text after `to` and the objects from `last` on are done. */
typedef struct Frame {
  Span rest;
  const Object *object; /* the object whose member the span is; NULL: the text */
  size_t left;          /* members not yet copied */
} Frame;

static char *copy_back(char *w, const Rewriter *r, size_t from, size_t to) {
  w -= to - from;
  memcpy(w, r->text.buf.base + from, to - from);
  return w;
}

/* Copies backwards from the end `w`; `f` has one frame more than there are objects. */
static void copy(const Rewriter *r, char *w, Frame *f) {
  const Object *objects = (const Object *)(const void *)r->objects.buf.base, *o;
  const Member *sorted = (const Member *)(const void *)r->sorted.buf.base;
  memset(f, 0, sizeof *f);
  f->rest.to = r->text.count;
  f->rest.last = r->objects.count;
  for (;;) {
    if (f->rest.last > f->rest.first) {
      o = &objects[f->rest.last - 1];
      w = copy_back(w, r, o->span.to, f->rest.to);
      f->rest.to = o->span.from;
      f->rest.last = o->span.first;
      f++;
      f->object = o;
      f->left = o->count;
      *--w = '}';
    } else {
      w = copy_back(w, r, f->rest.from, f->rest.to);
      if (f->object == NULL) return;
      if (f->left > 0) {
        *--w = ',';
      } else {
        *--w = '{';
        f--;
        continue;
      }
    }
    f->rest = sorted[f->object->member + --f->left].span;
  }
}

static FjStatus canonical(Rewriter *r, FjBuf *out, size_t *len) {
  FjDecoder *d = &r->d;
  List frames;
  Frame *frame;
  if (!canonical_parse(d)) return d->status;
  *len = r->text.count;
  if (r->objects.count == 0) {
    *out = r->text.buf;
    memset(&r->text, 0, sizeof r->text);
    return FJ_ERR_OK;
  }
  memset(&frames, 0, sizeof frames);
  frame = (Frame *)list_room(d, &frames, r->objects.count + 1, sizeof *frame);
  if (frame == NULL || !fj_buf_reserve(out, &d->alloc, 0, *len))
    d->status = FJ_ERR_MEMORY;
  else
    copy(r, out->base + *len, frame);
  fj_buf_free(&frames.buf, &d->alloc);
  return d->status;
}

FjStatus fj_rewrite_canonical(const char *s, size_t n, const FjAlloc *alloc, FjBuf *out,
                              size_t *len) {
  FjDecOptions o;
  FjStatus status;
  static const List empty = { { NULL, NULL, 0, 0 }, 0 };
  Rewriter r;
  r.text = r.keys = r.members = r.sorted = r.objects = empty;
  fj_dec_options_default(&o);
  o.max_depth = (size_t)-1;
  o.bigint = FJ_BIGINT_RAW; /* passed to canonical_bigint */
  o.huge_inf = 1;
  fj_dec_begin(&r.d, &o, alloc, s, n);
  status = canonical(&r, out, len);
  fj_dec_end(&r.d);
  fj_buf_free(&r.text.buf, alloc);
  fj_buf_free(&r.keys.buf, alloc);
  fj_buf_free(&r.members.buf, alloc);
  fj_buf_free(&r.sorted.buf, alloc);
  fj_buf_free(&r.objects.buf, alloc);
  return status;
}

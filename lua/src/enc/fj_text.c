/*
** fj_text.c - strings of any length, keys, numbers and newlines, as the options require.
** The API walker uses all of this, the raw walker what it does not inline.
** Must not know: layouts, frames beyond their flags.
** Invariant: a function that returns NULL has set err (or too_long).
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include <lua.h>

#include "core/fj_put.h"
#include "core/fj_utf8.h"
#include "enc/fj_text.h"

/* -- Strings ------------------------------------------------------------------------------ */

/* Long strings are written in pieces, so the window need not hold their worst case. */
enum { PIECE = 8192 };

/* The length of the next piece, which never splits a UTF-8 sequence. */
static size_t piece_len(const char *s, size_t n) {
  size_t len = PIECE, back = 0;
  if (n <= PIECE) return n;
  while (back < 3 && ((unsigned char)s[len - back] & 0xC0) == 0x80) back++;
  return ((unsigned char)s[len - back] & 0xC0) == 0xC0 ? len - back : len;
}

static int piece_room(FjEnc *e, size_t need, int may_flush) {
  if ((size_t)(e->buf.limit - e->w) >= need && e->w <= e->buf.limit) return 1;
  if (may_flush && (size_t)(e->w - e->buf.base) >= FJ_FLUSH_SIZE && !fj_enc_flush(e))
    return 0;
  if (e->w <= e->buf.limit && (size_t)(e->buf.limit - e->w) >= need) return 1;
  return fj_enc_grow(e, need);
}

static char *put_pieces(FjEnc *e, char *w, const char *s, size_t n, int may_flush,
                        const char *what) {
  const char *at = s;
  size_t rest = n;
  *w++ = '"';
  while (rest != 0) {
    size_t len = piece_len(at, rest);
    e->w = w;
    if (!piece_room(e, FJ_ESCAPE_MAX * len, may_flush)) return NULL;
    w = e->walker->put(e->w, at, len, e->escape);
    if (w == NULL) {
      fj_enc_fail_utf8(e, s, n, what);
      return NULL;
    }
    at += len;
    rest -= len;
  }
  *w++ = '"';
  e->w = w;
  return w;
}

char *fj_text_string(FjEnc *e, char *w, const char *s, size_t n) {
  FjSinkKind sink = e->sink.kind;
  if (sink == FJ_SINK_CALL && n > FJ_FLUSH_SIZE && !e->in_driver) {
    e->too_long = 1;
    return NULL;
  }
  return put_pieces(e, w, s, n,
                    sink == FJ_SINK_DIRECT || (sink == FJ_SINK_CALL && e->in_driver),
                    "string");
}

int fj_text_key_refused(FjEnc *e, const char *s, size_t n) {
  if (n != e->opt->refuse_len || memcmp(s, e->opt->refuse_key, n) != 0) return 0;
  fj_enc_fail_table(e, FJ_ERR_REFUSED);
  return 1;
}

char *fj_text_key(FjEnc *e, char *w, const char *s, size_t n) {
  if (fj_text_key_refused(e, s, n)) return NULL;
  return put_pieces(e, w, s, n, 0, "key");
}

char *fj_text_newline(FjEnc *e, char *w, size_t level) {
  const FjOptions *o = e->opt;
  size_t i, need = level * o->indent_len + 1;
  if (o->indent_len != 0 && level > ((size_t)-1 - 1) / o->indent_len) {
    fj_enc_fail(e, FJ_ERR_MEMORY);
    return NULL;
  }
  if (w > e->buf.limit || (size_t)(e->buf.limit - w) < need) {
    e->w = w;
    if (!fj_enc_grow(e, need)) return NULL;
    w = e->w;
  }
  *w++ = '\n';
  if (e->indent == NULL) {
    memset(w, ' ', level * o->indent_len);
    return w + level * o->indent_len;
  }
  for (i = 0; i < level; i++, w += o->indent_len) memcpy(w, e->indent, o->indent_len);
  return w;
}

/* -- Numbers -------------------------------------------------------------------------------- */

static const char *nonfinite_name(double d) {
  return d != d ? "NaN" : d > 0 ? "Infinity" : "-Infinity";
}

char *fj_text_nonfinite(FjEnc *e, char *w, double d) {
  const char *name = nonfinite_name(d);
  size_t n = strlen(name);
  switch (e->opt->nan) {
  case FJ_NAN_NULL: memcpy(w, "null", 4); return w + 4;
  case FJ_NAN_LITERAL: memcpy(w, name, n); return w + n;
  case FJ_NAN_STRING:
    *w = '"';
    memcpy(w + 1, name, n);
    w[n + 1] = '"';
    return w + n + 2;
  default: fj_enc_fail_type(e, FJ_ERR_NUMBER, name); return NULL;
  }
}

/* Prints a double as the drop-ins for other libraries do. */
static char *put_g(const FjOptions *o, char *w, double d) {
  char *end;
  if (o->numbers == FJ_NUMBERS_WIDE) return fj_put_double_wide(w, d);
  if (o->numbers == FJ_NUMBERS_FLOAT) return fj_put_double_float(w, d, FJ_DOUBLE_CLASSIC);
  end = fj_put_double_g(w, d, o->float_digits, o->digits_more);
  return o->numbers == FJ_NUMBERS_TOSTRING ? fj_mark_float(w, end) : end;
}

char *fj_text_int(FjEnc *e, char *w, int64_t i) {
  if (e->opt->numbers == FJ_NUMBERS_ALL_G) return fj_text_float_rounded(e, w, (double)i);
  if (!e->opt->canonical) return fj_put_i64(w, i);
  if (!fj_double_holds(i)) {
    fj_enc_fail(e, FJ_ERR_INEXACT);
    return NULL;
  }
  return fj_put_double_canonical(w, (double)i);
}

static int is_integral(double d) {
  return d >= -9007199254740992.0 && d <= 9007199254740992.0 && d == (double)(int64_t)d;
}

char *fj_text_float(FjEnc *e, char *w, double d) {
  const FjOptions *o = e->opt;
  if (!(d - d == 0)) return fj_text_nonfinite(e, w, d);
  if (!fj_numbers_shortest(o)) return put_g(o, w, d);
  if (o->canonical) return fj_put_double_canonical(w, d);
  if (o->float_digits != 0 && !is_integral(d)) {
    char *end = fj_put_double_digits(w, d, o->float_digits);
    return o->float_text ? fj_mark_float(w, end) : end;
  }
  return o->float_text ? fj_put_double_float(w, d, e->form)
                       : fj_put_double(w, d, e->form);
}

/* -- Literals ------------------------------------------------------------------------------- */

const char fj_text_literals[3][8] = { "false", "true", "null" };

/* -- Keys that are not strings ------------------------------------------------------------- */

char *fj_text_number_key(FjEnc *e, char *w, const FjFrame *f, int is_int, int64_t i,
                         double d) {
  if (e->opt->mixed_error && (!f->numbers_ok || e->idx_metatables != 0)) {
    fj_enc_fail_table(e, FJ_ERR_MIXED);
    return NULL;
  }
  if (!is_int && !(d - d == 0) &&
      (fj_numbers_shortest(e->opt) || e->opt->nan == FJ_NAN_ERROR)) {
    fj_enc_fail_table(e, FJ_ERR_NUMBER);
    e->err.type = nonfinite_name(d);
    e->err.place = "key";
    return NULL;
  }
  *w++ = '"';
  if (!fj_numbers_shortest(e->opt))
    w = is_int ? fj_text_int(e, w, i) : fj_text_float(e, w, d);
  else if (is_int)
    w = fj_put_i64(w, i);
  else if (e->opt->canonical)
    w = fj_put_double_canonical(w, d);
  else
    w = fj_put_double(w, d, e->form);
  *w++ = '"';
  return w;
}

const char *fj_text_classic(int type) {
  switch (type) {
  case LUA_TFUNCTION: return "\"[function]\"";
  case LUA_TTHREAD: return "\"[thread]\"";
  case LUA_TLIGHTUSERDATA: return "\"[light user data]\"";
  default: return "\"[user data]\"";
  }
}

char *fj_text_other_key(FjEnc *e, char *w, int type, int truth) {
  const char *text;
  if (!e->opt->classic || type == LUA_TTABLE) {
    fj_enc_fail_table(e, FJ_ERR_KEY);
    e->err.type = lua_typename(e->L, type);
    return NULL;
  }
  if (type == LUA_TBOOLEAN)
    text = truth ? "\"true\"" : "\"false\"";
  else
    text = fj_text_classic(type);
  memcpy(w, text, strlen(text));
  return w + strlen(text);
}

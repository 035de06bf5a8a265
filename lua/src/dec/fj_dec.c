/*
** fj_dec.c - functions that every parser and builder calls and none inlines.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include <lauxlib.h>

#include "core/fj_config.h"
#include "core/fj_unescape.h"
#include "core/fj_utf8.h"
#include "dec/fj_dec.h"

void fj_dec_options_default(FjDecOptions *o) {
  memset(o, 0, sizeof *o);
  o->utf8 = FJ_UTF8_ERROR;
  o->empty_array = 1;
  o->max_depth = 1000;
  o->position = o->max_bytes = o->max_keys = o->max_string = (size_t)-1;
}

void fj_dec_begin(FjDecoder *d, const FjDecOptions *o, const FjAlloc *alloc,
                  const char *s, size_t n) {
  static const FjBuf empty = { NULL, NULL, 0, 0 };
  d->opt = o;
  d->pace.active = 0;
  d->alloc = *alloc;
  d->text = d->start = d->at = d->token = s;
  d->end = s + n;
  d->levels = NULL;
  d->level_cap = d->depth = d->keys = 0;
  d->unescaped = empty;
  d->status = d->expected = FJ_ERR_OK;
}

void fj_dec_end(FjDecoder *d) {
  if (d->levels != NULL)
    d->alloc.fn(d->alloc.ud, d->levels, d->level_cap * sizeof *d->levels, 0);
  fj_buf_free(&d->unescaped, &d->alloc);
}

int fj_dec_fail(FjDecoder *d, FjStatus status, const char *at) {
  d->status = d->expected = status;
  d->at = d->token = at;
  return 0;
}

int fj_dec_lost(FjDecoder *d, FjStatus expected, const char *token) {
  d->expected = expected;
  d->token = token;
  return 0;
}

/* -- Levels -------------------------------------------------------------------------- */

int fj_dec_levels_grow(FjDecoder *d) {
  size_t cap = d->level_cap == 0 ? 32 : d->level_cap * 2;
  FjLevel *levels;
  if (cap > (size_t)-1 / 2 / sizeof *levels) return fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
  levels = (FjLevel *)d->alloc.fn(d->alloc.ud, d->levels, d->level_cap * sizeof *levels,
                                  cap * sizeof *levels);
  if (levels == NULL) return fj_dec_fail(d, FJ_ERR_MEMORY, d->end);
  d->levels = levels;
  d->level_cap = cap;
  return 1;
}

/* -- Strings ------------------------------------------------------------------------- */

static FjStatus status_of(FjUnescapeStatus s) {
  switch (s) {
  case FJ_UNESCAPE_BAD_ESCAPE: return FJ_ERR_ESCAPE;
  case FJ_UNESCAPE_BAD_UNICODE: return FJ_ERR_UNICODE;
  case FJ_UNESCAPE_LONE_SURROGATE: return FJ_ERR_SURROGATE;
  case FJ_UNESCAPE_CONTROL: return FJ_ERR_CONTROL;
  case FJ_UNESCAPE_BAD_UTF8: return FJ_ERR_TEXT_UTF8;
  default: return FJ_ERR_END;
  }
}

int fj_dec_unescape(FjDecoder *d, FjUtf8Mode bytes, const char *p, const char **s,
                    size_t *n, const char **close) {
  FjUtf8Mode surrogates = d->opt->pair_error   ? FJ_UNESCAPE_NO_SURROGATES
                          : d->opt->lone_error ? FJ_UTF8_ERROR
                                               : d->opt->utf8;
  FjUnescape u;
  FjUnescapeStatus status;
  size_t used = 0;
  u.p = p;
  u.limit = d->end;
  u.controls = d->opt->controls;
  do {
    size_t room = d->unescaped.cap == 0 ? 1 : d->unescaped.cap; /* doubles it */
    if (!fj_buf_reserve(&d->unescaped, &d->alloc, used, used == 0 ? 1 : room))
      return fj_dec_fail(d, FJ_ERR_MEMORY, p);
    u.w = d->unescaped.base + used;
    u.end = d->unescaped.base + d->unescaped.cap;
    status = fj_unescape(&u, bytes, surrogates);
    used = (size_t)(u.w - d->unescaped.base);
  } while (status == FJ_UNESCAPE_FULL);
  if (status != FJ_UNESCAPE_OK) {
    const char *bad = u.bad < d->end ? u.bad : d->end;
    return fj_dec_fail(d, bad == d->end ? FJ_ERR_END : status_of(status), bad);
  }
  *s = d->unescaped.base;
  *n = used;
  *close = u.p;
  return 1;
}

/* Reads eight bytes at a time, the last eight again; bytes after a short string become
** spaces.  Bit 7 of `any` shows non-ASCII bytes.  Subtracting 0x20 sets bit 7 of a
** byte below 0x20; its borrow only reaches later bytes, so a result is never false. */
static int is_plain_ascii(const char *s, size_t n, const char *limit, int *control) {
  const uint64_t high = UINT64_C(0x8080808080808080);
  const uint64_t spaces = UINT64_C(0x2020202020202020);
  uint64_t any = 0, below = 0, eight;
  size_t i;
  if (n >= 8) {
    for (i = 0; i < n; i += 8) {
      eight = fj_load64_le(s + (i + 8 <= n ? i : n - 8));
      any |= eight;
      below |= (eight - spaces) & ~eight;
    }
  } else if (limit - s >= 8) {
    uint64_t kept = (UINT64_C(1) << (8 * n)) - 1;
    any = (fj_load64_le(s) & kept) | (spaces & ~kept);
    below = (any - spaces) & ~any;
  } else {
    for (i = 0; i < n; i++) {
      any |= (unsigned char)s[i];
      below |= (unsigned char)s[i] < 0x20 ? high : 0;
    }
  }
  *control = (below & high) != 0;
  return (any & high) == 0;
}

int fj_dec_is_text(const FjDecoder *d, const char *s, size_t n) {
  int control, ascii = is_plain_ascii(s, n, d->end, &control);
  if (FJ_LIKELY(ascii && !control)) return 1;
  if (control && d->opt->controls && memchr(s, 0, n) == NULL) control = 0;
  if (!control && (ascii || d->opt->utf8 == FJ_UTF8_PASS)) return 1;
  return !control && fj_utf8_invalid_at(s, n) == n;
}

int fj_dec_text(FjDecoder *d, const char **s, size_t *n) {
  const char *close;
  if (FJ_LIKELY(fj_dec_is_text(d, *s, *n))) return 1;
  return fj_dec_unescape(d, d->opt->utf8, *s, s, n,
                         &close); /* reports the error, or replaces it */
}

/* -- Space, literals ----------------------------------------------------------------- */

/* clang-format off */
const unsigned char fj_dec_classes[256] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, /* 00 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 10 */
  1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, /* 20 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 30 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 40 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, /* 50 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 60 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 3, 0, 0, /* 70 */
};
/* clang-format on */

static const char *skip_comment(const FjDecoder *d, const char *p) {
  const char stop = d->opt->c_comments ? '\0' : '\r', *q = p + 2;
  if (p[1] == '/') {
    while (q < d->end && *q != '\n' && *q != stop) q++;
    return q;
  }
  if (p[1] != '*') return p;
  for (; q < d->end && (*q != 0 || stop != 0); q++)
    if (q[0] == '*' && q[1] == '/') return q + 2;
  return p; /* not closed: the error is at the slash */
}

const char *fj_dec_skip(FjDecoder *d, const char *p) {
  for (;;) {
    const char *q;
    while (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t') p++;
    if (*p != '/' || !d->opt->comments) return p;
    q = skip_comment(d, p);
    if (q == p) return p;
    p = q;
  }
}

const char *fj_dec_literal(const char *p, const char *text) {
  while (*text != 0 && *p == *text) p++, text++;
  return p;
}

/* -- Numbers that drop-ins accept beyond JSON, as strtod reads them in the C locale
** (C11 7.22.1.3).  Correctly rounded: fj_read.h reads decimal ones in JSON's form;
** hexadecimal ones are scaled by a power of two (subnormals are rounded twice). -- */

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  c = (char)(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Does the text begin with the lower case `word`, ignoring case?  Stops at a NUL. */
static int begins(const char *p, const char *word) {
  for (; *word != 0; p++, word++)
    if ((*p | 32) != *word) return 0;
  return 1;
}

static void set(FjNumber *out, double d, int minus, const char *end) {
  out->kind = FJ_NUM_DOUBLE;
  out->d = minus ? -d : d;
  out->end = end;
}

/* "nan", optionally followed by (letters, digits, underscores). */
static const char *nan_end(const char *p) {
  const char *q = p + 3;
  if (*q != '(') return q;
  do q++;
  while (is_digit(*q) || *q == '_' || ((*q | 32) >= 'a' && (*q | 32) <= 'z'));
  return *q == ')' ? q + 1 : p + 3;
}

/* Reads an exponent after its letter and moves *p past its digits, if there are any. */
static long exponent(const char **p, const char *limit) {
  const char *q = *p;
  int minus = q < limit && *q == '-';
  long n = 0;
  if (q < limit && (*q == '-' || *q == '+')) q++;
  if (q >= limit || !is_digit(*q)) return 0;
  for (; q < limit && is_digit(*q); q++)
    if (n < 1000000) n = n * 10 + (*q - '0');
  *p = q;
  return minus ? -n : n;
}

/* Reads what follows "0x"; 0 = no digit.  Digits beyond 64 bits only affect rounding:
** one that is not 0 sets the last bit, so the double is correct. */
static int read_hex(const char *p, const char *limit, int minus, FjNumber *out) {
  uint64_t m = 0;
  long scale = 0;
  int any = 0, point = 0;
  for (; p < limit; p++) {
    int digit = hex_digit(*p);
    if (*p == '.' && !point) {
      point = 1;
      continue;
    }
    if (digit < 0) break;
    any = 1;
    if (m >> 60 == 0) {
      m = m << 4 | (uint64_t)digit;
      scale -= point * 4;
    } else {
      m |= digit != 0;
      scale += !point * 4;
    }
  }
  if (!any) return 0;
  out->end = p;
  if (p < limit && (*p | 32) == 'p') {
    const char *q = p + 1;
    scale += exponent(&q, limit);
    if (q != p + 1) out->end = q;
  }
  if (scale > 100000) scale = 100000;
  if (scale < -100000) scale = -100000;
  set(out, ldexp((double)m, (int)scale), minus, out->end);
  return 1;
}

/* Reads the decimal number at p, after its sign, by rewriting it in JSON's form. */
static int read_decimal(FjDecoder *d, const char *p, int minus, FjNumber *out) {
  const char *limit = d->end, *whole = p, *whole_end, *part, *part_end, *end;
  size_t n;
  char *w;
  while (p < limit && is_digit(*p)) p++;
  whole_end = part = part_end = end = p;
  if (p < limit && *p == '.') {
    part = ++p;
    while (p < limit && is_digit(*p)) p++;
    part_end = p;
    if (part_end == part && whole_end == whole) return 0;
    end = p;
  } else if (whole_end == whole) {
    return 0;
  }
  while (whole < whole_end - 1 && *whole == '0') whole++;
  if (p < limit && (*p | 32) == 'e') {
    const char *q = p + 1;
    exponent(&q, limit);
    if (q != p + 1) end = q;
  }
  n = (size_t)(whole_end - whole) + (size_t)(end - part) + 16;
  if (!fj_buf_reserve(&d->unescaped, &d->alloc, 0, n)) {
    fj_dec_fail(d, FJ_ERR_MEMORY, p);
    return -1;
  }
  w = d->unescaped.base;
  if (minus) *w++ = '-';
  if (whole == whole_end) *w++ = '0';
  memcpy(w, whole, (size_t)(whole_end - whole));
  w += whole_end - whole;
  if (part_end != part) {
    *w++ = '.';
    memcpy(w, part, (size_t)(part_end - part));
    w += part_end - part;
  }
  memcpy(w, part_end, (size_t)(end - part_end));
  w += end - part_end;
  *w = 0;
  fj_read_number_any(d->unescaped.base, w, out);
  /* A point or an exponent letter makes a float, even if no digits follow. */
  if (out->kind == FJ_NUM_INT && whole_end < limit &&
      (*whole_end == '.' || (*whole_end | 32) == 'e')) {
    out->kind = FJ_NUM_DOUBLE;
    out->d = (double)out->i;
  }
  out->end = end;
  return 1;
}

/* Does c_numbers = "some" exclude this? */
static int is_odd(const char *p) {
  if (*p == '+') return 1;
  if (*p == '-') p++;
  if (*p == '0') return (p[1] | 32) == 'x' || is_digit(p[1]);
  return begins(p, "inf") || begins(p, "nan");
}

int fj_dec_number_c(FjDecoder *d, const char *p, FjNumber *out) {
  const char *q = p;
  int minus = *q == '-', found;
  if (d->opt->c_numbers == FJ_C_NUMBERS_SOME && (is_odd(p) || *p > '9'))
    return fj_dec_fail(d, FJ_ERR_NUMBER_SYNTAX, p);
  if (*q == '-' || *q == '+') q++;
  if (begins(q, "inf")) {
    set(out, HUGE_VAL, minus, q + (begins(q, "infinity") ? 8 : 3));
    return 1;
  }
  if (begins(q, "nan")) {
    set(out, (double)NAN, minus, nan_end(q));
    return 1;
  }
  if (*q == '0' && (q[1] | 32) == 'x' && read_hex(q + 2, d->end, minus, out)) return 1;
  found = read_decimal(d, q, minus, out);
  if (found < 0) return 0;
  return found ? 1 : fj_dec_fail(d, FJ_ERR_NUMBER_SYNTAX, p);
}

/*
** fj_check.c - the strict checker: one pass, no recursion; a bit a level says whether it is
** an object.
** SPDX-License-Identifier: MIT
*/
#include "dec/fj_check.h"

#include <string.h>

#include "core/fj_utf8.h"

/* Each scanner takes the place where its part starts and returns the place behind it, or
** NULL with *bad set to the byte that cannot stand there. */

static const char *skip_space(const char *p, const char *end) {
  while (p != end && (*p == ' ' || *p == '\n' || *p == '\r' || *p == '\t')) p++;
  return p;
}

static int is_digit(const char *p, const char *end) {
  return p != end && *p >= '0' && *p <= '9';
}

static const char *fail(const char *at, const char **bad) {
  *bad = at;
  return NULL;
}

static const char *digits(const char *p, const char *end, const char **bad) {
  if (!is_digit(p, end)) return fail(p, bad);
  while (is_digit(p, end)) p++;
  return p;
}

static const char *number(const char *p, const char *end, const char **bad) {
  if (*p == '-') p++;
  if (p != end && *p == '0')
    p++;
  else if ((p = digits(p, end, bad)) == NULL)
    return NULL;
  if (p != end && *p == '.' && (p = digits(p + 1, end, bad)) == NULL) return NULL;
  if (p == end || (*p != 'e' && *p != 'E')) return p;
  p++;
  if (p != end && (*p == '+' || *p == '-')) p++;
  return digits(p, end, bad);
}

static const char *literal(const char *p, const char *end, const char *text,
                           const char **bad) {
  for (; *text != 0; text++, p++)
    if (p == end || *p != *text) return fail(p, bad);
  return p;
}

/* Four hex digits. */
static const char *hex4(const char *p, const char *end, unsigned *code,
                        const char **bad) {
  int i;
  *code = 0;
  for (i = 0; i < 4; i++, p++) {
    unsigned c = p == end ? 0 : (unsigned char)*p;
    if (c >= '0' && c <= '9')
      c -= '0';
    else if ((c | 32) >= 'a' && (c | 32) <= 'f')
      c = (c | 32) - 'a' + 10;
    else
      return fail(p, bad);
    *code = *code << 4 | c;
  }
  return p;
}

/* Behind the backslash. */
static const char *escape(const char *p, const char *end, const char **bad) {
  const char *start = p - 1;
  unsigned code;
  if (p == end) return fail(p, bad);
  if (*p != 'u') return memchr("\"\\/bfnrt", *p, 8) != NULL ? p + 1 : fail(p, bad);
  p = hex4(p + 1, end, &code, bad);
  if (p == NULL || code < 0xD800 || code > 0xDFFF) return p;
  if (code > 0xDBFF) return fail(start, bad);
  if (p == end || (p + 1 == end && *p == '\\')) return fail(end, bad);
  if (p[0] != '\\' || p[1] != 'u') return fail(start, bad);
  p = hex4(p + 2, end, &code, bad);
  if (p != NULL && (code < 0xDC00 || code > 0xDFFF)) return fail(start, bad);
  return p;
}

/* Are the eight bytes at p all ASCII, and none a quote, a backslash or a control character?
** A byte that is one of these sets its highest bit in one of the four terms; a borrow can
** only come from such a byte, so it does no harm that it makes the next one suspect. */
static int plain8(const char *p) {
  const uint64_t each = UINT64_C(0x0101010101010101);
  uint64_t x;
  memcpy(&x, p, sizeof x);
  x |= (x - 0x20 * each) | ((x ^ 0x22 * each) - each) | ((x ^ 0x5C * each) - each);
  return (x & 0x80 * each) == 0;
}

/* Behind the opening quote. */
static const char *string(const char *p, const char *end, const char **bad) {
  while (p != end) {
    unsigned char c = (unsigned char)*p;
    if (end - p >= 8 && plain8(p)) {
      p += 8;
      continue;
    }
    if (c == '"') return p + 1;
    if (c < 0x20) return fail(p, bad);
    if (c == '\\') {
      p = escape(p + 1, end, bad);
      if (p == NULL) return NULL;
    } else if (c < 0x80) {
      p++;
    } else {
      FjRune r = fj_utf8_decode(p, (size_t)(end - p));
      if (r.code == FJ_UTF8_BAD) return fail(p, bad);
      p += r.length;
    }
  }
  return fail(p, bad);
}

static const char *scalar(const char *p, const char *end, const char **bad) {
  if (p == end) return fail(p, bad);
  switch (*p) {
  case '"': return string(p + 1, end, bad);
  case 't': return literal(p, end, "true", bad);
  case 'f': return literal(p, end, "false", bad);
  case 'n': return literal(p, end, "null", bad);
  case '-':
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9': return number(p, end, bad);
  default: return fail(p, bad);
  }
}

/* A member's key and colon, up to where its value starts. */
static const char *member(const char *p, const char *end, const char **bad) {
  p = skip_space(p, end);
  if (p == end || *p != '"') return fail(p, bad);
  p = string(p + 1, end, bad);
  if (p == NULL) return NULL;
  p = skip_space(p, end);
  if (p == end || *p != ':') return fail(p, bad);
  return p + 1;
}

/* The open containers: a bit a level, 1 = object. */
typedef struct Levels {
  uint64_t bits[FJ_CHECK_DEPTH / 64];
  size_t depth, max;
} Levels;

static void open_level(Levels *l, int object) {
  uint64_t bit = UINT64_C(1) << (l->depth % 64);
  uint64_t *word = &l->bits[l->depth++ / 64];
  *word = object ? *word | bit : *word & ~bit;
}

static int in_object(const Levels *l) {
  return (int)(l->bits[(l->depth - 1) / 64] >> ((l->depth - 1) % 64) & 1);
}

/* Behind a value: closes what ends here, up to where the next value starts or, at the end of
** the outermost one, behind it. */
static const char *after_value(const char *p, const char *end, Levels *l,
                               const char **bad) {
  while (l->depth != 0) {
    p = skip_space(p, end);
    if (p == end) return fail(p, bad);
    if (*p == ',') return in_object(l) ? member(p + 1, end, bad) : p + 1;
    if (*p != (in_object(l) ? '}' : ']')) return fail(p, bad);
    p++;
    l->depth--;
  }
  return p;
}

/* A container's start, up to where its first value starts or, if it is empty, behind it. */
static const char *open_value(const char *p, const char *end, Levels *l,
                              const char **bad) {
  int object = *p == '{';
  if (l->depth == l->max) return fail(p, bad);
  open_level(l, object);
  p = skip_space(p + 1, end);
  if (p != end && *p == (object ? '}' : ']')) {
    l->depth--;
    return after_value(p + 1, end, l, bad);
  }
  return object ? member(p, end, bad) : p;
}

static const char *document(const char *p, const char *end, size_t max,
                            const char **bad) {
  Levels l = { { 0 }, 0, 0 };
  l.max = max < FJ_CHECK_DEPTH ? max : FJ_CHECK_DEPTH;
  do {
    p = skip_space(p, end);
    if (p != end && (*p == '[' || *p == '{')) {
      p = open_value(p, end, &l, bad);
    } else {
      p = scalar(p, end, bad);
      if (p != NULL) p = after_value(p, end, &l, bad);
    }
    if (p == NULL) return NULL;
  } while (l.depth != 0);
  return skip_space(p, end);
}

int fj_json_check(const char *s, size_t n, size_t max_depth, size_t *err_off) {
  const char *bad = s;
  const char *p = document(s, s + n, max_depth, &bad);
  if (p == s + n) return 0;
  *err_off = (size_t)((p == NULL ? bad : p) - s);
  return 1;
}

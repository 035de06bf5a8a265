/*
** fj_unescape.c — decodes strings with escapes.
** Owns: see fj_unescape.h.
** Must not know: see fj_unescape.h.
** Invariant: u->p and u->w are always between two whole characters.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_unescape.h"

#include "core/fj_config.h"
#include "core/fj_utf8.h"

#define REPLACEMENT 0xFFFDu

/* Added to a byte that is always copied. */
#define AS_IT_IS 0x80000000u

/* clang-format off */
const uint8_t fj_unescape_letter[256] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 00 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 10 */
  0, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '/', /* 20 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 30 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 40 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, 0, /* 50 */
  0, 0, '\b', 0, 0, 0, '\f', 0, 0, 0, 0, 0, 0, 0, '\n', 0, /* 60 */
  0, 0, '\r', 0, '\t', FJ_UNESCAPE_U, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 70 */
};
/* clang-format on */

/* clang-format off */
const int8_t fj_unescape_hex[256] = {
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 00 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 10 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 20 */
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1, /* 30 */
  -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 40 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 50 */
  -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 60 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 70 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 80 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* 90 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* A0 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* B0 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* C0 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* D0 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* E0 */
  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, /* F0 */
};
/* clang-format on */

/* The first byte from p up to limit that does not fit \uXXXX. */
static const char *unicode_end(const char *p, const char *limit) {
  int i;
  for (i = 0; i < FJ_UNESCAPE_LENGTH && p < limit; i++, p++) {
    if (i == 0 ? *p != '\\' : i == 1 ? *p != 'u' : fj_unescape_hex[(uint8_t)*p] < 0)
      break;
  }
  return p;
}

/* -- One character ------------------------------------------------------------------------ */

/* The character at p: `length` bytes that stand for `code`; or an error, see `status`. */
typedef struct Character {
  FjUnescapeStatus status;
  uint32_t code;
  int length;
  const char *bad;
} Character;

static Character failed(FjUnescapeStatus status, const char *bad) {
  Character c;
  c.status = status;
  c.code = 0;
  c.length = 0;
  c.bad = bad;
  return c;
}

static Character found(uint32_t code, int length) {
  Character c;
  c.status = FJ_UNESCAPE_OK;
  c.code = code;
  c.length = length;
  c.bad = NULL;
  return c;
}

/* p is at the backslash of an unpaired surrogate's escape. */
static Character lone(const char *p, uint32_t code, FjUtf8Mode surrogates) {
  if (surrogates == FJ_UTF8_ERROR || surrogates == FJ_UNESCAPE_NO_SURROGATES)
    return failed(FJ_UNESCAPE_LONE_SURROGATE, p);
  return found(surrogates == FJ_UTF8_REPLACE ? REPLACEMENT : code, FJ_UNESCAPE_LENGTH);
}

/* p is at the backslash of a surrogate's escape. */
static Character surrogate(const char *p, const char *limit, uint32_t high,
                           FjUtf8Mode surrogates) {
  const char *q = p + FJ_UNESCAPE_LENGTH;
  uint32_t low;
  if (high >= 0xDC00 || surrogates == FJ_UNESCAPE_NO_SURROGATES)
    return lone(p, high, surrogates);
  if (limit - q < FJ_UNESCAPE_LENGTH) {
    if (unicode_end(q, limit) == limit) return failed(FJ_UNESCAPE_UNTERMINATED, limit);
    return lone(p, high, surrogates);
  }
  low = fj_unescape_hex4(q + 2);
  if (q[0] != '\\' || q[1] != 'u' || low - 0xDC00 >= 0x400) {
    return lone(p, high, surrogates);
  }
  return found(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00),
               2 * FJ_UNESCAPE_LENGTH);
}

/* p is at the backslash of a \u that is not followed by four hex digits. */
static FJ_COLD Character bad_unicode(const char *p, const char *limit) {
  const char *bad = unicode_end(p, limit);
  return failed(bad == limit ? FJ_UNESCAPE_UNTERMINATED : FJ_UNESCAPE_BAD_UNICODE, bad);
}

FJ_INLINE Character unicode_escape(const char *p, const char *limit,
                                   FjUtf8Mode surrogates) {
  uint32_t code = limit - p < FJ_UNESCAPE_LENGTH ? 0x10000 : fj_unescape_hex4(p + 2);
  if (code > 0xFFFF) return bad_unicode(p, limit);
  if (code >> 11 == 0xD800 >> 11) return surrogate(p, limit, code, surrogates);
  return found(code, FJ_UNESCAPE_LENGTH);
}

/* p is at a backslash. */
FJ_INLINE Character escape(const char *p, const char *limit, FjUtf8Mode surrogates) {
  uint8_t code;
  if (limit - p < 2) return failed(FJ_UNESCAPE_UNTERMINATED, limit);
  code = fj_unescape_letter[(uint8_t)p[1]];
  if (code == FJ_UNESCAPE_U) return unicode_escape(p, limit, surrogates);
  return code != 0 ? found(code, 2) : failed(FJ_UNESCAPE_BAD_ESCAPE, p + 1);
}

/* p is at a non-ASCII byte. */
static Character not_ascii(const char *p, const char *limit, FjUtf8Mode bytes) {
  FjRune r = fj_utf8_decode(p, (size_t)(limit - p));
  if (r.code != FJ_UTF8_BAD) return found(r.code, (int)r.length);
  if (bytes == FJ_UTF8_REPLACE) return found(REPLACEMENT, (int)r.length);
  return failed(FJ_UNESCAPE_BAD_UTF8, p);
}

/* -- All of them -------------------------------------------------------------------------- */

/* Sets bit 7 of the first of eight bytes that is a quote, a backslash, a control
** character or, if `high` is all ones, not ASCII; and of no byte before it.  Only such a
** byte can cause a borrow. */
FJ_INLINE uint64_t special_bytes(uint64_t x, uint64_t high) {
  const uint64_t each = UINT64_C(0x0101010101010101);
  uint64_t ascii =
      (x - 0x20 * each) | ((x ^ 0x22 * each) - each) | ((x ^ 0x5C * each) - each);
  return ((ascii & ~x) | (x & high)) & 0x80 * each;
}

/* Any character at p. */
FJ_INLINE Character character(const char *p, const char *limit, FjUtf8Mode bytes,
                              FjUtf8Mode surrogates) {
  uint8_t c;
  if (p == limit) return failed(FJ_UNESCAPE_UNTERMINATED, p);
  c = (uint8_t)*p;
  if (c == '\\') return escape(p, limit, surrogates);
  if (c == '"') return failed(FJ_UNESCAPE_OK, p);
  if (c < 0x20) return failed(FJ_UNESCAPE_CONTROL, p);
  if (c < 0x80) return found(c, 1);
  if (bytes == FJ_UTF8_PASS) return found(AS_IT_IS | c, 1);
  return not_ascii(p, limit, bytes);
}

/* Writes a character; NULL if there is no room. */
FJ_INLINE char *put(char *w, const char *end, uint32_t code) {
  char text[4];
  size_t n;
  if (FJ_LIKELY(end - w >= 4)) {
    *w = (char)code;
    return code < 0x80 || code >= AS_IT_IS ? w + 1 : fj_utf8_put(w, code);
  }
  text[0] = (char)code;
  n = code >= AS_IT_IS ? 1 : (size_t)(fj_utf8_put(text, code) - text);
  if ((size_t)(end - w) < n) return NULL;
  memcpy(w, text, n);
  return w + n;
}

/* The length of the sequence at the start of x if it is well-formed and has two or three
** bytes; else 0.  Three bytes that begin with ten bits below 0x20 are overlong, and from
** 0x360 to 0x37F they are a surrogate. */
FJ_INLINE unsigned sequence_length(uint64_t x) {
  unsigned ten = (unsigned)(x << 6 & 0x3C0) | (unsigned)(x >> 8 & 0x3F);
  if ((x & 0xC0C0F0) == 0x8080E0) return ten >= 0x20 && ten >> 5 != 0x1B ? 3 : 0;
  return (x & 0xC0E0) == 0x80C0 && (x & 0x1E) != 0 ? 2 : 0;
}

/* Decodes successive \uXXXX up to something else or a surrogate; returns its position. */
FJ_INLINE const char *unicode_run(const char *p, const char *limit, char **at,
                                  const char *end) {
  char *w = *at;
  while (limit - p >= FJ_UNESCAPE_LENGTH && end - w >= 4 && p[0] == '\\' && p[1] == 'u') {
    uint32_t code = fj_unescape_hex4(p + 2);
    if (code > 0xFFFF || code >> 11 == 0xD800 >> 11) break;
    w = fj_utf8_put(w, code);
    p += FJ_UNESCAPE_LENGTH;
  }
  *at = w;
  return p;
}

FjUnescapeStatus fj_unescape(FjUnescape *u, FjUtf8Mode bytes, FjUtf8Mode surrogates) {
  const uint64_t high = bytes == FJ_UTF8_PASS ? 0 : UINT64_MAX;
  const char *p = u->p, *const limit = u->limit, *const end = u->end;
  char *w = u->w, *next;
  Character c;
  for (;;) {
    while (limit - p >= 8 && end - w >= 8) {
      uint64_t x = fj_load64_le(p), special = special_bytes(x, high);
      unsigned n = special == 0 ? 8 : fj_ctz64(special) >> 3;
      fj_store64_le(w, x);
      if (n == 0 && (n = sequence_length(x)) == 0) break;
      p += n;
      w += n;
      if (special != 0 && (uint8_t)*p < 0x80) break;
    }
    next = w;
    p = unicode_run(p, limit, &w, end);
    if (w != next) continue;
    c = character(p, limit, bytes, surrogates);
    if (c.status == FJ_UNESCAPE_CONTROL && u->controls && *p != 0)
      c = found((uint8_t)*p, 1);
    if (c.length == 0) break;
    next = put(w, end, c.code);
    if (next == NULL) {
      c.status = FJ_UNESCAPE_FULL;
      break;
    }
    w = next;
    p += c.length;
  }
  u->p = c.status == FJ_UNESCAPE_UNTERMINATED ? limit : p;
  u->w = w;
  u->bad = c.bad;
  return c.status;
}

/*
** fj_unescape.h — decodes a JSON string with escapes.
** Owns: the escapes of RFC 8259, surrogate pairs, and what a string must not contain.
** Must not know: Lua, how a string's end is found without reading all of it.
** Invariant: nothing at or beyond `limit` is read, nothing at or beyond `end` written.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_UNESCAPE_H
#define FJ_UNESCAPE_H

#include "core/fj_escape.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

typedef enum FjUnescapeStatus {
  FJ_UNESCAPE_OK,          /* p is at the closing quote, w after the text */
  FJ_UNESCAPE_FULL,        /* the next character needs more room; see FJ_UNESCAPE_ROOM */
  FJ_UNESCAPE_BAD_ESCAPE,  /* p is at a backslash, bad at the wrong byte after it */
  FJ_UNESCAPE_BAD_UNICODE, /* p is at the backslash of \u, bad at the wrong digit */
  FJ_UNESCAPE_LONE_SURROGATE, /* p and bad are at the backslash of an unpaired \uDxxx */
  FJ_UNESCAPE_CONTROL,        /* p and bad are at a byte below 32 */
  FJ_UNESCAPE_BAD_UTF8,    /* p and bad are at the first byte of an ill-formed sequence */
  FJ_UNESCAPE_UNTERMINATED /* the text ends in the string: p and bad are the limit */
} FjUnescapeStatus;

/* The position, after the opening quote or at the first byte of a later character, and
** the window for the output. */
typedef struct FjUnescape {
  const char *p, *limit;
  char *w, *end;
  const char *bad;
  int controls; /* control characters except NUL are ordinary characters */
} FjUnescape;

/* The room that n bytes of any string need; n is enough unless `bytes` is
** FJ_UTF8_REPLACE, where a bad byte becomes three. */
#define FJ_UNESCAPE_ROOM(n, bytes) ((bytes) == FJ_UTF8_REPLACE ? 3 * (n) : (n))

/* For `surrogates`: escapes of paired ones are also errors. */
#define FJ_UNESCAPE_NO_SURROGATES FJ_UTF8_MODES

/* Decodes up to the closing quote.  After FJ_UNESCAPE_FULL it can be called again with
** another window.  `bytes` says how to treat ill-formed UTF-8 (FJ_UTF8_PASS also if the
** text is known to be well-formed), `surrogates` how to treat escapes of lone surrogates:
** an error, U+FFFD, or the three bytes that they would have as characters. */
FjUnescapeStatus fj_unescape(FjUnescape *u, FjUtf8Mode bytes, FjUtf8Mode surrogates);

/* -- For the kernels (simd/fj_unescape_impl.h) ---------------------------------------- */

/* What the byte after a backslash stands for: 0 = nothing, FJ_UNESCAPE_U = \u. */
#define FJ_UNESCAPE_U 1
extern const uint8_t fj_unescape_letter[256];

/* A hex digit's value; -1 = none. */
extern const int8_t fj_unescape_hex[256];

/* The length of \u and its digits. */
#define FJ_UNESCAPE_LENGTH 6

/* The value of four hex digits; above 0xFFFF if one of them is not a hex digit. */
FJ_INLINE uint32_t fj_unescape_hex4(const char *s) {
  const uint8_t *p = (const uint8_t *)s;
  return (uint32_t)fj_unescape_hex[p[0]] << 12 | (uint32_t)fj_unescape_hex[p[1]] << 8 |
         (uint32_t)fj_unescape_hex[p[2]] << 4 | (uint32_t)fj_unescape_hex[p[3]];
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

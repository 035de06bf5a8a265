/*
** fj_utf8.h — UTF-8, one sequence at a time.
** Owns: which text is well-formed (Unicode table 3-7: no overlong forms, no surrogates,
** nothing above U+10FFFF) and where an ill-formed sequence ends (its maximal subpart).
** Must not know: JSON, instruction sets.
** Invariant: no function reads at or past s + n.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_UTF8_H
#define FJ_UTF8_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

/* The code of an ill-formed sequence; never a code point. */
#define FJ_UTF8_BAD 0xFFFFFFFFu

typedef struct FjRune {
  uint32_t code;   /* the code point, or FJ_UTF8_BAD */
  uint32_t length; /* its length: 1 to 4 bytes; the maximal subpart if ill-formed */
} FjRune;

/* Decodes the sequence at s; n >= 1. */
FjRune fj_utf8_decode(const char *s, size_t n);

/* Writes one code point (not a surrogate) as UTF-8 and returns the new end. */
FJ_INLINE char *fj_utf8_put(char *w, uint32_t code) {
  if (code < 0x80) {
    *w++ = (char)code;
    return w;
  }
  if (code < 0x800) {
    *w++ = (char)(0xC0 | code >> 6);
  } else {
    if (code < 0x10000) {
      *w++ = (char)(0xE0 | code >> 12);
    } else {
      *w++ = (char)(0xF0 | code >> 18);
      *w++ = (char)(0x80 | (code >> 12 & 0x3F));
    }
    *w++ = (char)(0x80 | (code >> 6 & 0x3F));
  }
  *w++ = (char)(0x80 | (code & 0x3F));
  return w;
}

/* The order of a and b, well-formed UTF-8, by UTF-16 units: < 0, 0 or > 0. */
int fj_utf8_order16(const char *a, size_t na, const char *b, size_t nb);

/* Offset of the first byte of the first ill-formed sequence, or n if there is none. */
size_t fj_utf8_invalid_at(const char *s, size_t n);

/* 1 if s[0..n) is well-formed; fast without a byte shuffle. */
int fj_utf8_valid_words(const char *s, size_t n);

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

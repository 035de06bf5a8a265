/*
** fj_plain.h - what the grammar is bound with in plain C, for consumers that are not bound to an
** instruction set.  Such a consumer is one file: its operations, this header, the grammar.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PLAIN_H
#define FJ_PLAIN_H

#include <math.h>
#include <string.h>

#include "dec/fj_dec.h"
#include "vm/fj_compat.h"

/* The first quote or backslash at p or behind it, or limit: eight bytes at a time.  A byte that is
** one sets its highest bit in one of two terms; so does one behind it at most. */
FJ_INLINE const char *fj_plain_string_end(const char *p, const char *limit) {
  const uint64_t each = UINT64_C(0x0101010101010101);
  for (; limit - p >= 8; p += 8) {
    uint64_t x = fj_load64_le(p), quote = x ^ 0x22 * each, slash = x ^ 0x5C * each;
    uint64_t found = ((quote - each) & ~quote) | ((slash - each) & ~slash);
    if ((found &= 0x80 * each) != 0) return p + fj_ctz64(found) / 8;
  }
  while (p < limit && *p != '"' && *p != '\\') p++;
  return p;
}

#define fj_index_string_end fj_plain_string_end
#define FJ_TOKENS_DIRECT_ONLY
#include "dec/fj_tokens_impl.h"

#define FJ_PARSE_INDEXED 0

#endif

/*
** fj_rewrite.h - a text in canonical form (RFC 8785).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_REWRITE_H
#define FJ_REWRITE_H

#include "core/fj_buf.h"
#include "core/fj_status.h"

/* Writes the canonical form of the JSON text s[0..n), which a NUL follows, to `out`,
** which must be empty and which the caller always frees; *len is its length.  Errors:
** FJ_ERR_DUPLICATE, FJ_ERR_INEXACT (an integer that no double holds, unless RFC 8785
** prints the nearest one like it), FJ_ERR_NUMBER (out of range), and those of a text
** that is not JSON.  Except for sorting, time and memory are linear in n. */
FjStatus fj_rewrite_canonical(const char *s, size_t n, const FjAlloc *alloc, FjBuf *out,
                              size_t *len);

#endif

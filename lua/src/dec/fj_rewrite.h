/*
** fj_rewrite.h - a text in canonical form (RFC 8785).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_REWRITE_H
#define FJ_REWRITE_H

#include "core/fj_buf.h"
#include "core/fj_status.h"

/* The canonical form of the JSON text s[0..n), with a NUL behind it, in `out`, which is empty and
** which the caller frees in any case; *len is its length.  What no canonical form stands for
** is an error: FJ_ERR_DUPLICATE, FJ_ERR_INEXACT (an integer that a double does not hold, and that
** is not what RFC 8785 prints for the nearest one), FJ_ERR_NUMBER (beyond the doubles); so is
** a text that is no JSON.  Time and memory are linear in n, but for sorting. */
FjStatus fj_rewrite_canonical(const char *s, size_t n, const FjAlloc *alloc, FjBuf *out,
                              size_t *len);

#endif

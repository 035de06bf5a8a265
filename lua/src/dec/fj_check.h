/*
** fj_check.h - whether a text is one JSON value (RFC 8259), nothing made of it.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_CHECK_H
#define FJ_CHECK_H

#include "core/fj_buf.h"
#include "core/fj_status.h"

/* Strict: the whole text is one value, with white space around it at most; well-formed UTF-8,
** no lone surrogate escapes, no control characters in strings.  There is a NUL behind it.
** FJ_ERR_OK if s[0..n) is valid; else why not, and *err_off is the offset of the first byte that
** cannot stand there (n when the text ends too early).  Nesting deeper than max_depth (at most
** FJ_CHECK_DEPTH) is not valid. */
FjStatus fj_check(const char *s, size_t n, size_t max_depth, const FjAlloc *alloc,
                  size_t *err_off);

#define FJ_CHECK_DEPTH 4096

/* The operations of the consumer that makes nothing: fleece.valid, fleece.raw, and the search for an
** error. */
#define check_value(d, level, p)     FJ_READ
#define check_null(d, level)         1
#define check_bool(d, b)             1
#define check_int(d, i)              1
#define check_float(d, x)            1
#define check_bigint(d, p, n, x)     1
#define check_string(d, s, n)        1
#define check_guess(d, level, s)     NULL
#define check_key(d, level, p, s, n) 1
#define check_open(d)                1
#define check_close(d)               1
#define check_start(d)               1
#define check_finish(d)              1

#endif

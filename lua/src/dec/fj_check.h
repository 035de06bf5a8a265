/*
** fj_check.h - checks that a text is one JSON value (RFC 8259); builds nothing.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_CHECK_H
#define FJ_CHECK_H

#include "core/fj_buf.h"
#include "core/fj_status.h"

/* Strict: the text is one value, white space at most around it; well-formed UTF-8; no
** lone surrogate escapes and no control characters in strings.  A NUL must follow the
** text.  Returns FJ_ERR_OK if s[0..n) is valid.  Otherwise returns the reason;
** *err_off is then the offset of the first wrong byte (n if the text ends too early).
** Nesting beyond max_depth (at most FJ_CHECK_DEPTH) is invalid. */
FjStatus fj_check(const char *s, size_t n, size_t max_depth, const FjAlloc *alloc,
                  size_t *err_off);

#define FJ_CHECK_DEPTH 4096

/* The consumer that builds nothing: fleece.valid, fleece.raw, the search for an error. */
#define check_value(d, level, p)     FJ_READ
#define check_null(d, level)         1
#define check_bool(d, b)             1
#define check_int(d, i)              1
#define check_float(d, x)            1
#define check_bigint(d, p, n, x)     1
#define check_string(d, s, n)        ((void)(s), (void)(n), 1)
#define check_guess(d, level, s)     NULL
#define check_key(d, level, p, s, n) ((void)(s), (void)(n), 1)
#define check_open(d)                1
#define check_close(d)               1
#define check_start(d)               1
#define check_finish(d)              1

#endif

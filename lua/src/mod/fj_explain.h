/*
** fj_explain.h - what is said when decoding fails.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_EXPLAIN_H
#define FJ_EXPLAIN_H

#include "dec/fj_dec.h"

/* Ends a failed call and raises its error: a string with its position, or in the safe
** functions a table {code, message, line, column, offset, path, excerpt}. */
int fj_explain_raise(FjDecoder *d);

/* Ends a failed call that does not raise: behind the value on top of the stack pushes message
** and detail.  Returns 3. */
int fj_explain_return(FjDecoder *d);

#endif

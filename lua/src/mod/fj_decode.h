/*
** fj_decode.h - one decoding, and what is said when it fails.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DECODE_H
#define FJ_DECODE_H

#include "dec/fj_dec.h"

/* Decodes d->text; the value is on top of the stack.  0 = failed. */
int fj_decode(FjDecoder *d);

/* The same, but nothing is made. */
int fj_valid(FjDecoder *d);

/* Ends a failed call and raises its error: a string with its position, or in the safe
** functions a table {code, message, line, column, offset, path, excerpt}. */
int fj_decode_raise(FjDecoder *d);

/* Ends a failed call that does not raise: behind the value on top of the stack pushes message
** and detail.  Returns 3. */
int fj_decode_explain(FjDecoder *d);

#endif

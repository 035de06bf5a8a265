/*
** fj_raise.h - errors as Lua users see them.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_RAISE_H
#define FJ_RAISE_H

#include "dec/fj_dec.h"
#include "enc/fj_enc.h"

/* Name of the metatable of error details. */
#define FJ_DETAIL "fleece.detail"

/* Ends the call that `e` belongs to and raises its error: a string with its position, or in
** the safe functions a table {code, message, path, offset}. */
int fj_raise_encode(FjEnc *e);

/* Behind the caught error on top of the stack pushes its detail: the error itself if it is
** one of ours; else (an argument, an option, Lua code that was called) one with the code CALL and,
** in the field `error`, a value that is no string.  Its message always is one, and names the
** function if Lua could not.  0 = out of memory: nothing is pushed. */
int fj_raise_detail(lua_State *L, const char *function);

/* Ends a failed call and raises its error: a string with its position, or in the safe
** functions a table {code, message, line, column, offset, path, excerpt}. */
int fj_raise_decode(FjDecoder *d);

/* Ends a failed call that does not raise: behind the value on top of the stack pushes message
** and detail.  Returns 3. */
int fj_raise_return(FjDecoder *d);

#endif

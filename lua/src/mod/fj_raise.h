/*
** fj_raise.h - errors as Lua users get them.
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

/* Pushes the detail of the caught error on top of the stack.  Our errors are their own
** detail.  Others (an argument, an option, a callback) get one with the code CALL, and
** the field `error` if they are not strings.  The message is always a string; it names
** the function if Lua could not.  0 = out of memory: nothing is pushed. */
int fj_raise_detail(lua_State *L, const char *function);

/* Ends a failed call and raises its error: a string with its position, or in the safe
** functions a table {code, message, line, column, offset, path, excerpt}. */
int fj_raise_decode(FjDecoder *d);

/* Ends a failed call that does not raise: pushes message and detail above the value on
** top of the stack.  Returns 3. */
int fj_raise_return(FjDecoder *d);

#endif

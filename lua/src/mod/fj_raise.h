/*
** fj_raise.h - errors as Lua users see them.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_RAISE_H
#define FJ_RAISE_H

#include "enc/fj_enc.h"

/* Name of the metatable of error details. */
#define FJ_DETAIL "fleece.detail"

/* Ends the call that `e` belongs to and raises its error: a string with its position, or in
** the safe functions a table {code, message, path, offset}. */
int fj_raise(FjEnc *e);

/* Whether the value at idx is such a table. */
int fj_raise_is_detail(lua_State *L, int idx);

#endif

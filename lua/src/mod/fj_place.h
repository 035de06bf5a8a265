/*
** fj_place.h - where in a text a member or an element is.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PLACE_H
#define FJ_PLACE_H

#include <lua.h>

/* place(text, position, name or number) -> position: where the value of the first member of this
** name begins, or the element of this number, from 1 on, in the object or array that begins at the
** position; nothing if there is none.  A lua_CFunction. */
int fj_place(lua_State *L);

/* place_end(text, position) -> position: the last byte of the value that begins at the position.
** A lua_CFunction. */
int fj_place_end(lua_State *L);

#endif

/*
** fj_markers.h - fleece.raw, fleece.array, fleece.object.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_MARKERS_H
#define FJ_MARKERS_H

#include <lua.h>

/* Makes the shared metatables; registers them in the table of names at `names`. */
void fj_markers_open(lua_State *L, int names);

/* Pushes text that is known to be JSON as a fleece.raw. */
void fj_raw_push(lua_State *L, const char *s, size_t n);

int fj_raw_new(lua_State *L);    /* fleece.raw(text) */
int fj_array_mark(lua_State *L); /* fleece.array([t]) */
int fj_object_mark(lua_State *L);

#endif

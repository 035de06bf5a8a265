/*
** fj_markers.h - fleece.raw, fleece.array, fleece.object.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_MARKERS_H
#define FJ_MARKERS_H

#include "dec/fj_dec.h"

/* Makes the metatables of a new state, those of buffers and of error details included; registers those of
** markers in the table of names at `names`. */
void fj_markers_open(lua_State *L, int names);

/* Pushes text that is known to be JSON as a fleece.raw. */
void fj_raw_push(lua_State *L, const char *s, size_t n);

/* Makes the decoder ready to make marked values: what becomes of integers that do not fit, and the
** metatables of what is marked, if the caller has none of its own. */
void fj_markers_ready(FjDecoder *d);

int fj_raw_new(lua_State *L);    /* fleece.raw(text) */
int fj_array_mark(lua_State *L); /* fleece.array([t]) */
int fj_object_mark(lua_State *L);

#endif

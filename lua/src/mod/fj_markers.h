/*
** fj_markers.h - fleece.raw, fleece.array, fleece.object.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_MARKERS_H
#define FJ_MARKERS_H

#include "dec/fj_dec.h"

/* Creates the metatables of a new state, including those of buffers and error details,
** and adds those of markers to the table of names at `names`. */
void fj_markers_open(lua_State *L, int names);

/* Pushes a fleece.raw of a text that is known to be JSON. */
void fj_raw_push(lua_State *L, const char *s, size_t n);

/* Prepares the decoder for integers that do not fit and for marked values.  Their
** metatables are the defaults, unless the caller has set others. */
void fj_markers_ready(FjDecoder *d);

int fj_raw_new(lua_State *L);    /* fleece.raw(text) */
int fj_array_mark(lua_State *L); /* fleece.array([t]) */
int fj_object_mark(lua_State *L);

#endif

/*
** fj_buffer.h - fleece.buffer: a userdata that collects text.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BUFFER_H
#define FJ_BUFFER_H

#include <lua.h>

#include "core/fj_buf.h"

typedef struct FjBuffer FjBuffer;

/* fleece.buffer([text, ...]); its upvalue is the metatable. */
int fj_buffer_new(lua_State *L);

/* Creates the metatable, once for each state. */
void fj_buffer_metatable_push(lua_State *L);

/* The buffer at idx, or NULL. */
FjBuffer *fj_buffer_at(lua_State *L, int idx);

/* Appends s[0..n); 0 = out of memory.  Runs no Lua code. */
int fj_buffer_append(FjBuffer *b, const FjAlloc *a, const char *s, size_t n);

#endif

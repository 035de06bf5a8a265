/*
** fj_tiny.h - texts and values of a few bytes, decoded and encoded without scratch memory.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_TINY_H
#define FJ_TINY_H

#include "dec/fj_dec.h"
#include "enc/fj_enc.h"
#include "mod/fj_state.h"

/* What this needs of a state.  It does not change, so every codec has a copy. */
typedef struct FjTiny {
  FjParse parse;
  char *(*put)(char *w, const char *s, size_t n, const FjEscape *e);
  int (*empty)(lua_State *L, int idx); /* NULL: no layout is trusted */
} FjTiny;

void fj_tiny_set(FjTiny *t, const FjScratch *s);

/* Decodes the text at 1, the only argument, and pushes its value.  0 = the text is too
** long, the options need more, or there is an error: nothing is pushed. */
int fj_tiny_decode(lua_State *L, const FjDecOptions *o, const FjTiny *t);

/* Pushes the text of the value at 1, the only argument, if it is a short scalar or an
** empty table.  0 = nothing is pushed: it is something else, or cannot be encoded. */
int fj_tiny_encode(lua_State *L, const FjOptions *o, const FjTiny *t);

#endif

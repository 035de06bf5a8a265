/*
** fj_options_read.h - options from a Lua table.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_OPTIONS_READ_H
#define FJ_OPTIONS_READ_H

#include "enc/fj_enc.h"

/* Where the option values that stay Lua values are: stack or upvalue indices, 0 = none. */
typedef struct FjRefs {
  int sort, unsupported, indent;
} FjRefs;

/* Applies the table at idx to *o.  Values that stay Lua values are pushed, refs names their
** new places.  An unknown option or a wrong type raises an error that names it. */
void fj_options_read(lua_State *L, int idx, FjOptions *o, FjRefs *refs);

/* E0..E4 from the classic's flags; other letters are ignored. */
FjEscapeMode fj_flags_read(const char *flags);

#endif

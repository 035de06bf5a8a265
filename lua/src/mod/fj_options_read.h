/*
** fj_options_read.h - options from a Lua table.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_OPTIONS_READ_H
#define FJ_OPTIONS_READ_H

#include "dec/fj_dec.h"
#include "enc/fj_enc.h"

typedef struct FjCodecOptions {
  FjOptions enc;
  FjDecOptions dec;
} FjCodecOptions;

/* Which options a call takes. */
enum { FJ_SIDE_ENC = 1, FJ_SIDE_DEC = 2, FJ_SIDE_DIALECT = 4 };

/* Where the option values that stay Lua values are: stack or upvalue indices, 0 = none. */
typedef struct FjRefs {
  int sort, unsupported, indent;
  int metatables, array_mt, object_mt; /* of a dialect; 0: not said */
  int null_value[FJ_NULL_PLACES];
  int null_set[FJ_NULL_PLACES]; /* while reading: said for that one alone */
} FjRefs;

/* Applies the table at idx to *o.  Values that stay Lua values are pushed, refs names their
** new places.  An unknown option or a wrong type raises an error that names it. */
void fj_options_read(lua_State *L, int idx, int sides, FjCodecOptions *o, FjRefs *refs);

/* The address of this is fleece.nothing: an option that asks for nil. */
extern const char fj_nothing;

/* E0 to E4 by the classic's flags, the argument at idx; others are an error. */
FjEscapeMode fj_options_flags(lua_State *L, int idx);

#endif

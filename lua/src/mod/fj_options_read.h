/*
** fj_options_read.h - reads options from a Lua table.
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

/* The groups of options that a call accepts. */
enum { FJ_SIDE_ENC = 1, FJ_SIDE_DEC = 2, FJ_SIDE_DIALECT = 4 };

/* Stack or upvalue indices of option values that stay Lua values; 0 = none. */
typedef struct FjRefs {
  int sort, unsupported, indent;
  int metatables, array_mt, object_mt; /* of a dialect; 0: not set */
  int null_value[FJ_NULL_PLACES];
  int null_set[FJ_NULL_PLACES]; /* while reading: set for this place alone */
} FjRefs;

/* Applies the table at idx to *o.  Pushes values that stay Lua values; *refs gets their
** indices.  An unknown option or a wrong type raises an error that names it. */
void fj_options_read(lua_State *L, int idx, int sides, FjCodecOptions *o, FjRefs *refs);

/* Its address is fleece.nothing, an option value that stands for nil. */
extern const char fj_nothing;

/* The classic mode, E0 to E4, for the flags at idx; other flags are an error. */
FjEscapeMode fj_options_flags(lua_State *L, int idx);

#endif

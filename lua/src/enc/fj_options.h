/*
** fj_options.h - what a caller may ask of the encoder, as the walkers see it.
** Must not know: how Lua hands options over (mod/fj_options_read.c).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_OPTIONS_H
#define FJ_OPTIONS_H

#include <stddef.h>

#include "core/fj_escape.h"

typedef enum FjSparse { FJ_SPARSE_NULL, FJ_SPARSE_OBJECT, FJ_SPARSE_ERROR } FjSparse;
typedef enum FjNan { FJ_NAN_ERROR, FJ_NAN_NULL, FJ_NAN_LITERAL, FJ_NAN_STRING } FjNan;
/* How numbers and number keys are printed: in one of the two forms of the shortest digits; floats as
** %.{float_digits}g; the same with ".0" behind what looks like an integer; integers like floats. */
typedef enum FjNumbers {
  FJ_NUMBERS_ECMA, /* what encode does */
  FJ_NUMBERS_CLASSIC,
  FJ_NUMBERS_G,
  FJ_NUMBERS_TOSTRING,
  FJ_NUMBERS_ALL_G,
  FJ_NUMBERS_FLOAT, /* integral floats with ".0" */
  FJ_NUMBERS_WIDE   /* floats as fj_put_double_wide has them */
} FjNumbers;

typedef enum FjSort { FJ_SORT_NO, FJ_SORT_BYTES, FJ_SORT_LIST, FJ_SORT_CALL } FjSort;
typedef enum FjUnsupported {
  FJ_UNSUPPORTED_ERROR,
  FJ_UNSUPPORTED_NULL,
  FJ_UNSUPPORTED_SKIP,
  FJ_UNSUPPORTED_TOSTRING,
  FJ_UNSUPPORTED_CALL
} FjUnsupported;

/* What the raw walker is compiled for.  Everything that is not one of the first three in
** its default form (indent, order, number formats, skipping) is FULL. */
typedef enum FjProfile {
  FJ_PROFILE_E0,   /* strings copied as they are */
  FJ_PROFILE_JSON, /* escape = "json", utf8 = "error": the default of encode */
  FJ_PROFILE_ANY,  /* any escape mode */
  FJ_PROFILE_FULL,
  FJ_PROFILE_COUNT
} FjProfile;

typedef struct FjOptions {
  FjEscapeMode escape;
  FjUtf8Mode utf8;
  FjSparse sparse;
  FjNan nan;
  FjSort sort;
  FjUnsupported unsupported;
  FjProfile profile; /* derived by fj_options_finish */
  unsigned char classic, canonical, metamethods, empty_array, mixed_error, float_text;
  unsigned char float_digits; /* 0 = shortest */
  unsigned char pretty;
  /* For drop-ins (mod/fj_dialect.c): */
  unsigned char numbers;       /* FjNumbers */
  unsigned char digits_more;   /* see fj_put_double_g */
  unsigned char no_markers;    /* null, sentinels, fleece.raw, cdata: as any userdata */
  unsigned char beyond_object; /* too sparse an array is an object, no error */
  char refuse_key[8];          /* a table that has this key is refused; */
  size_t refuse_len;           /* SIZE_MAX: none */
  size_t indent_len; /* of the string at FjEnc.indent; that many spaces if it is NULL */
  double sparse_ratio;
  size_t sparse_safe;
  size_t max_depth;
} FjOptions;

FJ_INLINE int fj_numbers_shortest(const FjOptions *o) {
  return o->numbers <= FJ_NUMBERS_CLASSIC;
}

void fj_options_default(FjOptions *o);
void fj_options_classic(FjOptions *o, FjEscapeMode mode);
void fj_options_finish(FjOptions *o); /* derives profile; canonical overrides the rest */

#endif

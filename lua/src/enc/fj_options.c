/*
** fj_options.c - defaults, and what follows from options.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "enc/fj_options.h"

void fj_options_default(FjOptions *o) {
  memset(o, 0, sizeof *o);
  o->escape = FJ_ESC_JSON;
  o->utf8 = FJ_UTF8_ERROR;
  o->metamethods = 1;
  o->sparse_ratio = 2;
  o->sparse_safe = 10;
  o->max_depth = 1000;
  o->refuse_len = (size_t)-1;
  fj_options_finish(o);
}

void fj_options_classic(FjOptions *o, FjEscapeMode mode) {
  memset(o, 0, sizeof *o);
  o->escape = mode;
  o->utf8 = FJ_UTF8_PASS;
  o->classic = 1;
  o->numbers = FJ_NUMBERS_CLASSIC;
  o->empty_array = 1;
  o->sparse = FJ_SPARSE_OBJECT;
  o->refuse_len = (size_t)-1;
  o->max_depth = (size_t)-1; /* the ancestor had none; cycles are found all the same */
  fj_options_finish(o);
}

static int is_full(const FjOptions *o) {
  return o->pretty || o->sort != FJ_SORT_NO || o->canonical || o->float_text ||
         (o->float_digits != 0 && fj_numbers_shortest(o)) ||
         o->unsupported == FJ_UNSUPPORTED_SKIP;
}

void fj_options_finish(FjOptions *o) {
  if (o->canonical) { /* RFC 8785 leaves no choice */
    o->escape = FJ_ESC_JSON;
    o->utf8 = FJ_UTF8_ERROR;
    o->sort = FJ_SORT_BYTES;
    o->pretty = 0;
    o->float_text = 0;
    o->float_digits = 0;
    o->numbers = FJ_NUMBERS_ECMA;
    if (o->nan == FJ_NAN_LITERAL) o->nan = FJ_NAN_ERROR;
  }
  if (is_full(o))
    o->profile = FJ_PROFILE_FULL;
  else if (!fj_numbers_shortest(o) || o->refuse_len != (size_t)-1)
    o->profile = FJ_PROFILE_ANY;
  else if (o->escape == FJ_ESC_E0)
    o->profile = FJ_PROFILE_E0;
  else if (o->escape == FJ_ESC_JSON && o->utf8 == FJ_UTF8_ERROR)
    o->profile = FJ_PROFILE_JSON;
  else
    o->profile = FJ_PROFILE_ANY;
}

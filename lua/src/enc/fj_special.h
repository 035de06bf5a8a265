/*
** fj_special.h - values that need Lua code or a closer look.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_SPECIAL_H
#define FJ_SPECIAL_H

#include "enc/fj_enc.h"

/* Writes the value on top of the Lua stack, which is not nil, a boolean, number, string
** or table.  VALUE = write a handler's result, which is now on top, instead. */
FjStep fj_special_put(FjEnc *e);

/* Writes text unchanged or in canonical form.  It must be valid JSON, followed by a NUL.
** 0 = error. */
int fj_special_json(FjEnc *e, const char *s, size_t n);

/* Copies the digits of the int64_t or uint64_t cdata on top of the Lua stack; runs
** tostring.  0 = it is neither; -1 = error. */
int fj_special_int64(FjEnc *e, char *text, size_t *len);

#endif

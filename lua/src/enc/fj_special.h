/*
** fj_special.h - values that need Lua code or a closer look.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_SPECIAL_H
#define FJ_SPECIAL_H

#include "enc/fj_enc.h"

/* Writes the value on top of the Lua stack, which is no nil, boolean, number, string or table.
** VALUE = a handler's result, now on top, is to be written in its place. */
FjStep fj_special_put(FjEnc *e);

/* Text that must be valid JSON, with a NUL behind it, is written: as it is, or in canonical form.
** 0 = error. */
int fj_special_json(FjEnc *e, const char *s, size_t n);

/* The digits of the int64_t or uint64_t cdata on top of the Lua stack; runs tostring.
** 0 = it is neither; -1 = error. */
int fj_special_int64(FjEnc *e, char *text, size_t *len);

#endif

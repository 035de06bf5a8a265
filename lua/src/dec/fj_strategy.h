/*
** fj_strategy.h - decodes a text: with the index, then directly, then to find the error.
** Owns: this order, and the value stack between the attempts.
** Must not know: how options are passed, how errors are reported.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_STRATEGY_H
#define FJ_STRATEGY_H

#include "dec/fj_dec.h"

/* Decodes d->text and pushes the value.  0 = failed; `status` and `at` say why. */
int fj_strategy_decode(FjDecoder *d);

/* The same, but the caller ignores any value that is built. */
int fj_strategy_valid(FjDecoder *d);

#endif

/*
** fj_strategy.h - one text: with the index, then directly, then to say what is wrong.
** Owns: the order of these, and the value stack between them.
** Must not know: how options came, what a failure is called.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_STRATEGY_H
#define FJ_STRATEGY_H

#include "dec/fj_dec.h"

/* Decodes d->text; the value is on top of the stack.  0 = failed: status and at say why. */
int fj_strategy_decode(FjDecoder *d);

/* The same, but what is made, if anything, is of no use. */
int fj_strategy_valid(FjDecoder *d);

#endif

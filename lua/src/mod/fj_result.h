/*
** fj_result.h - the string that an encoding returns.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_RESULT_H
#define FJ_RESULT_H

#include "enc/fj_enc.h"

/* Pushes what is in the window.  A memory error, or one of a finalizer that runs meanwhile, is
** raised. */
void fj_result_push(FjEnc *e);

#endif

/*
** fj_pow10.c — the table of fj_pow10.h, printed by lua/tools/gen-pow10.py.
** Owns: nothing else.
** Must not know: what it is used for.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_pow10.h"

const Fj128 fj_pow10[FJ_POW10_LAST - FJ_POW10_FIRST + 1] = {
#include "core/fj_pow10_table.h"
};

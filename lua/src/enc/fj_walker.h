/*
** fj_walker.h - the raw walkers by the name of their instruction set.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_WALKER_H
#define FJ_WALKER_H

#include "enc/fj_enc.h"

const FjWalker *fj_walker_named(const char *isa);

#endif

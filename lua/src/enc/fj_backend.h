/*
** fj_backend.h - the Lua object layouts that this build can walk.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BACKEND_H
#define FJ_BACKEND_H

#include "enc/fj_enc.h"

/* In probing order, with a NULL behind the last; returns how many. */
int fj_backend_list(const FjBackend *const **list);

#endif

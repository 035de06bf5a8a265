/*
** fj_pool_open.h - the pool of a state: fleece.pool, and its figures.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_POOL_OPEN_H
#define FJ_POOL_OPEN_H

#include "vm/fj_compat.h"

/* fleece.pool() -> true; or nil, message */
int fj_pool_install(lua_State *L);

/* Pushes a table, or nil if the state has no pool. */
void fj_pool_info_push(lua_State *L);

#endif

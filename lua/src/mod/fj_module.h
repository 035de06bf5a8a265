/*
** fj_module.h - what all modules of the shared object have in common.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_MODULE_H
#define FJ_MODULE_H

#include <lua.h>

/* The same as in the file VERSION; `make lint` compares them. */
#define FJ_VERSION "1.0.0-dev"

/* Pushes the state's shared upvalues, SCRATCH to NAMES (fj_state.h), which are the same in fleece,
** fleece.safe and fleece.dialect. */
void fj_module_state_push(lua_State *L);

#endif

/*
** fj_probe.h — does this interpreter have the layout that this build can read?
** Owns: the check of a layout against the public API, run once when the module loads.
** Must not know: JSON. Invariant: a layout is used only after its probe returned 1.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PROBE_H
#define FJ_PROBE_H

#include "vm/fj_vm.h"

/* 1 if values of every shape, made through the API, read the same through the first layout of
** the build and can be pushed back; else 0 and a static text that names the first difference.
** Leaves the stack as it was; throws only out of memory. */
int fj_probe(lua_State *L, const char **reason);

/* The same for the second layout. */
int fj_probe_luajit32(lua_State *L, const char **reason);
#undef FJ_PROBE_DECLARE

#endif

/*
** fj_probe.h — does this interpreter have the layout that this build can read?
** Owns: the check of a layout against the public API, run once when the module loads.
** Must not know: JSON. Invariant: a layout is used only after its probe returned 1.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PROBE_H
#define FJ_PROBE_H

#include "vm/fj_vm.h"

/* For each layout of the build: int fj_probe_<layout>(L, &reason). 1 if values of every
** shape, made through the API, read the same through the layout and can be pushed back;
** else 0 and a static text that names the first difference. Leaves the stack as it was;
** throws only out of memory. */
#define FJ_PROBE_DECLARE(layout) int fj_probe_##layout(lua_State *L, const char **reason);
FJ_VM_LAYOUTS(FJ_PROBE_DECLARE)
#undef FJ_PROBE_DECLARE

#endif

/*
** witness_luajit32.c — the mirrors of vm/fj_vm_luajit.h, 32-bit references, against the real structures.
** Owns: which LuaJIT they are compared with. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lj_gc.h"
#include "lj_obj.h"
#include "lj_str.h"
#include "lj_tab.h"

#include "vm/fj_vm.h"
#define FJ_VM_REF32 1
#include "vm/fj_vm_luajit.h"

WITNESS(LJ_GC64 == 0);

#include "witness_luajit_impl.h"

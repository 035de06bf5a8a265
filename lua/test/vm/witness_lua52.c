/*
** witness_lua52.c — the mirrors of vm/fj_vm_lua51_53.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua51_53.h"

#define WITNESS_VALUE value_
#define WITNESS_TAG   tt_
#include "witness_heap_impl.h"
#include "witness_sized_impl.h"

WITNESS(LUA_VERSION_NUM == 502);

WITNESS_FIELD(VmString, hash, TString, tsv.hash);
WITNESS_FIELD(VmString, len, TString, tsv.len);
WITNESS(sizeof(VmString) == sizeof(TString)); /* where the bytes start */

WITNESS(VM_TAG_FLOAT == LUA_TNUMBER);
WITNESS(VM_TAG_STRING == ctb(LUA_TSHRSTR));
WITNESS(VM_TAG_STRING_LG == ctb(LUA_TLNGSTR));
WITNESS(VM_TAG_TABLE == ctb(LUA_TTABLE));

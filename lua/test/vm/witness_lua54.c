/*
** witness_lua54.c — the mirrors of vm/fj_vm_lua54_55.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua54_55.h"

#include "witness_heap_impl.h"
#include "witness_variants_impl.h"

WITNESS(LUA_VERSION_NUM == 504);

WITNESS_FIELD(VmTable, alimit, Table, alimit);
WITNESS_FIELD(VmTable, lastfree, Table, lastfree);

WITNESS_FIELD(VmSlot, u, TValue, value_);
WITNESS_FIELD(VmSlot, tag, TValue, tt_);
WITNESS(sizeof(VmSlot) == sizeof(TValue));

/* where the bytes start: the early releases have no field for them */
#if defined(getlngstr) || defined(rawgetshrstr)
WITNESS(offsetof(VmString, contents) == offsetof(TString, contents));
#endif

/* the bit that says that alimit is not the real size, where this release keeps it */
static void witness_array_size(void) {
  Table t;
  memset(&t, 0, sizeof t);
  t.alimit = 11;
  setrealasize(&t);
  WITNESS_RUN(vm_array_last((const VmTable *)(const void *)&t) == 11);
  setnorealasize(&t);
  WITNESS_RUN(vm_array_last((const VmTable *)(const void *)&t) == 16);
  t.alimit = 16;
  WITNESS_RUN(vm_array_last((const VmTable *)(const void *)&t) == 16);
}

static void witness_string(void) {
  TString s;
  VmValue v;
  size_t len = 0;
  v.u.p = &s;
  v.tag = VM_TAG_STRING;
  s.shrlen = 7;
  WITNESS_RUN(vm_string(v, &len) == getstr(&s) && len == 7);
  v.tag = VM_TAG_STRING_LG;
  s.u.lnglen = 70000;
  WITNESS_RUN(vm_string(v, &len) == getstr(&s) && len == 70000);
}

int main(void) {
  witness_kinds();
  witness_array_size();
  witness_string();
  return witness_failures != 0;
}

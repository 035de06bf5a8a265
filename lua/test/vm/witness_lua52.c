/*
** witness_lua52.c — the mirrors of vm/fj_vm_lua52.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua52.h"

WITNESS(LUA_VERSION_NUM == 502);

WITNESS_FIELD(VmTable, next, Table, next);
WITNESS_FIELD(VmTable, tt, Table, tt);
WITNESS_FIELD(VmTable, marked, Table, marked);
WITNESS_FIELD(VmTable, flags, Table, flags);
WITNESS_FIELD(VmTable, lsizenode, Table, lsizenode);
WITNESS_FIELD(VmTable, metatable, Table, metatable);
WITNESS_FIELD(VmTable, array, Table, array);
WITNESS_FIELD(VmTable, node, Table, node);
WITNESS_FIELD(VmTable, sizearray, Table, sizearray);
WITNESS(sizeof(VmTable) == sizeof(Table));

WITNESS_FIELD(VmSlot, u, TValue, value_);
WITNESS_FIELD(VmSlot, tag, TValue, tt_);
WITNESS(sizeof(VmSlot) == sizeof(TValue));
WITNESS_FIELD(VmNode, value, Node, i_val.value_);
WITNESS_FIELD(VmNode, value_tag, Node, i_val.tt_);
WITNESS_FIELD(VmNode, key, Node, i_key.nk.value_);
WITNESS_FIELD(VmNode, key_tag, Node, i_key.nk.tt_);
WITNESS(sizeof(VmNode) == sizeof(Node));
WITNESS_FIELD(VmPayload, p, Value, gc);
WITNESS_FIELD(VmPayload, n, Value, n);
WITNESS_FIELD(VmPayload, b, Value, b);

WITNESS_FIELD(VmString, hash, TString, tsv.hash);
WITNESS_FIELD(VmString, len, TString, tsv.len);
WITNESS(sizeof(VmString) == sizeof(TString)); /* where the bytes start */

WITNESS(VM_TAG_FLOAT == LUA_TNUMBER);
WITNESS(VM_TAG_STRING == ctb(LUA_TSHRSTR));
WITNESS(VM_TAG_STRING_LG == ctb(LUA_TLNGSTR));
WITNESS(VM_TAG_TABLE == ctb(LUA_TTABLE));

/* As an element of an array part is read. */
static VmValue witness_value(const TValue *o) {
  VmSlot slot;
  VmArray a;
  memcpy(&slot, o, sizeof slot);
  a.slots = &slot;
  return vm_array_get(a, 1);
}

int main(void) {
  TValue o;
  VmValue v;
  setnvalue(&o, 0.25);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_FLOAT && vm_float(v) == 0.25);
  setbvalue(&o, 1);
  v = witness_value(&o);
  WITNESS_RUN(vm_is_true(v) && !vm_is_false(v));
  setfvalue(&o, NULL);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_FUNCTION);
  setnilvalue(&o);
  v = witness_value(&o);
  WITNESS_RUN(vm_is_nil(v));
  return witness_failures != 0;
}

/*
** witness_sized_impl.h — what the layouts of Lua 5.1 to 5.3 share against the real structures.
** Owns: offsets, sizes and values of that. Must not know: strings, tags.
** Invariant: as witness_puc_impl.h; WITNESS_VALUE and WITNESS_TAG name the fields of a TValue.
** SPDX-License-Identifier: MIT
*/

#include "witness_puc_impl.h"

WITNESS_FIELD(VmTable, sizearray, Table, sizearray);

WITNESS_FIELD(VmSlot, u, TValue, WITNESS_VALUE);
WITNESS_FIELD(VmSlot, tag, TValue, WITNESS_TAG);
WITNESS(sizeof(VmSlot) == sizeof(TValue));
WITNESS_FIELD(VmNode, value, Node, i_val.WITNESS_VALUE);
WITNESS_FIELD(VmNode, value_tag, Node, i_val.WITNESS_TAG);
WITNESS_FIELD(VmNode, key, Node, i_key.nk.WITNESS_VALUE);
WITNESS_FIELD(VmNode, key_tag, Node, i_key.nk.WITNESS_TAG);
WITNESS_FIELD(VmPayload, b, Value, b);

#ifndef setfltvalue /* there is one kind of numbers */
#  define setfltvalue setnvalue
#endif

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
  setfltvalue(&o, 0.25);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_FLOAT && vm_float(v) == 0.25);
#ifdef VM_TAG_INT
  setivalue(&o, LUA_MININTEGER);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_INT && vm_int(v) == LUA_MININTEGER);
#endif
  setbvalue(&o, 1);
  v = witness_value(&o);
  WITNESS_RUN(vm_is_true(v) && !vm_is_false(v));
  WITNESS_RUN(vm_is_literal(v, 0) && vm_literal(v, 0) == 1);
  setpvalue(&o, NULL);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_LIGHTUSERDATA && !vm_is_literal(v, 0));
  WITNESS_RUN(vm_is_literal(v, vm_null_word(v)) && vm_literal(v, vm_null_word(v)) == 2);
  setpvalue(&o, &o);
  v = witness_value(&o);
  WITNESS_RUN(!vm_is_literal(v, vm_null_word(v)));
#ifdef setfvalue /* light functions */
  setfvalue(&o, NULL);
  v = witness_value(&o);
  WITNESS_RUN(vm_value_kind(v) == VM_FUNCTION);
#endif
  setnilvalue(&o);
  v = witness_value(&o);
  WITNESS_RUN(vm_is_nil(v));
  return witness_failures != 0;
}

/*
** witness_variants_impl.h — what the layouts of Lua 5.4 and 5.5 share against the real structures.
** Owns: offsets, sizes, tags and values of that. Must not know: array parts, where the bytes of strings are.
** Invariant: as witness_puc_impl.h.
** SPDX-License-Identifier: MIT
*/

#include "witness_puc_impl.h"

WITNESS_FIELD(VmNode, value, Node, u.value_);
WITNESS_FIELD(VmNode, value_tag, Node, u.tt_);
WITNESS_FIELD(VmNode, key, Node, u.key_val);
WITNESS_FIELD(VmNode, key_tag, Node, u.key_tt);

WITNESS_FIELD(VmString, hash, TString, hash);
WITNESS_FIELD(VmString, shrlen, TString, shrlen);
WITNESS_FIELD(VmString, u.lnglen, TString, u.lnglen);

WITNESS(VM_TAG_FALSE == LUA_VFALSE);
WITNESS(VM_TAG_TRUE == LUA_VTRUE);
WITNESS(VM_TAG_INT == LUA_VNUMINT);
WITNESS(VM_TAG_FLOAT == LUA_VNUMFLT);
WITNESS(VM_TAG_STRING == ctb(LUA_VSHRSTR));
WITNESS(VM_TAG_STRING_LG == ctb(LUA_VLNGSTR));
WITNESS(VM_TAG_TABLE == ctb(LUA_VTABLE));

static VmValue witness_value(const TValue *o) {
  VmValue v;
  memcpy(&v.u, &o->value_, sizeof v.u);
  v.tag = o->tt_;
  return v;
}

static void witness_kinds(void) {
  static const lu_byte nils[] = { LUA_VNIL, LUA_VEMPTY, LUA_VABSTKEY };
  TValue o;
  size_t i;
  setfltvalue(&o, 0.25);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FLOAT);
  WITNESS_RUN(vm_float(witness_value(&o)) == 0.25);
  setivalue(&o, LUA_MININTEGER);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_INT);
  WITNESS_RUN(vm_int(witness_value(&o)) == LUA_MININTEGER);
  setfvalue(&o, NULL);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FUNCTION);
  setbtvalue(&o);
  WITNESS_RUN(vm_is_literal(witness_value(&o), 0) &&
              vm_literal(witness_value(&o), 0) == 1);
  setpvalue(&o, NULL);
  WITNESS_RUN(!vm_is_literal(witness_value(&o), 0));
  WITNESS_RUN(vm_is_literal(witness_value(&o), 1) &&
              vm_literal(witness_value(&o), 1) == 2);
  setpvalue(&o, &o);
  WITNESS_RUN(!vm_is_literal(witness_value(&o), 1));
  for (i = 0; i < sizeof nils; i++) {
    o.tt_ = nils[i];
    WITNESS_RUN(vm_is_nil(witness_value(&o)));
  }
}

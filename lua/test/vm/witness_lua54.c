/*
** witness_lua54.c — the mirrors of vm/fj_vm_lua54.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua54.h"

WITNESS(LUA_VERSION_NUM == 504);

WITNESS_FIELD(VmTable, next, Table, next);
WITNESS_FIELD(VmTable, tt, Table, tt);
WITNESS_FIELD(VmTable, marked, Table, marked);
WITNESS_FIELD(VmTable, flags, Table, flags);
WITNESS_FIELD(VmTable, lsizenode, Table, lsizenode);
WITNESS_FIELD(VmTable, alimit, Table, alimit);
WITNESS_FIELD(VmTable, array, Table, array);
WITNESS_FIELD(VmTable, node, Table, node);
WITNESS_FIELD(VmTable, lastfree, Table, lastfree);
WITNESS_FIELD(VmTable, metatable, Table, metatable);
WITNESS(sizeof(VmTable) == sizeof(Table));

WITNESS_FIELD(VmSlot, u, TValue, value_);
WITNESS_FIELD(VmSlot, tag, TValue, tt_);
WITNESS(sizeof(VmSlot) == sizeof(TValue));

WITNESS_FIELD(VmNode, value, Node, u.value_);
WITNESS_FIELD(VmNode, value_tag, Node, u.tt_);
WITNESS_FIELD(VmNode, key, Node, u.key_val);
WITNESS_FIELD(VmNode, key_tag, Node, u.key_tt);
WITNESS(sizeof(VmNode) == sizeof(Node));
WITNESS_FIELD(VmPayload, p, Value, gc);
WITNESS_FIELD(VmPayload, n, Value, n);
WITNESS_FIELD(VmPayload, i, Value, i);

WITNESS_FIELD(VmString, hash, TString, hash);
WITNESS_FIELD(VmString, shrlen, TString, shrlen);
WITNESS_FIELD(VmString, lnglen, TString, u.lnglen);
/* where the bytes start: the early releases have no field for them */
#if defined(getlngstr) || defined(rawgetshrstr)
WITNESS(offsetof(VmString, contents) == offsetof(TString, contents));
#endif

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
  for (i = 0; i < sizeof nils; i++) {
    o.tt_ = nils[i];
    WITNESS_RUN(vm_is_nil(witness_value(&o)));
  }
}

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

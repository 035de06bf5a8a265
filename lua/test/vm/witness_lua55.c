/*
** witness_lua55.c — the mirrors of vm/fj_vm_lua55.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"
#include "ltable.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua55.h"

WITNESS(LUA_VERSION_NUM == 505);

WITNESS_FIELD(VmTable, next, Table, next);
WITNESS_FIELD(VmTable, tt, Table, tt);
WITNESS_FIELD(VmTable, marked, Table, marked);
WITNESS_FIELD(VmTable, flags, Table, flags);
WITNESS_FIELD(VmTable, lsizenode, Table, lsizenode);
WITNESS_FIELD(VmTable, asize, Table, asize);
WITNESS_FIELD(VmTable, array, Table, array);
WITNESS_FIELD(VmTable, node, Table, node);
WITNESS_FIELD(VmTable, metatable, Table, metatable);
WITNESS(sizeof(VmTable) == sizeof(Table));
WITNESS(sizeof(VmPayload) == sizeof(Value));

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
WITNESS_FIELD(VmString, contents, TString, contents);

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

static void witness_array(void) {
  enum { SLOTS = 5 };
  struct {
    Value values[SLOTS];
    unsigned int hint;
    lu_byte tags[SLOTS];
  } memory;
  Table t;
  TValue o;
  const VmTable *mirror = (const VmTable *)(const void *)&t;
  unsigned int i;
  t.array = memory.values + SLOTS;
  t.asize = SLOTS;
  for (i = 0; i < SLOTS; i++) {
    setivalue(&o, 100 + (int)i);
    obj2arr(&t, i, &o);
  }
  WITNESS_RUN(vm_array_last(mirror) == SLOTS);
  WITNESS_RUN(vm_array_start(mirror) == (const void *)memory.values);
  for (i = 0; i < SLOTS; i++) {
    VmValue v = vm_array_get(vm_array_of(mirror), i + 1);
    WITNESS_RUN(vm_is_int(v) && vm_int(v) == 100 + (int)i);
  }
}

static void witness_nodes(void) {
  Table t;
  const VmTable *mirror = (const VmTable *)(const void *)&t;
  t.flags = 0;
  t.lsizenode = 3;
  WITNESS_RUN(vm_node_slots(mirror) == sizenode(&t));
  setdummy(&t);
  WITNESS_RUN(vm_node_slots(mirror) == 0 && allocsizenode(&t) == 0);
}

static void witness_string(void) {
  static char text[] = "elsewhere";
  TString s;
  VmValue v;
  size_t len = 0;
  v.u.p = &s;
  v.tag = VM_TAG_STRING;
  s.shrlen = 7;
  WITNESS_RUN(vm_string(v, &len) == getshrstr(&s) && len == 7);
  v.tag = VM_TAG_STRING_LG;
  s.shrlen = -1;
  s.u.lnglen = 70000;
  s.contents = text;
  WITNESS_RUN(vm_string(v, &len) == text && len == 70000);
}

int main(void) {
  witness_kinds();
  witness_array();
  witness_nodes();
  witness_string();
  return witness_failures != 0;
}

/*
** witness_lua55.c — the mirrors of vm/fj_vm_lua54_55.h against the real structures.
** Owns: every offset, size and tag that the layout relies on. Must not know: the module.
** Invariant: compiled with the include path of one interpreter's source tree.
** SPDX-License-Identifier: MIT
*/
#include "witness.h"

#include "lobject.h"
#include "lstate.h"
#include "ltable.h"

#include "vm/fj_vm.h"
#include "vm/fj_vm_lua54_55.h"

#include "witness_heap_impl.h"
#include "witness_variants_impl.h"

WITNESS(LUA_VERSION_NUM == 505);

WITNESS_FIELD(VmTable, asize, Table, asize);
WITNESS(sizeof(VmPayload) == sizeof(Value));

WITNESS_FIELD(VmString, contents, TString, contents);

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

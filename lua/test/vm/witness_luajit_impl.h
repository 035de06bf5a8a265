/*
** witness_luajit_impl.h — the mirrors that both layouts of LuaJIT share against the real
** structures.
** Owns: every offset, size and tag that they rely on. Must not know: how wide a reference is.
** Invariant: included once, behind LuaJIT's own headers and the layout's.
** SPDX-License-Identifier: MIT
*/
WITNESS_FIELD(VmTable, nextgc, GCtab, nextgc);
WITNESS_FIELD(VmTable, marked, GCtab, marked);
WITNESS_FIELD(VmTable, gct, GCtab, gct);
WITNESS_FIELD(VmTable, nomm, GCtab, nomm);
WITNESS_FIELD(VmTable, array, GCtab, array);
WITNESS_FIELD(VmTable, metatable, GCtab, metatable);
WITNESS_FIELD(VmTable, node, GCtab, node);
WITNESS_FIELD(VmTable, asize, GCtab, asize);
WITNESS_FIELD(VmTable, hmask, GCtab, hmask);

WITNESS_FIELD(VmNode, value, Node, val);
WITNESS_FIELD(VmNode, key, Node, key);
WITNESS_FIELD(VmNode, next, Node, next);
WITNESS(sizeof(VmNode) == sizeof(Node));
WITNESS(sizeof(VmValue) == sizeof(TValue));

WITNESS_FIELD(VmString, sid, GCstr, sid);
WITNESS_FIELD(VmString, len, GCstr, len);
WITNESS(sizeof(VmString) == sizeof(GCstr)); /* where the bytes start */

WITNESS(VM_TAG_FALSE == LJ_TFALSE);
WITNESS(VM_TAG_TRUE == LJ_TTRUE);
WITNESS(VM_TAG_STRING == LJ_TSTR);
WITNESS(VM_TAG_THREAD == LJ_TTHREAD);
WITNESS(VM_TAG_FUNCTION == LJ_TFUNC);
WITNESS(VM_TAG_CDATA == LJ_TCDATA);
WITNESS(VM_TAG_TABLE == LJ_TTAB);
WITNESS(VM_TAG_USERDATA == LJ_TUDATA);
WITNESS(VM_TAG_NUMBER == LJ_TISNUM);

static VmValue witness_value(const TValue *o) {
  VmValue v;
  v.bits = o->u64;
  return v;
}

static void witness_numbers(void) {
  static const double numbers[] = { 0, -0.0, 1, -1, 1e308, -1e308, 5e-324 };
  TValue o;
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    setnumV(&o, numbers[i]);
    WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FLOAT);
    WITNESS_RUN(vm_float(witness_value(&o)) == numbers[i]);
  }
  setnanV(&o);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FLOAT);
  setpinfV(&o);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FLOAT);
  setminfV(&o);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FLOAT);
#if LJ_DUALNUM
  setintV(&o, -5);
  WITNESS_RUN(vm_is_int(witness_value(&o)) && vm_int(witness_value(&o)) == -5);
#endif
}

static void witness_kinds(void) {
  TValue o;
  setnilV(&o);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_NIL);
  WITNESS_RUN(vm_is_nil(vm_value_nil()));
  setpriV(&o, LJ_TFALSE);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_FALSE);
  setpriV(&o, LJ_TTRUE);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_TRUE);
  setrawlightudV(&o, (void *)(uintptr_t)0x1234);
  WITNESS_RUN(vm_value_kind(witness_value(&o)) == VM_LIGHTUSERDATA);
  WITNESS_RUN(!vm_is_literal(witness_value(&o), 0));
  WITNESS_RUN(vm_is_literal(witness_value(&o), vm_null_word(witness_value(&o))));
}

static void witness_table(void) {
  static TValue slots[4];
  GCtab t;
  const VmTable *mirror = (const VmTable *)(const void *)&t;
  memset(&t, 0, sizeof t);
  WITNESS_RUN(vm_array_last(mirror) == 0 && vm_node_slots(mirror) == 0);
  WITNESS_RUN(vm_is_nil(vm_array_zero(mirror)));
  setmref(t.array, slots);
  t.asize = 4;
  t.hmask = 7;
  WITNESS_RUN(vm_array_last(mirror) == 3 && vm_node_slots(mirror) == 8);
#if LJ_GC64 || !LJ_64 /* a static is not in the low half of memory */
  WITNESS_RUN(vm_array_start(mirror) == (const void *)slots);
#endif
}

/* Which node a string belongs to. */
static void witness_place(void) {
  uint32_t sid;
  GCtab t;
  GCstr s;
  memset(&t, 0, sizeof t);
  memset(&s, 0, sizeof s);
  t.hmask = 63;
  s.hash = 0x5A5A5A5A;
  for (sid = 1; sid < 1u << 30; sid *= 3) {
    s.sid = sid;
    WITNESS_RUN(hashstr(&t, &s) - noderef(t.node) ==
                (ptrdiff_t)(((const VmString *)(const void *)&s)->sid & 63));
  }
}

int main(void) {
  witness_place();
  witness_numbers();
  witness_kinds();
  witness_table();
  return witness_failures != 0;
}

#ifdef VM_HAS_HEAP
WITNESS_FIELD(VmState, global, lua_State, glref);

WITNESS_FIELD(VmGlobal, alloc, global_State, allocf);
WITNESS_FIELD(VmGlobal, ud, global_State, allocd);
WITNESS_FIELD(VmGlobal, total, global_State, gc.total);
WITNESS_FIELD(VmGlobal, threshold, global_State, gc.threshold);
WITNESS_FIELD(VmGlobal, white, global_State, gc.currentwhite);
WITNESS_FIELD(VmGlobal, objects, global_State, gc.root);
WITNESS_FIELD(VmGlobal, strings.lists, global_State, str.tab);
WITNESS_FIELD(VmGlobal, strings.mask, global_State, str.mask);
WITNESS_FIELD(VmGlobal, strings.count, global_State, str.num);
WITNESS_FIELD(VmGlobal, strings.sid, global_State, str.id);
WITNESS_FIELD(VmGlobal, strings.countdown, global_State, str.idreseed);
WITNESS_FIELD(VmGlobal, strings.seed, global_State, str.seed);
WITNESS(VM_WHITES == LJ_GC_WHITES);
WITNESS(VM_BLACK == LJ_GC_BLACK);

WITNESS_FIELD(VmString, nextgc, GCstr, nextgc);
WITNESS_FIELD(VmString, marked, GCstr, marked);
WITNESS_FIELD(VmString, reserved, GCstr, reserved);
WITNESS_FIELD(VmString, hashalg, GCstr, hashalg);
WITNESS_FIELD(VmString, hash, GCstr, hash);
WITNESS(VM_SHORT_SIZE(1) == lj_str_size(1) && VM_SHORT_SIZE(3) == lj_str_size(3));
WITNESS(VM_SHORT_SIZE(4) == lj_str_size(4));
WITNESS(VM_GC_STRING == (uint8_t)~LJ_TSTR);

WITNESS(sizeof(VmTable) == sizeof(GCtab));
WITNESS_FIELD(VmTable, colo, GCtab, colo);
#  if LJ_GC64
WITNESS_FIELD(VmTable, freetop, GCtab, freetop);
#  else
WITNESS_FIELD(VmNode, freetop, Node, freetop);
#  endif
WITNESS(VM_BESIDE_MOST == LJ_MAX_COLOSIZE);
WITNESS(VM_MAKE_SLOTS <= LJ_MAX_ASIZE);
#endif

#include "witness_account_impl.h"

/*
** fj_vm_stack_impl.h — raw values to and from the Lua stack, without knowing lua_State.
** Owns: the detour through slot 1 of an anchor table. Must not know: any layout.
** Invariant: the anchor is an ordinary table with an array part of at least one slot that
** nothing else uses, at anchor_idx (an absolute or pseudo index); slot 1 is nil before and
** after. The caller has stack room for one value.
** SPDX-License-Identifier: MIT
*/
FJ_INLINE const VmTable *vm_table_at(lua_State *L, int idx) {
  return (const VmTable *)lua_topointer(L, idx);
}

FJ_INLINE VmTable *vm_table_anchor(lua_State *L, int idx) {
  return (VmTable *)(uintptr_t)lua_topointer(L, idx);
}

FJ_INLINE void vm_value_push(lua_State *L, int anchor_idx, VmTable *anchor, VmValue v) {
  vm_array_put(anchor, 1, v); /* NOBARRIER: lua_rawgeti allocates nothing, and then the */
  lua_rawgeti(L, anchor_idx, 1);
  vm_array_put(anchor, 1, vm_value_nil()); /* slot is nil again: no collector saw it */
}

FJ_INLINE VmValue vm_value_pull(lua_State *L, int idx, int anchor_idx, VmTable *anchor) {
  VmValue v;
  lua_pushvalue(L, idx);
  lua_rawseti(L, anchor_idx, 1); /* slot 1 exists: no allocation */
  v = vm_array_get(vm_array_of(anchor), 1);
  vm_array_put(anchor, 1, vm_value_nil()); /* NOBARRIER: nil */
  return v;
}

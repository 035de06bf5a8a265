/*
** fj_vm_make_impl.h — what all layouts share: filling a fresh table's nodes, and moving
** raw values to and from the Lua stack without knowing lua_State.
** Owns: the node of each key; the detour through slot 1 of an anchor table.
** Must not know: the fields of a node.
** Invariant: bound by a layout's body that has VM_KEY_HASHED, VM_KEY_HASH, VM_KEY_IS,
** VM_KEY_PUT, VM_NEXT and VM_LINK; undefines those.  The anchor is an ordinary table at
** anchor_idx (an absolute or pseudo index).  Slot 1 of its array part has no other use
** and is nil before and after.  The caller has stack room for one value.
** SPDX-License-Identifier: MIT
*/

/* Fills the fresh table's nodes with the pairs of key and value at first.. of an
** array; of equal keys the last one counts.  Returns the number of keys.
** 0 = impossible: a key has no hash yet or is not a string, or a value is nil; the
** caller must discard the table.  A key goes to the node of its hash (its main node)
** or to a chain from there.  Main nodes are filled before chains use free nodes, so no
** key ends up in another key's main node.  The interpreter moves nodes to ensure that. */
FJ_INLINE size_t vm_nodes_fill(VmTable *t, VmArray from, size_t first, size_t pairs) {
  size_t slots = vm_node_slots_made(t), mask = slots - 1, made = 0, i;
  VmNode *nodes = vm_node_of(t, 0), *unused = nodes + slots;
  if (pairs > slots) return 0;
  for (i = 0; i < pairs; i++) {
    VmValue key = vm_array_get(from, first + 2 * i);
    VmValue v = vm_array_get(from, first + 2 * i + 1);
    VmNode *n;
    if (!VM_KEY_HASHED(key) || vm_is_nil(v)) return 0;
    n = nodes + (VM_KEY_HASH(key) & mask);
    if (!vm_is_nil(vm_node_key(n))) continue;
    made++;
    VM_KEY_PUT(n, key);
    vm_node_put(n, v); /* NOBARRIER: the caller has checked that t is not black */
  }
  for (i = 0; i < pairs; i++) {
    VmValue key = vm_array_get(from, first + 2 * i);
    VmNode *n = nodes + (VM_KEY_HASH(key) & mask), *main = n;
    while (n != NULL && !VM_KEY_IS(n, key)) n = VM_NEXT(n);
    if (n == NULL) {
      do {
        if (unused == nodes) return 0;
        unused--;
      } while (!vm_is_nil(vm_node_key(unused)));
      n = unused;
      made++;
      VM_KEY_PUT(n, key);
      VM_LINK(n, VM_NEXT(main));
      VM_LINK(main, n);
    }
    /* NOBARRIER: as above */
    vm_node_put(n, vm_array_get(from, first + 2 * i + 1));
  }
  vm_table_changed(t);
  return made;
}

#undef VM_KEY_HASHED
#undef VM_KEY_HASH
#undef VM_KEY_IS
#undef VM_KEY_PUT
#undef VM_NEXT
#undef VM_LINK

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

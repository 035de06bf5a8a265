/*
** fj_vm_make_impl.h — what all layouts share: storing in a fresh table's nodes, and moving
** raw values to and from the Lua stack without knowing lua_State.
** Owns: the node of each key; the detour through slot 1 of an anchor table.
** Must not know: the fields of a node.
** Invariant: bound by a layout's body that has VM_KEY_HASHED, VM_KEY_HASH, VM_KEY_IS,
** VM_KEY_PUT, VM_NEXT and VM_LINK; undefines those.  The anchor is an ordinary table at
** anchor_idx (an absolute or pseudo index).  Slot 1 of its array part has no other use
** and is nil before and after.  The caller has stack room for one value.
** SPDX-License-Identifier: MIT
*/

/* Stores a pair in a table whose only keys were stored like this, as the interpreter
** does: a key goes to the node of its hash (its main node) or to a chain from there, and
** a key in another key's main node moves.  `unused` is where the search for free nodes
** continues.  Returns 1; 0 if the key was there, and then `keep` says whether its value
** stays; -1 if the key is not a string or has no hash yet.  There must be room for the
** key.  A value may be nil. */
FJ_INLINE int vm_node_add(VmTable *t, VmNode **unused, VmValue key, VmValue v, int keep) {
  size_t mask = vm_node_slots_made(t) - 1;
  VmNode *nodes = vm_node_of(t, 0), *n, *other, *p;
  if (FJ_UNLIKELY(!VM_KEY_HASHED(key))) return -1;
  n = nodes + (VM_KEY_HASH(key) & mask);
  if (!vm_is_nil(vm_node_key(n))) {
    other = nodes + (VM_KEY_HASH(vm_node_key(n)) & mask);
    for (p = n; other == n && p != NULL; p = VM_NEXT(p)) {
      if (!VM_KEY_IS(p, key)) continue;
      if (!keep) vm_node_put(p, v); /* NOBARRIER: the caller has checked t's colour */
      return 0;
    }
    do --*unused;
    while (!vm_is_nil(vm_node_key(*unused)));
    if (other == n) {
      p = *unused;
      VM_LINK(p, VM_NEXT(n));
      VM_LINK(n, p);
      n = p;
    } else {
      while ((p = VM_NEXT(other)) != n) other = p;
      VM_LINK(other, *unused);
      VM_KEY_PUT(*unused, vm_node_key(n));
      vm_node_put(*unused, vm_node_value(n)); /* NOBARRIER: as above */
      VM_LINK(*unused, VM_NEXT(n));
      VM_LINK(n, (VmNode *)NULL);
    }
  }
  VM_KEY_PUT(n, key);
  vm_node_put(n, v); /* NOBARRIER: as above */
  return 1;
}

/* Stores the pairs of key and value at first.. of an array.  Returns the number of keys
** that were not there, or -1 if one cannot be stored. */
FJ_INLINE ptrdiff_t vm_nodes_fill(VmTable *t, VmNode **unused, VmArray from, size_t first,
                                  size_t pairs, int keep) {
  ptrdiff_t made = 0;
  size_t i, end = first + 2 * pairs;
  for (i = first; i < end; i += 2) {
    int is_new =
        vm_node_add(t, unused, vm_array_get(from, i), vm_array_get(from, i + 1), keep);
    if (FJ_UNLIKELY(is_new < 0)) return -1;
    made += is_new;
  }
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

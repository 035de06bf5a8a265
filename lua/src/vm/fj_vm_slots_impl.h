/*
** fj_vm_slots_impl.h — array parts that are a vector of tagged values: Lua 5.1 to 5.4.
** Owns: reading and writing such a slot. Must not know: tags, strings, sizes.
** Invariant: bound by a layout header that has VmValue, VmSlot and VmTable with `array`.
** SPDX-License-Identifier: MIT
*/
typedef struct VmArray {
  const VmSlot *slots;
} VmArray;

FJ_INLINE VmArray vm_array_of(const VmTable *t) {
  VmArray a;
  a.slots = t->array;
  return a;
}

FJ_INLINE const void *vm_array_start(const VmTable *t) {
  return t->array;
}

FJ_INLINE size_t vm_array_bytes(size_t last) {
  return last * sizeof(VmSlot);
}

FJ_INLINE VmValue vm_array_get(VmArray a, size_t i) {
  VmValue v;
  v.u = a.slots[i - 1].u;
  v.tag = a.slots[i - 1].tag;
  return v;
}

FJ_INLINE void vm_array_put(VmTable *t, size_t i, VmValue v) {
  t->array[i - 1].u = v.u;
  t->array[i - 1].tag = v.tag;
}

/* Slots 1..n of the table get the values at first.. of another array part. */
FJ_INLINE void vm_array_fill(VmTable *t, VmArray from, size_t first, size_t n) {
  memcpy(t->array, from.slots + (first - 1), n * sizeof *from.slots);
}

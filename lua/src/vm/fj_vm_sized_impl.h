/*
** fj_vm_sized_impl.h — what Lua 5.1 to 5.3 share besides: array parts that know their size, and
** strings whose bytes follow their header.
** Owns: sizes, where a string's bytes are. Must not know: tags, where a string's length is.
** Invariant: bound by a layout header that has VM_STRING_LENGTH, behind fj_vm_tags_impl.h.
** SPDX-License-Identifier: MIT
*/
FJ_INLINE int vm_string_fits(VmValue v, const char *bytes) {
  return (const char *)((const VmString *)v.u.p + 1) == bytes;
}

FJ_INLINE const char *vm_string(VmValue v, size_t *len) {
  const VmString *s = (const VmString *)v.u.p;
  *len = VM_STRING_LENGTH(s, v);
  return (const char *)(s + 1);
}

FJ_INLINE size_t vm_array_last(const VmTable *t) {
  return (size_t)t->sizearray;
}

/* The node that stands for "no nodes" is a static of the interpreter, told from a vector
** of one only by its empty value; a vector of one empty node reads the same and is the same. */
FJ_INLINE size_t vm_node_slots(const VmTable *t) {
  if (t->lsizenode == 0 && vm_is_nil(vm_node_value(t->node))) return 0;
  return (size_t)1 << t->lsizenode;
}

/*
** fj_vm_unbind.h — undoes what a layout header bound, so that the next one can be bound.
** Owns: nothing. Must not know: any layout.
** Invariant: every name of fj_vm_bind.h and every macro of a layout header is gone after it.
** SPDX-License-Identifier: MIT
*/
#undef FJ_VM
#undef FJ_VM_NAME
#undef FJ_VM_HAS_INT
#undef VM_ARRAY_BASE
#undef VmTable
#undef VmNode
#undef VmSlot
#undef VmString
#undef VmRef
#undef VmArray
#undef VmValue
#undef vm_is_nil
#undef vm_is_false
#undef vm_is_true
#undef vm_is_string
#undef vm_is_int
#undef vm_is_float
#undef vm_is_table
#undef vm_value_kind
#undef vm_value_same
#undef vm_value_nil
#undef vm_value_of_table
#undef vm_value_push
#undef vm_value_pull
#undef vm_value_object
#undef vm_int
#undef vm_float
#undef vm_string
#undef vm_table
#undef vm_table_at
#undef vm_table_anchor
#undef vm_table_metatable
#undef vm_table_is_sane
#undef vm_array_last
#undef vm_array_of
#undef vm_array_get
#undef vm_array_put
#undef vm_array_zero
#undef vm_node_slots
#undef vm_node_first
#undef vm_node_value
#undef vm_node_key
#undef vm_string_fits
#undef vm_array_start
#undef vm_array_bytes
#undef vm_table_is_black
#undef vm_node_of
#undef vm_node_put
#undef vm_value_float
#undef vm_value_int
#undef vm_value_bool
#undef vm_nodes_copy
#undef vm_node_slots_made
#undef vm_array_fill
#undef vm_string_push
#undef vm_table_mark
#undef vm_nodes_fill
#undef vm_table_changed

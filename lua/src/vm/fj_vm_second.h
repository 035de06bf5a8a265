/*
** fj_vm_second.h - binds the second layout of a build for LuaJIT on x86-64: from here on,
** names that are bound to a layout end in _luajit32.
** Owns: the list of those names; a missing one is defined twice and does not compile.
** Must not know: the purpose of a name.
** SPDX-License-Identifier: MIT
**
** No include guard: used once in a file, after everything bound to the first layout.
*/
#undef FJ_VM_NAME
#undef FJ_VM_HAS_INT
#undef VM_ARRAY_BASE
#undef VM_BITS_NIL
#undef VM_BITS_TAG
#undef VM_BITS_REF
#undef VM_BITS_BOX
#undef VM_TAG_NUMBER
#undef VM_IS_NIL
#undef VM_IS_FLOAT
#undef VM_IS_LIGHT

#define VmArray                         VmArray_luajit32
#define VmNode                          VmNode_luajit32
#define VmRef                           VmRef_luajit32
#define VmString                        VmString_luajit32
#define VmTable                         VmTable_luajit32
#define VmValue                         VmValue_luajit32
#define vm_array_bytes                  vm_array_bytes_luajit32
#define vm_array_fill                   vm_array_fill_luajit32
#define vm_array_get                    vm_array_get_luajit32
#define vm_array_last                   vm_array_last_luajit32
#define vm_array_of                     vm_array_of_luajit32
#define vm_array_put                    vm_array_put_luajit32
#define vm_array_start                  vm_array_start_luajit32
#define vm_array_zero                   vm_array_zero_luajit32
#define vm_float                        vm_float_luajit32
#define vm_int                          vm_int_luajit32
#define vm_is_false                     vm_is_false_luajit32
#define vm_is_float                     vm_is_float_luajit32
#define vm_is_int                       vm_is_int_luajit32
#define vm_is_literal                   vm_is_literal_luajit32
#define vm_is_nil                       vm_is_nil_luajit32
#define vm_is_string                    vm_is_string_luajit32
#define vm_is_table                     vm_is_table_luajit32
#define vm_is_true                      vm_is_true_luajit32
#define vm_literal                      vm_literal_luajit32
#define vm_node_first                   vm_node_first_luajit32
#define vm_node_key                     vm_node_key_luajit32
#define vm_node_of                      vm_node_of_luajit32
#define vm_node_put                     vm_node_put_luajit32
#define vm_node_slots                   vm_node_slots_luajit32
#define vm_node_slots_made              vm_node_slots_made_luajit32
#define vm_node_value                   vm_node_value_luajit32
#define vm_nodes_copy                   vm_nodes_copy_luajit32
#define vm_node_add                     vm_node_add_luajit32
#define vm_nodes_fill                   vm_nodes_fill_luajit32
#define vm_null_word                    vm_null_word_luajit32
#define vm_string                       vm_string_luajit32
#define vm_string_fits                  vm_string_fits_luajit32
#define vm_string_push                  vm_string_push_luajit32
#define vm_table                        vm_table_luajit32
#define vm_table_anchor                 vm_table_anchor_luajit32
#define vm_table_at                     vm_table_at_luajit32
#define vm_table_changed                vm_table_changed_luajit32
#define vm_table_is_black               vm_table_is_black_luajit32
#define vm_table_is_sane                vm_table_is_sane_luajit32
#define vm_table_mark                   vm_table_mark_luajit32
#define vm_table_metatable              vm_table_metatable_luajit32
#define vm_value_bool                   vm_value_bool_luajit32
#define vm_value_float                  vm_value_float_luajit32
#define vm_value_int                    vm_value_int_luajit32
#define vm_value_kind                   vm_value_kind_luajit32
#define vm_value_nil                    vm_value_nil_luajit32
#define vm_value_object                 vm_value_object_luajit32
#define vm_value_of_string              vm_value_of_string_luajit32
#define vm_value_of_table               vm_value_of_table_luajit32
#define vm_value_pull                   vm_value_pull_luajit32
#define vm_value_push                   vm_value_push_luajit32
#define vm_value_same                   vm_value_same_luajit32
#define Probe                           Probe_luajit32
#define fj_probe                        fj_probe_luajit32
#define probe_all                       probe_all_luajit32
#define probe_anchor                    probe_anchor_luajit32
#define probe_array_same                probe_array_same_luajit32
#define probe_array_size                probe_array_size_luajit32
#define probe_copy                      probe_copy_luajit32
#define probe_header                    probe_header_luajit32
#define probe_kind_is                   probe_kind_is_luajit32
#define probe_next_is                   probe_next_is_luajit32
#define probe_nodes_same                probe_nodes_same_luajit32
#define probe_number_same               probe_number_same_luajit32
#define probe_pairs                     probe_pairs_luajit32
#define probe_pairs_found               probe_pairs_found_luajit32
#define probe_round_trip                probe_round_trip_luajit32
#define probe_string_push               probe_string_push_luajit32
#define probe_string_same               probe_string_same_luajit32
#define probe_table_same                probe_table_same_luajit32
#define probe_table_value_same          probe_table_value_same_luajit32
#define probe_light_same                probe_light_same_luajit32
#define probe_value_same                probe_value_same_luajit32
#define fj_backend_array_count          fj_backend_array_count_luajit32
#define fj_backend_changed              fj_backend_changed_luajit32
#define fj_backend_form                 fj_backend_form_luajit32
#define fj_backend_gather               fj_backend_gather_luajit32
#define fj_backend_gather_one           fj_backend_gather_one_luajit32
#define fj_backend_has_changed          fj_backend_has_changed_luajit32
#define fj_backend_has_hole             fj_backend_has_hole_luajit32
#define fj_backend_hole_ahead           fj_backend_hole_ahead_luajit32
#define fj_backend_hole_find            fj_backend_hole_find_luajit32
#define fj_backend_hole_form            fj_backend_hole_form_luajit32
#define fj_backend_is                   fj_backend_is_luajit32
#define fj_backend_key                  fj_backend_key_luajit32
#define fj_backend_key_describe         fj_backend_key_describe_luajit32
#define fj_backend_key_index            fj_backend_key_index_luajit32
#define fj_backend_marker               fj_backend_marker_luajit32
#define fj_backend_member_at            fj_backend_member_at_luajit32
#define fj_backend_next                 fj_backend_next_luajit32
#define fj_backend_node_key_describe    fj_backend_node_key_describe_luajit32
#define fj_backend_op_empty             fj_backend_op_empty_luajit32
#define fj_backend_op_key               fj_backend_op_key_luajit32
#define fj_backend_op_push              fj_backend_op_push_luajit32
#define fj_backend_op_remember          fj_backend_op_remember_luajit32
#define fj_backend_op_table_at          fj_backend_op_table_at_luajit32
#define fj_backend_other                fj_backend_other_luajit32
#define fj_backend_skip_cdata           fj_backend_skip_cdata_luajit32
#define fj_backend_skips                fj_backend_skips_luajit32
#define fj_backend_special              fj_backend_special_luajit32
#define fj_backend_value_push           fj_backend_value_push_luajit32
#define fj_backend_verdict              fj_backend_verdict_luajit32
#define fj_backend_verdict_find         fj_backend_verdict_find_luajit32
#define fj_build_raw_array_push         fj_build_raw_array_push_luajit32
#define fj_build_raw_array_take         fj_build_raw_array_take_luajit32
#define fj_build_raw_bigint             fj_build_raw_bigint_luajit32
#define fj_build_raw_bool               fj_build_raw_bool_luajit32
#define fj_build_raw_close              fj_build_raw_close_luajit32
#define fj_build_raw_close_make         fj_build_raw_close_make_luajit32
#define fj_build_raw_count              fj_build_raw_count_luajit32
#define fj_build_raw_entry_push         fj_build_raw_entry_push_luajit32
#define fj_build_raw_fill_slowly        fj_build_raw_fill_slowly_luajit32
#define fj_build_raw_finish             fj_build_raw_finish_luajit32
#define fj_build_raw_float              fj_build_raw_float_luajit32
#define fj_build_raw_guess              fj_build_raw_guess_luajit32
#define fj_build_raw_guess_at           fj_build_raw_guess_at_luajit32
#define fj_build_raw_has_nils           fj_build_raw_has_nils_luajit32
#define fj_build_raw_is_object          fj_build_raw_is_object_luajit32
#define fj_build_raw_int                fj_build_raw_int_luajit32
#define fj_build_raw_keep               fj_build_raw_keep_luajit32
#define fj_build_raw_keep_cached        fj_build_raw_keep_cached_luajit32
#define fj_build_raw_key                fj_build_raw_key_luajit32
#define fj_build_raw_key_add            fj_build_raw_key_add_luajit32
#define fj_build_raw_key_loose          fj_build_raw_key_loose_luajit32
#define fj_build_raw_key_remember       fj_build_raw_key_remember_luajit32
#define fj_build_raw_mark               fj_build_raw_mark_luajit32
#define fj_build_raw_members_set        fj_build_raw_members_set_luajit32
#define fj_build_raw_null               fj_build_raw_null_luajit32
#define fj_build_raw_object_copy        fj_build_raw_object_copy_luajit32
#define fj_build_raw_object_push        fj_build_raw_object_push_luajit32
#define fj_build_raw_object_push_slowly fj_build_raw_object_push_slowly_luajit32
#define fj_build_raw_open               fj_build_raw_open_luajit32
#define fj_build_raw_nodes_fill         fj_build_raw_nodes_fill_luajit32
#define fj_build_raw_nodes_push         fj_build_raw_nodes_push_luajit32
#define fj_build_raw_path_of            fj_build_raw_path_of_luajit32
#define fj_build_raw_put                fj_build_raw_put_luajit32
#define fj_build_raw_shape_nodes        fj_build_raw_shape_nodes_luajit32
#define fj_build_raw_shape_table        fj_build_raw_shape_table_luajit32
#define fj_build_raw_shrink             fj_build_raw_shrink_luajit32
#define fj_build_raw_stack_clear        fj_build_raw_stack_clear_luajit32
#define fj_build_raw_stack_grow         fj_build_raw_stack_grow_luajit32
#define fj_build_raw_stack_stretch      fj_build_raw_stack_stretch_luajit32
#define fj_build_raw_start              fj_build_raw_start_luajit32
#define fj_build_raw_string             fj_build_raw_string_luajit32
#define fj_build_raw_string_make        fj_build_raw_string_make_luajit32
#define fj_build_raw_value              fj_build_raw_value_luajit32
#define fj_build_raw_wait               fj_build_raw_wait_luajit32
#define fj_build_raw_waiting_make       fj_build_raw_waiting_make_luajit32
#define fj_parse_raw_direct             fj_parse_raw_direct_luajit32
#define fj_parse_raw_direct_odd         fj_parse_raw_direct_odd_luajit32
#define fj_parse_raw_index              fj_parse_raw_index_luajit32
#define fj_parse_raw_index_odd          fj_parse_raw_index_odd_luajit32
#define fj_walk_any                     fj_walk_any_luajit32
#define fj_walk_e0                      fj_walk_e0_luajit32
#define fj_walk_fetch                   fj_walk_fetch_luajit32
#define fj_walk_full                    fj_walk_full_luajit32
#define fj_walk_json                    fj_walk_json_luajit32
#define fj_walk_fits                    fj_walk_fits_luajit32
#define fj_walk_put_float               fj_walk_put_float_luajit32
#define fj_walk_put_int                 fj_walk_put_int_luajit32
#define fj_walk_string_e0               fj_walk_string_e0_luajit32
#define fj_walk_key_e0                  fj_walk_key_e0_luajit32
#define fj_walk_string_json             fj_walk_string_json_luajit32
#define fj_walk_key_json                fj_walk_key_json_luajit32
#define fj_walk_string_any              fj_walk_string_any_luajit32
#define fj_walk_key_any                 fj_walk_key_any_luajit32
#define fj_walk_string_full             fj_walk_string_full_luajit32
#define fj_walk_key_full                fj_walk_key_full_luajit32

#define FJ_VM_REF32 1
#include FJ_VM_SECOND

/*
** fj_unbind.h — ends what any fj_bind_*.h began: closes the target region and forgets the
** binding's names, so that another may follow in the same file.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a binding.
*/
#ifdef FJ_TARGET_OPEN
#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif
#undef FJ_TARGET_OPEN
#undef FJ_ISA_ABSENT
#undef FJ_ISA
#undef FJ_ISA_NAME
#undef FJ_V_WIDTH
#undef fj_v
#undef fj_v_load
#undef fj_v_load_short
#undef fj_v_short_ok
#undef fj_v_store
#undef fj_v_const
#undef fj_v_row
#undef fj_v_part
#undef fj_v_dirty_json
#undef fj_v_class
#undef fj_v_dirty
#undef fj_v_string_end
#undef fj_string_end
#undef fj_string_put_raw
#undef fj_string_put_json
#undef fj_string_put_any

/* A file that binds a foreign architecture is empty but for this: C wants a declaration. */
struct fj_unbound;

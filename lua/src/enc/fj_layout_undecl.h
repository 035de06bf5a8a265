/*
** fj_layout_undecl.h - forgets the names of fj_layout_decl.h, so that the next layout can be
** bound.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a layout binding.
*/
#undef fj_shape_of
#undef fj_hole_policy
#undef fj_has_hole
#undef fj_gather
#undef fj_verdict_of
#undef fj_key_put
#undef fj_other_put
#undef fj_special_push
#undef fj_was_changed
#undef fj_ordered_next
#undef fj_skip_value

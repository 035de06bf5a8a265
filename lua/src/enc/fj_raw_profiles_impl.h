/*
** fj_raw_profiles_impl.h - the raw walker in its four profiles, for the layout and the
** instruction set that are bound; and the row of them, in the order of FjProfile.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a (layout, instruction set).
*/
#include "enc/fj_layout_decl.h"

#define FJ_RAW_NAME(name) FJ_VM(name) /* expands FJ_ISA first */

#define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_e0_##name))
#define FJ_RAW_PROFILE 0
#define FJ_RAW_CHECKS  0
#define FJ_RAW_FULL    0
#include "enc/fj_raw_impl.h"
#undef FJ_RAW
#undef FJ_RAW_PROFILE
#undef FJ_RAW_CHECKS

#define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_json_##name))
#define FJ_RAW_PROFILE 1
#define FJ_RAW_CHECKS  1
#include "enc/fj_raw_impl.h"
#undef FJ_RAW
#undef FJ_RAW_PROFILE

#define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_any_##name))
#define FJ_RAW_PROFILE 2
#include "enc/fj_raw_impl.h"
#undef FJ_RAW
#undef FJ_RAW_PROFILE
#undef FJ_RAW_FULL

#define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_full_##name))
#define FJ_RAW_PROFILE 3
#define FJ_RAW_FULL    1
#include "enc/fj_raw_impl.h"
#undef FJ_RAW
#undef FJ_RAW_PROFILE
#undef FJ_RAW_FULL
#undef FJ_RAW_CHECKS

#define FJ_RAW_ROW FJ_RAW_NAME(FJ_ISA(fj_raw_row))
static const FjRawWalk FJ_RAW_ROW[FJ_PROFILE_COUNT] = {
  FJ_RAW_NAME(FJ_ISA(fj_raw_e0_walk)), FJ_RAW_NAME(FJ_ISA(fj_raw_json_walk)),
  FJ_RAW_NAME(FJ_ISA(fj_raw_any_walk)), FJ_RAW_NAME(FJ_ISA(fj_raw_full_walk))
};
#undef FJ_RAW_ROW
#undef FJ_RAW_NAME

#include "enc/fj_layout_undecl.h"

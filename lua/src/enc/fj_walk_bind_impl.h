/*
** fj_walk_bind_impl.h - binds the raw walker to the instruction set that is open: once for each
** layout of this build, in four profiles; and makes the FjWalker of this instruction set.
** SPDX-License-Identifier: MIT
**
** No include guard: used once an instruction set, between its bind header and unbind.  It
** includes itself for each layout.
*/
#ifndef FJ_VM

/* How many tables ahead of the one being written the steps of FJ_RAW(fetch) are. */
enum { FJ_FETCH_NEXT = 2, FJ_FETCH_SOONER = 4, FJ_FETCH_LATER = 6 };

#  ifdef FJ_VM_FIRST
#    include FJ_VM_FIRST
#    include "enc/fj_walk_bind_impl.h"
#    include "vm/fj_vm_unbind.h"
#  endif
#  ifdef FJ_VM_SECOND
#    include FJ_VM_SECOND
#    include "enc/fj_walk_bind_impl.h"
#    include "vm/fj_vm_unbind.h"
#  endif

#  define FJ_RAW_PASTE(a, b) a##_##b
#  define FJ_RAW_GLUE(a, b)  FJ_RAW_PASTE(a, b)
#  define FJ_RAW_ROW(layout) FJ_RAW_GLUE(FJ_ISA(fj_raw_row), layout),

static const FjWalker FJ_ISA(fj_walker) = { fj_escape_any,
                                            { FJ_VM_LAYOUTS(FJ_RAW_ROW) NULL } };

#  undef FJ_RAW_PASTE
#  undef FJ_RAW_GLUE
#  undef FJ_RAW_ROW

#else /* a layout is bound */

#  include "enc/fj_backend_calls.h"

#  define FJ_RAW_NAME(name) FJ_VM(name) /* expands FJ_ISA first */

#  define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_e0_##name))
#  define FJ_RAW_PROFILE 0
#  define FJ_RAW_CHECKS  0
#  define FJ_RAW_FULL    0
#  include "enc/fj_walk_impl.h"
#  undef FJ_RAW
#  undef FJ_RAW_PROFILE
#  undef FJ_RAW_CHECKS

#  define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_json_##name))
#  define FJ_RAW_PROFILE 1
#  define FJ_RAW_CHECKS  1
#  include "enc/fj_walk_impl.h"
#  undef FJ_RAW
#  undef FJ_RAW_PROFILE

#  define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_any_##name))
#  define FJ_RAW_PROFILE 2
#  include "enc/fj_walk_impl.h"
#  undef FJ_RAW
#  undef FJ_RAW_PROFILE
#  undef FJ_RAW_FULL

#  define FJ_RAW(name)   FJ_RAW_NAME(FJ_ISA(fj_raw_full_##name))
#  define FJ_RAW_PROFILE 3
#  define FJ_RAW_FULL    1
#  include "enc/fj_walk_impl.h"
#  undef FJ_RAW
#  undef FJ_RAW_PROFILE
#  undef FJ_RAW_FULL
#  undef FJ_RAW_CHECKS

#  define FJ_RAW_ROW FJ_RAW_NAME(FJ_ISA(fj_raw_row))
static const FjWalk FJ_RAW_ROW[FJ_PROFILE_COUNT] = {
  FJ_RAW_NAME(FJ_ISA(fj_raw_e0_walk)), FJ_RAW_NAME(FJ_ISA(fj_raw_json_walk)),
  FJ_RAW_NAME(FJ_ISA(fj_raw_any_walk)), FJ_RAW_NAME(FJ_ISA(fj_raw_full_walk))
};
#  undef FJ_RAW_ROW
#  undef FJ_RAW_NAME

#endif

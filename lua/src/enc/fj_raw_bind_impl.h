/*
** fj_raw_bind_impl.h - binds the raw walker to the instruction set that is open, once for
** each layout of this build and each profile, and makes its FjWalker.
** SPDX-License-Identifier: MIT
**
** No include guard: used once an instruction set, between its bind header and unbind.
*/
#ifdef FJ_VM_FIRST
#  include FJ_VM_FIRST
#  include "enc/fj_raw_profiles_impl.h"
#  include "vm/fj_vm_unbind.h"
#endif
#ifdef FJ_VM_SECOND
#  include FJ_VM_SECOND
#  include "enc/fj_raw_profiles_impl.h"
#  include "vm/fj_vm_unbind.h"
#endif

#define FJ_RAW_PASTE(a, b) a##_##b
#define FJ_RAW_GLUE(a, b)  FJ_RAW_PASTE(a, b)
#define FJ_RAW_ROW(layout) FJ_RAW_GLUE(FJ_ISA(fj_raw_row), layout),

const FjWalker FJ_ISA(fj_walker) = { FJ_ISA_NAME,
                                     FJ_ISA(fj_escape_any),
                                     { FJ_VM_LAYOUTS(FJ_RAW_ROW) NULL } };

#undef FJ_RAW_PASTE
#undef FJ_RAW_GLUE
#undef FJ_RAW_ROW

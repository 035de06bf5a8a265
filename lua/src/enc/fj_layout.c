/*
** fj_layout.c - the cold half of each layout of this build, and the list of them.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lua.h>

#include "enc/fj_enc.h"
#include "vm/fj_probe.h"
#include "vm/fj_vm.h"

#ifdef FJ_VM_FIRST
#  define FJ_LAYOUT_INDEX 0
#  include FJ_VM_FIRST
#  include "enc/fj_layout_decl.h"
#  include "enc/fj_layout_impl.h"
#  include "enc/fj_layout_undecl.h"
#  include "vm/fj_vm_unbind.h"
#  undef FJ_LAYOUT_INDEX
#endif
#ifdef FJ_VM_SECOND
#  define FJ_LAYOUT_INDEX 1
#  include FJ_VM_SECOND
#  include "enc/fj_layout_decl.h"
#  include "enc/fj_layout_impl.h"
#  include "enc/fj_layout_undecl.h"
#  include "vm/fj_vm_unbind.h"
#  undef FJ_LAYOUT_INDEX
#endif

#define LAYOUT_ENTRY(layout) &fj_layout_##layout,

int fj_layouts(const FjLayout *const **list) {
  static const FjLayout *const all[] = { FJ_VM_LAYOUTS(LAYOUT_ENTRY) NULL };
  *list = all;
  return (int)(sizeof all / sizeof all[0]) - 1;
}

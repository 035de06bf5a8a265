/*
** fj_backend.c - the cold half of each layout of this build, and the list of them.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lua.h>

#include "enc/fj_enc.h"
#include "enc/fj_meta.h"
#include "enc/fj_order.h"
#include "enc/fj_special.h"
#include "enc/fj_text.h"
#include "vm/fj_vm.h"

#ifdef FJ_VM_FIRST
#  define FJ_BACKEND       backend_first
#  define FJ_BACKEND_INDEX 0
#  include FJ_VM_FIRST

#  include "enc/fj_backend_impl.h"

#  undef FJ_BACKEND
#  undef FJ_BACKEND_INDEX
#endif
#ifdef FJ_VM_SECOND
#  define FJ_BACKEND       backend_second
#  define FJ_BACKEND_INDEX 1
#  include "vm/fj_vm_second.h"

#  include "enc/fj_backend_impl.h"
#endif

int fj_backend_list(const FjBackend *const **list) {
  static const FjBackend *const all[] = {
#ifdef FJ_VM_FIRST
    &backend_first,
#endif
#ifdef FJ_VM_SECOND
    &backend_second,
#endif
    NULL
  };
  *list = all;
  return (int)(sizeof all / sizeof all[0]) - 1;
}

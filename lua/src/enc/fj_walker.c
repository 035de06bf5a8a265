/*
** fj_walker.c - the raw walkers by the name of their instruction set.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "enc/fj_walker.h"
#include "simd/fj_isa_list.h"

#define WALKER_DECLARE(isa) extern const FjWalker fj_walker_##isa;
FJ_ISA_LIST(WALKER_DECLARE)

const FjWalker *fj_walker_named(const char *isa) {
#define WALKER_ENTRY(name) &fj_walker_##name,
  static const FjWalker *const all[] = { FJ_ISA_LIST(WALKER_ENTRY) };
  size_t i;
  for (i = 0; i < sizeof all / sizeof all[0]; i++)
    if (strcmp(all[i]->isa, isa) == 0) return all[i];
  return &fj_walker_scalar;
}

/*
** fj_parser.c - the parsers by the name of their instruction set.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "dec/fj_dec.h"
#include "simd/fj_isa_list.h"

#define PARSER_DECLARE(isa) extern const FjParser fj_parser_##isa;
FJ_ISA_LIST(PARSER_DECLARE)

const FjParser *fj_parser_named(const char *isa) {
#define PARSER_ENTRY(name) &fj_parser_##name,
  static const FjParser *const all[] = { FJ_ISA_LIST(PARSER_ENTRY) };
  size_t i;
  for (i = 0; i < sizeof all / sizeof all[0]; i++)
    if (strcmp(all[i]->isa, isa) == 0) return all[i];
  return &fj_parser_scalar;
}

/*
** fj_parse_bind_impl.h - binds the grammar to the instruction set that is open, with both kinds
** of tokens and each consumer, and makes its FjParser.
** SPDX-License-Identifier: MIT
**
** No include guard: used once an instruction set, between its bind header and unbind.
*/


#define FJ_P_NAME(name) FJ_ISA(name)

#define FJ_ON(name)  check_##name
#define FJ_P(name)   FJ_P_NAME(fj_valid_direct_##name)
#define FJ_P_INDEXED 0
#include "dec/fj_grammar_impl.h"
#define FJ_P(name)   FJ_P_NAME(fj_valid_index_##name)
#define FJ_P_INDEXED 1
#include "dec/fj_grammar_impl.h"
#undef FJ_ON

#define FJ_ON(name)  capi_##name
#define FJ_P(name)   FJ_P_NAME(fj_capi_direct_##name)
#define FJ_P_INDEXED 0
#include "dec/fj_grammar_impl.h"
#define FJ_P(name)   FJ_P_NAME(fj_capi_index_##name)
#define FJ_P_INDEXED 1
#include "dec/fj_grammar_impl.h"
#undef FJ_ON

#ifdef FJ_VM_FIRST
#  include FJ_VM_FIRST
#  include "dec/fj_parse_layout_impl.h"
#  include "vm/fj_vm_unbind.h"
#endif
#ifdef FJ_VM_SECOND
#  include FJ_VM_SECOND
#  include "dec/fj_parse_layout_impl.h"
#  include "vm/fj_vm_unbind.h"
#endif

#define FJ_P_PASTE(a, b)  a##_##b
#define FJ_P_GLUE(a, b)   FJ_P_PASTE(a, b)
#define FJ_P_PAIR(layout) FJ_P_GLUE(FJ_ISA(fj_parse_pair), layout),

static const FjParser FJ_ISA(fj_parser) = {

  { FJ_P_NAME(fj_valid_direct_parse), FJ_P_NAME(fj_valid_index_parse) },
  { FJ_P_NAME(fj_capi_direct_parse), FJ_P_NAME(fj_capi_index_parse) },
  { FJ_VM_LAYOUTS(FJ_P_PAIR) NULL }
};

#undef FJ_P_NAME
#undef FJ_P_PASTE
#undef FJ_P_GLUE
#undef FJ_P_PAIR

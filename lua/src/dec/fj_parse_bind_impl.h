/*
** fj_parse_bind_impl.h - binds the parser to the instruction set that is open, with both kinds
** of tokens and each builder, and makes its FjParser.
** SPDX-License-Identifier: MIT
**
** No include guard: used once an instruction set, between its bind header and unbind.
*/
#include "simd/fj_string_end_impl.h"

#define FJ_P_NAME(name) FJ_ISA(name)

#define bld_null   null_null
#define bld_bool   null_bool
#define bld_int    null_int
#define bld_float  null_float
#define bld_bigint null_bigint
#define bld_string null_string
#define bld_guess  null_guess
#define bld_key    null_key
#define bld_open   null_open
#define bld_close  null_close
#define bld_start  null_start
#define bld_finish null_finish

#define FJ_P(name)   FJ_P_NAME(fj_valid_direct_##name)
#define FJ_P_INDEXED 0
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED
#define FJ_P(name)   FJ_P_NAME(fj_valid_index_##name)
#define FJ_P_INDEXED 1
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED
#include "dec/fj_parse_unbuild.h"

#define bld_null   capi_null
#define bld_bool   capi_bool
#define bld_int    capi_int
#define bld_float  capi_float
#define bld_bigint capi_bigint
#define bld_string capi_string
#define bld_guess  capi_guess
#define bld_key    capi_key
#define bld_open   capi_open
#define bld_close  capi_close
#define bld_start  capi_start
#define bld_finish capi_finish

#define FJ_P(name)   FJ_P_NAME(fj_capi_direct_##name)
#define FJ_P_INDEXED 0
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED
#define FJ_P(name)   FJ_P_NAME(fj_capi_index_##name)
#define FJ_P_INDEXED 1
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED
#include "dec/fj_parse_unbuild.h"

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

const FjParser FJ_ISA(fj_parser) = {
  FJ_ISA_NAME,
  { FJ_P_NAME(fj_valid_direct_parse), FJ_P_NAME(fj_valid_index_parse) },
  { FJ_P_NAME(fj_capi_direct_parse), FJ_P_NAME(fj_capi_index_parse) },
  { FJ_VM_LAYOUTS(FJ_P_PAIR) NULL }
};

#undef FJ_P_NAME
#undef FJ_P_PASTE
#undef FJ_P_GLUE
#undef FJ_P_PAIR

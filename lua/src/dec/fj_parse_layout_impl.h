/*
** fj_parse_layout_impl.h - the parser with the raw builder of the layout that is bound, with
** both kinds of tokens; and the pair of them.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a (layout, instruction set).
*/
#define FJ_P_LAYOUT(name) FJ_VM(name) /* expands FJ_ISA first */

#define FJ_B(name) FJ_P_LAYOUT(FJ_ISA(fj_build_##name))
#include "dec/fj_build_raw_impl.h"

#define bld_null   FJ_B(null)
#define bld_bool   FJ_B(bool)
#define bld_int    FJ_B(int)
#define bld_float  FJ_B(float)
#define bld_bigint FJ_B(bigint)
#define bld_string FJ_B(string)
#define bld_guess  FJ_B(guess)
#define bld_key    FJ_B(key)
#define bld_open   FJ_B(open)
#define bld_close  FJ_B(close)
#define bld_start  FJ_B(start)
#define bld_finish FJ_B(finish)

#define FJ_P(name)   FJ_P_LAYOUT(FJ_ISA(fj_raw_direct_##name))
#define FJ_P_INDEXED 0
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED
#define FJ_P(name)   FJ_P_LAYOUT(FJ_ISA(fj_raw_index_##name))
#define FJ_P_INDEXED 1
#include "dec/fj_parse_impl.h"
#undef FJ_P
#undef FJ_P_INDEXED

#define FJ_P_PAIR_NAME FJ_P_LAYOUT(FJ_ISA(fj_parse_pair))
static const FjParse FJ_P_PAIR_NAME[2] = { FJ_P_LAYOUT(FJ_ISA(fj_raw_direct_parse)),
                                           FJ_P_LAYOUT(FJ_ISA(fj_raw_index_parse)) };
#undef FJ_P_PAIR_NAME

#include "dec/fj_parse_unbuild.h"
#undef FJ_B
#undef FJ_P_LAYOUT

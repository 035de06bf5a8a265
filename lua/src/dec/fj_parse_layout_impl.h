/*
** fj_parse_layout_impl.h - the grammar with the raw builder of the layout that is bound, with
** both kinds of tokens; and the pair of them.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a (layout, instruction set).
*/
#define FJ_P_LAYOUT(name) FJ_VM(name) /* expands FJ_ISA first */

#define FJ_B(name) FJ_P_LAYOUT(FJ_ISA(fj_build_##name))
#include "dec/fj_build_raw_impl.h"

#define FJ_ON(name)  FJ_B(name)
#define FJ_P(name)   FJ_P_LAYOUT(FJ_ISA(fj_raw_direct_##name))
#define FJ_P_INDEXED 0
#include "dec/fj_grammar_impl.h"
#define FJ_P(name)   FJ_P_LAYOUT(FJ_ISA(fj_raw_index_##name))
#define FJ_P_INDEXED 1
#include "dec/fj_grammar_impl.h"
#undef FJ_ON

#define FJ_P_PAIR_NAME FJ_P_LAYOUT(FJ_ISA(fj_parse_pair))
static const FjParse FJ_P_PAIR_NAME[2] = { FJ_P_LAYOUT(FJ_ISA(fj_raw_direct_parse)),
                                           FJ_P_LAYOUT(FJ_ISA(fj_raw_index_parse)) };
#undef FJ_P_PAIR_NAME

#undef FJ_B
#undef FJ_P_LAYOUT

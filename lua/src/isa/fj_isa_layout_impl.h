/*
** fj_isa_layout_impl.h - what is bound to an instruction set and to a layout: the raw walker, and
** the grammar with the raw builder.
** SPDX-License-Identifier: MIT
**
** No include guard: used once for each layout of the build.
*/
#include "enc/fj_backend_impl.h"

#include "enc/fj_walk_impl.h"
#define FJ_WALK         fj_walk_e0
#define FJ_WALK_STRING  fj_walk_string_e0
#define FJ_WALK_KEY     fj_walk_key_e0
#define FJ_WALK_PROFILE FJ_PROFILE_E0
#include "enc/fj_walk_impl.h"
#define FJ_WALK         fj_walk_json
#define FJ_WALK_STRING  fj_walk_string_json
#define FJ_WALK_KEY     fj_walk_key_json
#define FJ_WALK_PROFILE FJ_PROFILE_JSON
#include "enc/fj_walk_impl.h"
#define FJ_WALK         fj_walk_any
#define FJ_WALK_STRING  fj_walk_string_any
#define FJ_WALK_KEY     fj_walk_key_any
#define FJ_WALK_PROFILE FJ_PROFILE_ANY
#include "enc/fj_walk_impl.h"
#define FJ_WALK         fj_walk_full
#define FJ_WALK_STRING  fj_walk_string_full
#define FJ_WALK_KEY     fj_walk_key_full
#define FJ_WALK_PROFILE FJ_PROFILE_FULL
#include "enc/fj_walk_impl.h"

#include "dec/fj_build_raw_impl.h"

#define FJ_ON(name)      fj_build_raw_##name
#define FJ_PARSE         fj_parse_raw_direct
#define FJ_PARSE_ODD     fj_parse_raw_direct_odd
#define FJ_PARSE_INDEXED 0
#include "dec/fj_grammar_impl.h"
#define FJ_PARSE         fj_parse_raw_index
#define FJ_PARSE_ODD     fj_parse_raw_index_odd
#define FJ_PARSE_INDEXED 1
#include "dec/fj_grammar_impl.h"
#undef FJ_ON

/* In the order of FjProfile; direct tokens, and those of the index. */
#undef FJ_ISA_WALKS
#undef FJ_ISA_PARSERS
#define FJ_ISA_WALKS                                                                     \
  { fj_walk_e0, fj_walk_json, fj_walk_any, fj_walk_full }
#define FJ_ISA_PARSERS                                                                   \
  { fj_parse_raw_direct, fj_parse_raw_index }

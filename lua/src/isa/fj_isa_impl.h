/*
** fj_isa_impl.h — binds every body to the instruction set whose vocabulary is defined,
** and to each layout of this build; defines the table of its entry points.
** SPDX-License-Identifier: MIT
**
** No include guard: used once for each instruction set.  It includes itself, with
** FJ_ISA_LAYOUT, once for each layout of the build.
*/
#ifdef FJ_ISA_LAYOUT

/* ---- Also bound to a layout: the raw walker, the grammar with the raw builder ---- */

#  include "enc/fj_backend_impl.h"

#  include "enc/fj_walk_impl.h"
#  define FJ_WALK         fj_walk_e0
#  define FJ_WALK_STRING  fj_walk_string_e0
#  define FJ_WALK_KEY     fj_walk_key_e0
#  define FJ_WALK_PROFILE FJ_PROFILE_E0
#  include "enc/fj_walk_impl.h"
#  define FJ_WALK         fj_walk_json
#  define FJ_WALK_STRING  fj_walk_string_json
#  define FJ_WALK_KEY     fj_walk_key_json
#  define FJ_WALK_PROFILE FJ_PROFILE_JSON
#  include "enc/fj_walk_impl.h"
#  define FJ_WALK         fj_walk_any
#  define FJ_WALK_STRING  fj_walk_string_any
#  define FJ_WALK_KEY     fj_walk_key_any
#  define FJ_WALK_PROFILE FJ_PROFILE_ANY
#  include "enc/fj_walk_impl.h"
#  define FJ_WALK         fj_walk_full
#  define FJ_WALK_STRING  fj_walk_string_full
#  define FJ_WALK_KEY     fj_walk_key_full
#  define FJ_WALK_PROFILE FJ_PROFILE_FULL
#  include "enc/fj_walk_impl.h"

#  include "dec/fj_build_raw_impl.h"

#  define FJ_ON(name)      fj_build_raw_##name
#  define FJ_PARSE         fj_parse_raw_direct
#  define FJ_PARSE_ODD     fj_parse_raw_direct_odd
#  define FJ_PARSE_INDEXED 0
#  include "dec/fj_grammar_impl.h"
#  define FJ_PARSE         fj_parse_raw_index
#  define FJ_PARSE_ODD     fj_parse_raw_index_odd
#  define FJ_PARSE_INDEXED 1
#  include "dec/fj_grammar_impl.h"
#  undef FJ_ON

/* In the order of FjProfile; first for direct tokens, then for the index. */
#  undef FJ_ISA_WALKS
#  undef FJ_ISA_PARSERS
#  define FJ_ISA_WALKS                                                                   \
    { fj_walk_e0, fj_walk_json, fj_walk_any, fj_walk_full }
#  define FJ_ISA_PARSERS                                                                 \
    { fj_parse_raw_direct, fj_parse_raw_index }

#else

#  include "simd/fj_utf8_impl.h"

#  include "simd/fj_escape_impl.h"

#  include "simd/fj_index_impl.h"

#  include "simd/fj_unescape_impl.h"

/* ---- Inlined functions, as the list of tiers names them ---- */

static char *fj_isa_put_raw(char *w, const char *s, size_t n) {
  return fj_escape_put_raw(w, s, n);
}

static char *fj_isa_put_json(char *w, const char *s, size_t n) {
  return fj_escape_put_json(w, s, n);
}

static char *fj_isa_put_any(char *w, const char *s, size_t n, const FjEscape *e) {
  return fj_escape_put_any(w, s, n, e);
}

static const char *fj_isa_string_end(const char *p, const char *limit) {
  return fj_index_string_end(p, limit);
}

#  ifndef FJ_KERNELS_ONLY

/* ---- The grammar with consumers that need no layout ---- */

#    include "dec/fj_tokens_impl.h"

#    define FJ_ON(name)      check_##name
#    define FJ_PARSE         fj_parse_check_direct
#    define FJ_PARSE_ODD     fj_parse_check_direct_odd
#    define FJ_PARSE_INDEXED 0
#    include "dec/fj_grammar_impl.h"
#    define FJ_PARSE         fj_parse_check_index
#    define FJ_PARSE_ODD     fj_parse_check_index_odd
#    define FJ_PARSE_INDEXED 1
#    include "dec/fj_grammar_impl.h"
#    define FJ_PARSE         fj_parse_check_fast
#    define FJ_PARSE_ODD     fj_parse_check_fast_odd
#    define FJ_PARSE_INDEXED 1
#    define FJ_PARSE_CHECKS  1
#    include "dec/fj_grammar_impl.h"
#    undef FJ_ON

#    define FJ_ON(name)      capi_##name
#    define FJ_PARSE         fj_parse_capi_direct
#    define FJ_PARSE_ODD     fj_parse_capi_direct_odd
#    define FJ_PARSE_INDEXED 0
#    include "dec/fj_grammar_impl.h"
#    define FJ_PARSE         fj_parse_capi_index
#    define FJ_PARSE_ODD     fj_parse_capi_index_odd
#    define FJ_PARSE_INDEXED 1
#    include "dec/fj_grammar_impl.h"
#    undef FJ_ON

/* ---- Bound to each layout ---- */

#    ifdef FJ_VM_FIRST
#      include FJ_VM_FIRST

#      define FJ_ISA_LAYOUT
#      include "isa/fj_isa_impl.h"
#      undef FJ_ISA_LAYOUT
static const FjWalk walks_first[FJ_PROFILE_COUNT] = FJ_ISA_WALKS;
static const FjParse parsers_first[] = FJ_ISA_PARSERS;
#    endif
#    ifdef FJ_VM_SECOND
#      include "vm/fj_vm_second.h"

#      define FJ_ISA_LAYOUT
#      include "isa/fj_isa_impl.h"
#      undef FJ_ISA_LAYOUT
static const FjWalk walks_second[FJ_PROFILE_COUNT] = FJ_ISA_WALKS;
static const FjParse parsers_second[] = FJ_ISA_PARSERS;
#      define FJ_ISA_ROWS(name)                                                          \
        { name##_first, name##_second, NULL }
#    elif defined(FJ_VM_FIRST)
#      define FJ_ISA_ROWS(name)                                                          \
        { name##_first, NULL }
#    else
#      define FJ_ISA_ROWS(name)                                                          \
        { NULL }
#    endif

static const FjWalker walker = { fj_escape_any, FJ_ISA_ROWS(walks) };

static const FjParser parser = { { fj_parse_check_direct, fj_parse_check_index,
                                   fj_parse_check_fast },
                                 { fj_parse_capi_direct, fj_parse_capi_index },
                                 FJ_ISA_ROWS(parsers) };

#    define FJ_ISA_TABLES &walker, &parser
#  else /* tests of the kernels, without Lua */
#    define FJ_ISA_TABLES NULL, NULL
#  endif

#  define FJ_ISA_KERNEL(name, needs, features)                                           \
    {                                                                                    \
      name, needs, features, fj_isa_put_raw, fj_isa_put_json, fj_isa_put_any,            \
          fj_utf8_valid, fj_index_batch, fj_index_places, fj_isa_string_end,             \
          fj_unescape_text, FJ_ISA_TABLES                                                \
    }

#endif

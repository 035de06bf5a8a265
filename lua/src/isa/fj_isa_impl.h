/*
** fj_isa_impl.h — every body, bound to the instruction set whose vocabulary is defined, and to each
** layout of this build; and the table of its entry points.
** SPDX-License-Identifier: MIT
**
** No include guard: used once an instruction set.
*/
#include "simd/fj_utf8_impl.h"

#include "simd/fj_escape_impl.h"

#include "simd/fj_index_impl.h"

/* ---- What is inlined, as the list of tiers has it ---- */

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

#ifndef FJ_KERNELS_ONLY
#  define FJ_ISA(name)       name
#  define fj_string_put_raw  fj_escape_put_raw
#  define fj_string_put_json fj_escape_put_json
#  define fj_string_put_any  fj_escape_put_any
#  define fj_string_end      fj_index_string_end
#  include "enc/fj_walk_bind_impl.h"

#  include "dec/fj_parse_bind_impl.h"
#  define FJ_ISA_TABLES &fj_walker, &fj_parser
#else /* tests of the kernels, without Lua */
#  define FJ_ISA_TABLES NULL, NULL
#endif

#define FJ_ISA_KERNEL(name, needs, features)                                             \
  {                                                                                      \
    name, needs, features, fj_isa_put_raw, fj_isa_put_json, fj_isa_put_any,              \
        fj_utf8_valid, fj_index_batch, fj_index_places, fj_isa_string_end, FJ_ISA_TABLES \
  }

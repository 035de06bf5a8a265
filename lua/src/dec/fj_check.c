/*
** fj_check.c - the check consumer alone, in plain C.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include "dec/fj_check.h"

#include "dec/fj_dec.h"
#include "vm/fj_compat.h"

#define FJ_TOKENS_PLAIN
#include "dec/fj_tokens_impl.h"

#define FJ_ON(name)  check_##name
#define FJ_PARSE     check_parse
#define FJ_PARSE_ODD check_parse_odd
#include "dec/fj_grammar_impl.h"

FjStatus fj_check(const char *s, size_t n, size_t max_depth, const FjAlloc *alloc,
                  size_t *err_off) {
  FjDecOptions o;
  FjDecoder d;
  fj_dec_options_default(&o);
  o.max_depth = max_depth < FJ_CHECK_DEPTH ? max_depth : FJ_CHECK_DEPTH;
  o.huge_inf = 1; /* the reader of the number judges its size */
  fj_dec_begin(&d, &o, alloc, s, n);
  (void)check_parse(&d);
  fj_dec_end(&d);
  if (d.status != FJ_ERR_OK) *err_off = (size_t)(d.at - s);
  return d.status;
}

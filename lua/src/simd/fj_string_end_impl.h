/*
** fj_string_end_impl.h — the end of a string: its closing quote or its first backslash.
** Owns: the loop.  A short string costs one load, two compares and a count.
** Must not know: which instruction set it is bound to (it speaks the fj_v_* vocabulary).
** Invariant: nothing at or past limit is read.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set, where it is wanted.
*/

#define fj_string_end FJ_ISA(fj_string_end)

/* The first `"` or `\` at or after p, or limit. */
FJ_INLINE const char *fj_string_end(const char *p, const char *limit) {
  while (FJ_LIKELY(limit - p >= FJ_V_WIDTH)) {
    size_t i = fj_v_string_end(fj_v_load(p));
    p += i;
    if (FJ_LIKELY(i < FJ_V_WIDTH)) return p;
  }
  while (p < limit && *p != '"' && *p != '\\') p++;
  return p;
}

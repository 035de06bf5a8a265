/*
** fj_calls.h — declares the out-of-line functions of one binding (that of FJ_ISA).
** All have the contract of the fj_string_put_* of the same purpose, for any length.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a binding, before its target region opens.
*/
#include "core/fj_escape.h"
#include "core/fj_index.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif
/* What the inlined part calls. */
char *FJ_ISA(fj_copy)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_escape_json)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_escape_any)(char *w, const char *s, size_t n, const FjEscape *e);

/* The inlined part and what it calls, as the list of tiers offers them. */
char *FJ_ISA(fj_put_raw)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_put_json)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_put_any)(char *w, const char *s, size_t n, const FjEscape *e);

/* 1 when s[0..n) is well-formed UTF-8. */
int FJ_ISA(fj_utf8_valid)(const char *s, size_t n);

/* The structural index: see core/fj_index.h. */
size_t FJ_ISA(fj_index_batch)(FjIndex *x, const char *text, size_t len, size_t from,
                              uint64_t *words, unsigned flags);
size_t FJ_ISA(fj_index_places)(const uint64_t *words, size_t n, uint16_t *places);
/* The inlined fj_string_end, for tests. */
const char *FJ_ISA(fj_find_string_end)(const char *p, const char *limit);
#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

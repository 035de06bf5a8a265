/*
** fj_calls.h — declares the out-of-line kernels of one binding (those of FJ_ISA).
** Each has the contract of the fj_string_put_* of the same purpose, for any length.
** SPDX-License-Identifier: MIT
**
** No include guard: used once a binding, before its target region opens.
*/
#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif
char *FJ_ISA(fj_copy)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_escape_json)(char *w, const char *s, size_t n);
char *FJ_ISA(fj_escape_any)(char *w, const char *s, size_t n, const FjEscape *e);
int FJ_ISA(fj_utf8_valid)(const char *s, size_t n);
#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

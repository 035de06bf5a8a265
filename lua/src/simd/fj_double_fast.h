/*
** fj_double_fast.h — fj_put_double with the machine's baseline vectors.
** Owns: the choice between the portable double writer and the one with vector digits.
** Must not know: the walker, CPU detection (baseline instructions need none).
** Invariant: the text is fj_put_double's, byte for byte.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DOUBLE_FAST_H
#define FJ_DOUBLE_FAST_H

#include "core/fj_double.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

#if defined(__x86_64__) && defined(__GNUC__)
#  define FJ_DOUBLE_SSE2 1
char *fj_put_double_shortest_sse2(char *w, double v);
#  define fj_put_double_shortest_fast fj_put_double_shortest_sse2
#else
#  define FJ_DOUBLE_SSE2              0
#  define fj_put_double_shortest_fast fj_put_double_shortest
#endif

FJ_INLINE char *fj_put_double_fast(char *w, double v) {
  int64_t i;
  if (fj_double_is_int(v, &i)) return fj_put_i64(w, i);
  return fj_put_double_shortest_fast(w, v);
}

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

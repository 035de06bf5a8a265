/*
** fj_double_sse2.c — the shortest double, its digits made by SSE2.
** Owns: the binding of core/fj_double_impl.h to fj_digits16_sse2.h.
** Must not know: anything else.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_double_fast.h"

#if FJ_DOUBLE_SSE2
#  include "simd/fj_digits16_sse2.h"
#  define FJ_DOUBLE_SHORTEST fj_put_double_shortest_sse2
#  include "core/fj_double_impl.h"
#endif

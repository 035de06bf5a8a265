/*
** fj_bind_sse2.h — the SSE2 binding: the baseline of every x86-64.
** Owns: opening the target region, after every header that must not be inside it.
** Use: #include "simd/fj_bind_sse2.h", bodies, #include "simd/fj_unbind.h".
** On another architecture it defines FJ_ISA_ABSENT and nothing else.
** SPDX-License-Identifier: MIT
**
** No include guard: each binding is closed by fj_unbind.h.
*/
#if defined(__x86_64__) && defined(__GNUC__)

#  include <emmintrin.h>
#  include <string.h>

#  include "core/fj_escape.h"
#  include "core/fj_utf8.h"

#  define FJ_ISA(name) name##_sse2
#  define FJ_ISA_NAME  "sse2"
#  include "simd/fj_calls.h"

#  include "simd/fj_vec_sse2.h"

#  include "simd/fj_string_impl.h" /* speaks the words of the line above */

#else
#  define FJ_ISA_ABSENT 1
#endif

/*
** fj_bind_avx512.h — the AVX-512 binding: F, BW, VL, VBMI and VBMI2, which means
** Ice Lake, Zen 4 and newer.
** Owns: opening the target region, after every header that must not be inside it.
** Use: #include "simd/fj_bind_avx512.h", bodies, #include "simd/fj_unbind.h".
** On another architecture it defines FJ_ISA_ABSENT and nothing else.
** SPDX-License-Identifier: MIT
**
** No include guard: each binding is closed by fj_unbind.h.
*/
#if defined(__x86_64__) && defined(__GNUC__)

#  include <immintrin.h>
#  include <string.h>

#  include "core/fj_escape.h"
#  include "core/fj_utf8.h"
#  include "simd/fj_bytes.h"

#  define FJ_ISA(name) name##_avx512
#  define FJ_ISA_NAME  "avx512"
#  include "simd/fj_calls.h"

#  define FJ_TARGET_OPEN 1
#  if defined(__clang__)
#    pragma clang attribute push(                                                        \
        __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,"        \
                              "avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))),                    \
        apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")
#    pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")
#  endif
#  include "simd/fj_vec_avx512.h"

#  include "simd/fj_string_impl.h" /* speaks the words of the line above */

#else
#  define FJ_ISA_ABSENT 1
#endif

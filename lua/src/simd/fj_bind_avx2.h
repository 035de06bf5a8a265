/*
** fj_bind_avx2.h — the AVX2 binding: AVX2, BMI1, BMI2, LZCNT, POPCNT,
** PCLMULQDQ.
** Owns: opening the target region, after every header that must not be inside it.
** Use: #include "simd/fj_bind_avx2.h", bodies, #include "simd/fj_unbind.h".
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

#  define FJ_ISA(name) name##_avx2
#  define FJ_ISA_NAME  "avx2"
#  include "simd/fj_calls.h"

#  define FJ_TARGET_OPEN 1
#  if defined(__clang__)
#    pragma clang attribute push(                                                        \
        __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))),                    \
        apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")
#  endif
#  include "simd/fj_vec_avx2.h"

#  include "simd/fj_string_impl.h" /* speaks the words of the line above */

#else
#  define FJ_ISA_ABSENT 1
#endif

/*
** fj_bind_neon.h — the NEON binding: the baseline of every 64-bit Arm.
** Owns: opening the target region, after every header that must not be inside it.
** Use: #include "simd/fj_bind_neon.h", bodies, #include "simd/fj_unbind.h".
** On another architecture it defines FJ_ISA_ABSENT and nothing else.
** SPDX-License-Identifier: MIT
**
** No include guard: each binding is closed by fj_unbind.h.
*/
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)

#  include <arm_neon.h>
#  include <string.h>

#  include "core/fj_escape.h"
#  include "core/fj_utf8.h"
#  include "simd/fj_bytes.h"

#  define FJ_ISA(name) name##_neon
#  define FJ_ISA_NAME  "neon"
#  include "simd/fj_calls.h"

#  include "simd/fj_vec_neon.h"

#  include "simd/fj_string_impl.h" /* speaks the words of the line above */

#else
#  define FJ_ISA_ABSENT 1
#endif

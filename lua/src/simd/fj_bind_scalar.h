/*
** fj_bind_scalar.h — the binding of plain C: any CPU, eight bytes a step.
** Owns: opening the target region, after every header that must not be inside it.
** Use: #include "simd/fj_bind_scalar.h", bodies, #include "simd/fj_unbind.h".
** SPDX-License-Identifier: MIT
**
** No include guard: each binding is closed by fj_unbind.h.
*/
#include <string.h>

#include "core/fj_escape.h"
#include "core/fj_utf8.h"

#define FJ_ISA(name) name##_scalar
#define FJ_ISA_NAME  "scalar"
#include "simd/fj_calls.h"

#include "simd/fj_vec_scalar.h"

#include "simd/fj_string_impl.h" /* speaks the words of the line above */

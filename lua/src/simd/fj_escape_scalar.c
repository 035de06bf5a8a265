/*
** fj_escape_scalar.c — the out-of-line string kernels, bound to scalar.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_expand.h"
#include "simd/fj_spell.h"

#include "simd/fj_bind_scalar.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_block_scalar.h"

#  include "simd/fj_utf8_impl.h"

#  include "simd/fj_escape_impl.h"
#endif
#include "simd/fj_unbind.h"

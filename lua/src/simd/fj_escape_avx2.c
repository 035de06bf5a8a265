/*
** fj_escape_avx2.c — the out-of-line string kernels, bound to avx2.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_expand.h"
#include "simd/fj_spell.h"

#include "simd/fj_bind_avx2.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_stops_impl.h"

#  include "simd/fj_block_avx2.h"

#  include "simd/fj_utf8_impl.h"

#  include "simd/fj_escape_impl.h"
#endif
#include "simd/fj_unbind.h"

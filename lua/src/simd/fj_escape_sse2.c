/*
** fj_escape_sse2.c — the out-of-line string kernels, bound to sse2.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_expand.h"
#include "simd/fj_spell.h"

#include "simd/fj_bind_sse2.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_stops_impl.h"

#  include "simd/fj_block_sse2.h"

#  include "simd/fj_utf8_impl.h"

#  include "simd/fj_escape_impl.h"
#endif
#include "simd/fj_unbind.h"

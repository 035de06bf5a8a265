/*
** fj_escape_neon.c — the out-of-line string kernels, bound to neon.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_expand.h"
#include "simd/fj_spell.h"

#include "simd/fj_bind_neon.h"
#ifndef FJ_ISA_ABSENT
#  include "simd/fj_block_neon.h"

#  include "simd/fj_utf8_impl.h"

#  include "simd/fj_escape_impl.h"
#endif
#include "simd/fj_unbind.h"

/*
** fj_walk_avx2.c - the raw walkers bound to AVX2.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_int.h"
#include "enc/fj_enc.h"
#include "enc/fj_meta.h"
#include "enc/fj_text.h"
#include "vm/fj_vm.h"

#include "simd/fj_bind_avx2.h"
#ifndef FJ_ISA_ABSENT
#  include "enc/fj_walk_bind_impl.h"
#endif
#include "simd/fj_unbind.h"

/*
** fj_parse_sse2.c - the parsers bound to the baseline of x86-64.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include "core/fj_read.h"
#include "dec/fj_build_capi.h"
#include "dec/fj_check_ops.h"
#include "dec/fj_dec.h"
#include "dec/fj_keys.h"
#include "vm/fj_compat.h"
#include "vm/fj_vm.h"

#include "simd/fj_bind_sse2.h"
#ifndef FJ_ISA_ABSENT
#  include "dec/fj_parse_bind_impl.h"
#endif
#include "simd/fj_unbind.h"

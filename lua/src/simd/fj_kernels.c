/*
** fj_kernels.c — the list of tiers and the choice among them.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_kernels.h"

#include <string.h>

#include "simd/fj_cpu.h"

/* The entry points of every binding. */
#if defined(__x86_64__) && defined(__GNUC__)
#  define HAS_X86      1
#  define FJ_ISA(name) name##_avx512
#  include "simd/fj_calls.h"
#  undef FJ_ISA
#  define FJ_ISA(name) name##_avx2
#  include "simd/fj_calls.h"
#  undef FJ_ISA
#  define FJ_ISA(name) name##_sse2
#  include "simd/fj_calls.h"
#  undef FJ_ISA
#endif
#if defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)
#  define HAS_NEON     1
#  define FJ_ISA(name) name##_neon
#  include "simd/fj_calls.h"
#  undef FJ_ISA
#endif
#define FJ_ISA(name) name##_scalar
#include "simd/fj_calls.h"
#undef FJ_ISA

#define TIER(isa, name, needs, features)                                                 \
  {                                                                                      \
    name, needs, features, fj_put_raw_##isa, fj_put_json_##isa, fj_put_any_##isa,        \
        fj_utf8_valid_##isa                                                              \
  }

static const FjKernel tiers[] = {
#ifdef HAS_X86
  TIER(avx512, "avx512", "AVX-512 F BW VL VBMI VBMI2", FJ_CPU_AVX512 | FJ_CPU_AVX2),
  TIER(avx2, "avx2", "AVX2 BMI1 BMI2 LZCNT POPCNT PCLMULQDQ", FJ_CPU_AVX2),
  TIER(sse2, "sse2", "SSE2", FJ_CPU_SSE2),
#endif
#ifdef HAS_NEON
  TIER(neon, "neon", "NEON", FJ_CPU_NEON),
#endif
  TIER(scalar, "scalar", "nothing", 0),
};

#define TIERS (sizeof tiers / sizeof tiers[0])

const FjKernel *fj_kernels_at(size_t i) {
  return i < TIERS ? &tiers[i] : NULL;
}

int fj_kernels_supported(const FjKernel *kernel) {
  return (fj_cpu_features() & kernel->features) == kernel->features;
}

static const FjKernel *best(void) {
  size_t i = 0;
  while (!fj_kernels_supported(&tiers[i])) i++;
  return &tiers[i];
}

const FjKernel *fj_kernels_select(const char *forced, const char **reason) {
  *reason = "the best that this CPU supports";
  if (forced == NULL || *forced == '\0') return best();
  for (size_t i = 0; i < TIERS; i++) {
    if (strcmp(tiers[i].name, forced) != 0) continue;
    if (fj_kernels_supported(&tiers[i])) {
      *reason = "forced";
      return &tiers[i];
    }
    *reason = "the forced one needs what this CPU lacks; the best supported instead";
    return best();
  }
  *reason = "the forced one is unknown here; the best supported instead";
  return best();
}

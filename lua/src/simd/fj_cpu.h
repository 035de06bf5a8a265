/*
** fj_cpu.h — what this CPU and its operating system offer.
** Owns: detection, by CPUID and XCR0 on x86, by the architecture itself elsewhere.
** Must not know: kernels; which tier to take is decided in fj_kernels.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_CPU_H
#define FJ_CPU_H

#include "core/fj_config.h"

/* Sets of instructions, as the bindings need them. */
enum {
  FJ_CPU_SSE2 = 1, /* every x86-64 */
  FJ_CPU_AVX2 = 2, /* AVX2, BMI1, BMI2, LZCNT, POPCNT, PCLMULQDQ; the system saves ymm */
  FJ_CPU_AVX512 = 4, /* those, F, BW, VL, VBMI, VBMI2, and the system saves zmm */
  FJ_CPU_NEON = 8    /* every little-endian 64-bit Arm */
};

#if defined(__GNUC__)
__attribute__((visibility("hidden")))
#endif
unsigned
fj_cpu_features(void);

#endif

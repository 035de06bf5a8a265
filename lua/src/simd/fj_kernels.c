/*
** fj_kernels.c — detection, which asks the CPU each time; the list of tiers; the choice.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_kernels.h"

#include <string.h>

#if FJ_ARCH_X86_64

#  include <cpuid.h>

/* Bits of CPUID leaves 1 (ecx), 7 (ebx, ecx) and 0x80000001 (ecx). */
/* PCLMULQDQ POPCNT OSXSAVE AVX */
#  define LEAF1_ECX_AVX    (1u << 1 | 1u << 23 | 1u << 27 | 1u << 28)
#  define LEAF7_EBX_AVX2   (1u << 3 | 1u << 5 | 1u << 8) /* BMI1 AVX2 BMI2 */
#  define LEAF81_ECX_LZCNT (1u << 5)
#  define LEAF7_EBX_AVX512 (1u << 16 | 1u << 30 | 1u << 31) /* F BW VL */
#  define LEAF7_ECX_AVX512 (1u << 1 | 1u << 6)              /* VBMI VBMI2 */

/* What the system saves at a task switch: bits 1-2 xmm and ymm, 5-7 masks and zmm. */
#  define XCR0_YMM 0x06u
#  define XCR0_ZMM 0xE6u

static unsigned xcr0(void) {
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

static int has(unsigned word, unsigned bits) {
  return (word & bits) == bits;
}

static unsigned cpu_features(void) {
  unsigned a, b, c, d, c81, found = FJ_CPU_SSE2;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, LEAF1_ECX_AVX)) return found;
  unsigned saved = xcr0();
  if (!__get_cpuid(0x80000001u, &a, &b, &c81, &d)) return found;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return found;
  if (!has(b, LEAF7_EBX_AVX2) || !has(c81, LEAF81_ECX_LZCNT)) return found;
  if (!has(saved, XCR0_YMM)) return found;
  found |= FJ_CPU_AVX2;
  if (!has(b, LEAF7_EBX_AVX512) || !has(c, LEAF7_ECX_AVX512)) return found;
  return has(saved, XCR0_ZMM) ? found | FJ_CPU_AVX512 : found;
}

#elif FJ_ARCH_ARM64

static unsigned cpu_features(void) {
  return FJ_CPU_NEON;
}

#else

static unsigned cpu_features(void) {
  return 0;
}

#endif

/* isa/ defines one for each instruction set of the architecture. */
extern FJ_HIDDEN const FjKernel fj_kernel_scalar;
#if FJ_ARCH_X86_64
extern FJ_HIDDEN const FjKernel fj_kernel_sse2, fj_kernel_avx2, fj_kernel_avx512;
#elif FJ_ARCH_ARM64
extern FJ_HIDDEN const FjKernel fj_kernel_neon;
#endif

static const FjKernel *const tiers[] = {
#if FJ_ARCH_X86_64
  &fj_kernel_avx512,
  &fj_kernel_avx2,
  &fj_kernel_sse2,
#elif FJ_ARCH_ARM64
  &fj_kernel_neon,
#endif
  &fj_kernel_scalar,
};

#define TIERS (sizeof tiers / sizeof tiers[0])

const FjKernel *fj_kernels_at(size_t i) {
  return i < TIERS ? tiers[i] : NULL;
}

int fj_kernels_supported(const FjKernel *kernel) {
  return (cpu_features() & kernel->features) == kernel->features;
}

static const FjKernel *best(void) {
  size_t i = 0;
  while (!fj_kernels_supported(tiers[i])) i++;
  return tiers[i];
}

const FjKernel *fj_kernels_select(const char *forced, const char **reason) {
  *reason = "the best that this CPU supports";
  if (forced == NULL || *forced == '\0') return best();
  for (size_t i = 0; i < TIERS; i++) {
    if (strcmp(tiers[i]->name, forced) != 0) continue;
    if (fj_kernels_supported(tiers[i])) {
      *reason = "forced";
      return tiers[i];
    }
    *reason = "the forced one needs what this CPU lacks; the best supported instead";
    return best();
  }
  *reason = "the forced one is unknown here; the best supported instead";
  return best();
}

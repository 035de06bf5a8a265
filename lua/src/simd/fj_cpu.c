/*
** fj_cpu.c — detection.  Stateless: asks the CPU each time.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_cpu.h"

#if defined(__x86_64__) && defined(__GNUC__)

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

unsigned fj_cpu_features(void) {
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

#elif defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)

unsigned fj_cpu_features(void) {
  return FJ_CPU_NEON;
}

#else

unsigned fj_cpu_features(void) {
  return 0;
}

#endif

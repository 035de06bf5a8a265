/*
** fj_kernels.c — detection, which asks the CPU each time; the list of tiers; the choice.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_kernels.h"

#include "core/fj_utf8.h"

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

/* -- Constant tables, which the preprocessor spells --------------------------------------------- */

#define X4(c)  c, c, c, c
#define X16(c) X4(c), X4(c), X4(c), X4(c)
#define N4(n)  n, n + 1, n + 2, n + 3
#define N16(n) N4(n), N4(n + 4), N4(n + 8), N4(n + 12)
#define X64(c)                                                                           \
  { X16(c), X16(c), X16(c), X16(c) }

const FjBytes fj_bytes = {
  X64('"'),
  X64('\\'),
  X64(' '),
  X64(15),
  X64(127),
  X64(FJ_CLASS_SIX),
  X64(0x70),
  X64(0xE0 - 0x80),
  X64(0xF0 - 0x80),
  X64(0x80),
  { X16(255), X16(255), X16(255), X4(255), X4(255), X4(255), 255, 0xEF, 0xDF, 0xBF },
  { N16(0), N16(16), N16(32), N16(48) },
};

/* One binary digit a byte, each a macro that yields either the byte's index or a backslash
** before it. */
#define PLAIN(i)   i,
#define ESCAPED(i) 8, i,

/* A row of eight digits, the lowest bit last. */
#define ROW(h, g, f, e, d, c, b, a) { a(0) b(1) c(2) d(3) e(4) f(5) g(6) h(7) },

#define ROWS1(...) ROW(__VA_ARGS__, PLAIN) ROW(__VA_ARGS__, ESCAPED)
#define ROWS2(...) ROWS1(__VA_ARGS__, PLAIN) ROWS1(__VA_ARGS__, ESCAPED)
#define ROWS3(...) ROWS2(__VA_ARGS__, PLAIN) ROWS2(__VA_ARGS__, ESCAPED)
#define ROWS4(...) ROWS3(__VA_ARGS__, PLAIN) ROWS3(__VA_ARGS__, ESCAPED)
#define ROWS5(...) ROWS4(__VA_ARGS__, PLAIN) ROWS4(__VA_ARGS__, ESCAPED)
#define ROWS6(...) ROWS5(__VA_ARGS__, PLAIN) ROWS5(__VA_ARGS__, ESCAPED)
#define ROWS7(...) ROWS6(__VA_ARGS__, PLAIN) ROWS6(__VA_ARGS__, ESCAPED)

const uint8_t fj_bytes_expand[256][16] = { ROWS7(PLAIN) ROWS7(ESCAPED) };

#define LANE(name) (UINT64_C(1) << FJ_LANE_##name)
#define Q          LANE(QUOTE)
#define B          LANE(BACKSLASH)
#define O          LANE(OP)
#define S          LANE(SPACE)
#define C          LANE(CONTROL)
#define W          LANE(WIDE)
#define W16        W, W, W, W, W, W, W, W, W, W, W, W, W, W, W, W

const uint64_t fj_bytes_lanes[256] = {
  C, C, C, C, C, C, C, C, C,   S | C, S | C, C,   C,   S | C, C,   C,   C, C, C, C,
  C, C, C, C, C, C, C, C, C,   C,     C,     C,   S,   0,     Q,   0,   0, 0, 0, 0,
  0, 0, 0, 0, O, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, O, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     O,   B,   O,     0,   0,   0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0,   0,     0,     0,   0,   0,     0,   0,   0, 0, 0, 0,
  0, 0, 0, O, 0, O, 0, 0, W16, W16,   W16,   W16, W16, W16,   W16, W16,
};

static int is_continuation(char c) {
  return ((uint8_t)c & 0xC0) == 0x80;
}

size_t fj_bytes_utf8_at(const char *text, size_t len, size_t from, size_t to) {
  size_t i = from;
  while (i < len && i > 0 && from - i < 4 && is_continuation(text[i])) i--;
  while (i < to) {
    FjRune rune = fj_utf8_decode(text + i, len - i);
    if (rune.code == FJ_UTF8_BAD) return i;
    i += rune.length;
  }
  return SIZE_MAX;
}

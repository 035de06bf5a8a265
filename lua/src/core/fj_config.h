/*
** fj_config.h — macros for compilers and platforms that all layers use.
** Owns: inlining, branch and visibility attributes; the named slack constants.
** Must not know: Lua, JSON, any instruction set.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_CONFIG_H
#define FJ_CONFIG_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__) || defined(__clang__)
#  define FJ_INLINE           static inline __attribute__((always_inline, unused))
#  define FJ_NOINLINE         __attribute__((noinline))
#  define FJ_COLD             __attribute__((noinline, cold))
#  define FJ_UNUSED           __attribute__((unused))
#  define FJ_PRINTF(at, from) __attribute__((format(printf, at, from)))
#  define FJ_LIKELY(x)        __builtin_expect(!!(x), 1)
#  define FJ_UNLIKELY(x)      __builtin_expect(!!(x), 0)
#  define FJ_PREFETCH(p)      __builtin_prefetch(p)
#else
#  define FJ_INLINE static inline
#  define FJ_NOINLINE
#  define FJ_COLD
#  define FJ_UNUSED
#  define FJ_PRINTF(at, from)
#  define FJ_LIKELY(x)   (x)
#  define FJ_UNLIKELY(x) (x)
#  define FJ_PREFETCH(p) ((void)(p))
#endif

/* Marks functions that a host loads by name; all other symbols are hidden. */
#if defined(_WIN32)
#  define FJ_EXPORT __declspec(dllexport)
#elif defined(__GNUC__) || defined(__clang__)
#  define FJ_EXPORT __attribute__((visibility("default")))
#else
#  define FJ_EXPORT
#endif

/* The hardware allows reads past the end of a string inside its page; the sanitizers do
** not.  Kernels that read like this have this attribute. */
#if defined(__GNUC__) || defined(__clang__)
#  define FJ_NO_ASAN __attribute__((no_sanitize("address")))
#else
#  define FJ_NO_ASAN
#endif
#if defined(__SANITIZE_ADDRESS__)
#  define FJ_ASAN 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define FJ_ASAN 1
#  endif
#endif
#ifndef FJ_ASAN
#  define FJ_ASAN 0
#endif

/* Tells the address sanitizer that memory may not, or may, be used. */
#if FJ_ASAN
#  include <sanitizer/asan_interface.h>
#  define FJ_POISON(p, n)   __asan_poison_memory_region(p, n)
#  define FJ_UNPOISON(p, n) __asan_unpoison_memory_region(p, n)
#else
#  define FJ_POISON(p, n)   ((void)0)
#  define FJ_UNPOISON(p, n) ((void)0)
#endif

/* Architectures with instruction sets in isa/. */
#define FJ_ARCH_X86_64 0
#define FJ_ARCH_ARM64  0
#if defined(__x86_64__) && defined(__GNUC__)
#  undef FJ_ARCH_X86_64
#  define FJ_ARCH_X86_64 1
#elif defined(__aarch64__) && defined(__GNUC__) && !defined(__AARCH64EB__)
#  undef FJ_ARCH_ARM64
#  define FJ_ARCH_ARM64 1
#endif

/* A writer may overwrite this many bytes after the end that it returns.  The allocation
** of a window always extends this far beyond the window, so writers need no tail code. */
#define FJ_WRITE_SLACK 128

/* The longest text of one number in any format, with room for overwriting. */
#define FJ_NUMBER_MAX 40

/* The worst growth of one input byte in any escape mode (`\u00xx`). */
#define FJ_ESCAPE_MAX 6

/* -- Operations on 64-bit words that C99 lacks: 128-bit products, counts of zero bits,
** little-endian loads and stores.  Every operation has a portable body (`_slow`, always
** compiled) and gives the same result with every compiler. */

#if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
#  include <intrin.h>
#endif

/* Makes the compiler keep a branch, which is predicted.  A conditional move would wait
** for the condition. */
#if defined(__GNUC__)
#  define FJ_KEEP_BRANCH __asm__ volatile("")
#else
#  define FJ_KEEP_BRANCH ((void)0)
#endif

typedef struct Fj128 {
  uint64_t hi, lo;
} Fj128;

/* Schoolbook multiplication of 32-bit halves: no partial sum can overflow 64 bits,
** because (2^32-1)^2 + 2*(2^32-1) = 2^64-1. */
FJ_INLINE Fj128 fj_mul64_slow(uint64_t a, uint64_t b) {
  uint64_t al = (uint32_t)a, ah = a >> 32, bl = (uint32_t)b, bh = b >> 32;
  uint64_t low = al * bl;
  uint64_t mid = ah * bl + (low >> 32);
  uint64_t mid2 = al * bh + (uint32_t)mid;
  Fj128 r;
  r.hi = ah * bh + (mid >> 32) + (mid2 >> 32);
  r.lo = (mid2 << 32) | (uint32_t)low;
  return r;
}

/* Both counts require a value that is not zero. */
FJ_INLINE unsigned fj_ctz64_slow(uint64_t v) {
  unsigned n = 0;
  while (!(v & 1)) v >>= 1, n++;
  return n;
}

FJ_INLINE unsigned fj_clz64_slow(uint64_t v) {
  unsigned n = 0;
  while (!(v >> 63)) v <<= 1, n++;
  return n;
}

#if defined(__SIZEOF_INT128__) && !defined(FJ_NO_INT128)
__extension__ typedef unsigned __int128 FjUint128;
FJ_INLINE Fj128 fj_mul64(uint64_t a, uint64_t b) {
  FjUint128 p = (FjUint128)a * b;
  Fj128 r;
  r.hi = (uint64_t)(p >> 64);
  r.lo = (uint64_t)p;
  return r;
}
#elif defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
FJ_INLINE Fj128 fj_mul64(uint64_t a, uint64_t b) {
  Fj128 r;
  r.lo = _umul128(a, b, &r.hi);
  return r;
}
#else
#  define fj_mul64 fj_mul64_slow
#endif

#if defined(__GNUC__) || defined(__clang__)
FJ_INLINE unsigned fj_ctz64(uint64_t v) {
  return (unsigned)__builtin_ctzll(v);
}
FJ_INLINE unsigned fj_clz64(uint64_t v) {
  return (unsigned)__builtin_clzll(v);
}
#else
#  define fj_ctz64 fj_ctz64_slow
#  define fj_clz64 fj_clz64_slow
#endif

/* The 192-bit product v * (g.hi, g.lo) without its lowest word. */
FJ_INLINE Fj128 fj_mul64x128_high(uint64_t v, Fj128 g) {
  Fj128 top = fj_mul64(v, g.hi);
  uint64_t carried = fj_mul64(v, g.lo).hi;
  top.lo += carried;
  top.hi += top.lo < carried;
  return top;
}

#define FJ_ASCII_ZEROS UINT64_C(0x3030303030303030)

/* The first byte of the text is the lowest byte of the word, on every machine. */
FJ_INLINE void fj_store64_le(char *w, uint64_t v) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  memcpy(w, &v, sizeof v);
}

FJ_INLINE uint64_t fj_load64_le(const char *p) {
  uint64_t v;
  memcpy(&v, p, sizeof v);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  v = __builtin_bswap64(v);
#endif
  return v;
}

#endif

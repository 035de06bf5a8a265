/*
** fj_wide.h — what C99 leaves to the compiler about 64-bit words.
** Owns: 64x64 -> 128 multiplication, counting of zero bits, little-endian loads and
** stores.
** Must not know: what the numbers mean.
** Invariant: every operation has a portable body (`_slow`, always compiled) and gives the
** same answer on every compiler; the `#if`s of the number code live here and only here.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_WIDE_H
#define FJ_WIDE_H

#include "core/fj_config.h"

#include <string.h>

#if defined(_MSC_VER) && defined(_M_X64) && !defined(__clang__)
#  include <intrin.h>
#endif

/* A statement that keeps its block a block: a predicted jump, not a conditional move that
** waits for the condition. */
#if defined(__GNUC__)
#  define FJ_KEEP_BRANCH __asm__ volatile("")
#else
#  define FJ_KEEP_BRANCH ((void)0)
#endif

typedef struct Fj128 {
  uint64_t hi, lo;
} Fj128;

/* Schoolbook on 32-bit halves: no partial sum below can overflow 64 bits, because
** (2^32-1)^2 + 2*(2^32-1) = 2^64-1. */
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

/* Both counts are of a value that is not zero. */
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

/* First byte of the text in the lowest byte of the word, on every machine. */
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

/*
** fj_isa_sse2.c — the binding to SSE2: the baseline of every x86-64.
** Owns: the intrinsics, as the vocabulary that the bodies use (isa/fj_isa.h).
** Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_config.h"

#if FJ_ARCH_X86_64
#  include "isa/fj_isa.h"

#  include <emmintrin.h>

#  define FJ_VEC_WIDTH 16
typedef __m128i FjVec;

FJ_INLINE FjVec fj_vec_load(const char *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}

FJ_INLINE void fj_vec_store(char *w, FjVec v) {
  _mm_storeu_si128((__m128i *)(void *)w, v);
}

/* Whether s[0..n) fits a vector that can be loaded whole.  The bytes after the string
** must be in the same page (at least 4096 bytes), so the load cannot fault.  An empty
** string is not short, because it may be at the end of a page. */
FJ_INLINE int fj_vec_short_ok(const char *s, size_t n) {
  if (FJ_ASAN) return n == FJ_VEC_WIDTH;
  return n - 1 < FJ_VEC_WIDTH && ((uintptr_t)s & 4095) <= 4096 - FJ_VEC_WIDTH;
}

FJ_INLINE FjVec fj_vec_load_short(const char *s, size_t n) {
  (void)n;
  return fj_vec_load(s);
}

/* The bytes among the first n that need attention in mode json, one bit each.  One
** signed comparison finds both controls and non-ASCII. */
FJ_INLINE uint32_t fj_vec_dirty_json(FjVec v, size_t n) {
  FjVec dirty = _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(32)),
                             _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                          _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));
  return (uint32_t)_mm_movemask_epi8(dirty) & ((1u << n) - 1);
}

/* Not zero where a byte needs attention. */
FJ_INLINE FjVec fj_vec_class(FjVec v, const FjEscape *e) {
  const FjVec *set = (const FjVec *)(const void *)e->equal;
  FjVec below = _mm_subs_epu8(_mm_load_si128(set + 6), v);
  FjVec wide = _mm_and_si128(_mm_load_si128(set + 7), v);
  FjVec first = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_load_si128(set)),
                             _mm_cmpeq_epi8(v, _mm_load_si128(set + 1)));
  FjVec second = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_load_si128(set + 2)),
                              _mm_cmpeq_epi8(v, _mm_load_si128(set + 3)));
  FjVec dirty = _mm_or_si128(_mm_or_si128(below, wide), _mm_or_si128(first, second));
  if (FJ_LIKELY(e->mode != FJ_ESC_HTML)) return dirty;
  dirty = _mm_or_si128(dirty, _mm_cmpeq_epi8(v, _mm_load_si128(set + 4)));
  return _mm_or_si128(dirty, _mm_cmpeq_epi8(v, _mm_load_si128(set + 5)));
}

/* Those bytes among the first n, one bit each. */
FJ_INLINE uint32_t fj_vec_dirty(FjVec kind, size_t n) {
  FjVec clean = _mm_cmpeq_epi8(kind, _mm_setzero_si128());
  return ~(uint32_t)_mm_movemask_epi8(clean) & ((1u << n) - 1);
}

/* The position of the first `"` or `\`, or the width if there is none. */
FJ_INLINE size_t fj_vec_string_end(FjVec v) {
  FjVec stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                            _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
  return (size_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(stop) | 1u << FJ_VEC_WIDTH);
}

#  define FJ_VEC_STEP 0
FJ_INLINE uint64_t fj_vec_slashes(FjVec v) {
  return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
}

FJ_INLINE uint64_t fj_vec_no_digits(FjVec v) {
  FjVec above = _mm_sub_epi8(v, _mm_set1_epi8('0' - 128));
  return (uint32_t)_mm_movemask_epi8(_mm_cmplt_epi8(_mm_set1_epi8(-128 + 9), above));
}

/* ---- Blocks: for the out-of-line kernels ---- */

#  define FJ_BLOCK_WIDTH 16
typedef FjVec FjBlock;

FJ_INLINE FjBlock fj_block_load(const char *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}

FJ_INLINE void fj_block_store(char *w, FjBlock v) {
  _mm_storeu_si128((__m128i *)(void *)w, v);
}

/* The last 1 to 15 bytes of a string, then spaces. */
FJ_INLINE FjBlock fj_block_load_part(const char *s, size_t n) {
  FjBlock spaces = _mm_set1_epi8(' ');
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) {
    FjBlock index = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    FjBlock there = _mm_cmpgt_epi8(_mm_set1_epi8((char)n), index);
    return _mm_or_si128(_mm_and_si128(there, fj_block_load(s)),
                        _mm_andnot_si128(there, spaces));
  }
  char part[FJ_BLOCK_WIDTH];
  fj_block_store(part, spaces);
  memcpy(part, s, n);
  return fj_block_load(part);
}

FJ_INLINE int fj_block_clean_json(FjBlock v) {
  return fj_vec_dirty_json(v, FJ_BLOCK_WIDTH) == 0;
}

/* The bytes that need attention, one bit each; none in the padding. */
FJ_INLINE uint64_t fj_block_stops(FjBlock v, const FjEscape *e) {
  return fj_vec_dirty(fj_vec_class(v, e), FJ_BLOCK_WIDTH);
}

/* The same in mode json, for ASCII only. */
FJ_INLINE uint64_t fj_block_stops_json(FjBlock v) {
  return fj_vec_dirty_json(v, FJ_BLOCK_WIDTH) & ~(uint32_t)_mm_movemask_epi8(v);
}

FJ_INLINE size_t fj_block_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_block_any_wide(FjBlock v) {
  return _mm_movemask_epi8(v) != 0;
}

/* Writes the first `len` bytes of v; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_block_expand(char *w, FjBlock v, uint64_t stops, const char *s,
                                size_t len, const FjEscape *e) {
  char copy[2 * FJ_BLOCK_WIDTH];
  if (!fj_escape_stops_ok(s)) {
    fj_block_store(copy, v);
    fj_block_store(copy + FJ_BLOCK_WIDTH, v);
    s = copy;
  }
  return fj_escape_stops(w, s, len, (uint32_t)stops, e);
}

static FJ_NOINLINE char *fj_escape_short_json(char *w, FjVec v, const char *s, size_t n,
                                              uint32_t dirty) {
  if ((dirty & (uint32_t)_mm_movemask_epi8(v)) || !fj_escape_stops_ok(s))
    return fj_escape_json(w, s, n);
  return fj_escape_stops(w, s, n, dirty, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

static FJ_NOINLINE char *fj_escape_short_any(char *w, FjVec v, FjVec kind, const char *s,
                                             size_t n, const FjEscape *e,
                                             uint32_t dirty) {
  (void)kind;
  if ((dirty & (uint32_t)_mm_movemask_epi8(v)) || !fj_escape_stops_ok(s))
    return fj_escape_any(w, s, n, e);
  return fj_escape_stops(w, s, n, dirty, e);
}

/* ---- Sixty-four bytes: the structural index ---- */

typedef const char *FjIndexBlock;

FJ_INLINE FjIndexBlock fj_index_load(const char *s) {
  return s;
}

FJ_INLINE FjVec fj_index_is(FjVec v, char c) {
  return _mm_cmpeq_epi8(v, _mm_set1_epi8(c));
}

FJ_INLINE uint64_t fj_index_bits(FjVec v) {
  return (uint32_t)_mm_movemask_epi8(v);
}

/* Setting bit 5 turns `[` and `]` into `{` and `}`, but no other byte into these. */
FJ_INLINE FjVec fj_index_ops(FjVec v) {
  FjVec lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
  return _mm_or_si128(_mm_or_si128(fj_index_is(lower, '{'), fj_index_is(lower, '}')),
                      _mm_or_si128(fj_index_is(v, ':'), fj_index_is(v, ',')));
}

FJ_INLINE FjVec fj_index_spaces(FjVec v) {
  return _mm_or_si128(_mm_or_si128(fj_index_is(v, ' '), fj_index_is(v, '\n')),
                      _mm_or_si128(fj_index_is(v, '\r'), fj_index_is(v, '\t')));
}

FJ_INLINE void fj_index_quarter(FjMasks *m, FjVec v, int at) {
  m->quote |= fj_index_bits(fj_index_is(v, '"')) << at;
  m->backslash |= fj_index_bits(fj_index_is(v, '\\')) << at;
  m->op |= fj_index_bits(fj_index_ops(v)) << at;
  m->space |= fj_index_bits(fj_index_spaces(v)) << at;
  m->control |= fj_index_bits(_mm_cmplt_epi8(v, _mm_set1_epi8(' '))) << at;
  m->wide |= fj_index_bits(v) << at;
}

FJ_INLINE FjMasks fj_index_masks(const FjIndexBlock *block) {
  FjMasks m = { 0, 0, 0, 0, 0, 0 };
  fj_index_quarter(&m, fj_vec_load(*block), 0);
  fj_index_quarter(&m, fj_vec_load(*block + 16), 16);
  fj_index_quarter(&m, fj_vec_load(*block + 32), 32);
  fj_index_quarter(&m, fj_vec_load(*block + 48), 48);
  m.control &= ~m.wide; /* the comparison is signed */
  return m;
}

#  define fj_index_inside fj_index_parity

#  include "isa/fj_isa_impl.h"

const FjKernel fj_kernel_sse2 = FJ_ISA_KERNEL("sse2", "SSE2", FJ_CPU_SSE2);
#endif

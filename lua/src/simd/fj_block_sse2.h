/*
** fj_block_sse2.h — what the out-of-line kernels do with a block of 16 bytes.
** Owns: the intrinsics.  SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_escape_sse2.c.
*/

#define FJ_B_WIDTH 16
typedef __m128i fj_b;

FJ_INLINE fj_b fj_b_load(const char *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}

FJ_INLINE void fj_b_store(char *w, fj_b v) {
  _mm_storeu_si128((__m128i *)(void *)w, v);
}

/* The last 1 to 15 bytes of a string, then spaces. */
FJ_INLINE fj_b fj_b_load_part(const char *s, size_t n) {
  fj_b spaces = _mm_set1_epi8(' ');
  if (FJ_LIKELY(fj_v_short_ok(s, n))) {
    fj_b index = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    fj_b there = _mm_cmpgt_epi8(_mm_set1_epi8((char)n), index);
    return _mm_or_si128(_mm_and_si128(there, fj_b_load(s)),
                        _mm_andnot_si128(there, spaces));
  }
  char part[FJ_B_WIDTH];
  fj_b_store(part, spaces);
  memcpy(part, s, n);
  return fj_b_load(part);
}

FJ_INLINE int fj_b_clean_json(fj_b v) {
  return fj_v_dirty_json(v, FJ_B_WIDTH) == 0;
}

/* The bytes that need attention, a bit each; in the padding there is none. */
FJ_INLINE uint64_t fj_b_stops(fj_b v, const FjEscape *e) {
  return fj_v_dirty(fj_v_class(v, e), FJ_B_WIDTH);
}

/* The same in mode json, of ASCII alone. */
FJ_INLINE uint64_t fj_b_stops_json(fj_b v) {
  return fj_v_dirty_json(v, FJ_B_WIDTH) & ~(uint32_t)_mm_movemask_epi8(v);
}

FJ_INLINE size_t fj_b_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_b_any_wide(fj_b v) {
  return _mm_movemask_epi8(v) != 0;
}

/* Writes the first `len` bytes of v, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *fj_b_expand(char *w, fj_b v, uint64_t stops, const char *s, size_t len,
                            const FjEscape *e) {
  char copy[2 * FJ_B_WIDTH];
  if (!FJ_ISA(fj_stops_ok)(s)) {
    fj_b_store(copy, v);
    fj_b_store(copy + FJ_B_WIDTH, v);
    s = copy;
  }
  return FJ_ISA(fj_stops)(w, s, len, (uint32_t)stops, e);
}

char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n, uint32_t dirty) {
  if ((dirty & (uint32_t)_mm_movemask_epi8(v)) || !FJ_ISA(fj_stops_ok)(s))
    return FJ_ISA(fj_escape_json)(w, s, n);
  return FJ_ISA(fj_stops)(w, s, n, dirty, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

char *FJ_ISA(fj_short_any)(char *w, fj_v v, fj_v kind, const char *s, size_t n,
                           const FjEscape *e, uint32_t dirty) {
  (void)kind;
  if ((dirty & (uint32_t)_mm_movemask_epi8(v)) || !FJ_ISA(fj_stops_ok)(s))
    return FJ_ISA(fj_escape_any)(w, s, n, e);
  return FJ_ISA(fj_stops)(w, s, n, dirty, e);
}

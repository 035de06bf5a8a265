/*
** fj_vec_sse2.h — the vector vocabulary of SSE2.
** Owns: the intrinsics.  Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_bind_sse2.h.
*/

#define FJ_V_WIDTH      16
#define fj_v            __m128i
#define fj_v_load       FJ_ISA(fj_v_load)
#define fj_v_load_short FJ_ISA(fj_v_load_short)
#define fj_v_short_ok   FJ_ISA(fj_v_short_ok)
#define fj_v_store      FJ_ISA(fj_v_store)
#define fj_v_dirty_json FJ_ISA(fj_v_dirty_json)
#define fj_v_class      FJ_ISA(fj_v_class)
#define fj_v_dirty      FJ_ISA(fj_v_dirty)
#define fj_v_string_end FJ_ISA(fj_v_string_end)

FJ_INLINE fj_v fj_v_load(const char *s) {
  return _mm_loadu_si128((const __m128i *)(const void *)s);
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  _mm_storeu_si128((__m128i *)(void *)w, v);
}

/* Whether s[0..n) fits a vector that can be loaded whole: what lies behind the string is
** in the same page (4096 is the smallest there is), so the load cannot fault.  An empty
** string may be the end of a page, and is not short. */
FJ_INLINE int fj_v_short_ok(const char *s, size_t n) {
  if (FJ_ASAN) return n == FJ_V_WIDTH;
  return n - 1 < FJ_V_WIDTH && ((uintptr_t)s & 4095) <= 4096 - FJ_V_WIDTH;
}

FJ_INLINE fj_v fj_v_load_short(const char *s, size_t n) {
  (void)n;
  return fj_v_load(s);
}

/* The bytes that need attention in mode json, a bit each, among the first n: a signed
** compare finds controls and non-ASCII at once. */
FJ_INLINE uint32_t fj_v_dirty_json(fj_v v, size_t n) {
  fj_v dirty = _mm_or_si128(_mm_cmplt_epi8(v, _mm_set1_epi8(32)),
                            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                                         _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))));
  return (uint32_t)_mm_movemask_epi8(dirty) & ((1u << n) - 1);
}

/* Not zero where a byte needs attention. */
FJ_INLINE fj_v fj_v_class(fj_v v, const FjEscape *e) {
  const fj_v *set = (const fj_v *)(const void *)e->equal;
  fj_v below = _mm_subs_epu8(_mm_load_si128(set + 6), v);
  fj_v wide = _mm_and_si128(_mm_load_si128(set + 7), v);
  fj_v first = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_load_si128(set)),
                            _mm_cmpeq_epi8(v, _mm_load_si128(set + 1)));
  fj_v second = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_load_si128(set + 2)),
                             _mm_cmpeq_epi8(v, _mm_load_si128(set + 3)));
  fj_v dirty = _mm_or_si128(_mm_or_si128(below, wide), _mm_or_si128(first, second));
  if (FJ_LIKELY(e->mode != FJ_ESC_HTML)) return dirty;
  dirty = _mm_or_si128(dirty, _mm_cmpeq_epi8(v, _mm_load_si128(set + 4)));
  return _mm_or_si128(dirty, _mm_cmpeq_epi8(v, _mm_load_si128(set + 5)));
}

/* Those bytes, a bit each, among the first n. */
FJ_INLINE uint32_t fj_v_dirty(fj_v kind, size_t n) {
  fj_v clean = _mm_cmpeq_epi8(kind, _mm_setzero_si128());
  return ~(uint32_t)_mm_movemask_epi8(clean) & ((1u << n) - 1);
}

/* The place of the first `"` or `\`, or the width when there is none. */
FJ_INLINE size_t fj_v_string_end(fj_v v) {
  fj_v stop = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('"')),
                           _mm_cmpeq_epi8(v, _mm_set1_epi8('\\')));
  return (size_t)__builtin_ctz((uint32_t)_mm_movemask_epi8(stop) | 1u << FJ_V_WIDTH);
}

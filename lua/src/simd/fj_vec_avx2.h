/*
** fj_vec_avx2.h — the vector vocabulary of AVX2.
** Owns: the intrinsics.  Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_bind_avx2.h.
*/

#define FJ_V_WIDTH      32
#define fj_v            __m256i
#define fj_v_load       FJ_ISA(fj_v_load)
#define fj_v_load_short FJ_ISA(fj_v_load_short)
#define fj_v_short_ok   FJ_ISA(fj_v_short_ok)
#define fj_v_store      FJ_ISA(fj_v_store)
#define fj_v_const      FJ_ISA(fj_v_const)
#define fj_v_row        FJ_ISA(fj_v_row)
#define fj_v_dirty_json FJ_ISA(fj_v_dirty_json)
#define fj_v_class      FJ_ISA(fj_v_class)
#define fj_v_dirty      FJ_ISA(fj_v_dirty)
#define fj_v_string_end FJ_ISA(fj_v_string_end)

FJ_INLINE fj_v fj_v_load(const char *s) {
  return _mm256_loadu_si256((const __m256i *)(const void *)s);
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  _mm256_storeu_si256((__m256i *)(void *)w, v);
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

FJ_INLINE fj_v fj_v_const(const uint8_t *row) {
  return _mm256_load_si256((const __m256i *)(const void *)row);
}

/* The bytes that need attention in mode json, a bit each, among the first n.  Bit 7 is what
** counts: subtracting 32 with signed saturation sets it for controls and leaves it set for
** non-ASCII. */
FJ_INLINE uint32_t fj_v_dirty_json(fj_v v, size_t n) {
  fj_v quote = _mm256_cmpeq_epi8(v, fj_v_const(fj_bytes.quote));
  fj_v slash = _mm256_cmpeq_epi8(v, fj_v_const(fj_bytes.backslash));
  fj_v below = _mm256_subs_epi8(v, fj_v_const(fj_bytes.space));
  fj_v dirty = _mm256_or_si256(_mm256_or_si256(quote, slash), below);
  return _bzhi_u32((uint32_t)_mm256_movemask_epi8(dirty), (uint32_t)n);
}

FJ_INLINE fj_v fj_v_row(const uint8_t *row) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)row));
}

FJ_INLINE fj_v fj_v_class(fj_v v, const FjEscape *e) {
  fj_v nibble = fj_v_const(fj_bytes.nibble);
  fj_v low = _mm256_shuffle_epi8(fj_v_row(e->low), _mm256_and_si256(v, nibble));
  fj_v high = _mm256_shuffle_epi8(fj_v_row(e->high),
                                  _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
  return _mm256_and_si256(low, high);
}

/* The bytes of some class, a bit each, among the first n: 127 more sets bit 7 of all but 0. */
FJ_INLINE uint32_t fj_v_dirty(fj_v kind, size_t n) {
  fj_v dirty = _mm256_adds_epu8(kind, fj_v_const(fj_bytes.most));
  return _bzhi_u32((uint32_t)_mm256_movemask_epi8(dirty), (uint32_t)n);
}

/* The place of the first `"` or `\`, or the width when there is none. */
FJ_INLINE size_t fj_v_string_end(fj_v v) {
  fj_v quote = _mm256_cmpeq_epi8(v, fj_v_const(fj_bytes.quote));
  fj_v slash = _mm256_cmpeq_epi8(v, fj_v_const(fj_bytes.backslash));
  return _tzcnt_u32((uint32_t)_mm256_movemask_epi8(_mm256_or_si256(quote, slash)));
}

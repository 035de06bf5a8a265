/*
** fj_vec_avx512.h — the vector vocabulary of AVX-512.
** Owns: the intrinsics.  Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_bind_avx512.h.
*/

#define FJ_V_WIDTH      32
#define fj_v            __m256i
#define fj_v_load       FJ_ISA(fj_v_load)
#define fj_v_load_short FJ_ISA(fj_v_load_short)
#define fj_v_short_ok   FJ_ISA(fj_v_short_ok)
#define fj_v_store      FJ_ISA(fj_v_store)
#define fj_v_clean_json FJ_ISA(fj_v_clean_json)
#define fj_v_clean_any  FJ_ISA(fj_v_clean_any)

FJ_INLINE fj_v fj_v_load(const char *s) {
  return _mm256_loadu_si256((const __m256i *)(const void *)s);
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  _mm256_storeu_si256((__m256i *)(void *)w, v);
}

FJ_INLINE int fj_v_short_ok(const char *s, size_t n) {
  (void)s;
  return n <= FJ_V_WIDTH;
}

/* A masked load touches nothing behind the string; spaces stand for what is not there. */
FJ_INLINE fj_v fj_v_load_short(const char *s, size_t n) {
  __mmask32 part = _bzhi_u32(~0u, (uint32_t)n);
  return _mm256_mask_loadu_epi8(_mm256_set1_epi8(' '), part, s);
}

/* Whether no byte needs attention in mode json: a signed compare finds controls and
** non-ASCII at once. */
FJ_INLINE int fj_v_clean_json(fj_v v, size_t n) {
  (void)n;
  fj_v dirty =
      _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8(32), v),
                      _mm256_or_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('"')),
                                      _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\'))));
  return _mm256_testz_si256(dirty, dirty);
}

FJ_INLINE fj_v FJ_ISA(fj_row)(const uint8_t *row) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)row));
}

FJ_INLINE int fj_v_clean_any(fj_v v, size_t n, const FjEscape *e) {
  (void)n;
  fj_v nibble = _mm256_set1_epi8(15);
  fj_v low = _mm256_shuffle_epi8(FJ_ISA(fj_row)(e->low), _mm256_and_si256(v, nibble));
  fj_v high = _mm256_shuffle_epi8(FJ_ISA(fj_row)(e->high),
                                  _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
  return _mm256_testz_si256(low, high);
}

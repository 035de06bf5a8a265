/*
** fj_block_avx2.h — what the out-of-line kernels do with a block of 32 bytes.
** Owns: the intrinsics.  SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_escape_avx2.c.
*/

#define FJ_B_WIDTH  32
#define FJ_B_LOOKUP 1
typedef __m256i fj_b;

FJ_INLINE fj_b fj_b_load(const char *s) {
  return _mm256_loadu_si256((const __m256i *)(const void *)s);
}

FJ_INLINE void fj_b_store(char *w, fj_b v) {
  _mm256_storeu_si256((__m256i *)(void *)w, v);
}

/* v with spaces from byte n on. */
FJ_INLINE fj_b fj_b_pad(fj_b v, size_t n) {
  fj_b there = _mm256_cmpgt_epi8(_mm256_set1_epi8((char)n), fj_v_const(fj_bytes.index));
  return _mm256_blendv_epi8(fj_v_const(fj_bytes.space), v, there);
}

/* The last 1 to 31 bytes of a string, then spaces. */
FJ_INLINE fj_b fj_b_load_part(const char *s, size_t n) {
  if (FJ_LIKELY(fj_v_short_ok(s, n))) return fj_b_pad(fj_b_load(s), n);
  char part[FJ_B_WIDTH];
  fj_b_store(part, fj_v_const(fj_bytes.space));
  memcpy(part, s, n);
  return fj_b_load(part);
}

FJ_INLINE int fj_b_clean_json(fj_b v) {
  return fj_v_dirty_json(v, FJ_B_WIDTH) == 0;
}

#define fj_b_row   fj_v_row
#define fj_b_const fj_v_const
#define fj_b_class fj_v_class

FJ_INLINE fj_b fj_b_low4(fj_b v) {
  return _mm256_and_si256(v, fj_b_const(fj_bytes.nibble));
}

FJ_INLINE fj_b fj_b_high4(fj_b v) {
  return fj_b_low4(_mm256_srli_epi16(v, 4));
}

/* The bytes that need attention, a bit each; in the padding there is none. */
FJ_INLINE uint64_t fj_b_stops(fj_b v, const FjEscape *e) {
  return fj_v_dirty(fj_b_class(v, e), FJ_B_WIDTH);
}

/* The same in mode json, of ASCII alone. */
FJ_INLINE uint64_t fj_b_stops_json(fj_b v) {
  return fj_v_dirty_json(v, FJ_B_WIDTH) & ~(uint32_t)_mm256_movemask_epi8(v);
}

FJ_INLINE size_t fj_b_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_b_any_wide(fj_b v) {
  return _mm256_movemask_epi8(v) != 0;
}

/* v with `*` for `"` and `\`. */
FJ_INLINE fj_b fj_b_star(fj_b v) {
  fj_b quote = _mm256_or_si256(_mm256_cmpeq_epi8(v, fj_b_const(fj_bytes.quote)),
                               _mm256_cmpeq_epi8(v, fj_b_const(fj_bytes.backslash)));
  return _mm256_blendv_epi8(v, _mm256_set1_epi8('*'), quote);
}

/* Eight bytes of `half`, its lower or upper ones, with backslashes: at most sixteen. */
FJ_INLINE void fj_b_expand8(char *w, __m128i half, int upper, uint32_t stops) {
  __m128i bslash = _mm_set1_epi8('\\');
  __m128i v = upper ? _mm_unpackhi_epi64(half, bslash) : _mm_unpacklo_epi64(half, bslash);
  __m128i order = _mm_loadu_si128((const __m128i *)(const void *)fj_expand8[stops & 255]);
  _mm_storeu_si128((__m128i *)(void *)w, _mm_shuffle_epi8(v, order));
}

/* v with the letters of two-byte forms in place of their controls. */
FJ_INLINE fj_b fj_b_letters(fj_b v, const FjEscape *e) {
  fj_b index = _mm256_adds_epu8(v, fj_b_const(fj_bytes.letter));
  return _mm256_xor_si256(v, _mm256_shuffle_epi8(fj_b_row(e->letter), index));
}

/* All 32 bytes, those of `stops` with a backslash before them; bits beyond `len` are 0. */
FJ_INLINE char *fj_b_expand_two(char *w, fj_b v, uint32_t stops, size_t len) {
  __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);
  fj_b_expand8(w, low, 0, stops);
  fj_b_expand8(w + 8 + _mm_popcnt_u32(stops & 0xFF), low, 1, stops >> 8);
  fj_b_expand8(w + 16 + _mm_popcnt_u32(stops & 0xFFFF), high, 0, stops >> 16);
  fj_b_expand8(w + 24 + _mm_popcnt_u32(stops & 0xFFFFFF), high, 1, stops >> 24);
  return w + len + _mm_popcnt_u32(stops);
}

/* Writes the first `len` bytes of v, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *fj_b_expand(char *w, fj_b v, uint64_t stops, const char *s, size_t len,
                            const FjEscape *e) {
  fj_b six = _mm256_and_si256(fj_b_class(v, e), fj_b_const(fj_bytes.six));
  if (FJ_LIKELY(!(fj_v_dirty(six, FJ_B_WIDTH) & stops)))
    return fj_b_expand_two(w, fj_b_letters(v, e), (uint32_t)stops, len);
  if (e->mode != FJ_ESC_E1) return fj_b_spell(w, s, len, e);
  fj_b_store(w, fj_b_star(v));
  return w + len;
}

FJ_HIDDEN char *FJ_ISA(fj_short_wide)(char *end, fj_b v);

char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n, uint32_t dirty) {
  uint32_t wide = dirty & (uint32_t)_mm256_movemask_epi8(v);
  if (wide == dirty) return FJ_ISA(fj_short_wide)(w + n, fj_b_pad(v, n));
  if (FJ_UNLIKELY(wide || !FJ_ISA(fj_stops_ok)(s)))
    return FJ_ISA(fj_escape_json)(w, s, n);
  return FJ_ISA(fj_stops)(w, s, n, dirty, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

char *FJ_ISA(fj_short_any)(char *w, fj_v v, fj_v kind, const char *s, size_t n,
                           const FjEscape *e, uint32_t dirty) {
  (void)kind;
  if (FJ_UNLIKELY((dirty & (uint32_t)_mm256_movemask_epi8(v)) || !FJ_ISA(fj_stops_ok)(s)))
    return FJ_ISA(fj_escape_any)(w, s, n, e);
  return FJ_ISA(fj_stops)(w, s, n, dirty, e);
}

/* One to two blocks that are not clean, stored already: without ASCII to escape all that is
** left is to validate. */
#define FJ_B_MEDIUM 1
FJ_HIDDEN char *FJ_ISA(fj_json_blocks)(char *w, const char *s, size_t n);
static char *fj_any_blocks(char *w, const char *s, size_t n, const FjEscape *e);

FJ_INLINE char *fj_b_medium_json(char *w, const char *s, size_t n) {
  fj_b first = fj_b_load(s), last = fj_b_load(s + n - FJ_B_WIDTH);
  if (fj_b_stops_json(first) | fj_b_stops_json(last))
    return FJ_ISA(fj_json_blocks)(w, s, n);
  return FJ_ISA(fj_utf8_valid)(s, n) ? w + n : NULL;
}

FJ_INLINE char *fj_b_medium_any(char *w, const char *s, size_t n, const FjEscape *e) {
  return fj_any_blocks(w, s, n, e);
}

/* ---- for the validator ---- */

/* v moved up by k bytes, the last ones of the block before moved in. */
#define fj_b_shift_in(v, before, k)                                                      \
  _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (k))

#define fj_b_zero()        _mm256_setzero_si256()
#define fj_b_or(a, b)      _mm256_or_si256(a, b)
#define fj_b_and(a, b)     _mm256_and_si256(a, b)
#define fj_b_xor(a, b)     _mm256_xor_si256(a, b)
#define fj_b_minus(v, row) _mm256_subs_epu8(v, fj_b_load((const char *)(row)))
#define fj_b_pick(row, v)  _mm256_shuffle_epi8(fj_b_row(row), v)
#define fj_b_is_zero(v)    _mm256_testz_si256(v, v)

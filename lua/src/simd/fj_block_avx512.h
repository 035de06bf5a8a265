/*
** fj_block_avx512.h — what the out-of-line kernels do with a block of 64 bytes.
** Owns: the intrinsics.  SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_escape_avx512.c.
*/

#define FJ_B_WIDTH  64
#define FJ_B_LOOKUP 1
typedef __m512i fj_b;

FJ_INLINE fj_b fj_b_load(const char *s) {
  return _mm512_loadu_si512((const void *)s);
}

FJ_INLINE void fj_b_store(char *w, fj_b v) {
  _mm512_storeu_si512((void *)w, v);
}

/* The last 1 to 63 bytes of a string, then spaces. */
FJ_INLINE fj_b fj_b_load_part(const char *s, size_t n) {
  return _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '),
                                _bzhi_u64(~UINT64_C(0), (uint32_t)n), s);
}

FJ_INLINE fj_b fj_b_const(const uint8_t *row) {
  return _mm512_load_si512((const void *)row);
}

/* The bytes that mode json copies as they are and that are ASCII: three compares, each
** only where the one before held. */
FJ_INLINE uint64_t fj_b_json(fj_b v) {
  __mmask64 clean = _mm512_cmpge_epi8_mask(v, fj_b_const(fj_bytes.space));
  clean = _mm512_mask_cmpneq_epi8_mask(clean, v, fj_b_const(fj_bytes.quote));
  return _mm512_mask_cmpneq_epi8_mask(clean, v, fj_b_const(fj_bytes.backslash));
}

FJ_INLINE int fj_b_clean_json(fj_b v) {
  return fj_b_json(v) == ~UINT64_C(0);
}

FJ_INLINE fj_b fj_b_row(const uint8_t *row) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)row));
}

FJ_INLINE fj_b fj_b_low4(fj_b v) {
  return _mm512_and_si512(v, fj_b_const(fj_bytes.nibble));
}

FJ_INLINE fj_b fj_b_high4(fj_b v) {
  return fj_b_low4(_mm512_srli_epi16(v, 4));
}

FJ_INLINE fj_b fj_b_class_low(fj_b v, const FjEscape *e) {
  return _mm512_shuffle_epi8(fj_b_row(e->low), fj_b_low4(v));
}

FJ_INLINE fj_b fj_b_class_high(fj_b v, const FjEscape *e) {
  return _mm512_shuffle_epi8(fj_b_row(e->high), fj_b_high4(v));
}

/* The bytes that need attention, a bit each; in the padding there is none. */
FJ_INLINE uint64_t fj_b_stops(fj_b v, const FjEscape *e) {
  return _mm512_test_epi8_mask(fj_b_class_low(v, e), fj_b_class_high(v, e));
}

/* The same in mode json, of ASCII alone. */
FJ_INLINE uint64_t fj_b_stops_json(fj_b v) {
  return ~(fj_b_json(v) | _mm512_movepi8_mask(v));
}

FJ_INLINE size_t fj_b_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_b_any_wide(fj_b v) {
  return _mm512_movepi8_mask(v) != 0;
}

/* v with `*` for those of `stops`. */
FJ_INLINE fj_b fj_b_star(fj_b v, uint64_t stops) {
  return _mm512_mask_mov_epi8(v, stops, _mm512_set1_epi8('*'));
}

#define FJ_EVEN_BITS UINT64_C(0x5555555555555555)

/* 32 bytes of v, the lower or upper ones: each goes to an odd place of a block of
** backslashes, and the backslashes that are not wanted are squeezed out. */
FJ_INLINE void fj_b_expand32(char *w, fj_b v, int upper, uint64_t stops) {
  fj_b place = _mm512_set_epi64(
      0x1F1F1E1E1D1D1C1C, 0x1B1B1A1A19191818, 0x1717161615151414, 0x1313121211111010,
      0x0F0F0E0E0D0D0C0C, 0x0B0B0A0A09090808, 0x0707060605050404, 0x0303020201010000);
  if (upper) place = _mm512_add_epi8(place, _mm512_set1_epi8(32));
  fj_b pairs =
      _mm512_mask_permutexvar_epi8(_mm512_set1_epi8('\\'), ~FJ_EVEN_BITS, place, v);
  uint64_t keep = _pdep_u64(stops, FJ_EVEN_BITS) | ~FJ_EVEN_BITS;
  fj_b_store(w, _mm512_maskz_compress_epi8(keep, pairs));
}

/* The first `len` bytes of v, those of `stops` with a backslash before them. */
FJ_INLINE char *fj_b_expand_two(char *w, fj_b v, uint64_t stops, size_t len) {
  uint32_t low = (uint32_t)stops;
  fj_b_expand32(w, v, 0, low);
  if (len > 32) fj_b_expand32(w + 32 + _mm_popcnt_u32(low), v, 1, stops >> 32);
  return w + len + _mm_popcnt_u64(stops);
}

/* The same when those of `six` become \u00xx: what precedes each, its text, the rest. */
static FJ_NOINLINE char *fj_b_expand_six(char *w, fj_b v, uint64_t stops, uint64_t six,
                                         const char *s, size_t len, const FjEscape *e) {
  while (six) {
    size_t i = _tzcnt_u64(six);
    w = fj_b_expand_two(w, v, _bzhi_u64(stops, (uint32_t)i), i);
    memcpy(w, e->text[(uint8_t)s[i]], sizeof(FjEscapeText));
    w += FJ_ESCAPE_MAX;
    i++;
    v = _mm512_maskz_compress_epi8(~UINT64_C(0) << (i & 63), v);
    s += i, len -= i;
    stops = stops >> (i - 1) >> 1, six = six >> (i - 1) >> 1;
  }
  return fj_b_expand_two(w, v, stops, len);
}

/* v with the letters of two-byte forms in place of their controls. */
FJ_INLINE fj_b fj_b_letters(fj_b v, const FjEscape *e) {
  fj_b index = _mm512_adds_epu8(v, fj_b_const(fj_bytes.letter));
  return _mm512_xor_si512(v, _mm512_shuffle_epi8(fj_b_row(e->letter), index));
}

/* Writes the first `len` bytes of v, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *fj_b_expand(char *w, fj_b v, uint64_t stops, const char *s, size_t len,
                            const FjEscape *e) {
  fj_b low = _mm512_and_si512(fj_b_class_low(v, e), fj_b_const(fj_bytes.six));
  uint64_t six = _mm512_test_epi8_mask(low, fj_b_class_high(v, e)) & stops;
  fj_b letters = fj_b_letters(v, e);
  if (FJ_LIKELY(!six)) return fj_b_expand_two(w, letters, stops, len);
  if (e->mode != FJ_ESC_E1) return fj_b_expand_six(w, letters, stops, six, s, len, e);
  fj_b_store(w, fj_b_star(v, stops));
  return w + len;
}

/* That of the AVX2 binding: one block of half the width. */
FJ_HIDDEN char *fj_short_wide_avx2(char *end, fj_v v);

char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n, uint32_t dirty) {
  uint32_t wide = dirty & (uint32_t)_mm256_movemask_epi8(v);
  if (wide == dirty) return fj_short_wide_avx2(w + n, v);
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

/* One block that is not clean, without a loop; what is not simple goes to the loops. */
#define FJ_B_MEDIUM 1
FJ_HIDDEN char *FJ_ISA(fj_json_blocks)(char *w, const char *s, size_t n);
static char *fj_any_blocks(char *w, const char *s, size_t n, const FjEscape *e);

FJ_INLINE char *fj_b_medium_json(char *w, const char *s, size_t n) {
  fj_b v = fj_b_load_part(s, n);
  uint64_t stops = ~fj_b_json(v);
  fj_b letters = fj_b_letters(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_ERROR));
  if (FJ_LIKELY(!_mm512_mask_cmplt_epi8_mask(stops, letters, fj_b_const(fj_bytes.space))))
    return fj_b_expand_two(w, letters, stops, n);
  if (stops & ~_mm512_movepi8_mask(v)) return FJ_ISA(fj_json_blocks)(w, s, n);
  return FJ_ISA(fj_utf8_valid)(s, n) ? w + n : NULL;
}

FJ_INLINE char *fj_b_medium_any(char *w, const char *s, size_t n, const FjEscape *e) {
  fj_b v = fj_b_load_part(s, n);
  fj_b low = fj_b_class_low(v, e), high = fj_b_class_high(v, e);
  fj_b six = _mm512_and_si512(low, fj_b_const(fj_bytes.six));
  if (FJ_UNLIKELY(_mm512_test_epi8_mask(six, high) != 0))
    return fj_any_blocks(w, s, n, e);
  return fj_b_expand_two(w, fj_b_letters(v, e), _mm512_test_epi8_mask(low, high), n);
}

/* ---- for the validator ---- */

/* v moved up by k bytes, the last ones of the block before moved in. */
#define fj_b_shift_in(v, before, k)                                                      \
  _mm512_alignr_epi8(v, _mm512_alignr_epi64(v, before, 6), 16 - (k))

#define fj_b_zero()        _mm512_setzero_si512()
#define fj_b_or(a, b)      _mm512_or_si512(a, b)
#define fj_b_and(a, b)     _mm512_and_si512(a, b)
#define fj_b_xor(a, b)     _mm512_xor_si512(a, b)
#define fj_b_minus(v, row) _mm512_subs_epu8(v, fj_b_const(row))
#define fj_b_pick(row, v)  _mm512_shuffle_epi8(fj_b_row(row), v)
#define fj_b_is_zero(v)    (_mm512_test_epi8_mask(v, v) == 0)

/*
** fj_isa_avx512.c — the binding to AVX-512 F, BW, VL, VBMI, VBMI2: Ice Lake, Zen 4 and
** later.
** Owns: the intrinsics, as the vocabulary that the bodies use (isa/fj_isa.h).
** Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_config.h"

#if FJ_ARCH_X86_64
#  include "isa/fj_isa.h"

#  include <immintrin.h>

#  if defined(__clang__)
#    pragma clang attribute push(                                                        \
        __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,"        \
                              "avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))),                    \
        apply_to = function)
#  else
#    pragma GCC push_options
#    pragma GCC target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2")
#    pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul")
#  endif

#  define FJ_VEC_WIDTH 32
typedef __m256i FjVec;

FJ_INLINE FjVec fj_vec_load(const char *s) {
  return _mm256_loadu_si256((const __m256i *)(const void *)s);
}

FJ_INLINE void fj_vec_store(char *w, FjVec v) {
  _mm256_storeu_si256((__m256i *)(void *)w, v);
}

FJ_INLINE int fj_vec_short_ok(const char *s, size_t n) {
  (void)s;
  return n <= FJ_VEC_WIDTH;
}

FJ_INLINE FjVec fj_vec_const(const uint8_t *row) {
  return _mm256_load_si256((const __m256i *)(const void *)row);
}

FJ_INLINE __mmask32 fj_vec_part(size_t n) {
  return _bzhi_u32(~0u, (uint32_t)n);
}

/* A masked load does not read past the string. */
FJ_INLINE FjVec fj_vec_load_short(const char *s, size_t n) {
  return _mm256_maskz_loadu_epi8(fj_vec_part(n), s);
}

/* The bytes that need attention in mode json, one bit each.  Only bit 7 counts:
** subtracting 32 with signed saturation sets it for controls and leaves it set for
** non-ASCII. */
FJ_INLINE uint32_t fj_vec_dirty_json(FjVec v, size_t n) {
  FjVec quote = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.quote));
  FjVec slash = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.backslash));
  FjVec below = _mm256_subs_epi8(v, fj_vec_const(fj_bytes.space));
  FjVec dirty = _mm256_or_si256(_mm256_or_si256(quote, slash), below);
  return _bzhi_u32((uint32_t)_mm256_movemask_epi8(dirty), (uint32_t)n);
}

FJ_INLINE FjVec fj_vec_row(const uint8_t *row) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)row));
}

FJ_INLINE FjVec fj_vec_class(FjVec v, const FjEscape *e) {
  FjVec nibble = fj_vec_const(fj_bytes.nibble);
  FjVec low = _mm256_shuffle_epi8(fj_vec_row(e->low), _mm256_and_si256(v, nibble));
  FjVec high = _mm256_shuffle_epi8(fj_vec_row(e->high),
                                   _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
  return _mm256_and_si256(low, high);
}

/* The bytes that have a class, one bit each. */
FJ_INLINE uint32_t fj_vec_dirty(FjVec kind, size_t n) {
  return _mm256_mask_test_epi8_mask(fj_vec_part(n), kind, kind);
}

/* The position of the first `"` or `\`, or the width if there is none. */
FJ_INLINE size_t fj_vec_string_end(FjVec v) {
  FjVec quote = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.quote));
  FjVec slash = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.backslash));
  return _tzcnt_u32((uint32_t)_mm256_movemask_epi8(_mm256_or_si256(quote, slash)));
}

#  define FJ_VEC_STEP 0
FJ_INLINE uint64_t fj_vec_no_digits(FjVec v) {
  FjVec digit = _mm256_sub_epi8(v, _mm256_set1_epi8('0'));
  return _mm256_cmpgt_epu8_mask(digit, _mm256_set1_epi8(9));
}

/* ---- Blocks: for the out-of-line kernels ---- */

#  define FJ_BLOCK_WIDTH  64
#  define FJ_BLOCK_LOOKUP 1
typedef __m512i FjBlock;

FJ_INLINE FjBlock fj_block_load(const char *s) {
  return _mm512_loadu_si512((const void *)s);
}

FJ_INLINE void fj_block_store(char *w, FjBlock v) {
  _mm512_storeu_si512((void *)w, v);
}

/* The last 1 to 63 bytes of a string, then spaces. */
FJ_INLINE FjBlock fj_block_load_part(const char *s, size_t n) {
  return _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '),
                                _bzhi_u64(~UINT64_C(0), (uint32_t)n), s);
}

FJ_INLINE FjBlock fj_block_const(const uint8_t *row) {
  return _mm512_load_si512((const void *)row);
}

/* The ASCII bytes that mode json copies unchanged: three comparisons, each applied
** only where the previous one was true. */
FJ_INLINE uint64_t fj_block_json(FjBlock v) {
  __mmask64 clean = _mm512_cmpge_epi8_mask(v, fj_block_const(fj_bytes.space));
  clean = _mm512_mask_cmpneq_epi8_mask(clean, v, fj_block_const(fj_bytes.quote));
  return _mm512_mask_cmpneq_epi8_mask(clean, v, fj_block_const(fj_bytes.backslash));
}

FJ_INLINE int fj_block_clean_json(FjBlock v) {
  return fj_block_json(v) == ~UINT64_C(0);
}

FJ_INLINE FjBlock fj_block_row(const uint8_t *row) {
  return _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(const void *)row));
}

FJ_INLINE FjBlock fj_block_low4(FjBlock v) {
  return _mm512_and_si512(v, fj_block_const(fj_bytes.nibble));
}

FJ_INLINE FjBlock fj_block_high4(FjBlock v) {
  return fj_block_low4(_mm512_srli_epi16(v, 4));
}

FJ_INLINE FjBlock fj_block_class_low(FjBlock v, const FjEscape *e) {
  return _mm512_shuffle_epi8(fj_block_row(e->low), fj_block_low4(v));
}

FJ_INLINE FjBlock fj_block_class_high(FjBlock v, const FjEscape *e) {
  return _mm512_shuffle_epi8(fj_block_row(e->high), fj_block_high4(v));
}

/* The bytes that need attention, one bit each; none in the padding. */
FJ_INLINE uint64_t fj_block_stops(FjBlock v, const FjEscape *e) {
  return _mm512_test_epi8_mask(fj_block_class_low(v, e), fj_block_class_high(v, e));
}

/* The same in mode json, for ASCII only. */
FJ_INLINE uint64_t fj_block_stops_json(FjBlock v) {
  return ~(fj_block_json(v) | _mm512_movepi8_mask(v));
}

FJ_INLINE size_t fj_block_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_block_any_wide(FjBlock v) {
  return _mm512_movepi8_mask(v) != 0;
}

/* v with `*` for the bytes in `stops`. */
FJ_INLINE FjBlock fj_block_star(FjBlock v, uint64_t stops) {
  return _mm512_mask_mov_epi8(v, stops, _mm512_set1_epi8('*'));
}

#  define FJ_EVEN_BITS UINT64_C(0x5555555555555555)

/* Writes the lower or upper 32 bytes of v: spreads them to the odd places of a block
** of backslashes and removes the backslashes that are not needed. */
FJ_INLINE void fj_block_expand32(char *w, FjBlock v, int upper, uint64_t stops) {
  FjBlock place = _mm512_set_epi64(
      0x1F1F1E1E1D1D1C1C, 0x1B1B1A1A19191818, 0x1717161615151414, 0x1313121211111010,
      0x0F0F0E0E0D0D0C0C, 0x0B0B0A0A09090808, 0x0707060605050404, 0x0303020201010000);
  if (upper) place = _mm512_add_epi8(place, _mm512_set1_epi8(32));
  FjBlock pairs =
      _mm512_mask_permutexvar_epi8(_mm512_set1_epi8('\\'), ~FJ_EVEN_BITS, place, v);
  uint64_t keep = _pdep_u64(stops, FJ_EVEN_BITS) | ~FJ_EVEN_BITS;
  fj_block_store(w, _mm512_maskz_compress_epi8(keep, pairs));
}

/* Writes the first `len` bytes of v, those in `stops` after a backslash. */
FJ_INLINE char *fj_block_expand_two(char *w, FjBlock v, uint64_t stops, size_t len) {
  uint32_t low = (uint32_t)stops;
  fj_block_expand32(w, v, 0, low);
  if (len > 32) fj_block_expand32(w + 32 + _mm_popcnt_u32(low), v, 1, stops >> 32);
  return w + len + _mm_popcnt_u64(stops);
}

/* The same if bytes in `six` become \u00xx: writes what precedes each, then its text. */
static FJ_NOINLINE char *fj_block_expand_six(char *w, FjBlock v, uint64_t stops,
                                             uint64_t six, const char *s, size_t len,
                                             const FjEscape *e) {
  while (six) {
    size_t i = _tzcnt_u64(six);
    w = fj_block_expand_two(w, v, _bzhi_u64(stops, (uint32_t)i), i);
    memcpy(w, e->text[(uint8_t)s[i]], sizeof(FjEscapeText));
    w += FJ_ESCAPE_MAX;
    i++;
    v = _mm512_maskz_compress_epi8(~UINT64_C(0) << (i & 63), v);
    s += i, len -= i;
    stops = stops >> (i - 1) >> 1, six = six >> (i - 1) >> 1;
  }
  return fj_block_expand_two(w, v, stops, len);
}

/* v with the letters of two-byte escapes in place of their controls. */
FJ_INLINE FjBlock fj_block_letters(FjBlock v, const FjEscape *e) {
  FjBlock index = _mm512_adds_epu8(v, fj_block_const(fj_bytes.letter));
  return _mm512_xor_si512(v, _mm512_shuffle_epi8(fj_block_row(e->letter), index));
}

/* Writes the first `len` bytes of v; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_block_expand(char *w, FjBlock v, uint64_t stops, const char *s,
                                size_t len, const FjEscape *e) {
  FjBlock low = _mm512_and_si512(fj_block_class_low(v, e), fj_block_const(fj_bytes.six));
  uint64_t six = _mm512_test_epi8_mask(low, fj_block_class_high(v, e)) & stops;
  FjBlock letters = fj_block_letters(v, e);
  if (FJ_LIKELY(!six)) return fj_block_expand_two(w, letters, stops, len);
  if (e->mode != FJ_ESC_E1) return fj_block_expand_six(w, letters, stops, six, s, len, e);
  fj_block_store(w, fj_block_star(v, stops));
  return w + len;
}

/* From the AVX2 binding: one block of half the width. */
FJ_HIDDEN char *fj_utf8_short(char *end, FjVec v);

/* fj_block_letters for a short string. */
FJ_INLINE FjVec fj_vec_letters(FjVec v, const FjEscape *e) {
  FjVec index = _mm256_adds_epu8(v, fj_vec_const(fj_bytes.letter));
  return _mm256_xor_si256(v, _mm256_shuffle_epi8(fj_vec_row(e->letter), index));
}

/* Writes a short string whose stops become two bytes: no loop over the stops. */
FJ_INLINE char *fj_vec_expand_two(char *w, FjVec letters, uint32_t stops, size_t n) {
  fj_block_expand32(w, _mm512_castsi256_si512(letters), 0, stops);
  return w + n + _mm_popcnt_u32(stops);
}

static FJ_NOINLINE char *fj_escape_short_json(char *w, FjVec v, const char *s, size_t n,
                                              uint32_t dirty) {
  const FjEscape *e = fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS);
  uint32_t wide = dirty & (uint32_t)_mm256_movemask_epi8(v);
  if (wide == dirty) return fj_utf8_short(w + n, v);
  FjVec letters = fj_vec_letters(v, e);
  if (FJ_LIKELY(
          !_mm256_mask_cmplt_epi8_mask(dirty, letters, fj_vec_const(fj_bytes.space))))
    return fj_vec_expand_two(w, letters, dirty, n);
  if (FJ_UNLIKELY(wide || !fj_escape_stops_ok(s))) return fj_escape_json(w, s, n);
  return fj_escape_stops(w, s, n, dirty, e);
}

static FJ_NOINLINE char *fj_escape_short_any(char *w, FjVec v, FjVec kind, const char *s,
                                             size_t n, const FjEscape *e,
                                             uint32_t dirty) {
  if (FJ_LIKELY(!_mm256_mask_test_epi8_mask(dirty, kind, fj_vec_const(fj_bytes.six))))
    return fj_vec_expand_two(w, fj_vec_letters(v, e), dirty, n);
  if (FJ_UNLIKELY((dirty & (uint32_t)_mm256_movemask_epi8(v)) || !fj_escape_stops_ok(s)))
    return fj_escape_any(w, s, n, e);
  return fj_escape_stops(w, s, n, dirty, e);
}

/* One block that is not clean, without a loop; the loops handle what is not simple. */
#  define FJ_BLOCK_MEDIUM 1

FJ_INLINE char *fj_block_medium_json(char *w, const char *s, size_t n) {
  FjBlock v = fj_block_load_part(s, n);
  uint64_t stops = ~fj_block_json(v);
  FjBlock letters = fj_block_letters(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_ERROR));
  if (FJ_LIKELY(
          !_mm512_mask_cmplt_epi8_mask(stops, letters, fj_block_const(fj_bytes.space))))
    return fj_block_expand_two(w, letters, stops, n);
  if (stops & ~_mm512_movepi8_mask(v)) return fj_escape_json_blocks(w, s, n);
  return fj_utf8_valid(s, n) ? w + n : NULL;
}

FJ_INLINE char *fj_block_medium_any(char *w, const char *s, size_t n, const FjEscape *e) {
  FjBlock v = fj_block_load_part(s, n);
  FjBlock low = fj_block_class_low(v, e), high = fj_block_class_high(v, e);
  FjBlock six = _mm512_and_si512(low, fj_block_const(fj_bytes.six));
  if (FJ_UNLIKELY(_mm512_test_epi8_mask(six, high) != 0))
    return fj_escape_any_blocks(w, s, n, e);
  return fj_block_expand_two(w, fj_block_letters(v, e), _mm512_test_epi8_mask(low, high),
                             n);
}

/* ---- Strings with escapes ---- */

FJ_INLINE uint64_t fj_index_escaped(uint64_t backslash, uint64_t *carry);

/* Decodes the short escapes in the first n bytes of v, up to another escape or the first
** half of one, and moves *w to the end; returns the number of bytes read. */
#  define FJ_BLOCK_UNESCAPE 1
FJ_INLINE size_t fj_block_unescape(char **w, FjBlock v, size_t n) {
  uint64_t slashes = _mm512_cmpeq_epi8_mask(v, fj_block_const(fj_bytes.backslash));
  uint64_t half = 0, escaped = fj_index_escaped(slashes, &half);
  FjBlock letters =
      _mm512_permutex2var_epi8(fj_block_load((const char *)fj_unescape_letter), v,
                               fj_block_load((const char *)fj_unescape_letter + 64));
  uint64_t other = _mm512_cmple_epu8_mask(letters, _mm512_set1_epi8(FJ_UNESCAPE_U)) |
                   _mm512_movepi8_mask(v);
  size_t done = n - half;
  escaped = _bzhi_u64(escaped, (uint32_t)n);
  other &= escaped;
  if (FJ_UNLIKELY(other != 0)) done = _tzcnt_u64(other) - 1;
  uint64_t keep = _bzhi_u64(~(escaped >> 1), (uint32_t)done);
  FjBlock text = _mm512_mask_mov_epi8(v, escaped, letters);
  fj_block_store(*w, _mm512_maskz_compress_epi8(keep, text));
  *w += _mm_popcnt_u64(keep);
  return done;
}

/* ---- for the validator ---- */

/* v shifted up by k bytes; the last bytes of the previous block fill the gap. */
#  define fj_block_shift_in(v, before, k)                                                \
    _mm512_alignr_epi8(v, _mm512_alignr_epi64(v, before, 6), 16 - (k))

#  define fj_block_zero()        _mm512_setzero_si512()
#  define fj_block_or(a, b)      _mm512_or_si512(a, b)
#  define fj_block_and(a, b)     _mm512_and_si512(a, b)
#  define fj_block_xor(a, b)     _mm512_xor_si512(a, b)
#  define fj_block_minus(v, row) _mm512_subs_epu8(v, fj_block_const(row))
#  define fj_block_pick(row, v)  _mm512_shuffle_epi8(fj_block_row(row), v)
#  define fj_block_is_zero(v)    (_mm512_test_epi8_mask(v, v) == 0)

/* ---- Sixty-four bytes: the structural index ---- */

typedef FjBlock FjIndexBlock;

#  define fj_index_load fj_block_load

/* A byte below 128 selects its classes from the table; others select like their lower bits
** do, but only have `wide`. */
#  define OP    1
#  define SPACE 2
/* clang-format off */
static const char fj_index_sets_of[128] = {
  0, 0, 0, 0, 0, 0, 0, 0, 0, SPACE, SPACE, 0, 0, SPACE, 0, 0, /* 00 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 10 */
  SPACE, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, OP, 0, 0, 0, /* 20 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, OP, 0, 0, 0, 0, 0, /* 30 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 40 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, OP, 0, OP, 0, 0, /* 50 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, /* 60 */
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, OP, 0, OP, 0, 0, /* 70 */
};
/* clang-format on */

FJ_INLINE FjMasks fj_index_masks(const FjIndexBlock *block) {
  FjBlock v = *block, low = fj_block_load(fj_index_sets_of),
          high = fj_block_load(fj_index_sets_of + 64);
  FjMasks m;
  m.wide = _mm512_movepi8_mask(v);
  FjBlock set = _mm512_permutex2var_epi8(low, v, high);
  m.op = _mm512_test_epi8_mask(set, _mm512_set1_epi8(OP));
  m.space = _mm512_test_epi8_mask(set, _mm512_set1_epi8(SPACE));
  if (m.wide) m.op &= ~m.wide, m.space &= ~m.wide;
  m.quote = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
  m.backslash = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
  m.control = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(' '));
  return m;
}

FJ_INLINE uint64_t fj_index_inside(uint64_t quote) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quote),
                                         _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

#  define fj_index_validate(u, block) fj_utf8_block(u, *(block), NULL, 0)

/* All places, of which those are kept whose bits are set: seldom more than 32. */
static const char fj_index_64[64] = {
  0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
  22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
  44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63,
};

#  define FJ_INDEX_PUT_PLACES 1
FJ_INLINE uint16_t *fj_index_put_places(uint16_t *at, uint64_t bits, unsigned base) {
  FjBlock kept = _mm512_maskz_compress_epi8(bits, fj_block_load(fj_index_64));
  FjBlock from = _mm512_set1_epi16((short)base);
  size_t n = (size_t)_mm_popcnt_u64(bits);
  FjBlock low = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(kept));
  _mm512_storeu_si512((void *)at, _mm512_add_epi16(low, from));
  if (FJ_UNLIKELY(n > 32)) {
    FjBlock high = _mm512_cvtepu8_epi16(_mm512_extracti64x4_epi64(kept, 1));
    _mm512_storeu_si512((void *)(at + 32), _mm512_add_epi16(high, from));
  }
  return at + n;
}

/* -- Hashes of 16 strings ------------------------------------------------------------- */

#  define FJ_HASH_LANES 16

/* The next byte from the end, the low byte of c, counts in strings of more than `at`. */
#  define FJ_HASH_STEP(c, at)                                                            \
    h = _mm512_mask_xor_epi32(                                                           \
        h, _mm512_cmpgt_epu32_mask(n, _mm512_set1_epi32((int)(at))), h,                  \
        _mm512_add_epi32(                                                                \
            _mm512_slli_epi32(h, 5),                                                     \
            _mm512_add_epi32(_mm512_srli_epi32(h, 2), _mm512_and_si512(c, low))))

/* Continues each hash over the bytes of its string, from the last to the first.  Reads
** as many blocks of 16 bytes before each end as the longest string needs. */
FJ_INLINE void fj_hash_lanes(uint32_t *hash, const char *const *ends,
                             const uint32_t *lengths) {
  const __m512i n = _mm512_loadu_si512(lengths), low = _mm512_set1_epi32(0xFF);
  const uint32_t most = _mm512_reduce_max_epu32(n);
  __m512i h = _mm512_loadu_si512(hash);
  uint32_t done, i;
  for (done = 0; done < most; done += 16) {
    __m512i r[4], t[4], word[4];
    for (i = 0; i < 4; i++) {
#  define FJ_HASH_LOAD(lane)                                                             \
    _mm_loadu_si128((const __m128i *)(const void *)(ends[lane] - done - 16))
      r[i] = _mm512_castsi128_si512(FJ_HASH_LOAD(i));
      r[i] = _mm512_inserti32x4(r[i], FJ_HASH_LOAD(4 + i), 1);
      r[i] = _mm512_inserti32x4(r[i], FJ_HASH_LOAD(8 + i), 2);
      r[i] = _mm512_inserti32x4(r[i], FJ_HASH_LOAD(12 + i), 3);
#  undef FJ_HASH_LOAD
    }
    /* Transposes: word[0] has the last four bytes of every lane. */
    t[0] = _mm512_unpacklo_epi32(r[0], r[1]);
    t[1] = _mm512_unpackhi_epi32(r[0], r[1]);
    t[2] = _mm512_unpacklo_epi32(r[2], r[3]);
    t[3] = _mm512_unpackhi_epi32(r[2], r[3]);
    word[0] = _mm512_unpackhi_epi64(t[1], t[3]);
    word[1] = _mm512_unpacklo_epi64(t[1], t[3]);
    word[2] = _mm512_unpackhi_epi64(t[0], t[2]);
    word[3] = _mm512_unpacklo_epi64(t[0], t[2]);
    for (i = 0; i < 4 && done + 4 * i < most; i++) {
      FJ_HASH_STEP(_mm512_srli_epi32(word[i], 24), done + 4 * i);
      FJ_HASH_STEP(_mm512_srli_epi32(word[i], 16), done + 4 * i + 1);
      FJ_HASH_STEP(_mm512_srli_epi32(word[i], 8), done + 4 * i + 2);
      FJ_HASH_STEP(word[i], done + 4 * i + 3);
    }
  }
  _mm512_storeu_si512(hash, h);
}
#  undef FJ_HASH_STEP

/* -- CRC-32C ---------------------------------------------------------------------------- */

#  if defined(__x86_64__) || defined(_M_X64)
#    define FJ_CRC32 1

FJ_INLINE uint32_t fj_crc32_4(uint32_t h, uint32_t v) {
  return _mm_crc32_u32(h, v);
}

FJ_INLINE uint32_t fj_crc32_8(uint32_t h, uint64_t v) {
  return (uint32_t)_mm_crc32_u64(h, v);
}
#  endif

#  include "isa/fj_isa_impl.h"

const FjKernel fj_kernel_avx512 =
    FJ_ISA_KERNEL("avx512", "AVX-512 F BW VL VBMI VBMI2", FJ_CPU_AVX512 | FJ_CPU_AVX2);

#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

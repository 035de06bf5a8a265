/*
** fj_isa_avx2.c — the binding to AVX2: AVX2, BMI1, BMI2, LZCNT, POPCNT, PCLMULQDQ.
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
        __attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))),                    \
        apply_to = function)
#  else
#    pragma GCC push_options
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

FJ_INLINE FjVec fj_vec_const(const uint8_t *row) {
  return _mm256_load_si256((const __m256i *)(const void *)row);
}

/* The bytes among the first n that need attention in mode json, one bit each.  Only
** bit 7 counts: subtracting 32 with signed saturation sets it for controls and leaves
** it set for non-ASCII. */
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

/* The bytes among the first n that have a class: adding 127 sets bit 7 unless 0. */
FJ_INLINE uint32_t fj_vec_dirty(FjVec kind, size_t n) {
  FjVec dirty = _mm256_adds_epu8(kind, fj_vec_const(fj_bytes.most));
  return _bzhi_u32((uint32_t)_mm256_movemask_epi8(dirty), (uint32_t)n);
}

/* The position of the first `"` or `\`, or the width if there is none. */
FJ_INLINE size_t fj_vec_string_end(FjVec v) {
  FjVec quote = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.quote));
  FjVec slash = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.backslash));
  return _tzcnt_u32((uint32_t)_mm256_movemask_epi8(_mm256_or_si256(quote, slash)));
}

#  define FJ_VEC_STEP 0
FJ_INLINE uint64_t fj_vec_slashes(FjVec v) {
  FjVec slash = _mm256_cmpeq_epi8(v, fj_vec_const(fj_bytes.backslash));
  return (uint32_t)_mm256_movemask_epi8(slash);
}

FJ_INLINE uint64_t fj_vec_no_digits(FjVec v) {
  FjVec above = _mm256_sub_epi8(v, _mm256_set1_epi8('0' - 128));
  FjVec other = _mm256_cmpgt_epi8(above, _mm256_set1_epi8(-128 + 9));
  return (uint32_t)_mm256_movemask_epi8(other);
}

/* ---- Blocks: for the out-of-line kernels ---- */

#  define FJ_BLOCK_WIDTH  32
#  define FJ_BLOCK_LOOKUP 1
typedef FjVec FjBlock;

FJ_INLINE FjBlock fj_block_load(const char *s) {
  return _mm256_loadu_si256((const __m256i *)(const void *)s);
}

FJ_INLINE void fj_block_store(char *w, FjBlock v) {
  _mm256_storeu_si256((__m256i *)(void *)w, v);
}

/* v with spaces from byte n on. */
FJ_INLINE FjBlock fj_block_pad(FjBlock v, size_t n) {
  FjBlock there =
      _mm256_cmpgt_epi8(_mm256_set1_epi8((char)n), fj_vec_const(fj_bytes.index));
  return _mm256_blendv_epi8(fj_vec_const(fj_bytes.space), v, there);
}

/* The last 1 to 31 bytes of a string, then spaces. */
FJ_INLINE FjBlock fj_block_load_part(const char *s, size_t n) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) return fj_block_pad(fj_block_load(s), n);
  char part[FJ_BLOCK_WIDTH];
  fj_block_store(part, fj_vec_const(fj_bytes.space));
  memcpy(part, s, n);
  return fj_block_load(part);
}

FJ_INLINE int fj_block_clean_json(FjBlock v) {
  return fj_vec_dirty_json(v, FJ_BLOCK_WIDTH) == 0;
}

#  define fj_block_row   fj_vec_row
#  define fj_block_const fj_vec_const
#  define fj_block_class fj_vec_class

FJ_INLINE FjBlock fj_block_low4(FjBlock v) {
  return _mm256_and_si256(v, fj_block_const(fj_bytes.nibble));
}

FJ_INLINE FjBlock fj_block_high4(FjBlock v) {
  return fj_block_low4(_mm256_srli_epi16(v, 4));
}

/* The bytes that need attention, one bit each; none in the padding. */
FJ_INLINE uint64_t fj_block_stops(FjBlock v, const FjEscape *e) {
  return fj_vec_dirty(fj_block_class(v, e), FJ_BLOCK_WIDTH);
}

/* The same in mode json, for ASCII only. */
FJ_INLINE uint64_t fj_block_stops_json(FjBlock v) {
  return fj_vec_dirty_json(v, FJ_BLOCK_WIDTH) & ~(uint32_t)_mm256_movemask_epi8(v);
}

FJ_INLINE size_t fj_block_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_block_any_wide(FjBlock v) {
  return _mm256_movemask_epi8(v) != 0;
}

/* v with `*` for `"` and `\`. */
FJ_INLINE FjBlock fj_block_star(FjBlock v) {
  FjBlock quote =
      _mm256_or_si256(_mm256_cmpeq_epi8(v, fj_block_const(fj_bytes.quote)),
                      _mm256_cmpeq_epi8(v, fj_block_const(fj_bytes.backslash)));
  return _mm256_blendv_epi8(v, _mm256_set1_epi8('*'), quote);
}

/* Writes the lower or upper eight bytes of `half` with backslashes: at most sixteen. */
FJ_INLINE void fj_block_expand8(char *w, __m128i half, int upper, uint32_t stops) {
  __m128i bslash = _mm_set1_epi8('\\');
  __m128i v = upper ? _mm_unpackhi_epi64(half, bslash) : _mm_unpacklo_epi64(half, bslash);
  __m128i order =
      _mm_loadu_si128((const __m128i *)(const void *)fj_bytes_expand[stops & 255]);
  _mm_storeu_si128((__m128i *)(void *)w, _mm_shuffle_epi8(v, order));
}

/* v with the letters of two-byte escapes in place of their controls. */
FJ_INLINE FjBlock fj_block_letters(FjBlock v, const FjEscape *e) {
  FjBlock index = _mm256_adds_epu8(v, fj_block_const(fj_bytes.letter));
  return _mm256_xor_si256(v, _mm256_shuffle_epi8(fj_block_row(e->letter), index));
}

/* Writes 32 bytes, those in `stops` after a backslash; `stops` ends before `len`. */
FJ_INLINE char *fj_block_expand_two(char *w, FjBlock v, uint32_t stops, size_t len) {
  __m128i low = _mm256_castsi256_si128(v), high = _mm256_extracti128_si256(v, 1);
  fj_block_expand8(w, low, 0, stops);
  fj_block_expand8(w + 8 + _mm_popcnt_u32(stops & 0xFF), low, 1, stops >> 8);
  fj_block_expand8(w + 16 + _mm_popcnt_u32(stops & 0xFFFF), high, 0, stops >> 16);
  fj_block_expand8(w + 24 + _mm_popcnt_u32(stops & 0xFFFFFF), high, 1, stops >> 24);
  return w + len + _mm_popcnt_u32(stops);
}

/* Writes the first `len` bytes of v; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_block_expand(char *w, FjBlock v, uint64_t stops, const char *s,
                                size_t len, const FjEscape *e) {
  FjBlock six = _mm256_and_si256(fj_block_class(v, e), fj_block_const(fj_bytes.six));
  if (FJ_LIKELY(!(fj_vec_dirty(six, FJ_BLOCK_WIDTH) & stops)))
    return fj_block_expand_two(w, fj_block_letters(v, e), (uint32_t)stops, len);
  if (e->mode != FJ_ESC_E1) return fj_escape_spell(w, s, len, e);
  fj_block_store(w, fj_block_star(v));
  return w + len;
}

FJ_HIDDEN char *fj_utf8_short(char *end, FjBlock v);

static FJ_NOINLINE char *fj_escape_short_json(char *w, FjVec v, const char *s, size_t n,
                                              uint32_t dirty) {
  uint32_t wide = dirty & (uint32_t)_mm256_movemask_epi8(v);
  if (wide == dirty) return fj_utf8_short(w + n, fj_block_pad(v, n));
  if (FJ_UNLIKELY(wide || !fj_escape_stops_ok(s))) return fj_escape_json(w, s, n);
  return fj_escape_stops(w, s, n, dirty, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

static FJ_NOINLINE char *fj_escape_short_any(char *w, FjVec v, FjVec kind, const char *s,
                                             size_t n, const FjEscape *e,
                                             uint32_t dirty) {
  (void)kind;
  if (FJ_UNLIKELY((dirty & (uint32_t)_mm256_movemask_epi8(v)) || !fj_escape_stops_ok(s)))
    return fj_escape_any(w, s, n, e);
  return fj_escape_stops(w, s, n, dirty, e);
}

/* One to two blocks that are stored already and not clean.  If no ASCII byte needs an
** escape, only validation remains. */
#  define FJ_BLOCK_MEDIUM 1

FJ_INLINE char *fj_block_medium_json(char *w, const char *s, size_t n) {
  FjBlock first = fj_block_load(s), last = fj_block_load(s + n - FJ_BLOCK_WIDTH);
  if (fj_block_stops_json(first) | fj_block_stops_json(last))
    return fj_escape_json_blocks(w, s, n);
  return fj_utf8_valid(s, n) ? w + n : NULL;
}

FJ_INLINE char *fj_block_medium_any(char *w, const char *s, size_t n, const FjEscape *e) {
  return fj_escape_any_blocks(w, s, n, e);
}

/* ---- for the validator ---- */

/* v shifted up by k bytes; the last bytes of the previous block fill the gap. */
#  define fj_block_shift_in(v, before, k)                                                \
    _mm256_alignr_epi8(v, _mm256_permute2x128_si256(before, v, 0x21), 16 - (k))

#  define fj_block_zero()        _mm256_setzero_si256()
#  define fj_block_or(a, b)      _mm256_or_si256(a, b)
#  define fj_block_and(a, b)     _mm256_and_si256(a, b)
#  define fj_block_xor(a, b)     _mm256_xor_si256(a, b)
#  define fj_block_minus(v, row) _mm256_subs_epu8(v, fj_block_load((const char *)(row)))
#  define fj_block_pick(row, v)  _mm256_shuffle_epi8(fj_block_row(row), v)
#  define fj_block_is_zero(v)    _mm256_testz_si256(v, v)

/* ---- Sixty-four bytes: the structural index ---- */

typedef struct FjIndexBlock {
  FjBlock low, high;
} FjIndexBlock;

FJ_INLINE FjIndexBlock fj_index_load(const char *s) {
  FjIndexBlock block = { fj_block_load(s), fj_block_load(s + FJ_BLOCK_WIDTH) };
  return block;
}

FJ_INLINE uint64_t fj_index_bits(FjBlock low, FjBlock high) {
  return (uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

/* Indexed by the low nibble: the white space or the structural byte with that nibble.
** The latter is compared after bit 5 is set, which turns `[` and `]` into `{` and
** `}`.  A byte above 127 selects 0.  No byte that selects 0 equals it: byte 0 selects
** the space, and a byte with bit 5 set is not 0. */
static const uint8_t fj_index_space_of[16] = { ' ', 0,    0,    0, 0, 0,    0, 0,
                                               0,   '\t', '\n', 0, 0, '\r', 0, 0 };
static const uint8_t fj_index_op_of[16] = { 0, 0, 0,   0,   0,   0,   0, 0,
                                            0, 0, ':', '{', ',', '}', 0, 0 };

FJ_INLINE FjBlock fj_index_spaces(FjBlock v) {
  return _mm256_cmpeq_epi8(fj_block_pick(fj_index_space_of, v), v);
}

FJ_INLINE FjBlock fj_index_ops(FjBlock v) {
  return _mm256_cmpeq_epi8(fj_block_pick(fj_index_op_of, v),
                           _mm256_or_si256(v, _mm256_set1_epi8(0x20)));
}

/* Controls are the bytes below 0x20 as signed bytes, except non-ASCII.  Controls that
** setting bit 5 turns into `:` and `,` are removed from op. */
FJ_INLINE FjMasks fj_index_masks(const FjIndexBlock *block) {
  FjBlock low = block->low, high = block->high;
  FjBlock quote = _mm256_set1_epi8('"'), slash = _mm256_set1_epi8('\\');
  FjBlock space = _mm256_set1_epi8(' ');
  FjMasks m;
  m.quote = fj_index_bits(_mm256_cmpeq_epi8(low, quote), _mm256_cmpeq_epi8(high, quote));
  m.backslash =
      fj_index_bits(_mm256_cmpeq_epi8(low, slash), _mm256_cmpeq_epi8(high, slash));
  m.wide = fj_index_bits(low, high);
  m.control =
      fj_index_bits(_mm256_cmpgt_epi8(space, low), _mm256_cmpgt_epi8(space, high)) &
      ~m.wide;
  m.space = fj_index_bits(fj_index_spaces(low), fj_index_spaces(high));
  m.op = fj_index_bits(fj_index_ops(low), fj_index_ops(high)) & ~m.control;
  return m;
}

FJ_INLINE uint64_t fj_index_inside(uint64_t quote) {
  __m128i product = _mm_clmulepi64_si128(_mm_cvtsi64_si128((int64_t)quote),
                                         _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

#  define fj_index_validate(u, block)                                                    \
    fj_utf8_block(fj_utf8_block(u, (block)->low, NULL, 0), (block)->high, NULL, 0)

/* Writes eight at a time: few words have more, and extra entries do no harm. */
#  define FJ_INDEX_PUT_PLACES 1
FJ_INLINE uint16_t *fj_index_put_places(uint16_t *at, uint64_t bits, unsigned base) {
  uint16_t *end = at + _mm_popcnt_u64(bits);
  do {
    for (int i = 0; i < 8; i++, bits = _blsr_u64(bits))
      at[i] = (uint16_t)(base + (unsigned)_tzcnt_u64(bits));
    at += 8;
  } while (at < end);
  return end;
}

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

const FjKernel fj_kernel_avx2 =
    FJ_ISA_KERNEL("avx2", "AVX2 BMI1 BMI2 LZCNT POPCNT PCLMULQDQ", FJ_CPU_AVX2);

#  if defined(__clang__)
#    pragma clang attribute pop
#  else
#    pragma GCC pop_options
#  endif
#endif

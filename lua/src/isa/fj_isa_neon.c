/*
** fj_isa_neon.c — the binding to NEON: the baseline of every 64-bit Arm.
** Owns: the intrinsics, as the vocabulary that the bodies use (isa/fj_isa.h).
** Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_config.h"

#if FJ_ARCH_ARM64
#  include "isa/fj_isa.h"

#  include <arm_neon.h>

#  define FJ_VEC_WIDTH 16
typedef uint8x16_t FjVec;

FJ_INLINE FjVec fj_vec_load(const char *s) {
  return vld1q_u8((const uint8_t *)s);
}

FJ_INLINE void fj_vec_store(char *w, FjVec v) {
  vst1q_u8((uint8_t *)w, v);
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

/* Whether any of the first n bytes of a mask vector is not 0; four bits for each byte. */
FJ_INLINE uint32_t fj_vec_some(uint8x16_t dirty, size_t n) {
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(dirty), 4);
  uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
  return mask << (64 - 4 * n) != 0;
}

/* Whether any of the first n bytes (n > 0) needs attention in mode json.  One signed
** comparison finds both controls and non-ASCII. */
FJ_INLINE uint32_t fj_vec_dirty_json(FjVec v, size_t n) {
  uint8x16_t dirty =
      vorrq_u8(vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(32)),
               vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\'))));
  return fj_vec_some(dirty, n);
}

FJ_INLINE FjVec fj_vec_class(FjVec v, const FjEscape *e) {
  return vandq_u8(vqtbl1q_u8(vld1q_u8(e->low), vandq_u8(v, vdupq_n_u8(15))),
                  vqtbl1q_u8(vld1q_u8(e->high), vshrq_n_u8(v, 4)));
}

/* Whether any of the first n bytes (n > 0) has a class. */
FJ_INLINE uint32_t fj_vec_dirty(FjVec kind, size_t n) {
  return fj_vec_some(vtstq_u8(kind, kind), n);
}

/* The position of the first `"` or `\`, or the width if there is none. */
FJ_INLINE size_t fj_vec_string_end(FjVec v) {
  uint8x16_t stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(stop), 4);
  uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
  return mask ? (size_t)__builtin_ctzll(mask) / 4 : FJ_VEC_WIDTH;
}

#  define FJ_VEC_STEP 2
FJ_INLINE uint64_t fj_vec_slashes(FjVec v) {
  uint8x16_t slash = vceqq_u8(v, vdupq_n_u8('\\'));
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(slash), 4);
  return vget_lane_u64(vreinterpret_u64_u8(narrow), 0) & UINT64_C(0x8888888888888888);
}

FJ_INLINE uint64_t fj_vec_no_digits(FjVec v) {
  uint8x16_t other = vcgtq_u8(vsubq_u8(v, vdupq_n_u8('0')), vdupq_n_u8(9));
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(other), 4);
  return vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
}

/* ---- Blocks: for the out-of-line kernels ---- */

#  define FJ_BLOCK_WIDTH  16
#  define FJ_BLOCK_LOOKUP 1
typedef FjVec FjBlock;

FJ_INLINE FjBlock fj_block_load(const char *s) {
  return vld1q_u8((const uint8_t *)s);
}

FJ_INLINE void fj_block_store(char *w, FjBlock v) {
  vst1q_u8((uint8_t *)w, v);
}

/* v with spaces from byte n on. */
FJ_INLINE FjBlock fj_block_pad(FjBlock v, size_t n) {
  FjBlock there = vcgtq_u8(vdupq_n_u8((uint8_t)n), vld1q_u8(fj_bytes.index));
  return vbslq_u8(there, v, vdupq_n_u8(' '));
}

/* The last 1 to 15 bytes of a string, then spaces. */
FJ_INLINE FjBlock fj_block_load_part(const char *s, size_t n) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) return fj_block_pad(fj_block_load(s), n);
  char part[FJ_BLOCK_WIDTH];
  fj_block_store(part, vdupq_n_u8(' '));
  memcpy(part, s, n);
  return fj_block_load(part);
}

FJ_INLINE int fj_block_clean_json(FjBlock v) {
  uint8x16_t dirty =
      vorrq_u8(vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(32)),
               vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\'))));
  return vmaxvq_u8(dirty) == 0;
}

FJ_INLINE FjBlock fj_block_low4(FjBlock v) {
  return vandq_u8(v, vdupq_n_u8(15));
}

FJ_INLINE FjBlock fj_block_high4(FjBlock v) {
  return vshrq_n_u8(v, 4);
}

#  define fj_block_class      fj_vec_class
#  define fj_block_const(row) vld1q_u8(row)

/* The bytes that need attention, one bit each; none in the padding.  In the common
** case, none, this needs one reduction. */
FJ_INLINE uint64_t fj_block_stops(FjBlock v, const FjEscape *e) {
  static const uint8_t weight[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
  FjBlock kind = fj_block_class(v, e);
  if (FJ_LIKELY(vmaxvq_u8(kind) == 0)) return 0;
  uint8x16_t bits = vandq_u8(vtstq_u8(kind, kind), vld1q_u8(weight));
  return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits))
                                                     << 8;
}

/* The same in mode json, for ASCII only. */
FJ_INLINE uint64_t fj_block_stops_json(FjBlock v) {
  return fj_block_stops(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

FJ_INLINE size_t fj_block_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_block_any_wide(FjBlock v) {
  return vmaxvq_u8(v) >= 0x80;
}

/* v with `*` for `"` and `\`. */
FJ_INLINE FjBlock fj_block_star(FjBlock v) {
  uint8x16_t quote =
      vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
  return vbslq_u8(quote, vdupq_n_u8('*'), v);
}

/* Writes eight bytes with backslashes: at most sixteen. */
FJ_INLINE void fj_block_expand8(char *w, uint8x8_t half, uint32_t stops) {
  uint8x16_t v = vcombine_u8(half, vdup_n_u8('\\'));
  vst1q_u8((uint8_t *)w, vqtbl1q_u8(v, vld1q_u8(fj_bytes_expand[stops & 255])));
}

/* Writes the first `len` bytes of v; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_block_expand(char *w, FjBlock v, uint64_t stops, const char *s,
                                size_t len, const FjEscape *e) {
  FjBlock six = vandq_u8(fj_block_class(v, e), vdupq_n_u8(FJ_CLASS_SIX));
  if (FJ_UNLIKELY(vmaxvq_u8(six) != 0)) {
    if (e->mode != FJ_ESC_E1) return fj_escape_spell(w, s, len, e);
    fj_block_store(w, fj_block_star(v));
    return w + len;
  }
  v = veorq_u8(v, vqtbl1q_u8(vld1q_u8(e->letter), v)); /* no letter from 16 on */
  uint32_t bits = (uint32_t)stops;
  fj_block_expand8(w, vget_low_u8(v), bits);
  fj_block_expand8(w + 8 + __builtin_popcount(bits & 0xFF), vget_high_u8(v), bits >> 8);
  return w + len + __builtin_popcount(bits);
}

FJ_HIDDEN char *fj_utf8_short(char *end, FjBlock v);

static FJ_NOINLINE char *fj_escape_short_json(char *w, FjVec v, const char *s, size_t n,
                                              uint32_t dirty) {
  const FjEscape *e = fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS);
  (void)dirty;
  v = fj_block_pad(v, n);
  uint64_t stops = fj_block_stops(v, e);
  if (stops == 0) return fj_utf8_short(w + n, v);
  if (fj_block_any_wide(v)) return fj_escape_json(w, s, n);
  return fj_block_expand(w, v, stops, s, n, e);
}

static FJ_NOINLINE char *fj_escape_short_any(char *w, FjVec v, FjVec kind, const char *s,
                                             size_t n, const FjEscape *e,
                                             uint32_t dirty) {
  (void)kind, (void)dirty;
  v = fj_block_pad(v, n);
  if (fj_block_any_wide(v)) return fj_escape_any(w, s, n, e);
  return fj_block_expand(w, v, fj_block_stops(v, e), s, n, e);
}

/* ---- for the validator ---- */

/* v shifted up by k bytes; the last bytes of the previous block fill the gap. */
#  define fj_block_shift_in(v, before, k) vextq_u8(before, v, 16 - (k))

#  define fj_block_zero()        vdupq_n_u8(0)
#  define fj_block_or(a, b)      vorrq_u8(a, b)
#  define fj_block_and(a, b)     vandq_u8(a, b)
#  define fj_block_xor(a, b)     veorq_u8(a, b)
#  define fj_block_minus(v, row) vqsubq_u8(v, fj_block_const(row))
#  define fj_block_pick(row, v)  vqtbl1q_u8(vld1q_u8(row), v)
#  define fj_block_is_zero(v)    (vmaxvq_u8(v) == 0)

/* ---- Sixty-four bytes: the structural index ---- */

typedef struct FjIndexBlock {
  FjBlock a, b, c, d;
} FjIndexBlock;

FJ_INLINE FjIndexBlock fj_index_load(const char *s) {
  FjIndexBlock block = { fj_block_load(s), fj_block_load(s + 16), fj_block_load(s + 32),
                         fj_block_load(s + 48) };
  return block;
}

/* Turns bytes that are all ones or 0 into bits.  Each byte keeps the bit of its place
** among eight; three rounds of adding neighbours combine eight bytes. */
FJ_INLINE uint64_t fj_index_bits(FjIndexBlock is) {
  static const uint8_t weight[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
  FjBlock w = vld1q_u8(weight);
  FjBlock ab = vpaddq_u8(vandq_u8(is.a, w), vandq_u8(is.b, w));
  FjBlock cd = vpaddq_u8(vandq_u8(is.c, w), vandq_u8(is.d, w));
  FjBlock sum = vpaddq_u8(ab, cd);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sum, sum)), 0);
}

/* The classes of ASCII bytes: those that both the low and the high nibble select. */
#  define COMMA    1
#  define COLON    2
#  define BRACKETS 4
#  define CONTROLS 8 /* the white space among them */
#  define BLANK    16
#  define OP       (COMMA | COLON | BRACKETS)
static const uint8_t fj_index_by_low[16] = { BLANK,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             0,
                                             CONTROLS,
                                             CONTROLS | COLON,
                                             BRACKETS,
                                             COMMA,
                                             CONTROLS | BRACKETS };
static const uint8_t fj_index_by_high[16] = { CONTROLS, 0, COMMA | BLANK, COLON, 0,
                                              BRACKETS, 0, BRACKETS };

FJ_INLINE FjBlock fj_index_sets(FjBlock v) {
  return fj_block_and(fj_block_pick(fj_index_by_low, fj_block_low4(v)),
                      fj_block_pick(fj_index_by_high, fj_block_high4(v)));
}

#  define FJ_INDEX_EACH(is, op, block, row)                                              \
    FjIndexBlock is = { op((block)->a, row), op((block)->b, row), op((block)->c, row),   \
                        op((block)->d, row) }

FJ_INLINE uint64_t fj_index_equal(const FjIndexBlock *block, char c) {
  FjBlock row = vdupq_n_u8((uint8_t)c);
  FJ_INDEX_EACH(is, vceqq_u8, block, row);
  return fj_index_bits(is);
}

FJ_INLINE uint64_t fj_index_below(const FjIndexBlock *block, char c) {
  FjBlock row = vdupq_n_u8((uint8_t)c);
  FJ_INDEX_EACH(is, vcltq_u8, block, row);
  return fj_index_bits(is);
}

FJ_INLINE uint64_t fj_index_any_of(const FjIndexBlock *sets, uint8_t set) {
  FjBlock row = vdupq_n_u8(set);
  FJ_INDEX_EACH(is, vtstq_u8, sets, row);
  return fj_index_bits(is);
}

/* Callers only test whether this is 0. */
FJ_INLINE uint64_t fj_index_wide(const FjIndexBlock *block) {
  FjBlock any = vorrq_u8(vorrq_u8(block->a, block->b), vorrq_u8(block->c, block->d));
  return vmaxvq_u8(any) >= 0x80;
}

FJ_INLINE FjMasks fj_index_masks(const FjIndexBlock *block) {
  FjIndexBlock sets = { fj_index_sets(block->a), fj_index_sets(block->b),
                        fj_index_sets(block->c), fj_index_sets(block->d) };
  FjMasks m;
  m.op = fj_index_any_of(&sets, OP);
  m.space = fj_index_any_of(&sets, CONTROLS | BLANK);
  m.quote = fj_index_equal(block, '"');
  m.backslash = fj_index_equal(block, '\\');
  m.control = fj_index_below(block, ' ');
  m.wide = fj_index_wide(block);
  return m;
}

#  define fj_index_inside fj_index_parity

#  define fj_index_validate(u, block)                                                    \
    fj_utf8_block(fj_utf8_block(fj_utf8_block(fj_utf8_block(u, (block)->a, NULL, 0),     \
                                              (block)->b, NULL, 0),                      \
                                (block)->c, NULL, 0),                                    \
                  (block)->d, NULL, 0)

#  include "isa/fj_isa_impl.h"

const FjKernel fj_kernel_neon = FJ_ISA_KERNEL("neon", "NEON", FJ_CPU_NEON);
#endif

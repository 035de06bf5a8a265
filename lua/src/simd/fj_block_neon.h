/*
** fj_block_neon.h — what the out-of-line kernels do with a block of 16 bytes.
** Owns: the intrinsics.  SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_escape_neon.c.
*/

#define FJ_B_WIDTH  16
#define FJ_B_LOOKUP 1
typedef uint8x16_t fj_b;

FJ_INLINE fj_b fj_b_load(const char *s) {
  return vld1q_u8((const uint8_t *)s);
}

FJ_INLINE void fj_b_store(char *w, fj_b v) {
  vst1q_u8((uint8_t *)w, v);
}

/* v with spaces from byte n on. */
FJ_INLINE fj_b fj_b_pad(fj_b v, size_t n) {
  fj_b there = vcgtq_u8(vdupq_n_u8((uint8_t)n), vld1q_u8(fj_bytes.index));
  return vbslq_u8(there, v, vdupq_n_u8(' '));
}

/* The last 1 to 15 bytes of a string, then spaces. */
FJ_INLINE fj_b fj_b_load_part(const char *s, size_t n) {
  if (FJ_LIKELY(fj_v_short_ok(s, n))) return fj_b_pad(fj_b_load(s), n);
  char part[FJ_B_WIDTH];
  fj_b_store(part, vdupq_n_u8(' '));
  memcpy(part, s, n);
  return fj_b_load(part);
}

FJ_INLINE int fj_b_clean_json(fj_b v) {
  uint8x16_t dirty =
      vorrq_u8(vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(32)),
               vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\'))));
  return vmaxvq_u8(dirty) == 0;
}

FJ_INLINE fj_b fj_b_low4(fj_b v) {
  return vandq_u8(v, vdupq_n_u8(15));
}

FJ_INLINE fj_b fj_b_high4(fj_b v) {
  return vshrq_n_u8(v, 4);
}

#define fj_b_class      fj_v_class
#define fj_b_const(row) vld1q_u8(row)

/* The bytes that need attention, a bit each; in the padding there is none.  The common
** answer, none, takes one reduction. */
FJ_INLINE uint64_t fj_b_stops(fj_b v, const FjEscape *e) {
  static const uint8_t weight[16] = { 1, 2, 4, 8, 16, 32, 64, 128,
                                      1, 2, 4, 8, 16, 32, 64, 128 };
  fj_b kind = fj_b_class(v, e);
  if (FJ_LIKELY(vmaxvq_u8(kind) == 0)) return 0;
  uint8x16_t bits = vandq_u8(vtstq_u8(kind, kind), vld1q_u8(weight));
  return (uint64_t)vaddv_u8(vget_low_u8(bits)) | (uint64_t)vaddv_u8(vget_high_u8(bits))
                                                     << 8;
}

/* The same in mode json, of ASCII alone. */
FJ_INLINE uint64_t fj_b_stops_json(fj_b v) {
  return fj_b_stops(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

FJ_INLINE size_t fj_b_first(uint64_t stops) {
  return (size_t)__builtin_ctzll(stops);
}

FJ_INLINE int fj_b_any_wide(fj_b v) {
  return vmaxvq_u8(v) >= 0x80;
}

/* v with `*` for `"` and `\`. */
FJ_INLINE fj_b fj_b_star(fj_b v) {
  uint8x16_t quote =
      vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
  return vbslq_u8(quote, vdupq_n_u8('*'), v);
}

/* Eight bytes with backslashes: at most sixteen. */
FJ_INLINE void fj_b_expand8(char *w, uint8x8_t half, uint32_t stops) {
  uint8x16_t v = vcombine_u8(half, vdup_n_u8('\\'));
  vst1q_u8((uint8_t *)w, vqtbl1q_u8(v, vld1q_u8(fj_expand8[stops & 255])));
}

/* Writes the first `len` bytes of v, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *fj_b_expand(char *w, fj_b v, uint64_t stops, const char *s, size_t len,
                            const FjEscape *e) {
  fj_b six = vandq_u8(fj_b_class(v, e), vdupq_n_u8(FJ_CLASS_SIX));
  if (FJ_UNLIKELY(vmaxvq_u8(six) != 0)) {
    if (e->mode != FJ_ESC_E1) return fj_b_spell(w, s, len, e);
    fj_b_store(w, fj_b_star(v));
    return w + len;
  }
  v = veorq_u8(v, vqtbl1q_u8(vld1q_u8(e->letter), v)); /* from 16 on: no letter */
  uint32_t bits = (uint32_t)stops;
  fj_b_expand8(w, vget_low_u8(v), bits);
  fj_b_expand8(w + 8 + __builtin_popcount(bits & 0xFF), vget_high_u8(v), bits >> 8);
  return w + len + __builtin_popcount(bits);
}

FJ_HIDDEN char *FJ_ISA(fj_short_wide)(char *end, fj_b v);

char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n, uint32_t dirty) {
  const FjEscape *e = fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS);
  (void)dirty;
  v = fj_b_pad(v, n);
  uint64_t stops = fj_b_stops(v, e);
  if (stops == 0) return FJ_ISA(fj_short_wide)(w + n, v);
  if (fj_b_any_wide(v)) return FJ_ISA(fj_escape_json)(w, s, n);
  return fj_b_expand(w, v, stops, s, n, e);
}

char *FJ_ISA(fj_short_any)(char *w, fj_v v, fj_v kind, const char *s, size_t n,
                           const FjEscape *e, uint32_t dirty) {
  (void)kind, (void)dirty;
  v = fj_b_pad(v, n);
  if (fj_b_any_wide(v)) return FJ_ISA(fj_escape_any)(w, s, n, e);
  return fj_b_expand(w, v, fj_b_stops(v, e), s, n, e);
}

/* ---- for the validator ---- */

/* v moved up by k bytes, the last ones of the block before moved in. */
#define fj_b_shift_in(v, before, k) vextq_u8(before, v, 16 - (k))

#define fj_b_zero()        vdupq_n_u8(0)
#define fj_b_or(a, b)      vorrq_u8(a, b)
#define fj_b_and(a, b)     vandq_u8(a, b)
#define fj_b_xor(a, b)     veorq_u8(a, b)
#define fj_b_minus(v, row) vqsubq_u8(v, fj_b_const(row))
#define fj_b_pick(row, v)  vqtbl1q_u8(vld1q_u8(row), v)
#define fj_b_is_zero(v)    (vmaxvq_u8(v) == 0)

/*
** fj_vec_neon.h — the vector vocabulary of NEON.
** Owns: the intrinsics.  Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_bind_neon.h.
*/

#define FJ_V_WIDTH      16
#define fj_v            uint8x16_t
#define fj_v_load       FJ_ISA(fj_v_load)
#define fj_v_load_short FJ_ISA(fj_v_load_short)
#define fj_v_short_ok   FJ_ISA(fj_v_short_ok)
#define fj_v_store      FJ_ISA(fj_v_store)
#define fj_v_dirty_json FJ_ISA(fj_v_dirty_json)
#define fj_v_class      FJ_ISA(fj_v_class)
#define fj_v_dirty      FJ_ISA(fj_v_dirty)
#define fj_v_string_end FJ_ISA(fj_v_string_end)

FJ_INLINE fj_v fj_v_load(const char *s) {
  return vld1q_u8((const uint8_t *)s);
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  vst1q_u8((uint8_t *)w, v);
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

/* Whether any of the first n bytes of a mask vector is not zero: four bits a byte. */
FJ_INLINE uint32_t FJ_ISA(fj_v_some)(uint8x16_t dirty, size_t n) {
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(dirty), 4);
  uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
  return mask << (64 - 4 * n) != 0;
}

/* Whether any of the first n bytes (n > 0) needs attention in mode json: a signed compare
** finds controls and non-ASCII at once. */
FJ_INLINE uint32_t fj_v_dirty_json(fj_v v, size_t n) {
  uint8x16_t dirty =
      vorrq_u8(vcltq_s8(vreinterpretq_s8_u8(v), vdupq_n_s8(32)),
               vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\'))));
  return FJ_ISA(fj_v_some)(dirty, n);
}

FJ_INLINE fj_v fj_v_class(fj_v v, const FjEscape *e) {
  return vandq_u8(vqtbl1q_u8(vld1q_u8(e->low), vandq_u8(v, vdupq_n_u8(15))),
                  vqtbl1q_u8(vld1q_u8(e->high), vshrq_n_u8(v, 4)));
}

/* Whether any of the first n bytes (n > 0) is of some class. */
FJ_INLINE uint32_t fj_v_dirty(fj_v kind, size_t n) {
  return FJ_ISA(fj_v_some)(vtstq_u8(kind, kind), n);
}

/* The place of the first `"` or `\`, or the width when there is none. */
FJ_INLINE size_t fj_v_string_end(fj_v v) {
  uint8x16_t stop = vorrq_u8(vceqq_u8(v, vdupq_n_u8('"')), vceqq_u8(v, vdupq_n_u8('\\')));
  uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(stop), 4);
  uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
  return mask ? (size_t)__builtin_ctzll(mask) / 4 : FJ_V_WIDTH;
}

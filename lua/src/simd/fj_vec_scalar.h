/*
** fj_vec_scalar.h — the vector vocabulary of plain C: eight bytes in a word.
** Owns: the intrinsics.  Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_bind_scalar.h.
*/

#define FJ_V_WIDTH      8
#define fj_v            uint64_t
#define fj_v_load       FJ_ISA(fj_v_load)
#define fj_v_load_short FJ_ISA(fj_v_load_short)
#define fj_v_short_ok   FJ_ISA(fj_v_short_ok)
#define fj_v_store      FJ_ISA(fj_v_store)
#define fj_v_clean_json FJ_ISA(fj_v_clean_json)
#define fj_v_clean_any  FJ_ISA(fj_v_clean_any)

FJ_INLINE fj_v fj_v_load(const char *s) {
  fj_v v;
  memcpy(&v, s, sizeof v);
  return v;
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  memcpy(w, &v, sizeof v);
}

/* Plain C never reads behind the string: only a whole word is short and easy. */
FJ_INLINE int fj_v_short_ok(const char *s, size_t n) {
  (void)s;
  return n == FJ_V_WIDTH;
}

FJ_INLINE fj_v fj_v_load_short(const char *s, size_t n) {
  (void)n;
  return fj_v_load(s);
}

#define FJ_BYTES(c) (UINT64_C(0x0101010101010101) * (uint8_t)(c))

/* Bit 7 of every byte that is zero; exact up to the first one, and so as a question. */
FJ_INLINE uint64_t FJ_ISA(fj_zero)(uint64_t v) {
  return (v - FJ_BYTES(1)) & ~v & FJ_BYTES(128);
}

/* Whether no byte needs attention in mode json. */
FJ_INLINE int fj_v_clean_json(fj_v v, size_t n) {
  (void)n;
  uint64_t dirty = v | (v - FJ_BYTES(32)) | FJ_ISA(fj_zero)(v ^ FJ_BYTES('"')) |
                   FJ_ISA(fj_zero)(v ^ FJ_BYTES('\\'));
  return (dirty & FJ_BYTES(128)) == 0;
}

FJ_INLINE int fj_v_clean_any(fj_v v, size_t n, const FjEscape *e) {
  (void)n;
  uint64_t dirty = v & FJ_BYTES(e->wide[0]);
  dirty |= (v - FJ_BYTES(e->below[0])) & ~v;
  for (int i = 0; i < 6; i++) dirty |= FJ_ISA(fj_zero)(v ^ FJ_BYTES(e->equal[i][0]));
  return (dirty & FJ_BYTES(128)) == 0;
}

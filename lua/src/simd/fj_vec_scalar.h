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
#define fj_v_dirty_json FJ_ISA(fj_v_dirty_json)
#define fj_v_class      FJ_ISA(fj_v_class)
#define fj_v_dirty      FJ_ISA(fj_v_dirty)
#define fj_v_string_end FJ_ISA(fj_v_string_end)

FJ_INLINE fj_v fj_v_load(const char *s) {
  fj_v v;
  memcpy(&v, s, sizeof v);
  return v;
}

FJ_INLINE void fj_v_store(char *w, fj_v v) {
  memcpy(w, &v, sizeof v);
}

/* Plain C never reads behind the string. */
FJ_INLINE int fj_v_short_ok(const char *s, size_t n) {
  (void)s;
  return n - 1 < FJ_V_WIDTH;
}

/* 1 to 8 bytes, then spaces: two halves that overlap, or three bytes. */
FJ_INLINE fj_v fj_v_load_short(const char *s, size_t n) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint32_t first, last;
  if (n == 8) return fj_v_load(s);
  uint64_t v = UINT64_C(0x2020202020202020) << 8 * n;
  if (n < 4) {
    v |= (uint64_t)(uint8_t)s[n / 2] << 8 * (n / 2) | (uint64_t)(uint8_t)s[n - 1]
                                                          << 8 * (n - 1);
    return v | (uint8_t)s[0];
  }
  memcpy(&first, s, 4);
  memcpy(&last, s + n - 4, 4);
  return v | first | (uint64_t)last << 8 * (n - 4);
#else
  char part[FJ_V_WIDTH];
  memset(part, ' ', sizeof part);
  memcpy(part, s, n);
  return fj_v_load(part);
#endif
}

#define FJ_BYTES(c) (UINT64_C(0x0101010101010101) * (uint8_t)(c))

/* Bit 7 of every byte that is zero; exact up to the first one, and so as a question. */
FJ_INLINE uint64_t FJ_ISA(fj_zero)(uint64_t v) {
  return (v - FJ_BYTES(1)) & ~v & FJ_BYTES(128);
}

/* Bit 7 of every byte below c, for c up to 128; exact up to the first one. */
FJ_INLINE uint64_t FJ_ISA(fj_below)(uint64_t v, uint8_t c) {
  return (v - FJ_BYTES(c)) & ~v & FJ_BYTES(128);
}

/* Whether any of the eight bytes needs attention in mode json. */
FJ_INLINE uint32_t fj_v_dirty_json(fj_v v, size_t n) {
  (void)n;
  return ((v & FJ_BYTES(128)) | FJ_ISA(fj_below)(v, 32) |
          FJ_ISA(fj_zero)(v ^ FJ_BYTES('"')) | FJ_ISA(fj_zero)(v ^ FJ_BYTES('\\'))) != 0;
}

/* Not zero when any byte needs attention. */
FJ_INLINE fj_v fj_v_class(fj_v v, const FjEscape *e) {
  int sets = e->mode == FJ_ESC_HTML ? 6 : 4;
  uint64_t dirty = (v & FJ_BYTES(e->wide[0])) | FJ_ISA(fj_below)(v, e->below[0]);
  for (int i = 0; i < sets; i++)
    dirty |= FJ_ISA(fj_zero)(v ^ fj_v_load((const char *)e->equal[i]));
  return dirty;
}

FJ_INLINE uint32_t fj_v_dirty(fj_v kind, size_t n) {
  (void)n;
  return kind != 0;
}

/* The place of the first `"` or `\`, or the width when there is none. */
FJ_INLINE size_t fj_v_string_end(fj_v v) {
  char bytes[FJ_V_WIDTH];
  size_t i = 0;
  if (!(FJ_ISA(fj_zero)(v ^ FJ_BYTES('"')) | FJ_ISA(fj_zero)(v ^ FJ_BYTES('\\'))))
    return FJ_V_WIDTH;
  fj_v_store(bytes, v);
  while (bytes[i] != '"' && bytes[i] != '\\') i++;
  return i;
}

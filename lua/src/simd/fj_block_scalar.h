/*
** fj_block_scalar.h — what the out-of-line kernels do with a block of 8 bytes.
** SPDX-License-Identifier: MIT
**
** No include guard: bound by fj_escape_scalar.c.
*/

#define FJ_B_WIDTH 8
typedef uint64_t fj_b;

#define fj_b_load  fj_v_load
#define fj_b_store fj_v_store

#define fj_b_load_part fj_v_load_short

FJ_INLINE int fj_b_clean_json(fj_b v) {
  return fj_v_dirty_json(v, FJ_B_WIDTH) == 0;
}

/* The bytes that need attention, a bit each in order; in the padding there is none. */
FJ_INLINE uint64_t fj_b_stops(fj_b v, const FjEscape *e) {
  char bytes[FJ_B_WIDTH];
  uint64_t stops = 0;
  if (fj_v_class(v, e) == 0) return 0;
  fj_b_store(bytes, v);
  for (int i = 0; i < FJ_B_WIDTH; i++) {
    uint8_t c = (uint8_t)bytes[i];
    stops |= (uint64_t)((e->low[c & 15] & e->high[c >> 4]) != 0) << i;
  }
  return stops;
}

/* The same in mode json, of ASCII alone. */
FJ_INLINE uint64_t fj_b_stops_json(fj_b v) {
  return fj_b_stops(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

FJ_INLINE size_t fj_b_first(uint64_t stops) {
  size_t i = 0;
  while ((stops >> i & 1) == 0) i++;
  return i;
}

FJ_INLINE int fj_b_any_wide(fj_b v) {
  return (v & FJ_BYTES(128)) != 0;
}

/* Writes the first `len` bytes of v, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *fj_b_expand(char *w, fj_b v, uint64_t stops, const char *s, size_t len,
                            const FjEscape *e) {
  (void)v, (void)stops;
  return fj_b_spell(w, s, len, e);
}

char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n, uint32_t dirty) {
  (void)v, (void)dirty;
  return FJ_ISA(fj_escape_json)(w, s, n);
}

char *FJ_ISA(fj_short_any)(char *w, fj_v v, fj_v kind, const char *s, size_t n,
                           const FjEscape *e, uint32_t dirty) {
  (void)v, (void)kind, (void)dirty;
  return FJ_ISA(fj_escape_any)(w, s, n, e);
}

/*
** fj_isa_scalar.c — the binding to plain C: any CPU, eight bytes at a time.
** Owns: the vocabulary that the bodies use (isa/fj_isa.h), without intrinsics.
** Must not know: what the bodies do with a vector.
** SPDX-License-Identifier: MIT
*/
#include "isa/fj_isa.h"

#include <string.h>

#define FJ_VEC_WIDTH 8
typedef uint64_t FjVec;

FJ_INLINE FjVec fj_vec_load(const char *s) {
  FjVec v;
  memcpy(&v, s, sizeof v);
  return v;
}

FJ_INLINE void fj_vec_store(char *w, FjVec v) {
  memcpy(w, &v, sizeof v);
}

/* Plain C never reads past the string. */
FJ_INLINE int fj_vec_short_ok(const char *s, size_t n) {
  (void)s;
  return n - 1 < FJ_VEC_WIDTH;
}

/* Loads 1 to 8 bytes, then spaces: two overlapping halves, or three bytes. */
FJ_INLINE FjVec fj_vec_load_short(const char *s, size_t n) {
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
  uint32_t first, last;
  if (n == 8) return fj_vec_load(s);
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
  char part[FJ_VEC_WIDTH];
  memset(part, ' ', sizeof part);
  memcpy(part, s, n);
  return fj_vec_load(part);
#endif
}

#define FJ_BYTES(c) (UINT64_C(0x0101010101010101) * (uint8_t)(c))

/* Bit 7 of every zero byte; exact up to the first, so a test for any is exact. */
FJ_INLINE uint64_t fj_vec_zero(uint64_t v) {
  return (v - FJ_BYTES(1)) & ~v & FJ_BYTES(128);
}

/* Bit 7 of every byte below c, for c up to 128; exact up to the first one. */
FJ_INLINE uint64_t fj_vec_below(uint64_t v, uint8_t c) {
  return (v - FJ_BYTES(c)) & ~v & FJ_BYTES(128);
}

/* Whether any of the eight bytes needs attention in mode json. */
FJ_INLINE uint32_t fj_vec_dirty_json(FjVec v, size_t n) {
  (void)n;
  return ((v & FJ_BYTES(128)) | fj_vec_below(v, 32) | fj_vec_zero(v ^ FJ_BYTES('"')) |
          fj_vec_zero(v ^ FJ_BYTES('\\'))) != 0;
}

/* Not zero if any byte needs attention. */
FJ_INLINE FjVec fj_vec_class(FjVec v, const FjEscape *e) {
  int sets = e->mode == FJ_ESC_HTML ? 6 : 4;
  uint64_t dirty = (v & FJ_BYTES(e->wide[0])) | fj_vec_below(v, e->below[0]);
  for (int i = 0; i < sets; i++)
    dirty |= fj_vec_zero(v ^ fj_vec_load((const char *)e->equal[i]));
  return dirty;
}

FJ_INLINE uint32_t fj_vec_dirty(FjVec kind, size_t n) {
  (void)n;
  return kind != 0;
}

/* The position of the first `"` or `\`, or the width if there is none. */
FJ_INLINE size_t fj_vec_string_end(FjVec v) {
  char bytes[FJ_VEC_WIDTH];
  size_t i = 0;
  if (!(fj_vec_zero(v ^ FJ_BYTES('"')) | fj_vec_zero(v ^ FJ_BYTES('\\'))))
    return FJ_VEC_WIDTH;
  fj_vec_store(bytes, v);
  while (bytes[i] != '"' && bytes[i] != '\\') i++;
  return i;
}

/* Exact: adding 127 to the low bits of a byte sets bit 7 unless they are 0. */
#define FJ_VEC_STEP 3
FJ_INLINE uint64_t fj_vec_slashes(FjVec v) {
  char bytes[FJ_VEC_WIDTH];
  fj_vec_store(bytes, v);
  v = fj_load64_le(bytes) ^ FJ_BYTES('\\');
  return ~(((v & FJ_BYTES(127)) + FJ_BYTES(127)) | v) & FJ_BYTES(128);
}

FJ_INLINE uint64_t fj_vec_no_digits(FjVec v) {
  char bytes[FJ_VEC_WIDTH];
  fj_vec_store(bytes, v);
  return fj_no_digits(fj_load64_le(bytes) ^ FJ_ASCII_ZEROS);
}

/* ---- Blocks: for the out-of-line kernels ---- */

#define FJ_BLOCK_WIDTH 8
typedef FjVec FjBlock;

#define fj_block_load  fj_vec_load
#define fj_block_store fj_vec_store

#define fj_block_load_part fj_vec_load_short

FJ_INLINE int fj_block_clean_json(FjBlock v) {
  return fj_vec_dirty_json(v, FJ_BLOCK_WIDTH) == 0;
}

/* The bytes that need attention, one bit each, in order; none in the padding. */
FJ_INLINE uint64_t fj_block_stops(FjBlock v, const FjEscape *e) {
  char bytes[FJ_BLOCK_WIDTH];
  uint64_t stops = 0;
  if (fj_vec_class(v, e) == 0) return 0;
  fj_block_store(bytes, v);
  for (int i = 0; i < FJ_BLOCK_WIDTH; i++) {
    uint8_t c = (uint8_t)bytes[i];
    stops |= (uint64_t)((e->low[c & 15] & e->high[c >> 4]) != 0) << i;
  }
  return stops;
}

/* The same in mode json, for ASCII only. */
FJ_INLINE uint64_t fj_block_stops_json(FjBlock v) {
  return fj_block_stops(v, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

FJ_INLINE size_t fj_block_first(uint64_t stops) {
  size_t i = 0;
  while ((stops >> i & 1) == 0) i++;
  return i;
}

FJ_INLINE int fj_block_any_wide(FjBlock v) {
  return (v & FJ_BYTES(128)) != 0;
}

/* Writes the first `len` bytes of v; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_block_expand(char *w, FjBlock v, uint64_t stops, const char *s,
                                size_t len, const FjEscape *e) {
  (void)v, (void)stops;
  return fj_escape_spell(w, s, len, e);
}

static FJ_NOINLINE char *fj_escape_short_json(char *w, FjVec v, const char *s, size_t n,
                                              uint32_t dirty) {
  (void)v, (void)dirty;
  return fj_escape_json(w, s, n);
}

static FJ_NOINLINE char *fj_escape_short_any(char *w, FjVec v, FjVec kind, const char *s,
                                             size_t n, const FjEscape *e,
                                             uint32_t dirty) {
  (void)v, (void)kind, (void)dirty;
  return fj_escape_any(w, s, n, e);
}

/* ---- Sixty-four bytes: the structural index ---- */

typedef const char *FjIndexBlock;

FJ_INLINE FjIndexBlock fj_index_load(const char *s) {
  return s;
}

/* The lanes of eight bytes: bit i of each lane belongs to byte i. */
FJ_INLINE uint64_t fj_index_lanes_of(const char *s) {
  uint64_t lanes = 0;
  for (int i = 0; i < 8; i++) lanes |= fj_bytes_lanes[(uint8_t)s[i]] << i;
  return lanes;
}

#define FJ_LANE_BITS(name) ((lanes >> FJ_LANE_##name & 0xFF) << i)

FJ_INLINE FjMasks fj_index_masks(const FjIndexBlock *block) {
  FjMasks m = { 0, 0, 0, 0, 0, 0 };
  for (int i = 0; i < FJ_INDEX_BLOCK; i += 8) {
    uint64_t lanes = fj_index_lanes_of(*block + i);
    m.quote |= FJ_LANE_BITS(QUOTE), m.backslash |= FJ_LANE_BITS(BACKSLASH);
    m.op |= FJ_LANE_BITS(OP), m.space |= FJ_LANE_BITS(SPACE);
    m.control |= FJ_LANE_BITS(CONTROL), m.wide |= FJ_LANE_BITS(WIDE);
  }
  return m;
}

#define fj_index_inside fj_index_parity

#include "isa/fj_isa_impl.h"

const FjKernel fj_kernel_scalar = FJ_ISA_KERNEL("scalar", "nothing", 0);

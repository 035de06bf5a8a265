/*
** fj_isa.h — what every instruction set needs: the headers that must stay outside its
** target region, and the names that connect its vocabulary with the bodies.
**
** A file isa/fj_isa_<isa>.c opens its target region, defines the vocabulary, includes
** isa/fj_isa_impl.h, which includes every body, and closes the region.  All its functions
** are static, so each of these files binds the same name to a different instruction set.
** The vocabulary:
**   FJ_VEC_WIDTH FjVec fj_vec_*          a short string, inlined where it is written
**   FJ_BLOCK_WIDTH FjBlock fj_block_*    strings of any length, out of line
**   FJ_VEC_STEP                          masks have 1 << FJ_VEC_STEP bits for each byte
**   fj_vec_slashes, fj_vec_no_digits     such masks; the first bit that is set counts
**   FJ_BLOCK_UNESCAPE fj_block_unescape  instead of fj_vec_slashes: bytes are compressed
**   FJ_BLOCK_LOOKUP                      there is a byte shuffle: fj_utf8_impl.h uses it
**   FJ_BLOCK_MEDIUM fj_block_medium_*    one to two vectors that are not clean
**   fj_escape_short_json, _any           a short vector that is not clean
**   FJ_HASH_LANES fj_hash_lanes          optional: Lua's hash of several short strings
**   FJ_CRC32 fj_crc32_4, fj_crc32_8      optional: CRC-32C, continued over 4 or 8 bytes
**   FjIndexBlock fj_index_load, _masks, _inside, _validate, _put_places    64 bytes
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_ISA_H
#define FJ_ISA_H

#include <math.h>
#include <string.h>

#include "core/fj_escape.h"
#include "core/fj_put.h"
#include "core/fj_read.h"
#include "core/fj_unescape.h"
#include "core/fj_utf8.h"
#include "simd/fj_kernels.h"

#ifndef FJ_KERNELS_ONLY
#  include "dec/fj_build_capi.h"
#  include "dec/fj_check.h"
#  include "dec/fj_dec.h"
#  include "dec/fj_keys.h"
#  include "enc/fj_enc.h"
#  include "enc/fj_meta.h"
#  include "enc/fj_text.h"
#  include "vm/fj_compat.h"
#  include "vm/fj_vm.h"
#endif

/* The classes of the bytes in a block of 64, one bit for each byte. */
typedef struct FjMasks {
  uint64_t quote, backslash;
  uint64_t op;      /* { } [ ] : , */
  uint64_t space;   /* space, tab, LF, CR */
  uint64_t control; /* below 0x20 */
  uint64_t wide;    /* not ASCII; callers only test whether it is 0 */
} FjMasks;

/* Bit i is the parity of bits 0 to i: for machines without a carry-less product. */
FJ_INLINE uint64_t fj_index_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

/* Functions of the bodies that the vocabulary calls. */
FJ_INLINE int fj_escape_stops_ok(const char *s);
FJ_INLINE char *fj_escape_stops(char *w, const char *s, size_t n, uint32_t stops,
                                const FjEscape *e);
FJ_INLINE char *fj_escape_spell(char *w, const char *s, size_t len, const FjEscape *e);
static FJ_NOINLINE char *fj_escape_copy(char *w, const char *s, size_t n);
static FJ_NOINLINE char *fj_escape_json(char *w, const char *s, size_t n);
static FJ_NOINLINE char *fj_escape_any(char *w, const char *s, size_t n,
                                       const FjEscape *e);
static FJ_NOINLINE char *fj_escape_json_blocks(char *w, const char *s, size_t n);
static FJ_NOINLINE char *fj_escape_any_blocks(char *w, const char *s, size_t n,
                                              const FjEscape *e);
static FJ_NOINLINE int fj_utf8_valid(const char *s, size_t n);

#endif

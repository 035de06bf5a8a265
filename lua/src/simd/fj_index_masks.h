/*
** fj_index_masks.h — what a block of 64 bytes is made of, a bit a byte in each set; and a
** prefix sum of bits for machines without a carry-less product.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_INDEX_MASKS_H
#define FJ_INDEX_MASKS_H

#include "core/fj_index.h"

typedef struct FjMasks {
  uint64_t quote, backslash;
  uint64_t op;      /* { } [ ] : , */
  uint64_t space;   /* space, tab, LF, CR */
  uint64_t control; /* below 0x20 */
  uint64_t wide;    /* not ASCII; only whether it is 0 must be right */
} FjMasks;

/* Bit i is the parity of the bits 0 to i. */
FJ_INLINE uint64_t fj_prefix_parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

#endif

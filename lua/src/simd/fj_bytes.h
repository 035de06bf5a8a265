/*
** fj_bytes.h — vectors of one repeated byte, in memory.
** Why: gcc builds such a constant anew at each use (a move, a transfer and a broadcast),
** and forgets it at each call.  Out of its sight it becomes a memory operand of the
** compare, which is free: 0.2 ns a short string.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BYTES_H
#define FJ_BYTES_H

#include "core/fj_escape.h"

typedef struct FjBytes {
  uint8_t quote[64], backslash[64], space[64]; /* `"` `\` and 32 */
  uint8_t nibble[64];                          /* 15 */
  uint8_t most[64];                            /* 127 */
  uint8_t six[64];                             /* FJ_CLASS_SIX */
  uint8_t letter[64];                          /* 0x70, which saturates all from 16 on */
  /* For the validator: subtracting these leaves bit 7 to leads of three and of four. */
  uint8_t below3[64], below4[64], bit7[64];
  /* What exceeds it begins a sequence that the block does not end. */
  uint8_t last[64];
  uint8_t index[64]; /* 0, 1, 2, … */
} FjBytes;

#if defined(__GNUC__)
__attribute__((visibility("hidden"), aligned(64)))
#endif
extern const FjBytes fj_bytes;

#endif

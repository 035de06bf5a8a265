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
  uint8_t quote[64], backslash[64], space[64]; /* `"` `\\` and 32 */
  uint8_t nibble[64];                          /* 15 */
  uint8_t six[64];                             /* FJ_CLASS_SIX */
  uint8_t letter[64];                          /* 0x70, which saturates all from 16 on */
} FjBytes;

#if defined(__GNUC__)
__attribute__((visibility("hidden"), aligned(64)))
#endif
extern const FjBytes fj_bytes;

#endif

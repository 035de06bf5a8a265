/*
** fj_bytes.h — constant tables of the kernels: repeated bytes, shuffles, classes of bytes.
** Vectors of one repeated byte are in memory, because gcc builds such a constant anew at each use (a move, a transfer and a broadcast),
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

/* The shuffle that puts backslashes into eight bytes: for each set of bytes to be escaped (bit i
** for byte i) the order in which a byte shuffle takes the bytes of { the eight bytes, a
** backslash at index 8 }. */
extern FJ_HIDDEN const uint8_t fj_bytes_expand[256][16];

/* What a byte is, a bit in each of six lanes of eight. */
enum {
  FJ_LANE_QUOTE = 0,
  FJ_LANE_BACKSLASH = 8,
  FJ_LANE_OP = 16,
  FJ_LANE_SPACE = 24,
  FJ_LANE_CONTROL = 32,
  FJ_LANE_WIDE = 40
};
extern FJ_HIDDEN const uint64_t fj_bytes_lanes[256];

/* Offset of the first ill-formed sequence that begins at from or later, but before to; or
** SIZE_MAX.  What begins before from must be well-formed. */
FJ_HIDDEN size_t fj_bytes_utf8_at(const char *text, size_t len, size_t from, size_t to);

#endif

/*
** fj_bytes.c — see the header.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_bytes.h"

#define X4(c)  c, c, c, c
#define X16(c) X4(c), X4(c), X4(c), X4(c)
#define N4(n)  n, n + 1, n + 2, n + 3
#define N16(n) N4(n), N4(n + 4), N4(n + 8), N4(n + 12)
#define X64(c)                                                                           \
  { X16(c), X16(c), X16(c), X16(c) }

const FjBytes fj_bytes = {
  X64('"'),
  X64('\\'),
  X64(' '),
  X64(15),
  X64(127),
  X64(FJ_CLASS_SIX),
  X64(0x70),
  X64(0xE0 - 0x80),
  X64(0xF0 - 0x80),
  X64(0x80),
  { X16(255), X16(255), X16(255), X4(255), X4(255), X4(255), 255, 0xEF, 0xDF, 0xBF },
  { N16(0), N16(16), N16(32), N16(48) },
};

/*
** fj_bytes.c — see the header.
** SPDX-License-Identifier: MIT
*/
#include "simd/fj_bytes.h"

#define X4(c)  c, c, c, c
#define X16(c) X4(c), X4(c), X4(c), X4(c)
#define X64(c)                                                                           \
  { X16(c), X16(c), X16(c), X16(c) }

const FjBytes fj_bytes = { X64('"'), X64('\\'),         X64(' '),
                           X64(15),  X64(FJ_CLASS_SIX), X64(0x70) };

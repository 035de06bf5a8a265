/*
** fj_fours16.h — sixteen digits as lanes of four.
** Owns: the first step of both vocabularies of sixteen digits.
** Must not know: doubles.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_FOURS16_H
#define FJ_FOURS16_H

#include "core/fj_int.h"

/* v < 10^16 in four lanes of 32 bits, the first digits in the lowest bits of .hi.  The
** three quotients do not wait for one another: the time from v to its last digit is what
** limits a loop over doubles.  Arithmetic is modulo 2^64, lanes never borrow in the end. */
FJ_INLINE Fj128 fj_fours16(uint64_t v) {
  const uint64_t lane = UINT64_C(1) << 32;
  uint64_t a = v / UINT64_C(1000000000000), b = v / 100000000, c = v / 10000;
  Fj128 r;
  r.hi = (b << 32) - a * (10000 * lane - 1);
  r.lo = (v << 32) - c * (10000 * lane - 1) - b * 10000;
  return r;
}

#endif

#!/usr/bin/env python3
"""Write lua/src/core/fj_pow10.c: 128-bit powers of ten, by exact arithmetic.

    lua/tools/gen-pow10.py [--check]      --check: exit 1 if the file in the tree differs

A power 10^p is kept as the 128-bit integer g, its top bit set, with
10^p <= g * 2^(floor(log2(10^p)) - 127): exact where it can be (0 <= p <= 55), else rounded
up.  Up and not down, because a double times an inexact power is then never short of an
integer that it ought to reach.

SPDX-License-Identifier: MIT
"""
from generated import main

FIRST, LAST = -342, 324  # what a writer and an Eisel-Lemire reader of doubles need


def significand(p):
    """The 128-bit g of 10^p, and whether it is exact."""
    if p >= 0:
        n = 10**p
        shift = n.bit_length() - 128
        if shift <= 0:
            return n << -shift, True
        g = -(-n >> shift)
        return g, g << shift == n
    d = 10**-p
    g = -(-(1 << (127 + d.bit_length())) // d)
    return (g if g < 1 << 128 else -(-(1 << (126 + d.bit_length())) // d)), False


def table():
    for p in range(FIRST, LAST + 1):
        g, exact = significand(p)
        assert 1 << 127 <= g < 1 << 128 and exact == (0 <= p <= 55)
        log2 = 10**p if p >= 0 else (1 << 2000) // 10**-p
        log2 = log2.bit_length() - 1 - (0 if p >= 0 else 2000)
        assert log2 == p * 217707 >> 16  # fj_floor_log2_pow10
        yield "{ UINT64_C(0x%016X), UINT64_C(0x%016X) }, /* 1e%d */" % (g >> 64, g & (1 << 64) - 1, p)


SCALES = r"""
/* The preprocessor spells this one: ENTRY(b) for every biased exponent. */
#define Q(b)     ((b) + ((b) == 0) - 1075)
#define P(b)     (-(FJ_FLOOR_LOG10_POW2(Q(b)) + 1))
#define ENTRY(b) ((P(b) - FJ_POW10_FIRST) << 4 | (12 + Q(b) + FJ_FLOOR_LOG2_POW10(P(b))))
#define E4(b)    ENTRY(b), ENTRY(b + 1), ENTRY(b + 2), ENTRY(b + 3)
#define E16(b)   E4(b), E4(b + 4), E4(b + 8), E4(b + 12)
#define E64(b)   E16(b), E16(b + 16), E16(b + 32), E16(b + 48)
#define E256(b)  E64(b), E64(b + 64), E64(b + 128), E64(b + 192)

const uint16_t fj_scales[2047] = {
  E256(0),   E256(256), E256(512),   E256(768),   E256(1024),  E256(1280), E256(1536),
  E64(1792), E64(1856), E64(1920),   E16(1984),   E16(2000),   E16(2016),  E4(2032),
  E4(2036),  E4(2040),  ENTRY(2044), ENTRY(2045), ENTRY(2046),
};
"""


def source():
    yield '#include "core/fj_pow10.h"'
    yield "const Fj128 fj_pow10[FJ_POW10_LAST - FJ_POW10_FIRST + 1] = {"
    yield from table()
    yield "};"
    yield "const uint64_t fj_pow10_u64[20] = {"
    yield from ("UINT64_C(%d)," % 10**p for p in range(20))
    yield "};"
    yield SCALES.strip()


main("src/core/fj_pow10.c", source())

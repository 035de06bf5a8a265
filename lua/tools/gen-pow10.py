#!/usr/bin/env python3
"""Write lua/src/core/fj_pow10_table.h: 128-bit powers of ten, by exact arithmetic.

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


main("src/core/fj_pow10_table.h", table())

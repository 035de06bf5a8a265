#!/usr/bin/env python3
"""Write lua/test/c/test_read_hard.h: the decimals that are hardest to round to doubles.

    lua/tools/gen-hard-decimals.py [--check]      --check: exit 1 if the file in the tree differs

A decimal w * 10^p of at most 19 digits is hard to round when it is very near to a midpoint
c * 2^k between two doubles (c odd, of 54 bits), but not on it.  Then c / w is very near to
10^p / 2^k, so it is one of that fraction's convergents, which the Euclidean algorithm finds
in exact integers.  For each p the nearest are printed, and the nearest of all.

SPDX-License-Identifier: MIT
"""
from fractions import Fraction

from generated import main

FIRST, LAST = -342, 308
EACH, MORE = 1, 200


def convergents(n, d):
    """All c / w, as (c, w), of the fraction n / d, with w of at most 19 digits."""
    c0, c1, w0, w1 = 0, 1, 1, 0
    while d:
        a, (n, d) = n // d, (d, n % d)
        c0, c1, w0, w1 = c1, a * c1 + c0, w1, a * w1 + w0
        if w1 >= 10**19:
            return
        yield c1, w1


def hard(p):
    """(distance, w, p) of the convergents that are midpoints; distance in units of w * 10^p."""
    x = Fraction(10) ** p
    log2 = x.numerator.bit_length() - x.denominator.bit_length()
    for k in range(log2 - 2, log2 + 13):
        if k < -1075:
            continue
        y = x / Fraction(2) ** k
        for c, w in convergents(y.numerator, y.denominator):
            if c & 1 and 1 << 53 <= c < 1 << 54 and w * y != c:
                yield abs(w * y - c) / c, w, p


def chosen():
    found = [sorted(hard(p)) for p in range(FIRST, LAST + 1)]
    best = [h for of_p in found for h in of_p[:EACH]]
    rest = sorted(h for of_p in found for h in of_p[EACH:])
    return sorted((p, w) for _, w, p in best + rest[:MORE])


def text():
    for p, w in chosen():
        yield "{ UINT64_C(%d), %d }," % (w, p)


main("test/c/test_read_hard.h", text())

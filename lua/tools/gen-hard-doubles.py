#!/usr/bin/env python3
"""Write lua/test/c/test_number_hard.h: the doubles that are hardest to print shortest.

    lua/tools/gen-hard-doubles.py [--check]      --check: exit 1 if the file in the tree differs

This is the proof of core/fj_put_impl.h, which see for the names.  There a double c * 2^q
is scaled to x = c * a with a = 2^q / 10^(k+1), so that 0.1 <= a < 1, and three questions
are asked of the fraction of x, kept in 64 bits ("units" of 2^-64):

  is x - a/2 below the integer under x?    is x + a/2 above the next one?
  which digit is the fraction * 10 closest to?

The fraction is short by less than one unit for being cut, and long by less than 2^-9 for
the power's being rounded up; half of a is short by less than one unit, and the tenfold
fraction by ten; and the limit for the digit is off a half by 16 - 8 * digit units, 56 at
most.  So an answer can only be wrong for the c for which

  (2c +- 1) * a/2 is within 4 units of an integer, or 10 * c * a within 70 of a half.

For each q these c are found, all of them, by Euclid's algorithm: `hits` walks through the
m for which (m * u + o) mod d falls in an interval, in time logarithmic in d.  Margins are
taken wider than that, to have more to test.  main() asks the same questions in exact
arithmetic and in a model of the C code, for each; the C test asks the C code.

Left out are the q for which (2c +- 1) * a/2 is an integer for too many c to list.  There,
with |k+1| small, near misses are impossible: a/2 has a denominator below 2^64 / 5.  Exact
hits are asserted to come out even, whatever c: tie_is_seen().  For powers 10^-(k+1) that
are exact, and fractions that are not cut, all is exact, ties of the last digit included.

SPDX-License-Identifier: MIT
"""
from fractions import Fraction

from generated import main

MARGIN, DIGIT_MARGIN = 16, 160  # units
ROUNDING = 8
ONES = (1 << 64) - 1


def pow10(p):
    return Fraction(10) ** p


def scaling(q):
    """k, the table's word for 10^-(k+1), and its shift, as the C code has them."""
    k = q * 315653 >> 20
    assert pow10(k) <= Fraction(2) ** q < pow10(k + 1)
    log2 = -(k + 1) * 217707 >> 16
    g = pow10(-(k + 1)) * Fraction(2) ** (127 - log2)
    g = -(-g.numerator // g.denominator)
    assert 1 << 127 <= g < 1 << 128 and -4 <= q + log2 <= -1
    return k, g, q + log2


def model(c, q):
    """What the C code chooses: a significand, in units of 10^k."""
    k, g, scale = scaling(q)
    x = (c << (scale + 12)) * g >> 64
    fraction = x >> 11 & ONES
    half = (g >> 64 >> -scale) + (~c & 1)
    ten = (x >> 75) + (half > fraction ^ ONES)
    if (fraction + half & ONES) < 2 * half:
        return 10 * ten
    assert ten == x >> 75
    digit, rest = divmod(10 * fraction, 1 << 64)
    digit += (rest >> 1) + 4 * digit > (1 << 62) + ROUNDING
    assert 1 <= digit <= 9
    return 10 * ten + digit


def exact(c, q):
    """What is right."""
    a = Fraction(2) ** q / pow10((q * 315653 >> 20) + 1)
    x, half = c * a, a / 2
    for ten in (x.numerator // x.denominator, x.numerator // x.denominator + 1):
        if abs(x - ten) < half or (abs(x - ten) == half and c % 2 == 0):
            return 10 * ten
    return round(10 * x)  # half to even


def first(a, d, low, high):
    """The least x >= 0 with low <= a * x mod d <= high, or None."""
    if low == 0:
        return 0
    if a == 0:
        return None
    x = -(-low // a)
    if a * x <= high:
        return x
    y = first(d % a, a, -high % a, -low % a)
    return None if y is None else -(-(low + d * y) // a)


def hits(step, offset, margin, start, stop):
    """The c from start to stop for which step * c + offset is that near to an integer."""
    d = step.denominator * offset.denominator << 64
    a, o, m = int(step * d), int(offset * d), margin * d >> 64
    c = start
    while c <= stop:
        here = (a * c + o) % d
        low, high = (-m - here) % d, (m - here) % d
        x = 0 if low > high else first(a % d, d, low, high)
        if x is None or c + x > stop:
            return
        c += x
        yield c
        c += 1


def tie_is_seen(a, g, scale):
    """Is a tie at either end of the interval seen as one, for any c?"""
    half = a / 2 * 2**64
    cut = half.numerator // half.denominator
    excess = Fraction(1, 1 << 9)
    return g >> 64 >> -scale == cut and excess < half - cut < 1 - excess


def hard(q):
    k, g, scale = scaling(q)
    a = Fraction(2) ** q / pow10(k + 1)
    start, stop = (1 if q == -1074 else 1 << 52), (1 << 53) - 1
    cut = k + 1 > 0 or q - (k + 1) < -63  # is the fraction inexact?
    if cut and a.denominator * 2 * (MARGIN + 1) < 1 << 64:
        assert tie_is_seen(a, g, scale)
    elif cut:
        for c in hits(a, a / 2, MARGIN, start - 1, stop):
            yield from (n for n in (c, c + 1) if start <= n <= stop)
    if k + 1 > 0 or q - (k + 1) < -58:  # else a tie is exact, and a near one is impossible
        yield from hits(10 * a, Fraction(1, 2), DIGIT_MARGIN, start, stop)


def table():
    for q in range(-1074, 972):
        for c in sorted(set(hard(q))):
            assert model(c, q) == exact(c, q), (c, q)
            bits = c if c < 1 << 52 else c - (1 << 52) | (q + 1075) << 52
            yield "UINT64_C(0x%016X)," % bits


main("test/c/test_number_hard.h", table())

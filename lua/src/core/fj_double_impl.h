/*
** fj_double_impl.h — the shortest decimal that reads back as the same double.
** Owns: the choice of digits for nearly all doubles, and the default format's layout.
** Must not know: JSON, buffers, how sixteen digits are made (its vocabulary does).
** Needs, before it: fj_digits16_*.h (one of them), and FJ_DOUBLE_SHORTEST, the name of the
** function that it defines.
** Invariant: as in fj_double.h; the choice of digits is proved by
** lua/tools/gen-hard-doubles.py together with the tests of the doubles that it prints.
**
** The problem.  A double v = c * 2^q is what any real number between the midpoints to its
** neighbours rounds to: v +- 2^q/2, the ends included when c is even.  Wanted is the number
** in that interval with the fewest decimal digits, and of those the closest to v.  Steele
** and White, "How to print floating-point numbers accurately" (1990), solve it by exact
** division, digit by digit.  Adams, "Ryu" (2018), and Giulietti, "The Schubfach way to
** render doubles" (2020), need only a few multiplications of 64 by 128 bits.
**
** Schubfach's pigeonholes.  Take k with 10^k <= 2^q < 10^(k+1).  The interval is 2^q wide,
** so it holds at least one multiple of 10^k and at most one of 10^(k+1).  If it holds the
** latter, that one is shortest; else the multiple of 10^k closest to v is in the interval,
** and none is shorter.
**
** One multiplication instead of three.  Schubfach scales v and both ends of the interval.
** But scaled by 10^-(k+1), v becomes an integer `ten` and a fraction, and half the
** interval becomes the power's own top word, shifted: no product at all.  Then
**   fraction < half            the multiple of 10^(k+1) below v is in the interval,
**   fraction > 1 - half        the one above is,
**   otherwise                  one more digit: the fraction times ten, rounded.
** None of the three depends on the others, and the digits of `ten`, which has 15 or 16,
** are on their way meanwhile.  Random doubles take each case often, so there is no jump.
**
** Is a fraction of 64 bits enough?  Its error is below two units of 2^-64, and only
** doubles whose fraction is as near as that to a limit can go wrong.  The script finds
** them all with the Euclidean algorithm: about forty, of all the doubles there are.  For
** ROUNDING they all come out right; for 0 to 5 in its place, two do not.  Ties at a limit
** can occur only for 2 <= q <= 86, and come out equal after truncation because the table
** rounds up; ties of the last digit only at fractions of 1/4 and 3/4, exactly computed.
**
** There is no loop, and no jump but on the layout: whether a double needs its 17th digit
** is a toss of a coin, and a jump on it would cost more than making the digit.
** SPDX-License-Identifier: MIT
**
** No include guard: each inclusion defines one function.
*/
#include "core/fj_double.h"
#include "core/fj_pow10.h"

#define FRACTION_BITS 52
#define HIDDEN_BIT    (UINT64_C(1) << FRACTION_BITS)
#define QUARTER       (UINT64_C(1) << 62)
#define HALF          (UINT64_C(1) << 63)
#define ROUNDING      8

/* For every double but zero and the powers of two that have a nearer neighbour below. */
FJ_INLINE FjDecimal fj_decimal_of(uint64_t c, int q) {
  int k = fj_floor_log10_pow2(q);
  int p = -(k + 1);
  int scale = q + fj_floor_log2_pow10(p); /* -4 to -1 */
  Fj128 g = fj_pow10[p - FJ_POW10_FIRST];
  Fj128 x = fj_mul64x128_high(c << (scale + 12), g);
  uint64_t fraction = x.hi << 53 | x.lo >> 11;
  uint64_t half = (g.hi >> -scale) + (~c & 1); /* the ends are included if c is even */
  Fj128 digit = fj_mul64(fraction, 10);
  FjDecimal d;
  digit.hi += digit.lo >= HALF - ROUNDING;
  digit.hi -= fraction == QUARTER; /* 2.5 rounds to even; 7.5 does so by itself */
  /* Below, or above: within half of an integer on either side, modulo 1. */
  d.one = digit.hi & (0 - (uint64_t)(fraction + half >= 2 * half));
  /* Adding half carries into the integer just when the one above is within reach. */
  x.lo += half << 11;
  x.hi += (half >> 53) + (x.lo < half << 11);
  d.ten = x.hi >> 11;
  d.exponent = k;
  return d;
}

FJ_INLINE char *fj_put_exponent(char *w, int exponent) {
  w[0] = 'e';
  w[1] = '-';
  w += 1 + (exponent < 0);
  return fj_put_u3(w, (uint32_t)(exponent < 0 ? -exponent : exponent));
}

FJ_NOINLINE char *FJ_DOUBLE_SHORTEST(char *w, double v) {
  uint64_t bits = fj_double_bits(v);
  uint64_t fraction_bits = bits & (HIDDEN_BIT - 1);
  int biased = (int)(bits >> FRACTION_BITS) & 0x7FF;
  uint64_t lead;
  int n, exponent, whole;
  FjDecimal d;
  FjDigits16 t;
  if (FJ_UNLIKELY(fraction_bits == 0 || biased == 0)) return fj_put_double_rare(w, v);
  *w = '-'; /* kept or overwritten */
  w += bits >> 63;
  d = fj_decimal_of(fraction_bits | HIDDEN_BIT, biased - 1075);
  /* Sixteen digits of `ten`, or fifteen and `one`, which joins late: until then it has
  ** not been waited for. */
  lead = 0 - (uint64_t)(d.ten < UINT64_C(1000000000000000));
  exponent = d.exponent + 16 + (int)lead;
  t = fj_digits16(d.ten + (d.ten * 9 & lead), d.one & lead);
  n = 16 + (int)lead + (d.one != 0);
  d.one &= ~lead;
  n = fj_digits16_count(t, d.one, n);
  if ((unsigned)(exponent + 4) < 4) { /* 0.000ddd */
    char *s = w + 1 - exponent;
    fj_store64_le(w, FJ_ASCII_ZEROS ^ ('.' ^ '0') << 8);
    fj_digits16_store(s, t);
    s[16] = (char)('0' + d.one);
    return s + n;
  }
  if ((unsigned)exponent < FJ_DIGITS16_WHOLE_MAX) {
    whole = exponent + 1;
  } else {
    if ((unsigned)exponent < 17) return fj_put_double_rare(w - (bits >> 63), v);
    whole = 1;
  }
  w[17] = (char)('0' + d.one);
  fj_digits16_store_pointed(w, t, whole);
  w += n > whole ? n + 1 : whole;
  return whole == exponent + 1 ? w : fj_put_exponent(w, exponent);
}

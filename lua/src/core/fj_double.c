/*
** fj_double.c — the shortest decimal that reads back as the same double.
** Owns: the choice of digits, and their layout in each format.
** Must not know: JSON, buffers, locales (but to undo one in fj_put_double_digits).
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
** Digits come eight at a time (fj_int.h), and trailing zeros of `ten` are the leading zero
** bits of those words.  There is no loop, and no jump but on the layout.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_double.h"
#include "core/fj_pow10.h"

#include <stdio.h>

/* v is (ten * 10 + one) * 10^exponent, where one is 0 unless needed. */
typedef struct FjDecimal {
  uint64_t ten;
  uint64_t one;
  int exponent;
} FjDecimal;

#define FRACTION_BITS 52
#define HIDDEN_BIT    (UINT64_C(1) << FRACTION_BITS)
#define QUARTER       (UINT64_C(1) << 62)
#define HALF          (UINT64_C(1) << 63)
#define ROUNDING      8

/* -- The choice of digits ------------------------------------------------------------- */

/* For every double but zero and the powers of two that have a nearer neighbour below. */
FJ_INLINE FjDecimal choose(uint64_t c, int q) {
  int k = fj_floor_log10_pow2(q);
  int p = -(k + 1);
  int scale = q + fj_floor_log2_pow10(p); /* -4 to -1 */
  Fj128 g = fj_pow10[p - FJ_POW10_FIRST];
  Fj128 x = fj_mul64x128_high(c << (scale + 12), g);
  uint64_t fraction = x.hi << 53 | x.lo >> 11;
  uint64_t half = (g.hi >> -scale) + (~c & 1); /* the ends are included if c is even */
  uint64_t below = fraction < half;
  uint64_t above = ~fraction < half;
  Fj128 digit = fj_mul64(fraction, 10);
  FjDecimal d;
  digit.hi += digit.lo >= HALF - ROUNDING;
  digit.hi -= fraction == QUARTER; /* 2.5 rounds to even; 7.5 does so by itself */
  d.ten = (x.hi >> 11) + above;
  d.one = below | above ? 0 : digit.hi;
  d.exponent = k;
  return d;
}

/* For v = 2^(q + 52): below it the doubles are twice as close, so the interval is lopsided,
** of 3/4 * 2^q, and 10^k must not be larger than that.  The closest multiple of 10^k may
** then miss the interval on the short side: the next one up is in it. */
static FjDecimal choose_power_of_two(int q) {
  int k = (q * 315653 - 131072) >> 20;
  int p = -(k + 1);
  int scale = q + fj_floor_log2_pow10(p); /* -3 to 0 */
  Fj128 g = fj_pow10[p - FJ_POW10_FIRST];
  uint64_t fraction = g.hi << (53 + scale) | g.lo >> (11 - scale);
  uint64_t half = g.hi >> -scale, quarter = half >> 1;
  int below = fraction <= quarter, above = fraction > ~half;
  Fj128 digit = fj_mul64(fraction, 10);
  FjDecimal d;
  if (below && above) below = fraction < HALF, above = !below;
  digit.hi += digit.lo >= HALF || digit.lo / 10 > quarter;
  d.ten = (g.hi >> (11 - scale)) + (uint64_t)above;
  d.one = below || above ? 0 : digit.hi;
  d.exponent = k;
  return d;
}

static FjDecimal choose_any(uint64_t fraction_bits, int biased) {
  if (biased == 0) return choose(fraction_bits, -1074);
  if (fraction_bits == 0 && biased > 1) return choose_power_of_two(biased - 1075);
  return choose(fraction_bits | HIDDEN_BIT, biased - 1075);
}

/* -- Layout, any format ---------------------------------------------------------------- */

/* Fixed notation for decimal exponents from `first` up to, not including, `end`. */
typedef struct Style {
  int first, end;
  int plus; /* a plus before positive exponents? */
} Style;

static const Style plain = { -4, 17, 0 };
static const Style ecma = { -6, 21, 1 };

FJ_INLINE char *put_exponent(char *w, int exponent, int plus) {
  *w++ = 'e';
  *w = exponent < 0 ? '-' : '+';
  w += exponent < 0 || plus;
  return fj_put_u3(w, (uint32_t)(exponent < 0 ? -exponent : exponent));
}

static char *put_fill(char *w, int n) {
  memset(w, '0', (size_t)n);
  return w + n;
}

static char *put_bytes(char *w, const char *s, int n) {
  memcpy(w, s, (size_t)n);
  return w + n;
}

/* The n digits at s, the first of which counts 10^exponent and the last is not 0. */
static char *lay_out(char *w, const char *s, int n, int exponent, const Style *style) {
  int fixed = exponent >= style->first && exponent < style->end;
  int whole = fixed ? exponent + 1 : 1; /* digits before the point */
  if (whole <= 0) {
    w = put_fill(put_bytes(w, "0.", 2), -whole);
    return put_bytes(w, s, n);
  }
  if (n <= whole) {
    w = put_fill(put_bytes(w, s, n), whole - n);
  } else {
    w = put_bytes(w, s, whole);
    *w++ = '.';
    w = put_bytes(w, s + whole, n - whole);
  }
  return fixed ? w : put_exponent(w, exponent, style->plus);
}

/* Not for speed: doubles that are rare, and formats that are. */
static FJ_NOINLINE char *put_rare(char *w, uint64_t fraction_bits, int biased,
                                  const Style *style) {
  char digits[FJ_INT_SCRIBBLE];
  FjDecimal d = choose_any(fraction_bits, biased);
  int n = (int)(fj_put_u64(digits, d.ten * 10 + d.one) - digits);
  int exponent = d.ten + d.one == 0 ? 0 : d.exponent + n - 1;
  while (n > 1 && digits[n - 1] == '0') n--;
  return lay_out(w, digits, n, exponent, style);
}

/* -- Layout, the default format -------------------------------------------------------- */

/* 16 digits as text in two words, the first one in the lowest byte, with the count of the
** zeros that they end in. */
typedef struct Digits16 {
  uint64_t high, low;
  int trailing;
} Digits16;

FJ_INLINE Digits16 digits16(uint64_t v) {
  uint64_t high = v / 100000000;
  uint64_t h = fj_digits8((uint32_t)high);
  uint64_t l = fj_digits8((uint32_t)(v - high * 100000000));
  int last = l == 0 ? 8 : 0;
  Digits16 d;
  d.trailing = last + (int)(fj_clz64(l ? l : h) >> 3);
  d.high = h | FJ_ASCII_ZEROS;
  d.low = l | FJ_ASCII_ZEROS;
  return d;
}

char *fj_put_double_shortest(char *w, double v) {
  uint64_t bits = fj_double_bits(v);
  uint64_t fraction_bits = bits & (HIDDEN_BIT - 1);
  int biased = (int)(bits >> FRACTION_BITS) & 0x7FF;
  int lead, n, exponent, shift, scientific;
  uint64_t first, mask;
  FjDecimal d;
  Digits16 t;
  *w = '-';
  w += bits >> 63;
  if (FJ_UNLIKELY(fraction_bits == 0 || biased == 0))
    return put_rare(w, fraction_bits, biased, &plain);
  d = choose(fraction_bits | HIDDEN_BIT, biased - 1075);
  t = digits16(d.ten);
  lead = d.ten < UINT64_C(1000000000000000); /* one leading zero among the 16? */
  n = 16 - lead - t.trailing;
  n += (t.trailing + 1) & -(d.one != 0); /* no jump: chance decides */
  exponent = d.exponent + 16 - lead;
  if ((unsigned)(exponent + 4) <
      4) { /* 0.000ddd: the zeros may overlap the leading one */
    char *s = w + 1 - exponent;
    fj_store64_le(w, FJ_ASCII_ZEROS);
    fj_store64_le(s - lead, t.high);
    fj_store64_le(s - lead + 8, t.low);
    s[16 - lead] = (char)('0' + d.one);
    w[1] = '.';
    return s + n;
  }
  if (FJ_UNLIKELY((unsigned)(exponent - 7) < 10)) /* the point is beyond the first word */
    return put_rare(w, fraction_bits, biased, &plain);
  scientific = (unsigned)exponent >= 7;
  shift = scientific ? 8 : 8 * (exponent + 1);
  /* Every digit one place to the right, then the first ones again with the point. */
  fj_store64_le(w + 1 - lead, t.high);
  fj_store64_le(w + 9 - lead, t.low);
  w[17 - lead] = (char)('0' + d.one);
  first = t.high >> (8 * lead);
  mask = (UINT64_C(1) << shift) - 1;
  fj_store64_le(w, (first & mask) | (uint64_t)'.' << shift | (first & ~mask) << 8);
  shift >>= 3;
  w += n > shift ? n + 1 : shift;
  return scientific ? put_exponent(w, exponent, 0) : w;
}

/* -- The other formats ----------------------------------------------------------------- */

char *fj_put_double_float(char *w, double v) {
  int64_t i;
  double magnitude = v < 0 ? -v : v;
  if (fj_double_is_int(v, &i)) {
    w = fj_put_i64(w, i);
  } else {
    w = fj_put_double_shortest(w, v);
    if (magnitude != 0 && (magnitude < 9007199254740992.0 || magnitude >= 1e17)) return w;
  }
  return put_bytes(w, ".0", 2);
}

char *fj_put_double_ecma(char *w, double v) {
  uint64_t bits = fj_double_bits(v);
  double magnitude = v < 0 ? -v : v;
  if (v == 0) return put_bytes(w, "0", 1);
  if (magnitude >= 1e-4 && magnitude < 1e17) return fj_put_double(w, v);
  *w = '-';
  w += bits >> 63;
  return put_rare(w, bits & (HIDDEN_BIT - 1), (int)(bits >> FRACTION_BITS) & 0x7FF,
                  &ecma);
}

/* snprintf rounds exactly.  The locale may put anything between the digits, so they are
** picked out one by one. */
char *fj_put_double_digits(char *w, double v, int n) {
  char text[64], digits[FJ_INT_SCRIBBLE];
  const char *s = text;
  Style style = { -4, 0, 0 };
  int count = 0, exponent = 0, negative;
  style.end = n;
  snprintf(text, sizeof text, "%.*e", n - 1, v);
  if (*s == '-') *w++ = *s++;
  for (; *s != 'e'; s++)
    if (*s >= '0' && *s <= '9') digits[count++] = *s;
  negative = *++s == '-';
  while (*++s) exponent = exponent * 10 + (*s - '0');
  while (count > 1 && digits[count - 1] == '0') count--;
  return lay_out(w, digits, count, negative ? -exponent : exponent, &style);
}

/*
** fj_put_impl.h — the shortest decimal that reads back as the same double.
** Owns: the choice of digits for nearly all doubles, and their layout in both forms.
** Must not know: JSON, buffers, how sixteen digits are computed (its vocabulary does).
** Needs, before it: sixteen digits as a vector and FJ_DIGITS16_VECTOR, or neither;
** FJ_DOUBLE_SHORTEST, the function that it defines, and FJ_DOUBLE_FAR, a helper.
** Invariant: as in fj_put.h; the choice of digits is proved by
** lua/tools/gen-hard-doubles.py together with the tests of the doubles that it prints.
**
** The problem.  All real numbers between the midpoints to its neighbours round to a
** double v = c * 2^q: v +- 2^q/2, including the ends if c is even.  We want the number in
** that interval with the fewest decimal digits, and of those the closest to v.  Steele
** and White, "How to print floating-point numbers accurately" (1990), solve it by exact
** division, digit by digit.  Adams, "Ryu" (2018), and Giulietti, "The Schubfach way to
** render doubles" (2020), need only a few multiplications of 64 by 128 bits.
**
** Schubfach's pigeonholes.  Take k with 10^k <= 2^q < 10^(k+1).  The interval is 2^q
** wide, so it holds at least one multiple of 10^k and at most one of 10^(k+1).  If it
** holds the latter, that is the shortest; else the multiple of 10^k closest to v is in
** the interval, and no number in it is shorter.
**
** One multiplication instead of three.  Schubfach scales v and both ends of the interval.
** But scaled by 10^-(k+1), v becomes an integer `ten` and a fraction, and half the
** interval becomes the top word of the power, shifted: no product.  Then
**   fraction < half            the multiple of 10^(k+1) below v is in the interval,
**   fraction > 1 - half        the one above is,
**   otherwise                  one more digit: the fraction times ten, rounded.
** None of the three depends on the others, and the 15 or 16 digits of `ten` are computed
** in parallel.  Each case is common for random doubles, so there is no jump.
**
** Is a fraction of 64 bits enough?  Its error is below two units of 2^-64, and only
** doubles whose fraction is that close to a limit can go wrong.  The script finds them
** all with the Euclidean algorithm: about forty of all doubles.  With the limit that
** ROUNDING sets for the last digit, all are right; with a plain half, two are wrong.
** Ties at an end of the interval can occur only for 2 <= q <= 86, and are equal after
** truncation because the table rounds up; ties of the last digit only at fractions of 1/4
** and 3/4, which are exact.
**
** There is no loop, and the only jumps are on the layout.  Whether a double needs its
** 17th digit is random, so a jump on it would cost more than computing the digit.
** SPDX-License-Identifier: MIT
**
** No include guard: each inclusion defines one function.
*/
#include "core/fj_put.h"

#ifndef FJ_DIGITS16_VECTOR
#  define FJ_DIGITS16_VECTOR

/* Sixteen digits in two 64-bit words.  Eight digits are computed at once in one word
** ("SIMD within a register"): it is split into two lanes of four digits, four of two,
** eight of one.  Each split is one multiplication by a reciprocal. */

/* Two lanes of four digits to eight digits as byte values 0..9, the first in the lowest
** byte.  5243 / 2^19 is 1/100 and 103 / 2^10 is 1/10, exact enough for 4 and 2 digits.
** `(x << s) - q * ((d << s) - 1)` is `(x - q*d) << s | q`: the remainder moves up next to
** the quotient, in all lanes at once. */
FJ_INLINE uint64_t fj_digits_of_fours(uint64_t fours) {
  uint64_t hundreds = ((fours * 5243) >> 19) & UINT64_C(0x0000007F0000007F);
  uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
  uint64_t tens = ((pairs * 103) >> 10) & UINT64_C(0x000F000F000F000F);
  return (pairs << 8) - tens * ((10 << 8) - 1);
}

/* v < 10^8.  109951163 / 2^40 is close enough to 1/10^4. */
FJ_INLINE uint64_t fj_digits8(uint32_t v) {
  uint64_t myriads = ((uint64_t)v * 109951163) >> 40;
  return fj_digits_of_fours(((uint64_t)v << 32) -
                            myriads * ((UINT64_C(10000) << 32) - 1));
}

/* The digits as byte values, the first in the lowest byte of `high`. */
typedef struct FjDigits16 {
  uint64_t high, low;
} FjDigits16;

/* v < 10^16. */
FJ_INLINE FjDigits16 fj_digits16(uint64_t v) {
  uint64_t high = v / 100000000;
  FjDigits16 t;
  t.high = fj_digits8((uint32_t)high);
  t.low = fj_digits8((uint32_t)(v - high * 100000000));
  return t;
}

/* 1 if digit i, 0 to 15, is 0. */
FJ_INLINE unsigned fj_digits16_is_zero_at(FjDigits16 t, unsigned i) {
  uint64_t word = i < 8 ? t.high : t.low;
  return (word >> 8 * (i & 7) & 15) == 0;
}

/* The number of digits up to the last that is not 0. */
FJ_INLINE unsigned fj_digits16_count(FjDigits16 t) {
  if (t.low != 0) return 16 - (fj_clz64(t.low) >> 3);
  return t.high != 0 ? 8 - (fj_clz64(t.high) >> 3) : 0;
}

FJ_INLINE void fj_digits16_store(char *w, FjDigits16 t) {
  fj_store64_le(w, t.high | FJ_ASCII_ZEROS);
  fj_store64_le(w + 8, t.low | FJ_ASCII_ZEROS);
}
#endif

#define FRACTION_BITS 52
#define HIDDEN_BIT    (UINT64_C(1) << FRACTION_BITS)

/* The bits without the sign, which is shifted out. */
#define BITS_1E_6 (UINT64_C(0x3EB0C6F7A0B5ED8D) << 1)
#define BITS_1E_4 (UINT64_C(0x3F1A36E2EB1C432D) << 1)
#define BITS_1    (UINT64_C(0x3FF0000000000000) << 1)
#define BITS_1E14 (UINT64_C(0x42D6BCC41E900000) << 1)
#define BITS_2_53 (FJ_BITS_2_53 << 1)
#define BITS_1E17 (UINT64_C(0x4376345785D8A000) << 1)
#define BITS_2_64 (UINT64_C(0x43F0000000000000) << 1)
#define BITS_1E21 (UINT64_C(0x444B1AE4D6E2EF50) << 1)

/* c * 2^q times the power g = 10^-(k+1), for every double except zero and those powers of
** two whose lower neighbour is closer.  `shift` is 12 + q + floor(log2(g)), 8 to 11. */
FJ_INLINE FjDecimal fj_decimal_of(uint64_t c, Fj128 g, unsigned shift) {
  Fj128 x = fj_mul64x128_high(c << shift, g);
  uint64_t fraction = x.hi << 53 | x.lo >> 11;
  uint64_t half = (g.hi >> (12 - shift)) + (~c & 1); /* ends are included if c is even */
  Fj128 digit = fj_mul64(fraction, 10);
  FjDecimal d;
  d.ten = (x.hi >> 11) + (half > ~fraction);
  /* Neither below nor above: not within `half` of an integer on either side, modulo 1. */
  d.longer = fraction + half >= 2 * half;
  /* Round to nearest.  ROUNDING: the limit is a little lower for greater digits, so that
  ** 2.5 goes to 2 and 7.5 to 8, the only ties. */
  digit.hi += (digit.lo >> 1) + 4 * digit.hi > (UINT64_C(1) << 62) + 8;
  d.one = digit.hi & (0 - d.longer);
  return d;
}

/* -- 0.000001 to 1 ---------------------------------------------------------------------- */

/* The places do not depend on the digits: the power of ten determines the place of the
** first of the sixteen, which may be 0 and overlap the point. */
FJ_INLINE char *fj_put_below_one(char *w, FjDecimal d, size_t index) {
  FjDigits16 t = fj_digits16(d.ten);
  char *at = w + index - 356;
  fj_store64_le(w, FJ_ASCII_ZEROS);
  fj_digits16_store(at, t);
  at[16] = (char)('0' + d.one);
  w[1] = '.';
  return at + (d.longer ? 17 : fj_digits16_count(t));
}

/* -- 1 to 10^14 ------------------------------------------------------------------------- */

/* The integer part is that of v: an integer between v and its decimal would also be a
** double, and closer.  The rest is scaled to sixteen digits.  Its last `integers` - 1
** digits are 0, at most 15, so at least one digit follows the point. */
FJ_INLINE char *fj_put_above_one(char *w, FjDecimal d, uint64_t integer,
                                 size_t integers) {
  uint64_t all = (d.ten * 10 + d.one) * fj_pow10_u64[integers - 1];
  FjDigits16 t = fj_digits16(all - integer * UINT64_C(10000000000000000));
  unsigned n;
  w = fj_put_u64(w, integer);
  *w = '.';
  fj_digits16_store(w + 1, t);
  n = fj_digits16_count(t);
  return w + n + (n != 0);
}

/* -- 2^53 to 10^21 ---------------------------------------------------------------------- */

/* The seventeenth digit has the weight 10^k, 0 <= k <= 5: there is no fraction.  If the
** first digit is 0, sixteen places hold all others; the choice is no jump. */
FJ_INLINE char *fj_put_whole(char *w, FjDecimal d, int k) {
  uint64_t lead = d.ten < UINT64_C(1000000000000000); /* a zero comes first */
  uint64_t rest = d.ten * 9 + d.one;
  fj_digits16_store(w, fj_digits16(d.ten + (rest & (0 - lead))));
  w[16] = (char)('0' + d.one);
  w += 17 - lead;
  fj_store64_le(w, FJ_ASCII_ZEROS);
  return w + k;
}

/* Below 2^64, 1 <= q <= 11, the same choice as fj_decimal_of needs one word, and is exact:
** c * 2^q = u * 2^(k+1) with an integer u, so u is divided by 5^(k+1).  Lengths that are
** compared are doubled, as half the interval may be 1/2.  The last digit cannot be a tie,
** because 5^k is odd. */
typedef struct FjFives {
  uint64_t reciprocal;  /* 2^(64 + shift) / 5^(k+1), rounded up: exact for u < 2^60 */
  uint32_t shift, next; /* next: 5^(k+1) */
  uint32_t five, half;  /* five: 5^k; half: 2^32 / (2 * 5^k), rounded up */
} FjFives;

static const FjFives fj_fives[4] = {
  { UINT64_C(0xCCCCCCCCCCCCCCCD), 2, 5, 1, 0x80000000 },
  { UINT64_C(0xA3D70A3D70A3D70B), 4, 25, 5, 0x1999999A },
  { UINT64_C(0x83126E978D4FDF3C), 6, 125, 25, 0x051EB852 },
  { UINT64_C(0xD1B71758E219652C), 9, 625, 125, 0x010624DE },
};

static FJ_NOINLINE char *fj_put_integer(char *w, uint64_t bits) {
  uint64_t c = (bits & (HIDDEN_BIT - 1)) | HIDDEN_BIT;
  unsigned q = (unsigned)(bits >> FRACTION_BITS & 0x7FF) - 1075;
  unsigned k = q * 77 >> 8; /* floor(log10(2^q)) */
  const FjFives *f = &fj_fives[k];
  uint64_t width = UINT64_C(1) << (q - k - 1), reach = width - (c & 1);
  uint64_t u = c << (q - k - 1), rest;
  FjDecimal d;
  d.ten = fj_mul64(u, f->reciprocal).hi >> f->shift;
  rest = 2 * (u - d.ten * f->next);
  d.longer = rest - reach - 1 < 2 * (uint64_t)f->next - 2 * reach - 1;
  d.ten += 2 * (uint64_t)f->next - rest <= reach;
  d.one = ((2 * rest + f->five) * f->half >> 32) & (0 - d.longer);
  *w = '-'; /* kept or overwritten */
  return fj_put_whole(w + (bits >> 63), d, (int)k);
}

/* -- Smaller and larger ones ------------------------------------------------------------ */

/* 10^k is the weight of the seventeenth digit. */
FJ_INLINE char *fj_put_scientific(char *w, FjDecimal d, int k, FjDoubleForm form) {
  FjDigits16 t = fj_digits16(d.ten);
  int lead = d.ten < UINT64_C(1000000000000000); /* a zero comes first */
  int exponent = k + 16 - lead;
  char *at = w + 1 - lead, *end = at + 16 + d.longer;
  fj_digits16_store(at, t);
  at[16] = (char)('0' + d.one);
  w[0] = w[1];
  w[1] = '.';
  if (FJ_UNLIKELY(fj_digits16_is_zero_at(t, 15) > d.longer)) {
    FJ_KEEP_BRANCH;
    end = at + fj_digits16_count(t);
    end -= end == w + 2; /* no point */
  }
  end[0] = 'e';
  end[1] = exponent < 0 ? '-' : '+'; /* kept or overwritten */
  end += 1 + (exponent < 0 || form == FJ_DOUBLE_ECMA);
  return fj_put_u3(end, (uint32_t)(exponent < 0 ? -exponent : exponent));
}

/* -- All -------------------------------------------------------------------------------- */

/* Rare doubles: powers of two, subnormals, 0, and doubles from 10^14 on that may have a
** fraction or the digits of an int64_t. */
static FJ_NOINLINE char *FJ_DOUBLE_FAR(char *w, uint64_t bits, FjDoubleForm form) {
  uint64_t magnitude = bits << 1;
  uint64_t c = (bits & (HIDDEN_BIT - 1)) | HIDDEN_BIT;
  uint64_t rare_end = form == FJ_DOUBLE_ECMA ? BITS_2_53 : BITS_1E17;
  FjScale scale;
  FjDecimal d;
  int k;
  if (c == HIDDEN_BIT || magnitude < 2 * HIDDEN_BIT ||
      magnitude - BITS_1E_4 < rare_end - BITS_1E_4)
    return fj_put_double_rare(w, bits, form);
  *w = '-'; /* kept or overwritten */
  w += bits >> 63;
  scale = fj_scale_of((unsigned)(magnitude >> 53));
  k = FJ_POW10_ONE - 1 - (int)scale.index;
  d = fj_decimal_of(c, scale.power, scale.shift);
  if (form == FJ_DOUBLE_ECMA && magnitude - BITS_1E_6 < BITS_1E21 - BITS_1E_6)
    return magnitude < BITS_1 ? fj_put_below_one(w, d, scale.index)
                              : fj_put_whole(w, d, k);
  return fj_put_scientific(w, d, k, form);
}

FJ_NOINLINE char *FJ_DOUBLE_SHORTEST(char *w, uint64_t bits, FjDoubleForm form) {
  uint64_t magnitude = bits << 1;
  uint64_t c = (bits & (HIDDEN_BIT - 1)) | HIDDEN_BIT;
  FjScale scale;
  FjDecimal d;
  if (FJ_UNLIKELY(magnitude - BITS_1E_4 >= BITS_1E14 - BITS_1E_4 || c == HIDDEN_BIT)) {
    if (form == FJ_DOUBLE_ECMA && magnitude - BITS_2_53 < BITS_2_64 - BITS_2_53 &&
        c != HIDDEN_BIT)
      return fj_put_integer(w, bits);
    return FJ_DOUBLE_FAR(w, bits, form);
  }
  *w = '-';
  w += bits >> 63;
  scale = fj_scale_of((unsigned)(magnitude >> 53));
  d = fj_decimal_of(c, scale.power, scale.shift);
  if (magnitude < BITS_1) return fj_put_below_one(w, d, scale.index);
  return fj_put_above_one(w, d, (uint64_t)(int64_t)fj_double_of(magnitude >> 1),
                          358 - scale.index);
}

#ifdef FJ_DOUBLE_DIGITS

/* -- Correctly rounded to n significant digits, as %.{n}g ---------------------------------
** v = c * 2^q, and 10^e <= v < 10^(e+1): we want N = v * 10^p with p = n - 1 - e, rounded
** to the closest integer, ties to even.  From 1e-4 to 10^(n-1), n at most 17, p is 0 to
** 20.  There 5^p, and so the top word of the table's power, is exact in 64 bits.  One
** multiplication of 64 by 64 bits gives all of v * 10^p, and its low bits identify ties.
** No slow path is needed, unlike in algorithms for all exponents (Adams, "Ryu revisited:
** printf floating point conversion", 2019).
*/
#  include <float.h>

#  define DIGITS_FIRST (-4) /* the least decimal exponent */

/* 10^DIGITS_FIRST and up.  Those below 1 are larger than the powers that they represent,
** and no double is between the two, so comparisons are exact. */
static const double fj_digits_powers[] = { 1e-4, 1e-3, 1e-2, 1e-1, 1,    1e1,  1e2,
                                           1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,
                                           1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
                                           1e17, 1e18, 1e19, 1e20 };

FJ_INLINE double fj_digits_power(int e) {
  return fj_digits_powers[e - DIGITS_FIRST];
}

/* Positive doubles have the order of their bits. */
FJ_INLINE uint64_t fj_digits_power_bits(int e) {
  return fj_double_bits(fj_digits_power(e));
}

/* The double with the bits `positive` (no sign) times 10^p, rounded. */
FJ_INLINE uint64_t fj_digits_round(uint64_t positive, int p) {
  Fj128 x = fj_mul64(positive << 11 | UINT64_C(1) << 63, fj_pow10[p + FJ_POW10_ONE].hi);
  /* The bits of x.hi after the point. */
  int below = 1085 - (int)(positive >> 52) - FJ_FLOOR_LOG2_POW10(p);
  uint64_t whole = x.hi >> below;
  uint64_t rest = x.hi << (64 - below) | (x.lo != 0); /* the last bit was 0 */
  return whole + (rest > (UINT64_C(1) << 63) - (whole & 1));
}

FJ_INLINE char *fj_digits_above_one(char *w, uint64_t positive, int p, uint64_t digits,
                                    int point) {
  uint64_t integer = (uint64_t)(int64_t)fj_double_of(positive);
  uint64_t power = fj_pow10_u64[p], fraction = digits - integer * power;
  FjDigits16 t;
  if (FJ_UNLIKELY(fraction - 1 >= power - 1)) /* 0, or carries */
    return fj_digits_whole(fj_put_u64(w, integer + (fraction != 0)), point);
  w = fj_put_u64(w, integer);
  t = fj_digits16(fraction * fj_pow10_u64[16 - p]);
  *w = '.';
  fj_digits16_store(w + 1, t);
  return w + 1 + fj_digits16_count(t);
}

/* NULL if all digits carry. */
FJ_INLINE char *fj_digits_below_one(char *w, int e, uint64_t digits, int n) {
  uint64_t one = 0;
  FjDigits16 t;
  if (FJ_UNLIKELY(digits == fj_pow10_u64[n])) return NULL;
  if (FJ_UNLIKELY(n == 17)) one = digits % 10, digits /= 10, n = 16;
  t = fj_digits16(digits * fj_pow10_u64[16 - n]);
  fj_store64_le(w, FJ_ASCII_ZEROS);
  w[1] = '.';
  w += 1 - e;
  fj_digits16_store(w, t);
  if (FJ_LIKELY(one == 0)) return w + fj_digits16_count(t);
  w[16] = (char)('0' + one);
  return w + 17;
}

/* n digits of a double from 10^e up to 10^(e+1). */
FJ_INLINE char *fj_digits_put(char *w, uint64_t positive, int e, uint64_t digits, int n,
                              int point) {
  if (e >= 0) return fj_digits_above_one(w, positive, n - 1 - e, digits, point);
  return fj_digits_below_one(w, e, digits, n);
}

/* The same with `more` digits if n of them do not read back as the double. */
static FJ_NOINLINE char *fj_digits_put_more(char *w, uint64_t positive, int e,
                                            uint64_t digits, int n, int more, int point) {
  if (digits >= UINT64_C(1) << 53 || FLT_EVAL_METHOD != 0) return NULL;
  /* Both operands are exact, so the quotient is the double that the digits read as.  With
  ** more bits (x87), it would be rounded twice. */
  if ((double)(int64_t)digits / fj_digits_power(n - 1 - e) != fj_double_of(positive)) {
    n = more;
    digits = fj_digits_round(positive, n - 1 - e);
  }
  return fj_digits_put(w, positive, e, digits, n, point);
}

char *FJ_DOUBLE_DIGITS(char *w, double v, int n, int more, int point) {
  uint64_t bits = fj_double_bits(v), positive = bits << 1 >> 1, digits;
  uint64_t first = fj_digits_power_bits(DIGITS_FIRST);
  int e;
  if (FJ_UNLIKELY(positive - first >= fj_digits_power_bits(n - 1) - first)) return NULL;
  e = FJ_FLOOR_LOG10_POW2((int)(positive >> 52) - 1023);
  e += positive >= fj_digits_power_bits(e + 1);
  digits = fj_digits_round(positive, n - 1 - e);
  *w = '-'; /* kept or overwritten */
  w += bits >> 63;
  if (FJ_UNLIKELY(more != 0))
    return fj_digits_put_more(w, positive, e, digits, n, more, point);
  return fj_digits_put(w, positive, e, digits, n, point);
}

#  undef DIGITS_FIRST

#endif

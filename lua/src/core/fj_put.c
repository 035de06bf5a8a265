/*
** fj_put.c — integers of seven to twenty digits, rare doubles, and rare formats.
** Owns: the tables of digits, the digits of powers of two, the layout in any format, and
** the portable binding of fj_put_impl.h, which has the mathematics of doubles.
** Must not know: JSON, buffers, locales (except to undo one in fj_put_double_digits).
** SPDX-License-Identifier: MIT
*/
#define FJ_DOUBLE_SHORTEST fj_put_double_portable
#define FJ_DOUBLE_FAR      put_far
#include "core/fj_put_impl.h"

#include <math.h>
#include <stdio.h>

/* -- Integers ----------------------------------------------------------------------------- */

#define FJ_1E9 UINT64_C(1000000000)

/* The preprocessor generates the tables: ROW(h, t, u) for all three digits in order. */
#define UNITS(h, t)                                                                      \
  ROW(h, t, 0), ROW(h, t, 1), ROW(h, t, 2), ROW(h, t, 3), ROW(h, t, 4), ROW(h, t, 5),    \
      ROW(h, t, 6), ROW(h, t, 7), ROW(h, t, 8), ROW(h, t, 9)
#define TENS(h)                                                                          \
  UNITS(h, 0), UNITS(h, 1), UNITS(h, 2), UNITS(h, 3), UNITS(h, 4), UNITS(h, 5),          \
      UNITS(h, 6), UNITS(h, 7), UNITS(h, 8), UNITS(h, 9)
#define THOUSAND                                                                         \
  TENS(0), TENS(1), TENS(2), TENS(3), TENS(4), TENS(5), TENS(6), TENS(7), TENS(8), TENS(9)

#define ROW(h, t, u)                                                                     \
  { '0' + (h ? h : t ? t : u), '0' + (h ? t : u), '0' + u, h ? 3 : t ? 2 : 1 }
const char fj_digits_left[1000][4] = { THOUSAND };
#undef ROW

#define ROW(h, t, u)                                                                     \
  { '0' + h, '0' + t, '0' + u }
const char fj_digits_padded[1001][3] = { THOUSAND, { 0, 0, 0 } };
#undef ROW

/* Constant divisors, so the compiler multiplies. */

static char *put_padded9(char *w, uint32_t v) {
  uint32_t millions = v / 1000000, rest = v - millions * 1000000;
  w = fj_put_padded3(w, millions);
  w = fj_put_padded3(w, rest / 1000);
  return fj_put_padded3(w, rest % 1000);
}

static char *put_u9(char *w, uint32_t v) {
  uint32_t millions = v / 1000000, rest = v - millions * 1000000;
  if (millions == 0) return fj_put_u64(w, v);
  w = fj_put_u3(w, millions);
  w = fj_put_padded3(w, rest / 1000);
  return fj_put_padded3(w, rest % 1000);
}

char *fj_put_u64_long(char *w, uint64_t v) {
  uint64_t high, top;
  if (v < FJ_1E9) return put_u9(w, (uint32_t)v);
  high = v / FJ_1E9;
  if (high < FJ_1E9) {
    w = put_u9(w, (uint32_t)high);
  } else {
    top = high / FJ_1E9;
    w = fj_put_u3(w, (uint32_t)top);
    w = put_padded9(w, (uint32_t)(high - top * FJ_1E9));
  }
  return put_padded9(w, (uint32_t)(v - high * FJ_1E9));
}

#define HALF (UINT64_C(1) << 63)

/* -- Digits ----------------------------------------------------------------------------- */

/* For v = 2^(q + 52): below v the doubles are twice as close, so the interval is
** asymmetric and 3/4 * 2^q wide, and 10^k must not exceed that.  The closest multiple of
** 10^k may miss the interval on the short side; then the next higher one is in it. */
static FjDecimal decimal_of_power_of_two(int q, int *exponent) {
  int k = (q * 315653 - 131072) >> 20;
  int p = -(k + 1);
  int scale = q + fj_floor_log2_pow10(p); /* -3 to 0 */
  Fj128 g = fj_pow10[p - FJ_POW10_FIRST];
  uint64_t fraction = g.hi << (53 + scale) | g.lo >> (11 - scale);
  uint64_t half = g.hi >> -scale, quarter = half >> 1;
  int below = fraction <= quarter, above = fraction > ~half, tie;
  Fj128 digit = fj_mul64(fraction, 10);
  FjDecimal d;
  *exponent = k;
  if (below && above) below = fraction < HALF, above = !below;
  tie = digit.lo == HALF && !(digit.hi & 1);
  digit.hi += (digit.lo >= HALF && !tie) || digit.lo / 10 > quarter;
  d.ten = (g.hi >> (11 - scale)) + (uint64_t)above;
  d.longer = !below && !above;
  d.one = d.longer ? digit.hi : 0;
  return d;
}

static FjDecimal decimal_of(uint64_t bits, int *exponent) {
  uint64_t fraction_bits = bits & (HIDDEN_BIT - 1);
  int biased = (int)(bits >> FRACTION_BITS) & 0x7FF;
  FjScale scale = fj_scale_of((unsigned)biased);
  if (fraction_bits == 0 && biased > 1)
    return decimal_of_power_of_two(biased - 1075, exponent);
  *exponent = FJ_POW10_ONE - 1 - (int)scale.index;
  return fj_decimal_of(fraction_bits | (biased == 0 ? 0 : HIDDEN_BIT), scale.power,
                       scale.shift);
}

/* -- Layout, any format ---------------------------------------------------------------- */

/* Fixed notation for decimal exponents from `first` up to, not including, `end`. */
typedef struct Style {
  int first, end;
  int plus; /* a plus before positive exponents? */
  int two;  /* at least two digits of exponent? */
} Style;

static const Style ecma = { -6, 21, 1, 0 };
static const Style classic = { -4, 17, 0, 0 };

FJ_INLINE char *put_exponent(char *w, int exponent, const Style *style) {
  uint32_t magnitude = (uint32_t)(exponent < 0 ? -exponent : exponent);
  *w++ = 'e';
  *w = exponent < 0 ? '-' : '+';
  w += exponent < 0 || style->plus;
  if (style->two && magnitude < 10) *w++ = '0';
  return fj_put_u3(w, magnitude);
}

static char *put_fill(char *w, int n) {
  memset(w, '0', (size_t)n);
  return w + n;
}

static char *put_bytes(char *w, const char *s, int n) {
  memcpy(w, s, (size_t)n);
  return w + n;
}

/* Lays out the n digits at s; the first has the weight 10^exponent, the last is not 0. */
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
  return fixed ? w : put_exponent(w, exponent, style);
}

static char *put_styled(char *w, uint64_t bits, const Style *style) {
  char digits[FJ_INT_SCRIBBLE];
  int exponent;
  FjDecimal d = decimal_of(bits, &exponent);
  int n = (int)(fj_put_u64(digits, d.ten * 10 + d.one) - digits);
  exponent = d.ten + d.one == 0 ? 0 : exponent + n - 1;
  while (n > 1 && digits[n - 1] == '0') n--;
  if (bits >> 63) *w++ = '-';
  return lay_out(w, digits, n, exponent, style);
}

char *fj_put_double_rare(char *w, uint64_t bits, FjDoubleForm form) {
  int64_t i;
  if (form == FJ_DOUBLE_ECMA) return put_styled(w, bits, &ecma);
  if (fj_double_is_int(fj_double_of(bits), &i)) return fj_put_i64(w, i);
  return put_styled(w, bits, &classic);
}

/* -- The other formats ----------------------------------------------------------------- */

char *fj_mark_float(const char *w, char *end) {
  for (; w < end; w++)
    if (*w == '.' || *w == 'e') return end;
  return put_bytes(end, ".0", 2);
}

char *fj_put_double_float(char *w, double v, FjDoubleForm form) {
  int64_t i;
  char *end;
  if (fj_double_is_int_below(v, FJ_BITS_2_53, &i))
    return put_bytes(fj_put_i64(w, i), ".0", 2);
  end = fj_put_double_shortest(w, fj_double_bits(v), form);
  return v != 0 && fabs(v) < 9007199254740992.0 ? end : fj_mark_float(w, end);
}

char *fj_put_double_canonical(char *w, double v) {
  return fj_put_double(w, v == 0 ? 0 : v, FJ_DOUBLE_ECMA);
}

/* snprintf rounds exactly.  The locale may put anything between the digits, so they are
** copied one by one. */
static char *put_exactly(char *w, double v, int n, const Style *style) {
  char text[64], digits[FJ_INT_SCRIBBLE];
  const char *s = text;
  int count = 0, exponent = 0, negative;
  snprintf(text, sizeof text, "%.*e", n - 1, v);
  if (*s == '-') *w++ = *s++;
  for (; *s != 'e'; s++)
    if (*s >= '0' && *s <= '9') digits[count++] = *s;
  negative = *++s == '-';
  while (*++s) exponent = exponent * 10 + (*s - '0');
  while (count > 1 && digits[count - 1] == '0') count--;
  return lay_out(w, digits, count, negative ? -exponent : exponent, style);
}

char *fj_put_double_digits(char *w, double v, int n) {
  Style style = { -4, 0, 1, 0 };
  char *end = fj_put_double_rounded(w, v, n, 0, 0);
  style.end = n;
  return end != NULL ? end : put_exactly(w, v, n, &style);
}

/* Rounds the digits at s to n; returns how many are left.  A carry adjusts *exponent. */
static int round_digits(char *s, int n, int *exponent) {
  int up = s[n] >= '5';
  while (n > 0 && s[n - 1] == (up ? '9' : '0')) n--;
  if (n == 0) {
    s[0] = '1';
    ++*exponent;
    return 1;
  }
  s[n - 1] = (char)(s[n - 1] + up);
  return n;
}

/* The shortest digits round like the double itself: a number of n + 1 digits between the
** two would be as short and closer.  If that number is the shortest itself, it is a tie,
** and only the double tells its side.  If n digits distinguish more numbers than doubles
** (from 16 on, and for subnormals), fewer digits need not be the closest n; nor need
** those of powers of two, which have a closer neighbour below. */
char *fj_put_double_g(char *w, double v, int n, int more) {
  Style style = { -4, 0, 1, 1 };
  char digits[FJ_INT_SCRIBBLE];
  uint64_t bits = fj_double_bits(v);
  FjDecimal d;
  char *end;
  int count, exponent;
  end = fj_put_double_rounded(w, v, n, more, 0);
  if (end != NULL) return end;
  style.end = n;
  d = decimal_of(bits, &exponent);
  count = (int)(fj_put_u64(digits, d.ten * 10 + d.one) - digits);
  exponent = d.ten + d.one == 0 ? 0 : exponent + count - 1;
  while (count > 1 && digits[count - 1] == '0') count--;
  if (n > 15 && (count < n || bits << 12 == 0)) return put_exactly(w, v, n, &style);
  if (count <= n && bits << 1 != 0 && bits << 1 >> 53 == 0) /* subnormal */
    return put_exactly(w, v, n, &style);
  if (count > n) {
    if (more != 0) {
      style.end = more;
      return put_exactly(w, v, more, &style);
    }
    if (count == n + 1 && digits[n] == '5') return put_exactly(w, v, n, &style);
    count = round_digits(digits, n, &exponent);
  }
  if (bits >> 63) *w++ = '-';
  return lay_out(w, digits, count, exponent, &style);
}

char *fj_put_double_wide(char *w, double v) {
  static const Style wide = { -6, 21, 0, 0 };
  if (v >= -9223372036854775808.0 && v < 9223372036854775808.0 && v == (double)(int64_t)v)
    return fj_put_i64(w, (int64_t)v);
  if (fabs(v) >= 1e-4 && fabs(v) < 1e17)
    return fj_put_double_shortest(w, fj_double_bits(v), FJ_DOUBLE_CLASSIC);
  return fj_mark_float(w, put_styled(w, fj_double_bits(v), &wide));
}

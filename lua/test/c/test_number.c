/*
** test_number.c — integers against snprintf; doubles in every format against slow twins
** that only know strtod and snprintf; locales with a decimal comma.
** FJ_LONG=1 in the environment makes it 100 million random doubles instead of 300,000.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/fj_pow10.h"
#include "core/fj_put.h"

/* For the digits in words, which are private to the portable writer. */
char *test_put_shortest(char *w, uint64_t bits, FjDoubleForm form);
#define FJ_DOUBLE_SHORTEST test_put_shortest
#define FJ_DOUBLE_FAR      test_put_far
#include "core/fj_put_impl.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* -- Numbers to try --------------------------------------------------------------------- */

static uint64_t random64(void) {
  static uint64_t state;
  uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static double double_of(uint64_t bits) {
  double v;
  memcpy(&v, &bits, sizeof v);
  return v;
}

static double random_finite(void) {
  for (;;) {
    double v = double_of(random64());
    if (isfinite(v)) return v;
  }
}

/* A double of few decimal digits, as people write them. */
static double random_decimal(void) {
  char text[40];
  int digits = 1 + (int)(random64() % 17);
  uint64_t m = random64() % (uint64_t)pow(10, digits);
  snprintf(text, sizeof text, "%" PRIu64 "e%d", m, (int)(random64() % 40) - 25);
  return strtod(text, NULL);
}

/* -- Writing between guards ------------------------------------------------------------- */

#define GUARD 16

typedef struct Text {
  char s[128];
} Text;

static char window[GUARD + FJ_NUMBER_MAX + GUARD];

static char *open_window(void) {
  memset(window, 0x5A, sizeof window);
  return window + GUARD;
}

/* What was written up to `end`; nothing outside of `room` bytes may have changed. */
static Text close_window(const char *end, size_t room) {
  Text t;
  size_t i, n = (size_t)(end - (window + GUARD));
  assert_true(n <= room);
  for (i = 0; i < GUARD; i++) assert_int_equal(window[i], 0x5A);
  for (i = GUARD + room; i < sizeof window; i++) assert_int_equal(window[i], 0x5A);
  memcpy(t.s, window + GUARD, n);
  t.s[n] = '\0';
  return t;
}

typedef char *Writer(char *w, double v);

/* Each writer in each form. */
#define WRITERS(name, FORM)                                                              \
  static char *name##_default(char *w, double v) {                                       \
    return fj_put_double(w, v, FORM);                                                    \
  }                                                                                      \
  static char *name##_shortest(char *w, double v) {                                      \
    return fj_put_double_shortest(w, fj_double_bits(v), FORM);                           \
  }                                                                                      \
  static char *name##_portable(char *w, double v) {                                      \
    return fj_put_double_portable(w, fj_double_bits(v), FORM);                           \
  }                                                                                      \
  static char *name##_rare(char *w, double v) {                                          \
    return fj_put_double_rare(w, fj_double_bits(v), FORM);                               \
  }                                                                                      \
  static char *name##_float(char *w, double v) {                                         \
    return fj_put_double_float(w, v, FORM);                                              \
  }
WRITERS(ecma, FJ_DOUBLE_ECMA)
WRITERS(classic, FJ_DOUBLE_CLASSIC)

static Text written(Writer *writer, double v) {
  return close_window(writer(open_window(), v), FJ_NUMBER_MAX);
}

/* -- Integers --------------------------------------------------------------------------- */

static void check_u64(uint64_t v) {
  char expected[32];
  snprintf(expected, sizeof expected, "%" PRIu64, v);
  assert_string_equal(close_window(fj_put_u64(open_window(), v), FJ_INT_SCRIBBLE).s,
                      expected);
  assert_string_equal(close_window(fj_put_u64_long(open_window(), v), FJ_INT_SCRIBBLE).s,
                      expected);
}

static void check_i64(int64_t v) {
  char expected[32];
  snprintf(expected, sizeof expected, "%" PRId64, v);
  assert_string_equal(close_window(fj_put_i64(open_window(), v), FJ_INT_SCRIBBLE).s,
                      expected);
}

static void check_int(uint64_t v) {
  check_u64(v);
  check_i64((int64_t)v);
  check_i64((int64_t)(0 - v));
}

static void test_int_small(void **state) {
  uint64_t v;
  (void)state;
  for (v = 0; v < 200000; v++) check_int(v);
}

static void test_int_boundaries(void **state) {
  uint64_t power = 1;
  int i, d;
  (void)state;
  for (i = 0; i < 64; i++)
    for (d = -2; d <= 2; d++) check_int((UINT64_C(1) << i) + (uint64_t)d);
  for (i = 0; i < 20; i++, power *= 10)
    for (d = -2; d <= 2; d++) check_int(power + (uint64_t)d);
  check_i64(INT64_MIN);
  check_i64(INT64_MAX);
  check_u64(UINT64_MAX);
}

static void test_int_random(void **state) {
  int i;
  (void)state;
  for (i = 0; i < 300000; i++) check_int(random64() >> (random64() & 63));
}

static void test_digits8(void **state) {
  uint32_t v;
  int i;
  (void)state;
  for (v = 0; v < 100000000; v += v < 100000 ? 1 : 97) {
    uint64_t digits = fj_digits8(v);
    uint32_t back = 0;
    for (i = 0; i < 8; i++) back = back * 10 + (uint32_t)(digits >> 8 * i & 0xFF);
    assert_int_equal(back, v);
    assert_true(
        ((digits + UINT64_C(0x7676767676767676)) & UINT64_C(0x8080808080808080)) == 0);
  }
}

static void test_wide(void **state) {
  int i;
  (void)state;
  for (i = 0; i < 100000; i++) {
    uint64_t a = random64() >> (random64() & 63), b = random64() >> (random64() & 63);
    Fj128 fast = fj_mul64(a, b), slow = fj_mul64_slow(a, b);
    assert_true(fast.hi == slow.hi && fast.lo == slow.lo);
    assert_true(fast.lo == a * b);
    assert_int_equal(fj_ctz64(a | 1ull << 63), fj_ctz64_slow(a | 1ull << 63));
    assert_int_equal(fj_clz64(a | 1), fj_clz64_slow(a | 1));
  }
  assert_true(fj_mul64_slow(UINT64_MAX, UINT64_MAX).hi == UINT64_MAX - 1);
  assert_true(fj_mul64_slow(UINT64_MAX, UINT64_MAX).lo == 1);
}

/* -- The slow twin of doubles ----------------------------------------------------------- */

/* significand * 10^exponent10, of `n` digits. */
typedef struct Decimal {
  uint64_t significand;
  int n, exponent10;
} Decimal;

static int reads_back(uint64_t significand, int exponent10, double v) {
  char text[40];
  snprintf(text, sizeof text, "%" PRIu64 "e%d", significand, exponent10);
  return strtod(text, NULL) == v;
}

/* The decimal of n digits that is closest to v > 0. */
static Decimal closest(double v, int n) {
  char text[40], *e;
  Decimal d;
  int i;
  snprintf(text, sizeof text, "%.*e", n - 1, v);
  e = strchr(text, 'e');
  d.significand = 0;
  for (i = 0; text + i < e; i++)
    if (text[i] != '.') d.significand = d.significand * 10 + (uint64_t)(text[i] - '0');
  d.n = n;
  d.exponent10 = atoi(e + 1) - (n - 1);
  return d;
}

/* More and more digits, until they read back.  Where v is a power of two the closest may
** miss the interval on its short side, while the next one on the other side does not. */
static Decimal shortest_slow(double v) {
  int n, step;
  for (n = 1; n <= 17; n++) {
    Decimal d = closest(v, n);
    if (reads_back(d.significand, d.exponent10, v)) return d;
    for (step = -1; step <= 1; step += 2) {
      uint64_t next = d.significand + (uint64_t)step;
      if (!reads_back(next, d.exponent10, v)) continue;
      d.significand = next;
      return d;
    }
  }
  fail_msg("17 digits of %a do not read back", v);
  return closest(v, 17);
}

/* Lays out the digits as a person would: fixed for exponents from `first` to `end` - 1. */
static Text layout_slow(Decimal d, int first, int end, const char *plus,
                        const char *whole) {
  Text t;
  char digits[64];
  int exponent, i;
  while (d.significand % 10 == 0 && d.significand != 0)
    d.significand /= 10, d.exponent10++;
  snprintf(digits, sizeof digits, "%" PRIu64, d.significand);
  d.n = (int)strlen(digits);
  exponent = d.exponent10 + d.n - 1;
  if (exponent < first || exponent >= end) {
    snprintf(t.s, sizeof t.s, "%c%s%se%s%d", digits[0], d.n > 1 ? "." : "", digits + 1,
             exponent < 0 ? "" : plus, exponent);
  } else if (exponent < 0) {
    snprintf(t.s, sizeof t.s, "0.%.*s%s", -exponent - 1, "00000000", digits);
  } else {
    for (i = d.n; i <= exponent; i++) digits[i] = '0', digits[i + 1] = '\0';
    if (d.n <= exponent + 1)
      snprintf(t.s, sizeof t.s, "%s%s", digits, whole);
    else
      snprintf(t.s, sizeof t.s, "%.*s.%s", exponent + 1, digits, digits + exponent + 1);
  }
  return t;
}

static Text with_sign(int negative, Text magnitude) {
  Text t;
  t.s[0] = '-';
  memcpy(t.s + negative, magnitude.s, sizeof t.s - 1);
  return t;
}

static void expect(const char *what, double v, Text got, Text expected) {
  if (strcmp(got.s, expected.s) != 0)
    fail_msg("%s of %a is %s and not %s", what, v, got.s, expected.s);
}

/* Integers of 2^53 and more, below 1e17: the classic form is exact, as an int64_t of that value is. */
static int is_long_integer(double magnitude) {
  return magnitude >= 9007199254740992.0 && magnitude < 1e17;
}

static Text exactly(double magnitude, const char *whole) {
  Text t;
  snprintf(t.s, sizeof t.s, "%.0f%s", magnitude, whole);
  return t;
}

/* Every format of v and -v against the twin. */
static void check_slowly(double magnitude) {
  Decimal d = { 0, 1, 0 };
  int negative;
  if (magnitude != 0) d = shortest_slow(magnitude);
  for (negative = 0; negative <= 1; negative++) {
    double v = negative ? -magnitude : magnitude;
    int exact = is_long_integer(magnitude);
    Text classic = with_sign(negative, exact ? exactly(magnitude, "")
                                             : layout_slow(d, -4, 17, "", ""));
    Text ecma = with_sign(negative, layout_slow(d, -6, 21, "+", ""));
    expect("classic", v, written(classic_default, v), classic);
    expect("classic, portable", v, written(classic_portable, v), classic);
    expect("classic, shortest", v, written(classic_shortest, v), classic);
    expect("classic, rare", v, written(classic_rare, v), classic);
    expect("classic, float", v, written(classic_float, v),
           with_sign(negative, exact ? exactly(magnitude, ".0")
                                     : layout_slow(d, -4, 17, "", ".0")));
    expect("ecma", v, written(ecma_default, v), ecma);
    expect("ecma, portable", v, written(ecma_portable, v), ecma);
    expect("ecma, shortest", v, written(ecma_shortest, v), ecma);
    expect("ecma, rare", v, written(ecma_rare, v), ecma);
    expect("ecma, float", v, written(ecma_float, v),
           with_sign(negative, layout_slow(d, -6, 21, "+", ".0")));
    expect("canonical", v, written(fj_put_double_canonical, v),
           with_sign(negative && v != 0, layout_slow(d, -6, 21, "+", "")));
  }
}

/* -- The quick judge, for many ---------------------------------------------------------- */

/* Reads back; no longer than %.17g; with a digit less nothing reads back; and snprintf,
** which rounds exactly, knows no closer one of as many digits. */
static void check_quickly(double v) {
  Text t = written(classic_default, v), closest_text;
  char text[40], digits[20];
  const char *s;
  int n = 0, significant = 0;
  double back = strtod(t.s, NULL);
  if (memcmp(&back, &v, sizeof v) != 0) fail_msg("%a is printed %s", v, t.s);
  if (is_long_integer(fabs(v))) {
    expect("default", v, t, with_sign(v < 0, exactly(fabs(v), "")));
    return;
  }
  expect("portable", v, written(classic_portable, v), t);
  expect("ecma, portable", v, written(ecma_portable, v), written(ecma_rare, v));
  expect("ecma", v, written(ecma_default, v), written(ecma_rare, v));
  snprintf(text, sizeof text, "%.17g", v);
  if (strlen(t.s) > strlen(text)) fail_msg("%s is longer than %s", t.s, text);
  for (s = t.s; *s != '\0' && *s != 'e'; s++)
    if (*s >= '0' && *s <= '9' && (n > 0 || *s != '0')) digits[n++] = *s;
  while (n > 0 && digits[n - 1] == '0') n--;
  significant = n;
  if (significant > 1) {
    snprintf(text, sizeof text, "%.*e", significant - 2, v);
    if (strtod(text, NULL) == v) fail_msg("%s is longer than %s", t.s, text);
  }
  if ((fj_double_bits(v) & ((UINT64_C(1) << 52) - 1)) == 0)
    return; /* see shortest_slow */
  snprintf(closest_text.s, sizeof closest_text.s, "%.*e", significant - 1, v);
  for (s = closest_text.s, n = 0; *s != 'e'; s++)
    if (*s >= '0' && *s <= '9' && *s != digits[n++])
      fail_msg("%s is not as close to %a as %s", t.s, v, closest_text.s);
}

/* -- Doubles ---------------------------------------------------------------------------- */

static void test_double_examples(void **state) {
  static const struct {
    double v;
    const char *classic, *as_float, *ecma;
  } examples[] = {
    { 0.0, "0", "0.0", "0" },
    { -0.0, "-0", "-0.0", "-0" },
    { 1, "1", "1.0", "1" },
    { -1, "-1", "-1.0", "-1" },
    { 0.1, "0.1", "0.1", "0.1" },
    { -456.789, "-456.789", "-456.789", "-456.789" },
    { 1e10, "10000000000", "10000000000.0", "10000000000" },
    { 0.0001, "0.0001", "0.0001", "0.0001" },
    { 0.00012345, "0.00012345", "0.00012345", "0.00012345" },
    { 0.00001, "1e-5", "1e-5", "0.00001" },
    { -0.000012345, "-1.2345e-5", "-1.2345e-5", "-0.000012345" },
    { 0.000001, "1e-6", "1e-6", "0.000001" },
    { 1e-7, "1e-7", "1e-7", "1e-7" },
    { 1e16, "10000000000000000", "10000000000000000.0", "10000000000000000" },
    { 1e17, "1e17", "1e17", "100000000000000000" },
    { 1e20, "1e20", "1e20", "100000000000000000000" },
    { -1e21, "-1e21", "-1e21", "-1e+21" },
    { 123456789012345680.0, "1.2345678901234568e17", "1.2345678901234568e17",
      "123456789012345680" },
    { 9007199254740993.0, "9007199254740992", "9007199254740992.0", "9007199254740992" },
    { 99999999999999984.0, "99999999999999984", "99999999999999984.0",
      "99999999999999980" },
    { 72057594037927936.0, "72057594037927936", "72057594037927936.0",
      "72057594037927940" },
    { 1234567890123456.7, "1234567890123456.8", "1234567890123456.8",
      "1234567890123456.8" },
    { 12345678.5, "12345678.5", "12345678.5", "12345678.5" },
    { 123456789012345.62, "123456789012345.62", "123456789012345.62",
      "123456789012345.62" },
    { 1.5e300, "1.5e300", "1.5e300", "1.5e+300" },
    { 1.9e246, "1.9e246", "1.9e246", "1.9e+246" },
    { 1e300, "1e300", "1e300", "1e+300" },
    { 5e-324, "5e-324", "5e-324", "5e-324" },
    { 1.7976931348623157e308, "1.7976931348623157e308", "1.7976931348623157e308",
      "1.7976931348623157e+308" },
    { 2.2250738585072014e-308, "2.2250738585072014e-308", "2.2250738585072014e-308",
      "2.2250738585072014e-308" },
    { 9.5367431640625e-7, "9.5367431640625e-7", "9.5367431640625e-7",
      "9.5367431640625e-7" },
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(examples); i++) {
    assert_string_equal(written(classic_default, examples[i].v).s, examples[i].classic);
    assert_string_equal(written(classic_float, examples[i].v).s, examples[i].as_float);
    assert_string_equal(written(ecma_default, examples[i].v).s, examples[i].ecma);
  }
}

/* RFC 8785, appendix B. */
static void test_double_rfc8785(void **state) {
  static const struct {
    uint64_t bits;
    const char *text;
  } examples[] = {
    { UINT64_C(0x0000000000000000), "0" },
    { UINT64_C(0x8000000000000000), "0" },
    { UINT64_C(0x0000000000000001), "5e-324" },
    { UINT64_C(0x8000000000000001), "-5e-324" },
    { UINT64_C(0x7fefffffffffffff), "1.7976931348623157e+308" },
    { UINT64_C(0xffefffffffffffff), "-1.7976931348623157e+308" },
    { UINT64_C(0x4340000000000000), "9007199254740992" },
    { UINT64_C(0xc340000000000000), "-9007199254740992" },
    { UINT64_C(0x4430000000000000), "295147905179352830000" },
    { UINT64_C(0x44b52d02c7e14af5), "9.999999999999997e+22" },
    { UINT64_C(0x44b52d02c7e14af6), "1e+23" },
    { UINT64_C(0x44b52d02c7e14af7), "1.0000000000000001e+23" },
    { UINT64_C(0x444b1ae4d6e2ef4e), "999999999999999700000" },
    { UINT64_C(0x444b1ae4d6e2ef4f), "999999999999999900000" },
    { UINT64_C(0x444b1ae4d6e2ef50), "1e+21" },
    { UINT64_C(0x3eb0c6f7a0b5ed8c), "9.999999999999997e-7" },
    { UINT64_C(0x3eb0c6f7a0b5ed8d), "0.000001" },
    { UINT64_C(0x41b3de4355555553), "333333333.3333332" },
    { UINT64_C(0x41b3de4355555554), "333333333.33333325" },
    { UINT64_C(0x41b3de4355555555), "333333333.3333333" },
    { UINT64_C(0x41b3de4355555556), "333333333.3333334" },
    { UINT64_C(0x41b3de4355555557), "333333333.33333343" },
    { UINT64_C(0xbecbf647612f3696), "-0.0000033333333333333333" },
    { UINT64_C(0x43143ff3c1cb0959), "1424953923781206.2" },
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(examples); i++)
    assert_string_equal(written(fj_put_double_canonical, double_of(examples[i].bits)).s,
                        examples[i].text);
}

/* The doubles for which 64 bits of fraction are nearest to being too few. */
static void test_double_hard(void **state) {
  static const uint64_t hard[] = {
#include "test_number_hard.h"
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(hard); i++) check_slowly(double_of(hard[i]));
}

static void test_double_powers_of_two(void **state) {
  int e;
  (void)state;
  for (e = -1074; e < 1024; e++) check_slowly(ldexp(1, e));
}

static void test_double_powers_of_ten(void **state) {
  char text[16];
  int e, ulps;
  (void)state;
  for (e = -322; e <= 308; e++) {
    snprintf(text, sizeof text, "1e%d", e);
    for (ulps = -3; ulps <= 3; ulps++)
      check_slowly(double_of(fj_double_bits(strtod(text, NULL)) + (uint64_t)ulps));
  }
}

static void test_double_binades(void **state) {
  uint64_t biased;
  int ulps;
  (void)state;
  for (biased = 1; biased < 2047; biased++)
    for (ulps = -3; ulps <= 3; ulps++)
      check_slowly(double_of((biased << 52) + (uint64_t)ulps));
}

static void test_double_denormal(void **state) {
  uint64_t i;
  (void)state;
  for (i = 0; i < 2000; i++) check_slowly(double_of(i));
  for (i = 0; i < 3000; i++)
    check_slowly(double_of(random64() >> (12 + random64() % 52)));
}

static void test_double_integral(void **state) {
  int i, d;
  (void)state;
  for (i = 0; i < 3000; i++) check_slowly((double)i);
  for (i = 0; i < 3000; i++) check_slowly((double)(random64() >> (random64() & 63)));
  for (i = 40; i < 70; i++)
    for (d = -50; d <= 50; d++) check_slowly(ldexp(1, i) + d);
  for (i = 53; i < 70; i++)
    for (d = 0; d < 1500; d++)
      check_slowly(ldexp((double)(random64() >> 11 | UINT64_C(1) << 52), i - 52));
}

static void test_double_random_slowly(void **state) {
  int i;
  (void)state;
  for (i = 0; i < 10000; i++) {
    check_slowly(fabs(random_finite()));
    check_slowly((double)(random64() >> 11) * 0x1p-53);
    check_slowly(ldexp((double)(random64() >> 11), -40 - (int)(random64() % 30)));
    check_slowly(random_decimal());
  }
}

/* Ties: halfway between two decimals of one digit more, where the last must be even. */
/* Against the conversion to the type that holds 53 bits, stored, so that x87 keeps no more. */
static void test_double_holds(void **state) {
  int i, sign;
  (void)state;
  assert_true(fj_double_holds(0) && fj_double_holds(INT64_MIN) &&
              !fj_double_holds(INT64_MAX));
  assert_true(fj_double_holds(INT64_C(1) << 53) &&
              !fj_double_holds((INT64_C(1) << 53) + 1));
  assert_true(fj_double_holds((INT64_C(1) << 53) + 2) &&
              fj_double_holds(-(INT64_C(1) << 53)));
  assert_true(!fj_double_holds(-(INT64_C(1) << 53) - 1));
  for (i = 0; i < 300000; i++)
    for (sign = -1; sign <= 1; sign += 2) {
      int64_t v =
          sign * (int64_t)(random64() >> (1 + random64() % 40) << (random64() % 30) >> 1);
      volatile double stored = (double)v;
      int holds = stored < 9223372036854775808.0 && (int64_t)stored == v;
      assert_int_equal(fj_double_holds(v), holds);
    }
}

static void test_double_ties(void **state) {
  int i, q;
  (void)state;
  for (q = 1; q <= 60; q++)
    for (i = 0; i < 100; i++)
      check_slowly(ldexp((double)(random64() >> 11 | UINT64_C(1) << 52), -q));
}

static void test_double_random_quickly(void **state) {
  const char *wish = getenv("FJ_LONG");
  long rounds = wish != NULL && *wish != '\0' && *wish != '0' ? 25000000 : 75000;
  (void)state;
  print_message("%ld random doubles%s\n", rounds * 4,
                rounds < 1000000 ? " (FJ_LONG=1: 100 million)" : "");
  while (rounds-- > 0) {
    check_quickly(random_finite());
    check_quickly(random_finite());
    check_quickly((double)(random64() >> 11) * 0x1p-53);
    check_quickly(random_decimal());
  }
}

/* Every exponent's power brings 2^q into the pigeonhole, and its shift fits. */
static void test_scales(void **state) {
  int biased;
  (void)state;
  for (biased = 0; biased < 2047; biased++) {
    FjScale s = fj_scale_of((unsigned)biased);
    int q = (biased == 0 ? 1 : biased) - 1075, k = fj_floor_log10_pow2(q);
    assert_int_equal(s.index, -(k + 1) - FJ_POW10_FIRST);
    assert_int_equal((int)s.shift, 12 + q + fj_floor_log2_pow10(-(k + 1)));
    assert_true(s.shift >= 8 && s.shift <= 11);
    assert_true(s.power.hi == fj_pow10[s.index].hi && s.power.lo == fj_pow10[s.index].lo);
  }
  assert_true(fj_pow10[FJ_POW10_ONE].hi == UINT64_C(1) << 63);
  assert_true(fj_pow10[FJ_POW10_ONE].lo == 0);
}

static void test_logarithms(void **state) {
  char text[1200];
  int q, exponent;
  (void)state;
  for (q = -1074; q < 1024; q++) {
    snprintf(text, sizeof text, "%.800e", ldexp(1, q)); /* exact: nothing is rounded up */
    assert_int_equal(fj_floor_log10_pow2(q), atoi(strchr(text, 'e') + 1));
  }
  for (q = -307; q <= 308; q++) {
    snprintf(text, sizeof text, "1e%d", q);
    frexp(strtod(text, NULL), &exponent);
    assert_int_equal(fj_floor_log2_pow10(q), exponent - 1);
  }
}

/* -- So many digits --------------------------------------------------------------------- */

static void check_digits(double v, int n) {
  char text[64], *end;
  Text expected;
  size_t length;
  snprintf(text, sizeof text, "%.*g", n, v);
  end = strchr(text, 'e');
  length = end != NULL ? (size_t)(end - text) : strlen(text);
  snprintf(expected.s, sizeof expected.s, "%.*s", (int)length, text);
  if (end != NULL) snprintf(expected.s + length, 8, "e%+d", atoi(end + 1));
  expect("digits", v,
         close_window(fj_put_double_digits(open_window(), v, n), FJ_NUMBER_MAX),
         expected);
}

/* It may leave out what is rare, but nothing that is not. */
static void check_rounded(double v, int n, int more, Text expected) {
  char *end = fj_put_double_rounded(open_window(), v, n, more, 1);
  if (end == NULL) {
    double magnitude = fabs(v), carry = pow(10, ceil(log10(magnitude)));
    assert_true(magnitude < 1e-4 || magnitude >= pow(10, n - 1) ||
                magnitude >= carry * (1 - pow(10, -n)) || (more != 0 && n > 15));
    return;
  }
  if (strpbrk(expected.s, ".e") == NULL) strcat(expected.s, ".0");
  expect("rounded", v, close_window(end, FJ_NUMBER_MAX), expected);
}

/* printf itself is the oracle; with `more`, what a Lua 5.5 does with it. */
static void check_g(double v, int n, int more) {
  Text expected;
  char text[64];
  snprintf(text, sizeof text, "%.*g", n, v);
  if (more != 0 && strtod(text, NULL) != v) snprintf(text, sizeof text, "%.*g", more, v);
  snprintf(expected.s, sizeof expected.s, "%s", text);
  expect("g", v, close_window(fj_put_double_g(open_window(), v, n, more), FJ_NUMBER_MAX),
         expected);
  check_rounded(v, n, more, expected);
}

/* Ties, carries, and what is next to them, at every number of digits. */
static void test_double_g_edges(void **state) {
  int i, n, e;
  (void)state;
  for (e = -1074; e < 1024; e++)
    for (n = 12; n <= 17; n++) check_g(ldexp(1, e), n, 0);
  for (e = -5; e <= 18; e++)
    for (n = 1; n <= 17; n++)
      for (i = -3; i <= 3; i++) {
        double v = double_of(fj_double_bits(pow(10, e)) + (uint64_t)i);
        check_g(v, n, 0);
        check_g(-v, n, 17);
        check_g(v * (1 - pow(10, -n) / 2), n, 0); /* 9.99...95 */
      }
  for (i = 0; i < 200000; i++) {
    double v =
        ldexp((double)(random64() >> (11 + random64() % 50)), -(int)(random64() % 60));
    check_g(v, 1 + i % 17, 0);
    check_g(v, 14, 0);
    check_g(v, 15, 17);
  }
}

static void test_double_g(void **state) {
  static const double odd[] = { 0.0,
                                -0.0,
                                1e14,
                                1e15,
                                123456789012345.0,
                                0.5,
                                2.5,
                                0.125,
                                1e-4,
                                1e-5,
                                9.9999999999999995e22,
                                1e23,
                                1e99,
                                1e100,
                                5e-324,
                                1.7976931348623157e308,
                                99999999999999.5,
                                0.99999999999999994,
                                9007199254740993.0 };
  uint64_t seed = 1;
  size_t i;
  int n;
  (void)state;
  for (i = 0; i < sizeof odd / sizeof *odd; i++)
    for (n = 1; n <= 17; n++) {
      check_g(odd[i], n, 0);
      check_g(-odd[i], n, 17);
    }
  for (i = 0; i < 200000; i++) {
    double v;
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    memcpy(&v, &seed, sizeof v);
    if (v - v != 0) continue;
    check_g(v, 1 + (int)(i % 17), 0);
    v = (double)(int64_t)(seed >> 20) / 1e5; /* few digits: ties */
    check_g(v, 1 + (int)(i % 17), 0);
    check_g(v, 15, 17);
  }
}

static void test_double_digits(void **state) {
  int i, n;
  (void)state;
  for (n = 1; n <= 17; n++) {
    check_digits(0.0, n);
    check_digits(-0.0, n);
    check_digits(9.9999999999999995e22, n);
    check_digits(0.5, n);
    check_digits(2.5, n);
    check_digits(999999.5, n);
    check_digits(1.7976931348623157e308, n);
    check_digits(5e-324, n);
    for (i = 0; i < 1000; i++) {
      check_digits(random_finite(), n);
      check_digits(random_decimal(), n);
      check_digits(-ldexp((double)(random64() >> 11), -30 - (int)(random64() % 40)), n);
      check_digits((double)(random64() % 100000000), n);
    }
  }
}

/* -- Locales ---------------------------------------------------------------------------- */

static int comma_now(const char *name) {
  return setlocale(LC_NUMERIC, name) != NULL &&
         strcmp(localeconv()->decimal_point, ",") == 0;
}

/* Compiles a locale with nothing but a comma in it. */
static int comma_made(char *directory) {
  char command[256];
  if (mkdtemp(directory) == NULL) return 0;
  snprintf(command, sizeof command,
           "cd %s && printf 'LC_NUMERIC\\ndecimal_point \",\"\\nthousands_sep \"\"\\n"
           "grouping -1\\nEND LC_NUMERIC\\n' > source && "
           "localedef -c -i source ./comma > log 2>&1; test -f comma/LC_NUMERIC",
           directory);
  if (system(command) != 0) return 0;
  setenv("LOCPATH", directory, 1);
  return comma_now("comma");
}

static int comma_found(char *directory) {
  static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                       "fr_FR.utf8",  "de_DE",      "ru_RU.UTF-8" };
  size_t i;
  for (i = 0; i < COUNT(names); i++)
    if (comma_now(names[i])) return 1;
  return comma_made(directory);
}

static void test_locale(void **state) {
  static const double values[] = { 0.5, -456.789, 1e300, 1.25e-9, 3, 0.1 };
  Writer *writers[] = { ecma_default, classic_portable, ecma_float,
                        fj_put_double_canonical };
  char directory[] = "/tmp/fj-locale-XXXXXX", command[64], text[16];
  Text before[COUNT(values)][COUNT(writers)], digits_before[COUNT(values)];
  size_t i, j;
  (void)state;
  for (i = 0; i < COUNT(values); i++) {
    for (j = 0; j < COUNT(writers); j++) before[i][j] = written(writers[j], values[i]);
    digits_before[i] =
        close_window(fj_put_double_digits(open_window(), values[i], 14), FJ_NUMBER_MAX);
  }
  if (!comma_found(directory)) fail_msg("no locale with a comma, nor a way to make one");
  snprintf(text, sizeof text, "%g", 0.5);
  assert_string_equal(text, "0,5");
  for (i = 0; i < COUNT(values); i++) {
    for (j = 0; j < COUNT(writers); j++)
      expect("locale", values[i], written(writers[j], values[i]), before[i][j]);
    expect(
        "locale", values[i],
        close_window(fj_put_double_digits(open_window(), values[i], 14), FJ_NUMBER_MAX),
        digits_before[i]);
  }
  setlocale(LC_NUMERIC, "C");
  snprintf(command, sizeof command, "rm -rf %s", directory);
  assert_int_equal(system(command), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_wide),
    cmocka_unit_test(test_digits8),
    cmocka_unit_test(test_int_small),
    cmocka_unit_test(test_int_boundaries),
    cmocka_unit_test(test_int_random),
    cmocka_unit_test(test_logarithms),
    cmocka_unit_test(test_scales),
    cmocka_unit_test(test_double_examples),
    cmocka_unit_test(test_double_rfc8785),
    cmocka_unit_test(test_double_hard),
    cmocka_unit_test(test_double_powers_of_two),
    cmocka_unit_test(test_double_powers_of_ten),
    cmocka_unit_test(test_double_binades),
    cmocka_unit_test(test_double_denormal),
    cmocka_unit_test(test_double_integral),
    cmocka_unit_test(test_double_ties),
    cmocka_unit_test(test_double_holds),
    cmocka_unit_test(test_double_random_slowly),
    cmocka_unit_test(test_double_random_quickly),
    cmocka_unit_test(test_double_digits),
    cmocka_unit_test(test_double_g),
    cmocka_unit_test(test_double_g_edges),
    cmocka_unit_test(test_locale),
  };
  return cmocka_run_group_tests_name("number", tests, NULL, NULL);
}

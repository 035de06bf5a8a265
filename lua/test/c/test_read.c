/*
** test_read.c — reading numbers: syntax at each byte; integers exactly; doubles against
** strtod and against the slow twin, random ones and those that are hardest to round.
** FJ_LONG=1 in the environment makes it 100 million random doubles instead of 300,000.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/fj_read.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static uint64_t random64(void) {
  static uint64_t state;
  uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15);
  z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
  z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
  return z ^ z >> 31;
}

static int is_long(void) {
  return getenv("FJ_LONG") != NULL;
}

static uint64_t bits_of(double v) {
  uint64_t bits;
  memcpy(&bits, &v, sizeof bits);
  return bits;
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

/* -- Texts that end at an unmapped page ------------------------------------------------- */

#define MOST ((size_t)3 << 20)

static char *text_end;

static int map_text(void **state) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *m = (char *)mmap(NULL, MOST + page, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  (void)state;
  assert_true(m != MAP_FAILED);
  assert_int_equal(mprotect(m + MOST, page, PROT_NONE), 0);
  text_end = m + MOST;
  return 0;
}

/* -- Checks ----------------------------------------------------------------------------- */

typedef struct Reading {
  int kind;
  int64_t i;
  uint64_t bits;
  size_t length;
} Reading;

typedef void Reader(const char *p, const char *limit, FjNumber *out);

/* The inline reader, where it may be called. */
static void read_inline(const char *p, const char *limit, FjNumber *out) {
  if (*p == '-' || (*p >= '0' && *p <= '9'))
    fj_read_number(p, limit, out);
  else
    fj_read_number_any(p, limit, out);
}

/* `more` bytes follow the number, then nothing. */
static Reading reading(Reader *reader, const char *s, size_t n, size_t more) {
  FjNumber number = { -1, 0, 0, NULL };
  char *p = text_end - n - more;
  Reading r;
  memcpy(p, s, n);
  memset(p + n, ',', more);
  reader(p, text_end, &number);
  r.kind = number.kind;
  r.i = number.kind == FJ_NUM_INT || number.kind == FJ_NUM_HUGE ? number.i : 0;
  r.bits = number.kind > FJ_NUM_INT ? bits_of(number.d) : 0;
  r.length = (size_t)(number.end - p);
  return r;
}

static void check_equal(Reading a, Reading b, const char *s) {
  if (a.kind == b.kind && a.i == b.i && a.bits == b.bits && a.length == b.length) return;
  fail_msg("%.900s: kind %d, %" PRId64 " %" PRIx64 ", %zu bytes; not %d, %" PRId64
           " %" PRIx64 ", %zu",
           s, a.kind, a.i, a.bits, a.length, b.kind, b.i, b.bits, b.length);
}

/* All ways to read s[0..n), and what one of them says. */
static Reading read_all(const char *s, size_t n) {
  Reading r = reading(read_inline, s, n, 0);
  check_equal(reading(read_inline, s, n, 64), r, s);
  check_equal(reading(read_inline, s, n, random64() % 64), r, s);
  check_equal(reading(fj_read_number_any, s, n, 0), r, s);
  check_equal(reading(fj_read_number_any, s, n, 64), r, s);
  return r;
}

static Reading read_with_twin(const char *s, size_t n) {
  Reading r = read_all(s, n);
  check_equal(r, reading(fj_read_slow, s, n, 0), s);
  return r;
}

/* A text that is a number for strtod as well. */
static Reading check_strtod(const char *s) {
  size_t n = strlen(s);
  Reading r = read_all(s, n);
  uint64_t bits = bits_of(strtod(s, NULL));
  if (r.kind == FJ_NUM_INT) {
    if (r.i == strtoll(s, NULL, 10) && r.length == n) return r;
  } else if (r.bits == bits && r.length == n && r.kind != FJ_NUM_BAD) {
    if ((r.kind == FJ_NUM_HUGE) == !isfinite(double_of(bits))) return r;
  }
  fail_msg("%.900s: kind %d, %" PRIx64 ", not %" PRIx64, s, r.kind, r.bits, bits);
  return r;
}

static Reading check_judged(const char *s) {
  Reading r = check_strtod(s);
  check_equal(reading(fj_read_slow, s, strlen(s), 3), r, s);
  return r;
}

/* -- Syntax ----------------------------------------------------------------------------- */

typedef struct Syntax {
  const char *s;
  int kind;
  size_t end;
} Syntax;

static const Syntax syntax[] = {
  { "0", FJ_NUM_INT, 1 },
  { "-0", FJ_NUM_DOUBLE, 2 },
  { "0.0", FJ_NUM_DOUBLE, 3 },
  { "1e1", FJ_NUM_DOUBLE, 3 },
  { "1E+1", FJ_NUM_DOUBLE, 4 },
  { "1e-1", FJ_NUM_DOUBLE, 4 },
  { "0e0", FJ_NUM_DOUBLE, 3 },
  { "-1.5E007", FJ_NUM_DOUBLE, 8 },
  { "1e0000000001", FJ_NUM_DOUBLE, 12 },
  { "-", FJ_NUM_BAD, 1 },
  { "--1", FJ_NUM_BAD, 1 },
  { "-+1", FJ_NUM_BAD, 1 },
  { "-.5", FJ_NUM_BAD, 1 },
  { "-e5", FJ_NUM_BAD, 1 },
  { "-a", FJ_NUM_BAD, 1 },
  { "+1", FJ_NUM_BAD, 0 },
  { ".5", FJ_NUM_BAD, 0 },
  { "e5", FJ_NUM_BAD, 0 },
  { "x", FJ_NUM_BAD, 0 },
  { "00", FJ_NUM_BAD, 1 },
  { "01", FJ_NUM_BAD, 1 },
  { "-00", FJ_NUM_BAD, 2 },
  { "-012", FJ_NUM_BAD, 2 },
  { "00.5", FJ_NUM_BAD, 1 },
  { "01234567890123456789", FJ_NUM_BAD, 1 },
  { "1.", FJ_NUM_BAD, 2 },
  { "1.e5", FJ_NUM_BAD, 2 },
  { "1.-5", FJ_NUM_BAD, 2 },
  { "1..5", FJ_NUM_BAD, 2 },
  { "12345678.", FJ_NUM_BAD, 9 },
  { "-1234567890123456789.", FJ_NUM_BAD, 21 },
  { "1e", FJ_NUM_BAD, 2 },
  { "1e+", FJ_NUM_BAD, 3 },
  { "1e-", FJ_NUM_BAD, 3 },
  { "1e+-1", FJ_NUM_BAD, 3 },
  { "1e.5", FJ_NUM_BAD, 2 },
  { "1ee5", FJ_NUM_BAD, 2 },
  { "1.5e", FJ_NUM_BAD, 4 },
  { "1.5ex", FJ_NUM_BAD, 4 },
  { "0.1.2", FJ_NUM_DOUBLE, 3 },
  { "1e5.2", FJ_NUM_DOUBLE, 3 },
  { "1e5e5", FJ_NUM_DOUBLE, 3 },
  { "1-2", FJ_NUM_INT, 1 },
  { "1+2", FJ_NUM_INT, 1 },
  { "0x10", FJ_NUM_INT, 1 },
  { "12 ", FJ_NUM_INT, 2 },
  { "12\xC3", FJ_NUM_INT, 2 },
  { "1\xBA", FJ_NUM_INT, 1 },
  { "1\xB0", FJ_NUM_INT, 1 },
  { "12345678\xB1"
    "2",
    FJ_NUM_INT, 8 },
  { "1.5\xB5", FJ_NUM_DOUBLE, 3 },
  { "1/", FJ_NUM_INT, 1 },
  { "1:", FJ_NUM_INT, 1 },
};

static void test_syntax(void **state) {
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(syntax); i++) {
    Reading r = read_with_twin(syntax[i].s, strlen(syntax[i].s));
    assert_int_equal(r.kind, syntax[i].kind);
    assert_int_equal(r.length, syntax[i].end);
  }
}

/* Every text of up to six of these bytes. */
static void test_all_short_texts(void **state) {
  static const char bytes[] = "0129.eE+-,";
  char s[6];
  size_t n, k, all = 1;
  uint64_t i;
  (void)state;
  for (n = 1; n <= sizeof s; n++) {
    all *= sizeof bytes - 1;
    for (i = 0; i < all; i += n == 6 && !is_long() ? 7 : 1) {
      uint64_t left = i;
      for (k = 0; k < n; k++, left /= sizeof bytes - 1)
        s[k] = bytes[left % (sizeof bytes - 1)];
      if (n < 6 || s[0] == '-') read_with_twin(s, n);
    }
  }
}

/* Every byte at each place of a number, which then ends, or goes on, or goes wrong there. */
static void test_every_byte(void **state) {
  static const char *const texts[] = { "1234567", "-12345678901234567", "-12.25e+10",
                                       "1234567890123456789.1234567890123456e-100" };
  char s[64];
  size_t i, k;
  int c;
  (void)state;
  for (i = 0; i < COUNT(texts); i++) {
    for (k = 0; k < strlen(texts[i]); k++) {
      for (c = 0; c < 256; c++) {
        strcpy(s, texts[i]);
        s[k] = (char)c;
        read_with_twin(s, strlen(texts[i]));
      }
    }
  }
}

/* -- Integers --------------------------------------------------------------------------- */

static void check_int(int64_t v) {
  char s[32];
  Reading r;
  sprintf(s, "%" PRId64, v);
  r = read_all(s, strlen(s));
  if (r.kind != FJ_NUM_INT || r.i != v || r.length != strlen(s))
    fail_msg("%s: kind %d, %" PRId64, s, r.kind, r.i);
}

static void test_ints(void **state) {
  int64_t v, power = 1;
  int i, d;
  long rounds = is_long() ? 20000000 : 200000;
  (void)state;
  for (v = -20000; v <= 20000; v++) check_int(v);
  for (i = 0; i < 19; i++, power *= i < 19 ? 10 : 1)
    for (d = -3; d <= 3; d++) check_int(power + d), check_int(-power + d);
  for (i = 0; i < 62; i++)
    for (d = -3; d <= 3; d++)
      check_int(((int64_t)1 << i) + d), check_int(-((int64_t)1 << i) + d);
  while (rounds-- > 0)
    check_int((int64_t)(random64() >> (random64() & 63)) * (rounds & 1 ? 1 : -1));
}

static void test_int_limits(void **state) {
  static const char *const fit[] = { "9223372036854775807", "-9223372036854775808",
                                     "9223372036854775799", "-9223372036854775807" };
  static const char *const big[] = {
    "9223372036854775808",
    "-9223372036854775809",
    "9223372036854775810",
    "9999999999999999999",
    "-9999999999999999999",
    "10000000000000000000",
    "18446744073709551615",
    "18446744073709551616",
    "18446744073709551617",
    "-18446744073709551616",
    "99999999999999999999",
    "9223372036854776832",
    "9223372036854776833",
    "9223372036854777856",
    "36893488147419103231",
    "-9223372036854775808000",
    "123456789012345678901234567890",
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(fit); i++)
    assert_int_equal(check_judged(fit[i]).kind, FJ_NUM_INT);
  for (i = 0; i < COUNT(big); i++)
    assert_int_equal(check_judged(big[i]).kind, FJ_NUM_BIGINT);
}

/* -- Doubles ---------------------------------------------------------------------------- */

static void test_special(void **state) {
  static const char *const texts[] = {
    "-0",
    "0.0",
    "-0.0",
    "0e0",
    "-0e999999",
    "0.000e-999999999999999999999",
    "5e-324",
    "4.9406564584124654e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.5e-324",
    "1e-324",
    "2.2250738585072011e-308",
    "2.2250738585072012e-308",
    "2.2250738585072014e-308",
    "2.225073858507201e-308",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "1.797693134862315807e308",
    "1.797693134862315808e308",
    "1e308",
    "1e309",
    "-1e309",
    "1e-342",
    "1e-343",
    "9999999999999999999e-343",
    "9999999999999999999e-344",
    "9007199254740993",
    "9007199254740993.0",
    "9007199254740992.5",
    "9007199254740993.5",
    "9007199254740995e0",
    "4503599627370496.5",
    "4503599627370497.5",
    "4503599627370497.50000000000000000000",
    "1e22",
    "1e23",
    "8.5e22",
    "1e-22",
    "0.1",
    "0.2",
    "0.3",
    "0.30000000000000004",
    "123456789012345678e-5",
    "1.0000000000000000000000000000000000000000",
    "100000000000000000000.000000000000",
    "0.000000000000000000000000000000000000000000000001",
    "6.3e-322",
    "1e400",
    "123456789e-330",
    "179769313486231580793e289",
  };
  size_t i;
  (void)state;
  for (i = 0; i < COUNT(texts); i++) check_judged(texts[i]);
  assert_int_equal(check_judged("-0").bits, UINT64_C(1) << 63);
  assert_int_equal(check_judged("-1e-400").bits, UINT64_C(1) << 63);
}

static void check_huge(const char *s, int kind, int whole) {
  Reading r = read_with_twin(s, strlen(s));
  assert_int_equal(r.length, strlen(s));
  assert_int_equal(r.kind, kind);
  if (kind == FJ_NUM_HUGE) assert_int_equal(r.i, whole);
}

static void test_huge(void **state) {
  char digits[401];
  (void)state;
  check_huge("1e999999999999", FJ_NUM_HUGE, 0);
  check_huge("-1e99999999999999999999999999999999999999999", FJ_NUM_HUGE, 0);
  check_huge("1e9223372036854775807", FJ_NUM_HUGE, 0);
  check_huge("1e18446744073709551617", FJ_NUM_HUGE, 0);
  check_huge("1e4294967297", FJ_NUM_HUGE, 0);
  check_huge("1e-4294967295", FJ_NUM_DOUBLE, 0);
  check_huge("1e-18446744073709551615", FJ_NUM_DOUBLE, 0);
  check_huge("123.456e-99999999999999999999999999999", FJ_NUM_DOUBLE, 0);
  check_huge("0e999999", FJ_NUM_DOUBLE, 0);
  check_huge("0.0e99999999999999999999999999999999", FJ_NUM_DOUBLE, 0);
  memset(digits, '9', 400);
  digits[400] = '\0';
  check_huge(digits, FJ_NUM_HUGE, 1);
  digits[309] = '\0';
  check_huge(digits, FJ_NUM_HUGE, 1);
  digits[308] = '\0';
  check_huge(digits, FJ_NUM_BIGINT, 1);
}

/* prefix, then n times c, then suffix */
static Reading read_repeated(const char *prefix, char c, size_t n, const char *suffix) {
  char *s = (char *)malloc(strlen(prefix) + n + strlen(suffix) + 1);
  Reading r;
  assert_non_null(s);
  strcpy(s, prefix);
  memset(s + strlen(prefix), c, n);
  strcpy(s + strlen(prefix) + n, suffix);
  r = read_with_twin(s, strlen(s));
  assert_int_equal(r.length, strlen(s));
  free(s);
  return r;
}

static void test_million_digits(void **state) {
  (void)state;
  assert_int_equal(read_repeated("1", '0', 1000000, "").kind, FJ_NUM_HUGE);
  assert_int_equal(read_repeated("1", '0', 1000000, "e-1000000").bits, bits_of(1.0));
  assert_int_equal(read_repeated("-1", '0', 1000000, "e-1000000").bits, bits_of(-1.0));
  assert_int_equal(read_repeated("0.", '0', 1000000, "1e1000001").bits, bits_of(1.0));
  assert_int_equal(read_repeated("0.", '0', 1000000, "").bits, 0);
  assert_int_equal(read_repeated("0.", '0', 1000000, "1").bits, 0);
  assert_int_equal(read_repeated("0.", '3', 1000000, "").bits, bits_of(1.0 / 3));
  assert_int_equal(read_repeated("1.", '0', 1000000, "1").bits, bits_of(1.0));
  assert_int_equal(read_repeated("9007199254740993.", '0', 1000000, "").bits,
                   bits_of(9007199254740992.0));
  assert_int_equal(read_repeated("9007199254740993.", '0', 1000000, "1").bits,
                   bits_of(9007199254740994.0));
  assert_int_equal(read_repeated("1e", '0', 1000000, "5").bits, bits_of(1e5));
  assert_int_equal(read_repeated("1e", '9', 1000000, "").kind, FJ_NUM_HUGE);
  assert_int_equal(read_repeated("1e-", '9', 1000000, "").bits, 0);
  assert_int_equal(read_repeated("", '9', 1000000, "e-1000000").bits, bits_of(1.0));
}

/* -- Random doubles --------------------------------------------------------------------- */

/* A double of few decimal digits, as people write them. */
static void print_decimal(char *s) {
  uint64_t power = 1, m;
  int digits = 1 + (int)(random64() % 19), i;
  for (i = 0; i < digits; i++) power *= 10;
  m = random64() % power;
  sprintf(s, "%" PRIu64 ".%0*" PRIu64 "e%d", m, (int)(random64() % 18) + 1,
          random64() % 1000, (int)(random64() % 660) - 345);
}

static void print_random(char *s) {
  double v = random64() & 1 ? random_finite()
                            : ldexp((double)random64(), (int)(random64() % 128) - 96);
  switch (random64() % 6) {
  case 0: sprintf(s, "%.17g", v); break;
  case 1:
    if (sprintf(s, "%.15g", v), strtod(s, NULL) == v) break;
    if (sprintf(s, "%.16g", v), strtod(s, NULL) == v) break;
    sprintf(s, "%.17g", v);
    break;
  case 2:
  case 3: sprintf(s, "%.*g", 1 + (int)(random64() % 25), v); break;
  case 4: sprintf(s, "%.*f", (int)(random64() % 25), fmod(v, 1e25)); break;
  default: print_decimal(s); break;
  }
}

static void test_random(void **state) {
  long i, rounds = is_long() ? 100000000 : 300000;
  char s[128];
  (void)state;
  for (i = 0; i < rounds; i++) {
    print_random(s);
    check_strtod(s);
  }
}

/* Digits, points and exponents at random, against the slow twin. */
static void test_random_texts(void **state) {
  long i, rounds = is_long() ? 1000000 : 1000;
  char s[1200];
  (void)state;
  for (i = 0; i < rounds; i++) {
    size_t n = 0, digits = 1 + random64() % (random64() % 20 == 0 ? 1000 : 45);
    size_t point = random64() % 45, same = random64() % 3;
    if (random64() & 1) s[n++] = '-';
    if (point == 0) s[n++] = '0';
    while (digits-- > 0) {
      if (point-- == 0) s[n++] = '.';
      s[n++] = same == 0 ? '0' : same == 1 ? '9' : (char)('0' + random64() % 10);
      if (random64() % 8 == 0) same = random64() % 3;
    }
    if (s[n - 1] == '.') n--;
    if (random64() & 1) n += (size_t)sprintf(s + n, "e%d", (int)(random64() % 800) - 450);
    s[n] = '\0';
    read_with_twin(s, n);
  }
}

/* -- Hard cases ------------------------------------------------------------------------- */

/* The exact decimal expansion of c * 2^q, digits only, and its exponent of ten: schoolbook
** multiplication of a text. */
typedef struct Expansion {
  char s[1300];
  int exponent;
} Expansion;

static void times(char *digits, int *n, int factor) {
  int i, more = 0;
  for (i = 0; i < *n || more != 0; i++) {
    if (i == *n) digits[(*n)++] = 0;
    more += digits[i] * factor;
    digits[i] = (char)(more % 10);
    more /= 10;
  }
}

static Expansion expand(uint64_t c, int q) {
  char digits[1300];
  Expansion e;
  int i, n = 0, zeros = 0;
  for (; c != 0; c /= 10) digits[n++] = (char)(c % 10);
  for (i = 0; i < q; i++) times(digits, &n, 2);
  for (i = 0; i > q; i--) times(digits, &n, 5);
  while (zeros < n - 1 && digits[zeros] == 0) zeros++;
  for (i = n; i-- > zeros;) e.s[n - 1 - i] = (char)('0' + digits[i]);
  e.s[n - zeros] = '\0';
  e.exponent = (q < 0 ? q : 0) + zeros;
  return e;
}

/* The number of the text s * 10^exponent must be the double of `bits`. */
static void check_bits(const char *s, int exponent, uint64_t bits) {
  static char text[4000];
  Reading r;
  sprintf(text, "%se%d", s, exponent);
  r = read_all(text, strlen(text));
  if (r.bits != bits) fail_msg("%s: %" PRIx64 ", not %" PRIx64, text, r.bits, bits);
  sprintf(text, "0.%se%d", s, exponent + (int)strlen(s));
  assert_int_equal(read_all(text, strlen(text)).bits, bits);
  if (strlen(s) < 2) return;
  sprintf(text, "%c.%se%d", s[0], s + 1, exponent + (int)strlen(s) - 1);
  assert_int_equal(read_all(text, strlen(text)).bits, bits);
}

/* The midpoint above the double of `bits`; a digit more far behind it; a bit less. */
static void check_midpoint(uint64_t bits) {
  int biased = (int)(bits >> 52), i;
  uint64_t c = (bits & (UINT64_MAX >> 12)) | (biased > 0 ? UINT64_C(1) << 52 : 0);
  Expansion e = expand(2 * c + 1, (biased > 0 ? biased : 1) - 1076);
  size_t n = strlen(e.s);
  static const int behind[] = { 1, 2, 7, 100, 900 };
  char s[2400];
  check_bits(e.s, e.exponent, bits + (bits & 1));
  for (i = 0; i < (int)COUNT(behind); i++) {
    sprintf(s, "%s%0*d", e.s, behind[i], 1);
    check_bits(s, e.exponent - behind[i], bits + 1);
    /* Its last digit is not 0, so that it can be made less. */
    sprintf(s, "%s%0*d", e.s, behind[i], 0);
    memset(s + n, '9', (size_t)behind[i]);
    s[n - 1]--;
    check_bits(s, e.exponent - behind[i], bits);
    memset(s + n, '0', (size_t)behind[i]);
    s[n - 1]++;
    check_bits(s, e.exponent - behind[i], bits + (bits & 1));
  }
  /* Cut off after so many digits it is less; with the last one made larger it is more. */
  for (i = 19; i < (int)n; i += i < 24 ? 1 : 97) {
    sprintf(s, "%.*s", i, e.s);
    check_bits(s, e.exponent + (int)n - i, bits);
    if (s[i - 1] == '9') continue;
    s[i - 1]++;
    check_bits(s, e.exponent + (int)n - i, bits + 1);
  }
}

static void test_midpoints(void **state) {
  static const uint64_t edges[] = {
    0,
    1,
    2,
    3,
    UINT64_C(0xFFFFFFFFFFFFE),
    UINT64_C(0xFFFFFFFFFFFFF),
    UINT64_C(0x10000000000000),
    UINT64_C(0x10000000000001),
    UINT64_C(0x1FFFFFFFFFFFFF),
    UINT64_C(0x20000000000000),
    UINT64_C(0x3FF0000000000000),
    UINT64_C(0x3FEFFFFFFFFFFFFF),
    UINT64_C(0x4340000000000000),
    UINT64_C(0x7FEFFFFFFFFFFFFE),
    UINT64_C(0x7FEFFFFFFFFFFFFF),
  };
  size_t i;
  long rounds = is_long() ? 200000 : 300;
  (void)state;
  for (i = 0; i < COUNT(edges); i++) check_midpoint(edges[i]);
  while (rounds-- > 0) check_midpoint(bits_of(fabs(random_finite())));
  for (i = 0; i < 2046; i += is_long() ? 1 : 13) {
    check_midpoint((uint64_t)i << 52 | random64() >> 12);
    check_midpoint((uint64_t)i << 52);
  }
}

/* Midpoints of few digits: integers above 2^53, and halves, quarters, ... below. */
static void test_short_midpoints(void **state) {
  long i, rounds = is_long() ? 10000000 : 50000;
  char s[64];
  (void)state;
  for (i = 0; i < rounds; i++) {
    uint64_t odd = (UINT64_C(1) << 53 | random64() >> 11) | 1;
    int down = (int)(random64() % 5);
    sprintf(s, "%" PRIu64, odd << (random64() % 11));
    check_strtod(s);
    sprintf(s, "%.*f", down, ldexp((double)(odd >> 1), 1 - down));
    check_strtod(s);
    sprintf(s, "%" PRIu64 "%s", odd >> down,
            down == 1   ? ".5"
            : down == 2 ? ".25"
                        : ".125");
    check_strtod(s);
    sprintf(s, "%" PRIu64 "e-%d", (odd >> 30) * UINT64_C(15625), down);
    check_strtod(s);
  }
}

typedef struct Hard {
  uint64_t w;
  int p;
} Hard;

/* Nearest to a midpoint of all decimals with up to 19 digits. */
static const Hard hard[] = {
#include "test_read_hard.h"
};

static void test_near_midpoints(void **state) {
  char s[64];
  size_t i;
  int d;
  (void)state;
  assert_true(COUNT(hard) > 500);
  for (i = 0; i < COUNT(hard); i++) {
    for (d = -1; d <= 1; d++) {
      sprintf(s, "%" PRIu64 "e%d", hard[i].w + (uint64_t)d, hard[i].p);
      if (d == 0 && (is_long() || i % 8 == 0)) check_judged(s);
      check_strtod(s);
    }
    /* Digits behind the nineteenth that cannot change it, and that might. */
    sprintf(s, "%" PRIu64 "0000000000e%d", hard[i].w, hard[i].p - 10);
    check_strtod(s);
    sprintf(s, "%" PRIu64 ".00000000000000000001e%d", hard[i].w, hard[i].p);
    check_strtod(s);
    sprintf(s, "%" PRIu64 ".99999999999999999999e%d", hard[i].w - 1, hard[i].p);
    check_strtod(s);
  }
}

/* -- Rounding mode ---------------------------------------------------------------------- */

static void test_rounding_mode(void **state) {
  static const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
  static const char *const texts[] = { "0.1",    "1e23",
                                       "-0.3",   "123456789012345678901",
                                       "5e-324", "1.7976931348623157e308" };
  size_t i, k;
  (void)state;
  for (i = 0; i < COUNT(texts); i++) {
    Reading r = check_judged(texts[i]), rounded;
    for (k = 0; k < COUNT(modes); k++) {
      fesetround(modes[k]);
      rounded = reading(read_inline, texts[i], strlen(texts[i]), 64);
      fesetround(FE_TONEAREST);
      check_equal(rounded, r, texts[i]);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_syntax),         cmocka_unit_test(test_all_short_texts),
    cmocka_unit_test(test_every_byte),     cmocka_unit_test(test_ints),
    cmocka_unit_test(test_int_limits),     cmocka_unit_test(test_special),
    cmocka_unit_test(test_huge),           cmocka_unit_test(test_million_digits),
    cmocka_unit_test(test_random),         cmocka_unit_test(test_random_texts),
    cmocka_unit_test(test_midpoints),      cmocka_unit_test(test_short_midpoints),
    cmocka_unit_test(test_near_midpoints), cmocka_unit_test(test_rounding_mode),
  };
  return cmocka_run_group_tests(tests, map_text, NULL);
}

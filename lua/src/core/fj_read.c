/*
** fj_read.c — reads numbers of any length.
** Owns: see fj_read.h.
** Must not know: see fj_read.h.
** Invariant: exact integers decide what the fast steps cannot.
**
** A number is w * 10^p, with w of at most 19 digits (which 64 bits hold).  The method is
** that of Lemire, "Number Parsing at a Gigabyte per Second" (2021), after Eisel: multiply
** w by the 128 bits of 10^p in the table, and round the upper end of the product to 53
** bits.  The table rounds up if it is not exact, so there is only one doubtful case.  Let
** x be the upper 128 bits of the product.  The true value is more than x - 1 and less
** than x + 1, so it is on the same side of a midpoint between two doubles as x is, unless
** x is exactly that midpoint.
**
** If there are more than 19 digits, the first 19 are used as w and w + 1: if both give
** the same double, it is correct.  If not, or in the doubtful case, the number is between
** two known adjacent doubles, and is compared with their midpoint in integers of 4096
** bits.  These are long enough for any number of digits, because no midpoint has more
** than 767: after the 768th digit, it only matters whether all digits are zero.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_read.h"

#include "core/fj_pow10.h"

#define WORD_DIGITS   19 /* any number of this length fits a 64-bit word */
#define FRACTION_BITS 52
#define HIDDEN_BIT    (UINT64_C(1) << FRACTION_BITS)
#define INFINITY_BITS (UINT64_C(0x7FF) << FRACTION_BITS)
#define EXPONENT_BIAS 1023

/* From this p on, w * 10^p is infinite for every w > 0; below the table it is 0 for every
** w of at most 19 digits. */
#define INFINITE_POWER 309

/* The longest rest of a fast number: a point, 23 digits, 'e', a sign, four digits and the
** byte after them. */
#define ROOM 32

FJ_INLINE unsigned is_digit(const char *p) {
  return (unsigned)(unsigned char)*p - '0' < 10;
}

FJ_INLINE double double_of(uint64_t bits, unsigned minus) {
  double d;
  bits |= (uint64_t)minus << 63;
  memcpy(&d, &bits, sizeof d);
  return d;
}

/* -- The results ------------------------------------------------------------------------ */

static void put_bad(FjNumber *out, const char *at) {
  out->kind = FJ_NUM_BAD;
  out->end = at;
}

/* Any double, INFINITY_BITS included. */
FJ_INLINE void put_double(FjNumber *out, uint64_t bits, unsigned minus, int whole) {
  out->kind = whole ? FJ_NUM_BIGINT : FJ_NUM_DOUBLE;
  out->d = double_of(bits, minus);
  if (FJ_UNLIKELY(bits >= INFINITY_BITS)) {
    out->kind = FJ_NUM_HUGE;
    out->i = whole;
  }
}

/* If w with its sign fits int64 and is not -0, stores it and returns 1. */
FJ_INLINE int put_int(FjNumber *out, uint64_t w, unsigned minus) {
  if (w > (uint64_t)INT64_MAX + minus || (w == 0 && minus)) return 0;
  out->kind = FJ_NUM_INT;
  out->i = (int64_t)(minus ? 0 - w : w);
  return 1;
}

/* -- 64 bits of digits to a double -------------------------------------------------------- */

typedef struct Nearest {
  uint64_t floor; /* the double's bits, rounded down */
  uint64_t bits;  /* rounded to nearest */
  int decided;    /* is `bits` certain? */
} Nearest;

/* The double nearest to w * 10^p; 0 < w, FJ_POW10_FIRST <= p < INFINITE_POWER. */
FJ_INLINE Nearest nearest(uint64_t w, int p) {
  Nearest r = { 0, 0, 1 };
  unsigned up = fj_clz64(w);
  Fj128 x = fj_mul64x128_high(w << up, fj_pow10[p - FJ_POW10_FIRST]);
  unsigned top = (unsigned)(x.hi >> 63);
  int exponent = fj_floor_log2_pow10(p) + EXPONENT_BIAS + 63 + (int)top - (int)up;
  unsigned drop = 9 + top; /* bits after the one that decides rounding */
  uint64_t kept;
  if (FJ_UNLIKELY(exponent <= 0)) { /* subnormal: fewer bits are kept */
    drop += (unsigned)(1 - exponent);
    exponent = 1;
    if (drop > 63) return r;
  }
  kept = x.hi >> drop;
  /* The hidden bit is the highest of kept >> 1, and adds 1 to the exponent. */
  r.floor = ((uint64_t)(exponent - 1) << FRACTION_BITS) + (kept >> 1);
  r.bits = r.floor + (kept & 1);
  r.decided = !(kept & 1) || x.lo != 0 || kept << drop != x.hi;
  if (FJ_UNLIKELY(r.floor >= INFINITY_BITS)) {
    r.floor = r.bits = INFINITY_BITS;
    r.decided = 1;
  }
  return r;
}

/* -- The text ----------------------------------------------------------------------------- */

/* A number's text: its digits from the first nonzero one, as an integer * 10^exponent.  A
** point may be among them. */
typedef struct Token {
  const char *first, *last; /* last is after the last digit */
  const char *end;
  int64_t exponent;
  unsigned minus;
  int whole; /* neither point nor exponent */
} Token;

/* Exponents are limited to this: no text is long enough to compensate for it. */
#define EXPONENT_MAX INT64_C(100000000000000000)

/* The end of the digits at p. */
static const char *skip_digits(const char *p, const char *limit) {
  while (limit - p >= 8) {
    uint64_t others = fj_no_digits(fj_load64_le(p) ^ FJ_ASCII_ZEROS);
    if (others != 0) return p + (fj_ctz64(others) >> 3);
    p += 8;
  }
  while (p < limit && is_digit(p)) p++;
  return p;
}

/* p is after the 'e'.  Each scanner returns NULL if the text is wrong, at t->end. */
static const char *scan_exponent(const char *p, const char *limit, Token *t) {
  int64_t e = 0;
  int negative = p < limit && *p == '-';
  if (p < limit && (*p == '-' || *p == '+')) p++;
  t->end = p;
  if (p == limit || !is_digit(p)) return NULL;
  for (; p < limit && is_digit(p); p++)
    if (e < EXPONENT_MAX) e = e * 10 + (*p - '0');
  t->exponent += negative ? -e : e;
  return p;
}

static const char *scan_fraction(const char *p, const char *limit, Token *t) {
  const char *end = skip_digits(p, limit);
  t->end = end;
  t->last = end;
  t->exponent = p - end;
  return end == p ? NULL : end;
}

static const char *scan_whole(const char *p, const char *limit, Token *t) {
  t->end = t->first = p;
  if (p == limit || !is_digit(p)) return NULL;
  t->last = p = *p == '0' ? p + 1 : skip_digits(p, limit);
  t->exponent = 0;
  t->end = p;
  return p < limit && is_digit(p) ? NULL : p;
}

static const char *scan(const char *p, const char *limit, Token *t) {
  t->minus = *p == '-';
  p = scan_whole(p + t->minus, limit, t);
  if (p == NULL || p == limit) return p;
  t->whole = *p != '.' && (*p | 32) != 'e';
  if (*p == '.') p = scan_fraction(p + 1, limit, t);
  if (p != NULL && p < limit && (*p | 32) == 'e') p = scan_exponent(p + 1, limit, t);
  return p;
}

/* Drops leading zeros. */
static void drop_leading(Token *t) {
  while (t->first < t->last && (*t->first == '0' || *t->first == '.')) t->first++;
}

/* Drops trailing zeros. */
static void drop_trailing(Token *t) {
  while (t->first < t->last && (t->last[-1] == '0' || t->last[-1] == '.'))
    t->exponent += *--t->last == '0';
}

/* The number of up to `most` digits at *p; moves *p past them and a point. */
static uint64_t take_digits(const char **p, const char *last, int most) {
  uint64_t w = 0;
  for (; *p < last && most > 0; ++*p)
    if (**p != '.') w = w * 10 + (uint64_t)(**p - '0'), most--;
  return w;
}

/* The number of digits at p. */
static int64_t count_digits(const char *p, const char *last) {
  return last - p - (memchr(p, '.', (size_t)(last - p)) != NULL);
}

/* -- Exact comparison with a midpoint ----------------------------------------------------- */

#define BIG_WORDS  64 /* the largest: 770 digits, or 5^1094 and a midpoint: below 2^2650 */
#define BIG_DIGITS 768 /* one more than any midpoint has */

typedef struct Big {
  uint64_t word[BIG_WORDS]; /* lowest first; the last one is not 0 */
  int n;
} Big;

static void big_set(Big *b, uint64_t v) {
  b->word[0] = v;
  b->n = v != 0;
}

/* b = b * factor + more */
static void big_multiply(Big *b, uint64_t factor, uint64_t more) {
  int i;
  for (i = 0; i < b->n; i++) {
    Fj128 product = fj_mul64(b->word[i], factor);
    b->word[i] = product.lo + more;
    more = product.hi + (b->word[i] < more);
  }
  if (more != 0) b->word[b->n++] = more;
}

static void big_multiply_pow5(Big *b, int64_t n) {
  for (; n >= 27; n -= 27) big_multiply(b, UINT64_C(7450580596923828125), 0);
  for (; n > 0; n--) big_multiply(b, 5, 0);
}

static void big_multiply_pow2(Big *b, int64_t n) {
  int words = (int)(n >> 6);
  if (b->n == 0) return;
  big_multiply(b, UINT64_C(1) << (n & 63), 0);
  memmove(b->word + words, b->word, (size_t)b->n * sizeof *b->word);
  memset(b->word, 0, (size_t)words * sizeof *b->word);
  b->n += words;
}

static int big_compare(const Big *a, const Big *b) {
  int i;
  if (a->n != b->n) return a->n < b->n ? -1 : 1;
  for (i = a->n; i-- > 0;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

/* The digits of t, and its exponent in *p.  If there are too many, one digit 1 replaces
** the rest, which are not all zeros, because the last digit is not 0. */
static void big_of_digits(Big *b, const Token *t, int64_t *p) {
  const char *at = t->first;
  int64_t digits = count_digits(at, t->last);
  int left = digits < BIG_DIGITS ? (int)digits : BIG_DIGITS;
  big_set(b, 0);
  *p = t->exponent + digits - left;
  while (left > 0) {
    int take = left < WORD_DIGITS ? left : WORD_DIGITS;
    big_multiply(b, fj_pow10_u64[take], take_digits(&at, t->last, take));
    left -= take;
  }
  if (at < t->last) {
    big_multiply(b, 10, 1);
    *p -= 1;
  }
}

/* The midpoint of the double with these bits and the next one, as an integer (twice the
** double's, plus 1) and the power of two *q. */
static uint64_t midpoint(uint64_t bits, int64_t *q) {
  uint64_t c = bits & (HIDDEN_BIT - 1);
  int biased = (int)(bits >> FRACTION_BITS);
  if (biased > 0) c |= HIDDEN_BIT;
  *q = (biased > 0 ? biased : 1) - EXPONENT_BIAS - FRACTION_BITS - 1;
  return 2 * c + 1;
}

/* The number is between the double `floor` and the next one; returns the nearest. */
static FJ_NOINLINE uint64_t decide(const Token *t, uint64_t floor) {
  Big number, middle;
  int64_t p, q;
  int order;
  big_of_digits(&number, t, &p);
  big_set(&middle, midpoint(floor, &q));
  big_multiply_pow5(p < 0 ? &middle : &number, p < 0 ? -p : p);
  big_multiply_pow2(p < q ? &middle : &number, p < q ? q - p : p - q);
  order = big_compare(&number, &middle);
  return floor + (order > 0 || (order == 0 && (floor & 1)));
}

/* The bits of the double nearest to t's number. */
static uint64_t round_token(Token *t) {
  const char *at = t->first;
  uint64_t w;
  int64_t p;
  Nearest low, high;
  drop_trailing(t);
  w = take_digits(&at, t->last, WORD_DIGITS);
  p = t->exponent + count_digits(at, t->last);
  if (w == 0 || p < FJ_POW10_FIRST) return 0;
  if (p >= INFINITE_POWER) return INFINITY_BITS;
  low = high = nearest(w, (int)p);
  if (at < t->last) high = nearest(w + 1, (int)p);
  if (low.decided && high.decided && low.bits == high.bits) return low.bits;
  return decide(t, low.floor);
}

void fj_read_number_any(const char *p, const char *limit, FjNumber *out) {
  Token t;
  t.whole = 1;
  out->end = scan(p, limit, &t);
  if (out->end == NULL) {
    put_bad(out, t.end);
    return;
  }
  drop_leading(&t);
  if (t.whole && t.last - t.first <= WORD_DIGITS) {
    const char *at = t.first;
    if (put_int(out, take_digits(&at, t.last, WORD_DIGITS), t.minus)) return;
  }
  put_double(out, round_token(&t), t.minus, t.whole && t.first < t.last);
}

/* -- Nearly all numbers ------------------------------------------------------------------- */

/* Appends the digits before the first of `others` to w. */
FJ_INLINE const char *take_some(const char *p, uint64_t digits, uint64_t others,
                                uint64_t *w) {
  unsigned bit = fj_ctz64(others), n = bit >> 3;
  *w = *w * fj_pow10_u64[n] + fj_value8(fj_digits_before(digits, bit));
  return p + n;
}

/* Appends up to 23 digits at p to w and returns their end; reads at most 24 bytes.  NULL
** if there are more. */
FJ_INLINE const char *take_run(const char *p, uint64_t *w) {
  uint64_t digits = fj_load64_le(p) ^ FJ_ASCII_ZEROS, others = fj_no_digits(digits);
  if (others != 0) return take_some(p, digits, others, w);
  *w = *w * UINT64_C(100000000) + fj_value8(digits);
  digits = fj_load64_le(p + 8) ^ FJ_ASCII_ZEROS;
  others = fj_no_digits(digits);
  if (FJ_LIKELY(others != 0)) return take_some(p + 8, digits, others, w);
  *w = *w * UINT64_C(100000000) + fj_value8(digits);
  digits = fj_load64_le(p + 16) ^ FJ_ASCII_ZEROS;
  others = fj_no_digits(digits);
  return others == 0 ? NULL : take_some(p + 16, digits, others, w);
}

/* Reads an exponent of up to four digits at p, after the 'e': its end, else NULL. */
FJ_INLINE const char *take_exponent(const char *p, int *power) {
  const char *stop;
  int e = 0, negative = *p == '-';
  p += *p == '-' || *p == '+';
  if (!is_digit(p)) return NULL;
  for (stop = p + 4; p < stop && is_digit(p); p++) e = e * 10 + (*p - '0');
  *power += negative ? -e : e;
  return is_digit(p) ? NULL : p;
}

/* The bits that nearest() returns, for nearly all numbers; else UNDECIDED. */
#define UNDECIDED UINT64_MAX

FJ_INLINE uint64_t nearest_normal(uint64_t w, int p) {
  unsigned up = fj_clz64(w);
  Fj128 x = fj_mul64x128_high(w << up, fj_pow10[p - FJ_POW10_FIRST]);
  unsigned top = (unsigned)(x.hi >> 63), drop = 9 + top;
  /* One less, because the hidden bit adds 1. */
  unsigned exponent = (unsigned)fj_floor_log2_pow10(p) + EXPONENT_BIAS + 62 + top - up;
  uint64_t kept = x.hi >> drop;
  if (FJ_UNLIKELY(exponent >= 2045)) return UNDECIDED;
  if (x.lo == 0 && x.hi << (63 - drop) == UINT64_C(1) << 63) return UNDECIDED;
  return ((uint64_t)exponent << FRACTION_BITS) + (kept >> 1) + (kept & 1);
}

/* Stores w * 10^power, including the exponent at `at`. */
static FJ_NOINLINE void put_scaled(const char *p, const char *limit, FjNumber *out,
                                   const char *at, uint64_t w, int power) {
  uint64_t bits = UNDECIDED;
  at = take_exponent(at + 1, &power);
  if (at != NULL && w != 0 && power >= FJ_POW10_FIRST && power < INFINITE_POWER)
    bits = nearest_normal(w, power);
  if (FJ_UNLIKELY(bits == UNDECIDED)) {
    fj_read_number_any(p, limit, out);
    return;
  }
  out->end = at;
  put_double(out, bits, *p == '-', 0);
}

/* Appends up to 11 digits at p to w, which has eight. */
FJ_INLINE const char *take_whole(const char *p, uint64_t *w) {
  uint64_t digits = fj_load64_le(p) ^ FJ_ASCII_ZEROS, others = fj_no_digits(digits);
  const char *stop = p + WORD_DIGITS - 8;
  if (others != 0) return take_some(p, digits, others, w);
  *w = *w * UINT64_C(100000000) + fj_value8(digits);
  for (p += 8; p < stop && is_digit(p); p++) *w = *w * 10 + (uint64_t)(*p - '0');
  return p;
}

void fj_read_number_whole(const char *p, const char *limit, FjNumber *out, const char *at,
                          uint64_t w) {
  unsigned minus = *p == '-';
  if (FJ_UNLIKELY(limit - at < ROOM)) goto any;
  at = take_whole(at, &w);
  if (FJ_UNLIKELY(is_digit(at))) goto any;
  if (FJ_UNLIKELY(*at == '.')) {
    fj_read_number_point(p, limit, out, at, w);
    return;
  }
  if (FJ_UNLIKELY((*at | 32) == 'e')) {
    put_scaled(p, limit, out, at, w, 0);
    return;
  }
  if (FJ_LIKELY(w <= INT64_MAX)) {
    out->kind = FJ_NUM_INT;
    out->i = (int64_t)((w ^ (0 - (uint64_t)minus)) + minus);
    out->end = at;
    return;
  }
any:
  fj_read_number_any(p, limit, out);
}

/* The number of leading zeros among the eight digits at p. */
FJ_INLINE unsigned leading_zeros8(const char *p) {
  return fj_ctz64((fj_load64_le(p) ^ FJ_ASCII_ZEROS) | UINT64_C(1) << 63) >> 3;
}

void fj_read_number_point(const char *p, const char *limit, FjNumber *out, const char *at,
                          uint64_t w) {
  unsigned minus = *p == '-';
  const char *digits = at + 1;
  uint64_t bits = 0, whole = w;
  if (FJ_UNLIKELY(*at != '.')) {
    fj_read_number_whole(p, limit, out, at, w);
    return;
  }
  if (FJ_UNLIKELY(limit - at < ROOM)) goto any;
  at = take_run(digits, &w);
  if (FJ_UNLIKELY(at == NULL || at == digits)) goto any;
  /* Leading zeros do not count. */
  if (FJ_UNLIKELY(at - (p + minus) > WORD_DIGITS + 1) &&
      (whole != 0 || at - digits - leading_zeros8(digits) > WORD_DIGITS))
    goto any;
  if (FJ_UNLIKELY((*at | 32) == 'e')) {
    put_scaled(p, limit, out, at, w, (int)(digits - at));
    return;
  }
  if (FJ_LIKELY(w != 0)) bits = nearest_normal(w, (int)(digits - at));
  if (FJ_UNLIKELY(bits == UNDECIDED)) goto any;
  out->kind = FJ_NUM_DOUBLE;
  out->d = double_of(bits, minus);
  out->end = at;
  return;
any:
  fj_read_number_any(p, limit, out);
}

void fj_read_number_minus(const char *p, const char *limit, FjNumber *out) {
  if (FJ_UNLIKELY(limit - p < FJ_READ_SHORT) || !is_digit(p + 1))
    fj_read_number_any(p, limit, out);
  else
    fj_read_number_signed(p, limit, out, 1);
}

/* -- The slow twin ------------------------------------------------------------------------ */

/* 0.d1d2d3... * 10^point, exactly; d1 is not 0. */
typedef struct Decimal {
  char digit[1200];
  int n;
  int64_t point;
} Decimal;

/* Nine digits each, lowest first. */
typedef struct Billions {
  uint32_t word[130];
  int n;
} Billions;

static void billions_multiply(Billions *b, uint32_t factor) {
  uint64_t more = 0;
  int i;
  for (i = 0; i < b->n; i++) {
    more += (uint64_t)b->word[i] * factor;
    b->word[i] = (uint32_t)(more % 1000000000);
    more /= 1000000000;
  }
  if (more != 0) b->word[b->n++] = (uint32_t)more;
}

static void decimal_of_billions(Decimal *d, const Billions *b) {
  int i, k;
  d->n = 0;
  for (i = b->n; i-- > 0;) {
    uint32_t power = 100000000;
    for (k = 0; k < 9; k++, power /= 10) {
      char digit = (char)(b->word[i] / power % 10);
      if (d->n > 0 || digit != 0) d->digit[d->n++] = digit;
    }
  }
  d->point += d->n;
}

/* c * 2^q, which is c * 5^-q * 10^q */
static void decimal_of(Decimal *d, uint64_t c, int q) {
  Billions b;
  int i;
  for (b.n = 0; c != 0; c /= 1000000000) b.word[b.n++] = (uint32_t)(c % 1000000000);
  for (i = 0; i < q; i++) billions_multiply(&b, 2);
  for (i = 0; i > q; i--) billions_multiply(&b, 5);
  d->point = q < 0 ? q : 0;
  decimal_of_billions(d, &b);
}

/* Compares t's number with a decimal, digit by digit; t's first digit is not 0. */
static int slow_compare(const Token *t, const Decimal *d) {
  const char *at;
  int64_t point = t->exponent;
  int i = 0;
  for (at = t->first; at < t->last; at++) point += *at != '.';
  if (d->n == 0 || point != d->point) return d->n == 0 || point > d->point ? 1 : -1;
  for (at = t->first; at < t->last; at++) {
    int ours = *at - '0', theirs = i < d->n ? d->digit[i] : 0;
    if (*at == '.') continue;
    if (ours != theirs) return ours < theirs ? -1 : 1;
    i++;
  }
  for (; i < d->n; i++)
    if (d->digit[i] != 0) return -1;
  return 0;
}

/* Compares it with the double of `bits`, or with the midpoint above that. */
static int slow_compare_double(const Token *t, uint64_t bits, int above) {
  Decimal d;
  int64_t q;
  uint64_t c = midpoint(bits, &q);
  decimal_of(&d, above ? c : c - 1, (int)q);
  return slow_compare(t, &d);
}

static uint64_t slow_round(const Token *t) {
  uint64_t low = 0, high = INFINITY_BITS; /* low <= number < high, or infinite */
  int order;
  while (high - low > 1) {
    uint64_t middle = low + (high - low) / 2;
    if (slow_compare_double(t, middle, 0) < 0)
      high = middle;
    else
      low = middle;
  }
  order = slow_compare_double(t, low, 1);
  return low + (order > 0 || (order == 0 && (low & 1)));
}

/* Does the whole number of t fit int64?  Compares texts. */
static int slow_int(const Token *t, FjNumber *out) {
  const char *most = t->minus ? "9223372036854775808" : "9223372036854775807";
  const char *at;
  int64_t n = t->last - t->first;
  if (n > 19 || (n == 19 && memcmp(t->first, most, 19) > 0)) return 0;
  if (n == 0 && t->minus) return 0;
  out->kind = FJ_NUM_INT;
  out->i = 0;
  for (at = t->first; at < t->last; at++)
    out->i = t->minus ? out->i * 10 - (*at - '0') : out->i * 10 + (*at - '0');
  return 1;
}

/* Skips one or more digits at p.  NULL if there is none, at *bad. */
static const char *slow_digits(const char *p, const char *limit, const char **bad) {
  *bad = p;
  if (p >= limit || *p < '0' || *p > '9') return NULL;
  while (p < limit && *p >= '0' && *p <= '9') p++;
  return p;
}

static const char *slow_scan(const char *p, const char *limit, Token *t,
                             const char **bad) {
  int64_t e = 0, sign = 1;
  t->exponent = 0;
  t->whole = 1;
  t->minus = *p == '-';
  p += t->minus;
  t->first = p;
  if ((p = slow_digits(p, limit, bad)) == NULL) return NULL;
  if (*t->first == '0' && p > t->first + 1) {
    *bad = t->first + 1;
    return NULL;
  }
  t->last = p;
  if (p < limit && *p == '.') {
    t->whole = 0;
    if ((p = slow_digits(p + 1, limit, bad)) == NULL) return NULL;
    t->exponent = t->last + 1 - p;
    t->last = p;
  }
  while (t->first < t->last && (*t->first == '0' || *t->first == '.')) t->first++;
  if (p == limit || (*p != 'e' && *p != 'E')) return p;
  t->whole = 0;
  p++;
  if (p < limit && (*p == '+' || *p == '-')) sign = *p++ == '-' ? -1 : 1;
  t->end = p;
  if ((p = slow_digits(p, limit, bad)) == NULL) return NULL;
  for (; t->end < p; t->end++)
    if (e < EXPONENT_MAX) e = e * 10 + (*t->end - '0');
  t->exponent += sign * e;
  return p;
}

void fj_read_slow(const char *p, const char *limit, FjNumber *out) {
  const char *bad;
  Token t;
  out->end = slow_scan(p, limit, &t, &bad);
  if (out->end == NULL) {
    put_bad(out, bad);
    return;
  }
  if (t.whole && slow_int(&t, out)) return;
  put_double(out, t.first == t.last ? 0 : slow_round(&t), t.minus,
             t.whole && t.first < t.last);
}

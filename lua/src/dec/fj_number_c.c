/*
** fj_number_c.c - numbers as strtod reads them in the C locale, whatever the locale is: what
** drop-ins accept that JSON has not.
** Owns: the grammar of C's numbers (C11 7.22.1.3).  Must not know: which of them mean what to
** whom, but for c_numbers.
** Invariant: correctly rounded, because decimal numbers are brought into JSON's form and read by
** fj_read.h, and hexadecimal ones have a power of two (a subnormal one is rounded twice).
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <string.h>

#include "dec/fj_dec.h"

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  c = (char)(c | 32);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Does the text, in any case, begin with the lower case `word`?  Ends at a NUL at the latest. */
static int begins(const char *p, const char *word) {
  for (; *word != 0; p++, word++)
    if ((*p | 32) != *word) return 0;
  return 1;
}

static void set(FjNumber *out, double d, int minus, const char *end) {
  out->kind = FJ_NUM_DOUBLE;
  out->d = minus ? -d : d;
  out->end = end;
}

/* "nan", perhaps with (letters, digits, underscores). */
static const char *nan_end(const char *p) {
  const char *q = p + 3;
  if (*q != '(') return q;
  do q++;
  while (is_digit(*q) || *q == '_' || ((*q | 32) >= 'a' && (*q | 32) <= 'z'));
  return *q == ')' ? q + 1 : p + 3;
}

/* An exponent behind its letter; *p moves behind its digits, if it has any. */
static long exponent(const char **p, const char *limit) {
  const char *q = *p;
  int minus = q < limit && *q == '-';
  long n = 0;
  if (q < limit && (*q == '-' || *q == '+')) q++;
  if (q >= limit || !is_digit(*q)) return 0;
  for (; q < limit && is_digit(*q); q++)
    if (n < 1000000) n = n * 10 + (*q - '0');
  *p = q;
  return minus ? -n : n;
}

/* Behind "0x".  0 = there is no digit.  More digits than 64 bits hold only matter for what is
** lost: the last bit kept stands for it, so that the conversion to double rounds right. */
static int read_hex(const char *p, const char *limit, int minus, FjNumber *out) {
  uint64_t m = 0;
  long scale = 0;
  int any = 0, point = 0;
  for (; p < limit; p++) {
    int digit = hex_digit(*p);
    if (*p == '.' && !point) {
      point = 1;
      continue;
    }
    if (digit < 0) break;
    any = 1;
    if (m >> 60 == 0) {
      m = m << 4 | (uint64_t)digit;
      scale -= point * 4;
    } else {
      m |= digit != 0;
      scale += !point * 4;
    }
  }
  if (!any) return 0;
  out->end = p;
  if (p < limit && (*p | 32) == 'p') {
    const char *q = p + 1;
    scale += exponent(&q, limit);
    if (q != p + 1) out->end = q;
  }
  if (scale > 100000) scale = 100000;
  if (scale < -100000) scale = -100000;
  set(out, ldexp((double)m, (int)scale), minus, out->end);
  return 1;
}

/* The decimal number at p, whose sign is behind it, in JSON's form. */
static int read_decimal(FjDecoder *d, const char *p, int minus, FjNumber *out) {
  const char *limit = d->end, *whole = p, *whole_end, *part, *part_end, *end;
  size_t n;
  char *w;
  while (p < limit && is_digit(*p)) p++;
  whole_end = part = part_end = end = p;
  if (p < limit && *p == '.') {
    part = ++p;
    while (p < limit && is_digit(*p)) p++;
    part_end = p;
    if (part_end == part && whole_end == whole) return 0;
    end = p;
  } else if (whole_end == whole) {
    return 0;
  }
  while (whole < whole_end - 1 && *whole == '0') whole++;
  if (p < limit && (*p | 32) == 'e') {
    const char *q = p + 1;
    exponent(&q, limit);
    if (q != p + 1) end = q;
  }
  n = (size_t)(whole_end - whole) + (size_t)(end - part) + 16;
  if (!fj_buf_reserve(&d->unescaped, &d->alloc, 0, n)) {
    fj_dec_fail(d, FJ_ERR_MEMORY, p);
    return -1;
  }
  w = d->unescaped.base;
  if (minus) *w++ = '-';
  if (whole == whole_end) *w++ = '0';
  memcpy(w, whole, (size_t)(whole_end - whole));
  w += whole_end - whole;
  if (part_end != part) {
    *w++ = '.';
    memcpy(w, part, (size_t)(part_end - part));
    w += part_end - part;
  }
  memcpy(w, part_end, (size_t)(end - part_end));
  w += end - part_end;
  *w = 0;
  fj_read_number_any(d->unescaped.base, w, out);
  /* A point or an exponent's letter makes a float, even without digits behind it. */
  if (out->kind == FJ_NUM_INT && whole_end < limit &&
      (*whole_end == '.' || (*whole_end | 32) == 'e')) {
    out->kind = FJ_NUM_DOUBLE;
    out->d = (double)out->i;
  }
  out->end = end;
  return 1;
}

/* Is this what c_numbers = "some" leaves out? */
static int is_odd(const char *p) {
  if (*p == '+') return 1;
  if (*p == '-') p++;
  if (*p == '0') return (p[1] | 32) == 'x' || is_digit(p[1]);
  return begins(p, "inf") || begins(p, "nan");
}

int fj_dec_number_c(FjDecoder *d, const char *p, FjNumber *out) {
  const char *q = p;
  int minus = *q == '-', found;
  if (d->opt->c_numbers == FJ_C_NUMBERS_SOME && (is_odd(p) || *p > '9'))
    return fj_dec_fail(d, FJ_ERR_NUMBER_SYNTAX, p);
  if (*q == '-' || *q == '+') q++;
  if (begins(q, "inf")) {
    set(out, HUGE_VAL, minus, q + (begins(q, "infinity") ? 8 : 3));
    return 1;
  }
  if (begins(q, "nan")) {
    set(out, (double)NAN, minus, nan_end(q));
    return 1;
  }
  if (*q == '0' && (q[1] | 32) == 'x' && read_hex(q + 2, d->end, minus, out)) return 1;
  found = read_decimal(d, q, minus, out);
  if (found < 0) return 0;
  return found ? 1 : fj_dec_fail(d, FJ_ERR_NUMBER_SYNTAX, p);
}

/*
** fj_utf8_impl.h — UTF-8 validation in blocks, on those that a kernel loads anyway.
** Owns: the state between blocks.
** Must not know: escaping, instruction sets.
** Invariant: after all blocks, the last one padded with ASCII, fj_utf8_bad tells whether
** anything was ill-formed.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each instruction set.
*/

#ifdef FJ_BLOCK_LOOKUP

enum {
  FJ_UTF8_SHORT = 1,      /* lead, then no continuation */
  FJ_UTF8_LONG = 2,       /* ASCII, then a continuation */
  FJ_UTF8_OVER3 = 4,      /* E0, then 80-9F */
  FJ_UTF8_LARGE = 8,      /* F4, then 90-BF; F5-FF, then 90-BF */
  FJ_UTF8_SURROGATE = 16, /* ED, then A0-BF */
  FJ_UTF8_OVER2 = 32,     /* C0 or C1, then a continuation */
  FJ_UTF8_OVER4 = 64,     /* F0, then 80-8F; F5-FF, then 80-8F */
  FJ_UTF8_TWO = 128,      /* two continuations */
  FJ_UTF8_ANY = FJ_UTF8_SHORT | FJ_UTF8_LONG | FJ_UTF8_TWO
};

/* Indexed by the first byte's high and low nibble and the second byte's high nibble. */
static const uint8_t fj_utf8_first_high[16] = {
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_LONG,
  FJ_UTF8_TWO,
  FJ_UTF8_TWO,
  FJ_UTF8_TWO,
  FJ_UTF8_TWO,
  FJ_UTF8_SHORT | FJ_UTF8_OVER2,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT | FJ_UTF8_OVER3 | FJ_UTF8_SURROGATE,
  FJ_UTF8_SHORT | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
};

static const uint8_t fj_utf8_first_low[16] = {
  FJ_UTF8_ANY | FJ_UTF8_OVER2 | FJ_UTF8_OVER3 | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_OVER2,
  FJ_UTF8_ANY,
  FJ_UTF8_ANY,
  FJ_UTF8_ANY | FJ_UTF8_LARGE,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4 | FJ_UTF8_SURROGATE,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
  FJ_UTF8_ANY | FJ_UTF8_LARGE | FJ_UTF8_OVER4,
};

static const uint8_t fj_utf8_second_high[16] = {
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_LONG | FJ_UTF8_TWO | FJ_UTF8_OVER2 | FJ_UTF8_OVER3 | FJ_UTF8_OVER4,
  FJ_UTF8_LONG | FJ_UTF8_TWO | FJ_UTF8_OVER2 | FJ_UTF8_OVER3 | FJ_UTF8_LARGE,
  FJ_UTF8_LONG | FJ_UTF8_TWO | FJ_UTF8_OVER2 | FJ_UTF8_SURROGATE | FJ_UTF8_LARGE,
  FJ_UTF8_LONG | FJ_UTF8_TWO | FJ_UTF8_OVER2 | FJ_UTF8_SURROGATE | FJ_UTF8_LARGE,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
  FJ_UTF8_SHORT,
};

typedef struct FjUtf8 {
  FjBlock error;  /* not zero: something was ill-formed */
  FjBlock before; /* the previous block, if not ASCII; else any that ends whole */
  FjBlock open;   /* not zero: `before` ends inside a sequence */
} FjUtf8;

FJ_INLINE FjUtf8 fj_utf8_start(void) {
  FjUtf8 u = { fj_block_zero(), fj_block_zero(), fj_block_zero() };
  return u;
}

/* A block of ASCII. */
FJ_INLINE FjUtf8 fj_utf8_ascii(FjUtf8 u) {
  u.error = fj_block_or(u.error, u.open);
  return u;
}

/* A block of any bytes.  The version without a byte shuffle uses `s` and `left`. */
FJ_INLINE FjUtf8 fj_utf8_block(FjUtf8 u, FjBlock v, const char *s, size_t left) {
  (void)s, (void)left;
  FjBlock first = fj_block_shift_in(v, u.before, 1);
  FjBlock pair =
      fj_block_and(fj_block_and(fj_block_pick(fj_utf8_first_high, fj_block_high4(first)),
                                fj_block_pick(fj_utf8_first_low, fj_block_low4(first))),
                   fj_block_pick(fj_utf8_second_high, fj_block_high4(v)));
  /* Bit 7 if a lead of three is two bytes before, or a lead of four three before. */
  FjBlock third = fj_block_minus(fj_block_shift_in(v, u.before, 2), fj_bytes.below3);
  FjBlock fourth = fj_block_minus(fj_block_shift_in(v, u.before, 3), fj_bytes.below4);
  FjBlock must = fj_block_and(fj_block_or(third, fourth), fj_block_const(fj_bytes.bit7));
  u.error = fj_block_or(u.error, fj_block_xor(must, pair));
  u.open = fj_block_minus(v, fj_bytes.last + 64 - FJ_BLOCK_WIDTH);
  u.before = v;
  return u;
}

FJ_INLINE int fj_utf8_bad(FjUtf8 u) {
  return !fj_block_is_zero(fj_block_or(u.error, u.open));
}

#  if FJ_BLOCK_WIDTH == FJ_VEC_WIDTH
/* A short string, padded with ASCII, whose only bytes to check are non-ASCII.  Returns
** `end`, or NULL if it is ill-formed. */
FJ_HIDDEN char *fj_utf8_short(char *end, FjBlock v) {
  return fj_utf8_bad(fj_utf8_block(fj_utf8_start(), v, NULL, 0)) ? NULL : end;
}
#  endif

#else

/* Without a byte shuffle: at the first block that is not ASCII, it and everything
** after it are validated separately, once. */
typedef struct FjUtf8 {
  int seen, bad;
} FjUtf8;

FJ_INLINE FjUtf8 fj_utf8_start(void) {
  FjUtf8 u = { 0, 0 };
  return u;
}

FJ_INLINE FjUtf8 fj_utf8_ascii(FjUtf8 u) {
  return u;
}

FJ_INLINE FjUtf8 fj_utf8_block(FjUtf8 u, FjBlock v, const char *s, size_t left) {
  (void)v;
  if (!u.seen) u.bad = !fj_utf8_valid_words(s, left);
  u.seen = 1;
  return u;
}

FJ_INLINE int fj_utf8_bad(FjUtf8 u) {
  return u.bad;
}

#endif

static FJ_NOINLINE int fj_utf8_valid(const char *s, size_t n) {
  FjUtf8 u = fj_utf8_start();
  for (; n >= FJ_BLOCK_WIDTH; s += FJ_BLOCK_WIDTH, n -= FJ_BLOCK_WIDTH) {
    FjBlock v = fj_block_load(s);
    u = fj_block_any_wide(v) ? fj_utf8_block(u, v, s, n) : fj_utf8_ascii(u);
  }
  if (n > 0) {
    FjBlock v = fj_block_load_part(s, n);
    u = fj_block_any_wide(v) ? fj_utf8_block(u, v, s, n) : fj_utf8_ascii(u);
  }
  return !fj_utf8_bad(u);
}

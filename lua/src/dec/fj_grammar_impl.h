/*
** fj_grammar_impl.h - the grammar of JSON (RFC 8259) over a stream of tokens.
** Owns: what may follow what.  Must not know: what the consumer does with the values.
** isa/ binds it to tokens (FJ_PARSE_INDEXED 1: the structural index; 0: byte by byte; see
** fj_tokens_impl.h) and to a consumer.  FJ_PARSE names the function that is defined,
** FJ_PARSE_ODD its part for odd numbers; FJ_ON(name) names the consumer's operations.
** With FJ_PARSE_CHECKS 1 (indexed only) the consumer gets neither the texts of strings nor
** the values of numbers, and max_string, pair_error and prefix have no effect: the index
** checks escapes, a string is one token, and numbers are only read if they may be odd.
** Each operation returns 0 if it failed:
**
**   int value(d, level, p)              a value begins at p in `level` (NULL: top level):
**                                       FJ_READ; FJ_SKIP (direct tokens: the value is
**                                       neither read nor checked); FJ_STOP
**   int null(d, level), bool(d, b), int(d, i), float(d, x)
**   int bigint(d, p, n, x)              an integer beyond int64: its text, nearest double
**   int string(d, s, n)
**   const char *guess(d, level, s)      the key expected here: its closing quote, or NULL
**   int key(d, level, at, s, n)
**   int open(d), close(d)               the top level, before and after its members
**   int start(d), finish(d)             before and after everything
**
** Consumers: check (fj_check.h), find (fj_find.c), canonical (fj_rewrite.c), capi
** (fj_build_capi.h), raw (fj_build_raw_impl.h).
**
** Wherever a token is expected, `p` is at its first byte, or at the NUL that follows
** every text; `q` is just after the last token.
** SPDX-License-Identifier: MIT
**
** No include guard: bound many times.
*/

#ifndef FJ_PARSE_CHECKS
#  define FJ_PARSE_CHECKS 0
#endif

/* -- Tokens -------------------------------------------------------------------------- */

#if FJ_PARSE_INDEXED

#  define FJ_PARSE_NEXT()            (p = fj_tokens_next(d, &k, &place, &base))
#  define FJ_PARSE_FAIL(code, where) return 0
#  define FJ_PARSE_LOST(code, where) return 0
#  define FJ_PARSE_ALLOWS(name)      0
/* A guessed key ends in a quote and has no backslash. */
#  define FJ_PARSE_PASS_QUOTE() FJ_PARSE_NEXT()
#else
#  define FJ_PARSE_NEXT()                                                                \
    do {                                                                                 \
      p = q;                                                                             \
      if ((unsigned char)*p <= ' ' || FJ_UNLIKELY(*p == '/')) p = fj_dec_skip(d, p);     \
    } while (0)
#  define FJ_PARSE_FAIL(code, where) return fj_dec_fail(d, FJ_ERR_##code, where)
#  define FJ_PARSE_LOST(code, where) return fj_dec_lost(d, FJ_ERR_##code, where)
#  define FJ_PARSE_ALLOWS(name)      (d->opt->name)
#  define FJ_PARSE_PASS_QUOTE()      q++
#endif

/* Fails: `code` says what was expected, but something else was found, or the end. */
#define FJ_PARSE_WRONG(code, where)                                                      \
  do {                                                                                   \
    if ((where) >= end) {                                                                \
      fj_dec_fail(d, FJ_ERR_END, end);                                                   \
      FJ_PARSE_LOST(code, end);                                                          \
    }                                                                                    \
    FJ_PARSE_FAIL(code, where);                                                          \
  } while (0)

/* Where a number or a literal may end; a NUL inside the text does not end it. */
#define FJ_PARSE_ENDS(where)                                                             \
  ((fj_dec_classes[(unsigned char)*(where)] & FJ_DEC_ENDS) || (where) == end ||          \
   FJ_PARSE_ALLOWS(loose_ends) || (FJ_PARSE_ALLOWS(comments) && *(where) == '/'))

#define FJ_PARSE_LITERAL(text, length)                                                   \
  do {                                                                                   \
    q = fj_dec_literal(p, text);                                                         \
    if (q - p != length || !FJ_PARSE_ENDS(q)) {                                          \
      fj_dec_fail(d, q >= end ? FJ_ERR_END : FJ_ERR_LITERAL, q >= end ? end : q);        \
      FJ_PARSE_LOST(VALUE, p);                                                           \
    }                                                                                    \
  } while (0)

/* The same for true, false and null, whose first byte is known, in one comparison. */
#define FJ_PARSE_WORD(text, length)                                                      \
  do {                                                                                   \
    q = p + length;                                                                      \
    if (FJ_UNLIKELY(end - p < length) ||                                                 \
        FJ_UNLIKELY(memcmp(q - 4, &text[length - 4], 4) != 0 || !FJ_PARSE_ENDS(q)))      \
      FJ_PARSE_LITERAL(text, length);                                                    \
  } while (0)

#if FJ_PARSE_CHECKS
#  define FJ_PARSE_STRING() (s = p, n = 0, q = p + 1, 1)
#elif FJ_PARSE_INDEXED
#  define FJ_PARSE_STRING() fj_tokens_string(d, p, &q, &s, &n, &k, &place, &base)
#else
#  define FJ_PARSE_STRING() fj_tokens_string_direct(d, p, &q, &s, &n)
#endif

static int FJ_PARSE_ODD(FjDecoder *d, const char *p, FjNumber *number) {
  const char *const end = d->end;
  int is_integer =
      number->kind == FJ_NUM_BIGINT || (number->kind == FJ_NUM_HUGE && number->i != 0);
  if (number->kind == FJ_NUM_BAD) {
    if (!FJ_PARSE_ALLOWS(nan) || p[1] != 'I') FJ_PARSE_WRONG(NUMBER_SYNTAX, number->end);
    number->end = fj_dec_literal(p + 1, "Infinity");
    if (number->end - p != 9 || !FJ_PARSE_ENDS(number->end))
      FJ_PARSE_WRONG(LITERAL, number->end);
    number->d = -HUGE_VAL;
    return FJ_ON(float)(d, number->d);
  }
  if (is_integer && d->opt->bigint == FJ_BIGINT_ERROR) FJ_PARSE_FAIL(BIGINT, p);
  if (number->kind == FJ_NUM_HUGE && d->opt->huge_inf && !is_integer)
    return FJ_ON(float)(d, number->d);
  if (number->kind == FJ_NUM_HUGE && d->opt->bigint == FJ_BIGINT_CDATA)
    FJ_PARSE_FAIL(NUMBER_RANGE, p); /* cdata holds at most 20 digits */
  if (is_integer && d->opt->bigint != FJ_BIGINT_FLOAT)
    return FJ_ON(bigint)(d, p, (size_t)(number->end - p), number->d);
  if (number->kind == FJ_NUM_HUGE && !d->opt->huge_inf) FJ_PARSE_FAIL(NUMBER_RANGE, p);
  return FJ_ON(float)(d, number->d);
}

/* -- Grammar ------------------------------------------------------------------------- */

static int FJ_PARSE(FjDecoder *d) {
  const char *const end = d->end;
  const char *p, *q = d->start;
  const char *s;
  size_t n;
  FjLevel *level = NULL;
  FjNumber number;
  int wanted;
#if FJ_PARSE_INDEXED
  FjTokens k;
  const uint16_t *place = k.places;
  const char *base = NULL;
  k.index = fj_index_start();
  k.flags = FJ_PARSE_CHECKS ? FJ_INDEX_ESCAPES : FJ_INDEX_STRINGS;
  k.end = k.places;
  k.from = 0;
#endif
  if (!FJ_ON(start)(d)) return 0;
  FJ_PARSE_NEXT();

value: /* at p */
  wanted = FJ_ON(value)(d, level, p);
  if (wanted == FJ_STOP) return 0;
#if !FJ_PARSE_INDEXED
  if (wanted == FJ_SKIP) {
    q = fj_tokens_skip(p, end);
    goto value_done;
  }
#endif
  switch (*p) {
  case '"':
    if (!FJ_PARSE_STRING() || !FJ_ON(string)(d, s, n)) FJ_PARSE_LOST(VALUE, p);
    break;
  case '-':
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9':
#if FJ_PARSE_CHECKS
    /* Integers of so many digits fit: the first of them whose type is not a double, the
    ** others in a double. */
    q = fj_index_number_end(p, end,
                            fj_fits_integer(INT64_C(999999999999999999)) ? 18 : 15);
    if (FJ_LIKELY(q != NULL)) {
      if (!FJ_PARSE_ENDS(q)) return 0;
      break;
    }
#endif
    fj_read_number(p, end, &number);
    q = number.end;
    if (FJ_PARSE_ALLOWS(c_numbers) &&
        (number.kind == FJ_NUM_BAD ||
         !((fj_dec_classes[(unsigned char)*q] & FJ_DEC_ENDS) || q == end)))
      goto c_number;
    if (FJ_UNLIKELY(!FJ_PARSE_ENDS(q)) && number.kind != FJ_NUM_BAD) {
      fj_dec_fail(d, FJ_ERR_NUMBER_SYNTAX, q);
      FJ_PARSE_LOST(VALUE, p);
    }
  number_read:
    if (FJ_UNLIKELY(number.kind == FJ_NUM_INT && !fj_fits_integer(number.i))) {
      number.kind = FJ_NUM_BIGINT;
      number.d = (double)number.i;
    }
    if (FJ_UNLIKELY((number.kind == FJ_NUM_DOUBLE || number.kind == FJ_NUM_BIGINT) &&
                    !fj_fits_number(number.d))) {
      number.i = number.kind == FJ_NUM_BIGINT;
      number.kind = FJ_NUM_HUGE;
      number.d = number.d < 0 ? -HUGE_VAL : HUGE_VAL;
    }
    if (FJ_LIKELY(number.kind == FJ_NUM_INT)) {
      if (!FJ_ON(int)(d, number.i)) return 0;
    } else if (FJ_LIKELY(number.kind == FJ_NUM_DOUBLE)) {
      if (FJ_UNLIKELY(d->opt->minus_zero) && number.d == 0 && q - p == 2) {
        if (!FJ_ON(int)(d, 0)) return 0;
      } else if (!FJ_ON(float)(d, number.d)) {
        return 0;
      }
    } else {
      if (!FJ_PARSE_ODD(d, p, &number)) FJ_PARSE_LOST(VALUE, p);
      q = number.end;
    }
    break;
  case '{':
  case '[':
    q = p + 1;
    if (!fj_dec_deeper(d, p, *p == '{')) return 0;
    if (!FJ_ON(open)(d)) return 0;
    level = &d->levels[d->depth - 1];
    FJ_PARSE_NEXT();
    if (level->is_object) {
      if (*p != '}') goto key;
    } else {
      if (*p != ']') goto value;
    }
    goto close;
  case 't':
    FJ_PARSE_WORD("true", 4);
    if (!FJ_ON(bool)(d, 1)) return 0;
    break;
  case 'f':
    FJ_PARSE_WORD("false", 5);
    if (!FJ_ON(bool)(d, 0)) return 0;
    break;
  case 'n':
    if (FJ_PARSE_ALLOWS(c_numbers) && (p[1] | 32) == 'a') goto c_number;
    FJ_PARSE_WORD("null", 4);
    if (!FJ_ON(null)(d, level)) return 0;
    break;
  default:
    if (FJ_PARSE_ALLOWS(nan) && *p == 'N') {
      FJ_PARSE_LITERAL("NaN", 3);
      if (!FJ_ON(float)(d, (double)NAN)) return 0;
      break;
    }
    if (FJ_PARSE_ALLOWS(nan) && *p == 'I') {
      FJ_PARSE_LITERAL("Infinity", 8);
      if (!FJ_ON(float)(d, HUGE_VAL)) return 0;
      break;
    }
    if (FJ_PARSE_ALLOWS(c_numbers) && (*p == '+' || (*p | 32) == 'i' || *p == 'N')) {
    c_number:
      if (!fj_dec_number_c(d, p, &number)) FJ_PARSE_LOST(VALUE, p);
      q = number.end;
      goto number_read;
    }
    FJ_PARSE_WRONG(VALUE, p);
  }

value_done: /* a value is complete; q is just after it */
  if (level == NULL) goto finish;
  level->count++;
  FJ_PARSE_NEXT();
  if (*p == ',') {
    q = p + 1;
    FJ_PARSE_NEXT();
    if (level->is_object) {
      if (FJ_PARSE_ALLOWS(trailing_commas) && *p == '}') goto close;
      goto key;
    }
    if (FJ_PARSE_ALLOWS(trailing_commas) && *p == ']') goto close;
    goto value;
  }
  if (level->is_object) {
    if (*p != '}') FJ_PARSE_WRONG(OBJECT_NEXT, p);
  } else {
    if (*p != ']') FJ_PARSE_WRONG(ARRAY_NEXT, p);
  }

close: /* at its bracket */
  q = p + 1;
  if (!FJ_ON(close)(d)) return 0;
  d->depth--;
  level = d->depth == 0 ? NULL : &d->levels[d->depth - 1];
  goto value_done;

key: /* at p */
  level->key = p;
  if (FJ_UNLIKELY(*p != '"')) FJ_PARSE_WRONG(OBJECT_KEY, p);
  if (FJ_UNLIKELY(++d->keys > d->opt->max_keys)) FJ_PARSE_FAIL(MAX_KEYS, p);
  q = FJ_ON(guess)(d, level, p + 1);
  if (q != NULL && FJ_LIKELY((size_t)(q - p - 1) <= d->opt->max_string)) {
    FJ_PARSE_PASS_QUOTE();
  } else if (!FJ_PARSE_STRING() || !FJ_ON(key)(d, level, p, s, n)) {
    FJ_PARSE_LOST(OBJECT_KEY, p);
  }
  FJ_PARSE_NEXT();
  if (FJ_UNLIKELY(*p != ':')) FJ_PARSE_WRONG(COLON, p);
  q = p + 1;
  FJ_PARSE_NEXT();
  goto value;

finish:
  d->at = q;
  if (d->opt->prefix) return FJ_ON(finish)(d);
  FJ_PARSE_NEXT();
  if (p != end) FJ_PARSE_FAIL(TRAILING, p);
#if FJ_PARSE_INDEXED
  if (k.index.control != FJ_INDEX_NONE || k.index.bad_utf8 != FJ_INDEX_NONE) return 0;
  if (FJ_PARSE_CHECKS && (k.index.low != 0 || k.index.in_string)) return 0;
#endif
  return FJ_ON(finish)(d);
}

#undef FJ_PARSE_NEXT
#undef FJ_PARSE_FAIL
#undef FJ_PARSE_LOST
#undef FJ_PARSE_ALLOWS
#undef FJ_PARSE_WRONG
#undef FJ_PARSE_PASS_QUOTE
#undef FJ_PARSE_STRING
#undef FJ_PARSE_ENDS
#undef FJ_PARSE_LITERAL
#undef FJ_PARSE_WORD
#undef FJ_PARSE
#undef FJ_PARSE_ODD
#undef FJ_PARSE_INDEXED
#undef FJ_PARSE_CHECKS

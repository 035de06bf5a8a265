/*
** fj_tokens_impl.h - the tokens of the grammar, from the index or direct (byte by byte).
** Owns: the places of the index, strings, skipping.  Must not know: the grammar.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each instruction set; with FJ_TOKENS_PLAIN, in plain C
** and byte by byte, by a consumer in one file: its operations, this header, the grammar.
*/

#ifdef FJ_TOKENS_PLAIN

/* The first quote or backslash at or after p, or limit, eight bytes at a time.  A
** match sets its highest bit in one of two terms; otherwise only bytes after one do. */
FJ_INLINE const char *fj_tokens_string_end(const char *p, const char *limit) {
  const uint64_t each = UINT64_C(0x0101010101010101);
  for (; limit - p >= 8; p += 8) {
    uint64_t x = fj_load64_le(p), quote = x ^ 0x22 * each, slash = x ^ 0x5C * each;
    uint64_t found = ((quote - each) & ~quote) | ((slash - each) & ~slash);
    if ((found &= 0x80 * each) != 0) return p + fj_ctz64(found) / 8;
  }
  while (p < limit && *p != '"' && *p != '\\') p++;
  return p;
}

#  define fj_index_string_end fj_tokens_string_end
#  define FJ_PARSE_INDEXED    0

#else

typedef struct FjTokens {
  FjIndex index;
  unsigned flags; /* of the index */
  const uint16_t *end;
  size_t from;
  uint16_t places[FJ_INDEX_PLACES];
} FjTokens;

/* Reads the next batch that has tokens.  After the last, and at an error in a string,
** the only token is the end of the text.  Returns what places are counted from. */
static FJ_NOINLINE const char *fj_tokens_refill(FjDecoder *d, FjTokens *k) {
  size_t len = (size_t)(d->end - d->start), from, n, count = 0;
  uint64_t words[FJ_INDEX_BATCH];
  fj_gc_more(&d->pace, 0);
  do {
    from = k->from;
    if (from >= len) goto end;
    n = fj_index_batch(&k->index, d->start, len, from, words, k->flags);
    if (k->index.control != FJ_INDEX_NONE || k->index.bad_utf8 != FJ_INDEX_NONE) goto end;
    count = fj_index_places(words, n, k->places);
    k->from = from + n * FJ_INDEX_BLOCK;
  } while (count == 0);
  k->end = k->places + count;
  return d->start + from;
end:
  k->places[0] = 0;
  k->end = k->places + 1;
  k->from = len;
  return d->end;
}

/* Decodes the escapes of the string at *s, whose closing quote is at `close`. */
static FJ_NOINLINE int fj_tokens_unescape(FjDecoder *d, FjUtf8Mode bytes, const char **s,
                                          size_t *n, const char *close) {
  size_t room = (size_t)(close - *s);
  char *end = NULL;
  if (FJ_UNLIKELY(d->unescaped.cap < room + FJ_WRITE_SLACK) &&
      !fj_buf_reserve(&d->unescaped, &d->alloc, 0, room))
    return fj_dec_fail(d, FJ_ERR_MEMORY, *s);
  if (FJ_LIKELY(!d->opt->pair_error))
    end = fj_unescape_text(d->unescaped.base, *s, close, d->end);
  if (FJ_UNLIKELY(end == NULL)) return fj_dec_unescape(d, bytes, *s, s, n, &close);
  *s = d->unescaped.base;
  *n = (size_t)(end - *s);
  return 1;
}

/* The next token. */
FJ_INLINE const char *fj_tokens_next(FjDecoder *d, FjTokens *k, const uint16_t **place,
                                     const char **base) {
  if (FJ_UNLIKELY(*place == k->end)) {
    *base = fj_tokens_refill(d, k);
    *place = k->places;
  }
  return *base + *(*place)++;
}

/* Reads the string at p, quotes included: sets s and n to its text and q to its end. */
FJ_INLINE int fj_tokens_string(FjDecoder *d, const char *p, const char **q,
                               const char **s, size_t *n, FjTokens *k,
                               const uint16_t **place, const char **base) {
  const char *stop = fj_tokens_next(d, k, place, base);
  *s = p + 1;
  *n = (size_t)(stop - *s);
  if (FJ_UNLIKELY(*stop != '"')) {
    while (*stop == '\\') stop = fj_tokens_next(d, k, place, base);
    if (*stop != '"' || !fj_tokens_unescape(d, FJ_UTF8_PASS, s, n, stop)) return 0;
  }
  *q = stop + 1;
  return *n <= d->opt->max_string;
}

#endif

#ifdef FJ_TOKENS_PLAIN
#  define fj_tokens_escapes fj_dec_unescape
#else
/* Reads a string with escapes for direct tokens, see fj_dec_unescape.  Before that, the
** text between quotes is checked as if it had none. */
static FJ_NOINLINE int fj_tokens_escapes(FjDecoder *d, FjUtf8Mode bytes, const char *p,
                                         const char **s, size_t *n, const char **q) {
  const char *close = *q;
  while (d->end - close >= 2 && *close == '\\')
    close = fj_index_string_end(close + 2, d->end);
  if (*close != '"' || !fj_dec_is_text(d, p, (size_t)(close - p)))
    return fj_dec_unescape(d, bytes, p, s, n, q);
  *q = close;
  return fj_tokens_unescape(d, bytes, s, n, close);
}
#endif

/* The same for direct tokens. */
FJ_INLINE int fj_tokens_string_direct(FjDecoder *d, const char *p, const char **q,
                                      const char **s, size_t *n) {
  *s = p + 1;
  *q = fj_index_string_end(*s, d->end);
  if (FJ_LIKELY(**q == '"')) {
    *n = (size_t)(*q - *s);
    if (!fj_dec_text(d, s, n)) return 0;
  } else if (!fj_tokens_escapes(d, d->opt->utf8, p + 1, s, n, q)) {
    return 0;
  }
  ++*q;
  if (FJ_UNLIKELY(*n > d->opt->max_string)) return fj_dec_fail(d, FJ_ERR_MAX_STRING, p);
  return 1;
}

/* The end of the value at p; looks only at brackets and strings.  For an invalid text
** the result is meaningless, but nothing beyond the text is read. */
static FJ_UNUSED const char *fj_tokens_skip(const char *p, const char *end) {
  size_t depth = 0;
  if (p < end && !(fj_dec_classes[(unsigned char)*p] & FJ_DEC_NESTS)) {
    while (p < end && !(fj_dec_classes[(unsigned char)*p] & FJ_DEC_ENDS)) p++;
    return p;
  }
  do {
    while (p < end && !(fj_dec_classes[(unsigned char)*p] & FJ_DEC_NESTS)) p++;
    if (p >= end) return end;
    if (*p == '[' || *p == '{') {
      depth++;
    } else if (*p == '"') {
      while ((p = fj_index_string_end(p + 1, end)) < end && *p == '\\') p++;
      if (p >= end) return end;
    } else {
      depth--;
    }
    p++;
  } while (depth != 0);
  return p;
}

/*
** fj_index_impl.h — the structural index, built from blocks of 64 bytes.
** After Geoff Langdale and Daniel Lemire, "Parsing Gigabytes of JSON per Second", The
** VLDB Journal 28 (6), 2019: classes of bytes as bit sets, strings as a prefix sum of
** quotes.
** Owns: the loop over blocks and the state that one block passes to the next.
** Must not know: the instruction set.  It uses FjIndexBlock (64 bytes), fj_index_load,
** fj_index_masks, fj_index_inside; with FJ_BLOCK_LOOKUP fj_index_validate; with
** FJ_INDEX_PUT_PLACES fj_index_put_places.
** Invariant: reads text[from..len) and, if from > 0, the block before; the last block is
** padded with spaces.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each instruction set.
*/

#define FJ_ODD_BITS UINT64_C(0xAAAAAAAAAAAAAAAA)

/* The bytes that a backslash escapes, backslashes included.  In a run of backslashes,
** every other one begins an escape, from the first on.  If that one is at an even place,
** these are the even places, and else the odd ones: the subtraction flips the odd bits
** between them and the end of a run that begins at an odd place. */
FJ_INLINE uint64_t fj_index_escaped(uint64_t backslash, uint64_t *carry) {
  uint64_t run = backslash & ~*carry; /* an escaped backslash begins no run */
  uint64_t begun = ((run << 1 | FJ_ODD_BITS) - run) ^ FJ_ODD_BITS;
  uint64_t escaped = begun ^ (backslash | *carry);
  *carry = (begun & backslash) >> 63;
  return escaped;
}

/* Checks the escapes whose second bytes are at `places`, counted from `at`; the value of
** x->low before and after it. */
static FJ_NOINLINE size_t fj_index_escapes(size_t low, uint64_t places, const char *text,
                                           size_t len, size_t at) {
  for (; places != 0; places &= places - 1) {
    size_t i = at + fj_ctz64(places);
    uint8_t letter;
    uint32_t code = 0;
    if (i >= len) break; /* the text ends in the string */
    letter = fj_unescape_letter[(uint8_t)text[i]];
    if (letter == FJ_UNESCAPE_U)
      code = len - i < FJ_UNESCAPE_LENGTH - 1 ? 0x10000 : fj_unescape_hex4(text + i + 1);
    if (letter == 0 || code > 0xFFFF || low != (code - 0xDC00 < 0x400 ? i : 0))
      return FJ_INDEX_NONE;
    low = code - 0xD800 < 0x400 ? i + FJ_UNESCAPE_LENGTH : 0;
  }
  return low;
}

/* The bits of one block.  `bad` collects control characters in strings, `escaped` is what
** follows a backslash in them. */
FJ_INLINE uint64_t fj_index_step(FjIndex *x, const FjMasks *m, uint64_t *bad,
                                 uint64_t *escaped, uint64_t strings) {
  uint64_t quote = m->quote, inside, scalar, start;
  *escaped = 0;
  if (FJ_UNLIKELY((m->backslash | x->escaped) != 0)) {
    *escaped = fj_index_escaped(m->backslash, &x->escaped);
    quote &= ~*escaped;
    x->backslashes |= m->backslash;
  }
  /* From an opening quote to the byte before the closing one. */
  inside = fj_index_inside(quote) ^ x->in_string;
  x->in_string = (uint64_t)((int64_t)inside >> 63);
  scalar = ~(m->op | m->space | inside | quote);
  start = scalar & ~(scalar << 1 | x->scalar);
  x->scalar = scalar >> 63;
  *bad |= m->control & inside;
  *escaped &= inside;
  return (m->op & ~inside) | (quote & (inside | strings)) |
         (m->backslash & inside & strings) | start;
}

/* The first control character in a string of the batch, which has one; x is the state
** before it. */
static FJ_COLD size_t fj_index_control_at(FjIndex x, const char *text, size_t from) {
  for (;; from++) {
    if ((uint8_t)text[from] < 0x20 && x.in_string) return from;
    if (text[from] == '"' && !x.escaped) x.in_string = ~x.in_string;
    x.escaped = text[from] == '\\' && !x.escaped;
  }
}

/* ---- UTF-8, validated for each batch ---- */

#ifdef FJ_BLOCK_LOOKUP
typedef FjUtf8 FjIndexUtf8;

/* The state after the previous block; an open sequence is known to continue correctly. */
FJ_INLINE FjIndexUtf8 fj_index_utf8_start(const char *text, size_t from) {
  FjUtf8 u = fj_utf8_start();
  if (from > 0) u.before = fj_block_load(text + from - FJ_BLOCK_WIDTH);
  return u;
}

FJ_INLINE FjIndexUtf8 fj_index_utf8_step(FjIndexUtf8 u, const FjIndexBlock *block,
                                         uint64_t wide) {
  return wide ? fj_index_validate(u, block) : fj_utf8_ascii(u);
}

/* If the batch is well-formed, only the rest of its last sequence can be wrong. */
static size_t fj_index_utf8_end(FjIndexUtf8 u, const char *text, size_t len, size_t from,
                                size_t to) {
  if (FJ_LIKELY(!fj_utf8_bad(u))) return FJ_INDEX_NONE;
  if (fj_block_is_zero(u.error)) from = to - 1; /* anywhere in the batch */
  return fj_bytes_utf8_at(text, len, from, to);
}
#else
typedef uint64_t FjIndexUtf8;

FJ_INLINE FjIndexUtf8 fj_index_utf8_start(const char *text, size_t from) {
  (void)text, (void)from;
  return 0;
}

FJ_INLINE FjIndexUtf8 fj_index_utf8_step(FjIndexUtf8 u, const FjIndexBlock *block,
                                         uint64_t wide) {
  (void)block;
  return u | wide;
}

FJ_INLINE int fj_index_goes_on(const char *text, size_t len, size_t i) {
  return i < len && ((uint8_t)text[i] & 0xC0) == 0x80;
}

/* Without a byte shuffle, a batch that is not ASCII is validated separately, including
** the whole of the sequences at both ends. */
static size_t fj_index_utf8_end(FjIndexUtf8 u, const char *text, size_t len, size_t from,
                                size_t to) {
  size_t first = from, end = to;
  if (FJ_LIKELY(u == 0)) return FJ_INDEX_NONE;
  while (first > 0 && from - first < 4 && fj_index_goes_on(text, len, first)) first--;
  while (end < to + 3 && fj_index_goes_on(text, len, end)) end++;
  if (fj_utf8_valid_words(text + first, end - first)) return FJ_INDEX_NONE;
  return fj_bytes_utf8_at(text, len, from, to);
}
#endif

/* What a run of blocks is indexed with. */
typedef struct FjIndexRun {
  const char *text;
  size_t len;
  uint64_t bad;
  uint64_t strings; /* all ones: FJ_INDEX_STRINGS */
  int utf8, escapes;
} FjIndexRun;

/* The block at text[at], or a copy of it at s. */
FJ_INLINE uint64_t fj_index_block(FjIndex *x, FjIndexUtf8 *u, FjIndexRun *r,
                                  const char *s, size_t at) {
  FjIndexBlock block = fj_index_load(s);
  FjMasks m = fj_index_masks(&block);
  uint64_t escaped, word = fj_index_step(x, &m, &r->bad, &escaped, r->strings);
  if (r->escapes && FJ_UNLIKELY(escaped != 0))
    x->low = fj_index_escapes(x->low, escaped, r->text, r->len, at);
  if (r->utf8) *u = fj_index_utf8_step(*u, &block, m.wide);
  return word;
}

FJ_INLINE size_t fj_index_run(FjIndex *state, const char *text, size_t len, size_t from,
                              uint64_t *words, uint64_t strings, int utf8, int escapes) {
  FjIndex x = *state;
  FjIndexRun r = { text, len, 0, strings, utf8, escapes };
  FjIndexUtf8 u = fj_index_utf8_start(text, from);
  size_t left = len - from, n = left / FJ_INDEX_BLOCK, i, at = from;
  if (n > FJ_INDEX_BATCH) n = FJ_INDEX_BATCH;
  x.backslashes = 0;
  for (i = 0; i < n; i++, at += FJ_INDEX_BLOCK)
    words[i] = fj_index_block(&x, &u, &r, text + at, at);
  left -= n * FJ_INDEX_BLOCK;
  if (n < FJ_INDEX_BATCH && left > 0) {
    char part[FJ_INDEX_BLOCK];
    memset(part, ' ', sizeof part);
    memcpy(part, text + at, left);
    words[i++] = fj_index_block(&x, &u, &r, part, at);
  }
  if (utf8) {
    size_t to = from + i * FJ_INDEX_BLOCK;
    x.bad_utf8 = fj_index_utf8_end(u, text, len, from, to < len ? to : len);
  }
  if (FJ_UNLIKELY(r.bad != 0) && x.control == FJ_INDEX_NONE)
    x.control = fj_index_control_at(*state, text, from);
  *state = x;
  return i;
}

/* Parsers use two sets of flags: for these they are constants. */
static FJ_NOINLINE size_t fj_index_batch(FjIndex *x, const char *text, size_t len,
                                         size_t from, uint64_t *words, unsigned flags) {
  uint64_t strings = flags & FJ_INDEX_STRINGS ? ~UINT64_C(0) : 0;
  int utf8 = !(flags & FJ_INDEX_NO_UTF8) && x->bad_utf8 == FJ_INDEX_NONE;
  if (utf8 && flags == FJ_INDEX_STRINGS)
    return fj_index_run(x, text, len, from, words, ~UINT64_C(0), 1, 0);
  if (utf8 && flags == FJ_INDEX_ESCAPES)
    return fj_index_run(x, text, len, from, words, 0, 1, 1);
  return fj_index_run(x, text, len, from, words, strings, utf8,
                      (flags & FJ_INDEX_ESCAPES) != 0);
}

#ifndef FJ_INDEX_PUT_PLACES
/* Stores the places of a word's bits, counted from `base`, at `at`; returns the end. */
FJ_INLINE uint16_t *fj_index_put_places(uint16_t *at, uint64_t bits, unsigned base) {
  for (; bits != 0; bits &= bits - 1) *at++ = (uint16_t)(base + fj_ctz64(bits));
  return at;
}
#endif

static FJ_NOINLINE size_t fj_index_places(const uint64_t *words, size_t n,
                                          uint16_t *places) {
  uint16_t *at = places;
  size_t i = 0;
  for (; n - i >= 4; i += 4) {
    const uint64_t *four = words + i;
    if ((four[0] | four[1] | four[2] | four[3]) == 0) continue; /* in a long string */
    for (unsigned k = 0; k < 4; k++)
      at = fj_index_put_places(at, four[k], (unsigned)(i + k) * FJ_INDEX_BLOCK);
  }
  for (; i < n; i++) at = fj_index_put_places(at, words[i], (unsigned)i * FJ_INDEX_BLOCK);
  return (size_t)(at - places);
}

/* ---- The ends of strings and numbers ---- */

/* The first `"` or `\` at or after p, or limit. */
FJ_INLINE const char *fj_index_string_end(const char *p, const char *limit) {
  while (FJ_LIKELY(limit - p >= FJ_VEC_WIDTH)) {
    size_t i = fj_vec_string_end(fj_vec_load(p));
    p += i;
    if (FJ_LIKELY(i < FJ_VEC_WIDTH)) return p;
  }
  while (p < limit && *p != '"' && *p != '\\') p++;
  return p;
}

/* The first byte at or after p that is no digit, or NULL: it may be close to the limit. */
FJ_INLINE const char *fj_index_digits_end(const char *p, const char *limit) {
  for (; FJ_LIKELY(limit - p >= FJ_VEC_WIDTH); p += FJ_VEC_WIDTH) {
    uint64_t others = fj_vec_no_digits(fj_vec_load(p));
    if (FJ_LIKELY(others != 0)) return p + (fj_ctz64(others) >> FJ_VEC_STEP);
  }
  return NULL;
}

/* The end of the number at p, which is only checked.  NULL: it may be wrong, or has an
** exponent or more than `most` digits before the point. */
FJ_INLINE const char *fj_index_number_end(const char *p, const char *limit, int most) {
  const char *first = p + (*p == '-');
  p = fj_index_digits_end(first, limit);
  if (FJ_UNLIKELY(p == NULL) || (size_t)(p - first) - 1 >= (size_t)most ||
      (*first == '0' && p - first > 1))
    return NULL;
  if (*p == '.') {
    const char *point = p;
    p = fj_index_digits_end(point + 1, limit);
    if (FJ_UNLIKELY(p == NULL) || p == point + 1) return NULL;
  }
  return (*p | 32) == 'e' ? NULL : p;
}

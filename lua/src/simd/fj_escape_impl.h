/*
** fj_escape_impl.h — copies, escapes and validates strings of any length.
** Owns: the loops over blocks.  A clean block costs a load, a test and a store.
** Must not know: the instruction set (it uses the fj_block_* vocabulary).
** Invariants: no byte at or past s + n is read, except in its page.  A block of `len`
** bytes moves w by at most FJ_ESCAPE_MAX * len; fewer than FJ_WRITE_SLACK bytes are
** stored past it.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each instruction set.
*/

/* ---- The inlined part ---- */

/* E0: a plain copy. */
FJ_INLINE char *fj_escape_put_raw(char *w, const char *s, size_t n) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) {
    fj_vec_store(w, fj_vec_load_short(s, n));
    return w + n;
  }
  return fj_escape_copy(w, s, n);
}

/* Mode json; returns NULL for ill-formed UTF-8. */
FJ_INLINE char *fj_escape_put_json(char *w, const char *s, size_t n) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) {
    FjVec v = fj_vec_load_short(s, n);
    uint32_t dirty = fj_vec_dirty_json(v, n);
    fj_vec_store(w, v);
    if (FJ_LIKELY(dirty == 0)) return w + n;
    return fj_escape_short_json(w, v, s, n, dirty);
  }
  return fj_escape_json(w, s, n);
}

/* Any mode; returns NULL if s is ill-formed and `e` makes that an error. */
FJ_INLINE char *fj_escape_put_any(char *w, const char *s, size_t n, const FjEscape *e) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n))) {
    FjVec v = fj_vec_load_short(s, n);
    FjVec kind = fj_vec_class(v, e);
    uint32_t dirty = fj_vec_dirty(kind, n);
    fj_vec_store(w, v);
    if (FJ_LIKELY(dirty == 0)) return w + n;
    return fj_escape_short_any(w, v, kind, s, n, e, dirty);
  }
  return fj_escape_any(w, s, n, e);
}

/* ---- A few stops in a vector ---- */

/* Escapes a few bytes, ASCII or passed, without vectors and without a branch for each:
** copies each byte's text whole, then advances by its length. */
FJ_INLINE char *fj_escape_spell(char *w, const char *s, size_t len, const FjEscape *e) {
  for (size_t i = 0; i < len; i++) {
    const uint8_t *text = e->text[(uint8_t)s[i]];
    memcpy(w, text, sizeof(FjEscapeText));
    w += text[FJ_ESCAPE_LENGTH];
  }
  return w;
}

FJ_INLINE int fj_escape_stops_ok(const char *s) {
  return !FJ_ASAN && ((uintptr_t)s & 4095) <= 4096 - 2 * FJ_VEC_WIDTH;
}

/* Writes s[0..n), n up to the width; escapes those in `stops` (ASCII, at least one). */
FJ_INLINE char *fj_escape_stops(char *w, const char *s, size_t n, uint32_t stops,
                                const FjEscape *e) {
  size_t done = 0;
  do {
    size_t i = (size_t)fj_ctz64(stops);
    const uint8_t *text = e->text[(uint8_t)s[i]];
    fj_vec_store(w, fj_vec_load(s + done));
    w += i - done;
    memcpy(w, text, sizeof(FjEscapeText));
    w += text[FJ_ESCAPE_LENGTH];
    done = i + 1;
    stops &= stops - 1;
  } while (stops);
  fj_vec_store(w, fj_vec_load(s + done));
  return w + n - done;
}

/* ---- Any length ---- */

/* Writes a block that is already stored unescaped. */
FJ_INLINE char *fj_escape_block(char *w, FjBlock v, const char *s, size_t len,
                                const FjEscape *e) {
  uint64_t stops = fj_block_stops(v, e);
  if (FJ_LIKELY(stops == 0)) return w + len;
  return fj_block_expand(w, v, stops, s, len, e);
}

/* Modes that only change ASCII: E1 to E4, and json if the string is known to be
** well-formed or ill-formed UTF-8 is passed. */
static FJ_NOINLINE char *fj_escape_plain(char *w, const char *s, size_t n,
                                         const FjEscape *e) {
  for (; n >= FJ_BLOCK_WIDTH; s += FJ_BLOCK_WIDTH, n -= FJ_BLOCK_WIDTH) {
    FjBlock v = fj_block_load(s);
    fj_block_store(w, v);
    w = fj_escape_block(w, v, s, FJ_BLOCK_WIDTH, e);
  }
  if (n == 0) return w;
  FjBlock v = fj_block_load_part(s, n);
  fj_block_store(w, v);
  return fj_escape_block(w, v, s, n, e);
}

/* A block of mode json: loads it once, validates and escapes it. */
FJ_INLINE char *fj_escape_json_block(char *w, FjBlock v, const char *s, size_t left,
                                     FjUtf8 *u) {
  size_t len = left < FJ_BLOCK_WIDTH ? left : FJ_BLOCK_WIDTH;
  fj_block_store(w, v);
  if (FJ_LIKELY(fj_block_clean_json(v))) {
    *u = fj_utf8_ascii(*u);
    return w + len;
  }
  *u = fj_block_any_wide(v) ? fj_utf8_block(*u, v, s, left) : fj_utf8_ascii(*u);
  uint64_t stops = fj_block_stops_json(v);
  if (FJ_LIKELY(stops == 0)) return w + len;
  return fj_block_expand(w, v, stops, s, len, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_PASS));
}

static FJ_NOINLINE char *fj_escape_json_blocks(char *w, const char *s, size_t n) {
  FjUtf8 u = fj_utf8_start();
  for (; n >= FJ_BLOCK_WIDTH; s += FJ_BLOCK_WIDTH, n -= FJ_BLOCK_WIDTH)
    w = fj_escape_json_block(w, fj_block_load(s), s, n, &u);
  if (n > 0) w = fj_escape_json_block(w, fj_block_load_part(s, n), s, n, &u);
  return fj_utf8_bad(u) ? NULL : w;
}

/* Writes a clean string as one or two overlapping vectors; saves the loop, 1 ns. */
static FJ_NOINLINE char *fj_escape_json(char *w, const char *s, size_t n) {
  if (n >= FJ_VEC_WIDTH && n <= 2 * FJ_VEC_WIDTH) {
    FjVec first = fj_vec_load(s), last = fj_vec_load(s + n - FJ_VEC_WIDTH);
    fj_vec_store(w, first);
    fj_vec_store(w + n - FJ_VEC_WIDTH, last);
    if (!(fj_vec_dirty_json(first, FJ_VEC_WIDTH) | fj_vec_dirty_json(last, FJ_VEC_WIDTH)))
      return w + n;
#ifdef FJ_BLOCK_MEDIUM
    return fj_block_medium_json(w, s, n);
#endif
  }
  return fj_escape_json_blocks(w, s, n);
}

/* Writes one byte that needs attention and the sequence that it begins.  Returns the
** number of bytes read, or 0 if they are an error. */
static size_t fj_escape_stop(char **w, const char *s, size_t n, const FjEscape *e) {
  const uint8_t *text = e->text[(uint8_t)*s];
  FjRune rune = fj_utf8_decode(s, n);
  if ((uint8_t)*s < 0x80) {
    memcpy(*w, text, sizeof(FjEscapeText));
    *w += text[FJ_ESCAPE_LENGTH];
  } else if (rune.code != FJ_UTF8_BAD || e->utf8 == FJ_UTF8_REPLACE) {
    *w = fj_escape_rune(*w, rune.code, e);
  } else if (e->utf8 == FJ_UTF8_PASS) {
    memcpy(*w, s, rune.length);
    *w += rune.length;
  } else {
    return 0;
  }
  return rune.length;
}

/* If ill-formed bytes are passed: does this stop begin a sequence that is not changed?
** The classes only see one byte, and few code points that begin with a stop are
** changed.  These are the UTF-8 forms of the code points in fj_escape_rune. */
static int fj_escape_stays(const char *s, size_t n, const FjEscape *e) {
  uint8_t first = (uint8_t)s[0], second = n > 1 ? (uint8_t)s[1] : 0;
  uint8_t third = n > 2 ? (uint8_t)s[2] : 0;
  if (first < 0x80 || e->utf8 != FJ_UTF8_PASS) return 0;
  if (e->mode == FJ_ESC_HTML)
    return first != 0xE2 || second != 0x80 || (third | 1) != 0xA9;
  if (e->mode != FJ_ESC_WARY) return 0;
  switch (first) {
  case 0xC2: return !(second >= 0x80 && second <= 0x9F) && second != 0xAD;
  case 0xD8: return !(second >= 0x80 && second <= 0x84);
  case 0xDC: return second != 0x8F;
  case 0xE1: return second != 0x9E || (third | 1) != 0xB5;
  case 0xE2:
    return !(second == 0x80 && (third >> 2 == 0x8C >> 2 || third >> 3 == 0xA8 >> 3)) &&
           !(second == 0x81 && third >> 4 == 0xA);
  case 0xEF:
    return !(second == 0xBB && third == 0xBF) && !(second == 0xBF && third >= 0xB0);
  default: return 1;
  }
}

/* Removes unchanged sequences from the stops of a block of `len` bytes, up to the
** first non-ASCII sequence that is changed.  Returns its position, or `len`. */
FJ_INLINE size_t fj_escape_changes(uint64_t *stops, const char *s, size_t len, size_t n,
                                   const FjEscape *e) {
  for (uint64_t rest = *stops; rest != 0; rest &= rest - 1) {
    size_t i = fj_block_first(rest);
    if ((uint8_t)s[i] < 0x80) continue;
    if (!fj_escape_stays(s + i, n - i, e)) {
      *stops &= ((uint64_t)1 << i) - 1;
      return i;
    }
    *stops &= ~((uint64_t)1 << i);
  }
  return len;
}

/* Modes that also change non-ASCII: html, ascii, wary, and any that replaces.  Writes
** whole blocks, or the part before the first change; then one change after another. */
static char *fj_escape_wide(char *w, const char *s, size_t n, const FjEscape *e) {
  while (n > 0) {
    size_t len = n < FJ_BLOCK_WIDTH ? n : FJ_BLOCK_WIDTH, clean = len;
    FjBlock v = len < FJ_BLOCK_WIDTH ? fj_block_load_part(s, len) : fj_block_load(s);
    uint64_t stops = fj_block_stops(v, e);
    fj_block_store(w, v);
    if (stops != 0 && fj_block_any_wide(v))
      clean = fj_escape_changes(&stops, s, len, n, e);
    w = stops == 0 ? w + clean : fj_block_expand(w, v, stops, s, clean, e);
    s += clean, n -= clean;
    if (clean == len) continue;
    do {
      size_t taken = fj_escape_stop(&w, s, n, e);
      if (taken == 0) return NULL;
      s += taken, n -= taken;
    } while (n > 0 && e->low[*s & 15] & e->high[(uint8_t)*s >> 4]);
  }
  return w;
}

static FJ_NOINLINE char *fj_escape_any_blocks(char *w, const char *s, size_t n,
                                              const FjEscape *e) {
  if (e->mode == FJ_ESC_E0) return fj_escape_copy(w, s, n);
  if (e->mode < FJ_ESC_JSON) return fj_escape_plain(w, s, n, e);
  if (e->utf8 == FJ_UTF8_ERROR && e->mode == FJ_ESC_JSON) return fj_escape_json(w, s, n);
  /* Validates in a first pass: no loop is as fast as one that need not decode. */
  if (e->utf8 != FJ_UTF8_PASS) {
    if (fj_utf8_valid(s, n))
      e = fj_escape_get((FjEscapeMode)e->mode, FJ_UTF8_PASS);
    else if (e->utf8 == FJ_UTF8_ERROR)
      return NULL;
    else
      return fj_escape_wide(w, s, n, e);
  }
  return e->mode == FJ_ESC_JSON ? fj_escape_plain(w, s, n, e)
                                : fj_escape_wide(w, s, n, e);
}

static FJ_NOINLINE char *fj_escape_any(char *w, const char *s, size_t n,
                                       const FjEscape *e) {
  if (n >= FJ_VEC_WIDTH && n <= 2 * FJ_VEC_WIDTH) {
    FjVec first = fj_vec_load(s), last = fj_vec_load(s + n - FJ_VEC_WIDTH);
    fj_vec_store(w, first);
    fj_vec_store(w + n - FJ_VEC_WIDTH, last);
    if (!(fj_vec_dirty(fj_vec_class(first, e), FJ_VEC_WIDTH) |
          fj_vec_dirty(fj_vec_class(last, e), FJ_VEC_WIDTH)))
      return w + n;
#ifdef FJ_BLOCK_MEDIUM
    return fj_block_medium_any(w, s, n, e);
#endif
  }
  return fj_escape_any_blocks(w, s, n, e);
}

/* Copies up to four short vectors from both ends, overlapping in the middle; the C
** library copies longer strings. */
static FJ_NOINLINE char *fj_escape_copy(char *w, const char *s, size_t n) {
  if (n < FJ_VEC_WIDTH || n > 4 * FJ_VEC_WIDTH) return (char *)memcpy(w, s, n) + n;
  FjVec first = fj_vec_load(s), last = fj_vec_load(s + n - FJ_VEC_WIDTH);
  if (n > 2 * FJ_VEC_WIDTH) {
    FjVec second = fj_vec_load(s + FJ_VEC_WIDTH),
          third = fj_vec_load(s + n - 2 * FJ_VEC_WIDTH);
    fj_vec_store(w + FJ_VEC_WIDTH, second);
    fj_vec_store(w + n - 2 * FJ_VEC_WIDTH, third);
  }
  fj_vec_store(w, first);
  fj_vec_store(w + n - FJ_VEC_WIDTH, last);
  return w + n;
}

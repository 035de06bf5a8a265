/*
** fj_unescape_impl.h — decodes strings with escapes, whose ends are known, by vectors.
** Owns: short escapes, \uXXXX that stand for characters, copying what is between them.
** Must not know: errors and options: it gives up, and core/fj_unescape.h reads the string.
** Invariants: nothing at or past `limit` is read; at most FJ_WRITE_SLACK bytes after the
** text are overwritten.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once for each instruction set.
*/

/* Decodes the \uXXXX at s and those that follow it; returns its end.  NULL: it is none,
** or stands for a lone surrogate. */
FJ_INLINE const char *fj_unescape_unicode(char **at, const char *s, const char *close) {
  const char *from = s;
  char *w = *at;
  while (close - s >= FJ_UNESCAPE_LENGTH && s[0] == '\\' && s[1] == 'u') {
    uint32_t code = fj_unescape_hex4(s + 2);
    s += FJ_UNESCAPE_LENGTH;
    if (FJ_UNLIKELY(code - 0xD800 >= 0x800 ? code > 0xFFFF : 1)) {
      uint32_t low;
      if (code - 0xD800 >= 0x400 || close - s < FJ_UNESCAPE_LENGTH) return NULL;
      low = fj_unescape_hex4(s + 2) - 0xDC00;
      if (s[0] != '\\' || s[1] != 'u' || low >= 0x400) return NULL;
      code = 0x10000 + ((code - 0xD800) << 10) + low;
      s += FJ_UNESCAPE_LENGTH;
    }
    w = fj_utf8_put(w, code);
  }
  *at = w;
  return s == from ? NULL : s;
}

#ifdef FJ_BLOCK_UNESCAPE

/* Decodes s[0..close - s), a string's text without its quotes, into w, where there is
** room for as many bytes.  Returns the end, or NULL: an escape is wrong or stands for a
** lone surrogate. */
static FJ_NOINLINE char *fj_unescape_text(char *w, const char *s, const char *close,
                                          const char *limit) {
  (void)limit;
  while (s < close) {
    size_t n = (size_t)(close - s), done;
    if (n >= FJ_BLOCK_WIDTH) {
      n = FJ_BLOCK_WIDTH;
      done = fj_block_unescape(&w, fj_block_load(s), n);
    } else {
      done = fj_block_unescape(&w, fj_block_load_part(s, n), n);
    }
    s += done;
    /* Not the first half of an escape that ends in the next block? */
    if (done + 1 < n && (s = fj_unescape_unicode(&w, s, close)) == NULL) return NULL;
  }
  return w;
}

#else

/* What a block reads: an escape at its end and a vector after that. */
#  define FJ_UNESCAPE_READ (2 * FJ_VEC_WIDTH + 1)

/* The same.  Each block is copied; what follows an escape in it is copied again, to its
** place, so no branch depends on the length of the text between escapes. */
static FJ_NOINLINE char *fj_unescape_text(char *w, const char *s, const char *close,
                                          const char *limit) {
  char last[2 * FJ_UNESCAPE_READ];
  while (s < close) {
    uint64_t slashes;
    size_t n, taken = FJ_VEC_WIDTH;
    if (FJ_UNLIKELY(limit - s < FJ_UNESCAPE_READ)) {
      n = (size_t)(close - s);
      memcpy(last, s, n);
      memset(last + n, 0, sizeof last - n);
      s = last;
      close = last + n;
      limit = last + sizeof last;
    }
    fj_vec_store(w, fj_vec_load(s));
    slashes = fj_vec_slashes(fj_vec_load(s));
    if ((size_t)(close - s) < FJ_VEC_WIDTH) {
      taken = (size_t)(close - s);
      slashes &= (UINT64_C(1) << (taken << FJ_VEC_STEP)) - 1;
    }
    while (slashes != 0) {
      size_t i = fj_ctz64(slashes) >> FJ_VEC_STEP;
      uint64_t first = slashes & (0 - slashes);
      uint8_t letter = fj_unescape_letter[(uint8_t)s[i + 1]];
      if (FJ_UNLIKELY(letter <= FJ_UNESCAPE_U)) {
        w += i;
        s = fj_unescape_unicode(&w, s + i, close);
        if (s == NULL) return NULL;
        taken = 0;
        break;
      }
      w[i] = (char)letter;
      fj_vec_store(w + i + 1, fj_vec_load(s + i + 2));
      w--;
      slashes &= ~(first | first << (1 << FJ_VEC_STEP)); /* it may escape another */
      if (i + 2 > taken) taken = i + 2;
    }
    s += taken;
    w += taken;
  }
  return s == close ? w : NULL;
}

#  undef FJ_UNESCAPE_READ
#endif

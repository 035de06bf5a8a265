/*
** fj_stops_impl.h — up to a vector of ASCII with bytes to escape, from stop to stop.
** Owns: the loop.  What lies before a stop is copied by a whole vector, its text by a whole
** word, and lengths say how far to go: nothing depends on what a stop becomes, so that the
** only branch that can be guessed wrong is the one on how many there are.
** Must not know: instruction sets (it speaks fj_v_*).
** Invariant: vectors reach twice their width behind s; where that may be another page, or a
** sanitizer looks, fj_stops_ok is 0.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set.
*/

FJ_INLINE int FJ_ISA(fj_stops_ok)(const char *s) {
  return !FJ_ASAN && ((uintptr_t)s & 4095) <= 4096 - 2 * FJ_V_WIDTH;
}

/* Writes s[0..n), n up to the width, those of `stops` (ASCII ones, not none) escaped. */
FJ_INLINE char *FJ_ISA(fj_stops)(char *w, const char *s, size_t n, uint32_t stops,
                                 const FjEscape *e) {
  size_t done = 0;
  do {
    size_t i = (size_t)__builtin_ctz(stops);
    const uint8_t *text = e->text[(uint8_t)s[i]];
    fj_v_store(w, fj_v_load(s + done));
    w += i - done;
    memcpy(w, text, sizeof(FjEscapeText));
    w += text[FJ_ESCAPE_LENGTH];
    done = i + 1;
    stops &= stops - 1;
  } while (stops);
  fj_v_store(w, fj_v_load(s + done));
  return w + n - done;
}

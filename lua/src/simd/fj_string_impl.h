/*
** fj_string_impl.h — the inlined part of writing a string: the clean short case.
** Owns: what is decided at the call site, in a dozen instructions; all else is a call to
** the out-of-line kernels of the same binding.
** Must not know: which instruction set it is bound to (it speaks the fj_v_* vocabulary).
** Invariant: the caller has 6 * n + FJ_WRITE_SLACK bytes at w; a vector is never wider
** than half of that slack, so it is stored before anyone knows how much of it counts.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set.
*/

#define fj_string_put_raw  FJ_ISA(fj_string_put_raw)
#define fj_string_put_json FJ_ISA(fj_string_put_json)
#define fj_string_put_any  FJ_ISA(fj_string_put_any)

/* Finish a short string, already stored as it is, that is not clean: v holds its bytes,
** `kind` their classes, `dirty` a bit for each that needs attention. */
FJ_HIDDEN char *FJ_ISA(fj_short_json)(char *w, fj_v v, const char *s, size_t n,
                                      uint32_t dirty);
FJ_HIDDEN char *FJ_ISA(fj_short_any)(char *w, fj_v v, fj_v kind, const char *s, size_t n,
                                     const FjEscape *e, uint32_t dirty);

/* E0: a plain copy. */
FJ_INLINE char *fj_string_put_raw(char *w, const char *s, size_t n) {
  if (FJ_LIKELY(fj_v_short_ok(s, n))) {
    fj_v_store(w, fj_v_load_short(s, n));
    return w + n;
  }
  return FJ_ISA(fj_copy)(w, s, n);
}

/* Mode json, ill-formed UTF-8 is an error: NULL. */
FJ_INLINE char *fj_string_put_json(char *w, const char *s, size_t n) {
  if (FJ_LIKELY(fj_v_short_ok(s, n))) {
    fj_v v = fj_v_load_short(s, n);
    uint32_t dirty = fj_v_dirty_json(v, n);
    fj_v_store(w, v);
    if (FJ_LIKELY(dirty == 0)) return w + n;
    return FJ_ISA(fj_short_json)(w, v, s, n, dirty);
  }
  return FJ_ISA(fj_escape_json)(w, s, n);
}

/* Any mode; NULL when `e` makes ill-formed UTF-8 an error and s is. */
FJ_INLINE char *fj_string_put_any(char *w, const char *s, size_t n, const FjEscape *e) {
  if (FJ_LIKELY(fj_v_short_ok(s, n))) {
    fj_v v = fj_v_load_short(s, n);
    fj_v kind = fj_v_class(v, e);
    uint32_t dirty = fj_v_dirty(kind, n);
    fj_v_store(w, v);
    if (FJ_LIKELY(dirty == 0)) return w + n;
    return FJ_ISA(fj_short_any)(w, v, kind, s, n, e, dirty);
  }
  return FJ_ISA(fj_escape_any)(w, s, n, e);
}

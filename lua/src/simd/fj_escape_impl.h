/*
** fj_escape_impl.h — strings of any length: copy, escape, validate.
** SPDX-License-Identifier: MIT
**
** No include guard: bound once an instruction set.
*/

char *FJ_ISA(fj_copy)(char *w, const char *s, size_t n) {
  memcpy(w, s, n);
  return w + n;
}

char *FJ_ISA(fj_escape_any)(char *w, const char *s, size_t n, const FjEscape *e) {
  return fj_escape_slow(w, s, n, e);
}

char *FJ_ISA(fj_escape_json)(char *w, const char *s, size_t n) {
  return FJ_ISA(fj_escape_any)(w, s, n, fj_escape_get(FJ_ESC_JSON, FJ_UTF8_ERROR));
}

int FJ_ISA(fj_utf8_valid)(const char *s, size_t n) {
  return fj_utf8_invalid_at(s, n) == n;
}

char *FJ_ISA(fj_put_raw)(char *w, const char *s, size_t n) {
  return fj_string_put_raw(w, s, n);
}

char *FJ_ISA(fj_put_json)(char *w, const char *s, size_t n) {
  return fj_string_put_json(w, s, n);
}

char *FJ_ISA(fj_put_any)(char *w, const char *s, size_t n, const FjEscape *e) {
  return fj_string_put_any(w, s, n, e);
}

/*
** fj_text.h - strings, keys, numbers and newlines, as the options require.  A function
** that returns NULL has set err (or too_long, where documented).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_TEXT_H
#define FJ_TEXT_H

#include "core/fj_put.h"
#include "enc/fj_enc.h"

/* A finite or non-finite double, as the options require; NULL = error. */
char *fj_text_float(FjEnc *e, char *w, double d);
/* The same, with a fast path for numbers that are printed like %.14g. */
FJ_INLINE char *fj_text_float_rounded(FjEnc *e, char *w, double d) {
  const FjOptions *o = e->opt;
  if (o->float_digits != 0) {
    char *end = fj_put_double_rounded(w, d, o->float_digits, o->digits_more,
                                      o->numbers == FJ_NUMBERS_TOSTRING);
    if (FJ_LIKELY(end != NULL)) return end;
  }
  return fj_text_float(e, w, d);
}
char *fj_text_int(FjEnc *e, char *w, int64_t i);

/* Does an integer keep all its digits when it is rounded like a float?  Knows only the
** case of 14 or more digits, which libraries use. */
FJ_INLINE int fj_text_has_all_digits(const FjOptions *o, int64_t i) {
  return o->float_digits >= 14 && i > -100000000000000 && i < 100000000000000;
}
char *fj_text_nonfinite(FjEnc *e, char *w, double d);

/* A number key as quoted text, without the colon; NULL = error. */
char *fj_text_number_key(FjEnc *e, char *w, const FjFrame *f, int is_int, int64_t i,
                         double d);

/* false, true and null: the texts that vm_literal counts. */
extern const char fj_text_literals[3][8];

/* A quoted string of any length, in pieces that keep the window small.  A value may be
** flushed before its end, a key may not.  NULL = error, or (if too_long is set) only the
** driver can write the value, because flushing it runs Lua code. */
char *fj_text_string(FjEnc *e, char *w, const char *s, size_t n);
char *fj_text_key(FjEnc *e, char *w, const char *s, size_t n);

/* 1 = the table is refused because it has this key; err is set. */
int fj_text_key_refused(FjEnc *e, const char *s, size_t n);

/* Newline and indentation for `level`; NULL = out of memory. */
char *fj_text_newline(FjEnc *e, char *w, size_t level);

/* A key of type `type`, neither string nor number: a text in classic, else an error. */
char *fj_text_other_key(FjEnc *e, char *w, int type, int truth);

/* The classic text for a value of this type, such as "[function]", with quotes. */
const char *fj_text_classic(int type);

#endif

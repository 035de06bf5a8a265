/*
** fj_text.h - strings, keys, numbers and newlines in the forms that options ask for.
** A function that returns NULL has set err, or too_long where that is said.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_TEXT_H
#define FJ_TEXT_H

#include "core/fj_put.h"
#include "enc/fj_enc.h"

/* A finite or non-finite double in the form that the options ask for; NULL = error. */
char *fj_text_float(FjEnc *e, char *w, double d);
/* The same, fast where numbers are printed like %.14g. */
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

/* Does an integer, rounded as floats are, keep all its digits?  Asked for the 14 that libraries
** have. */
FJ_INLINE int fj_text_has_all_digits(const FjOptions *o, int64_t i) {
  return o->float_digits >= 14 && i > -100000000000000 && i < 100000000000000;
}
char *fj_text_nonfinite(FjEnc *e, char *w, double d);

/* Number key as quoted text with its colon left out; NULL = error. */
char *fj_text_number_key(FjEnc *e, char *w, const FjFrame *f, int is_int, int64_t i,
                         double d);

/* A string of any length, between quotes, in pieces that keep the window small.  A value
** may be flushed halfway, a key may not.  NULL = error, or (too_long is set) a value that
** only the driver can write, because flushing it runs Lua code. */
char *fj_text_string(FjEnc *e, char *w, const char *s, size_t n);
char *fj_text_key(FjEnc *e, char *w, const char *s, size_t n);

/* 1 = this key makes its table one that is refused; err is set. */
int fj_text_key_refused(FjEnc *e, const char *s, size_t n);

/* Newline and indentation for `level`; NULL = out of memory. */
char *fj_text_newline(FjEnc *e, char *w, size_t level);

/* A key that is neither string nor number, of type `type`: text in classic, else an error. */
char *fj_text_other_key(FjEnc *e, char *w, int type, int truth);

/* The classic's text of a value of this type, "[function]" and its like, with quotes. */
const char *fj_text_classic(int type);

#endif

/*
** fj_backend_calls.h - what the raw walkers of one layout ask of fj_backend.c.
** SPDX-License-Identifier: MIT
**
** No include guard: included for each layout that is bound.
*/
/* Counts the table's keys and decides its form; ERROR has set err.  Sets f->n to the
** highest index of an array and f->k to the number of its elements in the hash part.
** `verdict` is an FJ_META_*. */
FjForm fj_backend_form(FjEnc *e, FjFrame *f, int verdict);

/* The sparse policy for an array part with a hole below its last element. */
FjForm fj_backend_hole_form(FjEnc *e, FjFrame *f);

/* Whether there is a nil in 1..n of the array part. */
int fj_backend_has_hole(const VmTable *t, size_t n);

/* The outermost array on the path that has a hole which nobody has met yet, made the top
** frame again; NULL = there is none.  Asked before Lua code runs or an error ends the walk,
** because a hole can turn the array into an object or an error; afterwards its table may be
** another.  Nothing that Lua code has seen is taken back: parked arrays are settled.  From the
** first time on, arrays are searched when they are opened, so that this happens once. */
FjFrame *fj_backend_hole_ahead(FjEnc *e);

/* Pushes the entries of a FJ_FRAME_SPARSE or FJ_FRAME_SORTED frame, in output order.
** 0 = error. */
int fj_backend_gather(FjEnc *e, FjFrame *f);

/* The member at f->i of such a frame; *key only of FJ_FRAME_SORTED. */
VmValue fj_backend_next(FjEnc *e, FjFrame *f, VmValue *key);

int fj_backend_verdict(FjEnc *e, const VmTable *metatable);

/* A key that is not a string, between quotes; NULL = error. */
char *fj_backend_key(FjEnc *e, char *w, const FjFrame *f, VmValue key);

/* null, sentinels, the classic texts; NULL when the value needs the driver. */
char *fj_backend_other(FjEnc *e, char *w, VmValue v);

/* Puts the value on the Lua stack for the driver, every raw frame parked. */
FjStep fj_backend_special(FjEnc *e, VmValue v);

/* A parked frame goes on: drops what others left on the Lua stack.  1 = its table has other
** vectors now; sets err. */
int fj_backend_changed(FjEnc *e, const FjFrame *f);

/* Whether unsupported = "skip" drops the value of this key (nil in an array); -1 = error.
** Where Lua code had to be asked, the Lua stack keeps both alive for the walker. */
int fj_backend_skips(FjEnc *e, FjFrame *f, VmValue v, VmValue k);

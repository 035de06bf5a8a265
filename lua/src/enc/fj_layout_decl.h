/*
** fj_layout_decl.h - the cold operations of one layout that its raw walkers call; defined in
** fj_layout_impl.h.  Included once a layout binding, before the body that calls them.
** No include guard: bound once a layout.
** SPDX-License-Identifier: MIT
*/
#define fj_shape_of     FJ_VM(fj_shape_of)
#define fj_hole_policy  FJ_VM(fj_hole_policy)
#define fj_has_hole     FJ_VM(fj_has_hole)
#define fj_hole_ahead   FJ_VM(fj_hole_ahead)
#define fj_gather       FJ_VM(fj_gather)
#define fj_verdict_of   FJ_VM(fj_verdict_of)
#define fj_key_put      FJ_VM(fj_key_put)
#define fj_other_put    FJ_VM(fj_other_put)
#define fj_special_push FJ_VM(fj_special_push)
#define fj_was_changed  FJ_VM(fj_was_changed)
#define fj_ordered_next FJ_VM(fj_ordered_next)
#define fj_skip_value   FJ_VM(fj_skip_value)

/* Counts the table's keys and decides its shape; ERROR has set err.  Sets f->n to the
** highest index of an array and f->k to the number of its elements in the hash part.
** `verdict` is an FJ_META_*. */
FjShape fj_shape_of(FjEnc *e, FjFrame *f, int verdict);

/* The sparse policy for an array part with a hole below its last element. */
FjShape fj_hole_policy(FjEnc *e, FjFrame *f);

/* Whether there is a nil in 1..n of the array part. */
int fj_has_hole(const VmTable *t, size_t n);

/* The outermost array on the path that has a hole which nobody has met yet, made the top
** frame again; NULL = there is none.  Asked before Lua code runs or an error ends the walk,
** because a hole can turn the array into an object or an error; afterwards its table may be
** another.  Nothing that Lua code has seen is taken back: parked arrays are settled.  From the
** first time on, arrays are searched when they are opened, so that this happens once. */
FjFrame *fj_hole_ahead(FjEnc *e);

/* Pushes the entries of a FJ_FRAME_SPARSE or FJ_FRAME_SORTED frame, in output order.
** 0 = error. */
int fj_gather(FjEnc *e, FjFrame *f);

/* The member at f->i of such a frame; *key only of FJ_FRAME_SORTED. */
VmValue fj_ordered_next(FjEnc *e, FjFrame *f, VmValue *key);

int fj_verdict_of(FjEnc *e, const VmTable *metatable);

/* A key that is not a string, between quotes; NULL = error. */
char *fj_key_put(FjEnc *e, char *w, const FjFrame *f, VmValue key);

/* null, sentinels, the classic texts; NULL when the value needs the driver. */
char *fj_other_put(FjEnc *e, char *w, VmValue v);

/* Puts the value on the Lua stack for the driver, every raw frame parked. */
FjStep fj_special_push(FjEnc *e, VmValue v);

/* A parked frame goes on: drops what others left on the Lua stack.  1 = its table has other
** vectors now; sets err. */
int fj_was_changed(FjEnc *e, const FjFrame *f);

/* Whether unsupported = "skip" drops the value of this key (nil in an array); -1 = error.
** Where Lua code had to be asked, the Lua stack keeps both alive for the walker. */
int fj_skip_value(FjEnc *e, FjFrame *f, VmValue v, VmValue k);

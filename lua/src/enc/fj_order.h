/*
** fj_order.h - ordered members: sorted keys, the indices of sparse arrays.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_ORDER_H
#define FJ_ORDER_H

#include "enc/fj_enc.h"

FjEntry *fj_order_entry(FjEnc *e); /* a new entry on top; NULL = out of memory */
char *fj_order_key_room(FjEnc *e); /* room for one number key; NULL = out of memory */
/* Gives the entry the text in fj_order_key_room up to `end`; 0 if `end` is NULL. */
int fj_order_entry_text(FjEnc *e, FjEntry *x, const char *end);
/* These sort the entries from `first` on. */
int fj_order_by_rank(FjEnc *e, size_t first);
int fj_order_by_key(FjEnc *e, size_t first); /* 0 = error */

int fj_order_ranks_load(FjEnc *e, int idx); /* loads the list sort_keys; 0 = error */

#endif

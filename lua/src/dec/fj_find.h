/*
** fj_find.h - finds a member, an element or the end of a value in a text.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_FIND_H
#define FJ_FIND_H

#include "core/fj_buf.h"

/* The value of the first member with this name in the object at p; NULL = none. */
const char *fj_find_member(const FjAlloc *alloc, const char *p, const char *end,
                           const char *name, size_t len);

/* The element with this number, from 0 on, in the array at p; NULL = none. */
const char *fj_find_element(const FjAlloc *alloc, const char *p, const char *end,
                            size_t number);

/* The end of the value that begins at p. */
const char *fj_find_end(const FjAlloc *alloc, const char *p, const char *end);

#endif

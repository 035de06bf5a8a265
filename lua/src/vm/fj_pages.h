/*
** fj_pages.h - asks the system about pages of memory: for large ones, and for what is on others.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PAGES_H
#define FJ_PAGES_H

#include <stddef.h>

/* Blocks from this size on are worth it: two large pages or more. */
#define FJ_PAGES_MIN ((size_t)4 << 20)

/* A hint about block[0..n), n >= FJ_PAGES_MIN, before it is first written.  The pages at its
** ends, which it may share, are among those meant: an allocator that maps such a block alone can
** then move it in one piece. */
void fj_pages_large(void *block, size_t n);

/* Copies n bytes that may not be there.  0 = some of them are not, or the system cannot tell. */
int fj_pages_copy(void *to, const void *from, size_t n);

#endif

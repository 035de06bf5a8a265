/*
** fj_host.h - what is asked of the operating system: large pages, bytes that may not be there, and to
** keep the module mapped.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_HOST_H
#define FJ_HOST_H

#include <stddef.h>

/* Blocks from this size on are worth it: two large pages or more. */
#define FJ_HOST_PAGES_MIN ((size_t)4 << 20)

/* A hint about block[0..n), n >= FJ_HOST_PAGES_MIN, before it is first written.  The pages at its
** ends, which it may share, are among those meant: an allocator that maps such a block alone can
** then move it in one piece. */
void fj_host_pages(void *block, size_t n);

/* Copies n bytes that may not be there.  0 = some of them are not, or the system cannot tell. */
int fj_host_copy(void *to, const void *from, size_t n);

/* Keeps the shared object mapped until the process ends.  Called when a state first opens the
** module; does no harm when called again. */
void fj_host_pin(void);

#endif

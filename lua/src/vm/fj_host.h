/*
** fj_host.h - requests to the operating system: large pages, copies of bytes that may be
** unmapped, and keeping the module mapped.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_HOST_H
#define FJ_HOST_H

#include <stddef.h>

/* The smallest block that is worth a request: two large pages. */
#define FJ_HOST_PAGES_MIN ((size_t)4 << 20)

/* A hint about block[0..n), n >= FJ_HOST_PAGES_MIN, before it is first written.  It
** includes the pages at both ends, which other blocks may share, so an allocator that
** maps such a block separately can move it in one piece. */
void fj_host_pages(void *block, size_t n);

/* Copies n bytes that may be unmapped.  0 = some are, or the system cannot tell. */
int fj_host_copy(void *to, const void *from, size_t n);

/* Keeps the shared object mapped until the process ends; 0 = it may be unmapped.  Called
** when a state first opens the module; further calls do no harm. */
int fj_host_pin(void);

#endif

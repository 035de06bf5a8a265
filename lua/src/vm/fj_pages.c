/*
** fj_pages.c - asks the system for large pages.
** Without them a large result costs more for the pages that it is the first to touch, 4 kB a
** fault, than for its text.
** SPDX-License-Identifier: MIT
*/
#if defined(__linux__) && !defined(_GNU_SOURCE)
#  define _GNU_SOURCE /* madvise */
#endif
#include <stdint.h>

#include "vm/fj_pages.h"

#if defined(__linux__)
#  include <errno.h>
#  include <sys/mman.h>
#endif

#if defined(__linux__) && defined(MADV_HUGEPAGE)
enum { PAGE = 4096 };

void fj_pages_large(void *block, size_t n) {
  uintptr_t first = (uintptr_t)block & ~(uintptr_t)(PAGE - 1);
  uintptr_t last = ((uintptr_t)block + n + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  int saved = errno;
  /* A refusal changes nothing. */
  (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
  errno = saved;
}
#else
void fj_pages_large(void *block, size_t n) {
  (void)block;
  (void)n;
}
#endif

/*
** fj_host.c - requests to the operating system, all of which may fail.
** SPDX-License-Identifier: MIT
*/
#if defined(__linux__) && !defined(_GNU_SOURCE)
#  define _GNU_SOURCE /* madvise; dladdr, which C99 and POSIX do not have */
#endif
#include <stdint.h>

#include "vm/fj_host.h"

#include <errno.h>
#if defined(__linux__)
#  include <sys/mman.h>
#endif
#if !defined(_WIN32)
#  include <unistd.h>
#endif
#if defined(__linux__) || defined(__APPLE__)
#  include <dlfcn.h>
#endif

/* Without large pages, a large result costs more for page faults, one for each 4 kB
** that is first touched, than for reading its text. */
#if defined(__linux__) && defined(MADV_HUGEPAGE)
enum { PAGE = 4096 };

void fj_host_pages(void *block, size_t n) {
  uintptr_t first = (uintptr_t)block & ~(uintptr_t)(PAGE - 1);
  uintptr_t last = ((uintptr_t)block + n + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  int saved = errno;
  /* Failure is harmless. */
  (void)madvise((void *)first, last - first, MADV_HUGEPAGE);
  errno = saved;
}
#else
void fj_host_pages(void *block, size_t n) {
  (void)block;
  (void)n;
}
#endif

#if !defined(_WIN32)
enum { PIPED = 512 }; /* fits in any empty pipe */

/* Copies through a pipe: the system reads the bytes, and fails if it cannot. */
int fj_host_copy(void *to, const void *from, size_t n) {
  const char *p = (const char *)from;
  char *w = (char *)to;
  int ends[2], saved = errno;
  if (pipe(ends) != 0) {
    errno = saved;
    return 0;
  }
  while (n > 0) {
    ssize_t k = write(ends[1], p, n < PIPED ? n : PIPED);
    if (k <= 0 || read(ends[0], w, (size_t)k) != k) break;
    p += k;
    w += k;
    n -= (size_t)k;
  }
  close(ends[0]);
  close(ends[1]);
  errno = saved;
  return n == 0;
}
#else
int fj_host_copy(void *to, const void *from, size_t n) {
  (void)to;
  (void)from;
  return n == 0;
}
#endif

/* LuaJIT closes a state in rounds: what a finalizer creates is finalized in the next
** one, after the package library has unloaded this code. */
#if defined(__linux__) || defined(__APPLE__)
int fj_host_pin(void) {
  Dl_info here;
  /* It is already loaded, so nothing is searched or opened: this only adds the flag. */
  return dladdr((void *)(uintptr_t)fj_host_pin, &here) != 0 && here.dli_fname != NULL &&
         dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}
#else
int fj_host_pin(void) {
  return 0;
}
#endif

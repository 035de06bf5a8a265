/*
** fj_pin.c - keeps the shared object mapped until the process ends.
** LuaJIT closes a state in rounds: what a finalizer of the first round makes is finalized in the
** next one, after the package library's handles and with them this code were unloaded.
** SPDX-License-Identifier: MIT
*/
#if defined(__linux__) && !defined(_GNU_SOURCE)
#  define _GNU_SOURCE /* dladdr; nothing in C99 or POSIX.1-2001 names the object of an address */
#endif
#include <stddef.h>
#include <stdint.h>

#include "vm/fj_pin.h"

#if defined(__linux__) || defined(__APPLE__)
#  include <dlfcn.h>

void fj_pin(void) {
  Dl_info here;
  /* Already loaded, thus nothing is searched or opened: the flag is added to what is there. */
  if (dladdr((void *)(uintptr_t)fj_pin, &here) != 0 && here.dli_fname != NULL)
    (void)dlopen(here.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}
#else
void fj_pin(void) {}
#endif

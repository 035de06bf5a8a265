/*
** fj_vm_short.h - comparing and copying the bytes of short strings.
** Owns: the loads and stores for each length, without calls.
** Must not know: strings of a layout.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VM_SHORT_H
#define FJ_VM_SHORT_H

#include <string.h>

#include "core/fj_config.h"

/* The longest strings that are made without the API. */
#define VM_SHORT_MOST 40

FJ_INLINE uint64_t vm_differ8(const char *a, const char *b) {
  uint64_t x, y;
  memcpy(&x, a, 8);
  memcpy(&y, b, 8);
  return x ^ y;
}

FJ_INLINE uint32_t vm_differ4(const char *a, const char *b) {
  uint32_t x, y;
  memcpy(&x, a, 4);
  memcpy(&y, b, 4);
  return x ^ y;
}

/* Whether n <= VM_SHORT_MOST bytes are the same. */
FJ_INLINE int vm_short_same(const char *a, const char *b, size_t n) {
  if (n >= 8) {
    uint64_t d = vm_differ8(a, b) | vm_differ8(a + n - 8, b + n - 8);
    if (n <= 16) return d == 0;
    d |= vm_differ8(a + 8, b + 8) | vm_differ8(a + n - 16, b + n - 16);
    if (n > 32) d |= vm_differ8(a + 16, b + 16);
    return d == 0;
  }
  if (n >= 4) return (vm_differ4(a, b) | vm_differ4(a + n - 4, b + n - 4)) == 0;
  return n == 0 || (a[0] == b[0] && a[n / 2] == b[n / 2] && a[n - 1] == b[n - 1]);
}

/* Copies n <= VM_SHORT_MOST bytes. */
FJ_INLINE void vm_short_copy(char *to, const char *from, size_t n) {
  if (n >= 8) {
    memcpy(to, from, 8);
    if (n > 16) {
      memcpy(to + 8, from + 8, 8);
      if (n > 32) memcpy(to + 16, from + 16, 8);
      memcpy(to + n - 16, from + n - 16, 8);
    }
    memcpy(to + n - 8, from + n - 8, 8);
  } else if (n >= 4) {
    memcpy(to, from, 4);
    memcpy(to + n - 4, from + n - 4, 4);
  } else if (n > 0) {
    to[0] = from[0];
    to[n / 2] = from[n / 2];
    to[n - 1] = from[n - 1];
  }
}

#endif

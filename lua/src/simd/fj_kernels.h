/*
** fj_kernels.h — the tiers that this binary was built with, best first, and the choice.
** Owns: names, order, what each tier needs, and entry points for tests and for callers
** that are not bound to an instruction set themselves.
** Must not know: environment variables (the caller passes in what they say), Lua.
** Invariant: the list is constant and ends with "scalar", which every CPU supports.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_KERNELS_H
#define FJ_KERNELS_H

#include "core/fj_config.h"
#include "core/fj_escape.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

typedef struct FjKernel {
  const char *name;
  const char *needs; /* what the CPU must have, for people */
  unsigned features; /* the same, as FJ_CPU_* bits */
  /* The fj_string_put_* of the binding, not inlined; same contract. */
  char *(*put_raw)(char *w, const char *s, size_t n);
  char *(*put_json)(char *w, const char *s, size_t n);
  char *(*put_any)(char *w, const char *s, size_t n, const FjEscape *e);
  /* 1 when s[0..n) is well-formed UTF-8. */
  int (*utf8_valid)(const char *s, size_t n);
} FjKernel;

/* Tier number i, best first, or NULL past the last one. */
const FjKernel *fj_kernels_at(size_t i);

/* Whether this CPU can run a tier. */
int fj_kernels_supported(const FjKernel *kernel);

/* The best supported tier; or the one named `forced` (NULL and "" force nothing).  A name
** that is unknown or unsupported here yields the best one all the same.  *reason gets a
** static text that says why the tier was taken; never NULL. */
const FjKernel *fj_kernels_select(const char *forced, const char **reason);

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

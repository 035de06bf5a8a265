/*
** witness.h — assertions that compare a mirror with the real structure at compile time.
** Owns: the form of an assertion. Must not know: any layout.
** Invariant: a witness that compiles, and runs without a word, has found no difference.
** SPDX-License-Identifier: MIT
*/
#ifndef WITNESS_H
#define WITNESS_H

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define WITNESS_JOIN_(a, b) a##b
#define WITNESS_JOIN(a, b)  WITNESS_JOIN_(a, b)
#define WITNESS(condition)                                                               \
  extern char WITNESS_JOIN(witness_line_, __LINE__)[(condition) ? 1 : -1]

/* the mirror's field is where the real one is, and as wide */
#define WITNESS_FIELD(Mirror, field, Real, real_field)                                   \
  WITNESS(offsetof(Mirror, field) == offsetof(Real, real_field) &&                       \
          sizeof(((Mirror *)0)->field) == sizeof(((Real *)0)->real_field))

/* for what is no constant: values made by the real macros, read through the layout */
static int witness_failures;

static void witness_check(int ok, const char *what, int line) {
  if (ok) return;
  witness_failures++;
  fprintf(stderr, "line %d: %s\n", line, what);
}

#define WITNESS_RUN(condition) witness_check((condition) != 0, #condition, __LINE__)

#endif

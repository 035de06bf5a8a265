/*
** fj_double_shortest.c — fj_put_double_shortest and fj_put_double_fraction with the machine's
** baseline vectors.
** Owns: the choice of the vocabulary in which core/fj_double_impl.h and its sister are spoken.
** What every CPU of an architecture has needs no detection: this is bound when compiled.
** Must not know: the walker, CPU detection.
** Invariant: the text is fj_put_double_portable's, and snprintf's, byte for byte.
** SPDX-License-Identifier: MIT
*/
#if defined(__x86_64__) && defined(__GNUC__)
#  include "simd/fj_digits16_sse2.h"
#else
#  include "core/fj_digits16_scalar.h"
#endif

#define FJ_DOUBLE_SHORTEST fj_put_double_shortest
#define FJ_DOUBLE_FAR      put_far
#include "core/fj_double_impl.h"

#define FJ_DOUBLE_DIGITS fj_put_double_fraction
#include "core/fj_double_digits_impl.h"

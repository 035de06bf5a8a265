/*
** fj_build_null.h - the builder that makes nothing: fleece.valid, and the search for an error.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BUILD_NULL_H
#define FJ_BUILD_NULL_H

#include "dec/fj_dec.h"

FJ_INLINE int null_null(FjDecoder *d, const FjLevel *level) {
  (void)d;
  (void)level;
  return 1;
}

FJ_INLINE int null_bool(FjDecoder *d, int b) {
  (void)d;
  (void)b;
  return 1;
}

FJ_INLINE int null_int(FjDecoder *d, int64_t i) {
  (void)d;
  (void)i;
  return 1;
}

FJ_INLINE int null_float(FjDecoder *d, double x) {
  (void)d;
  (void)x;
  return 1;
}

FJ_INLINE int null_bigint(FjDecoder *d, const char *p, size_t n, double x) {
  (void)d;
  (void)p;
  (void)n;
  (void)x;
  return 1;
}

FJ_INLINE int null_string(FjDecoder *d, const char *s, size_t n) {
  (void)d;
  (void)s;
  (void)n;
  return 1;
}

FJ_INLINE const char *null_guess(FjDecoder *d, FjLevel *level, const char *s) {
  (void)d;
  (void)level;
  (void)s;
  return NULL;
}

FJ_INLINE int null_key(FjDecoder *d, FjLevel *level, const char *at, const char *s,
                       size_t n) {
  (void)d;
  (void)level;
  (void)at;
  (void)s;
  (void)n;
  return 1;
}

FJ_INLINE int null_open(FjDecoder *d) {
  (void)d;
  return 1;
}

FJ_INLINE int null_close(FjDecoder *d) {
  (void)d;
  return 1;
}

FJ_INLINE int null_start(FjDecoder *d) {
  (void)d;
  return 1;
}

FJ_INLINE int null_finish(FjDecoder *d) {
  (void)d;
  return 1;
}

#endif

/*
** fj_buf.h - a growable window of bytes.
** Owns: one block from the host's allocator.  Must not know: what is written into it.
** Invariant: a writer holds its own pointer `w`; [base, limit] is where a value may start, and
** FJ_WINDOW_SLACK bytes lie behind `limit`, so that one short key and one short value never
** need a check of their own (see FJ_SHORT_MAX).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BUF_H
#define FJ_BUF_H

#include "core/fj_config.h"

/* Same shape as a lua_Alloc: nsize 0 frees, NULL means refused. */
typedef void *(*FjRealloc)(void *ud, void *block, size_t osize, size_t nsize);

typedef struct FjAlloc {
  FjRealloc fn;
  void *ud;
} FjAlloc;

/* Strings up to this many bytes are written without a room check of their own. */
#define FJ_SHORT_MAX 64

/* Room behind `limit`: a short key, a short value (worst case escaped), brackets, a number. */
#define FJ_WINDOW_SLACK                                                                  \
  (2 * (FJ_ESCAPE_MAX * FJ_SHORT_MAX) + 2 * FJ_WRITE_SLACK + FJ_NUMBER_MAX + 24)

typedef struct FjBuf {
  char *base;
  char *limit;
  size_t cap; /* bytes from base, slack included; 0 = nothing allocated */
} FjBuf;

/* Makes room for `need` bytes (plus the slack) behind `used`; 0 if the allocator refuses
** (the window is then unchanged). */
int fj_buf_reserve(FjBuf *b, const FjAlloc *a, size_t used, size_t need);

/* Gives back all beyond `keep` bytes of capacity. */
void fj_buf_shrink(FjBuf *b, const FjAlloc *a, size_t keep);

void fj_buf_free(FjBuf *b, const FjAlloc *a);

#endif

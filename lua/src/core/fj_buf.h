/*
** fj_buf.h - a growable window of bytes.
** Owns: one block from the host's allocator.  Must not know: what is written into it.
** Invariant: a writer holds its own pointer `w`; a value may start in [base, limit], and
** FJ_WINDOW_SLACK bytes follow `limit`, so one short key and one short value need no
** check (see FJ_SHORT_MAX).
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_BUF_H
#define FJ_BUF_H

#include "core/fj_config.h"

/* Same signature as lua_Alloc: nsize 0 frees, NULL means failure. */
typedef void *(*FjRealloc)(void *ud, void *block, size_t osize, size_t nsize);

typedef struct FjAlloc {
  FjRealloc fn;
  void *ud;
} FjAlloc;

/* Strings up to this many bytes are written without a room check. */
#define FJ_SHORT_MAX 64

/* Room after `limit`: short key, short value (worst case escaped), brackets, number. */
#define FJ_WINDOW_SLACK                                                                  \
  (2 * (FJ_ESCAPE_MAX * FJ_SHORT_MAX) + 2 * FJ_WRITE_SLACK + FJ_NUMBER_MAX + 24)

typedef struct FjBuf {
  char *base;
  char *limit;
  size_t cap;  /* bytes from base, slack included; 0 = nothing allocated */
  size_t head; /* bytes of the block in front of base; set while nothing is allocated */
} FjBuf;

/* Makes room for `need` bytes (plus the slack) after `used`.  0 = the allocator failed,
** and the window is unchanged. */
int fj_buf_reserve(FjBuf *b, const FjAlloc *a, size_t used, size_t need);

/* Releases all capacity beyond `keep` bytes. */
void fj_buf_shrink(FjBuf *b, const FjAlloc *a, size_t keep);

void fj_buf_free(FjBuf *b, const FjAlloc *a);

/* The block, which starts at base - head, belongs to someone else from now on. */
FJ_INLINE void fj_buf_forget(FjBuf *b) {
  b->base = b->limit = NULL;
  b->cap = 0;
}

#endif

/*
** fj_buf.c - growth of the window: it doubles while it is small and grows by a quarter
** from a megabyte on, so the peak stays below 1.3 times the output.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_buf.h"

enum { BUF_FIRST = 4096, BUF_BIG = 1 << 20 };

static int buf_resize(FjBuf *b, const FjAlloc *a, size_t cap) {
  char *block = b->base == NULL ? NULL : b->base - b->head;
  size_t size = b->base == NULL ? 0 : b->head + b->cap;
  if (cap > (size_t)-1 - b->head) return 0;
  block = (char *)a->fn(a->ud, block, size, b->head + cap);
  if (block == NULL) return 0;
  b->base = block + b->head;
  b->cap = cap;
  b->limit = b->base + cap - FJ_WINDOW_SLACK;
  return 1;
}

int fj_buf_reserve(FjBuf *b, const FjAlloc *a, size_t used, size_t need) {
  size_t want, cap;
  if (need > (size_t)-1 - FJ_WINDOW_SLACK - used) return 0;
  want = used + need + FJ_WINDOW_SLACK;
  if (want <= b->cap) return 1;
  if (b->cap == 0)
    cap = BUF_FIRST;
  else if (b->cap < BUF_BIG)
    cap = b->cap * 2;
  else
    cap = b->cap + b->cap / 4;
  if (cap < want) cap = want;
  return buf_resize(b, a, cap) || (cap > want && buf_resize(b, a, want));
}

void fj_buf_shrink(FjBuf *b, const FjAlloc *a, size_t keep) {
  if (keep < FJ_WINDOW_SLACK) keep = FJ_WINDOW_SLACK;
  if (b->cap > keep) (void)buf_resize(b, a, keep);
}

void fj_buf_free(FjBuf *b, const FjAlloc *a) {
  if (b->base != NULL) a->fn(a->ud, b->base - b->head, b->head + b->cap, 0);
  fj_buf_forget(b);
}

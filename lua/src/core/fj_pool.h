/*
** fj_pool.h - an allocator for one Lua state: small blocks from slabs, the rest from the host.
** Owns: what is in a slab, which slabs are kept.  Must not know: Lua, beyond the form of its
** allocators.
** Invariants: a block belongs to the pool if and only if its address lies in a slab, so
** blocks of the host may be mixed with those of the pool at any time.  The size of a block
** of the pool is that of its slab; the sizes that a caller states go only to the host.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_POOL_H
#define FJ_POOL_H

#include "core/fj_buf.h"

typedef struct FjPool FjPool;

typedef struct FjPoolFigures {
  size_t used;  /* bytes of the blocks in use, rounded up to their classes */
  size_t held;  /* bytes that the pool has from the host: slabs, index, control block */
  size_t slabs; /* number of slabs */
  size_t empty; /* slabs without a block in use */
} FjPoolFigures;

/* A pool above the host's allocator; NULL if there is no memory. */
FjPool *fj_pool_new(const FjAlloc *host);

/* Only the host's blocks live longer than the one that contains this address: when it is
** freed, the pool frees itself, or does so when its last block is freed. */
void fj_pool_end_with(FjPool *p, const void *address);
int fj_pool_has_end(const FjPool *p);

/* Like an allocator of Lua, with a FjPool as the user data. */
void *fj_pool_alloc(void *pool, void *block, size_t osize, size_t nsize);

void fj_pool_figures(const FjPool *p, FjPoolFigures *out);

/* Only while no block is in use. */
void fj_pool_delete(FjPool *p);

#endif

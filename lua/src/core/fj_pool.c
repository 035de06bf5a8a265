/*
** fj_pool.c - slabs, the index that finds the slab of an address, and what is kept.
**
** A slab is one block of the host.  It holds blocks of one class of sizes, and the list of
** those that are free.  The index knows the slabs by the cells of memory that they touch,
** so neither slabs nor blocks need any alignment of the host, and no block a header.
**
** Each class takes blocks from its current slab.  Slabs with free blocks wait in a queue:
** those that have waited longest have most to give.  Slabs without a block in use serve any
** class; a few are kept, the rest go back to the host.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "core/fj_pool.h"

enum {
  STEP = 8,   /* classes up to FINE are multiples of this */
  FINE = 256, /* up to MEDIUM of twice as much, and of four times as much beyond */
  MEDIUM = 512,
  SMALL = 1024, /* larger blocks are the host's */
  CLASSES = FINE / STEP + (MEDIUM - FINE) / (2 * STEP) + (SMALL - MEDIUM) / (4 * STEP),
  CELL_BITS = 13,
  /* At least a cell, so that two slabs at most touch one: one that starts in it and one
  ** that started before.  An odd number of cache lines (with malloc's own 16 bytes), so that
  ** the heads of slabs do not compete for the same ones. */
  SLAB = (1 << CELL_BITS) + 64 - 16,
  LINE = 64,
  CARVED = 2048, /* bytes of a slab that become free blocks at a time */
  /* A class gets slabs once this many bytes were asked of it.  Until then its blocks are
  ** single blocks of the host, so a small state does not pay for slabs hardly used. */
  WARM = SLAB / 4,
  /* Slabs without a block in use that are kept: this many, and one for each KEPT_PER in use. */
  KEPT = 8,
  KEPT_PER = 16,
  IDLE = 8, /* current slabs that may be without a block in use */
  CELLS_MIN = 64
};

/* A link of a ring. */
typedef struct Ring Ring;

struct Ring {
  Ring *next, *prev;
};

typedef struct Slab {
  Ring ring;           /* in the queue of its class; only next: among the empty slabs */
  void *free;          /* list of free blocks */
  unsigned used;       /* blocks in use */
  unsigned capacity;   /* blocks */
  unsigned carved;     /* blocks that have been in use or in the list */
  unsigned size;       /* of a block */
  unsigned char group; /* its class */
  unsigned char idle;  /* counted in FjPool.idle */
} Slab;

/* Where a slab touches memory; an index of open addressing. */
typedef struct Cell {
  uintptr_t number; /* address >> CELL_BITS; NONE = no cell */
  uintptr_t before; /* the slab that started before this cell, or 0 */
  uintptr_t within; /* the slab that starts in it, or NONE */
} Cell;

#define NONE UINTPTR_MAX

struct FjPool {
  Slab *current[CLASSES];
  Cell *cells;
  unsigned shift; /* of a hash, to its place in cells */
  size_t cell_cap, cell_count;
  unsigned char group_of[SMALL / STEP + 1];
  Ring queue[CLASSES];           /* slabs with free blocks, but for the current one */
  unsigned short asked[CLASSES]; /* bytes, up to WARM */
  Ring *empty;                   /* slabs without a block in use */
  size_t slabs, empties;
  unsigned idle;   /* at least the number of current slabs that are empty */
  const void *end; /* in the block whose release ends the pool; NULL = not known */
  int ended;
  FjAlloc host;
};

/* The current slab of a class that has none. */
static Slab no_slab;

/* -- The index ------------------------------------------------------------------------------- */

FJ_INLINE size_t place_of(const FjPool *p, uintptr_t number) {
  return (size_t)(((uint64_t)number * 0x9E3779B97F4A7C15u) >> p->shift);
}

/* The slab of a block if its cell is at its first place, which is nearly always. */
FJ_INLINE Slab *slab_guess(const FjPool *p, const void *block) {
  uintptr_t a = (uintptr_t)block;
  const Cell *c = &p->cells[place_of(p, a >> CELL_BITS)];
  uintptr_t s = c->before ^ ((c->before ^ c->within) & -(uintptr_t)(a >= c->within));
  return FJ_LIKELY(a - s < SLAB) ? (Slab *)s : NULL;
}

static Cell *cell_at(const FjPool *p, uintptr_t number) {
  size_t i = place_of(p, number);
  while (p->cells[i].number != number && p->cells[i].number != NONE)
    i = (i + 1) & (p->cell_cap - 1);
  return &p->cells[i];
}

/* The slab of a block, or NULL: it is the host's. */
static Slab *slab_of(const FjPool *p, const void *block) {
  uintptr_t a = (uintptr_t)block;
  const Cell *c = cell_at(p, a >> CELL_BITS);
  uintptr_t s = a >= c->within ? c->within : c->before;
  return a - s < SLAB ? (Slab *)s : NULL;
}

static void cells_clear(Cell *cells, size_t n) {
  size_t i;
  for (i = 0; i < n; i++) {
    cells[i].number = cells[i].within = NONE;
    cells[i].before = 0;
  }
}

static int cells_resize(FjPool *p, size_t cap) {
  Cell *old = p->cells;
  size_t old_cap = p->cell_cap, i;
  Cell *cells = (Cell *)p->host.fn(p->host.ud, NULL, 0, cap * sizeof *cells);
  if (cells == NULL) return 0;
  cells_clear(cells, cap);
  p->cells = cells;
  p->cell_cap = cap;
  for (p->shift = 64; cap > 1; cap /= 2) p->shift--;
  for (i = 0; i < old_cap; i++)
    if (old[i].number != NONE) *cell_at(p, old[i].number) = old[i];
  if (old != NULL) p->host.fn(p->host.ud, old, old_cap * sizeof *old, 0);
  return 1;
}

/* Room for one more slab, which may touch three cells.  At most half of it is used. */
static int cells_reserve(FjPool *p) {
  return 2 * (p->cell_count + 3) <= p->cell_cap || cells_resize(p, 2 * p->cell_cap);
}

static void cells_shrink(FjPool *p) {
  if (p->cell_cap > CELLS_MIN && 8 * p->cell_count < p->cell_cap)
    (void)cells_resize(p, p->cell_cap / 2);
}

static void slab_index(FjPool *p, uintptr_t s) {
  uintptr_t number = s >> CELL_BITS, last = (s + SLAB - 1) >> CELL_BITS, i;
  for (i = number; i <= last; i++) {
    Cell *c = cell_at(p, i);
    if (c->number == NONE) {
      c->number = i;
      p->cell_count++;
    }
    if (i == number)
      c->within = s;
    else
      c->before = s;
  }
}

/* Cells that would not be found beyond the gap move into it. */
static void cell_drop(FjPool *p, Cell *c) {
  size_t mask = p->cell_cap - 1, gap = (size_t)(c - p->cells), i = gap;
  for (;;) {
    i = (i + 1) & mask;
    if (p->cells[i].number == NONE) break;
    if (((i - place_of(p, p->cells[i].number)) & mask) >= ((i - gap) & mask)) {
      p->cells[gap] = p->cells[i];
      gap = i;
    }
  }
  cells_clear(&p->cells[gap], 1);
  p->cell_count--;
}

static void slab_forget(FjPool *p, uintptr_t s) {
  uintptr_t number = s >> CELL_BITS, last = (s + SLAB - 1) >> CELL_BITS, i;
  for (i = number; i <= last; i++) {
    Cell *c = cell_at(p, i);
    if (i == number)
      c->within = NONE;
    else
      c->before = 0;
    if (c->within == NONE && c->before == 0) cell_drop(p, c);
  }
}

/* -- Slabs ----------------------------------------------------------------------------------- */

static char *blocks_of(Slab *s) {
  uintptr_t first = ((uintptr_t)s + sizeof *s + LINE - 1) & ~(uintptr_t)(LINE - 1);
  return (char *)first;
}

static unsigned size_of_group(unsigned group) {
  enum { A = FINE / STEP, B = A + (MEDIUM - FINE) / (2 * STEP) };
  if (group < A) return (group + 1) * STEP;
  if (group < B) return FINE + (group - A + 1) * 2 * STEP;
  return MEDIUM + (group - B + 1) * 4 * STEP;
}

FJ_INLINE void *link_get(void *block) {
  void *next;
  FJ_UNPOISON(block, sizeof next);
  memcpy(&next, block, sizeof next);
  return next;
}

FJ_INLINE void link_set(void *block, void *next, size_t size) {
  FJ_UNPOISON(block, sizeof next);
  memcpy(block, &next, sizeof next);
  FJ_POISON(block, size);
  (void)size;
}

static void slab_start(Slab *s, unsigned group) {
  s->free = NULL;
  s->used = s->carved = 0;
  s->idle = 0;
  s->group = (unsigned char)group;
  s->size = size_of_group(group);
  s->capacity = (unsigned)(((char *)s + SLAB - blocks_of(s)) / s->size);
}

/* More free blocks, in the order of their addresses. */
static void slab_carve(Slab *s) {
  unsigned n = CARVED / s->size, i;
  char *block = blocks_of(s) + (size_t)s->carved * s->size;
  if (n == 0) n = 1;
  if (n > s->capacity - s->carved) n = s->capacity - s->carved;
  s->carved += n;
  s->free = block;
  for (i = 1; i < n; i++, block += s->size) link_set(block, block + s->size, s->size);
  link_set(block, NULL, s->size);
}

static void ring_add(Ring *ring, Ring *r) {
  r->prev = ring->prev;
  r->next = ring;
  ring->prev->next = r;
  ring->prev = r;
}

static void ring_remove(Ring *r) {
  r->prev->next = r->next;
  r->next->prev = r->prev;
}

static void empties_release(FjPool *p, size_t keep) {
  while (p->empties > keep) {
    Slab *s = (Slab *)p->empty;
    p->empty = s->ring.next;
    p->empties--;
    p->slabs--;
    slab_forget(p, (uintptr_t)s);
    FJ_UNPOISON(s, SLAB);
    p->host.fn(p->host.ud, s, SLAB, 0);
    cells_shrink(p);
  }
}

static void empties_add(FjPool *p, Slab *s) {
  s->ring.next = p->empty;
  p->empty = &s->ring;
  p->empties++;
}

static void idle_collect(FjPool *p) {
  unsigned i;
  for (i = 0; i < CLASSES; i++) {
    Slab *s = p->current[i];
    if (s == &no_slab) continue; /* which all threads share */
    s->idle = 0;
    if (s->used != 0) continue;
    p->current[i] = &no_slab;
    empties_add(p, s);
  }
  p->idle = 0;
}

static size_t kept(const FjPool *p) {
  return KEPT + (p->slabs - p->empties) / KEPT_PER;
}

/* -- The pool -------------------------------------------------------------------------------- */

FjPool *fj_pool_new(const FjAlloc *host) {
  FjPool *p = (FjPool *)host->fn(host->ud, NULL, 0, sizeof *p);
  unsigned i, group = 0;
  if (p == NULL) return NULL;
  memset(p, 0, sizeof *p);
  p->host = *host;
  if (!cells_resize(p, CELLS_MIN)) {
    host->fn(host->ud, p, sizeof *p, 0);
    return NULL;
  }
  for (i = 0; i < CLASSES; i++) {
    p->current[i] = &no_slab;
    p->queue[i].next = p->queue[i].prev = &p->queue[i];
  }
  for (i = 0; i <= SMALL / STEP; i++) {
    if (i * STEP > size_of_group(group)) group++;
    p->group_of[i] = (unsigned char)group;
  }
  return p;
}

void fj_pool_delete(FjPool *p) {
  FjAlloc host = p->host;
  idle_collect(p);
  empties_release(p, 0);
  host.fn(host.ud, p->cells, p->cell_cap * sizeof *p->cells, 0);
  host.fn(host.ud, p, sizeof *p, 0);
}

void fj_pool_end_with(FjPool *p, const void *address) {
  p->end = address;
}

int fj_pool_has_end(const FjPool *p) {
  return p->end != NULL;
}

void fj_pool_figures(const FjPool *p, FjPoolFigures *out) {
  size_t i;
  memset(out, 0, sizeof *out);
  out->slabs = p->slabs;
  out->held = sizeof *p + p->cell_cap * sizeof *p->cells + p->slabs * SLAB;
  for (i = 0; i < p->cell_cap; i++) {
    const Slab *s = (const Slab *)p->cells[i].within;
    if (p->cells[i].within == NONE) continue;
    out->used += (size_t)s->used * s->size;
    if (s->used == 0) out->empty++;
  }
}

/* A block of the host.  What the pool keeps for later it gives up first. */
static FJ_NOINLINE void *host_take(FjPool *p, void *block, size_t osize, size_t nsize) {
  void *out = p->host.fn(p->host.ud, block, osize, nsize);
  if (FJ_LIKELY(out != NULL)) return out;
  idle_collect(p);
  if (p->empties == 0) return NULL;
  empties_release(p, 0);
  return p->host.fn(p->host.ud, block, osize, nsize);
}

static void host_free(FjPool *p, void *block, size_t size) {
  int ends = (uintptr_t)p->end - (uintptr_t)block < size;
  p->host.fn(p->host.ud, block, size, 0);
  if (!ends) return;
  p->ended = 1;
  idle_collect(p);
  if (p->slabs == p->empties) fj_pool_delete(p);
}

static Slab *slab_take(FjPool *p) {
  Slab *s = (Slab *)p->empty;
  if (s != NULL) {
    p->empty = s->ring.next;
    p->empties--;
    return s;
  }
  if (!cells_reserve(p)) return NULL;
  s = (Slab *)p->host.fn(p->host.ud, NULL, 0, SLAB);
  if (s == NULL) return NULL;
  FJ_POISON(blocks_of(s), (size_t)((char *)s + SLAB - blocks_of(s)));
  slab_index(p, (uintptr_t)s);
  p->slabs++;
  return s;
}

/* A slab of the class with a free block; NULL: the block must be the host's. */
static Slab *slab_next(FjPool *p, unsigned group) {
  Slab *s = p->current[group];
  if (s->carved == s->capacity) {
    if (p->queue[group].next != &p->queue[group]) {
      s = (Slab *)p->queue[group].next;
      ring_remove(&s->ring);
      s->idle = 0;
    } else {
      if (p->asked[group] < WARM) {
        p->asked[group] = (unsigned short)(p->asked[group] + size_of_group(group));
        return NULL;
      }
      s = slab_take(p);
      if (s == NULL) return NULL;
      slab_start(s, group);
    }
    p->current[group] = s;
  }
  if (s->free == NULL) slab_carve(s);
  return s;
}

FJ_INLINE void *block_pop(Slab *s, size_t size) {
  void *block = s->free;
  s->free = link_get(block);
  s->used++;
  FJ_UNPOISON(block, size);
  (void)size;
  return block;
}

static FJ_NOINLINE void *small_take_slow(FjPool *p, unsigned group, size_t size) {
  Slab *s = slab_next(p, group);
  if (s == NULL) return host_take(p, NULL, 0, size);
  return block_pop(s, size);
}

FJ_INLINE void *small_take(FjPool *p, size_t size) {
  unsigned group = p->group_of[(size + STEP - 1) / STEP];
  Slab *s = p->current[group];
  if (FJ_UNLIKELY(s->free == NULL)) return small_take_slow(p, group, size);
  return block_pop(s, size);
}

/* The first free block of a full slab, or the last one of any. */
static FJ_NOINLINE void *slab_turned(FjPool *p, Slab *s) {
  if (s == p->current[s->group]) {
    if (s->used != 0 || s->idle) return NULL;
    s->idle = 1;
    if (++p->idle > IDLE) idle_collect(p);
  } else if (s->used != 0) {
    ring_add(&p->queue[s->group], &s->ring);
    return NULL;
  } else {
    ring_remove(&s->ring);
    empties_add(p, s);
  }
  empties_release(p, kept(p));
  if (p->ended) {
    idle_collect(p);
    if (p->slabs == p->empties) fj_pool_delete(p);
  }
  return NULL;
}

FJ_INLINE void *small_free(FjPool *p, Slab *s, void *block) {
  unsigned used = s->used;
  link_set(block, s->free, s->size);
  s->free = block;
  s->used = used - 1;
  if (FJ_UNLIKELY(used == s->capacity || used == 1)) return slab_turned(p, s);
  return NULL;
}

static FJ_NOINLINE void *any_free(FjPool *p, void *block, size_t size) {
  Slab *s = slab_of(p, block);
  if (s != NULL)
    small_free(p, s, block);
  else
    host_free(p, block, size);
  return NULL;
}

static FJ_NOINLINE void *pool_realloc(FjPool *p, void *block, size_t osize,
                                      size_t nsize) {
  Slab *s = slab_of(p, block);
  void *out;
  if (s == NULL) return host_take(p, block, osize, nsize);
  FJ_UNPOISON(block, s->size);
  if (nsize > SMALL)
    out = host_take(p, NULL, 0, nsize);
  else if (p->group_of[(nsize + STEP - 1) / STEP] == s->group)
    out = NULL;
  else
    out = small_take(p, nsize);
  if (out == NULL && nsize <= s->size) { /* fits, or shrinks, which must not fail */
    FJ_POISON(block, s->size);
    FJ_UNPOISON(block, nsize);
    return block;
  }
  if (out == NULL) return NULL;
  memcpy(out, block, s->size < nsize ? s->size : nsize);
  small_free(p, s, block);
  return out;
}

void *fj_pool_alloc(void *pool, void *block, size_t osize, size_t nsize) {
  FjPool *p = (FjPool *)pool;
  Slab *s;
  if (block == NULL) {
    if (FJ_LIKELY(nsize - 1 < SMALL)) return small_take(p, nsize);
    return nsize == 0 ? NULL : host_take(p, NULL, osize, nsize);
  }
  if (nsize != 0) return pool_realloc(p, block, osize, nsize);
  s = slab_guess(p, block);
  if (FJ_UNLIKELY(s == NULL)) return any_free(p, block, osize);
  return small_free(p, s, block);
}

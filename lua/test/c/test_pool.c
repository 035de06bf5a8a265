/*
** test_pool.c - the pool above a host that checks every size, refuses, and has limits: contents,
** accounts, what is kept, and the end.
** SPDX-License-Identifier: MIT
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "core/fj_pool.h"

/* -- The host ----------------------------------------------------------------------------------- */

struct Head;

typedef struct Host {
  size_t bytes, peak, limit; /* in use; the most; 0 = no limit */
  long blocks, calls, countdown, refused;
  int all;            /* from countdown on, all are refused */
  struct Head *first; /* its blocks */
} Host;

/* Stands in front of each block: a free or a growth must name the size that was asked. */
typedef struct Head {
  size_t size, mark;
  struct Head *next, *prev;
} Head;

enum { MARK = 0x1E55 };

static int host_refuses(Host *h, size_t more) {
  h->calls++;
  if (h->limit != 0 && h->bytes + more > h->limit) return 1;
  return h->countdown != 0 &&
         (h->calls == h->countdown || (h->all && h->calls > h->countdown));
}

static void *host_alloc(void *ud, void *block, size_t osize, size_t nsize) {
  Host *h = (Host *)ud;
  Head *head = block == NULL ? NULL : (Head *)block - 1;
  size_t old = head == NULL ? 0 : osize;
  if (head != NULL) {
    assert_int_equal(head->mark, MARK);
    assert_int_equal(head->size, osize);
  }
  if (nsize > old && host_refuses(h, nsize - old)) {
    h->refused++;
    return NULL;
  }
  h->bytes += nsize - old;
  if (h->bytes > h->peak) h->peak = h->bytes;
  if (head != NULL) {
    if (head->next != NULL) head->next->prev = head->prev;
    *(head->prev == NULL ? &h->first : &head->prev->next) = head->next;
    head->mark = 0;
    h->blocks--;
  }
  if (nsize == 0) {
    free(head);
    return NULL;
  }
  head = (Head *)realloc(head, sizeof *head + nsize);
  assert_non_null(head);
  head->size = nsize;
  head->mark = MARK;
  head->next = h->first;
  head->prev = NULL;
  if (h->first != NULL) h->first->prev = head;
  h->first = head;
  h->blocks++;
  return head + 1;
}

static int host_has(const Host *h, const void *block) {
  const Head *head = h->first;
  while (head != NULL && (const void *)(head + 1) != block) head = head->next;
  return head != NULL;
}

/* -- A program's blocks ----------------------------------------------------------------------- */

typedef struct Block {
  unsigned char *at;
  size_t size;
  unsigned char fill;
} Block;

enum { BLOCKS = 3000, STATE = 1500 };

/* A state: its own block, which comes from the host and is freed last, and others. */
typedef struct Program {
  Host host;
  FjPool *pool;
  char *state;
  Block blocks[BLOCKS];
  uint32_t seed;
} Program;

static uint32_t random_below(Program *p, uint32_t n) {
  p->seed = p->seed * 1664525u + 1013904223u;
  return (uint32_t)(((uint64_t)p->seed * n) >> 32);
}

static size_t random_size(Program *p) {
  uint32_t kind = random_below(p, 100);
  if (kind < 80) return 1 + random_below(p, 200);
  if (kind < 97) return 1 + random_below(p, 1300);
  return 1 + random_below(p, 40000);
}

static void block_check(const Block *b) {
  size_t i;
  for (i = 0; i < b->size; i++)
    if (b->at[i] != b->fill) fail_msg("byte %d of a block of %d", (int)i, (int)b->size);
}

/* A new size for a block, before or after there is a pool; 0 frees.  1 = it was possible. */
static int block_resize(Program *p, Block *b, size_t size) {
  FjAlloc a = { host_alloc, &p->host };
  unsigned char *out;
  size_t kept = b->size < size ? b->size : size, i;
  if (p->pool != NULL) {
    a.fn = fj_pool_alloc;
    a.ud = p->pool;
  }
  block_check(b);
  out = (unsigned char *)a.fn(a.ud, b->at, b->size, size);
  if (out == NULL && size != 0) {
    assert_true(size > b->size); /* what shrinks never fails */
    block_check(b);
    return 0;
  }
  /* A block that shrinks in place, because no other was to be had, stays where it is. */
  assert_int_equal((uintptr_t)out % (size % 16 == 0 && p->host.refused == 0 ? 16 : 8), 0);
  for (i = 0; i < kept; i++)
    if (out[i] != b->fill) fail_msg("byte %d of %d was lost", (int)i, (int)kept);
  b->at = out;
  b->size = size;
  b->fill = (unsigned char)random_below(p, 256);
  if (size != 0) memset(out, b->fill, size);
  return 1;
}

static Program *program_open(uint32_t seed) {
  Program *p = (Program *)calloc(1, sizeof *p);
  assert_non_null(p);
  p->seed = seed;
  p->state = (char *)host_alloc(&p->host, NULL, 0, STATE);
  return p;
}

static int program_pool(Program *p) {
  FjAlloc host = { host_alloc, &p->host };
  p->pool = fj_pool_new(&host);
  if (p->pool == NULL) return 0;
  fj_pool_end_with(p->pool, p->state + 200);
  return 1;
}

/* Frees everything; the state's own block last.  Nothing may be left. */
static void program_close(Program *p) {
  int i;
  for (i = 0; i < BLOCKS; i++)
    if (p->blocks[i].at != NULL) assert_true(block_resize(p, &p->blocks[i], 0));
  if (p->pool != NULL)
    fj_pool_alloc(p->pool, p->state, STATE, 0);
  else
    host_alloc(&p->host, p->state, STATE, 0);
  assert_int_equal(p->host.bytes, 0);
  assert_int_equal(p->host.blocks, 0);
  free(p);
}

/* Steps of a program; `live` is how many blocks it tends to have.  Returns how many failed. */
static int program_run(Program *p, int steps, uint32_t live) {
  int failed = 0;
  while (steps-- > 0) {
    Block *b = &p->blocks[random_below(p, live)];
    size_t size = random_below(p, 3) == 0 ? 0 : random_size(p);
    if (b->at == NULL && size == 0) continue;
    failed += !block_resize(p, b, size);
  }
  return failed;
}

static FjPoolFigures figures(const Program *p) {
  FjPoolFigures f;
  fj_pool_figures(p->pool, &f);
  return f;
}

/* -- Tests -------------------------------------------------------------------------------------- */

static void test_blocks_from_before_and_after(void **state) {
  uint32_t seed;
  (void)state;
  for (seed = 1; seed <= 20; seed++) {
    Program *p = program_open(seed);
    program_run(p, 3000, BLOCKS);
    assert_true(program_pool(p));
    assert_int_equal(program_run(p, 20000, 100 * seed), 0);
    program_close(p);
  }
}

/* Every pair of sizes around the borders of the classes, from the host and from the pool. */
static void test_every_change_of_size(void **state) {
  static const size_t sizes[] = { 1,   7,   8,    9,    16,   24,   56,   64,
                                  65,  255, 256,  257,  272,  511,  512,  513,
                                  544, 992, 1023, 1024, 1025, 5000, 9000, 40000 };
  enum { N = sizeof sizes / sizeof *sizes };
  int from, to, before;
  (void)state;
  for (before = 0; before < 2; before++)
    for (from = 0; from < N; from++)
      for (to = 0; to < N; to++) {
        Program *p = program_open((uint32_t)(from * N + to));
        int i, n = 12000 / (int)sizes[from] + 5;
        if (n > BLOCKS) n = BLOCKS;
        if (!before) assert_true(program_pool(p));
        for (i = 0; i < n; i++) assert_true(block_resize(p, &p->blocks[i], sizes[from]));
        if (before) assert_true(program_pool(p));
        for (i = 0; i < n; i += 2) assert_true(block_resize(p, &p->blocks[i], sizes[to]));
        program_close(p);
      }
}

/* The host refuses its N-th allocation, or all from there on. */
static void test_refusals(void **state) {
  int all;
  (void)state;
  for (all = 0; all < 2; all++) {
    long n, refused = 1;
    for (n = 1; refused > 0; n += n < 100 ? 1 : 37) {
      Program *p = program_open(7);
      program_run(p, 300, 300);
      p->host.calls = 0;
      p->host.countdown = n;
      p->host.all = all;
      if (program_pool(p)) {
        long before = p->host.refused;
        int failed = program_run(p, 6000, 600);
        /* Only a block of the host can fail when a single request is refused. */
        assert_true(failed <= p->host.refused - before);
      }
      refused = p->host.refused;
      p->host.countdown = 0;
      program_run(p, 2000, 600);
      program_close(p);
    }
  }
}

/* With a limit, a small block fails only when the host has no room for it alone. */
static void test_limits(void **state) {
  size_t limit;
  (void)state;
  for (limit = 20000; limit < 1000000; limit = limit * 5 / 4) {
    Program *p = program_open((uint32_t)limit);
    int i, failed = 0;
    assert_true(program_pool(p));
    p->host.limit = limit;
    for (i = 0; i < 60000; i++) {
      Block *b = &p->blocks[random_below(p, BLOCKS)];
      size_t size = random_below(p, 4) == 0 ? 0 : 1 + random_below(p, 700), old = b->size;
      if (b->at == NULL && size == 0) continue;
      if (!block_resize(p, b, size)) {
        failed++;
        assert_true(p->host.bytes + (size - (old > 1024 ? old : 0)) > limit);
        assert_int_equal(figures(p).empty, 0);
      }
    }
    assert_true(p->host.peak <= limit);
    if (limit < 300000) assert_true(failed > 0);
    program_close(p);
  }
}

/* What is kept after a peak: 1.25 times what is used, and 256 kB. */
static void kept_check(const Program *p) {
  FjPoolFigures f = figures(p);
  assert_int_equal(f.held, p->host.bytes - STATE);
  if (f.held > f.used + f.used / 4 + 256 * 1024)
    fail_msg("%d bytes are held for %d", (int)f.held, (int)f.used);
}

static void test_what_is_kept(void **state) {
  enum { MANY = 200000 };
  void **all = (void **)calloc(MANY, sizeof *all);
  static const int keep[] = { 0, 1, 50, 1000, 30000, 100000 };
  int k, i;
  (void)state;
  assert_non_null(all);
  for (k = 0; k < (int)(sizeof keep / sizeof *keep); k++) {
    Program *p = program_open(3);
    assert_true(program_pool(p));
    /* Blocks of twelve classes; those of one run live and die together. */
    for (i = 0; i < MANY; i++) {
      size_t size = 24 + 8 * (size_t)(i % 12);
      all[i] = fj_pool_alloc(p->pool, NULL, 0, size);
      assert_non_null(all[i]);
    }
    for (i = 0; i < MANY; i++)
      if (i < MANY / 2 || i >= MANY / 2 + keep[k])
        fj_pool_alloc(p->pool, all[i], 24 + 8 * (size_t)(i % 12), 0);
    kept_check(p);
    for (i = MANY / 2; i < MANY / 2 + keep[k]; i++)
      fj_pool_alloc(p->pool, all[i], 24 + 8 * (size_t)(i % 12), 0);
    assert_int_equal(figures(p).used, 0);
    kept_check(p);
    program_close(p);
  }
  free(all);
}

/* A few blocks cost no slab; one block that comes and goes costs the host nothing. */
static void test_small_programs(void **state) {
  Program *p = program_open(5);
  long calls;
  int i;
  (void)state;
  assert_true(program_pool(p));
  assert_true(p->host.bytes < STATE + 8192);
  for (i = 0; i < 64; i++)
    assert_true(block_resize(p, &p->blocks[i], 8 + 8 * (size_t)(i % 32)));
  assert_int_equal(figures(p).slabs, 0);
  for (i = 0; i < 1000; i++) {
    block_resize(p, &p->blocks[100], 40);
    block_resize(p, &p->blocks[100], 0);
  }
  calls = p->host.calls;
  for (i = 0; i < 1000; i++) {
    block_resize(p, &p->blocks[100], 40);
    block_resize(p, &p->blocks[100], 0);
  }
  assert_int_equal(p->host.calls, calls);
  program_close(p);
}

/* Somebody still has blocks when the state's own is freed: the pool ends with the last that is in a
** slab.  It must not be asked about the host's blocks after that. */
static void test_blocks_that_outlive_the_state(void **state) {
  Program *p = program_open(11);
  Block *b;
  size_t held;
  (void)state;
  assert_true(program_pool(p));
  program_run(p, 5000, 1000);
  fj_pool_alloc(p->pool, p->state, STATE, 0);
  held = figures(p).held;
  assert_true(held > 100000);
  for (b = p->blocks; b < p->blocks + BLOCKS; b++) block_check(b);
  for (b = p->blocks; b < p->blocks + BLOCKS; b++)
    if (b->at != NULL && !host_has(&p->host, b->at)) block_resize(p, b, 0);
  p->pool = NULL;
  for (b = p->blocks; b < p->blocks + BLOCKS; b++)
    if (b->at != NULL) block_resize(p, b, 0);
  assert_int_equal(p->host.bytes, 0);
  assert_int_equal(p->host.blocks, 0);
  free(p);
}

static void test_a_pool_that_is_not_used(void **state) {
  FjAlloc host = { host_alloc, NULL };
  Host h;
  FjPool *pool;
  (void)state;
  memset(&h, 0, sizeof h);
  host.ud = &h;
  pool = fj_pool_new(&host);
  assert_null(fj_pool_alloc(pool, NULL, 0, 0));
  fj_pool_delete(pool);
  assert_int_equal(h.bytes, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_blocks_from_before_and_after),
    cmocka_unit_test(test_every_change_of_size),
    cmocka_unit_test(test_refusals),
    cmocka_unit_test(test_limits),
    cmocka_unit_test(test_what_is_kept),
    cmocka_unit_test(test_small_programs),
    cmocka_unit_test(test_blocks_that_outlive_the_state),
    cmocka_unit_test(test_a_pool_that_is_not_used),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

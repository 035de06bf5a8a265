/*
** fj_gc.c - finds the collector's account, and makes the collector wait for a build.
** SPDX-License-Identifier: MIT
*/
#include "vm/fj_gc.h"

#include "vm/fj_vm.h"

#ifdef FJ_VM_FIRST

/* Shorter texts are not worth the calls. */
#  define MIN_TEXT ((size_t)1 << 16)

/* How many bytes of result for each byte of text the collector waits for while a cycle is
** under way; that many are also the debt that its work before the build repays. */
#  define EXPANSION 8

/* It works before the build if its credit is less than the text; for a large text, if it
** is less than four times that, about the size of the result: otherwise three results
** could be in memory. */
#  define LARGE_TEXT ((size_t)1 << 21)

/* A portion of credit: an eighth of the memory in use, within these bounds. */
#  define PORTION_MIN ((size_t)1 << 18)
#  define PORTION_MAX ((size_t)1 << 23)

/* Credits that are larger mean that the collector is stopped or will not run for long. */
#  define CREDIT_MAX (((size_t)1 << (sizeof(size_t) * 8 - 2)))

/* -- The account ----------------------------------------------------------------------- */

static size_t count_of(lua_State *L) {
  return (size_t)lua_gc(L, LUA_GCCOUNT, 0) * 1024 + (size_t)lua_gc(L, LUA_GCCOUNTB, 0);
}

#  if defined(LUA_JITLIBNAME) || LUA_VERSION_NUM == 501

static size_t total_of(const FjGc *p) {
#    if defined(LUA_JITLIBNAME)
  if (p->narrow) return ((const VmAccount32 *)p->account)->total;
#    endif
  return ((const VmAccount *)p->account)->total;
}

static size_t threshold_of(const FjGc *p) {
#    if defined(LUA_JITLIBNAME)
  if (p->narrow) return ((const VmAccount32 *)p->account)->threshold;
#    endif
  return ((const VmAccount *)p->account)->threshold;
}

static void threshold_set(FjGc *p, size_t threshold) {
#    if defined(LUA_JITLIBNAME)
  const uint32_t most = 0x7FFFFE00; /* above, a threshold means that it is stopped */
  if (p->narrow) {
    ((VmAccount32 *)p->account)->threshold =
        threshold < most ? (uint32_t)threshold : most;
    return;
  }
#    endif
  ((VmAccount *)p->account)->threshold = threshold; /* NOBARRIER: a number */
}

static size_t credit_of(const FjGc *p) {
  size_t total = total_of(p), threshold = threshold_of(p);
  return threshold > total ? threshold - total : 0;
}

static void credit_set(FjGc *p, size_t credit) {
  threshold_set(p, total_of(p) + credit);
}

/* Does the word change as the threshold does?  0 = it is another one; the collector is
** then left running. */
static int account_obeys(lua_State *L, FjGc *p) {
  size_t threshold = threshold_of(p), stopped, running;
  lua_gc(L, LUA_GCSTOP, 0);
  stopped = threshold_of(p);
  lua_gc(L, LUA_GCRESTART, 0);
  running = threshold_of(p);
  if (stopped < 0x7FFF0000 || running != total_of(p)) return 0;
#    if defined(LUA_JITLIBNAME)
  if (p->narrow) {
    ((VmAccount32 *)p->account)->threshold =
        (uint32_t)threshold; /* NOBARRIER: a number */
    return 1;
  }
#    endif
  ((VmAccount *)p->account)->threshold = threshold; /* NOBARRIER: a number */
  return 1;
}

#  else

static size_t total_of(const FjGc *p) {
  const VmAccount *a = (const VmAccount *)p->account;
#    if LUA_VERSION_NUM >= 505
  return a->base - (size_t)a->debt;
#    else
  return a->base + (size_t)a->debt;
#    endif
}

static size_t credit_of(const FjGc *p) {
  ptrdiff_t debt = ((const VmAccount *)p->account)->debt;
#    if LUA_VERSION_NUM < 505
  debt = -debt;
#    endif
  return debt > 0 ? (size_t)debt : 0;
}

static void credit_set(FjGc *p, size_t credit) {
  VmAccount *a = (VmAccount *)p->account;
  size_t total = total_of(p);
#    if LUA_VERSION_NUM >= 505
  a->base = total + credit;    /* NOBARRIER: a number */
  a->debt = (ptrdiff_t)credit; /* NOBARRIER: a number */
#    else
  a->base = total + credit;     /* NOBARRIER: a number */
  a->debt = -(ptrdiff_t)credit; /* NOBARRIER: a number */
#    endif
}

/* Do the words still add up after an allocation, and perhaps a collection? */
static int account_obeys(lua_State *L, FjGc *p) {
  size_t total = total_of(p);
  (void)lua_newuserdata(L, 1000);
  lua_pop(L, 1);
  return total_of(p) != total && total_of(p) == count_of(L);
}

#  endif

static int is_account(lua_State *L, FjGc *p, const void *at, int narrow) {
  const VmAccount *a = (const VmAccount *)at;
  void *ud;
  lua_Alloc alloc = lua_getallocf(L, &ud);
  if (!fj_probe_can_read(at, sizeof *a) || a->alloc != alloc || a->ud != ud) return 0;
  p->account = (void *)(uintptr_t)at;
  p->narrow = (unsigned char)narrow;
  return total_of(p) == count_of(L) && account_obeys(L, p);
}

/* Looks for the account behind the words of the thread, of which one is the address of
** the global state. */
static int account_find(lua_State *L, FjGc *p) {
  int i;
  if (p->searched) return p->account != NULL;
  if (!lua_checkstack(L, 1)) return 0;
  p->searched = 1;
  for (i = 1; i <= 5; i++) {
    const void *global = ((void *const *)(void *)L)[i];
#  if defined(LUA_JITLIBNAME)
    int narrow;
    for (narrow = 0; narrow <= 1; narrow++) {
      const char *at;
      if (narrow) global = (const void *)(uintptr_t)(uint32_t)(uintptr_t)global;
      at = (const char *)global;
      if (!narrow && sizeof(size_t) == 4) continue;
      if (is_account(L, p, at, narrow) ||
          is_account(L, p, at + offsetof(VmAccountOld, account), narrow))
        return 1;
    }
#  else
    if (is_account(L, p, global, 0)) return 1;
#  endif
  }
  p->account = NULL;
  return 0;
}

/* -- Pacing ---------------------------------------------------------------------------- */

static int is_running(lua_State *L) {
#  ifdef LUA_GCISRUNNING
  return lua_gc(L, LUA_GCISRUNNING, 0) == 1;
#  else
  (void)L; /* a collector that is stopped has a huge credit */
  return 1;
#  endif
}

/* Makes the collector work as for `debt` bytes; 1 = it has completed a cycle. */
static int work(lua_State *L, FjGc *p, size_t debt) {
#  if LUA_VERSION_NUM >= 505
  size_t paid = 0;
  do { /* a step does not depend on the debt; its credit says how much it was worth */
    if (lua_gc(L, LUA_GCSTEP, credit_of(p) + 1)) return 1;
    paid += credit_of(p) + 1024;
  } while (paid < debt);
  return 0;
#  else
  debt = (debt + credit_of(p)) >> 10;
  return lua_gc(L, LUA_GCSTEP, debt < 0x1FFFFF ? (int)debt : 0x1FFFFF);
#  endif
}

/* The collector's pause in percent. */
static int pause_of(lua_State *L) {
#  if LUA_VERSION_NUM >= 505
  return lua_gc(L, LUA_GCPARAM, LUA_GCPPAUSE, -1);
#  else
  int pause = lua_gc(L, LUA_GCSETPAUSE, 200);
  lua_gc(L, LUA_GCSETPAUSE, pause);
  return pause;
#  endif
}

/* Has the collector done anything since the account was noted? */
static int has_run(const FjGc *p, size_t total) {
  size_t used = total - p->total;
  return total < p->total || credit_of(p) != (used < p->credit ? p->credit - used : 0);
}

static void note(FjGc *p) {
  p->credit = credit_of(p);
  p->total = total_of(p);
}

/* From now on it waits, for at most `left` bytes. */
static void wait(FjGc *p, size_t left) {
  p->before = credit_of(p);
  p->from = total_of(p);
  p->left = left;
  note(p);
}

void fj_gc_begin(lua_State *L, FjGc *p, size_t bytes) {
  size_t debt = bytes < CREDIT_MAX / EXPANSION ? bytes * EXPANSION : CREDIT_MAX;
  size_t least = debt / EXPANSION * (bytes < LARGE_TEXT ? 1 : 4);
  p->active = 0;
  if (bytes < MIN_TEXT || !is_running(L) || !account_find(L, p)) return;
  if (credit_of(p) >= debt) return;
  p->complete = p->worked = 0;
  if (credit_of(p) < least) {
    p->complete = (unsigned char)work(L, p, debt);
    p->worked = 1;
    if (!is_running(L)) return; /* a finalizer has stopped it */
  }
  wait(p, p->complete ? CREDIT_MAX : debt);
  p->active = 1;
  fj_gc_extend(p, 0);
}

void fj_gc_extend(FjGc *p, size_t bytes) {
  size_t total = total_of(p), portion = total / 8, used = total - p->total;
  if (has_run(p, total)) {
    p->complete = p->worked = 0;
    wait(p, p->left);
  } else {
    p->left -= used < p->left ? used : p->left;
  }
  if (portion < PORTION_MIN) portion = PORTION_MIN;
  if (portion > PORTION_MAX) portion = PORTION_MAX;
#  if LUA_VERSION_NUM >= 503
  portion += bytes; /* it collects after such an allocation, and if one fails */
#  else
  (void)bytes; /* it collects before the next one */
#  endif
  if (portion > p->left) portion = p->left;
  if (portion > credit_of(p)) credit_set(p, portion);
  note(p);
}

void fj_gc_end(lua_State *L, FjGc *p) {
  size_t total, credit, used;
  int pause;
  if (!p->active) return;
  p->active = 0;
  total = total_of(p);
  if (has_run(p, total) || !is_running(L)) return;
  credit = p->before;
  used = total - p->from;
  if (!p->worked) credit = used < credit ? credit - used : 0;
  /* everything new is alive, as after a cycle that ends now */
  if (p->complete && (pause = pause_of(L)) > 100) {
    size_t rest = total / 100 * (size_t)(pause < 1000 ? pause - 100 : 900);
    if (credit < rest) credit = rest;
  }
  credit_set(p, credit);
}

#else

void fj_gc_begin(lua_State *L, FjGc *p, size_t bytes) {
  (void)L;
  (void)bytes;
  p->active = 0;
}

void fj_gc_extend(FjGc *p, size_t bytes) {
  (void)p;
  (void)bytes;
}

void fj_gc_end(lua_State *L, FjGc *p) {
  (void)L;
  (void)p;
}

#endif

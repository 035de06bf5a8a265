/*
** fj_gc.h - when the collector works for a decode: before it.
** Owns: the mirror of the collector's account, and its use.  Must not know: JSON.
**
** What a decode allocates stays alive until it returns, so a collection meanwhile frees
** nothing: it marks half a document, and the memory that it does touch is no longer in the
** caches when the build needs it.  Before the decode, the last document is mostly garbage.
** So if a cycle would begin or go on during the build, the collector does that work first,
** through the public API, and then waits until the build has ended.
**
** The account is two words of the interpreter's global state: the bytes in use, and the
** bytes that may still be allocated before the collector's next step (its credit).
** Invariants: pause, mode and state of the collector do not change, and a collector that
** is stopped stays so.  The credit is extended a portion at a time, so an error that
** skips the end leaves the collector behind by one portion.  The collector still runs if
** an allocation fails or exceeds the portion, so builders allow for it.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_GC_H
#define FJ_GC_H

#include <stddef.h>
#include <stdint.h>

#include <lua.h>
/* the order matters: it needs lua.h */
#include <lualib.h>

#include "core/fj_config.h"

/* -- Mirrors --------------------------------------------------------------------------- */

#if defined(LUA_JITLIBNAME)

/* LuaJIT's global_State from its field `allocf` on; GCSize has 32 bits without GC64. */
typedef struct VmAccount {
  lua_Alloc alloc;
  void *ud;
  size_t total;
  size_t threshold;
} VmAccount;

typedef struct VmAccount32 {
  lua_Alloc alloc;
  void *ud;
  uint32_t total;
  uint32_t threshold;
} VmAccount32;

/* What precedes `allocf` until the string table moved behind it. */
typedef struct VmAccountOld {
  void *strings;
  uint32_t mask, count;
  VmAccount account;
} VmAccountOld;

#elif LUA_VERSION_NUM == 501

typedef struct VmAccount {
  void *strings;
  uint32_t count;
  int size;
  lua_Alloc alloc;
  void *ud;
  uint8_t white, state;
  int sweep;
  void *lists[6];
  void *buffer;
  size_t buffer_used, buffer_size;
  size_t threshold;
  size_t total;
} VmAccount;

#else

/* 5.2 to 5.4: in use are base + debt; a debt above 0 is due.  5.5: base - debt; a debt
** of 0 or less is due. */
typedef struct VmAccount {
  lua_Alloc alloc;
  void *ud;
  size_t base;
  ptrdiff_t debt;
} VmAccount;

#endif

/* -- Pacing ---------------------------------------------------------------------------- */

typedef struct FjGc {
  void *account;          /* VmAccount or VmAccount32; NULL: not looked for, or unknown */
  unsigned char searched; /* for the account */
  unsigned char narrow;   /* the account is a VmAccount32 */
  unsigned char active;   /* a build has begun that makes the collector wait */
  unsigned char worked;   /* the collector has worked before the build */
  unsigned char complete; /* the cycle was completed before the build */
  size_t left;            /* bytes that the collector may still be made to wait for */
  size_t total, credit;   /* as they were noted last */
  size_t from;            /* bytes in use when the build began */
  size_t before;          /* the collector's own credit before the build */
} FjGc;

/* Call this before a build from `bytes` of text.  May collect, and so run finalizers. */
void fj_gc_begin(lua_State *L, FjGc *p, size_t bytes);

/* Extends the credit by a portion; `bytes` more are about to be allocated at once. */
void fj_gc_extend(FjGc *p, size_t bytes);

FJ_INLINE void fj_gc_more(FjGc *p, size_t bytes) {
  if (p->active) fj_gc_extend(p, bytes);
}

/* Call this after the build, whether or not it succeeded. */
void fj_gc_end(lua_State *L, FjGc *p);

#endif

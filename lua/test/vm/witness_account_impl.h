/*
** witness_account_impl.h - the mirror of the collector's account (vm/fj_gc.h) against the
** real global state.
** Owns: the places of its words, and of the address of the global state in a thread.
** Must not know: values, tables.
** Invariant: included once, behind the interpreter's own headers.
** SPDX-License-Identifier: MIT
*/
#include "vm/fj_gc.h"

#define WITNESS_WORD(mirror, real)                                                       \
  WITNESS(offsetof(WitnessAccount, mirror) - offsetof(WitnessAccount, alloc) ==          \
              offsetof(global_State, real) - offsetof(global_State, WITNESS_ALLOC) &&    \
          sizeof(((WitnessAccount *)0)->mirror) == sizeof(((global_State *)0)->real))

#if defined(LUA_JITLIBNAME)
#  if LJ_GC64
typedef VmAccount WitnessAccount;
#  else
typedef VmAccount32 WitnessAccount;
#  endif
#  define WITNESS_ALLOC  allocf
#  define WITNESS_GLOBAL glref
WITNESS_WORD(ud, allocd);
WITNESS_WORD(total, gc.total);
WITNESS_WORD(threshold, gc.threshold);
WITNESS(offsetof(global_State, allocf) == 0 ||
        offsetof(global_State, allocf) == offsetof(VmAccountOld, account));
WITNESS(LJ_MAX_MEM > 0x7FFFFE00);
#else
typedef VmAccount WitnessAccount;
#  define WITNESS_ALLOC  frealloc
#  define WITNESS_GLOBAL l_G
WITNESS(offsetof(VmAccount, alloc) == offsetof(global_State, frealloc));
WITNESS_WORD(ud, ud);
#  if LUA_VERSION_NUM == 501
WITNESS_WORD(threshold, GCthreshold);
WITNESS_WORD(total, totalbytes);
#  else
#    if LUA_VERSION_NUM >= 505
WITNESS_WORD(base, GCtotalbytes);
#    else
WITNESS_WORD(base, totalbytes);
#    endif
WITNESS_WORD(debt, GCdebt);
#  endif
#endif

WITNESS(offsetof(lua_State, WITNESS_GLOBAL) % sizeof(void *) == 0 &&
        offsetof(lua_State, WITNESS_GLOBAL) >= sizeof(void *) &&
        offsetof(lua_State, WITNESS_GLOBAL) <= 5 * sizeof(void *));

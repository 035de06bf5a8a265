/*
** witness_heap_impl.h — what vm/fj_vm_heap_impl.h relies on against the real structures.
** Owns: offsets in lua_State, global_State and strings; colours and sizes.
** Must not know: how objects are made.
** Invariant: as witness_puc_impl.h.
** SPDX-License-Identifier: MIT
*/
#include "lgc.h"
#include "lstate.h"
#include "lstring.h"

WITNESS_FIELD(VmState, global, lua_State, l_G);

WITNESS_FIELD(VmStrings, lists, stringtable, hash);
WITNESS_FIELD(VmStrings, count, stringtable, nuse);
WITNESS_FIELD(VmStrings, size, stringtable, size);
WITNESS(sizeof(VmStrings) == sizeof(stringtable));
WITNESS(sizeof(VmCell) == sizeof(TValue));

WITNESS_FIELD(VmGlobal, alloc, global_State, frealloc);
WITNESS_FIELD(VmGlobal, ud, global_State, ud);
WITNESS_FIELD(VmGlobal, white, global_State, currentwhite);
WITNESS(offsetof(VmGlobal, strings) == offsetof(global_State, strt));
#if LUA_VERSION_NUM == 501
WITNESS_FIELD(VmGlobal, objects, global_State, rootgc);
WITNESS_FIELD(VmGlobal, threshold, global_State, GCthreshold);
WITNESS_FIELD(VmGlobal, total, global_State, totalbytes);
#else
WITNESS_FIELD(VmGlobal, objects, global_State, allgc);
WITNESS_FIELD(VmGlobal, debt, global_State, GCdebt);
WITNESS_FIELD(VmGlobal, seed, global_State, seed);
#  if LUA_VERSION_NUM < 505
WITNESS_FIELD(VmGlobal, total, global_State, totalbytes);
#  else
WITNESS_FIELD(VmGlobal, total, global_State, GCtotalbytes);
#  endif
#endif

WITNESS(VM_WHITES == WHITEBITS);
WITNESS(VM_BLACK == bitmask(BLACKBIT));

#if LUA_VERSION_NUM >= 503
WITNESS(offsetof(VmString, u.hnext) == offsetof(TString, u.hnext));
WITNESS_FIELD(VmString, next, TString, next);
WITNESS_FIELD(VmString, extra, TString, extra);
WITNESS(VM_SHORT_MOST <= LUAI_MAXSHORTLEN);
#else
WITNESS(sizeof(TString) == VM_SHORT_HEAD);
WITNESS_FIELD(VmString, next, TString, tsv.next);
WITNESS_FIELD(VmString, len, TString, tsv.len);
#endif
#ifdef VM_LONG_HEAD
#  if LUA_VERSION_NUM == 502
WITNESS(sizeof(TString) == VM_LONG_HEAD);
WITNESS_FIELD(VmString, hash, TString, tsv.hash);
WITNESS((VM_TAG_STRING_LG & ~0x40) == LUA_TLNGSTR);
#  else
WITNESS_FIELD(VmString, hash, TString, hash);
WITNESS(offsetof(VmString, u.lnglen) == offsetof(TString, u.lnglen));
#    if LUA_VERSION_NUM == 503
WITNESS((VM_TAG_STRING_LG & ~0x40) == LUA_TLNGSTR);
WITNESS(sizelstring(70000) == VM_LONG_HEAD + 70001);
#    elif LUA_VERSION_NUM == 504
WITNESS((VM_TAG_STRING_LG & ~0x40) == LUA_VLNGSTR);
WITNESS(sizelstring(70000) == VM_LONG_HEAD + 70001);
#    else
WITNESS((VM_TAG_STRING_LG & ~0x40) == LUA_VLNGSTR);
WITNESS(offsetof(TString, falloc) == VM_LONG_HEAD);
WITNESS_FIELD(VmString, contents, TString, contents);
WITNESS(LSTRREG == -1);
#    endif
#  endif
#endif
#if LUA_VERSION_NUM == 503 || LUA_VERSION_NUM == 504
WITNESS(sizelstring(7) == VM_SHORT_HEAD + 8);
#elif LUA_VERSION_NUM == 505
WITNESS(sizestrshr(7) == VM_SHORT_HEAD + 8);
#elif LUA_VERSION_NUM == 502
WITNESS(VM_SHORT_MOST <= LUAI_MAXSHORTLEN);
WITNESS_FIELD(VmString, extra, TString, tsv.extra);
#endif

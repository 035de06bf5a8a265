/*
** fj_vm.h — which Lua object layouts this build can read, and what they share.
** Owns: the choice of layouts for the Lua headers in use; the kinds and the payload that
** every layout has. Must not know: JSON. Invariant: an interpreter that is not recognised
** gets no layout at all, and its user walks through the public API.
**
** A layout header (vm/fj_vm_lua54_55.h and its siblings) defines the names below.  A build for LuaJIT on
** x86-64 has two layouts; the names of the second one end in _luajit32, and vm/fj_vm_second.h
** spells them, so that a body says the plain name for either.  Include this header first, before
** any target region opens (it brings the system headers):
**
**   #include "vm/fj_vm.h"
**   #ifdef FJ_VM_FIRST
**   #  include FJ_VM_FIRST
**   #  include "some_body_impl.h"
**   #endif
**   #ifdef FJ_VM_SECOND
**   #  include "vm/fj_vm_second.h"          -- from here on to the end of the file
**   #  include "some_body_impl.h"
**   #endif
**
** Bound by every layout (all inline; "raw" means that no barrier and no metamethod runs):
**   FJ_VM_NAME                    the layout's name as text
**   FJ_VM_HAS_INT                 1 if integers are a type of the language; 0 where they
**                                 are at most how a dual-number LuaJIT keeps a double
**   VM_ARRAY_BASE                 lowest key of the array part: 0 on LuaJIT, else 1
**   VmTable VmNode VmArray VmValue
**   vm_is_nil/_false/_true/_string/_int/_float/_table (VmValue)        cheap predicates
**   VmKind vm_value_kind(VmValue)                                      full classification
**   int64_t vm_int(VmValue), double vm_float(VmValue), const VmTable *vm_table(VmValue)
**   const char *vm_string(VmValue, size_t *len)
**   int vm_value_same(VmValue, VmValue)       rawequal without numeric conversion for
**                                             everything but long strings: what a sentinel
**                                             (light userdata, table) is recognised by
**   const VmTable *vm_table_at(L, idx)        the table at idx (the caller knows it is one)
**   VmTable *vm_table_anchor(L, idx)          the same, for the scratch table of vm_value_push
**   size_t vm_array_last(const VmTable *)     highest key with a slot in the array part, real
**                                             size, 0 = none
**   VmArray vm_array_of(const VmTable *), VmValue vm_array_get(VmArray, size_t i)
**                                             1 <= i <= vm_array_last
**   VmValue vm_array_zero(const VmTable *)    the value of key 0 where VM_ARRAY_BASE is 0 and
**                                             that slot exists; nil otherwise
**   size_t vm_node_slots(const VmTable *)     0 if there is no hash part
**   const VmNode *vm_node_first(const VmTable *)        node + 1 is the next
**   VmValue vm_node_value(const VmNode *), VmValue vm_node_key(const VmNode *)
**                                             a key may be looked at only if its value is not
**                                             nil: others can be dead and freed
**   const VmTable *vm_table_metatable(const VmTable *)  or NULL
**   VmValue vm_value_of_table(const VmTable *)
**   void vm_array_put(VmTable *, size_t i, VmValue)     raw store, 1 <= i <= vm_array_last
**   void vm_value_push(L, anchor_idx, VmTable *anchor, VmValue)    see fj_vm_make_impl.h
**   VmValue vm_value_pull(L, idx, anchor_idx, VmTable *anchor)     the value at idx, raw
** For the probe only: vm_table_is_sane, vm_value_object, vm_string_fits(VmValue, bytes) (before
**   the object is read, where the layout allows), vm_array_start and vm_array_bytes.
** Array part ascending (vm_array_zero, then 1..), then nodes ascending, is lua_next's order.
**
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VM_H
#define FJ_VM_H

#include <stddef.h>
#include <string.h>

#include <lua.h>
/* the order matters: both need lua.h */
#include <lauxlib.h>
#include <lualib.h>

#include "core/fj_config.h"

/* LuaJIT's lua.h says 5.1 and nothing else; its lualib.h names the jit library. */
#if defined(LUA_JITLIBNAME)
#  define FJ_VM_FIRST "vm/fj_vm_luajit.h"
#  if UINTPTR_MAX <= 0xFFFFFFFF
#    define FJ_VM_REF32 1
#  elif defined(__x86_64__) || defined(_M_X64)
#    define FJ_VM_SECOND "vm/fj_vm_luajit.h"
#  endif
#elif (LUA_VERSION_NUM == 501 || LUA_VERSION_NUM == 502) && defined(LUA_NUMBER_DOUBLE)
#  define FJ_VM_FIRST "vm/fj_vm_lua51_53.h"
#elif LUA_VERSION_NUM >= 503 && LUA_VERSION_NUM <= 505 &&                                \
    LUA_FLOAT_TYPE == LUA_FLOAT_DOUBLE && LUA_MAXINTEGER >> 31 >> 31 == 1
#  if LUA_VERSION_NUM == 503
#    define FJ_VM_FIRST "vm/fj_vm_lua51_53.h"
#  else
#    define FJ_VM_FIRST "vm/fj_vm_lua54_55.h"
#  endif
#endif

typedef enum VmKind {
  VM_NIL,
  VM_FALSE,
  VM_TRUE,
  VM_INT,
  VM_FLOAT,
  VM_STRING,
  VM_TABLE,
  VM_LIGHTUSERDATA,
  VM_FUNCTION,
  VM_USERDATA,
  VM_THREAD,
  VM_CDATA,
  VM_UNKNOWN
} VmKind;

/* Payload of a value where tag and payload are apart (every PUC Lua). */
typedef union VmPayload {
  const void *p;
  double n;
  int64_t i;
  int b;
} VmPayload;

/* A value under way there: both words whole, so that compilers keep it in two registers; the
** tag in an object may be smaller, with padding around it. */
typedef struct VmTagged {
  VmPayload u;
  size_t tag;
} VmTagged;

/* -- The probe (fj_probe.c), which runs once when the module loads -------------------------- */

/* 1 if values of every shape, made through the API, read the same through the first layout of
** the build and can be pushed back; else 0 and a static text that names the first difference.
** Leaves the stack as it was; throws only out of memory. */
int fj_probe(lua_State *L, const char **reason);

/* The same for the second layout. */
int fj_probe_luajit32(lua_State *L, const char **reason);

#endif

/*
** fj_vm.h — the Lua object layouts that this build can read, and what they share.
** Owns: the choice of layouts for the Lua headers in use; the kinds and the payload of
** every layout. Must not know: JSON. Invariant: an unrecognised interpreter gets no
** layout; its values are read through the public API.
**
** A layout header (vm/fj_vm_lua54_55.h and its siblings) defines the names below.  A
** build for LuaJIT on x86-64 has two layouts; names of the second end in _luajit32.
** vm/fj_vm_second.h lists them, so a body uses the plain names for both.  Include this
** header first, before any target region (it includes system headers):
**
**   #include "vm/fj_vm.h"
**   #ifdef FJ_VM_FIRST
**   #  include FJ_VM_FIRST
**   #  include "some_body_impl.h"
**   #endif
**   #ifdef FJ_VM_SECOND
**   #  include "vm/fj_vm_second.h"          -- from here to the end of the file
**   #  include "some_body_impl.h"
**   #endif
**
** Bound by every layout (all inline; "raw" means that no barrier and no metamethod runs):
**   FJ_VM_NAME                the layout's name as text
**   FJ_VM_HAS_INT             1 if integers are a type of the language; 0 if they are at
**                             most how a dual-number LuaJIT stores a double
**   VM_ARRAY_BASE             lowest key of the array part: 0 on LuaJIT, else 1
**   VmTable VmNode VmArray VmValue
**   vm_is_nil/_false/_true/_string/_int/_float/_table (VmValue)    cheap predicates
**   VmKind vm_value_kind(VmValue)                                  full classification
**   uint64_t vm_null_word(VmValue)    what recognises this light userdata, which is NULL,
**                                     in the same state: `null` below; 0 recognises none
**   int vm_is_literal(VmValue, uint64_t null)   boolean or NULL?  The value is not a float.
**   size_t vm_literal(VmValue, uint64_t null)   0 false, 1 true, 2 NULL: of a literal
**   int64_t vm_int(VmValue), double vm_float(VmValue), const VmTable *vm_table(VmValue)
**   const char *vm_string(VmValue, size_t *len)
**   int vm_value_same(VmValue, VmValue)    rawequal without numeric conversion, but not
**                                          for long strings; recognises sentinels (light
**                                          userdata, tables)
**   const VmTable *vm_table_at(L, idx)     the table at idx, which must be a table
**   VmTable *vm_table_anchor(L, idx)       the scratch table of vm_value_push
**   size_t vm_array_last(const VmTable *)  highest key with a slot in the array part,
**                                          real size, 0 = none
**   VmArray vm_array_of(const VmTable *), VmValue vm_array_get(VmArray, size_t i)
**                                          1 <= i <= vm_array_last
**   VmValue vm_array_zero(const VmTable *) the value of key 0 if VM_ARRAY_BASE is 0 and
**                                          that slot exists; nil otherwise
**   size_t vm_node_slots(const VmTable *)  0 if there is no hash part
**   const VmNode *vm_node_first(const VmTable *)        node + 1 is the next
**   VmValue vm_node_value(const VmNode *), VmValue vm_node_key(const VmNode *)
**                                          read a key only if its value is not nil:
**                                          others can be dead and freed
**   const VmTable *vm_table_metatable(const VmTable *)  or NULL
**   VmValue vm_value_of_table(const VmTable *)
**   void vm_array_put(VmTable *, size_t i, VmValue)   raw store, 1 <= i <= vm_array_last
**   void vm_value_push(L, anchor_idx, VmTable *anchor, VmValue)    see fj_vm_make_impl.h
**   VmValue vm_value_pull(L, idx, anchor_idx, VmTable *anchor)   the value at idx, raw
** For the probe only: vm_table_is_sane, vm_value_object, vm_string_fits(VmValue, bytes)
**   (before the object is read, where the layout allows), vm_array_start, vm_array_bytes.
** lua_next visits the array part (vm_array_zero, then 1..), then nodes, both ascending.
**
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_VM_H
#define FJ_VM_H

#include <limits.h>
#include <stddef.h>
#include <string.h>

#include <lua.h>
/* the order matters: both need lua.h */
#include <lauxlib.h>
#include <lualib.h>

#include "core/fj_config.h"

/* LuaJIT's lua.h only says 5.1; its lualib.h names the jit library. */
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

/* Payload of a value whose tag is stored separately (every PUC Lua). */
typedef union VmPayload {
  const void *p;
  double n;
  int64_t i;
  int b;
} VmPayload;

/* Such a value outside an object.  Both words are whole, so compilers keep it in two
** registers; in an object the tag may be smaller and padded. */
typedef struct VmTagged {
  VmPayload u;
  size_t tag;
} VmTagged;

/* -- The probe (fj_probe.c), which runs once when the module loads ------------------- */

/* 1 if values of every kind, made through the API, read the same through the first
** layout and can be pushed back; else 0 and a static text that names the first
** difference.  Leaves the stack unchanged; throws only if memory runs out. */
int fj_probe(lua_State *L, const char **reason);

/* Is p aligned, and are n bytes from it mapped?  As far as the system tells. */
int fj_probe_can_read(const void *p, size_t n);

/* The same for the second layout. */
int fj_probe_luajit32(lua_State *L, const char **reason);

/* Which objects can also be made without the API (vm/fj_vm_heap_impl.h and
** vm/fj_vm_heap_luajit_impl.h), by the layout that fj_probe has accepted; 0 = none.
** Copies the header of an empty table to blank, which has FJ_VM_BLANK bytes.  Leaves the
** stack unchanged; throws only if memory runs out. */
enum { FJ_VM_BLANK = 80 };
enum {
  FJ_MAKES_TABLES = 1,
  FJ_MAKES_ALL = 2,
  FJ_MAKES_CRC = 3 /* all; the hash of a string is that of OpenResty's branch of LuaJIT */
};
int fj_probe_heap(lua_State *L, void *blank);

/* The same for the second layout. */
int fj_probe_heap_luajit32(lua_State *L, void *blank);

#endif

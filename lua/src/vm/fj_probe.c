/*
** fj_probe.c — the samples of the load-time probe, and the probe of each layout.
** Owns: sample tables of every kind, made through the public API, and the test that
** memory is readable.  Must not know: any layout (fj_probe_impl.h is bound to each).
** Invariant: nothing here reads an object; a wrong layout causes a refusal, not a crash.
** SPDX-License-Identifier: MIT
*/
#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#  define _DEFAULT_SOURCE 1 /* mincore, even if the compiler is in strict C mode */
#endif
#if !defined(_WIN32)
#  include <errno.h>
#  include <sys/mman.h>
#  include <unistd.h>
#endif
#include <string.h>

#include "vm/fj_vm.h"

#ifdef FJ_VM_FIRST

/* No sample has more slots, so a layout that finds more is wrong. */
#  define PROBE_MAX_SLOTS 64

/* A mirror's pointer is followed only if it points to mapped memory.  mincore has no
** side effect, and memory checkers know it.  Outside Linux it may not detect unmapped
** memory, so msync does.  If a sandbox refuses the call, the probe continues. */
static int probe_is_mapped(uintptr_t from, size_t n) {
#  if defined(_WIN32)
  return from != 0 && n > 0;
#  elif defined(__linux__)
  unsigned char pages[8]; /* one for each page; PROBE_MAX_SLOTS nodes span two or three */
  return mincore((void *)from, n, pages) == 0 || (errno != ENOMEM && errno != EFAULT);
#  else
  return msync((void *)from, n, MS_ASYNC) == 0 || (errno != ENOMEM && errno != EFAULT);
#  endif
}

static int probe_can_read(const void *p, size_t n) {
#  if defined(_WIN32)
  uintptr_t page = 4096;
#  else
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
#  endif
  uintptr_t from = (uintptr_t)p & ~(page - 1);
  if (p == NULL || (uintptr_t)p % sizeof(int) != 0) return 0;
  return probe_is_mapped(from, (uintptr_t)p - from + n);
}

static int probe_length(lua_State *L) {
#  if LUA_VERSION_NUM == 501
  return (int)lua_objlen(L, -1);
#  else
  return (int)lua_rawlen(L, -1);
#  endif
}

static int probe_function(lua_State *L) {
  (void)L;
  return 0;
}

static void probe_set_nil(lua_State *L, int i) {
  lua_pushnil(L);
  lua_rawseti(L, -2, i);
}

static void probe_fill(lua_State *L, int from, int to) {
  int i;
  for (i = from; i <= to; i++) {
    lua_pushinteger(L, 100 * i);
    lua_rawseti(L, -2, i);
  }
}

static void probe_make_empty(lua_State *L) {
  lua_newtable(L);
}

/* key 0 is in the array part on LuaJIT and in a node elsewhere */
static void probe_make_array(lua_State *L) {
  lua_createtable(L, 5, 0);
  probe_fill(L, 1, 5);
  lua_pushinteger(L, 7);
  lua_rawseti(L, -2, 0);
}

static void probe_make_grown(lua_State *L) {
  lua_newtable(L);
  probe_fill(L, 1, 9);
}

/* On 5.4 `#` finds border 11 by bisection and stores it in alimit, below 13 and 14. */
static void probe_make_holes(lua_State *L) {
  lua_createtable(L, 16, 0);
  probe_fill(L, 1, 16);
  probe_set_nil(L, 12);
  probe_set_nil(L, 15);
  probe_set_nil(L, 16);
  (void)probe_length(L);
}

static void probe_make_shrunk(lua_State *L) {
  lua_createtable(L, 8, 0);
  probe_fill(L, 1, 8);
  probe_set_nil(L, 8);
  (void)probe_length(L);
  probe_set_nil(L, 7);
  (void)probe_length(L);
}

static void probe_make_strings(lua_State *L) {
  static const unsigned short lengths[] = { 0, 1, 7, 8, 31, 39, 40, 41, 300 };
  char text[300];
  int i;
  for (i = 0; i < (int)sizeof text; i++) text[i] = (char)(i * 7); /* has NULs */
  lua_newtable(L);
  for (i = 0; i < (int)(sizeof lengths / sizeof lengths[0]); i++) {
    lua_pushlstring(L, text + i, lengths[i] - (size_t)(i == 8 ? i : 0));
    lua_pushlstring(L, text, lengths[i]);
    lua_rawset(L, -3);
    lua_pushlstring(L, text, lengths[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

static void probe_make_numbers(lua_State *L) {
  static const double numbers[] = {
    0,          -0.0, 1,     -1,    0.5,    -0.1,   255,       2147483647, -2147483648.0,
    4294967296, 9e15, -9e15, 1e308, -1e308, 5e-324, 1e308 * 10
  };
  int i, n = (int)(sizeof numbers / sizeof numbers[0]);
  lua_newtable(L);
  for (i = 0; i < n; i++) {
    lua_pushnumber(L, (lua_Number)numbers[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushnumber(L, (lua_Number)numbers[n - 1] - (lua_Number)numbers[n - 1]); /* NaN */
  lua_rawseti(L, -2, n + 1);
}

static void probe_make_integers(lua_State *L) {
  static const lua_Integer integers[] = { 0,    1,     -1,         127,
                                          -128, 65536, 2147483647, -2147483647 };
  int i, n = (int)(sizeof integers / sizeof integers[0]);
  lua_newtable(L);
  for (i = 0; i < n; i++) {
    lua_pushinteger(L, integers[i]);
    lua_rawseti(L, -2, i + 1);
  }
#  if LUA_VERSION_NUM >= 503
  lua_pushinteger(L, LUA_MAXINTEGER);
  lua_rawseti(L, -2, n + 1);
  lua_pushinteger(L, LUA_MININTEGER);
  lua_rawseti(L, -2, n + 2);
#  endif
}

static void probe_push_kind(lua_State *L, int kind) {
  switch (kind) {
  case 0: lua_pushboolean(L, 1); break;
  case 1: lua_pushboolean(L, 0); break;
  case 2: lua_pushlightuserdata(L, NULL); break;
  case 3: lua_pushlightuserdata(L, L); break;
  case 4: lua_pushcfunction(L, probe_function); break;
  case 5: lua_pushinteger(L, 1), lua_pushcclosure(L, probe_function, 1); break;
  case 6: lua_newtable(L); break;
  case 7: (void)lua_newuserdata(L, 1); break;
  case 8: (void)lua_pushthread(L); break;
  case 9: lua_pushnumber(L, (lua_Number)0.25); break;
  default: lua_pushliteral(L, "text"); break;
  }
}

static void probe_make_kinds(lua_State *L) {
  int i;
  lua_createtable(L, 11, 0);
  for (i = 0; i <= 10; i++) {
    probe_push_kind(L, i);
    lua_rawseti(L, -2, i + 1);
  }
}

static void probe_make_keys(lua_State *L) {
  int i;
  lua_newtable(L);
  for (i = 0; i <= 10; i++) {
    probe_push_kind(L, i);
    probe_push_kind(L, 10 - i);
    lua_rawset(L, -3);
  }
  lua_pushliteral(L, "far");
  lua_rawseti(L, -2, 1 << 30);
  lua_pushliteral(L, "below");
  lua_rawseti(L, -2, -1);
}

/* has more keys than main nodes, so some collide; every third key is removed */
static void probe_make_hash(lua_State *L) {
  char key[3] = "k?";
  int i;
  lua_newtable(L);
  for (i = 0; i < 40; i++) {
    key[1] = (char)('A' + i % 24);
    lua_pushstring(L, key);
    if (i >= 24 && i % 3 == 0)
      lua_pushnil(L);
    else
      lua_pushinteger(L, i);
    lua_rawset(L, -3);
  }
}

static void probe_make_mixed(lua_State *L) {
  probe_make_hash(L);
  probe_fill(L, 1, 6);
  lua_newtable(L);
  lua_setmetatable(L, -2);
}

typedef struct ProbeSample {
  void (*make)(lua_State *L);
  const char *reason;
} ProbeSample;

static const ProbeSample probe_samples[] = {
  { probe_make_empty, "an empty table reads differently" },
  { probe_make_array, "the array part of a table reads differently" },
  { probe_make_grown, "a grown array reads differently" },
  { probe_make_holes, "an array with holes reads differently" },
  { probe_make_shrunk, "a shrunk array reads differently" },
  { probe_make_integers, "integers read differently" },
  { probe_make_numbers, "floating-point numbers read differently" },
  { probe_make_strings, "strings read differently" },
  { probe_make_kinds, "the kinds of values read differently" },
  { probe_make_hash, "the hash part of a table reads differently" },
  { probe_make_keys, "the keys of a table read differently" },
  { probe_make_mixed, "a table with a metatable reads differently" },
};

int fj_probe_can_read(const void *p, size_t n) {
  return probe_can_read(p, n);
}

#  if defined(LUA_JITLIBNAME)
/* CRC-32C of the low or of all bytes of v, for vm/fj_vm_heap_luajit_impl.h: the slow twin
** of the instructions that kernels use. */
#    define FJ_CRC32 1

static uint32_t probe_crc32(uint32_t h, uint64_t v, int bits) {
  for (v ^= h; bits > 0; bits--) v = v >> 1 ^ ((v & 1) != 0 ? 0x82F63B78 : 0);
  return (uint32_t)v;
}

FJ_INLINE uint32_t fj_crc32_4(uint32_t h, uint32_t v) {
  return probe_crc32(h, v, 32);
}

FJ_INLINE uint32_t fj_crc32_8(uint32_t h, uint64_t v) {
  return probe_crc32(h, v, 64);
}
#  endif

#  include FJ_VM_FIRST

#  include "vm/fj_probe_impl.h"
#  ifdef VM_HAS_HEAP
#    include "vm/fj_probe_heap_impl.h"
#  endif
#endif

#ifdef FJ_VM_SECOND
#  include "vm/fj_vm_second.h"

#  include "vm/fj_probe_impl.h"
/* the order matters: it needs the probe of the layout */
#  include "vm/fj_probe_heap_impl.h"
#endif

/*
** fj_buffer.c - fleece.buffer: a userdata that collects text.
** Owns: its memory.  Must not know: JSON, the encoder.
** Invariant: bytes that are being made a string do not change: lua_pushlstring may first
** run finalizers, which may write to the same buffer (before 5.4).
** SPDX-License-Identifier: MIT
*/
#include <stddef.h>
#include <string.h>

#include "mod/fj_buffer.h"
#include "vm/fj_compat.h"

#define BUFFER "fleece.buffer"

/* Text of up to FIRST bytes is in the userdata: most messages need no other memory. */
enum { FIRST = 480, BLOCK_MIN = 2048, BLOCK_BIG = 1 << 20 };

/* The memory of a longer text.  It is written only while the buffer is its only user. */
typedef struct Block {
  size_t cap; /* bytes of text */
  int users;  /* the buffer, and calls that make a string of it */
  char text[1];
} Block;

struct FjBuffer {
  const void *tag; /* &buffer_tag */
  Block *block;    /* NULL: the text is in `first` */
  size_t len;
  char first[FIRST];
};

/* Its address tells a buffer from any other userdata. */
static const char buffer_tag = 0;

/* -- Memory -------------------------------------------------------------------------------- */

static FjAlloc alloc_of(lua_State *L) {
  FjAlloc a;
  a.fn = lua_getallocf(L, &a.ud);
  return a;
}

static size_t block_bytes(size_t cap) {
  return offsetof(Block, text) + cap;
}

static void block_release(Block *block, const FjAlloc *a) {
  if (block != NULL && --block->users == 0)
    a->fn(a->ud, block, block_bytes(block->cap), 0);
}

static char *text_of(FjBuffer *b) {
  return b->block == NULL ? b->first : b->block->text;
}

/* Gives the buffer a block of its own with room for `cap` bytes; 0 = out of memory. */
static int block_set(FjBuffer *b, const FjAlloc *a, size_t cap) {
  Block *old = b->block, *block;
  int keeps = old != NULL && old->users == 1;
  block = (Block *)a->fn(a->ud, keeps ? old : NULL, keeps ? block_bytes(old->cap) : 0,
                         block_bytes(cap));
  if (block == NULL) return 0;
  if (!keeps) {
    memcpy(block->text, text_of(b), b->len);
    block_release(old, a);
  }
  block->cap = cap;
  block->users = 1;
  b->block = block;
  return 1;
}

/* Makes room for n more bytes; 0 = out of memory. */
static int reserve(FjBuffer *b, const FjAlloc *a, size_t n) {
  size_t had = b->block == NULL ? FIRST : b->block->cap, want, cap;
  int is_own = b->block == NULL || b->block->users == 1;
  if (n > (size_t)-1 / 2 - b->len) return 0;
  want = b->len + n;
  if (want <= had && is_own) return 1;
  cap = had < BLOCK_BIG ? had * 2 : had + had / 4;
  if (cap < BLOCK_MIN) cap = BLOCK_MIN;
  if (cap < want) cap = want;
  return block_set(b, a, cap) || (cap > want && block_set(b, a, want));
}

int fj_buffer_append(FjBuffer *b, const FjAlloc *a, const char *s, size_t n) {
  if (!reserve(b, a, n)) return 0;
  memcpy(text_of(b) + b->len, s, n);
  b->len += n;
  return 1;
}

/* -- Methods ------------------------------------------------------------------------------- */

FjBuffer *fj_buffer_at(lua_State *L, int idx) {
  FjBuffer *b = (FjBuffer *)lua_touserdata(L, idx);
  if (b == NULL || fj_rawlen(L, idx) != sizeof *b || b->tag != &buffer_tag) return NULL;
  return b;
}

static FjBuffer *self(lua_State *L) {
  FjBuffer *b = fj_buffer_at(L, 1);
  if (b == NULL)
    luaL_argerror(L, 1,
                  lua_pushfstring(L, BUFFER " expected, got %s", luaL_typename(L, 1)));
  return b;
}

static void put(lua_State *L, FjBuffer *b, int first) {
  FjAlloc a = alloc_of(L);
  int i, n = lua_gettop(L);
  for (i = first; i <= n; i++) {
    size_t len;
    const char *s = luaL_checklstring(L, i, &len);
    if (!fj_buffer_append(b, &a, s, len)) fj_error(L, "not enough memory");
  }
}

static int buffer_put(lua_State *L) {
  put(L, self(L), 2);
  lua_settop(L, 1);
  return 1;
}

#if FJ_PUSH_FINALIZES_FIRST
typedef struct Lent {
  Block *block;
  size_t len;
} Lent;

static int lent_push(lua_State *L) {
  const Lent *lent = (const Lent *)lua_touserdata(L, 1);
  lua_pushlstring(L, lent->block->text, lent->len);
  return 1;
}

/* The call is protected, because the block must be released whatever a finalizer does. */
static void text_push(lua_State *L, FjBuffer *b) {
  Lent lent;
  FjAlloc a;
  int status;
  lent.block = b->block;
  lent.len = b->len;
  if (lent.block == NULL) {
    char copy[FIRST];
    memcpy(copy, b->first, lent.len);
    lua_pushlstring(L, copy, lent.len);
    return;
  }
  lua_pushcfunction(L, lent_push);
  lua_pushlightuserdata(L, &lent);
  lent.block->users++;
  status = lua_pcall(L, 1, 1, 0);
  a = alloc_of(L);
  block_release(lent.block, &a);
  if (status != 0) lua_error(L);
}
#else
static void text_push(lua_State *L, FjBuffer *b) {
  lua_pushlstring(L, text_of(b), b->len);
}
#endif

static int buffer_tostring(lua_State *L) {
  text_push(L, self(L));
  return 1;
}

static int buffer_len(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)self(L)->len);
  return 1;
}

static int buffer_reset(lua_State *L) {
  self(L)->len = 0;
  lua_settop(L, 1);
  return 1;
}

static int buffer_gc(lua_State *L) {
  FjBuffer *b = fj_buffer_at(L, 1);
  FjAlloc a = alloc_of(L);
  if (b == NULL) return 0; /* another object with this metatable */
  block_release(b->block, &a);
  b->block = NULL;
  b->len = 0;
  return 0;
}

int fj_buffer_new(lua_State *L) {
  FjBuffer *b = (FjBuffer *)lua_newuserdata(L, sizeof *b);
  b->tag = &buffer_tag;
  b->block = NULL;
  b->len = 0;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setmetatable(L, -2);
  if (lua_gettop(L) == 1) return 1;
  lua_insert(L, 1);
  put(L, b, 2);
  lua_settop(L, 1);
  return 1;
}

void fj_buffer_metatable_push(lua_State *L) {
  static const luaL_Reg methods[] = { { "put", buffer_put },
                                      { "tostring", buffer_tostring },
                                      { "len", buffer_len },
                                      { "reset", buffer_reset },
                                      { "__tostring", buffer_tostring },
                                      { "__len", buffer_len },
                                      { "__gc", buffer_gc },
                                      { NULL, NULL } };
  lua_newtable(L);
  fj_setfuncs(L, methods, 0);
  lua_pushvalue(L, -1);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, BUFFER);
  lua_setfield(L, -2, "__name");
}

/*
** fj_dialect.c - luaopen_fleece_dialect: the base of the drop-ins for other libraries.
** Owns: functions that encode and decode with options that can change later.  They call
** Lua code only when they fail.
** Must not know: these libraries.
**
**   new(options [, hooks]) -> { encode, decode, call_encode, call_decode, decode_at, set }
**   native(f) -> a C function around f
**   object(metatable) -> userdata
**   place(text, position, name or number), place_end(text, position) -> position: see below
**   verdict: the verdicts of the option `metatables`, by name
**
** The results of a hook and of f tell the C function what to do:
**   true, ...             return the rest
**   false, message        raise it as luaL_error does: with the caller's position
**   nil, message, n       raise it as luaL_argerror does for argument n
**
** Hooks: encode and decode, for calls that failed; encode_arguments and decode_arguments,
** for arguments that are not one value and one string; decode_at, for what that does not
** accept.  Flags leave more to the latter three: tables_only (values that are not
** tables), strings_only (numbers as texts), containers_only (texts that are not an array
** or object).
** from_memory: decode also accepts a light userdata and a length.  The hook never sees
** these bytes: its text is nil.
** marks_field: decode_at accepts null and metatables.  If a call passes no metatables, it
** makes them, with this field.
**
** Invariant: a call that succeeds runs no Lua code of a drop-in.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "dec/fj_find.h"
#include "dec/fj_strategy.h"
#include "enc/fj_driver.h"
#include "enc/fj_meta.h"
#include "enc/fj_order.h"
#include "enc/fj_path.h"
#include "mod/fj_markers.h"
#include "mod/fj_options_read.h"
#include "mod/fj_raise.h"
#include "mod/fj_sink.h"
#include "mod/fj_state.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"

/* The Lua values of a dialect: fields of the table UP_REFS. */
enum {
  REF_SORT = 1,
  REF_UNSUPPORTED,
  REF_INDENT,
  REF_METATABLES,
  REF_ARRAY_MT,
  REF_OBJECT_MT,
  REF_NULL,
  REF_ENCODE = REF_NULL + FJ_NULL_PLACES,
  REF_DECODE,
  REF_ENCODE_ARGS,
  REF_DECODE_ARGS,
  REF_DECODE_AT,
  REF_MARKS_FIELD,
  REF_END
};

/* Upvalues after the shared ones.  REF_METATABLES is also one: most dialects have it, and
** fetching it from UP_REFS would slow down small values. */
enum { UP_REFS = FJ_UP_OPTIONS + 1, UP_SELF, UP_METATABLES, UP_COUNT = UP_METATABLES };

typedef struct Dialect {
  FjCodecOptions o;
  unsigned char has[REF_END];
  unsigned char tables_only, strings_only, containers_only, from_memory;
  unsigned char one_null; /* null is the same in all places */
} Dialect;

static Dialect *dialect_of(lua_State *L) {
  return (Dialect *)lua_touserdata(L, lua_upvalueindex(FJ_UP_OPTIONS));
}

/* Pushes a value of the dialect; returns its stack index, or 0 if there is none. */
static int ref_push(lua_State *L, const Dialect *x, int ref) {
  if (!x->has[ref]) return 0;
  lua_rawgeti(L, lua_upvalueindex(UP_REFS), ref);
  return lua_gettop(L);
}

/* -- The results of hooks -------------------------------------------------------------------- */

/* Does what the results above `base` say. */
static int done(lua_State *L, int base) {
  const char *message;
  if (lua_toboolean(L, base + 1)) return lua_gettop(L) - base - 1;
  message = lua_tostring(L, base + 2);
  if (message == NULL) message = "no message";
  if (lua_isnoneornil(L, base + 1))
    return luaL_argerror(L, (int)lua_tointeger(L, base + 3), message);
  return fj_error(L, "%s", message);
}

/* Calls the hook with the `n` values on top. */
static int hook_call(lua_State *L, int ref, int n) {
  int base = lua_gettop(L) - n;
  lua_rawgeti(L, lua_upvalueindex(UP_REFS), ref);
  lua_insert(L, base + 1);
  lua_call(L, n, LUA_MULTRET);
  return done(L, base);
}

static int l_native_call(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return done(L, 0);
}

/* native(f) -> function */
static int l_native(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, l_native_call, 1);
  return 1;
}

/* object(metatable) -> userdata that equals only itself */
static int l_object(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_newuserdata(L, 1);
  lua_pushvalue(L, 1);
  lua_setmetatable(L, -2);
  return 1;
}

static int memory_raise(lua_State *L) {
  lua_rawgeti(L, lua_upvalueindex(FJ_UP_NAMES), FJ_NAME_MEMORY); /* allocates nothing */
  return lua_error(L);
}

static void set_string(lua_State *L, const char *name, const char *s) {
  lua_pushstring(L, s);
  lua_setfield(L, -2, name);
}

static void set_count(lua_State *L, const char *name, size_t n) {
  fj_push_count(L, n);
  lua_setfield(L, -2, name);
}

/* -- Encoding ---------------------------------------------------------------------------------- */

static FjEnc *encoder_take(lua_State *L, const Dialect *x) {
  int sort = ref_push(L, x, REF_SORT), unsupported = ref_push(L, x, REF_UNSUPPORTED);
  int indent = ref_push(L, x, REF_INDENT);
  FjEnc *e = fj_scratch_take(L);
  e->kept = x->o.enc;
  e->opt = &e->kept;
  e->escape = fj_escape_get(x->o.enc.escape, x->o.enc.utf8);
  e->idx_sort = sort;
  e->idx_unsupported = unsupported;
  e->idx_metatables = x->has[REF_METATABLES] ? lua_upvalueindex(UP_METATABLES) : 0;
  e->idx_codec = lua_upvalueindex(UP_SELF);
  e->idx_options = 0;
  e->indent = indent == 0 ? NULL : lua_tostring(L, indent);
  if (x->o.enc.sort == FJ_SORT_LIST && !fj_order_ranks_load(e, sort)) fj_raise_encode(e);
  return e;
}

/* detail: code, type, path; offset of a byte in a string; max and count of a sparse
** array; nested: whether the value is inside another one. */
static int encode_failed(FjEnc *e) {
  lua_State *L = e->L;
  FjError x = e->err;
  size_t depth = e->depth;
  if (!dialect_of(L)->has[REF_ENCODE]) return fj_raise_encode(e);
  if (x.status == FJ_ERR_MEMORY) {
    fj_scratch_give(e);
    return memory_raise(L);
  }
  if (!lua_checkstack(L, 16)) lua_settop(L, e->idx_slot);
  fj_path_push(e);
  fj_scratch_give(e);
  lua_pushvalue(L, 1);
  lua_createtable(L, 0, 6);
  set_string(L, "code", fj_status_name(x.status));
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "path");
  lua_pushboolean(L, depth > 1 || (depth == 1 && !x.at_table));
  lua_setfield(L, -2, "nested");
  switch (x.status) {
  case FJ_ERR_TYPE:
  case FJ_ERR_KEY:
  case FJ_ERR_NUMBER: set_string(L, "type", x.type); break;
  case FJ_ERR_UTF8: set_count(L, "offset", x.offset); break;
  case FJ_ERR_SPARSE:
    set_count(L, "max", x.max);
    set_count(L, "count", x.count);
    break;
  default: break;
  }
  return hook_call(L, REF_ENCODE, 2);
}

/* The hook decides about calls that do not have exactly one argument. */
static int arguments(lua_State *L, int ref) {
  if (dialect_of(L)->has[ref]) return hook_call(L, ref, lua_gettop(L));
  luaL_argcheck(L, lua_gettop(L) == 1, 1, "expected 1 argument");
  luaL_checkstring(L, 1);
  return 0;
}

/* encode(value) -> string */
static int l_encode(lua_State *L) {
  const Dialect *x = dialect_of(L);
  FjEnc *e;
  if (FJ_UNLIKELY(lua_gettop(L) != 1 || (x->tables_only && !lua_istable(L, 1))))
    return arguments(L, REF_ENCODE_ARGS);
  e = encoder_take(L, x);
  if (!fj_driver_run(e, 1)) return encode_failed(e);
  fj_sink_string_push(e);
  fj_scratch_give(e);
  return 1;
}

/* Drops the first argument of a metamethod __call. */
static void called_drop(lua_State *L) {
  if (lua_gettop(L) == 2)
    lua_replace(L, 1);
  else if (lua_gettop(L) > 0)
    lua_remove(L, 1);
}

/* Encoding as the metamethod __call. */
static int l_call_encode(lua_State *L) {
  called_drop(L);
  return l_encode(L);
}

/* -- Decoding ---------------------------------------------------------------------------------- */

static FjDecoder *decoder_take(lua_State *L, const FjDecOptions *o) {
  size_t n;
  const char *text = lua_tolstring(L, 1, &n);
  FjDecoder *d = fj_decoder_take(L);
  d->kept = *o;
  d->opt = &d->kept;
  d->text = text;
  d->end = text + n;
  return d;
}

/* Replaces a light userdata and a length by the text.  The memory may be invalid, so the
** last byte is checked before the copy is allocated. */
static void memory_read(lua_State *L) {
  static const char no_memory[] = "no memory of that length";
  const char *from = (const char *)lua_touserdata(L, 1);
  lua_Number length = luaL_checknumber(L, 2);
  void *copy;
  size_t n;
  char last;
  luaL_argcheck(L, length >= 0 && length <= (lua_Number)((size_t)-1 >> 16), 2,
                "length out of range");
  n = (size_t)length;
  if (n > 0 && !fj_host_copy(&last, from + (n - 1), 1)) luaL_argerror(L, 1, no_memory);
  copy = lua_newuserdata(L, n);
  if (!fj_host_copy(copy, from, n)) luaL_argerror(L, 1, no_memory);
  lua_pushlstring(L, (const char *)copy, n);
  lua_replace(L, 1);
  lua_settop(L, 1);
}

/* detail: code; offset, from 0, of the wrong byte; expected: what was expected where the
** wrong token begins; inside: "array", "object" or nil. */
static int decode_failed(FjDecoder *d, int is_secret) {
  lua_State *L = d->L;
  FjStatus status = d->status, expected = d->expected;
  size_t offset = (size_t)(d->at - d->text), token = (size_t)(d->token - d->text);
  const char *inside = d->depth == 0                       ? NULL
                       : d->levels[d->depth - 1].is_object ? "object"
                                                           : "array";
  if (!dialect_of(L)->has[REF_DECODE]) return fj_raise_decode(d);
  fj_decoder_give(d);
  if (status == FJ_ERR_MEMORY) return memory_raise(L);
  lua_settop(L, !is_secret);
  lua_settop(L, 1);
  lua_createtable(L, 0, 4);
  set_string(L, "code", fj_status_name(status));
  set_string(L, "expected", fj_status_name(expected));
  set_count(L, "offset", offset);
  set_count(L, "token", token);
  if (inside != NULL) set_string(L, "inside", inside);
  return hook_call(L, REF_DECODE, 2);
}

/* Does an array or an object begin at s?  Strings end with a NUL. */
static int is_container(const char *s) {
  while (*s == ' ' || *s == '\n' || *s == '\r' || *s == '\t') s++;
  return *s == '[' || *s == '{';
}

static int is_text(lua_State *L, const Dialect *x) {
  int type = lua_type(L, 1);
  if (type == LUA_TSTRING) return !x->containers_only || is_container(lua_tostring(L, 1));
  return type == LUA_TNUMBER && !x->containers_only && !x->strings_only;
}

/* decode(text) -> value */
static int l_decode(lua_State *L) {
  const Dialect *x = dialect_of(L);
  FjDecoder *d;
  int i, array_mt, object_mt, nulls[FJ_NULL_PLACES], is_memory = 0;
  if (FJ_UNLIKELY(lua_gettop(L) != 1 || !is_text(L, x))) {
    is_memory = x->from_memory && lua_islightuserdata(L, 1);
    if (!is_memory) return arguments(L, REF_DECODE_ARGS);
    memory_read(L);
  }
  nulls[0] = ref_push(L, x, REF_NULL);
  for (i = 1; i < FJ_NULL_PLACES; i++)
    nulls[i] = x->one_null ? nulls[0] : ref_push(L, x, REF_NULL + i);
  array_mt = ref_push(L, x, REF_ARRAY_MT);
  object_mt = ref_push(L, x, REF_OBJECT_MT);
  d = decoder_take(L, &x->o.dec);
  memcpy(d->idx_null, nulls, sizeof nulls);
  d->idx_array_mt = array_mt;
  d->idx_object_mt = object_mt;
  fj_markers_ready(d);
  if (!fj_strategy_decode(d)) return decode_failed(d, is_memory);
  fj_decoder_give(d);
  return 1;
}

/* Decoding as the metamethod __call. */
static int l_call_decode(lua_State *L) {
  called_drop(L);
  return l_decode(L);
}

/* -- Decoding from a position -------------------------------------------------------------------- */

enum { AT_TEXT = 1, AT_POSITION, AT_NULL, AT_OBJECT_MT, AT_ARRAY_MT };

/* Can the decoder set it?  setmetatable rejects values that are not tables, and a table
** is filled before it gets its metatable, so __newindex would not run. */
static int is_plain_metatable(lua_State *L, int idx) {
  int plain;
  if (!lua_istable(L, idx)) return 0;
  lua_pushliteral(L, "__newindex");
  lua_rawget(L, idx);
  plain = lua_isnil(L, -1);
  lua_pop(L, 1);
  return plain;
}

/* Replaces an argument by a new metatable for containers of this kind. */
static void mark_make(lua_State *L, int idx, const char *kind) {
  lua_createtable(L, 0, 1);
  lua_rawgeti(L, lua_upvalueindex(UP_REFS), REF_MARKS_FIELD);
  lua_pushstring(L, kind);
  lua_rawset(L, -3);
  lua_replace(L, idx);
}

/* How many bytes of a value are searched for brackets.  Searching the whole text would
** take quadratic time for a stream of many values. */
enum { WINDOW = 4096 };

/* May the value at s contain this bracket?  The text has n bytes from there. */
static int may_have(const char *s, size_t n, char bracket) {
  return memchr(s, bracket, n < WINDOW ? n : WINDOW) != NULL || n > WINDOW;
}

/* Finds the metatable for a kind of container: the argument if `given`, else a new one.
** *marks: is there one?  No bracket, no need for one.  0 = the decoder cannot set it. */
static int mark_find(lua_State *L, int idx, const char *kind, int given,
                     unsigned char *marks, int has_bracket) {
  *marks = 0;
  if (!has_bracket || (given && lua_isnil(L, idx))) return 1;
  *marks = 1;
  if (given) return is_plain_metatable(L, idx);
  mark_make(L, idx, kind);
  return 1;
}

/* Can the decoder handle the arguments?  If so, there are five, and *o is filled. */
static int at_arguments(lua_State *L, const Dialect *x, FjDecOptions *o) {
  int given = lua_gettop(L), type = lua_type(L, AT_POSITION), i;
  lua_Number at = type == LUA_TNUMBER ? lua_tonumber(L, AT_POSITION) : 1;
  const char *s;
  size_t n;
  if (lua_type(L, AT_TEXT) != LUA_TSTRING || (type > LUA_TNIL && type != LUA_TNUMBER))
    return 0;
  s = lua_tolstring(L, AT_TEXT, &n);
  if (!(at >= 1 && at <= (lua_Number)n)) return 0;
  o->position = (size_t)at;
  if ((lua_Number)o->position != at || !is_container(s + (o->position - 1))) return 0;
  o->prefix = 1;
  if (!x->has[REF_MARKS_FIELD])
    lua_settop(L, given = AT_POSITION); /* further arguments are ignored */
  lua_settop(L, AT_ARRAY_MT);
  for (i = 0; i < FJ_NULL_PLACES; i++) o->null_kind[i] = FJ_NULL_NIL;
  if (given >= AT_NULL && !lua_isnil(L, AT_NULL))
    for (i = 0; i < FJ_NULL_PLACES; i++) o->null_kind[i] = FJ_NULL_VALUE;
  o->objects = o->arrays = 0;
  if (!x->has[REF_MARKS_FIELD]) return 1;
  given = given >= AT_OBJECT_MT;
  s += o->position - 1;
  n -= o->position - 1;
  return mark_find(L, AT_OBJECT_MT, "object", given, &o->objects, may_have(s, n, '{')) &&
         mark_find(L, AT_ARRAY_MT, "array", given, &o->arrays, may_have(s, n, '['));
}

/* decode_at(text [, position [, null [, object_mt [, array_mt]]]]) -> value, next
** position.  The hook handles everything that is not a valid array or object. */
static int l_decode_at(lua_State *L) {
  const Dialect *x = dialect_of(L);
  FjDecOptions o = x->o.dec;
  int i, given = lua_gettop(L);
  FjDecoder *d;
  size_t next;
  if (FJ_UNLIKELY(!at_arguments(L, x, &o))) goto failed;
  d = decoder_take(L, &o);
  for (i = 0; i < FJ_NULL_PLACES; i++) d->idx_null[i] = AT_NULL;
  d->idx_object_mt = o.objects ? AT_OBJECT_MT : 0;
  d->idx_array_mt = o.arrays ? AT_ARRAY_MT : 0;
  fj_markers_ready(d);
  if (fj_strategy_decode(d)) {
    next = (size_t)(d->at - d->text) + 1;
    fj_decoder_give(d);
    fj_push_count(L, next);
    return 2;
  }
  i = d->status == FJ_ERR_MEMORY;
  fj_decoder_give(d);
  if (i) return memory_raise(L);
failed:
  lua_settop(L, given);
  return hook_call(L, REF_DECODE_AT, given);
}

/* -- Creating and changing a dialect ------------------------------------------------------------- */

enum { UNSAID = -1 };

/* Stores the value at `idx` (0: none) in the dialect. */
static void ref_set(lua_State *L, int refs, Dialect *x, int ref, int idx) {
  if (idx == UNSAID) return;
  x->has[ref] = (unsigned char)(idx != 0 && lua_toboolean(L, idx));
  if (ref >= REF_NULL && ref < REF_ENCODE) x->has[ref] = (unsigned char)(idx != 0);
  if (idx == 0)
    lua_pushnil(L);
  else
    lua_pushvalue(L, idx);
  lua_rawseti(L, refs, ref);
}

static void options_apply(lua_State *L, int idx, int refs_idx, Dialect *x) {
  FjCodecOptions o = x->o;
  FjRefs refs;
  int i;
  memset(&refs, 0, sizeof refs);
  refs.sort = refs.unsupported = refs.indent = UNSAID;
  refs.metatables = refs.array_mt = refs.object_mt = UNSAID;
  for (i = 0; i < FJ_NULL_PLACES; i++) refs.null_value[i] = UNSAID;
  fj_options_read(L, idx, FJ_SIDE_ENC | FJ_SIDE_DEC | FJ_SIDE_DIALECT, &o, &refs);
  ref_set(L, refs_idx, x, REF_SORT, refs.sort);
  ref_set(L, refs_idx, x, REF_UNSUPPORTED, refs.unsupported);
  ref_set(L, refs_idx, x, REF_INDENT, refs.indent);
  ref_set(L, refs_idx, x, REF_METATABLES, refs.metatables);
  ref_set(L, refs_idx, x, REF_ARRAY_MT, refs.array_mt);
  ref_set(L, refs_idx, x, REF_OBJECT_MT, refs.object_mt);
  x->one_null = refs.null_value[0] > 0;
  for (i = 0; i < FJ_NULL_PLACES; i++) {
    ref_set(L, refs_idx, x, REF_NULL + i, refs.null_value[i]);
    if (refs.null_value[i] != refs.null_value[0]) x->one_null = 0;
  }
  x->o = o; /* all at once, after everything that can fail */
}

static int l_set(lua_State *L);

static const luaL_Reg functions[] = { { "encode", l_encode },
                                      { "decode", l_decode },
                                      { "call_encode", l_call_encode },
                                      { "call_decode", l_call_decode },
                                      { "decode_at", l_decode_at },
                                      { "set", l_set },
                                      { NULL, NULL } };

/* The functions have REF_METATABLES as an upvalue.  If the table is removed, the upvalue
** keeps it, because a running call, of which this may be a callback, may still use it. */
static void metatables_set(lua_State *L, int self, int refs) {
  const luaL_Reg *f;
  lua_rawgeti(L, refs, REF_METATABLES);
  if (!lua_istable(L, -1)) return;
  for (f = functions; f->name != NULL; f++) {
    lua_getfield(L, self, f->name);
    if (lua_tocfunction(L, -1) == f->func) {
      lua_pushvalue(L, -2);
      lua_setupvalue(L, -2, UP_METATABLES);
    }
    lua_pop(L, 1);
  }
}

/* set(options) */
static int l_set(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(UP_REFS));
  lua_pushvalue(L, lua_upvalueindex(UP_SELF));
  options_apply(L, 1, 2, dialect_of(L));
  metatables_set(L, 3, 2);
  return 0;
}

static int flag_of(lua_State *L, int idx, const char *name) {
  int flag;
  lua_getfield(L, idx, name);
  flag = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return flag;
}

static void hooks_set(lua_State *L, int idx, int refs, Dialect *x) {
  static const struct {
    const char *name;
    int ref, type;
  } hooks[] = { { "encode", REF_ENCODE, LUA_TFUNCTION },
                { "decode", REF_DECODE, LUA_TFUNCTION },
                { "encode_arguments", REF_ENCODE_ARGS, LUA_TFUNCTION },
                { "decode_arguments", REF_DECODE_ARGS, LUA_TFUNCTION },
                { "decode_at", REF_DECODE_AT, LUA_TFUNCTION },
                { "marks_field", REF_MARKS_FIELD, LUA_TSTRING } };
  size_t i;
  for (i = 0; i < sizeof hooks / sizeof *hooks; i++) {
    lua_getfield(L, idx, hooks[i].name);
    if (!lua_isnil(L, -1)) luaL_checktype(L, -1, hooks[i].type);
    x->has[hooks[i].ref] = (unsigned char)!lua_isnil(L, -1);
    lua_rawseti(L, refs, hooks[i].ref);
  }
  x->tables_only = (unsigned char)flag_of(L, idx, "tables_only");
  x->strings_only = (unsigned char)flag_of(L, idx, "strings_only");
  x->containers_only = (unsigned char)flag_of(L, idx, "containers_only");
  x->from_memory = (unsigned char)flag_of(L, idx, "from_memory");
}

/* new(options [, hooks]) -> table of functions */
static int l_new(lua_State *L) {
  const luaL_Reg *f;
  Dialect *x;
  int i, self, refs, ud;
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  luaL_checkstack(L, 2 * UP_COUNT + 8, "dialect");
  x = (Dialect *)lua_newuserdata(L, sizeof *x);
  ud = lua_gettop(L);
  memset(x, 0, sizeof *x);
  fj_enc_options_default(&x->o.enc);
  fj_dec_options_default(&x->o.dec);
  lua_newtable(L);
  refs = lua_gettop(L);
  options_apply(L, 1, refs, x);
  lua_settop(L, refs);
  if (lua_istable(L, 2)) hooks_set(L, 2, refs, x);
  lua_newtable(L);
  self = lua_gettop(L);
  for (f = functions; f->name != NULL; f++) {
    for (i = 1; i <= FJ_UP_SHARED; i++) lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushvalue(L, ud);
    lua_pushvalue(L, refs);
    lua_pushvalue(L, self);
    lua_rawgeti(L, refs, REF_METATABLES);
    lua_pushcclosure(L, f->func, UP_COUNT);
    lua_setfield(L, self, f->name);
  }
  return 1;
}

/* -- Places in texts ------------------------------------------------------------------------------ */

typedef struct Text {
  FjAlloc alloc;
  const char *start, *p, *end;
} Text;

/* Reads the arguments: a text and a position in it.  0 = there is no such position. */
static int text_at(lua_State *L, Text *t) {
  size_t n;
  lua_Number at = luaL_checknumber(L, 2);
  t->start = luaL_checklstring(L, 1, &n);
  if (!(at >= 1 && at <= (lua_Number)n)) return 0;
  t->p = t->start + ((size_t)at - 1);
  t->end = t->start + n;
  t->alloc.fn = lua_getallocf(L, &t->alloc.ud);
  return 1;
}

/* place(text, position, name or number) -> position: the start of a value in the object
** or array at the position: of the first member with this name, or of the element with
** this number, from 1.  Returns nothing if there is none. */
static int l_place(lua_State *L) {
  Text t;
  const char *name, *found = NULL;
  lua_Number number;
  size_t len;
  if (!text_at(L, &t)) return 0;
  if (lua_type(L, 3) == LUA_TNUMBER) {
    number = lua_tonumber(L, 3);
    if (number >= 1 && number <= (lua_Number)(t.end - t.p))
      found = fj_find_element(&t.alloc, t.p, t.end, (size_t)number - 1);
  } else {
    name = luaL_checklstring(L, 3, &len);
    found = fj_find_member(&t.alloc, t.p, t.end, name, len);
  }
  if (found == NULL) return 0;
  fj_push_count(L, (size_t)(found - t.start) + 1);
  return 1;
}

/* place_end(text, position) -> position: the last byte of the value at the position. */
static int l_place_end(lua_State *L) {
  Text t;
  if (!text_at(L, &t)) return 0;
  fj_push_count(L, (size_t)(fj_find_end(&t.alloc, t.p, t.end) - t.start));
  return 1;
}

/* Pushes the verdicts of the option `metatables`, by name. */
static void verdicts_push(lua_State *L) {
  static const struct {
    const char *name;
    int verdict;
  } verdicts[] = { { "plain", FJ_META_PLAIN },   { "array", FJ_META_BORDER },
                   { "object", FJ_META_OBJECT }, { "empty_array", FJ_META_EMPTY_ARRAY },
                   { "typed", FJ_META_TYPED },   { "empty_typed", FJ_META_EMPTY_TYPED },
                   { "length", FJ_META_LENGTH }, { "api", FJ_META_API },
                   { "refuse", FJ_META_REFUSE } };
  size_t i;
  lua_newtable(L);
  for (i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
    lua_pushinteger(L, verdicts[i].verdict);
    lua_setfield(L, -2, verdicts[i].name);
  }
}

FJ_EXPORT int luaopen_fleece_dialect(lua_State *L);

int luaopen_fleece_dialect(lua_State *L) {
  luaL_checkstack(L, 64, "fleece");
  lua_newtable(L);
  fj_state_push(L, fj_markers_open);
  lua_pushcclosure(L, l_new, FJ_UP_SHARED);
  lua_setfield(L, -2, "new");
  lua_pushcfunction(L, l_native);
  lua_setfield(L, -2, "native");
  lua_pushcfunction(L, l_object);
  lua_setfield(L, -2, "object");
  lua_pushcfunction(L, l_place);
  lua_setfield(L, -2, "place");
  lua_pushcfunction(L, l_place_end);
  lua_setfield(L, -2, "place_end");
  verdicts_push(L);
  lua_setfield(L, -2, "verdict");
  return 1;
}

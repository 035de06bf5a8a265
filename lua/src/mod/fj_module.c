/*
** fj_module.c - luaopen_fleece: the functions that a Lua user sees.
** Owns: arguments and results.  A function takes scratch memory, fills an encoder, runs
** it and releases the scratch memory.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include "dec/fj_strategy.h"
#include "enc/fj_driver.h"
#include "enc/fj_meta.h"
#include "enc/fj_order.h"
#include "mod/fj_buffer.h"
#include "mod/fj_markers.h"
#include "mod/fj_options_read.h"
#include "mod/fj_pool_open.h"
#include "mod/fj_raise.h"
#include "mod/fj_sink.h"
#include "mod/fj_state.h"
#include "mod/fj_tiny.h"
#include "vm/fj_compat.h"
#include "vm/fj_host.h"

enum { CLASSIC_MODES = 5 };

/* Upvalue OPTIONS of every function: options of the codec and the five classic modes. */
typedef struct Settings {
  FjCodecOptions codec;
  FjOptions classic[CLASSIC_MODES];
  FjTiny tiny;
  int is_module; /* not a codec from fleece.new: size(value) is classic */
} Settings;

static Settings *settings_of(lua_State *L) {
  return (Settings *)lua_touserdata(L, lua_upvalueindex(FJ_UP_OPTIONS));
}

/* -- One encoding ------------------------------------------------------------------------------ */

/* codec.f(v) and codec:f(v) are the same: the codec itself is never the value. */
static void drop_self(lua_State *L) {
  if (lua_type(L, 1) == LUA_TTABLE && lua_rawequal(L, 1, lua_upvalueindex(FJ_UP_CODEC)))
    lua_remove(L, 1);
}

/* The number of arguments without the codec, which cannot be the only one. */
static int arguments(lua_State *L) {
  int n = lua_gettop(L);
  if (FJ_LIKELY(n <= 1)) return n;
  drop_self(L);
  return lua_gettop(L);
}

static void null_refs(FjRefs *refs) {
  int i;
  for (i = 0; i < FJ_NULL_PLACES; i++)
    refs->null_value[i] = lua_upvalueindex(FJ_UP_NULL_ARRAY + i);
}

/* The encoder for the options at idx_options; none or nil: the options of the codec.
** `local` is room for per-call options. */
static FjEnc *encoder_take(lua_State *L, const Settings *settings, int idx_options,
                           FjCodecOptions *local) {
  const FjOptions *o = &settings->codec.enc;
  FjRefs refs = { 0 };
  FjEnc *e;
  if (!lua_isnoneornil(L, idx_options)) {
    luaL_checktype(L, idx_options, LUA_TTABLE);
    *local = settings->codec;
    refs.sort = lua_upvalueindex(FJ_UP_SORT);
    refs.unsupported = lua_upvalueindex(FJ_UP_UNSUPPORTED);
    refs.indent =
        lua_isnil(L, lua_upvalueindex(FJ_UP_INDENT)) ? 0 : lua_upvalueindex(FJ_UP_INDENT);
    fj_options_read(L, idx_options, FJ_SIDE_ENC, local, &refs);
    o = &local->enc;
  } else if (o->profile == FJ_PROFILE_FULL || o->unsupported == FJ_UNSUPPORTED_CALL) {
    refs.sort = lua_upvalueindex(FJ_UP_SORT);
    refs.unsupported = lua_upvalueindex(FJ_UP_UNSUPPORTED);
    refs.indent =
        lua_isnil(L, lua_upvalueindex(FJ_UP_INDENT)) ? 0 : lua_upvalueindex(FJ_UP_INDENT);
  }
  e = fj_scratch_take(L);
  e->opt = o;
  e->escape = fj_escape_get(o->escape, o->utf8);
  e->idx_sort = refs.sort;
  e->idx_unsupported = refs.unsupported;
  e->idx_codec = lua_upvalueindex(FJ_UP_CODEC);
  e->idx_options = o == &local->enc ? idx_options : 0;
  e->indent = refs.indent == 0 ? NULL : lua_tostring(L, refs.indent);
  if (o->sort == FJ_SORT_LIST && !fj_order_ranks_load(e, refs.sort)) fj_raise_encode(e);
  return e;
}

static int finish_string(FjEnc *e, int idx_value) {
  if (!fj_driver_run(e, idx_value)) return fj_raise_encode(e);
  fj_sink_string_push(e);
  fj_scratch_give(e);
  return 1;
}

static int finish_count(FjEnc *e, int idx_value) {
  lua_State *L = e->L;
  if (!fj_driver_run(e, idx_value)) return fj_raise_encode(e);
  fj_push_count(L, e->sink.written);
  fj_scratch_give(e);
  return 1;
}

/* -- The classic --------------------------------------------------------------------------------- */

static FjEnc *classic_take(lua_State *L) {
  FjEscapeMode mode = fj_options_flags(L, 2);
  FjEnc *e;
  lua_settop(L, 2);
  e = fj_scratch_take(L);
  e->opt = &settings_of(L)->classic[mode - FJ_ESC_E0];
  e->escape = fj_escape_get(mode, FJ_UTF8_PASS);
  e->indent = NULL;
  return e;
}

/* fleece.json(value [, flags]) -> string */
static int l_json(lua_State *L) {
  Settings *settings = settings_of(L);
  if (arguments(L) == 1 && fj_tiny_encode(L, &settings->classic[0], &settings->tiny))
    return 1;
  return finish_string(classic_take(L), 1);
}

/* -- The codec ------------------------------------------------------------------------------------ */

/* fleece.encode(value [, options]) -> string */
static int l_encode(lua_State *L) {
  Settings *settings = settings_of(L);
  FjCodecOptions local;
  if (arguments(L) == 1 && fj_tiny_encode(L, &settings->codec.enc, &settings->tiny))
    return 1;
  lua_settop(L, 2);
  return finish_string(encoder_take(L, settings, 2, &local), 1);
}

static void check_sink(lua_State *L, int idx) {
  void *file;
  if (lua_type(L, idx) == LUA_TFUNCTION || fj_buffer_at(L, idx) != NULL) return;
  file = fj_testudata(L, idx, "FILE*");
  luaL_argcheck(L, file != NULL, idx,
                "a sink expected: file handle, function or fleece.buffer");
  luaL_argcheck(L, fj_file_of(file) != NULL, idx, "the file is closed");
}

/* fleece.encode_to(sink, value [, options]) -> bytes written */
static int l_encode_to(lua_State *L) {
  FjCodecOptions local;
  FjEnc *e;
  if (lua_gettop(L) > 2) drop_self(L);
  lua_settop(L, 3);
  check_sink(L, 1);
  e = encoder_take(L, settings_of(L), 3, &local);
  fj_sink_set(e, 1);
  return finish_count(e, 2);
}

/* fleece.size(value [, flags or options]) -> bytes.  Without a second argument,
** fleece.size counts the bytes of fleece.json, and codec.size those of codec.encode. */
static int l_size(lua_State *L) {
  FjCodecOptions local;
  FjEnc *e;
  if (lua_gettop(L) > 1) drop_self(L);
  lua_settop(L, 2);
  if (lua_type(L, 2) == LUA_TSTRING || (lua_isnil(L, 2) && settings_of(L)->is_module))
    e = classic_take(L);
  else
    e = encoder_take(L, settings_of(L), 2, &local);
  fj_sink_count(e);
  return finish_count(e, 1);
}

static void codec_push(lua_State *L, const FjCodecOptions *o, const int *sources,
                       int is_module);

/* fleece.new([options]), codec:new([options]) -> codec */
static int l_new(lua_State *L) {
  FjCodecOptions o = settings_of(L)->codec;
  FjRefs refs = { 0 };
  int sources[FJ_UP_COUNT + 1], i;
  drop_self(L);
  lua_settop(L, 1);
  refs.sort = lua_upvalueindex(FJ_UP_SORT);
  refs.unsupported = lua_upvalueindex(FJ_UP_UNSUPPORTED);
  refs.indent = lua_upvalueindex(FJ_UP_INDENT);
  null_refs(&refs);
  if (!lua_isnil(L, 1)) {
    luaL_checktype(L, 1, LUA_TTABLE);
    fj_options_read(L, 1, FJ_SIDE_ENC | FJ_SIDE_DEC, &o, &refs);
  }
  for (i = 1; i <= FJ_UP_COUNT; i++) sources[i] = lua_upvalueindex(i);
  sources[FJ_UP_SORT] = refs.sort;
  sources[FJ_UP_UNSUPPORTED] = refs.unsupported;
  sources[FJ_UP_INDENT] = refs.indent;
  for (i = 0; i < FJ_NULL_PLACES; i++) sources[FJ_UP_NULL_ARRAY + i] = refs.null_value[i];
  codec_push(L, &o, sources, 0);
  return 1;
}

/* -- Decoding ------------------------------------------------------------------------------- */

/* The decoder of the text at 1 with the options at 2. */
static FjDecoder *decoder_take(lua_State *L, const Settings *settings,
                               FjCodecOptions *local) {
  const FjDecOptions *o = &settings->codec.dec;
  FjRefs refs = { 0 };
  FjDecoder *d;
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  lua_settop(L, 2);
  null_refs(&refs);
  if (!lua_isnil(L, 2)) {
    luaL_checktype(L, 2, LUA_TTABLE);
    *local = settings->codec;
    fj_options_read(L, 2, FJ_SIDE_DEC, local, &refs);
    o = &local->dec;
  }
  d = fj_decoder_take(L);
  d->opt = o;
  d->text = text;
  d->end = text + n;
  memcpy(d->idx_null, refs.null_value, sizeof d->idx_null);
  return d;
}

/* fleece.decode(text [, options]) -> value [, next position] */
static int l_decode(lua_State *L) {
  Settings *settings = settings_of(L);
  FjCodecOptions local;
  FjDecoder *d;
  ptrdiff_t next;
  if (arguments(L) == 1 && fj_tiny_decode(L, &settings->codec.dec, &settings->tiny))
    return 1;
  d = decoder_take(L, settings, &local);
  fj_markers_ready(d);
  if (!fj_strategy_decode(d)) return fj_raise_decode(d);
  next = d->at - d->text + 1;
  fj_decoder_give(d);
  if (d->opt->position == (size_t)-1) return 1;
  lua_pushinteger(L, (lua_Integer)next);
  return 2;
}

/* fleece.valid(text [, options]) -> true; or false, message, detail */
static int l_valid(lua_State *L) {
  FjCodecOptions local;
  FjDecoder *d;
  int valid;
  (void)arguments(L);
  d = decoder_take(L, settings_of(L), &local);
  fj_markers_ready(d);
  valid = fj_strategy_valid(d);
  lua_pushboolean(L, valid);
  if (!valid) return fj_raise_return(d);
  fj_decoder_give(d);
  return 1;
}

/* -- Information ------------------------------------------------------------------------------------ */

static int l_info(lua_State *L) {
  const FjScratch *s =
      (const FjScratch *)lua_touserdata(L, lua_upvalueindex(FJ_UP_SCRATCH));
  lua_createtable(L, 0, 6);
  lua_pushliteral(L, FJ_VERSION);
  lua_setfield(L, -2, "version");
  lua_getglobal(L, "_VERSION");
  lua_setfield(L, -2, "lua");
  lua_pushstring(L, s->enc.backend == NULL ? "capi" : s->enc.backend->name);
  lua_setfield(L, -2, "backend");
  lua_pushstring(L, s->dec.makes ? "direct" : "capi");
  lua_setfield(L, -2, "making");
  lua_pushstring(L, s->kernel);
  lua_setfield(L, -2, "kernel");
  lua_pushstring(L, s->note);
  lua_setfield(L, -2, "reason");
  fj_pool_info_push(L);
  lua_setfield(L, -2, "pool");
  return 1;
}

/* -- Safe functions ----------------------------------------------------------------------------------- */

/* f(...) -> its results; or nil, message, detail.  Upvalues: the function, its name. */
static int l_safe(lua_State *L) {
  int status;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  if (status == 0) return lua_gettop(L);
  lua_pushnil(L);
  lua_insert(L, -2);
  if (status == LUA_ERRMEM || !fj_raise_detail(L, lua_tostring(L, lua_upvalueindex(2))))
    return 2;
  lua_getfield(L, -1, "message");
  lua_replace(L, -3);
  return 3;
}

/* Replaces the function on top of the stack by its safe variant. */
static void safe_wrap(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  lua_pushcclosure(L, l_safe, 2);
}

/* -- Opening ------------------------------------------------------------------------------------------- */

static void functions_set(lua_State *L, int codec, int safe) {
  static const luaL_Reg functions[] = {
    { "decode", l_decode }, { "encode", l_encode }, { "encode_to", l_encode_to },
    { "info", l_info },     { "json", l_json },     { "new", l_new },
    { "raw", fj_raw_new },  { "size", l_size },     { "valid", l_valid },
    { NULL, NULL }
  };
  const luaL_Reg *f;
  int i, first = lua_gettop(L) - FJ_UP_COUNT + 1;
  for (f = functions; f->name != NULL; f++) {
    for (i = 0; i < FJ_UP_COUNT; i++) lua_pushvalue(L, first + i);
    lua_pushcclosure(L, f->func, FJ_UP_COUNT);
    if (safe) safe_wrap(L, f->name);
    lua_setfield(L, codec, f->name);
  }
}

/* Functions of every codec, and constants.  `names` is the index of the table of names. */
static void constants_set(lua_State *L, int codec, int safe, int names) {
  static const luaL_Reg functions[] = { { "array", fj_array_mark },
                                        { "object", fj_object_mark },
                                        { "pool", fj_pool_install },
                                        { NULL, NULL } };
  const luaL_Reg *f;
  lua_pushvalue(L, codec);
  for (f = functions; f->name != NULL; f++) {
    lua_pushcfunction(L, f->func);
    if (safe) safe_wrap(L, f->name);
    lua_setfield(L, -2, f->name);
  }
  lua_rawgeti(L, names, FJ_NAME_BUFFER);
  lua_pushcclosure(L, fj_buffer_new, 1);
  if (safe) safe_wrap(L, "buffer");
  lua_setfield(L, -2, "buffer");
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, -2, "null");
  lua_pushlightuserdata(L, (void *)(uintptr_t)&fj_meta_empty_array);
  lua_setfield(L, -2, "empty_array");
  lua_pushlightuserdata(L, (void *)(uintptr_t)&fj_nothing);
  lua_setfield(L, -2, "nothing");
  lua_pushliteral(L, "fleece");
  lua_setfield(L, -2, "_NAME");
  lua_pushliteral(L, FJ_VERSION);
  lua_setfield(L, -2, "_VERSION");
  lua_pop(L, 1);
}

/* Pushes a table of functions.  sources[FJ_UP_*] are the stack indices of their upvalues;
** 0 is nil.  OPTIONS and CODEC are created here. */
static void codec_push(lua_State *L, const FjCodecOptions *o, const int *sources,
                       int is_module) {
  Settings *settings;
  int codec, i, mode, safe;
  luaL_checkstack(L, 3 * FJ_UP_COUNT, "codec");
  lua_newtable(L);
  codec = lua_gettop(L);
  for (i = 1; i <= FJ_UP_COUNT; i++) {
    if (i == FJ_UP_OPTIONS) {
      settings = (Settings *)lua_newuserdata(L, sizeof *settings);
      settings->codec = *o;
      settings->is_module = is_module;
      fj_tiny_set(&settings->tiny,
                  (const FjScratch *)lua_touserdata(L, sources[FJ_UP_SCRATCH]));
      for (mode = 0; mode < CLASSIC_MODES; mode++)
        fj_enc_options_classic(&settings->classic[mode],
                               (FjEscapeMode)(FJ_ESC_E0 + mode));
    } else if (i == FJ_UP_CODEC) {
      lua_pushvalue(L, codec);
    } else if (sources[i] == 0) {
      lua_pushnil(L);
    } else {
      lua_pushvalue(L, sources[i]);
    }
  }
  safe = lua_toboolean(L, -1);
  functions_set(L, codec, safe);
  lua_settop(L, codec);
  constants_set(L, codec, safe, sources[FJ_UP_NAMES]);
}

static int module_push(lua_State *L, int safe) {
  FjCodecOptions o;
  int sources[FJ_UP_COUNT + 1] = { 0 }, i;
  luaL_checkstack(L, 64, "fleece");
  fj_state_push(L, fj_markers_open);
  for (i = 0; i < FJ_UP_SHARED; i++)
    sources[FJ_UP_SCRATCH + i] = lua_gettop(L) - FJ_UP_SHARED + 1 + i;
  if (safe) {
    lua_pushboolean(L, 1);
    sources[FJ_UP_SAFE] = lua_gettop(L);
  }
  fj_enc_options_default(&o.enc);
  fj_dec_options_default(&o.dec);
  codec_push(L, &o, sources, 1);
  return 1;
}

FJ_EXPORT int luaopen_fleece(lua_State *L);
FJ_EXPORT int luaopen_fleece_safe(lua_State *L);

int luaopen_fleece(lua_State *L) {
  return module_push(L, 0);
}

int luaopen_fleece_safe(lua_State *L) {
  return module_push(L, 1);
}

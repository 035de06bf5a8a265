/*
** fj_special.c - values that need Lua code or a closer look: sentinels, spliced JSON, FFI
** integers, unsupported values and their handler.
** Owns: the policy for them.  Must not know: layouts, tables (fj_api.c).
** Invariant: the value is on top of the Lua stack and every raw frame is parked.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

#include "dec/fj_rewrite.h"
#include "enc/fj_meta.h"
#include "enc/fj_path.h"
#include "enc/fj_special.h"
#include "enc/fj_text.h"

static FjStep put_literal(FjEnc *e, const char *s) {
  return fj_enc_splice(e, s, strlen(s)) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
}

/* -- int64_t and uint64_t of LuaJIT's FFI -------------------------------------------------------- */

/* tostring shows them as "-123LL" and "123ULL"; no other value looks like that. */
static size_t int64_digits(const char *s, size_t len) {
  size_t i = s[0] == '-', digits = i;
  while (i < len && s[i] >= '0' && s[i] <= '9') i++;
  if (i == digits) return 0;
  if (len - i == 2 && memcmp(s + i, "LL", 2) == 0) return i;
  if (len - i == 3 && memcmp(s + i, "ULL", 3) == 0) return i;
  return 0;
}

int fj_special_int64(FjEnc *e, char *text, size_t *len) {
  lua_State *L = e->L;
  const char *s;
  size_t n = 0;
  *len = 0;
  lua_rawgeti(L, e->idx_names, FJ_NAME_TOSTRING);
  lua_pushvalue(L, -2);
  if (!fj_enc_call(e, 1, 1, "__tostring")) return -1;
  s = lua_tolstring(L, -1, &n);
  if (s != NULL && n < FJ_NUMBER_MAX) *len = int64_digits(s, n);
  if (*len != 0) memcpy(text, s, *len);
  lua_pop(L, 1);
  return *len != 0;
}

/* -- Values that cannot be encoded ----------------------------------------------------------------- */

static FjStep put_tostring(FjEnc *e) {
  lua_State *L = e->L;
  const char *s;
  size_t n;
  char *w;
  lua_rawgeti(L, e->idx_names, FJ_NAME_TOSTRING);
  lua_pushvalue(L, -2);
  if (!fj_enc_call(e, 1, 1, "__tostring")) return FJ_STEP_ERROR;
  s = lua_tolstring(L, -1, &n);
  if (s == NULL) {
    fj_enc_fail_type(e, FJ_ERR_TYPE, luaL_typename(L, -2));
    return FJ_STEP_ERROR;
  }
  w = fj_text_string(e, e->w, s, n);
  if (w == NULL) return FJ_STEP_ERROR;
  e->w = w;
  return FJ_STEP_NEXT;
}

/* The handler's result replaces the value.  A result that cannot be encoded is an error;
** otherwise a handler that returns its argument would run forever. */
static FjStep put_handled(FjEnc *e) {
  lua_State *L = e->L;
  int type;
  lua_pushvalue(L, e->idx_unsupported);
  lua_pushvalue(L, -2);
  fj_path_push(e);
  if (!fj_enc_call(e, 2, 1, "the function of unsupported")) return FJ_STEP_ERROR;
  type = lua_type(L, -1);
  if (type != LUA_TNIL && type != LUA_TBOOLEAN && type != LUA_TNUMBER &&
      type != LUA_TSTRING && type != LUA_TTABLE) {
    const char *text;
    size_t len;
    FjValueClass class_ = fj_meta_classify(e, &text, &len);
    char number[FJ_NUMBER_MAX];
    int encodable = class_ != FJ_VALUE_UNSUPPORTED;
    if (class_ == FJ_VALUE_CDATA) encodable = fj_special_int64(e, number, &len);
    if (encodable == 0) fj_enc_fail_type(e, FJ_ERR_TYPE, luaL_typename(L, -1));
    if (encodable <= 0) return FJ_STEP_ERROR;
  }
  return FJ_STEP_VALUE;
}

static FjStep put_unsupported(FjEnc *e) {
  const char *type = luaL_typename(e->L, -1);
  switch (e->opt->unsupported) {
  case FJ_UNSUPPORTED_NULL: return put_literal(e, "null");
  case FJ_UNSUPPORTED_TOSTRING: return put_tostring(e);
  case FJ_UNSUPPORTED_CALL: return put_handled(e);
  /* "skip" checks before it writes a key; here the value is the root. */
  default: fj_enc_fail_type(e, FJ_ERR_TYPE, type); return FJ_STEP_ERROR;
  }
}

/* -- JSON texts -------------------------------------------------------------------------------------- */

int fj_special_json(FjEnc *e, const char *s, size_t n) {
  FjBuf text = { NULL, NULL, 0, 0 };
  size_t len = 0;
  FjStatus status;
  int done;
  if (!e->opt->canonical) return fj_enc_splice(e, s, n);
  status = fj_rewrite_canonical(s, n, &e->alloc, &text, &len);
  done = status == FJ_ERR_OK ? fj_enc_splice(e, text.base, len)
         : status == FJ_ERR_NUMBER
             ? fj_enc_fail_type(e, status, "a number beyond the doubles")
             : fj_enc_fail(e, status);
  fj_buf_free(&text, &e->alloc);
  return done;
}

/* -- Entry point --------------------------------------------------------------------------------- */

FjStep fj_special_put(FjEnc *e) {
  const char *text;
  size_t len;
  char number[FJ_NUMBER_MAX];
  FjValueClass class_;
  if (!fj_enc_stack_room(e)) return FJ_STEP_ERROR;
  class_ = fj_meta_classify(e, &text, &len);
  if (class_ == FJ_VALUE_NULL) return put_literal(e, "null");
  if (class_ == FJ_VALUE_EMPTY_ARRAY) return put_literal(e, "[]");
  if (class_ == FJ_VALUE_RAW)
    return fj_special_json(e, text, len) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
  if (class_ == FJ_VALUE_CDATA) {
    int is_int = fj_special_int64(e, number, &len);
    if (is_int < 0) return FJ_STEP_ERROR;
    if (is_int) return fj_enc_splice(e, number, len) ? FJ_STEP_NEXT : FJ_STEP_ERROR;
  }
  if (e->opt->classic) return put_literal(e, fj_text_classic(lua_type(e->L, -1)));
  return put_unsupported(e);
}

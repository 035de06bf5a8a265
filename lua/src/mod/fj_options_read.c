/*
** fj_options_read.c - options from a Lua table: one row an option.
** Owns: names, types, ranges and error texts of options.
** SPDX-License-Identifier: MIT
*/
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "mod/fj_options_read.h"
#include "vm/fj_compat.h"

typedef struct Choice {
  const char *name;
  int value;
} Choice;

typedef struct Row {
  const char *name;
  void (*read)(lua_State *L, int idx, FjOptions *o, FjRefs *refs, const struct Row *row);
  size_t offset;
  const Choice *choices;
  const char *expected; /* for the error text */
} Row;

/* -- Errors ----------------------------------------------------------------------------------- */

static int bad_type(lua_State *L, int idx, const Row *row) {
  return luaL_error(L, "option '%s' must be %s, got %s", row->name, row->expected,
                    luaL_typename(L, idx));
}

static int bad_value(lua_State *L, int idx, const Row *row) {
  if (lua_type(L, idx) != LUA_TSTRING && lua_type(L, idx) != LUA_TNUMBER)
    return bad_type(L, idx, row);
  return luaL_error(L, "option '%s' must be %s, got '%s'", row->name, row->expected,
                    lua_tostring(L, idx));
}

/* -- Readers ---------------------------------------------------------------------------------- */

static void read_choice(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                        const Row *row) {
  const Choice *c;
  (void)refs;
  if (lua_type(L, idx) == LUA_TSTRING)
    for (c = row->choices; c->name != NULL; c++)
      if (strcmp(c->name, lua_tostring(L, idx)) == 0) {
        memcpy((char *)o + row->offset, &c->value, sizeof c->value);
        return;
      }
  bad_value(L, idx, row);
}

static void read_flag(lua_State *L, int idx, FjOptions *o, FjRefs *refs, const Row *row) {
  (void)refs;
  if (lua_type(L, idx) != LUA_TBOOLEAN) bad_type(L, idx, row);
  ((unsigned char *)o)[row->offset] = (unsigned char)lua_toboolean(L, idx);
}

/* The same, for a flag whose two values have names. */
static void read_named_flag(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                            const Row *row) {
  const Choice *c;
  (void)refs;
  if (lua_type(L, idx) == LUA_TSTRING)
    for (c = row->choices; c->name != NULL; c++)
      if (strcmp(c->name, lua_tostring(L, idx)) == 0) {
        ((unsigned char *)o)[row->offset] = (unsigned char)c->value;
        return;
      }
  bad_value(L, idx, row);
}

static double read_number(lua_State *L, int idx, const Row *row, double min, double max) {
  double d;
  if (lua_type(L, idx) != LUA_TNUMBER) bad_type(L, idx, row);
  d = (double)lua_tonumber(L, idx);
  if (!(d >= min && d <= max)) bad_value(L, idx, row);
  return d;
}

static double read_count(lua_State *L, int idx, const Row *row, double min, double max) {
  double d = read_number(L, idx, row, min, max);
  if (d != (double)(int64_t)d) bad_value(L, idx, row);
  return d;
}

static void read_size(lua_State *L, int idx, FjOptions *o, FjRefs *refs, const Row *row) {
  size_t n;
  (void)refs;
  n = (size_t)read_count(L, idx, row, 0, 2147483647.0);
  memcpy((char *)o + row->offset, &n, sizeof n);
}

static void read_ratio(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                       const Row *row) {
  (void)refs;
  o->sparse_ratio = read_number(L, idx, row, 0, 1e300);
}

static void read_digits(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                        const Row *row) {
  (void)refs;
  o->float_digits = lua_isboolean(L, idx) && !lua_toboolean(L, idx)
                        ? 0
                        : (unsigned char)read_count(L, idx, row, 1, 17);
}

static void read_indent(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                        const Row *row) {
  refs->indent = 0;
  o->pretty = 1;
  switch (lua_type(L, idx)) {
  case LUA_TBOOLEAN:
    if (lua_toboolean(L, idx)) bad_type(L, idx, row);
    o->pretty = 0;
    break;
  case LUA_TNUMBER: o->indent_len = (size_t)read_count(L, idx, row, 0, 1000); break;
  case LUA_TSTRING:
    if (strspn(lua_tostring(L, idx), " \t\n\r") != fj_rawlen(L, idx))
      bad_value(L, idx, row); /* anything else would not be JSON */
    o->indent_len = fj_rawlen(L, idx);
    refs->indent = idx;
    break;
  default: bad_type(L, idx, row);
  }
}

static void check_key_list(lua_State *L, int idx) {
  int i, n = (int)fj_rawlen(L, idx);
  for (i = 1; i <= n; i++) {
    lua_rawgeti(L, idx, i);
    if (lua_type(L, -1) != LUA_TSTRING)
      luaL_error(L, "option 'sort_keys' must list strings, got %s as element %d",
                 luaL_typename(L, -1), i);
    lua_pop(L, 1);
  }
}

static void read_sort(lua_State *L, int idx, FjOptions *o, FjRefs *refs, const Row *row) {
  refs->sort = 0;
  switch (lua_type(L, idx)) {
  case LUA_TBOOLEAN: o->sort = lua_toboolean(L, idx) ? FJ_SORT_BYTES : FJ_SORT_NO; return;
  case LUA_TTABLE:
    check_key_list(L, idx);
    o->sort = FJ_SORT_LIST;
    break;
  case LUA_TFUNCTION: o->sort = FJ_SORT_CALL; break;
  default: bad_type(L, idx, row);
  }
  refs->sort = idx;
}

static void read_unsupported(lua_State *L, int idx, FjOptions *o, FjRefs *refs,
                             const Row *row) {
  refs->unsupported = 0;
  if (lua_type(L, idx) == LUA_TFUNCTION) {
    o->unsupported = FJ_UNSUPPORTED_CALL;
    refs->unsupported = idx;
  } else {
    read_choice(L, idx, o, refs, row);
  }
}

/* -- The table of options ----------------------------------------------------------------------- */

static const Choice escapes[] = {
  { "json", FJ_ESC_JSON }, { "html", FJ_ESC_HTML }, { "ascii", FJ_ESC_ASCII },
  { "E0", FJ_ESC_E0 },     { "E1", FJ_ESC_E1 },     { "E2", FJ_ESC_E2 },
  { "E3", FJ_ESC_E3 },     { "E4", FJ_ESC_E4 },     { NULL, 0 }
};
static const Choice utf8s[] = { { "error", FJ_UTF8_ERROR },
                                { "replace", FJ_UTF8_REPLACE },
                                { "pass", FJ_UTF8_PASS },
                                { NULL, 0 } };
static const Choice sparses[] = { { "null", FJ_SPARSE_NULL },
                                  { "object", FJ_SPARSE_OBJECT },
                                  { "error", FJ_SPARSE_ERROR },
                                  { NULL, 0 } };
static const Choice nans[] = { { "error", FJ_NAN_ERROR },
                               { "null", FJ_NAN_NULL },
                               { "literal", FJ_NAN_LITERAL },
                               { "string", FJ_NAN_STRING },
                               { NULL, 0 } };
static const Choice unsupporteds[] = { { "error", FJ_UNSUPPORTED_ERROR },
                                       { "null", FJ_UNSUPPORTED_NULL },
                                       { "skip", FJ_UNSUPPORTED_SKIP },
                                       { "tostring", FJ_UNSUPPORTED_TOSTRING },
                                       { NULL, 0 } };
static const Choice empties[] = { { "object", 0 }, { "array", 1 }, { NULL, 0 } };
static const Choice mixeds[] = { { "string", 0 }, { "error", 1 }, { NULL, 0 } };
static const Choice integrals[] = { { "integer", 0 }, { "float", 1 }, { NULL, 0 } };

#define AT(field) offsetof(FjOptions, field)

static const Row rows[] = {
  { "canonical", read_flag, AT(canonical), NULL, "true or false" },
  { "empty_table", read_named_flag, AT(empty_array), empties, "'object' or 'array'" },
  { "escape", read_choice, AT(escape), escapes,
    "'json', 'html', 'ascii' or 'E0' to 'E4'" },
  { "float_digits", read_digits, 0, NULL, "false or an integer from 1 to 17" },
  { "float_integral", read_named_flag, AT(float_text), integrals,
    "'integer' or 'float'" },
  { "indent", read_indent, 0, NULL,
    "false, a number of spaces from 0 to 1000, or a string of white space" },
  { "max_depth", read_size, AT(max_depth), NULL, "an integer from 0 to 2147483647" },
  { "metamethods", read_flag, AT(metamethods), NULL, "true or false" },
  { "mixed_keys", read_named_flag, AT(mixed_error), mixeds, "'string' or 'error'" },
  { "nan", read_choice, AT(nan), nans, "'error', 'null', 'literal' or 'string'" },
  { "sort_keys", read_sort, 0, NULL,
    "false, true, a list of keys or a comparison function" },
  { "sparse", read_choice, AT(sparse), sparses, "'null', 'object' or 'error'" },
  { "sparse_ratio", read_ratio, 0, NULL, "a number of at least 0" },
  { "sparse_safe", read_size, AT(sparse_safe), NULL, "an integer from 0 to 2147483647" },
  { "unsupported", read_unsupported, AT(unsupported), unsupporteds,
    "'error', 'null', 'skip', 'tostring' or a function" },
  { "utf8", read_choice, AT(utf8), utf8s, "'error', 'replace' or 'pass'" }
};

enum { ROWS = sizeof rows / sizeof rows[0] };

static void unknown_option(lua_State *L, int idx) {
  luaL_Buffer b;
  size_t i;
  luaL_buffinit(L, &b);
  for (i = 0; i < ROWS; i++) {
    if (i > 0) luaL_addstring(&b, ", ");
    luaL_addstring(&b, rows[i].name);
  }
  luaL_pushresult(&b);
  if (lua_type(L, idx) == LUA_TSTRING)
    luaL_error(L, "unknown option '%s' (valid: %s)", lua_tostring(L, idx),
               lua_tostring(L, -1));
  luaL_error(L, "unknown option of type %s (valid: %s)", luaL_typename(L, idx),
             lua_tostring(L, -1));
}

static const Row *row_of(lua_State *L, int idx) {
  size_t i;
  if (lua_type(L, idx) == LUA_TSTRING)
    for (i = 0; i < ROWS; i++)
      if (strcmp(rows[i].name, lua_tostring(L, idx)) == 0) return &rows[i];
  return NULL;
}

void fj_options_read(lua_State *L, int idx, FjOptions *o, FjRefs *refs) {
  int base;
  luaL_checkstack(L, ROWS + 8, "options");
  if (!o->pretty) o->indent_len = 0;
  lua_pushnil(L);
  while (lua_next(L, idx)) {
    const Row *row = row_of(L, -2);
    base = lua_gettop(L);
    if (row == NULL) unknown_option(L, base - 1);
    row->read(L, base, o, refs, row);
    lua_pushvalue(L, base - 1); /* the value stays on the stack, the key goes on top */
    lua_remove(L, base - 1);
    if (refs->sort == base) refs->sort--;
    if (refs->unsupported == base) refs->unsupported--;
    if (refs->indent == base) refs->indent--;
  }
  fj_options_finish(o);
}

FjEscapeMode fj_flags_read(const char *flags) {
  const char *at = strchr(flags, 'E');
  if (at == NULL) return FJ_ESC_E0;
  if (at[1] >= '0' && at[1] <= '4') return (FjEscapeMode)(FJ_ESC_E0 + (at[1] - '0'));
  return FJ_ESC_E4;
}

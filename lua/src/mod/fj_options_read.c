/*
** fj_options_read.c - reads options from a Lua table; one row for each option.
** Owns: names, types, ranges and error texts of options.
** SPDX-License-Identifier: MIT
*/
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "mod/fj_options_read.h"
#include "vm/fj_compat.h"

const char fj_nothing = 0;

typedef struct Choice {
  const char *name;
  int value;
} Choice;

typedef struct Row {
  const char *name;
  void (*read)(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
               const struct Row *row);
  int side;
  size_t offset;
  const Choice *choices;
  const char *expected; /* for the error text */
} Row;

/* -- Errors ----------------------------------------------------------------------------------- */

static int bad_type(lua_State *L, int idx, const Row *row) {
  return fj_error(L, "option '%s' must be %s, got %s", row->name, row->expected,
                  luaL_typename(L, idx));
}

static int bad_value(lua_State *L, int idx, const Row *row) {
  if (lua_type(L, idx) != LUA_TSTRING && lua_type(L, idx) != LUA_TNUMBER)
    return bad_type(L, idx, row);
  if (lua_type(L, idx) == LUA_TNUMBER && lua_tonumber(L, idx) != lua_tonumber(L, idx))
    return fj_error(L, "option '%s' must be %s, got NaN", row->name, row->expected);
  return fj_error(L, "option '%s' must be %s, got '%s'", row->name, row->expected,
                  lua_tostring(L, idx));
}

/* -- Readers ---------------------------------------------------------------------------------- */

/* The value of the choice that the string at idx names. */
static int choice_of(lua_State *L, int idx, const Row *row) {
  const Choice *c;
  if (lua_type(L, idx) == LUA_TSTRING)
    for (c = row->choices; c->name != NULL; c++)
      if (strcmp(c->name, lua_tostring(L, idx)) == 0) return c->value;
  return bad_value(L, idx, row);
}

static void read_choice(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                        const Row *row) {
  int value = choice_of(L, idx, row);
  (void)refs;
  memcpy((char *)o + row->offset, &value, sizeof value);
}

static void read_flag(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                      const Row *row) {
  (void)refs;
  if (lua_type(L, idx) != LUA_TBOOLEAN) bad_type(L, idx, row);
  ((unsigned char *)o)[row->offset] = (unsigned char)lua_toboolean(L, idx);
}

/* The same, for a flag whose values have names. */
static void read_named_flag(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                            const Row *row) {
  (void)refs;
  ((unsigned char *)o)[row->offset] = (unsigned char)choice_of(L, idx, row);
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

static void read_size(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                      const Row *row) {
  size_t n;
  (void)refs;
  n = (size_t)read_count(L, idx, row, 0, 2147483647.0);
  memcpy((char *)o + row->offset, &n, sizeof n);
}

static void read_ratio(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                       const Row *row) {
  (void)refs;
  o->enc.sparse_ratio = read_number(L, idx, row, 0, HUGE_VAL);
}

static void read_digits(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                        const Row *row) {
  (void)refs;
  o->enc.float_digits = lua_isboolean(L, idx) && !lua_toboolean(L, idx)
                            ? 0
                            : (unsigned char)read_count(L, idx, row, 1, 17);
}

static void read_indent(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                        const Row *row) {
  refs->indent = 0;
  o->enc.pretty = 1;
  switch (lua_type(L, idx)) {
  case LUA_TBOOLEAN:
    if (lua_toboolean(L, idx)) bad_type(L, idx, row);
    o->enc.pretty = 0;
    break;
  case LUA_TNUMBER: o->enc.indent_len = (size_t)read_count(L, idx, row, 0, 1000); break;
  case LUA_TSTRING:
    if (strspn(lua_tostring(L, idx), " \t\n\r") != fj_rawlen(L, idx))
      bad_value(L, idx, row); /* anything else would not be JSON */
    o->enc.indent_len = fj_rawlen(L, idx);
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
      fj_error(L, "option 'sort_keys' must list strings, got %s as element %d",
               luaL_typename(L, -1), i);
    lua_pop(L, 1);
  }
}

static void read_sort(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                      const Row *row) {
  refs->sort = 0;
  switch (lua_type(L, idx)) {
  case LUA_TBOOLEAN:
    o->enc.sort = lua_toboolean(L, idx) ? FJ_SORT_BYTES : FJ_SORT_NO;
    return;
  case LUA_TTABLE:
    check_key_list(L, idx);
    o->enc.sort = FJ_SORT_LIST;
    break;
  case LUA_TFUNCTION: o->enc.sort = FJ_SORT_CALL; break;
  default: bad_type(L, idx, row);
  }
  refs->sort = idx;
}

static void read_unsupported(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                             const Row *row) {
  refs->unsupported = 0;
  if (lua_type(L, idx) == LUA_TFUNCTION) {
    o->enc.unsupported = FJ_UNSUPPORTED_CALL;
    refs->unsupported = idx;
  } else {
    read_choice(L, idx, o, refs, row);
  }
}

/* A number of things, or false for no limit. */
static void read_limit(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                       const Row *row) {
  size_t n = (size_t)-1;
  (void)refs;
  if (!lua_isboolean(L, idx) || lua_toboolean(L, idx))
    n = (size_t)read_count(L, idx, row, 0, 9007199254740992.0);
  memcpy((char *)o + row->offset, &n, sizeof n);
}

static void read_position(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                          const Row *row) {
  read_limit(L, idx, o, refs, row);
  if (o->dec.position == 0) bad_value(L, idx, row);
  o->dec.prefix = o->dec.position != (size_t)-1;
}

static void read_inverse(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                         const Row *row) {
  read_flag(L, idx, o, refs, row);
  ((unsigned char *)o)[row->offset] ^= 1;
}

static void set_null(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs, int which) {
  const void *p = lua_touserdata(L, idx);
  refs->null_value[which] = 0;
  if (lua_islightuserdata(L, idx) && (p == NULL || p == &fj_nothing)) {
    o->dec.null_kind[which] = p == NULL ? FJ_NULL_SENTINEL : FJ_NULL_NIL;
  } else {
    o->dec.null_kind[which] = FJ_NULL_VALUE;
    refs->null_value[which] = idx;
  }
}

static void read_null(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                      const Row *row) {
  if (strcmp(row->name, "null") != 0) {
    int place =
        strcmp(row->name, "null_in_objects") == 0 ? FJ_NULL_IN_OBJECT : FJ_NULL_IN_ARRAY;
    set_null(L, idx, o, refs, place);
    refs->null_set[place] = 1;
  } else {
    int place; /* the specific option wins, whichever the table yields first */
    for (place = 0; place < FJ_NULL_PLACES; place++)
      if (!refs->null_set[place]) set_null(L, idx, o, refs, place);
  }
}

/* -- Readers of options for drop-ins ---------------------------------------------------------- */

static void read_any_indent(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                            const Row *row) {
  if (lua_type(L, idx) != LUA_TSTRING) bad_type(L, idx, row);
  o->enc.indent_len = fj_rawlen(L, idx);
  o->enc.pretty = o->enc.indent_len != 0;
  refs->indent = idx;
}

static void read_refuse_key(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                            const Row *row) {
  size_t n;
  const char *s;
  (void)refs;
  o->enc.refuse_len = (size_t)-1;
  if (lua_isboolean(L, idx) && !lua_toboolean(L, idx)) return;
  if (lua_type(L, idx) != LUA_TSTRING) bad_type(L, idx, row);
  s = lua_tolstring(L, idx, &n);
  if (n > sizeof o->enc.refuse_key) bad_value(L, idx, row);
  memcpy(o->enc.refuse_key, s, n);
  o->enc.refuse_len = n;
}

/* A table, or false for none. */
static void read_table(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                       const Row *row) {
  int *ref = strcmp(row->name, "array_mt") == 0    ? &refs->array_mt
             : strcmp(row->name, "object_mt") == 0 ? &refs->object_mt
                                                   : &refs->metatables;
  (void)o;
  if (lua_type(L, idx) != LUA_TTABLE && (!lua_isboolean(L, idx) || lua_toboolean(L, idx)))
    bad_type(L, idx, row);
  *ref = idx;
}

static void read_numbers(lua_State *L, int idx, FjCodecOptions *o, FjRefs *refs,
                         const Row *row) {
  int kind = choice_of(L, idx, row);
  (void)refs;
  o->enc.digits_more = 0;
  if (kind == FJ_NUMBERS_TOSTRING) {
    o->enc.float_digits = (unsigned char)fj_tostring_digits();
    o->enc.digits_more = (unsigned char)fj_tostring_digits_more();
  }
  /* Without integer subtype, integers are floats. */
  if ((kind == FJ_NUMBERS_G || kind == FJ_NUMBERS_TOSTRING) && !fj_has_integers())
    kind = FJ_NUMBERS_ALL_G;
  o->enc.numbers = (unsigned char)kind;
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

#define ENC(field)     FJ_SIDE_ENC, offsetof(FjCodecOptions, enc.field)
#define DEC(field)     FJ_SIDE_DEC, offsetof(FjCodecOptions, dec.field)
#define DIALECT(field) FJ_SIDE_DIALECT, offsetof(FjCodecOptions, field)

static const Choice bigints[] = {
  { "float", FJ_BIGINT_FLOAT }, { "string", FJ_BIGINT_STRING },
  { "error", FJ_BIGINT_ERROR }, { "raw", FJ_BIGINT_RAW },
  { "cdata", FJ_BIGINT_CDATA }, { NULL, 0 }
};
static const Choice duplicates[] = { { "last", FJ_DUP_LAST },
                                     { "first", FJ_DUP_FIRST },
                                     { "error", FJ_DUP_ERROR },
                                     { NULL, 0 } };

static const Choice c_numbers[] = { { "no", FJ_C_NUMBERS_NO },
                                    { "some", FJ_C_NUMBERS_SOME },
                                    { "all", FJ_C_NUMBERS_ALL },
                                    { NULL, 0 } };
static const Choice numbers[] = { { "shortest", FJ_NUMBERS_CLASSIC },
                                  { "g", FJ_NUMBERS_G },
                                  { "tostring", FJ_NUMBERS_TOSTRING },
                                  { "all_g", FJ_NUMBERS_ALL_G },
                                  { "float", FJ_NUMBERS_FLOAT },
                                  { "wide", FJ_NUMBERS_WIDE },
                                  { NULL, 0 } };
static const Choice beyonds[] = { { "error", 0 }, { "object", 1 }, { NULL, 0 } };
static const Choice more_escapes[] = { { "del", FJ_ESC_DEL },
                                       { "upper", FJ_ESC_UPPER },
                                       { "upper_slash", FJ_ESC_UPPER_SLASH },
                                       { "wary", FJ_ESC_WARY },
                                       { NULL, 0 } };

static const char flag_text[] = "true or false";
static const char depth_text[] = "an integer from 0 to 2147483647";
static const char utf8_text[] = "'error', 'replace' or 'pass'";
static const char limit_text[] = "false or an integer of at least 0";

/* Sorted by name, because error messages list the options in this order. */
static const Row rows[] = {
  { "arrays", read_flag, DEC(arrays), NULL, flag_text },
  { "bigint", read_choice, DEC(bigint), bigints,
    "'float', 'string', 'error', 'raw' or 'cdata'" },
  { "bom", read_flag, DEC(bom), NULL, flag_text },
  { "canonical", read_flag, ENC(canonical), NULL, flag_text },
  { "comments", read_flag, DEC(comments), NULL, flag_text },
  { "duplicates", read_choice, DEC(duplicates), duplicates,
    "'last', 'first' or 'error'" },
  { "empty_array", read_flag, DEC(empty_array), NULL, flag_text },
  { "empty_table", read_named_flag, ENC(empty_array), empties, "'object' or 'array'" },
  { "escape", read_choice, ENC(escape), escapes,
    "'json', 'html', 'ascii' or 'E0' to 'E4'" },
  { "float_digits", read_digits, ENC(float_digits), NULL,
    "false or an integer from 1 to 17" },
  { "float_integral", read_named_flag, ENC(float_text), integrals,
    "'integer' or 'float'" },
  { "indent", read_indent, ENC(pretty), NULL,
    "false, a number of spaces from 0 to 1000, or a string of white space" },
  { "integers", read_inverse, DEC(floats), NULL, flag_text },
  { "max_bytes", read_limit, DEC(max_bytes), NULL, limit_text },
  { "max_depth", read_size, ENC(max_depth), NULL, depth_text },
  { "max_depth", read_size, DEC(max_depth), NULL, depth_text },
  { "max_keys", read_limit, DEC(max_keys), NULL, limit_text },
  { "max_string", read_limit, DEC(max_string), NULL, limit_text },
  { "metamethods", read_flag, ENC(metamethods), NULL, flag_text },
  { "mixed_keys", read_named_flag, ENC(mixed_error), mixeds, "'string' or 'error'" },
  { "nan", read_choice, ENC(nan), nans, "'error', 'null', 'literal' or 'string'" },
  { "nan", read_flag, DEC(nan), NULL, flag_text },
  { "null", read_null, DEC(null_kind), NULL, "a value" },
  { "null_in_arrays", read_null, DEC(null_kind), NULL, "a value" },
  { "null_in_objects", read_null, DEC(null_kind), NULL, "a value" },
  { "objects", read_flag, DEC(objects), NULL, flag_text },
  { "position", read_position, DEC(position), NULL, "a position in the text, from 1 on" },
  { "sort_keys", read_sort, ENC(sort), NULL,
    "false, true, a list of keys or a comparison function" },
  { "sparse", read_choice, ENC(sparse), sparses, "'null', 'object' or 'error'" },
  { "sparse_ratio", read_ratio, ENC(sparse_ratio), NULL,
    "a number of at least 0, or math.huge" },
  { "sparse_safe", read_size, ENC(sparse_safe), NULL, depth_text },
  { "trailing_commas", read_flag, DEC(trailing_commas), NULL, flag_text },
  { "unsupported", read_unsupported, ENC(unsupported), unsupporteds,
    "'error', 'null', 'skip', 'tostring' or a function" },
  { "utf8", read_choice, ENC(utf8), utf8s, utf8_text },
  { "utf8", read_choice, DEC(utf8), utf8s, utf8_text },

  /* Drop-ins only (fj_dialect.c). */
  { "array_mt", read_table, DIALECT(dec.arrays), NULL, "a table or false" },
  { "c_comments", read_flag, DIALECT(dec.c_comments), NULL, flag_text },
  { "c_numbers", read_named_flag, DIALECT(dec.c_numbers), c_numbers,
    "'no', 'some' or 'all'" },
  { "controls", read_flag, DIALECT(dec.controls), NULL, flag_text },
  { "escape_more", read_choice, DIALECT(enc.escape), more_escapes,
    "'del', 'upper', 'upper_slash' or 'wary'" },
  { "huge_inf", read_flag, DIALECT(dec.huge_inf), NULL, flag_text },
  { "indent_text", read_any_indent, DIALECT(enc.pretty), NULL, "a string" },
  { "lone_error", read_flag, DIALECT(dec.lone_error), NULL, flag_text },
  { "loose_ends", read_flag, DIALECT(dec.loose_ends), NULL, flag_text },
  { "markers", read_inverse, DIALECT(enc.no_markers), NULL, flag_text },
  { "max_decode_depth", read_size, DIALECT(dec.max_depth), NULL, depth_text },
  { "max_encode_depth", read_size, DIALECT(enc.max_depth), NULL, depth_text },
  { "metatables", read_table, DIALECT(enc.metamethods), NULL, "a table or false" },
  { "minus_zero", read_flag, DIALECT(dec.minus_zero), NULL, flag_text },
  { "nul_ends", read_flag, DIALECT(dec.nul_ends), NULL, flag_text },
  { "numbers", read_numbers, DIALECT(enc.numbers), numbers,
    "'shortest', 'g', 'tostring', 'all_g', 'float' or 'wide'" },
  { "object_mt", read_table, DIALECT(dec.objects), NULL, "a table or false" },
  { "pair_error", read_flag, DIALECT(dec.pair_error), NULL, flag_text },
  { "refuse_key", read_refuse_key, DIALECT(enc.refuse_len), NULL,
    "false or a short string" },
  { "sparse_beyond", read_named_flag, DIALECT(enc.beyond_object), beyonds,
    "'error' or 'object'" },
  { "utf8_decode", read_choice, DIALECT(dec.utf8), utf8s, utf8_text },
  { "utf8_encode", read_choice, DIALECT(enc.utf8), utf8s, utf8_text }
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* -- Reading a table ---------------------------------------------------------------------- */

/* The edit distance: how many bytes to change, insert or delete.  Names are short. */
static size_t distance(const char *a, const char *b) {
  size_t row[32], i, j, n = strlen(b);
  if (n >= sizeof row / sizeof *row) return n;
  for (j = 0; j <= n; j++) row[j] = j;
  for (i = 0; a[i] != 0; i++) {
    size_t corner = row[0];
    row[0] = i + 1;
    for (j = 0; j < n; j++) {
      size_t best = corner + (a[i] != b[j]);
      if (row[j] + 1 < best) best = row[j] + 1;
      corner = row[j + 1];
      row[j + 1] = corner + 1 < best ? corner + 1 : best;
    }
  }
  return row[n];
}

/* The option that `name` probably means, or NULL. */
static const Row *meant(const char *name, int sides) {
  const Row *found = NULL;
  size_t i, least = strlen(name) / 3 + 1;
  if (strcmp(name, "pretty") == 0) name = "indent";
  for (i = 0; i < ROWS; i++) {
    size_t d = rows[i].side & sides ? distance(name, rows[i].name) : least;
    if (d < least) found = &rows[i], least = d;
  }
  return found;
}

/* Raises an error about the key at idx, which is not an option of these sides. */
static int unknown_option(lua_State *L, int idx, int sides) {
  int other = ~sides & (FJ_SIDE_ENC | FJ_SIDE_DEC);
  const char *name, *last = "";
  const Row *row;
  luaL_Buffer b;
  size_t i;
  luaL_buffinit(L, &b);
  for (i = 0; i < ROWS; i++) {
    if (!(rows[i].side & sides) || strcmp(rows[i].name, last) == 0) continue;
    if (*last != 0) luaL_addstring(&b, ", ");
    luaL_addstring(&b, rows[i].name);
    last = rows[i].name;
  }
  luaL_pushresult(&b);
  if (lua_type(L, idx) != LUA_TSTRING)
    return fj_error(L, "unknown option of type %s (valid: %s)", luaL_typename(L, idx),
                    lua_tostring(L, -1));
  name = lua_tostring(L, idx);
  row = meant(name, other);
  if (row != NULL && strcmp(row->name, name) == 0)
    return fj_error(L, "'%s' is an option of %s (valid here: %s)", name,
                    other == FJ_SIDE_ENC ? "encode" : "decode", lua_tostring(L, -1));
  row = meant(name, sides);
  if (row != NULL)
    return fj_error(L, "unknown option '%s', did you mean '%s'? (valid: %s)", name,
                    row->name, lua_tostring(L, -1));
  return fj_error(L, "unknown option '%s' (valid: %s)", name, lua_tostring(L, -1));
}

/* A codec's `nan` is a choice for one side and a flag for the other: its type decides. */
static int is_for_other_side(lua_State *L, int idx, int sides, const Row *row) {
  if (!(sides & FJ_SIDE_ENC) || !(sides & FJ_SIDE_DEC) || strcmp(row->name, "nan") != 0)
    return 0;
  return lua_isboolean(L, idx) != (row->side == FJ_SIDE_DEC);
}

static int read_option(lua_State *L, int idx, int sides, FjCodecOptions *o,
                       FjRefs *refs) {
  const char *name = lua_tostring(L, idx - 1);
  int found = 0;
  size_t i;
  for (i = 0; i < ROWS; i++) {
    if (!(rows[i].side & sides) || strcmp(rows[i].name, name) != 0) continue;
    found = 1;
    if (!is_for_other_side(L, idx, sides, &rows[i]))
      rows[i].read(L, idx, o, refs, &rows[i]);
  }
  return found;
}

/* Updates refs: the value at `idx` has moved one slot down. */
static void refs_follow(FjRefs *refs, int idx) {
  int i;
  if (refs->sort == idx) refs->sort--;
  if (refs->unsupported == idx) refs->unsupported--;
  if (refs->indent == idx) refs->indent--;
  if (refs->metatables == idx) refs->metatables--;
  if (refs->array_mt == idx) refs->array_mt--;
  if (refs->object_mt == idx) refs->object_mt--;
  for (i = 0; i < FJ_NULL_PLACES; i++)
    if (refs->null_value[i] == idx) refs->null_value[i]--;
}

/* RFC 8785 allows neither.  The order of a canonical codec is derived, not set. */
static void check_canonical(lua_State *L, const FjOptions *o) {
  if (!o->canonical || (!o->pretty && o->sort == FJ_SORT_NO)) return;
  fj_error(L, "option 'canonical' cannot be combined with '%s'",
           o->pretty ? "indent" : "sort_keys");
}

void fj_options_read(lua_State *L, int idx, int sides, FjCodecOptions *o, FjRefs *refs) {
  luaL_checkstack(L, ROWS + 8, "options");
  if (!o->enc.pretty) o->enc.indent_len = 0;
  if (o->enc.canonical) o->enc.sort = FJ_SORT_NO;
  memset(refs->null_set, 0, sizeof refs->null_set);
  lua_pushnil(L);
  while (lua_next(L, idx)) {
    int value = lua_gettop(L);
    if (lua_type(L, value - 1) != LUA_TSTRING || !read_option(L, value, sides, o, refs))
      unknown_option(L, value - 1, sides);
    lua_pushvalue(L, value - 1); /* the value stays, the key moves to the top */
    lua_remove(L, value - 1);
    refs_follow(refs, value);
  }
  check_canonical(L, &o->enc);
  fj_enc_options_finish(&o->enc);
}

FjEscapeMode fj_options_flags(lua_State *L, int idx) {
  size_t n;
  const char *flags = luaL_optlstring(L, idx, "", &n);
  if (n == 0) return FJ_ESC_E0;
  if (n == 1 && flags[0] == 'E') return FJ_ESC_E4;
  if (n == 2 && flags[0] == 'E' && flags[1] >= '0' && flags[1] <= '4')
    return (FjEscapeMode)(FJ_ESC_E0 + (flags[1] - '0'));
  fj_error(
      L,
      "unknown flags '%s' (valid: 'E0', 'E1', 'E2', 'E3', 'E4', and 'E', which is 'E4')",
      flags);
  return FJ_ESC_E0;
}

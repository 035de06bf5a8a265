/* SPDX-License-Identifier: MIT
 *
 * The floor of decoding: what it costs merely to make a document's objects through the public
 * API, where all is known beforehand and nothing is parsed.
 * Owns: recording a JSON text as a flat list of calls (lua_createtable with exact sizes,
 * lua_pushlstring, lua_rawset, lua_rawseti, ...) in the order of the text, and replaying that list.
 * Must not know: anything below the public API. The text was read by others before and is JSON:
 * the recorder checks no more than it needs not to run away.
 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>
#include <lua.h>

typedef enum Kind {
  OP_TABLE,  /* a: array elements, b: members */
  OP_STRING, /* at, a: bytes */
  OP_INTEGER,
  OP_NUMBER,
  OP_BOOLEAN, /* a */
  OP_NULL,
  OP_SET, /* t[k] = v */
  OP_SETI /* t[a] = v */
} Kind;

typedef struct Op {
  Kind kind;
  int a, b;
  union {
    size_t at; /* in `bytes` */
    int64_t integer;
    double number;
  } u;
} Op;

typedef struct Tape {
  Op *ops;
  size_t count, room;
  char *bytes; /* of all strings, unescaped */
  size_t used;
  int depth, deepest;
} Tape;

typedef struct Reader {
  lua_State *L;
  Tape *tape;
  const char *p, *end;
} Reader;

static const char tape_type[] = "fleece_replay.tape";

/* -- Recording ---------------------------------------------------------------------------- */

static int give_up(Reader *r) {
  return luaL_error(r->L, "fleece_replay: this is not JSON");
}

static Op *add(Reader *r, Kind kind) {
  Tape *t = r->tape;
  Op *op;
  if (t->count == t->room) {
    size_t room = t->room ? 2 * t->room : 1024;
    Op *grown = (Op *)realloc(t->ops, room * sizeof *grown);
    if (grown == NULL) luaL_error(r->L, "not enough memory");
    t->ops = grown;
    t->room = room;
  }
  op = &t->ops[t->count++];
  memset(op, 0, sizeof *op);
  op->kind = kind;
  return op;
}

static void skip(Reader *r) {
  while (r->p < r->end && strchr(" \t\r\n", *r->p) != NULL && *r->p != 0) r->p++;
}

/* The byte behind white space, taken if it is `c`. */
static int take(Reader *r, char c) {
  skip(r);
  if (r->p == r->end) give_up(r);
  if (*r->p != c) return 0;
  r->p++;
  return 1;
}

static unsigned hex4(Reader *r) {
  char digits[5] = "";
  if (r->end - r->p < 4) give_up(r);
  memcpy(digits, r->p, 4);
  r->p += 4;
  return (unsigned)strtoul(digits, NULL, 16);
}

static void put_rune(Tape *t, unsigned code) {
  char *w = t->bytes + t->used;
  int n = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4, i;
  static const unsigned lead[5] = { 0, 0, 0xC0, 0xE0, 0xF0 };
  for (i = n - 1; i > 0; i--, code >>= 6) w[i] = (char)(0x80 | (code & 0x3F));
  w[0] = (char)(lead[n] | code);
  t->used += (size_t)n;
}

static void read_escape(Reader *r) {
  static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
  const char *name;
  unsigned code;
  if (r->p == r->end) give_up(r);
  name = strchr(names, *r->p);
  if (*r->p++ != 'u') {
    r->tape->bytes[r->tape->used++] = name != NULL ? values[name - names] : r->p[-1];
    return;
  }
  code = hex4(r);
  if (code >= 0xD800 && code < 0xDC00 && r->end - r->p >= 6) {
    r->p += 2;
    code = 0x10000 + ((code - 0xD800) << 10) + (hex4(r) - 0xDC00);
  }
  put_rune(r->tape, code);
}

static void read_string(Reader *r) {
  Tape *t = r->tape;
  Op *op = add(r, OP_STRING);
  op->u.at = t->used;
  while (!(r->p < r->end && *r->p == '"')) {
    if (r->p == r->end) give_up(r);
    if (*r->p != '\\') {
      t->bytes[t->used++] = *r->p++;
    } else {
      r->p++;
      read_escape(r);
    }
  }
  r->p++;
  op->a = (int)(t->used - op->u.at);
}

static void read_number(Reader *r) {
  char *stop, *integer_stop;
  double number = strtod(r->p, &stop); /* a NUL stands behind every Lua string */
  long long integer;
  errno = 0;
  integer = strtoll(r->p, &integer_stop, 10);
  if (stop == r->p) give_up(r);
  if (integer_stop == stop && errno == 0)
    add(r, OP_INTEGER)->u.integer = integer;
  else
    add(r, OP_NUMBER)->u.number = number;
  r->p = stop;
}

static void read_value(Reader *r);

static void read_container(Reader *r, char close) {
  Tape *t = r->tape;
  size_t at = t->count;
  int n = 0;
  add(r, OP_TABLE);
  t->depth += 3;
  if (t->depth > t->deepest) t->deepest = t->depth;
  while (!take(r, close)) {
    if (n > 0 && !take(r, ',')) give_up(r);
    n++;
    if (close == '}') {
      if (!take(r, '"')) give_up(r);
      read_string(r);
      if (!take(r, ':')) give_up(r);
    }
    read_value(r);
    add(r, close == '}' ? OP_SET : OP_SETI)->a = n;
  }
  t->depth -= 3;
  if (close == '}')
    t->ops[at].b = n;
  else
    t->ops[at].a = n;
}

static void read_word(Reader *r, const char *word, Kind kind, int a) {
  size_t n = strlen(word);
  if ((size_t)(r->end - r->p) < n || memcmp(r->p, word, n) != 0) give_up(r);
  r->p += n;
  add(r, kind)->a = a;
}

static void read_value(Reader *r) {
  luaL_checkstack(r->L, 1, "nested too deeply");
  if (take(r, '{'))
    read_container(r, '}');
  else if (take(r, '['))
    read_container(r, ']');
  else if (take(r, '"'))
    read_string(r);
  else if (*r->p == 't')
    read_word(r, "true", OP_BOOLEAN, 1);
  else if (*r->p == 'f')
    read_word(r, "false", OP_BOOLEAN, 0);
  else if (*r->p == 'n')
    read_word(r, "null", OP_NULL, 0);
  else
    read_number(r);
}

static int tape_free(lua_State *L) {
  Tape *t = (Tape *)lua_touserdata(L, 1);
  free(t->ops);
  free(t->bytes);
  t->ops = NULL;
  t->bytes = NULL;
  t->count = 0;
  return 0;
}

/* record(text) -> tape */
static int replay_record(lua_State *L) {
  size_t n;
  const char *text = luaL_checklstring(L, 1, &n);
  Reader r;
  r.L = L;
  r.p = text;
  r.end = text + n;
  r.tape = (Tape *)lua_newuserdata(L, sizeof *r.tape);
  memset(r.tape, 0, sizeof *r.tape);
  luaL_getmetatable(L, tape_type);
  lua_setmetatable(L, -2);
  r.tape->bytes = (char *)malloc(n + 1);
  if (r.tape->bytes == NULL) return luaL_error(L, "not enough memory");
  read_value(&r);
  return 1;
}

/* -- Replaying ----------------------------------------------------------------------------- */

/* replay(tape) -> the value */
static int replay_replay(lua_State *L) {
  const Tape *t = (const Tape *)luaL_checkudata(L, 1, tape_type);
  const Op *op = t->ops, *end = op + t->count;
  luaL_checkstack(L, t->deepest + 4, "nested too deeply");
  for (; op < end; op++) {
    switch (op->kind) {
    case OP_TABLE: lua_createtable(L, op->a, op->b); break;
    case OP_STRING: lua_pushlstring(L, t->bytes + op->u.at, (size_t)op->a); break;
#if LUA_VERSION_NUM >= 503
    case OP_INTEGER: lua_pushinteger(L, (lua_Integer)op->u.integer); break;
#else
    case OP_INTEGER: lua_pushnumber(L, (lua_Number)op->u.integer); break;
#endif
    case OP_NUMBER: lua_pushnumber(L, (lua_Number)op->u.number); break;
    case OP_BOOLEAN: lua_pushboolean(L, op->a); break;
    case OP_NULL: lua_pushlightuserdata(L, NULL); break;
    case OP_SET: lua_rawset(L, -3); break;
    case OP_SETI: lua_rawseti(L, -2, op->a); break;
    }
  }
  return 1;
}

int luaopen_fleece_replay(lua_State *L);

int luaopen_fleece_replay(lua_State *L) {
  luaL_newmetatable(L, tape_type);
  lua_pushcfunction(L, tape_free);
  lua_setfield(L, -2, "__gc");
  lua_newtable(L);
  lua_pushcfunction(L, replay_record);
  lua_setfield(L, -2, "record");
  lua_pushcfunction(L, replay_replay);
  lua_setfield(L, -2, "replay");
  return 1;
}

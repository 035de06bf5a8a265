/*
** fj_place.c - where in a text a member or an element is: for drop-ins with documents, which are
** asked for values by JSON Pointers (RFC 6901).  Nothing is made of what lies before it.
** Must not know: pointers, the libraries.
** Invariant: the caller has found the text to be valid.  Of one that is not, the answer means
** nothing, but nothing beyond it is read.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lauxlib.h>

#include "core/fj_unescape.h"
#include "mod/fj_place.h"
#include "vm/fj_compat.h"

typedef struct Text {
  const char *p, *end;
} Text;

static char first_of(const Text *t) {
  return t->p < t->end ? *t->p : '\0';
}

static void skip_space(Text *t) {
  while (t->p < t->end &&
         (*t->p == ' ' || *t->p == '\n' || *t->p == '\r' || *t->p == '\t'))
    t->p++;
}

/* The byte, and space behind it; 0 = another one is there. */
static int skip_byte(Text *t, char byte) {
  if (first_of(t) != byte) return 0;
  t->p++;
  skip_space(t);
  return 1;
}

/* From a quote to behind the closing one. */
static void skip_string(Text *t) {
  for (t->p++; t->p < t->end && *t->p != '"'; t->p++)
    if (*t->p == '\\') t->p++;
  t->p = t->p < t->end ? t->p + 1 : t->end;
}

/* What ends a number or a literal, and what matters in an array or object. */
enum { ENDS = 1, MATTERS = 2 };
static const unsigned char classes[256] = {
  ['\t'] = ENDS,          ['\n'] = ENDS,         ['\r'] = ENDS,   [' '] = ENDS,
  [','] = ENDS,           ['"'] = MATTERS,       ['['] = MATTERS, ['{'] = MATTERS,
  [']'] = ENDS | MATTERS, ['}'] = ENDS | MATTERS
};

static int class_of(const Text *t) {
  return classes[(unsigned char)*t->p];
}

static void skip_container(Text *t) {
  size_t depth = 0;
  do {
    while (t->p < t->end && !(class_of(t) & MATTERS)) t->p++;
    if (t->p == t->end) return;
    if (*t->p == '"') {
      skip_string(t);
      continue;
    }
    depth = *t->p == '[' || *t->p == '{' ? depth + 1 : depth - 1;
    t->p++;
  } while (depth != 0);
}

static void skip_value(Text *t) {
  char c = first_of(t);
  if (c == '"') {
    skip_string(t);
  } else if (c == '[' || c == '{') {
    skip_container(t);
  } else {
    while (t->p < t->end && !(class_of(t) & ENDS)) t->p++;
  }
}

/* Do the n bytes at s, with escapes, stand for the name?  They are read a window at a time. */
static int is_escaped_name(const char *s, const Text *t, const char *name, size_t len) {
  char window[256];
  size_t done = 0;
  FjUnescape u;
  FjUnescapeStatus status;
  memset(&u, 0, sizeof u);
  u.p = s;
  u.limit = t->end;
  do {
    size_t n;
    u.w = window;
    u.end = window + sizeof window;
    status = fj_unescape(&u, FJ_UTF8_PASS, FJ_UTF8_PASS);
    n = (size_t)(u.w - window);
    if (n > len - done || memcmp(window, name + done, n) != 0) return 0;
    done += n;
  } while (status == FJ_UNESCAPE_FULL);
  return status == FJ_UNESCAPE_OK && done == len;
}

/* The key at t->p, which is left behind it. */
static int skip_name(Text *t, const char *name, size_t len) {
  const char *s = t->p + 1;
  size_t n;
  skip_string(t);
  n = (size_t)(t->p - s);
  if (n == 0) return 0;
  if (memchr(s, '\\', n) != NULL) return is_escaped_name(s, t, name, len);
  return n - 1 == len && memcmp(s, name, len) == 0;
}

static int find_member(Text *t, const char *name, size_t len) {
  int found;
  if (!skip_byte(t, '{')) return 0;
  do {
    if (first_of(t) != '"') return 0;
    found = skip_name(t, name, len);
    skip_space(t);
    if (!skip_byte(t, ':')) return 0;
    if (found) return t->p < t->end;
    skip_value(t);
    skip_space(t);
  } while (skip_byte(t, ','));
  return 0;
}

static int find_element(Text *t, lua_Number number) {
  if (!skip_byte(t, '[') || first_of(t) == ']' || !(number >= 1)) return 0;
  for (; number >= 2; number--) {
    skip_value(t);
    skip_space(t);
    if (!skip_byte(t, ',')) return 0;
  }
  return t->p < t->end;
}

/* The text that is the first argument, from the position on that is the second; 0 = beyond it. */
static int text_at(lua_State *L, Text *t, const char **start) {
  size_t n;
  lua_Number at = luaL_checknumber(L, 2);
  *start = luaL_checklstring(L, 1, &n);
  if (!(at >= 1 && at <= (lua_Number)n)) return 0;
  t->p = *start + ((size_t)at - 1);
  t->end = *start + n;
  skip_space(t);
  return 1;
}

int fj_place(lua_State *L) {
  Text t;
  const char *start, *name;
  size_t len;
  int found;
  if (!text_at(L, &t, &start)) return 0;
  if (lua_type(L, 3) == LUA_TNUMBER) {
    found = find_element(&t, lua_tonumber(L, 3));
  } else {
    name = luaL_checklstring(L, 3, &len);
    found = find_member(&t, name, len);
  }
  if (!found) return 0;
  fj_push_count(L, (size_t)(t.p - start) + 1);
  return 1;
}

int fj_place_end(lua_State *L) {
  Text t;
  const char *start;
  if (!text_at(L, &t, &start)) return 0;
  skip_value(&t);
  fj_push_count(L, (size_t)(t.p - start));
  return 1;
}

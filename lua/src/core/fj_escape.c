/*
** fj_escape.c — the escape tables and the byte-at-a-time twin of every kernel.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_escape.h"

#include <string.h>

#include "core/fj_utf8.h"

/* ---- replacement texts: every cell a constant expression of its byte ---- */

#define HEX(d) ((d) < 10 ? '0' + (d) : 'a' + (d)-10)

/* The letter of a two-byte form, or 0. */
#define LETTER(c)                                                                        \
  ((c) == 8    ? 'b'                                                                     \
   : (c) == 9  ? 't'                                                                     \
   : (c) == 10 ? 'n'                                                                     \
   : (c) == 12 ? 'f'                                                                     \
   : (c) == 13 ? 'r'                                                                     \
               : 0)

#define IS_QUOTE(c) ((c) == '"' || (c) == '\\')
#define IS_SLASH(c) ((c) == '/')
#define IS_CTRL(c)  ((c) < 32)
#define IS_HTML(c)  ((c) == '<' || (c) == '>' || (c) == '&')

/* A cell from its two questions: is it backslash + byte (or letter), is it \u00xx. */
#define CELL(c, two, six)                                                                \
  {                                                                                      \
    (two) || (six) ? '\\' : (c), (two) ? (LETTER(c) ? LETTER(c) : (c)) : 'u', '0', '0',  \
        HEX((c) >> 4), HEX((c)&15), 0,                                                   \
        (two)   ? 2                                                                      \
        : (six) ? 6                                                                      \
                : 1                                                                      \
  }

#define CELL_E1(c)                                                                       \
  { IS_QUOTE(c) ? '*' : (c), 0, 0, 0, 0, 0, 0, 1 }
#define CELL_E2(c) CELL(c, IS_QUOTE(c), 0)
#define CELL_E3(c) CELL(c, IS_QUOTE(c) || IS_SLASH(c), 0)
#define CELL_E4(c)                                                                       \
  CELL(c, IS_QUOTE(c) || IS_SLASH(c) || LETTER(c), IS_CTRL(c) || (c) == 127)
#define CELL_JSON(c) CELL(c, IS_QUOTE(c) || LETTER(c), IS_CTRL(c))
#define CELL_HTML(c)                                                                     \
  CELL(c, IS_QUOTE(c) || IS_SLASH(c) || LETTER(c), IS_CTRL(c) || IS_HTML(c))
#define CELL_E0(c)                                                                       \
  { (c), 0, 0, 0, 0, 0, 0, 1 }

#define CELLS4(M, c) M(c), M((c) + 1), M((c) + 2), M((c) + 3)
#define CELLS16(M, c)                                                                    \
  CELLS4(M, c), CELLS4(M, (c) + 4), CELLS4(M, (c) + 8), CELLS4(M, (c) + 12)
#define CELLS64(M, c)                                                                    \
  CELLS16(M, c), CELLS16(M, (c) + 16), CELLS16(M, (c) + 32), CELLS16(M, (c) + 48)
#define CELLS(M)                                                                         \
  { CELLS64(M, 0), CELLS64(M, 64), CELLS64(M, 128), CELLS64(M, 192) }

static const FjEscapeText text_e0[256] = CELLS(CELL_E0);
static const FjEscapeText text_e1[256] = CELLS(CELL_E1);
static const FjEscapeText text_e2[256] = CELLS(CELL_E2);
static const FjEscapeText text_e3[256] = CELLS(CELL_E3);
static const FjEscapeText text_e4[256] = CELLS(CELL_E4);
static const FjEscapeText text_json[256] = CELLS(CELL_JSON);
static const FjEscapeText text_html[256] = CELLS(CELL_HTML);

/* ---- class tables ---- */

/* One bit a column of special bytes: 1 rows 0 and 1, 2 row 2, 4 row 3, 8 row 5, 16 row 7;
** 128 every byte that is not ASCII. */
#define LOW(ctrl, quote, slash, html, del, wide)                                         \
  {                                                                                      \
    (ctrl) | (wide), (ctrl) | (wide), (ctrl) | (quote)*2 | (wide), (ctrl) | (wide),      \
        (ctrl) | (wide), (ctrl) | (wide), (ctrl) | (html)*2 | (wide), (ctrl) | (wide),   \
        (ctrl) | (wide), (ctrl) | (wide), (ctrl) | (wide), (ctrl) | (wide),              \
        (ctrl) | (html)*4 | (quote)*8 | (wide), (ctrl) | (wide),                         \
        (ctrl) | (html)*4 | (wide), (ctrl) | (slash)*2 | (del)*16 | (wide)               \
  }
#define HIGH                                                                             \
  { 1, 1, 2, 4, 0, 8, 0, 16, 128, 128, 128, 128, 128, 128, 128, 128 }

#define X16(c)                                                                           \
  { c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c }
#define EQUAL(a, b, c, d, e, f)                                                          \
  { X16(a), X16(b), X16(c), X16(d), X16(e), X16(f) }

/* A set of fewer than six bytes repeats one.  That of E0 should be empty; it names NUL,
** whose text is itself. */
#define SET_E0(wide)                                                                     \
  LOW(0, 0, 0, 0, 0, wide), HIGH, EQUAL(0, 0, 0, 0, 0, 0), X16(0), X16(wide)
#define SET_E2(wide)                                                                     \
  LOW(0, 1, 0, 0, 0, wide), HIGH, EQUAL('"', '\\', '"', '"', '"', '"'), X16(0), X16(wide)
#define SET_E3(wide)                                                                     \
  LOW(0, 1, 1, 0, 0, wide), HIGH, EQUAL('"', '\\', '/', '"', '"', '"'), X16(0), X16(wide)
#define SET_E4(wide)                                                                     \
  LOW(1, 1, 1, 0, 1, wide), HIGH, EQUAL('"', '\\', '/', 127, '"', '"'), X16(32), X16(wide)
#define SET_JSON(wide)                                                                   \
  LOW(1, 1, 0, 0, 0, wide), HIGH, EQUAL('"', '\\', '"', '"', '"', '"'), X16(32), X16(wide)
#define SET_HTML(wide)                                                                   \
  LOW(1, 1, 1, 1, 0, wide), HIGH, EQUAL('"', '\\', '/', '<', '>', '&'), X16(32), X16(wide)

static const FjEscape escapes[FJ_ESC_MODES][FJ_UTF8_MODES] = {
#define PASS(set, text, mode)                                                            \
  { set(0), text, mode, FJ_UTF8_PASS, 0 }
#define ALL(set, text, mode)                                                             \
  {                                                                                      \
    { set(128), text, mode, FJ_UTF8_ERROR, 1 },                                          \
        { set(128), text, mode, FJ_UTF8_REPLACE, 1 }, {                                  \
      set(128), text, mode, FJ_UTF8_PASS, 0                                              \
    }                                                                                    \
  }
#define SAME(set, text, mode)                                                            \
  { PASS(set, text, mode), PASS(set, text, mode), PASS(set, text, mode) }
  SAME(SET_E0, text_e0, FJ_ESC_E0),
  SAME(SET_E2, text_e1, FJ_ESC_E1),
  SAME(SET_E2, text_e2, FJ_ESC_E2),
  SAME(SET_E3, text_e3, FJ_ESC_E3),
  SAME(SET_E4, text_e4, FJ_ESC_E4),
  { { SET_JSON(128), text_json, FJ_ESC_JSON, FJ_UTF8_ERROR, 1 },
    { SET_JSON(128), text_json, FJ_ESC_JSON, FJ_UTF8_REPLACE, 1 },
    PASS(SET_JSON, text_json, FJ_ESC_JSON) },
  ALL(SET_HTML, text_html, FJ_ESC_HTML),
  ALL(SET_JSON, text_json, FJ_ESC_ASCII),
};

const FjEscape *fj_escape_get(FjEscapeMode mode, FjUtf8Mode utf8) {
  return &escapes[mode][utf8];
}

/* ---- the twin ---- */

static char *put_u4(char *w, uint32_t unit) {
  static const char hex[] = "0123456789abcdef";
  *w++ = '\\';
  *w++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *w++ = hex[unit >> shift & 15];
  return w;
}

char *fj_escape_rune(char *w, uint32_t code, const FjEscape *e) {
  if (code == FJ_UTF8_BAD) code = 0xFFFD;
  if (e->mode == FJ_ESC_HTML && (code == 0x2028 || code == 0x2029))
    return put_u4(w, code);
  if (e->mode != FJ_ESC_ASCII) return fj_utf8_put(w, code);
  if (code < 0x10000) return put_u4(w, code);
  w = put_u4(w, 0xD800 + ((code - 0x10000) >> 10));
  return put_u4(w, 0xDC00 + ((code - 0x10000) & 0x3FF));
}

char *fj_escape_slow(char *w, const char *s, size_t n, const FjEscape *e) {
  size_t i = 0;
  while (i < n) {
    uint8_t c = (uint8_t)s[i];
    FjRune rune = { c, 1 };
    if (c >= 0x80 && e->mode >= FJ_ESC_JSON) rune = fj_utf8_decode(s + i, n - i);
    if (rune.code == FJ_UTF8_BAD && e->utf8 == FJ_UTF8_ERROR) return NULL;
    if (rune.length == 1 && rune.code != FJ_UTF8_BAD) {
      size_t length = e->text[c][FJ_ESCAPE_LENGTH];
      memcpy(w, e->text[c], length);
      w += length;
    } else if (rune.code == FJ_UTF8_BAD && e->utf8 == FJ_UTF8_PASS) {
      memcpy(w, s + i, rune.length);
      w += rune.length;
    } else {
      w = fj_escape_rune(w, rune.code, e);
    }
    i += rune.length;
  }
  return w;
}

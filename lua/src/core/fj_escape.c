/*
** fj_escape.c — the escape tables and the byte-at-a-time twin of every kernel.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_escape.h"

#include <string.h>

#include "core/fj_utf8.h"

/* ---- replacement texts: each cell is a constant expression of its byte ---- */

#define HEX(d)    ((d) < 10 ? '0' + (d) : 'a' + (d)-10)
#define HEX_UP(d) ((d) < 10 ? '0' + (d) : 'A' + (d)-10)

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

/* A cell.  two: is it backslash + byte (or letter)?  six: is it \u00xx? */
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
#define CELL_DEL(c)  CELL(c, IS_QUOTE(c) || LETTER(c), IS_CTRL(c) || (c) == 127)
#define CELL_JSON(c) CELL(c, IS_QUOTE(c) || LETTER(c), IS_CTRL(c))
#define CELL_UP(c, two)                                                                  \
  {                                                                                      \
    IS_CTRL(c) || (two) ? '\\' : (c),                                                    \
        (two)       ? (c)                                                                \
        : LETTER(c) ? LETTER(c)                                                          \
                    : 'u',                                                               \
        '0', '0', HEX_UP((c) >> 4), HEX_UP((c)&15), 0,                                   \
        (two) || LETTER(c) ? 2                                                           \
        : IS_CTRL(c)       ? 6                                                           \
                           : 1                                                           \
  }
#define CELL_UPPER(c)       CELL_UP(c, IS_QUOTE(c))
#define CELL_UPPER_SLASH(c) CELL_UP(c, IS_QUOTE(c) || IS_SLASH(c))
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
static const FjEscapeText text_del[256] = CELLS(CELL_DEL);
static const FjEscapeText text_upper[256] = CELLS(CELL_UPPER);
static const FjEscapeText text_upper_slash[256] = CELLS(CELL_UPPER_SLASH);
static const FjEscapeText text_json[256] = CELLS(CELL_JSON);
static const FjEscapeText text_html[256] = CELLS(CELL_HTML);

/* ---- class tables ---- */

/* The members of a set, each 1 or 0: `ctrl` 0-31, `quote` `"` and `\`, `slash`, `html`
** `<>&`, `del` 127, `wide` all non-ASCII bytes, `e2` 0xE2, the first byte of U+2028.  A
** set with `wide` has `ctrl`, one with `e2` has no `del`: they share bits. */
#define LOW(ctrl, quote, slash, html, del, e2)                                           \
  {                                                                                      \
    (ctrl) * 6, (ctrl)*6, (ctrl)*6 | (quote)*8 | (e2)*128, (ctrl)*6, (ctrl)*6, (ctrl)*6, \
        (ctrl)*6 | (html)*16, (ctrl)*6, (ctrl)*5, (ctrl)*5, (ctrl)*5, (ctrl)*6,          \
        (ctrl)*5 | (html)*32 | (quote)*64, (ctrl)*5, (ctrl)*6 | (html)*32,               \
        (ctrl)*6 | (slash)*8 | (del)*128                                                 \
  }
#define HIGH(wide, del, e2)                                                              \
  {                                                                                      \
    1 | 2, 4, 8 | 16, 32, 0, 64, 0, (del)*128, (wide)*4, (wide)*4, (wide)*4, (wide)*4,   \
        (wide)*4, (wide)*4, (wide)*4 | (e2)*128, (wide)*4                                \
  }

#define X16(c)                                                                           \
  { c, c, c, c, c, c, c, c, c, c, c, c, c, c, c, c }
#define EQUAL(a, b, c, d, e, f)                                                          \
  { X16(a), X16(b), X16(c), X16(d), X16(e), X16(f) }

#define NO_LETTERS X16(0)
#define LETTERS                                                                          \
  { 0, 0, 0, 0, 0, 0, 0, 0, 8 ^ 'b', 9 ^ 't', 10 ^ 'n', 0, 12 ^ 'f', 13 ^ 'r', 0, 0 }

/* A set of fewer than six bytes repeats one.  The set of E0 should be empty; it has NUL,
** which is replaced by itself. */
#define SET_E0                                                                           \
  LOW(0, 0, 0, 0, 0, 0), HIGH(0, 0, 0), EQUAL(0, 0, 0, 0, 0, 0), X16(0), X16(0),         \
      NO_LETTERS
#define SET_E1                                                                           \
  { 0, 0, 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0 },                                  \
      { 0, 0, 16, 0, 0, 32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 },                              \
      EQUAL('"', '\\', '"', '"', '"', '"'), X16(0), X16(0), NO_LETTERS
#define SET_E2                                                                           \
  LOW(0, 1, 0, 0, 0, 0), HIGH(0, 0, 0), EQUAL('"', '\\', '"', '"', '"', '"'), X16(0),    \
      X16(0), NO_LETTERS
#define SET_E3                                                                           \
  LOW(0, 1, 1, 0, 0, 0), HIGH(0, 0, 0), EQUAL('"', '\\', '/', '"', '"', '"'), X16(0),    \
      X16(0), NO_LETTERS
#define SET_E4                                                                           \
  LOW(1, 1, 1, 0, 1, 0), HIGH(0, 1, 0), EQUAL('"', '\\', '/', 127, '"', '"'), X16(32),   \
      X16(0), LETTERS
#define SET_DEL                                                                          \
  LOW(1, 1, 0, 0, 1, 0), HIGH(0, 1, 0), EQUAL('"', '\\', 127, '"', '"', '"'), X16(32),   \
      X16(0), LETTERS
#define SET_SLASH                                                                        \
  LOW(1, 1, 1, 0, 0, 0), HIGH(0, 0, 0), EQUAL('"', '\\', '/', '"', '"', '"'), X16(32),   \
      X16(0), LETTERS
#define SET_WARY_WIDE                                                                    \
  LOW(1, 1, 0, 0, 1, 0), HIGH(1, 1, 0), EQUAL('"', '\\', 127, '"', '"', '"'), X16(32),   \
      X16(128), LETTERS
/* The first bytes of mistreated characters: 0xC2, 0xE1, 0xE2, 0xEF (and 0xC1, 0xCF, which
** share the bit), 0xD8, 0xDC.  Without a byte shuffle: all non-ASCII bytes. */
#define SET_WARY                                                                           \
  {                                                                                        \
    6, 6 | 16, 6 | 8 | 16, 6, 6, 6, 6, 6, 5 | 32, 5, 5, 6, 5 | 32 | 64, 5, 6, 6 | 16 | 128 \
  },                                                                                       \
      { 1 | 2, 4, 8, 0, 0, 64, 0, 128, 0, 0, 0, 0, 16, 32, 16, 0 },                        \
      EQUAL('"', '\\', 127, '"', '"', '"'), X16(32), X16(128), LETTERS
#define SET_JSON(wide)                                                                   \
  LOW(1, 1, 0, 0, 0, 0), HIGH(wide, 0, 0), EQUAL('"', '\\', '"', '"', '"', '"'),         \
      X16(32), X16(128 * (wide)), LETTERS
/* Without a byte shuffle, the kernel stops at every non-ASCII byte because of 0xE2. */
#define SET_HTML(wide, e2)                                                               \
  LOW(1, 1, 1, 1, 0, e2), HIGH(wide, 0, e2), EQUAL('"', '\\', '/', '<', '>', '&'),       \
      X16(32), X16(128), LETTERS

#define SAME(set, text, mode)                                                            \
  {                                                                                      \
    { set, text, mode, FJ_UTF8_PASS }, { set, text, mode, FJ_UTF8_PASS }, {              \
      set, text, mode, FJ_UTF8_PASS                                                      \
    }                                                                                    \
  }
#define EACH(error, replace, pass, text, mode)                                           \
  {                                                                                      \
    { error, text, mode, FJ_UTF8_ERROR }, { replace, text, mode, FJ_UTF8_REPLACE }, {    \
      pass, text, mode, FJ_UTF8_PASS                                                     \
    }                                                                                    \
  }

const FjEscape fj_escapes[FJ_ESC_MODES][FJ_UTF8_MODES] = {
  SAME(SET_E0, text_e0, FJ_ESC_E0),
  SAME(SET_E1, text_e1, FJ_ESC_E1),
  SAME(SET_E2, text_e2, FJ_ESC_E2),
  SAME(SET_E3, text_e3, FJ_ESC_E3),
  SAME(SET_E4, text_e4, FJ_ESC_E4),
  SAME(SET_DEL, text_del, FJ_ESC_DEL),
  SAME(SET_JSON(0), text_upper, FJ_ESC_UPPER),
  SAME(SET_SLASH, text_upper_slash, FJ_ESC_UPPER_SLASH),
  EACH(SET_JSON(1), SET_JSON(1), SET_JSON(0), text_json, FJ_ESC_JSON),
  EACH(SET_HTML(1, 0), SET_HTML(1, 0), SET_HTML(0, 1), text_html, FJ_ESC_HTML),
  EACH(SET_JSON(1), SET_JSON(1), SET_JSON(1), text_json, FJ_ESC_ASCII),
  EACH(SET_WARY_WIDE, SET_WARY_WIDE, SET_WARY, text_del, FJ_ESC_WARY),
};

/* ---- the twin ---- */

static char *put_u4(char *w, uint32_t unit) {
  static const char hex[] = "0123456789abcdef";
  *w++ = '\\';
  *w++ = 'u';
  for (int shift = 12; shift >= 0; shift -= 4) *w++ = hex[unit >> shift & 15];
  return w;
}

/* The list of Crockford's json2.js, which dkjson also uses. */
static int is_mistreated(uint32_t code) {
  static const uint16_t ranges[][2] = { { 0x80, 0x9F },     { 0xAD, 0xAD },
                                        { 0x600, 0x604 },   { 0x70F, 0x70F },
                                        { 0x17B4, 0x17B5 }, { 0x200C, 0x200F },
                                        { 0x2028, 0x202F }, { 0x2060, 0x206F },
                                        { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFF } };
  for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
    if (code <= ranges[i][1]) return code >= ranges[i][0];
  return 0;
}

char *fj_escape_rune(char *w, uint32_t code, const FjEscape *e) {
  if (code == FJ_UTF8_BAD) code = 0xFFFD;
  if (e->mode == FJ_ESC_HTML && (code == 0x2028 || code == 0x2029))
    return put_u4(w, code);
  if (e->mode == FJ_ESC_WARY && is_mistreated(code)) return put_u4(w, code);
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

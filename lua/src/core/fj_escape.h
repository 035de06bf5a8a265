/*
** fj_escape.h — what each escape mode does to each byte.
** Owns: the modes, the replacement texts, the class tables that kernels match bytes with,
** and the slow twin that every kernel must agree with.
** Must not know: Lua, quotes around a string, instruction sets.
** Invariant: no byte grows to more than FJ_ESCAPE_MAX bytes.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_ESCAPE_H
#define FJ_ESCAPE_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  define FJ_HIDDEN __attribute__((visibility("hidden")))
#  define FJ_VECTOR __attribute__((aligned(16)))
#  pragma GCC visibility push(hidden)
#else
#  define FJ_HIDDEN
#  define FJ_VECTOR
#endif

typedef enum FjEscapeMode {
  FJ_ESC_E0,          /* copied unchanged */
  FJ_ESC_E1,          /* `"` and `\` replaced by `*` */
  FJ_ESC_E2,          /* `"` and `\` escaped */
  FJ_ESC_E3,          /* also `/` */
  FJ_ESC_E4,          /* also 0-31 and 127 */
  FJ_ESC_DEL,         /* json and 127; UTF-8 is not checked */
  FJ_ESC_UPPER,       /* json with \u00XX in upper case; UTF-8 is not checked */
  FJ_ESC_UPPER_SLASH, /* also `/` */
  FJ_ESC_JSON,        /* what RFC 8259 requires: `"`, `\`, 0-31 */
  FJ_ESC_HTML,        /* also `/` `<` `>` `&` U+2028 U+2029 */
  FJ_ESC_ASCII,       /* json, and all non-ASCII characters as \uXXXX */
  FJ_ESC_WARY, /* json, 127, and what JavaScript was known to mistreat (dkjson's list) */
  FJ_ESC_MODES
} FjEscapeMode;

typedef enum FjUtf8Mode {
  FJ_UTF8_ERROR,   /* ill-formed UTF-8 is an error */
  FJ_UTF8_REPLACE, /* each maximal ill-formed subpart becomes U+FFFD */
  FJ_UTF8_PASS,    /* UTF-8 is not checked */
  FJ_UTF8_MODES
} FjUtf8Mode;

/* Replacement texts: bytes 0-5 are the text, byte 7 is its length.  With eight bytes, a
** kernel copies one with one load and one store. */
typedef uint8_t FjEscapeText[8];
#define FJ_ESCAPE_LENGTH 7

/* All data about a (mode, utf8) pair that a kernel needs. */
typedef struct FjEscape {
  /* A byte c needs attention if its class, low[c & 15] & high[c >> 4], is not zero. */
  FJ_VECTOR uint8_t low[16];
  uint8_t high[16];
  /* The same set for a machine without a byte shuffle: equal to one of `equal` (only
  ** html needs the last two), less than `below` (0 or 32, unsigned), or sharing a bit with
  ** `wide` (0 or 128). */
  uint8_t equal[6][16];
  uint8_t below[16];
  uint8_t wide[16];
  /* XORed with a byte below 16, it gives the letter of the two-byte form. */
  uint8_t letter[16];
  const FjEscapeText *text;
  uint8_t mode; /* FjEscapeMode */
  uint8_t utf8; /* FjUtf8Mode; modes before json always have FJ_UTF8_PASS */
} FjEscape;

/* Classes.  Each bit is a set of columns in one or two of the 16 rows of a code page: a
** byte with one of FJ_CLASS_TWO becomes a backslash and a byte (\b \t \n \f \r | `"` `/`
** | `\`); one of FJ_CLASS_SIX needs another test: \u00xx (other controls in row 0 | row 1
** | `&` | `<` `>` | 127), not ASCII (like row 1), or a byte that E1 replaces. */
#define FJ_CLASS_TWO 0x49
#define FJ_CLASS_SIX 0xB6

extern const FjEscape fj_escapes[FJ_ESC_MODES][FJ_UTF8_MODES];

/* The constants of a pair; static, never NULL. */
FJ_INLINE const FjEscape *fj_escape_get(FjEscapeMode mode, FjUtf8Mode utf8) {
  return &fj_escapes[mode][utf8];
}

/* The slow twin.  Escapes s[0..n) to w, which has room for FJ_ESCAPE_MAX * n bytes, and
** returns the new end, or NULL if s is ill-formed and that is an error. */
char *fj_escape_slow(char *w, const char *s, size_t n, const FjEscape *e);

/* Writes a well-formed non-ASCII code point (U+FFFD for FJ_UTF8_BAD) as `e` requires. */
char *fj_escape_rune(char *w, uint32_t code, const FjEscape *e);

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

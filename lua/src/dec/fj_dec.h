/*
** fj_dec.h - the data model of decoding: options, containers under way, the decoder.
** Owns: the types shared by parser and builders.  Must not know: how Lua hands options over.
**
** The grammar (fj_grammar_impl.h) finds tokens and says what may follow what; a consumer makes
** something of them.  Both are bodies; a binding puts them together:
**
**   tokens     index    the structural index of the text (long texts)
**              direct   byte by byte (short texts, lenient syntax, and every error)
**   consumers  check    makes nothing: fleece.valid, fleece.raw, and the search for an error
**              capi     through the public API, from the top down: the slow twin
**              raw      below it, from the bottom up: exact sizes, direct stores, shapes
**
** Invariant: with tokens from the index it is only known that a text is wrong.  What is wrong
** and where is always found by the check consumer with direct tokens, so it cannot depend on
** the way that a text was read.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DEC_H
#define FJ_DEC_H

#include <lua.h>

#include "core/fj_buf.h"
#include "core/fj_escape.h"
#include "core/fj_read.h"
#include "core/fj_status.h"
#include "simd/fj_kernels.h"
#include "vm/fj_compat.h"

/* -- Options ------------------------------------------------------------------------------ */

typedef enum FjBigint {
  FJ_BIGINT_FLOAT,
  FJ_BIGINT_STRING,
  FJ_BIGINT_ERROR,
  FJ_BIGINT_RAW,
  FJ_BIGINT_CDATA
} FjBigint;

typedef enum FjDuplicates { FJ_DUP_LAST, FJ_DUP_FIRST, FJ_DUP_ERROR } FjDuplicates;

/* What null becomes, and where it stands. */
typedef enum FjNullKind { FJ_NULL_SENTINEL, FJ_NULL_NIL, FJ_NULL_VALUE } FjNullKind;
enum { FJ_NULL_IN_ARRAY, FJ_NULL_IN_OBJECT, FJ_NULL_ALONE, FJ_NULL_PLACES };

/* Numbers as RFC 8259 has them; as strtod reads them but for what no JSON number begins like: a
** plus, hexadecimals, leading zeros, infinities, NaN; with these too. */
typedef enum FjCNumbers {
  FJ_C_NUMBERS_NO,
  FJ_C_NUMBERS_SOME,
  FJ_C_NUMBERS_ALL
} FjCNumbers;

typedef struct FjDecOptions {
  FjBigint bigint;
  FjNullKind null_kind[FJ_NULL_PLACES];
  FjDuplicates duplicates;
  FjUtf8Mode utf8;
  unsigned char floats;      /* integers = false: all numbers are floats */
  unsigned char empty_array; /* mark empty arrays */
  unsigned char arrays;      /* mark all arrays */
  unsigned char objects;     /* mark all objects */
  unsigned char comments, trailing_commas, nan, bom;
  /* For drop-ins (mod/fj_dialect.c).  What these accept beyond RFC 8259 is only looked for in
  ** a text that is not valid without. */
  unsigned char c_numbers;  /* FjCNumbers */
  unsigned char minus_zero; /* "-0" is the integer 0 */
  unsigned char huge_inf;   /* a number out of range is an infinity */
  unsigned char controls;   /* control characters but NUL may stand in strings */
  unsigned char c_comments; /* a NUL ends a comment, and a carriage return does not */
  unsigned char nul_ends;   /* a NUL ends the text, but for one of its first two bytes */
  unsigned char loose_ends; /* any token may follow a number or a literal */
  unsigned char lone_error; /* escapes of lone surrogates are errors for any utf8 */
  unsigned char pair_error; /* escapes of paired surrogates are, too */
  unsigned char prefix;     /* a value may be followed by anything: there is a position */
  size_t position; /* where the value starts, from 1; SIZE_MAX: the text is the value */
  size_t max_depth, max_bytes, max_keys, max_string; /* SIZE_MAX: no limit */
} FjDecOptions;

void fj_dec_options_default(FjDecOptions *o);

/* -- The decoder ---------------------------------------------------------------------------- */

typedef struct FjLevel {
  const char *key; /* objects: the last key, at its quote; NULL = none yet */
  size_t base;     /* raw: values below this level's on the value stack */
  size_t count;    /* members or elements so far */
  uint32_t shape;  /* raw: the shape of the members so far (fj_keys.h) */
  uint32_t place;  /* raw: where the next object in it keeps the guess of its first key */
  uint32_t pairs;  /* raw: members that are behind those of the shape, as key and value */
  uint8_t is_object;
  uint8_t holes;   /* capi: members that stand for nil are to be dropped */
  uint8_t dropped; /* capi: the member under way is a duplicate that does not count */
} FjLevel;

struct FjKeys;
typedef struct FjDecoder FjDecoder;

struct FjParser;

/* 1 = a value was read (and is on top of the Lua stack, if the consumer makes Lua values); 0 = not:
** with direct tokens status and at say why. */
typedef int (*FjParse)(FjDecoder *d);

/* What a consumer wants of the value that begins: none, and no other; none; all of it. */
enum { FJ_STOP, FJ_SKIP, FJ_READ };

struct FjDecoder {
  lua_State *L;
  const struct FjParser *parser;
  const FjParse
      *raw; /* the parsers of the layout in use, direct and with the index, or NULL */
  FjGc pace;
  size_t usual; /* bytes of the value that was read last from a position on */
  const char *text, *end;
  const char *start; /* where the value starts: with `position` inside the text */
  const FjDecOptions *opt;
  FjDecOptions kept; /* what opt points at where a finalizer could change what it was */
  FjAlloc alloc;
  /* containers under way */
  FjLevel *levels;
  size_t level_cap, depth;
  size_t keys; /* in all objects */
  FjBuf unescaped;
  /* result */
  FjStatus status;
  const char *at;    /* the byte at fault, or where the value ended */
  FjStatus expected; /* with direct tokens: what was expected (VALUE, COLON...) where */
  const char *token; /* this token begins */
  /* raw builder */
  void *stack; /* the value stack's table as the layout sees it */
  size_t top, cap, high;
  unsigned pushed;     /* values on the Lua stack that nobody needs */
  const void *mark[2]; /* metatables of arrays, objects to store; NULL: not looked at */
  struct FjKeys *cache;
  /* pushes what an integer that does not fit is decoded to; 0 = failed */
  int (*bigint_push)(FjDecoder *d, const char *p, size_t n, double x);
  int idx_stack, idx_keys, idx_slot;
  int idx_kept; /* stack index of the table of what is kept between calls */
  void *slot;
  int idx_null[FJ_NULL_PLACES]; /* stack index of a value for null */
  int idx_array_mt, idx_object_mt;
  int has_null_value;
  unsigned char null_value[16]; /* light userdata NULL as the layout has it */
};

enum { FJ_LAYOUTS_MAX = 2 };

/* Indices in the table of what is kept between calls. */
enum { FJ_DECODE_STACK = 1, FJ_DECODE_KEYS };

typedef struct FjParser {
  FjParse valid[2]; /* [0] direct, [1] index */
  FjParse capi[2];
  const FjParse *raw[FJ_LAYOUTS_MAX + 1]; /* a pair for each layout */
} FjParser;

/* A decoder for one text, with a NUL behind it, that makes no Lua values; and what frees it. */
void fj_dec_begin(FjDecoder *d, const FjDecOptions *o, const FjAlloc *alloc,
                  const char *s, size_t n);
void fj_dec_end(FjDecoder *d);

/* Sets status and at, and expected and token to the same; returns 0. */
int fj_dec_fail(FjDecoder *d, FjStatus status, const char *at);

/* A token that begins at `token` failed; returns 0. */
int fj_dec_lost(FjDecoder *d, FjStatus expected, const char *token);

/* The number at p as c_numbers has it; 0 = failed. */
int fj_dec_number_c(FjDecoder *d, const char *p, FjNumber *out);

/* More room for levels; 0 = out of memory. */
int fj_dec_levels_grow(FjDecoder *d);

/* Opens a level; 0 = too deep or out of memory. */
FJ_INLINE int fj_dec_deeper(FjDecoder *d, const char *at, int is_object) {
  FjLevel *l;
  if (FJ_UNLIKELY(d->depth >= d->opt->max_depth)) return fj_dec_fail(d, FJ_ERR_DEPTH, at);
  if (FJ_UNLIKELY(d->depth == d->level_cap) && !fj_dec_levels_grow(d)) return 0;
  l = &d->levels[d->depth++];
  l->key = NULL;
  l->count = 0;
  l->is_object = (uint8_t)is_object;
  return 1;
}

/* A string with escapes, from the first byte behind its quote on: its text, which lives until
** the next one, and its closing quote; `bytes` says what to do about ill-formed UTF-8.  0 =
** failed. */
int fj_dec_unescape(FjDecoder *d, FjUtf8Mode bytes, const char *p, const char **s,
                    size_t *n, const char **close);

/* What direct tokens must look at in a string without escapes: control characters, UTF-8
** (which `utf8` may want replaced).  0 = failed. */
int fj_dec_text(FjDecoder *d, const char **s, size_t *n);

/* Space and, where they are allowed, comments. */
const char *fj_dec_skip(FjDecoder *d, const char *p);

/* The first byte that differs from the literal, or the one behind it. */
const char *fj_dec_literal(const char *p, const char *text);

/* What a byte is: it may follow a number or a literal; it is a quote or a bracket. */
enum { FJ_DEC_ENDS = 1, FJ_DEC_NESTS = 2 };
extern const unsigned char fj_dec_classes[256];

FJ_INLINE int fj_dec_null_place(const FjLevel *level) {
  if (level == NULL) return FJ_NULL_ALONE;
  return level->is_object ? FJ_NULL_IN_OBJECT : FJ_NULL_IN_ARRAY;
}

/* Stack index of the metatable that the finished level gets, or 0. */
FJ_INLINE int fj_dec_mark(const FjDecoder *d, const FjLevel *level) {
  const FjDecOptions *o = d->opt;
  if (level->is_object) return o->objects ? d->idx_object_mt : 0;
  return o->arrays || (level->count == 0 && o->empty_array) ? d->idx_array_mt : 0;
}

#endif

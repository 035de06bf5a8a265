/*
** fj_dec.h - the data model of decoding: options, open containers, the decoder.
** Owns: the types shared by parser and builders.  Must not know: how Lua passes options.
**
** The grammar (fj_grammar_impl.h) finds tokens and checks their order; a consumer
** receives the values.  Both are bodies; a binding combines them:
**
**   tokens     index    the structural index of the text (long texts)
**              direct   byte by byte (short texts, lenient syntax, and every error)
**   consumers  check    builds nothing: fleece.valid, fleece.raw, the search for an error
**              capi     through the public API, from the top down: the slow twin
**              raw      below it, from the bottom up: exact sizes, direct stores, shapes
**
** Invariant: a parse with the index reports only that a text is wrong.  The check
** consumer with direct tokens always finds the error and its position, so neither can
** depend on how the text was read.
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
#include "vm/fj_gc.h"

/* -- Options ------------------------------------------------------------------------- */

typedef enum FjBigint {
  FJ_BIGINT_FLOAT,
  FJ_BIGINT_STRING,
  FJ_BIGINT_ERROR,
  FJ_BIGINT_RAW,
  FJ_BIGINT_CDATA
} FjBigint;

typedef enum FjDuplicates { FJ_DUP_LAST, FJ_DUP_FIRST, FJ_DUP_ERROR } FjDuplicates;

/* What null becomes, and where null occurs. */
typedef enum FjNullKind { FJ_NULL_SENTINEL, FJ_NULL_NIL, FJ_NULL_VALUE } FjNullKind;
enum { FJ_NULL_IN_ARRAY, FJ_NULL_IN_OBJECT, FJ_NULL_ALONE, FJ_NULL_PLACES };

/* Which numbers are accepted: JSON's; strtod's without those that begin like no JSON
** number (a plus, hexadecimals, leading zeros, infinities, NaN); all of strtod's. */
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
  /* For drop-ins (mod/fj_dialect.c).  Syntax beyond RFC 8259 is tried only on a text
  ** that is otherwise invalid. */
  unsigned char c_numbers;  /* FjCNumbers */
  unsigned char minus_zero; /* "-0" is the integer 0 */
  unsigned char huge_inf;   /* a number out of range is an infinity */
  unsigned char controls;   /* strings may have control characters, except NUL */
  unsigned char c_comments; /* a NUL ends a comment, and a carriage return does not */
  unsigned char nul_ends;   /* a NUL ends the text, except in its first two bytes */
  unsigned char loose_ends; /* any token may follow a number or a literal */
  unsigned char lone_error; /* escapes of lone surrogates are errors whatever utf8 says */
  unsigned char pair_error; /* so are escapes of paired surrogates */
  unsigned char prefix;     /* a position is given: anything may follow the value */
  size_t position; /* where the value starts, from 1; SIZE_MAX: the text is the value */
  size_t max_depth, max_bytes, max_keys, max_string; /* SIZE_MAX: no limit */
} FjDecOptions;

void fj_dec_options_default(FjDecOptions *o);

/* -- The decoder --------------------------------------------------------------------- */

typedef struct FjLevel {
  const char *key; /* objects: the quote of the last key; NULL = none yet */
  size_t base;     /* raw: number of values below this level on the value stack */
  size_t count;    /* members or elements so far */
  uint32_t shape;  /* raw: the shape of the members so far (fj_keys.h) */
  uint32_t place;  /* raw: where the next inner object keeps its first guess */
  uint32_t pairs;  /* raw: members after those of the shape, as key and value */
  uint8_t is_object;
  uint8_t holes;   /* capi: there are members that stand for nil, to be dropped */
  uint8_t dropped; /* capi: the current member is a duplicate that does not count */
} FjLevel;

/* A string of the text that is made later, together with others. */
typedef struct FjWaiting {
  const char *s;
  size_t n;
  size_t at; /* its place on the value stack, from 1 */
} FjWaiting;

enum { FJ_WAITING = 32 };

struct FjKeys;
typedef struct FjDecoder FjDecoder;

struct FjParser;

/* 1 = a value was read; it is on top of the Lua stack if the consumer makes Lua
** values.  0 = failed; with direct tokens `status` and `at` say why. */
typedef int (*FjParse)(FjDecoder *d);

/* What a consumer wants next: nothing more at all; to skip the value; to read it. */
enum { FJ_STOP, FJ_SKIP, FJ_READ };

struct FjDecoder {
  lua_State *L;
  const struct FjParser *parser;
  const FjParse
      *raw; /* the parsers of the layout in use, direct and with the index, or NULL */
  FjGc pace;
  size_t usual; /* bytes of the value that was read last from a position on */
  const char *text, *end;
  const char *start; /* where the value starts; inside the text if `position` is set */
  const FjDecOptions *opt;
  FjDecOptions kept; /* copy of *opt, used where a finalizer could change it */
  FjAlloc alloc;
  /* open containers */
  FjLevel *levels;
  size_t level_cap, depth;
  size_t keys; /* in all objects */
  int members; /* capi: room for the members of the outermost container */
  FjBuf unescaped;
  /* result */
  FjStatus status;
  const char *at;    /* the byte at fault, or the end of the value */
  FjStatus expected; /* with direct tokens: what was expected (VALUE, COLON...) where */
  const char *token; /* this token begins */
  /* raw builder */
  void *stack; /* the value stack's table as the layout sees it */
  size_t top, cap, high;
  unsigned pushed;     /* values on the Lua stack that are no longer needed */
  const void *mark[2]; /* metatables of arrays, objects to store; NULL: not checked yet */
  struct FjKeys *cache;
  /* pushes the result for an integer that does not fit; 0 = failed */
  int (*bigint_push)(FjDecoder *d, const char *p, size_t n, double x);
  int idx_stack, idx_keys, idx_slot;
  int idx_kept; /* stack index of the table that is kept between calls */
  void *slot;
  int idx_null[FJ_NULL_PLACES]; /* stack index of a value for null */
  int idx_array_mt, idx_object_mt;
  int has_null_value;
  unsigned char null_value[16]; /* light userdata NULL in the layout's form */
  void *heap;                   /* the state's heap while it makes objects, or NULL */
  int makes;                    /* what is made without the API: FJ_MAKES_* or 0 */
  size_t short_most;            /* the longest strings that are made so */
  uint64_t blank[10];           /* an empty table as the layout sees it */
  unsigned waits;               /* strings in `waiting` */
  FjWaiting waiting[FJ_WAITING];
};

enum { FJ_LAYOUTS_MAX = 2 };

/* Indices in the table that is kept between calls. */
enum { FJ_DECODE_STACK = 1, FJ_DECODE_KEYS, FJ_DECODE_STRINGS };

typedef struct FjParser {
  FjParse valid[3]; /* [0] direct, [1] index, [2] the same without texts and values */
  FjParse capi[2];
  const FjParse *raw[FJ_LAYOUTS_MAX + 1]; /* a pair for each layout */
} FjParser;

/* For one text, which a NUL must follow; makes no Lua values; fj_dec_end frees it. */
void fj_dec_begin(FjDecoder *d, const FjDecOptions *o, const FjAlloc *alloc,
                  const char *s, size_t n);
void fj_dec_end(FjDecoder *d);

/* Sets status and at, and expected and token to the same; returns 0. */
int fj_dec_fail(FjDecoder *d, FjStatus status, const char *at);

/* The token that begins at `token` failed; returns 0. */
int fj_dec_lost(FjDecoder *d, FjStatus expected, const char *token);

/* Reads the number at p according to c_numbers; 0 = failed. */
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

/* Reads a string with escapes from the byte after its quote.  *s is its text, which
** lives until the next call, *close its closing quote; `bytes` says how to treat
** ill-formed UTF-8.  0 = failed. */
int fj_dec_unescape(FjDecoder *d, FjUtf8Mode bytes, const char *p, const char **s,
                    size_t *n, const char **close);

/* Whether s[0..n) has neither control characters nor ill-formed UTF-8, or the options
** allow them. */
int fj_dec_is_text(const FjDecoder *d, const char *s, size_t n);

/* For direct tokens: checks a string without escapes for control characters and for
** UTF-8, which `utf8` may replace.  0 = failed. */
int fj_dec_text(FjDecoder *d, const char **s, size_t *n);

/* Skips space and, if they are allowed, comments. */
const char *fj_dec_skip(FjDecoder *d, const char *p);

/* The first byte that differs from the literal, or the byte after it. */
const char *fj_dec_literal(const char *p, const char *text);

/* Classes of bytes: may follow a number or a literal; is a quote or a bracket. */
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

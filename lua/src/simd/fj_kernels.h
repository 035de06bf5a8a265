/*
** fj_kernels.h — the tiers that this binary contains, best first, and the choice.
** Owns: what this CPU and its operating system support (CPUID and XCR0 on x86); names and
** order of the tiers and what each one needs; entry points for tests and for callers that
** are not bound to an instruction set.
** Must not know: environment variables (the caller passes their contents), Lua.
** Invariant: the list is constant and ends with "scalar", which every CPU supports.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_KERNELS_H
#define FJ_KERNELS_H

#include "core/fj_escape.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

/* ---- Constant tables of the kernels: repeated bytes, shuffles, classes of bytes ----
** Vectors of one repeated byte are kept in memory.  gcc rebuilds such a constant for
** each use (a move, a transfer, a broadcast) and drops it at each call.  From memory
** it is a free operand of the comparison: 0.2 ns less for a short string. */

typedef struct FjBytes {
  uint8_t quote[64], backslash[64], space[64]; /* `"` `\` and 32 */
  uint8_t nibble[64];                          /* 15 */
  uint8_t most[64];                            /* 127 */
  uint8_t six[64];                             /* FJ_CLASS_SIX */
  uint8_t letter[64];                          /* 0x70: bytes from 16 on saturate */
  /* For the validator: subtracting these keeps bit 7 of leads of three and of four. */
  uint8_t below3[64], below4[64], bit7[64];
  /* A byte above these begins a sequence that extends past the block. */
  uint8_t last[64];
  uint8_t index[64]; /* 0, 1, 2, … */
} FjBytes;

#if defined(__GNUC__)
__attribute__((aligned(64)))
#endif
extern const FjBytes fj_bytes;

/* The shuffles that insert backslashes into eight bytes.  For each set of bytes to be
** escaped (bit i for byte i): the order in which a byte shuffle selects from { the
** eight bytes, a backslash at index 8 }. */
extern const uint8_t fj_bytes_expand[256][16];

/* Classes of a byte: one bit in each of six lanes of eight. */
enum {
  FJ_LANE_QUOTE = 0,
  FJ_LANE_BACKSLASH = 8,
  FJ_LANE_OP = 16,
  FJ_LANE_SPACE = 24,
  FJ_LANE_CONTROL = 32,
  FJ_LANE_WIDE = 40
};
extern const uint64_t fj_bytes_lanes[256];

/* Offset of the first ill-formed sequence that begins in from <= offset < to; or
** SIZE_MAX.  Sequences that begin before `from` must be well-formed. */
size_t fj_bytes_utf8_at(const char *text, size_t len, size_t from, size_t to);

/* ---- The structural index: where tokens of a JSON text begin, one bit a byte ----
** A text is indexed in batches of FJ_INDEX_BATCH words, each for FJ_INDEX_BLOCK bytes.
** A kernel is bound to an instruction set (fj_index_batch):
**
**    FjIndex x = fj_index_start();
**    uint64_t words[FJ_INDEX_BATCH];
**    for (size_t from = 0, n; from < len; from += n * FJ_INDEX_BLOCK)
**      n = fj_index_batch(&x, text, len, from, words, flags); ... the words
**
** It returns the number of words filled: FJ_INDEX_BATCH, or fewer at the end.  Bit b of
** word i stands for the byte text[from + 64 * i + b] and is set for
**    - each of { } [ ] : , outside strings,
**    - the opening quote of each string (with FJ_INDEX_STRINGS also its closing one, and
**      each backslash in it),
**    - the first byte of anything else outside strings: a byte that is none of these and
**      not space, tab, LF or CR, if the byte before it is, or is a closing quote.
** So `[1"a"b]` has bits at [ 1 " b ].  Every byte that the grammar must read is at a bit
** or follows from one byte by byte: a scalar (number, literal, garbage) ends at the next
** bit or white space, which its reader must check.  A backslash also escapes the next
** byte outside strings; there it is an error, at a bit that comes first.
**
** Strings need no further check except of their escapes:
**    x.control    offset of the first byte below 0x20 in a string, else FJ_INDEX_NONE
**    x.bad_utf8   offset of the first ill-formed sequence, else FJ_INDEX_NONE (always
**                 with FJ_INDEX_NO_UTF8); a batch reports all that begin in it
**    x.in_string  after the last batch: not 0 if the last string is not terminated
**    x.backslashes not 0 if the batch has any backslash (0: no string in it has escapes)
**    x.low        with FJ_INDEX_ESCAPES, after the last batch: 0 if all escapes in strings
**                 are right and in pairs if they are surrogates; before that, perhaps where
**                 the next escape must be a low surrogate; FJ_INDEX_NONE: one is wrong
** Only the first error in the text counts.
**
** A parser visits places faster than bits, because no branch depends on the number of
** bits in a word.  n = fj_index_places(words, n, places)  lists the places of a batch's
** bits, counted from its first byte; it may write FJ_INDEX_BLOCK more entries after them.
**
** The end of a string:  const char *fj_index_string_end(const char *p, const char *limit)
** is the first `"` or `\` at or after p, or limit.
**
** Invariants: nothing at or past text + len is read.  A batch depends only on the text
** and the state, so every kernel produces the same words. */

#define FJ_INDEX_BLOCK 64 /* bytes for each word */
#define FJ_INDEX_BATCH 64 /* words for each call, at most: 4 KiB of text */
#define FJ_INDEX_NONE  SIZE_MAX
#define FJ_INDEX_PLACES                                                                  \
  ((FJ_INDEX_BATCH + 1) * FJ_INDEX_BLOCK) /* room for the places of a batch */

enum {
  FJ_INDEX_NO_UTF8 = 1, /* do not check UTF-8 */
  FJ_INDEX_STRINGS = 2, /* also bits for closing quotes and for backslashes in strings */
  FJ_INDEX_ESCAPES = 4  /* check escapes in strings */
};

typedef struct FjIndex {
  uint64_t escaped;     /* 1: a backslash escapes the next byte */
  uint64_t in_string;   /* all ones: the next byte is in a string; else 0 */
  uint64_t scalar;      /* 1: the last byte belongs to a scalar */
  uint64_t backslashes; /* of the last batch: not 0 if it has any */
  size_t control;
  size_t bad_utf8;
  size_t low;
} FjIndex;

FJ_INLINE FjIndex fj_index_start(void) {
  FjIndex x = { 0, 0, 0, 0, FJ_INDEX_NONE, FJ_INDEX_NONE, 0 };
  return x;
}

/* ---- Tiers ---- */

/* Sets of instructions. */
enum {
  FJ_CPU_SSE2 = 1, /* every x86-64 */
  FJ_CPU_AVX2 = 2, /* AVX2, BMI1, BMI2, LZCNT, POPCNT, PCLMULQDQ; the system saves ymm */
  FJ_CPU_AVX512 = 4, /* those, F, BW, VL, VBMI, VBMI2; the system saves zmm */
  FJ_CPU_NEON = 8    /* every little-endian 64-bit Arm */
};

/* What isa/ binds to an instruction set.  Contracts: simd/fj_escape_impl.h and above. */
typedef struct FjKernel {
  const char *name;
  const char *needs; /* required CPU features, as text */
  unsigned features; /* the same, as FJ_CPU_* bits */
  char *(*put_raw)(char *w, const char *s, size_t n);
  char *(*put_json)(char *w, const char *s, size_t n);
  char *(*put_any)(char *w, const char *s, size_t n, const FjEscape *e);
  /* 1 if s[0..n) is well-formed UTF-8. */
  int (*utf8_valid)(const char *s, size_t n);
  size_t (*index_batch)(FjIndex *x, const char *text, size_t len, size_t from,
                        uint64_t *words, unsigned flags);
  size_t (*index_places)(const uint64_t *words, size_t n, uint16_t *places);
  const char *(*string_end)(const char *p, const char *limit);
  /* Decodes s[0..close - s), a string's text; close is at its closing quote, s and close
  ** are in a text that ends at limit.  Needs as much room and FJ_WRITE_SLACK.  NULL: an
  ** escape is wrong or stands for a lone surrogate. */
  char *(*unescape)(char *w, const char *s, const char *close, const char *limit);
  const struct FjWalker *walker; /* of enc/ */
  const struct FjParser *parser; /* of dec/ */
} FjKernel;

/* Tier number i, best first, or NULL past the last one. */
const FjKernel *fj_kernels_at(size_t i);

/* Whether this CPU can run a tier. */
int fj_kernels_supported(const FjKernel *kernel);

/* The best supported tier, or the one named `forced` (NULL and "" force nothing).  A
** name that is unknown or not supported here still yields the best tier.  *reason is
** set to a static text that says why the tier was chosen; never NULL. */
const FjKernel *fj_kernels_select(const char *forced, const char **reason);

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

/*
** fj_index.h — the structural index of a JSON text: where its tokens begin, a bit a byte.
** Owns: what the index is, the state between batches, the slow twin that judges kernels.
** Must not know: instruction sets, the grammar (a parser walks the bits), Lua.
**
** A text is indexed in batches of FJ_INDEX_BATCH words, each for FJ_INDEX_BLOCK bytes.
** A kernel is bound to an instruction set (FJ_ISA(fj_index_batch), see simd/fj_calls.h):
**
**   FjIndex x = fj_index_start();
**   uint64_t words[FJ_INDEX_BATCH];
**   for (size_t from = 0, n; from < len; from += n * FJ_INDEX_BLOCK)
**     n = FJ_ISA(fj_index_batch)(&x, text, len, from, words, flags); ... the words
**
** It returns the number of words filled: FJ_INDEX_BATCH, or fewer at the end.  Bit b of
** word i stands for the byte text[from + 64 * i + b] and is set for
**   - each of { } [ ] : , outside strings,
**   - the opening quote of each string (with FJ_INDEX_STRINGS also its closing one, and each
**     backslash in it),
**   - the first byte of anything else outside strings: a byte that is none of these and
**     no space, tab, LF or CR, where the byte before it is, or is a closing quote.
** So `[1"a"b]` has bits at [ 1 " b ]; every byte that the grammar must look at is at a bit
** or follows from one byte by byte: a scalar (number, literal, garbage) ends at the next
** bit or white space, and its reader must check that it does.  A backslash escapes the
** byte after it outside strings too; it is an error there, at a bit that comes first.
**
** Strings need no other check than their escapes:
**   x.control    offset of the first byte below 0x20 in a string, else FJ_INDEX_NONE
**   x.bad_utf8   offset of the first ill-formed sequence, else FJ_INDEX_NONE (always that
**                with FJ_INDEX_NO_UTF8); a batch tells of all that begins in it
**   x.in_string  after the last batch: not 0 when the last string is not terminated
**   x.backslashes not 0 when the batch has any backslash (0: no string in it has escapes)
** An error is one only if no other comes before it in the text.
**
** A parser goes over places faster than over bits, as no jump depends on how many there are
** in a word:  n = FJ_ISA(fj_index_places)(words, n, places)  lists the places of a batch's bits,
** counted from its first byte, and may write FJ_INDEX_BLOCK more behind them.
**
** And the end of a string, inlined by "simd/fj_string_end_impl.h" (include it after the
** binding):  const char *fj_string_end(const char *p, const char *limit) is the first `"`
** or `\` at or after p, or limit.
**
** Invariants: nothing at or past text + len is read; a batch depends on the text and the
** state alone, so that every kernel gives the same words.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_INDEX_H
#define FJ_INDEX_H

#include "core/fj_config.h"

#if defined(__GNUC__)
#  pragma GCC visibility push(hidden)
#endif

#define FJ_INDEX_BLOCK 64 /* bytes a word */
#define FJ_INDEX_BATCH 64 /* words a call at most: 4 KiB of text */
#define FJ_INDEX_NONE  SIZE_MAX
#define FJ_INDEX_PLACES                                                                  \
  ((FJ_INDEX_BATCH + 1) * FJ_INDEX_BLOCK) /* room for those of a batch */

enum {
  FJ_INDEX_NO_UTF8 = 1, /* do not look at UTF-8 */
  FJ_INDEX_STRINGS = 2  /* bits for closing quotes and for backslashes in strings too */
};

typedef struct FjIndex {
  uint64_t escaped;     /* 1: a backslash escapes the next byte */
  uint64_t in_string;   /* all ones: the next byte is in a string; else 0 */
  uint64_t scalar;      /* 1: the last byte belongs to a scalar */
  uint64_t backslashes; /* of the last batch: not 0 when it has any */
  size_t control;
  size_t bad_utf8;
} FjIndex;

FJ_INLINE FjIndex fj_index_start(void) {
  FjIndex x = { 0, 0, 0, 0, FJ_INDEX_NONE, FJ_INDEX_NONE };
  return x;
}

/* The slow twin of every kernel: a byte at a time, in time that grows with len a batch. */
size_t fj_index_slow(FjIndex *x, const char *text, size_t len, size_t from,
                     uint64_t *words, unsigned flags);

/* The same of fj_index_places. */
size_t fj_index_places_slow(const uint64_t *words, size_t n, uint16_t *places);

/* Offset of the first ill-formed sequence that begins at from or later, but before to; or
** FJ_INDEX_NONE.  What begins before from must be well-formed. */
size_t fj_index_utf8_at(const char *text, size_t len, size_t from, size_t to);

/* What a byte is, a bit in each of six lanes of eight. */
enum {
  FJ_INDEX_LANE_QUOTE = 0,
  FJ_INDEX_LANE_BACKSLASH = 8,
  FJ_INDEX_LANE_OP = 16,
  FJ_INDEX_LANE_SPACE = 24,
  FJ_INDEX_LANE_CONTROL = 32,
  FJ_INDEX_LANE_WIDE = 40
};
extern const uint64_t fj_index_lanes[256];

#if defined(__GNUC__)
#  pragma GCC visibility pop
#endif

#endif

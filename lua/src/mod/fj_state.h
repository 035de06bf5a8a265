/*
** fj_state.h - what Fleece keeps in a lua_State: the chosen backend, and scratch memory.
** Owns: the upvalues that every function of a codec has, and who uses scratch memory when.
** Must not know: JSON, options.
** Invariant: scratch memory in use is on the Lua stack of its user, so an error that jumps
** over the user leaves it to the collector; the next call makes another.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_STATE_H
#define FJ_STATE_H

#include "dec/fj_dec.h"
#include "dec/fj_keys.h"
#include "enc/fj_enc.h"

/* The same as in the file VERSION; `make lint` compares them. */
#define FJ_VERSION "1.0.0-dev"

/* Upvalues of every function of a codec. */
enum {
  FJ_UP_SCRATCH = 1, /* FjScratch */
  FJ_UP_ANCHORS,     /* table: tables of parked frames */
  FJ_UP_SLOT,        /* table of one slot (vm_value_push) */
  FJ_UP_DECODE,      /* table: the value stack, keys and tables of shapes */
  FJ_UP_NAMES,       /* fj_meta_names_push */
  FJ_UP_OPTIONS,     /* Settings (fj_module.c) */
  FJ_UP_SORT,        /* list or function of sort_keys, or nil */
  FJ_UP_UNSUPPORTED, /* handler, or nil */
  FJ_UP_INDENT,      /* string, or nil */
  FJ_UP_NULL_ARRAY,  /* what null in an array becomes, if a value of its own */
  FJ_UP_NULL_OBJECT, /* in an object */
  FJ_UP_NULL_ALONE,  /* and alone */
  FJ_UP_CODEC,       /* the table that the functions are in */
  FJ_UP_SAFE,        /* true: errors are raised as tables of detail */
  FJ_UP_COUNT = FJ_UP_SAFE
};

/* The upvalues that a state has once, in this order: SCRATCH to NAMES. */
enum { FJ_UP_SHARED = FJ_UP_NAMES };

typedef struct FjScratch {
  FjEnc enc;
  FjDecoder dec;
  FjKeys keys;
  int busy;
  int closing;        /* the state is being closed: nothing is kept between calls */
  unsigned calls;     /* since the peak was last judged */
  size_t peak;        /* most bytes of window used since then */
  const char *kernel; /* the instruction set in use */
  const char *note;   /* why the backend or the kernel is not the best one, or NULL */
} FjScratch;

/* Pushes the shared upvalues, which are the same in fleece, fleece.safe and fleece.dialect.  `open`
** fills the table of names of a new state. */
void fj_state_push(lua_State *L, void (*open)(lua_State *L, int names));

/* Scratch memory for one call, also pushed on the stack (which keeps it alive). */
FjEnc *fj_scratch_take(lua_State *L);

/* Ends the call: what was pushed may go.  Bounds what is kept. */
void fj_scratch_give(FjEnc *e);

/* The same for decoding. */
FjDecoder *fj_decoder_take(lua_State *L);
void fj_decoder_give(FjDecoder *d);

#endif

/*
** fj_state.h - data kept in a lua_State: the chosen backend, and scratch memory.
** Owns: the upvalues of every function of a codec, and the use of scratch memory.
** Must not know: JSON, options.
** Invariant: scratch memory in use is on the Lua stack of its user, so if an error jumps
** over the user, the collector frees it; the next call creates a new one.
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
  FJ_UP_ARRAY_MT,    /* the metatable of fleece.array */
  FJ_UP_OBJECT_MT,   /* the metatable of fleece.object */
  FJ_UP_OPTIONS,     /* Settings (fj_module.c) */
  FJ_UP_SORT,        /* list or function of sort_keys, or nil */
  FJ_UP_UNSUPPORTED, /* handler, or nil */
  FJ_UP_INDENT,      /* string, or nil */
  FJ_UP_NULL_ARRAY,  /* the value of null in an array, if it is a Lua value */
  FJ_UP_NULL_OBJECT, /* in an object */
  FJ_UP_NULL_ALONE,  /* and at the root */
  FJ_UP_CODEC,       /* the table that the functions are in */
  FJ_UP_SAFE,        /* true: errors are raised as detail tables */
  FJ_UP_COUNT = FJ_UP_SAFE
};

/* The upvalues that a state has once, in this order: SCRATCH to OBJECT_MT. */
enum { FJ_UP_SHARED = FJ_UP_OBJECT_MT };

typedef struct FjScratch {
  FjEnc enc;
  FjDecoder dec;
  FjKeys keys;
  int busy;
  int closing;        /* the state is being closed: nothing is kept between calls */
  unsigned calls;     /* since the peak was last checked */
  size_t peak;        /* the most bytes of the window used since then */
  const char *kernel; /* the instruction set in use */
  const char *note;   /* why the backend or the kernel is not the best one, or NULL */
} FjScratch;

/* Pushes the shared upvalues, which are the same in fleece, fleece.safe and fleece.dialect.  `open`
** fills the table of names of a new state. */
void fj_state_push(lua_State *L, void (*open)(lua_State *L, int names));

/* Scratch memory for one call, also pushed on the stack (which keeps it alive). */
FjEnc *fj_scratch_take(lua_State *L);

/* Ends the call; its stack slots may be popped.  Limits the memory that is kept. */
void fj_scratch_give(FjEnc *e);

/* The same for decoding. */
FjDecoder *fj_decoder_take(lua_State *L);
void fj_decoder_give(FjDecoder *d);

#endif

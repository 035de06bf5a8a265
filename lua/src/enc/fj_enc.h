/*
** fj_enc.h - the encoder: its frames, its window, its errors, and what every part of it needs.
** Owns: the types that the parts share.  Must not know: how Lua hands options over (mod/).
**
** An encoder walks one value.  Its path is an explicit stack of frames, so that depth costs
** memory and never C stack.  Three parties work on the same frames:
**
**   raw walker   (fj_walk_impl.h)    reads tables below the Lua API; one instance for each
**                                    layout, instruction set and profile; runs no Lua code,
**                                    allocates no Lua object
**   API walker   (fj_api.c)          tables that need Lua code, and every table where no
**                                    layout is trusted ("capi"); values live on the Lua stack
**   driver       (fj_driver.c)       gives the top frame to its walker, and the values that a
**                                    walker cannot write to fj_special.c
**
** A walker never calls the driver or the other walker.  It returns a step that says what comes
** next.
**
** Invariant: before any Lua code runs, every raw frame is parked (its table is anchored and
** its vectors are remembered); a walker that resumes a parked frame checks that the table
** still has these vectors, and reads keys and values afresh.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_ENC_H
#define FJ_ENC_H

#include <lua.h>

#include "core/fj_buf.h"
#include "core/fj_escape.h"
#include "core/fj_put.h"
#include "core/fj_status.h"

/* -- Options: what a caller may ask, as the walkers see it --------------------------- */

typedef enum FjSparse { FJ_SPARSE_NULL, FJ_SPARSE_OBJECT, FJ_SPARSE_ERROR } FjSparse;
typedef enum FjNan { FJ_NAN_ERROR, FJ_NAN_NULL, FJ_NAN_LITERAL, FJ_NAN_STRING } FjNan;
/* How numbers and number keys are printed: in one of the two forms of the shortest digits; floats as
** %.{float_digits}g; the same with ".0" behind what looks like an integer; integers like floats. */
typedef enum FjNumbers {
  FJ_NUMBERS_ECMA, /* what encode does */
  FJ_NUMBERS_CLASSIC,
  FJ_NUMBERS_G,
  FJ_NUMBERS_TOSTRING,
  FJ_NUMBERS_ALL_G,
  FJ_NUMBERS_FLOAT, /* integral floats with ".0" */
  FJ_NUMBERS_WIDE   /* floats as fj_put_double_wide has them */
} FjNumbers;

typedef enum FjSort { FJ_SORT_NO, FJ_SORT_BYTES, FJ_SORT_LIST, FJ_SORT_CALL } FjSort;
typedef enum FjUnsupported {
  FJ_UNSUPPORTED_ERROR,
  FJ_UNSUPPORTED_NULL,
  FJ_UNSUPPORTED_SKIP,
  FJ_UNSUPPORTED_TOSTRING,
  FJ_UNSUPPORTED_CALL
} FjUnsupported;

/* What the raw walker is compiled for.  Everything that is not one of the first three in
** its default form (indent, order, number formats, skipping) is FULL. */
typedef enum FjProfile {
  FJ_PROFILE_E0,   /* strings copied as they are */
  FJ_PROFILE_JSON, /* escape = "json", utf8 = "error": the default of encode */
  FJ_PROFILE_ANY,  /* any escape mode */
  FJ_PROFILE_FULL,
  FJ_PROFILE_COUNT
} FjProfile;

typedef struct FjOptions {
  FjEscapeMode escape;
  FjUtf8Mode utf8;
  FjSparse sparse;
  FjNan nan;
  FjSort sort;
  FjUnsupported unsupported;
  FjProfile profile; /* derived by fj_enc_options_finish */
  unsigned char classic, canonical, metamethods, empty_array, mixed_error, float_text;
  unsigned char float_digits; /* 0 = shortest */
  unsigned char pretty;
  /* For drop-ins (mod/fj_dialect.c): */
  unsigned char numbers;       /* FjNumbers */
  unsigned char digits_more;   /* see fj_put_double_g */
  unsigned char no_markers;    /* null, sentinels, fleece.raw, cdata: as any userdata */
  unsigned char beyond_object; /* too sparse an array is an object, no error */
  char refuse_key[8];          /* a table that has this key is refused; */
  size_t refuse_len;           /* SIZE_MAX: none */
  size_t indent_len; /* of the string at FjEnc.indent; that many spaces if it is NULL */
  double sparse_ratio;
  size_t sparse_safe;
  size_t max_depth;
} FjOptions;

FJ_INLINE int fj_numbers_shortest(const FjOptions *o) {
  return o->numbers <= FJ_NUMBERS_CLASSIC;
}

void fj_enc_options_default(FjOptions *o);
void fj_enc_options_classic(FjOptions *o, FjEscapeMode mode);
void fj_enc_options_finish(
    FjOptions *o); /* derives profile; canonical overrides the rest */

/* -- Frames ------------------------------------------------------------------------- */

typedef enum FjFrameKind {
  FJ_FRAME_ENTER,  /* a table not looked at yet */
  FJ_FRAME_ARRAY,  /* the array part is all there is: positions 1..n */
  FJ_FRAME_OBJECT, /* array part (position i), then nodes */
  FJ_FRAME_SPARSE, /* indices 1..n; those beyond the array part are entries, sorted */
  FJ_FRAME_SORTED, /* n entries, in output order */
  FJ_FRAME_API,    /* this and all below belong to the API walker */
  FJ_FRAME_NEXT = FJ_FRAME_API, /* object through lua_next */
  FJ_FRAME_INDEX,               /* array by index, raw or through __index */
  FJ_FRAME_LIST_ARRAY,          /* an array's values in a Lua list */
  FJ_FRAME_LIST                 /* members as key, value, key, value in a Lua list */
} FjFrameKind;

/* One member of a table that is written in an order of its own. */
typedef struct FjEntry {
  uint64_t prefix;  /* first eight bytes of the key text, big-endian */
  const char *text; /* valid while sorting only; NULL: at key_text + offset */
  size_t offset;
  size_t len;
  size_t pos;   /* array part index, or last + 1 + node index; in a Lua list its index */
  int64_t rank; /* place in the list of sort_keys; the index of a sparse element */
} FjEntry;

typedef struct FjFrame {
  const void *table;
  size_t i;     /* the position whose value was written last */
  size_t n;     /* the last position; of an array its highest index */
  size_t k;     /* FJ_FRAME_SPARSE: entries written; before: elements in the hash part */
  size_t start; /* offset of the opening bracket in the window */
  size_t entries;    /* first entry of this frame */
  const void *node;  /* FJ_FRAME_OBJECT: the node written last; NULL: in the array part */
  const void *slots; /* parked: the array part as it was, */
  const void *nodes; /* the hash part as it was, */
  size_t slots_n;    /* and their sizes */
  size_t nodes_n;
  int top; /* API frames: stack index of the table; parked: the top of the Lua stack */
  unsigned char kind;
  unsigned char parked;     /* API frames always; below a parked frame all are */
  unsigned char nulls;      /* holes are written as null */
  unsigned char numbers_ok; /* number keys are fine whatever mixed_keys says */
  unsigned char via_index;  /* FJ_FRAME_INDEX: through __index */
  unsigned char started;    /* API frames: a value was written */
} FjFrame;

/* The highest array index, 2^53: the same on every Lua, whether it has integers or not. */
#define FJ_INDEX_MAX ((int64_t)1 << 53)

/* -- Steps, sinks, errors ------------------------------------------------------------- */

typedef enum FjStep {
  FJ_STEP_NEXT, /* the top frame belongs to the other walker, or none is left */
  FJ_STEP_SPECIAL, /* the value on top of the Lua stack is for fj_special.c or the other walker */
  FJ_STEP_VALUE, /* that value is to be written like any other */
  FJ_STEP_FLUSH, /* the window is full and the sink is a Lua function */
  FJ_STEP_ERROR  /* FjEnc.err says which */
} FjStep;

typedef enum FjSinkKind {
  FJ_SINK_NONE,   /* the output stays in the window */
  FJ_SINK_DIRECT, /* write runs no Lua code */
  FJ_SINK_CALL    /* write calls a Lua function */
} FjSinkKind;

typedef struct FjEnc FjEnc;

typedef struct FjSink {
  FjSinkKind kind;
  int idx;        /* stack index of what is written to */
  size_t written; /* bytes that have left the window */
  /* 0 = failed, err is set.  Raw frames are parked if the kind is FJ_SINK_CALL. */
  int (*write)(FjEnc *e, const char *s, size_t n);
} FjSink;

/* A window that a sink will empty is emptied from this size on. */
#define FJ_FLUSH_SIZE ((size_t)32 * 1024)

typedef struct FjError {
  FjStatus status;
  const char *type;  /* what cannot be encoded: a type or a number; or what has yielded */
  const char *place; /* "a key" where the text is about a key */
  size_t offset;     /* 0-based byte in a string */
  size_t max, count; /* sparse */
  int at_table;      /* the place is the table of the top frame, not its member */
} FjError;

typedef struct FjMetaCache {
  const void *metatable;
  int verdict;
} FjMetaCache;

enum { FJ_META_CACHE = 8 };

/* -- What is bound ------------------------------------------------------------------- */

typedef enum FjKeyKind {
  FJ_KEY_INDEX,
  FJ_KEY_NUMBER,
  FJ_KEY_TEXT,
  FJ_KEY_OTHER
} FjKeyKind;

typedef struct FjKey {
  FjKeyKind kind;
  int64_t index;
  double number;
  const char *text;
  size_t len;
} FjKey;

/* A Lua object layout, as those see it who are not bound to one (fj_backend_impl.h). */
typedef struct FjBackend {
  const char *name;
  int index; /* into FjWalker.raw */
  int (*probe)(lua_State *L, const char **reason);
  const void *(*table_at)(lua_State *L, int idx);
  void (*push)(FjEnc *e, const void *table);                 /* on the Lua stack */
  void (*remember)(FjFrame *f);                              /* vectors, for parking */
  void (*key)(const FjEnc *e, const FjFrame *f, FjKey *key); /* the key at f->i */
} FjBackend;

typedef FjStep (*FjWalk)(FjEnc *e);

enum { FJ_BACKEND_MAX = 2 };

/* The raw walkers of one instruction set. */
typedef struct FjWalker {
  char *(*put)(char *w, const char *s, size_t n, const FjEscape *e);
  const FjWalk *raw[FJ_BACKEND_MAX + 1]; /* a row of profiles for each layout */
} FjWalker;

/* -- The encoder --------------------------------------------------------------------- */

struct FjEnc {
  char *w; /* write pointer while no walker holds it */
  FjBuf buf;
  size_t depth;      /* frames in use */
  size_t depth_stop; /* at this depth fj_enc_deeper has something to do */
  FjFrame *frames;
  size_t frame_cap;
  const FjOptions *opt;
  FjOptions kept; /* what opt points at where a callback could change what it was */
  const FjEscape *escape;
  FjDoubleForm form; /* of shortest numbers, as opt says: set when an encoding begins */
  const FjBackend *backend; /* NULL: capi */
  const FjWalker *walker;
  lua_State *L;
  FjAlloc alloc;
  FjSink sink;
  FjEntry *entries; /* stack of the runs of sparse and sorted frames */
  size_t entry_top, entry_cap;
  FjBuf key_text; /* the keys of the sort_keys list, then number keys being sorted */
  size_t key_text_len, key_text_keep;
  size_t rank_count; /* entries[0..rank_count) are the sort_keys list */
  size_t anchored;   /* highest anchor in use */
  void *slot;        /* the one-slot table of vm_value_push, as the layout sees it */
  const char *indent;
  FjMetaCache meta[FJ_META_CACHE];
  unsigned meta_next;
  int too_long;    /* see fj_text_string */
  int in_driver;   /* Lua code may run: no raw walker is active */
  int watches;     /* see fj_enc_watches_yields; -1: not known yet */
  int holes_first; /* arrays are searched for holes before they are written */
  int idx_anchors, idx_slot, idx_sort, idx_unsupported, idx_codec, idx_names;
  int idx_metatables; /* what metatables mean to this dialect (fj_meta.c); 0: as documented */
  int idx_options; /* table of per-call options that idx_codec does not have yet; or 0 */
  FjError err;
};

/* Slots of the Lua stack that a walker has above its frame: its own values, those of a look at
** a metatable, and room for an error's text.  What needs more asks for it. */
enum { FJ_STACK_ROOM = 40 };

/* -- Errors: these set err and return 0 -------------------------------------------------- */

int fj_enc_fail(FjEnc *e, FjStatus status);
int fj_enc_fail_table(FjEnc *e, FjStatus status); /* the place is the table, no member */
int fj_enc_fail_type(FjEnc *e, FjStatus status, const char *type);
int fj_enc_fail_utf8(FjEnc *e, const char *s, size_t n, const char *place);

/* -- Depth --------------------------------------------------------------------------- */

/* Called at depth_stop, before a frame is opened for the table `next`: grows the stack,
** reports cycles and excessive depth.  0 = error. */
int fj_enc_deeper(FjEnc *e, const void *next);

/* Sets depth_stop afresh: the next depth at which fj_enc_deeper must look. */
void fj_enc_depth_stop(FjEnc *e);

/* FJ_STACK_ROOM slots on the Lua stack; 0 after noting why there are none. */
int fj_enc_stack_room(FjEnc *e);

/* -- Window --------------------------------------------------------------------------- */

/* An empty window, and depth_stop, before the first value.  0 = error. */
int fj_enc_start(FjEnc *e);

/* Called with e->w beyond the limit.  Flushes to sinks that run no Lua code, else grows.
** NEXT = go on, FLUSH or ERROR = return that. */
FjStep fj_enc_room(FjEnc *e);

/* Grows only (between a key and its value nothing may be flushed).  0 = out of memory. */
int fj_enc_grow(FjEnc *e, size_t need);

int fj_enc_flush(FjEnc *e); /* 0 = the sink failed, err is set */

/* Text that must be valid JSON is written as it is. */
int fj_enc_splice(FjEnc *e, const char *s, size_t n);

/* -- Calls of Lua code --------------------------------------------------------------------- */

/* Anchors every raw frame: from here on Lua code may run.  `pushed` values on top of the Lua
** stack are not of these frames: they are dropped when a frame goes on. */
void fj_enc_park(FjEnc *e, int pushed);

/* Calls Lua code on behalf of the value being encoded.  0 = `callee` tried to yield, err is set;
** any other error is raised. */
int fj_enc_call(FjEnc *e, int arguments, int results, const char *callee);

/* Whether calls are watched for yields: in a coroutine, unless a dialect has the messages of
** another library. */
int fj_enc_watches_yields(FjEnc *e);

/* -- Array or object --------------------------------------------------------------------- */

/* Sparse policy for a table whose `count` keys are 1..max with holes. */
typedef enum FjForm {
  FJ_FORM_ARRAY,
  FJ_FORM_NULLS,
  FJ_FORM_OBJECT,
  FJ_FORM_ERROR
} FjForm;
FjForm fj_enc_sparse(FjEnc *e, size_t max, size_t count);

/* The Lua object layouts that this build can walk (fj_backend.c): in probing order, with a NULL behind
** the last; returns how many. */
int fj_backend_list(const FjBackend *const **list);

#endif

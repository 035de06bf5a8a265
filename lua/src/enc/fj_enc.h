/*
** fj_enc.h - the encoder: its frames, window, errors and common functions.
** Owns: the types that the parts share.  Must not know: how Lua hands options over (mod/).
**
** An encoder walks one value.  Its path is an explicit stack of frames, so depth costs
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

/* -- Options, as the walkers see them ------------------------------------------------ */

typedef enum FjSparse { FJ_SPARSE_NULL, FJ_SPARSE_OBJECT, FJ_SPARSE_ERROR } FjSparse;
typedef enum FjNan { FJ_NAN_ERROR, FJ_NAN_NULL, FJ_NAN_LITERAL, FJ_NAN_STRING } FjNan;
/* How numbers and number keys are printed: two forms of the shortest digits; floats as
** %.{float_digits}g; the same plus ".0" if it looks integral; integers like floats. */
typedef enum FjNumbers {
  FJ_NUMBERS_ECMA, /* the default of encode */
  FJ_NUMBERS_CLASSIC,
  FJ_NUMBERS_G,
  FJ_NUMBERS_TOSTRING,
  FJ_NUMBERS_ALL_G,
  FJ_NUMBERS_FLOAT, /* integral floats with ".0" */
  FJ_NUMBERS_WIDE   /* floats as fj_put_double_wide prints them */
} FjNumbers;

typedef enum FjSort { FJ_SORT_NO, FJ_SORT_BYTES, FJ_SORT_LIST, FJ_SORT_CALL } FjSort;
typedef enum FjUnsupported {
  FJ_UNSUPPORTED_ERROR,
  FJ_UNSUPPORTED_NULL,
  FJ_UNSUPPORTED_SKIP,
  FJ_UNSUPPORTED_TOSTRING,
  FJ_UNSUPPORTED_CALL
} FjUnsupported;

/* The raw walker is compiled for each profile.  FULL handles all options; the others
** expect the defaults of indent, order, number formats and skipping. */
typedef enum FjProfile {
  FJ_PROFILE_E0,   /* strings are copied unchanged */
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
  unsigned char no_markers;    /* null, sentinels, fleece.raw, cdata: like any userdata */
  unsigned char beyond_object; /* a too sparse array becomes an object, no error */
  char refuse_key[8];          /* a table with this key is refused; */
  size_t refuse_len;           /* SIZE_MAX: no such key */
  size_t indent_len; /* length of FjEnc.indent; if that is NULL, the number of spaces */
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
  FJ_FRAME_ENTER,  /* a table that was not examined yet */
  FJ_FRAME_ARRAY,  /* array part only: positions 1..n */
  FJ_FRAME_OBJECT, /* array part (position i), then nodes */
  FJ_FRAME_SPARSE, /* indices 1..n; those beyond the array part are entries, sorted */
  FJ_FRAME_SORTED, /* n entries, in output order */
  FJ_FRAME_API,    /* this kind and those that follow belong to the API walker */
  FJ_FRAME_NEXT = FJ_FRAME_API, /* object through lua_next */
  FJ_FRAME_INDEX,               /* array by index, raw or through __index */
  FJ_FRAME_LIST_ARRAY,          /* an array's values in a Lua list */
  FJ_FRAME_LIST                 /* members as key, value, key, value in a Lua list */
} FjFrameKind;

/* One member of a table whose members are ordered first. */
typedef struct FjEntry {
  uint64_t prefix;  /* first eight bytes of the key text, big-endian */
  const char *text; /* valid only while sorting; NULL: text is at key_text + offset */
  size_t offset;
  size_t len;
  size_t pos;   /* array part index, or last + 1 + node index; index in a Lua list */
  int64_t rank; /* place in the list of sort_keys; the index of a sparse element */
} FjEntry;

typedef struct FjFrame {
  const void *table;
  size_t i;     /* position of the value that was written last */
  size_t n;     /* the last position; the highest index of an array */
  size_t k;     /* FJ_FRAME_SPARSE: entries written; before: elements in the hash part */
  size_t start; /* offset of the opening bracket in the window */
  size_t entries;    /* first entry of this frame */
  const void *node;  /* FJ_FRAME_OBJECT: the node written last; NULL: in the array part */
  const void *slots; /* parked: the remembered array part, */
  const void *nodes; /* the remembered hash part, */
  size_t slots_n;    /* and their sizes */
  size_t nodes_n;
  int top; /* API frames: stack index of the table; parked: the top of the Lua stack */
  unsigned char kind;
  unsigned char parked;     /* also set in API frames and all frames below a parked one */
  unsigned char nulls;      /* holes are written as null */
  unsigned char numbers_ok; /* number keys are allowed whatever mixed_keys says */
  unsigned char via_index;  /* FJ_FRAME_INDEX: through __index */
  unsigned char started;    /* API frames: a value was written */
} FjFrame;

/* The highest array index, 2^53: the same on every Lua, whether it has integers or not. */
#define FJ_INDEX_MAX ((int64_t)1 << 53)

/* -- Steps, sinks, errors ------------------------------------------------------------- */

typedef enum FjStep {
  FJ_STEP_NEXT, /* the top frame belongs to the other walker, or none is left */
  FJ_STEP_SPECIAL, /* the value on top of the Lua stack is for fj_special.c or the other walker */
  FJ_STEP_VALUE, /* write that value like any other */
  FJ_STEP_FLUSH, /* the window is full and the sink is a Lua function */
  FJ_STEP_ERROR  /* see FjEnc.err */
} FjStep;

typedef enum FjSinkKind {
  FJ_SINK_NONE,   /* the output stays in the window */
  FJ_SINK_DIRECT, /* write runs no Lua code */
  FJ_SINK_CALL    /* write calls a Lua function */
} FjSinkKind;

typedef struct FjEnc FjEnc;

typedef struct FjSink {
  FjSinkKind kind;
  int idx;        /* stack index of the destination */
  size_t written; /* bytes that have left the window */
  /* 0 = failed, err is set.  Raw frames are parked if the kind is FJ_SINK_CALL. */
  int (*write)(FjEnc *e, const char *s, size_t n);
} FjSink;

/* A window with a sink is flushed when it has reached this size. */
#define FJ_FLUSH_SIZE ((size_t)32 * 1024)

typedef struct FjError {
  FjStatus status;
  const char *type;  /* a type or number that cannot be encoded; or what yielded */
  const char *place; /* where the string is: "key" or "string" */
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

/* A Lua object layout, for code that is not bound to one (fj_backend_impl.h). */
typedef struct FjBackend {
  const char *name;
  int index; /* into FjWalker.raw */
  int (*probe)(lua_State *L, const char **reason);
  int (*probe_heap)(lua_State *L, void *blank); /* or NULL */
  const void *(*table_at)(lua_State *L, int idx);
  void (*push)(FjEnc *e, const void *table);                 /* on the Lua stack */
  void (*remember)(FjFrame *f);                              /* vectors, for parking */
  void (*key)(const FjEnc *e, const FjFrame *f, FjKey *key); /* the key at f->i */
  /* An empty table without a metatable, or with one that has nothing but a __jsontype:
  ** FJ_META_PLAIN, _ARRAY or _OBJECT.  FJ_META_API = another table: look closer. */
  int (*empty)(lua_State *L, int idx);
  /* Pushes the window's n bytes as a string that is the window's own block.  0 = the
  ** window is unchanged.  May run the collector.  The window's head is string_head
  ** bytes; 0: no strings are made like this. */
  int (*push_window)(FjEnc *e, size_t n);
  size_t string_head;
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
  char *w;           /* write pointer, unless a walker holds it */
  FjBuf buf;         /* has a head if it can become a string */
  size_t depth;      /* frames in use */
  size_t depth_stop; /* the depth at which fj_enc_deeper must be called */
  FjFrame *frames;
  size_t frame_cap;
  const FjOptions *opt;
  FjOptions kept; /* a copy for opt, if a callback could change the original */
  const FjEscape *escape;
  FjDoubleForm form; /* form of shortest numbers; set from opt when an encoding begins */
  const FjBackend *backend; /* NULL: capi */
  const FjWalker *walker;
  lua_State *L;
  FjAlloc alloc;
  FjSink sink;
  FjEntry *entries; /* stack of the runs of sparse and sorted frames */
  size_t entry_top, entry_cap;
  FjBuf key_text; /* keys of the sort_keys list, then number keys that are being sorted */
  size_t key_text_len, key_text_keep;
  size_t rank_count; /* entries[0..rank_count) are the sort_keys list */
  size_t anchored;   /* highest anchor in use */
  void *slot;        /* the one-slot table of vm_value_push, as the layout sees it */
  const char *indent;
  FjMetaCache meta[FJ_META_CACHE];
  unsigned meta_next;
  uint64_t null_word; /* what recognises NULL in this walk (vm_null_word), or 0 */
  int too_long;       /* see fj_text_string */
  int in_driver;      /* Lua code may run: no raw walker is active */
  int watches;        /* see fj_enc_watches_yields; -1: not known yet */
  int holes_first;    /* arrays are searched for holes before they are written */
  int idx_anchors, idx_slot, idx_sort, idx_unsupported, idx_codec, idx_names;
  int idx_metatables; /* what metatables mean in a dialect (fj_meta.c); 0: the default */
  int idx_options;    /* per-call options that are not in idx_codec yet; or 0 */
  FjError err;
  size_t expected; /* bytes of the last result, if its string took the window; or 0 */
};

/* Slots of the Lua stack that a walker has above its frame: its values, the inspection of
** a metatable, and an error's text.  Code that needs more asks for it. */
enum { FJ_STACK_ROOM = 40 };

/* -- Errors: these set err and return 0 -------------------------------------------------- */

int fj_enc_fail(FjEnc *e, FjStatus status);
int fj_enc_fail_table(FjEnc *e, FjStatus status); /* the place is the table itself */
int fj_enc_fail_type(FjEnc *e, FjStatus status, const char *type);
int fj_enc_fail_utf8(FjEnc *e, const char *s, size_t n, const char *place);

/* -- Depth --------------------------------------------------------------------------- */

/* Called at depth_stop, before a frame is opened for the table `next`.  Grows the stack;
** reports cycles and excessive depth.  0 = error. */
int fj_enc_deeper(FjEnc *e, const void *next);

/* Sets depth_stop to the next depth at which fj_enc_deeper must be called. */
void fj_enc_depth_stop(FjEnc *e);

/* Ensures FJ_STACK_ROOM slots on the Lua stack.  0 = error, err is set. */
int fj_enc_stack_room(FjEnc *e);

/* -- Window --------------------------------------------------------------------------- */

/* Prepares an empty window and depth_stop for the first value.  0 = error. */
int fj_enc_start(FjEnc *e);

/* Called with e->w beyond the limit.  Flushes to sinks that run no Lua code, else grows.
** NEXT = continue; FLUSH or ERROR = return it. */
FjStep fj_enc_room(FjEnc *e);

/* Only grows: nothing may be flushed between a key and its value.  0 = out of memory. */
int fj_enc_grow(FjEnc *e, size_t need);

int fj_enc_flush(FjEnc *e); /* 0 = the sink failed, err is set */

/* Writes text unchanged; it must be valid JSON. */
int fj_enc_splice(FjEnc *e, const char *s, size_t n);

/* -- Calls of Lua code --------------------------------------------------------------------- */

/* Anchors every raw frame; after this, Lua code may run.  The `pushed` values on top of
** the Lua stack do not belong to these frames: they are dropped when a frame resumes. */
void fj_enc_park(FjEnc *e, int pushed);

/* Calls Lua code on behalf of the value being encoded.  0 = `callee` tried to yield, err is set;
** any other error is raised. */
int fj_enc_call(FjEnc *e, int arguments, int results, const char *callee);

/* Whether calls are watched for yields.  They are in a coroutine, except in a dialect,
** which has the messages of another library. */
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

/* The Lua object layouts that this build can walk (fj_backend.c), in probing order and
** terminated by NULL.  Returns their number. */
int fj_backend_list(const FjBackend *const **list);

#endif

/*
** fj_enc.h - the data model of encoding: options, frames, the encoder, and who does what.
** Owns: the types shared by the walkers.  Must not know: how Lua hands options over (mod/).
**
** An encoder walks one value.  Its path is an explicit stack of frames, so that depth costs
** memory and never C stack.  Three parties work on the same frames:
**
**   raw walker   (fj_raw_impl.h)     tables read below the Lua API; one instance per layout,
**                                    instruction set and profile; runs no Lua code, allocates
**                                    no Lua object
**   API walker   (fj_api.c)          tables that need Lua code, and every table where no
**                                    layout is trusted ("capi"); values live on the Lua stack
**   driver       (fj_encode.c)       hands the top frame to its walker, runs whatever may run
**                                    Lua code: handlers, metamethods, sink functions
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
#include "core/fj_double.h"
#include "core/fj_escape.h"
#include "core/fj_status.h"

/* -- Options ------------------------------------------------------------------------ */

typedef enum FjSparse { FJ_SPARSE_NULL, FJ_SPARSE_OBJECT, FJ_SPARSE_ERROR } FjSparse;
typedef enum FjNan { FJ_NAN_ERROR, FJ_NAN_NULL, FJ_NAN_LITERAL, FJ_NAN_STRING } FjNan;
/* How numbers and number keys are printed: shortest; floats as %.{float_digits}g; the same with
** ".0" behind what looks like an integer; integers like floats. */
typedef enum FjNumbers {
  FJ_NUMBERS_SHORTEST,
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
  FjProfile profile; /* derived by fj_options_finish */
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

void fj_options_default(FjOptions *o);
void fj_options_classic(FjOptions *o, FjEscapeMode mode);
void fj_options_finish(FjOptions *o); /* derives profile; canonical overrides the rest */

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

/* -- The encoder -------------------------------------------------------------------- */

typedef enum FjStep {
  FJ_STEP_NEXT,    /* the top frame belongs to the other walker, or none is left */
  FJ_STEP_SPECIAL, /* the value on top of the Lua stack needs the driver */
  FJ_STEP_FLUSH,   /* the window is full and the sink is a Lua function */
  FJ_STEP_ERROR    /* FjEnc.err says which */
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
  const char *type;  /* name of the type or of the number that cannot be encoded */
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

typedef struct FjLayout FjLayout;
typedef struct FjWalker FjWalker;

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
  const FjLayout *layout; /* NULL: capi */
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
  int too_long;    /* see fj_enc_string */
  int in_driver;   /* Lua code may run: no raw walker is active */
  int holes_first; /* arrays are searched for holes before they are written */
  int idx_anchors, idx_slot, idx_sort, idx_unsupported, idx_codec, idx_names;
  int idx_metatables; /* what metatables mean to this dialect (fj_meta.c); 0: as documented */
  int idx_options; /* table of per-call options that idx_codec does not have yet; or 0 */
  int (*is_json)(const char *s, size_t n);
  FjError err;
};

/* -- Layouts and walkers ------------------------------------------------------------ */

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

struct FjLayout {
  const char *name;
  int index; /* into FjWalker.raw */
  int (*probe)(lua_State *L, const char **reason);
  const void *(*table_at)(lua_State *L, int idx);
  void (*push)(FjEnc *e, const void *table);                 /* on the Lua stack */
  void (*remember)(FjFrame *f);                              /* vectors, for parking */
  void (*key)(const FjEnc *e, const FjFrame *f, FjKey *key); /* the key at f->i */
};

typedef FjStep (*FjRawWalk)(FjEnc *e);

enum { FJ_LAYOUT_MAX = 2 };

struct FjWalker {
  const char *isa;
  char *(*put)(char *w, const char *s, size_t n, const FjEscape *e);
  const FjRawWalk *raw[FJ_LAYOUT_MAX + 1]; /* a row of profiles for each layout */
};

/* Layouts of this build, in probing order; returns how many. */
int fj_layouts(const FjLayout *const **list);

const FjWalker *fj_walker_named(const char *isa);

/* -- Raw walker's cold half (fj_encode.c, fj_layout_impl.h) --------------------------- */

/* Called at depth_stop, before a frame is opened for the table `next`: grows the stack,
** reports cycles and excessive depth.  0 = error. */
int fj_enc_deeper(FjEnc *e, const void *next);

/* Sets depth_stop afresh: the next depth at which fj_enc_deeper must look. */
void fj_enc_depth_stop(FjEnc *e);

/* Called with e->w beyond the limit.  Flushes to sinks
** that run no Lua code, else grows.  NEXT = go on, FLUSH or ERROR = return that. */
FjStep fj_enc_room(FjEnc *e);

/* Grows only (between a key and its value nothing may be flushed).  0 = out of memory. */
int fj_enc_grow(FjEnc *e, size_t need);

/* FJ_STACK_ROOM slots on the Lua stack; 0 after noting why there are none. */
int fj_enc_stack_room(FjEnc *e);

/* A finite or non-finite double in the form that the options ask for; NULL = error. */
char *fj_enc_float(FjEnc *e, char *w, double d);
/* The same, fast where numbers are printed like %.14g. */
FJ_INLINE char *fj_enc_float_rounded(FjEnc *e, char *w, double d) {
  const FjOptions *o = e->opt;
  if (o->float_digits != 0) {
    char *end = fj_put_double_rounded(w, d, o->float_digits, o->digits_more,
                                      o->numbers == FJ_NUMBERS_TOSTRING);
    if (FJ_LIKELY(end != NULL)) return end;
  }
  return fj_enc_float(e, w, d);
}
char *fj_enc_int(FjEnc *e, char *w, int64_t i);

/* Does an integer, rounded as floats are, keep all its digits?  Asked for the 14 that libraries
** have. */
FJ_INLINE int fj_enc_has_all_digits(const FjOptions *o, int64_t i) {
  return o->float_digits >= 14 && i > -100000000000000 && i < 100000000000000;
}
char *fj_enc_nonfinite(FjEnc *e, char *w, double d);

/* Number key as quoted text with its colon left out; NULL = error. */
char *fj_enc_number_key(FjEnc *e, char *w, const FjFrame *f, int is_int, int64_t i,
                        double d);

/* A string of any length, between quotes, in pieces that keep the window small.  A value
** may be flushed halfway, a key may not.  NULL = error, or (too_long is set) a value that
** only the driver can write, because flushing it runs Lua code. */
char *fj_enc_string(FjEnc *e, char *w, const char *s, size_t n);
char *fj_enc_key(FjEnc *e, char *w, const char *s, size_t n);

/* 1 = this key makes its table one that is refused; err is set. */
int fj_enc_key_refused(FjEnc *e, const char *s, size_t n);

/* Newline and indentation for `level`; NULL = out of memory. */
char *fj_enc_newline(FjEnc *e, char *w, size_t level);

int fj_enc_fail(FjEnc *e, FjStatus status);       /* sets err, returns 0 */
int fj_enc_fail_table(FjEnc *e, FjStatus status); /* the place is the table, no member */
int fj_enc_fail_type(FjEnc *e, FjStatus status, const char *type);
int fj_enc_fail_utf8(FjEnc *e, const char *s, size_t n, const char *place);

/* Sparse policy for a table whose `count` keys are 1..max with holes. */
typedef enum FjShape {
  FJ_SHAPE_ARRAY,
  FJ_SHAPE_NULLS,
  FJ_SHAPE_OBJECT,
  FJ_SHAPE_ERROR
} FjShape;
FjShape fj_enc_sparse(FjEnc *e, size_t max, size_t count);

/* A key that is neither string nor number, of type `type`: text in classic, else an error. */
char *fj_enc_other_key(FjEnc *e, char *w, int type, int truth);

/* -- Order (fj_order.c) ----------------------------------------------------------------- */

FjEntry *fj_enc_entry(FjEnc *e); /* one more on top; NULL = out of memory */
char *fj_enc_key_room(FjEnc *e); /* room for one number key; NULL = out of memory */
/* The text in fj_enc_key_room, which ends at `end`, is the entry's; NULL passes an error on. */
int fj_enc_entry_text(FjEnc *e, FjEntry *x, const char *end);
int fj_enc_entries_order(FjEnc *e, size_t first); /* by rank */
int fj_enc_entries_sort(FjEnc *e, size_t first);  /* by key; 0 = error */
int fj_enc_ranks_load(FjEnc *e, int idx); /* the sort_keys list at idx; 0 = error */

/* -- Metatables and sentinels (fj_meta.c): nothing here runs Lua code --------------------- */

enum {
  FJ_META_PLAIN,        /* nothing of interest: by the table's own keys */
  FJ_META_ARRAY,        /* raw, always an array */
  FJ_META_OBJECT,       /* raw, always an object */
  FJ_META_EMPTY_ARRAY,  /* raw, an array if empty */
  FJ_META_EMPTY_OBJECT, /* raw, an object if empty */
  FJ_META_BORDER,       /* the elements 1 to #t, whatever else there is */
  FJ_META_API,          /* needs Lua code or a weak table: through the API */
  FJ_META_LENGTH,       /* the elements 1 to __len(t), through __index */
  FJ_META_REFUSE,       /* not encoded */
  /* In a dialect's table only: __jsontype says which of these it is, */
  FJ_META_TYPED,      /* BORDER or OBJECT; */
  FJ_META_EMPTY_TYPED /* EMPTY_ARRAY or EMPTY_OBJECT */
};

/* What the metatable on top of the stack asks for; pops it. */
int fj_meta_verdict(FjEnc *e);

/* The same in a dialect that says what metatables mean. */
int fj_meta_dialect(FjEnc *e);

/* The same where metamethods are not used: only what the collector may empty while frames are
** being parked is not for the raw walker. */
int fj_meta_weakness(FjEnc *e);

/* The __jsontype of the table at idx, as a verdict. */
int fj_meta_jsontype(FjEnc *e, int idx);

typedef enum FjMetaField {
  FJ_FIELD_TOJSON,
  FJ_FIELD_PAIRS,
  FJ_FIELD_INDEX,
  FJ_FIELD_LEN
} FjMetaField;

/* Pushes a metafield of the table at idx; 0 = there is none, nothing is pushed. */
int fj_meta_field_push(FjEnc *e, int idx, FjMetaField which);

/* The userdata of fleece.raw. */
typedef struct FjRawText {
  size_t len;
  char text[1];
} FjRawText;

typedef enum FjValueClass {
  FJ_VALUE_NULL,
  FJ_VALUE_EMPTY_ARRAY,
  FJ_VALUE_RAW,   /* fleece.raw: *text, *len */
  FJ_VALUE_CDATA, /* perhaps an integer: only its tostring tells */
  FJ_VALUE_UNSUPPORTED
} FjValueClass;

/* What the value on top of the stack (no nil, boolean, number, string, table) stands for. */
FjValueClass fj_meta_classify(FjEnc *e, const char **text, size_t *len);

/* Indices into the table of names; it keeps the strings alive, so that no look-up allocates. */
typedef enum FjName {
  FJ_NAME_LOADED = 1, /* package.loaded itself */
  FJ_NAME_RAW,        /* the metatable of fleece.raw */
  FJ_NAME_ARRAY,      /* that of fleece.array */
  FJ_NAME_OBJECT,     /* that of fleece.object */
  FJ_NAME_GLOBAL,     /* the table of globals itself */
  FJ_NAME_TOSTRING,   /* the function itself */
  FJ_NAME_MEMORY,     /* the text "not enough memory" */
  FJ_NAME_STRINGS     /* from here on: strings, in the order of fj_meta_names */
} FjName;

void fj_meta_names_push(
    lua_State *L); /* makes the table; RAW, ARRAY, OBJECT are set by their owner */

/* Slots of the Lua stack that a walker has above its frame: its own values, those of a look at
** a metatable, and room for an error's text.  What needs more asks for it. */
enum { FJ_STACK_ROOM = 40 };

/* How many tables ahead of the one being written the steps of FJ_RAW(fetch) are. */
enum { FJ_FETCH_NEXT = 2, FJ_FETCH_SOONER = 4, FJ_FETCH_LATER = 6 };

/* -- Driver --------------------------------------------------------------------------- */

/* Encodes the value at idx_value.  The output is in the window (FJ_SINK_NONE) or has gone to
** the sink.  0 = failed, see err; the frames still say where. */
int fj_encode(FjEnc *e, int idx_value);

/* Anchors every raw frame: from here on Lua code may run.  `pushed` values on top of the Lua
** stack are not of these frames: they are dropped when a frame goes on. */
void fj_enc_park(FjEnc *e, int pushed);

/* Calls Lua code on behalf of the value being encoded. */
void fj_enc_call(FjEnc *e, int arguments, int results);

/* Goes on with the API frame on top until another kind is on top. */
FjStep fj_api_walk(FjEnc *e);
/* These take the value on top of the stack and leave it there: the frame that goes on next
** sets the top of the stack that it needs. */
FjStep fj_api_value(FjEnc *e);   /* any value: written, or a frame opened for it */
FjStep fj_api_enter(FjEnc *e);   /* a table that is not walked raw */
FjStep fj_special_put(FjEnc *e); /* a value that a raw walker could not write */

/* Text that must be valid JSON is written as it is. */
int fj_enc_splice(FjEnc *e, const char *s, size_t n);
int fj_enc_flush(FjEnc *e);
void fj_enc_codec_push(FjEnc *e); /* the codec that __tojson gets */
/* Text of an int64_t or uint64_t cdata on top of the stack; runs tostring.  0 = it is not. */
const char *fj_enc_classic_text(int type); /* "[function]" and its like, with quotes */
int fj_special_int64(FjEnc *e, char *text, size_t *len);

/* Pushes the path of the value at fault, "$.user.tags[3]". */
void fj_path_push(FjEnc *e);

/* The same as a JSON Pointer (RFC 6901), "/user/tags/2". */
void fj_pointer_push(FjEnc *e);

extern const char
    fj_empty_array; /* its address is the light userdata fleece.empty_array */

#endif

/*
** fj_meta.h - how metatables and unusual values are encoded.  Nothing here runs Lua code.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_META_H
#define FJ_META_H

#include "enc/fj_enc.h"

enum {
  FJ_META_PLAIN,        /* nothing special: the table's keys decide */
  FJ_META_ARRAY,        /* raw, always an array */
  FJ_META_OBJECT,       /* raw, always an object */
  FJ_META_EMPTY_ARRAY,  /* raw, an array if empty */
  FJ_META_EMPTY_OBJECT, /* raw, an object if empty */
  FJ_META_BORDER,       /* the elements 1 to #t; other keys are ignored */
  FJ_META_API,          /* needs Lua code or a weak table: through the API */
  FJ_META_LENGTH,       /* the elements 1 to __len(t), through __index */
  FJ_META_REFUSE,       /* not encoded */
  /* In a dialect's table only: __jsontype chooses between */
  FJ_META_TYPED,      /* BORDER or OBJECT; */
  FJ_META_EMPTY_TYPED /* EMPTY_ARRAY or EMPTY_OBJECT */
};

/* The verdict for the metatable on top of the stack; pops it. */
int fj_meta_verdict(FjEnc *e);

/* The same in a dialect that defines what metatables mean. */
int fj_meta_dialect(FjEnc *e);

/* The same if metamethods are off: API for weak tables, which the collector may empty
** while frames are parked; else PLAIN. */
int fj_meta_weakness(FjEnc *e);

/* The __jsontype of the table at idx, as a verdict. */
int fj_meta_jsontype(FjEnc *e, int idx);

typedef enum FjMetaField {
  FJ_FIELD_TOJSON,
  FJ_FIELD_PAIRS,
  FJ_FIELD_INDEX,
  FJ_FIELD_LEN
} FjMetaField;

/* Pushes a metafield of the table at idx; 0 = there is none, and nothing is pushed. */
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
  FJ_VALUE_CDATA, /* perhaps an integer: only tostring can tell */
  FJ_VALUE_UNSUPPORTED
} FjValueClass;

/* The class of the value on top (not nil, a boolean, number, string or table). */
FjValueClass fj_meta_classify(FjEnc *e, const char **text, size_t *len);

/* Indices into the table of names.  It keeps the strings alive; no look-up allocates. */
typedef enum FjName {
  FJ_NAME_LOADED = 1, /* package.loaded itself */
  FJ_NAME_RAW,        /* the metatable of fleece.raw */
  FJ_NAME_ARRAY,      /* the metatable of fleece.array */
  FJ_NAME_OBJECT,     /* the metatable of fleece.object */
  FJ_NAME_BUFFER,     /* the metatable of fleece.buffer */
  FJ_NAME_GLOBAL,     /* the table of globals itself */
  FJ_NAME_TOSTRING,   /* the function itself */
  FJ_NAME_INDEX,      /* a function(t, k) that returns t[k] */
  FJ_NAME_MEMORY,     /* the text "not enough memory" */
  FJ_NAME_STRINGS     /* from here on: strings, in the order of fj_meta_names */
} FjName;

/* Pushes a new table of names.  fj_markers.c sets RAW to BUFFER. */
void fj_meta_names_push(lua_State *L);

/* Its address is the light userdata fleece.empty_array. */
extern const char fj_meta_empty_array;

#endif

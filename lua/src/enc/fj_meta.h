/*
** fj_meta.h - what a metatable or an odd value asks for.  Nothing here runs Lua code.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_META_H
#define FJ_META_H

#include "enc/fj_enc.h"

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
  FJ_NAME_INDEX,      /* a function(t, k) that returns t[k] */
  FJ_NAME_MEMORY,     /* the text "not enough memory" */
  FJ_NAME_STRINGS     /* from here on: strings, in the order of fj_meta_names */
} FjName;

/* Pushes a new table of names; RAW, ARRAY and OBJECT are set by their owner. */
void fj_meta_names_push(lua_State *L);

/* Its address is the light userdata fleece.empty_array. */
extern const char fj_meta_empty_array;

#endif

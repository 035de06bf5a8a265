/*
** fj_status.h - all reasons why encoding and decoding fail.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_STATUS_H
#define FJ_STATUS_H

/* clang-format off */
/* FJ_STATUS(name, text, example): `text` is the start of the message that users see; the
** binding appends the place.  `example` is a Lua expression that triggers the status. */
#define FJ_STATUS_LIST(FJ_STATUS) \
  FJ_STATUS(OK, "no error", "fleece.encode(1)") \
  FJ_STATUS(MEMORY, "not enough memory", "an allocator that refuses") \
  FJ_STATUS(DEPTH, "nesting deeper than", "fleece.encode({{{}}}, {max_depth = 2})") \
  FJ_STATUS(CYCLE, "reference cycle", "local t = {} t[1] = t fleece.encode(t)") \
  FJ_STATUS(NUMBER, "cannot encode", "fleece.encode(0/0)") \
  FJ_STATUS(TYPE, "cannot encode", "fleece.encode(print)") \
  FJ_STATUS(KEY, "cannot encode a key of type", "fleece.encode({[true] = 1})") \
  FJ_STATUS(MIXED, "cannot encode a number key", "fleece.encode({1, x = 2}, {mixed_keys = 'error'})") \
  FJ_STATUS(MARKED, "table is marked as an array but has another key", "fleece.encode(fleece.array{x = 1})") \
  FJ_STATUS(UTF8, "invalid UTF-8", "fleece.encode('\\255')") \
  FJ_STATUS(SPARSE, "sparse array", "fleece.encode({[1000] = 1})") \
  FJ_STATUS(DUPLICATE, "duplicate key", "fleece.encode({1, ['1'] = 2}, {canonical = true})") \
  FJ_STATUS(INEXACT, "integer is not exact in canonical JSON", "fleece.encode(2^53|0 + 1, {canonical = true})") \
  FJ_STATUS(CHANGED, "table was changed while it was being encoded", "a metamethod that inserts") \
  FJ_STATUS(TOJSON, "__tojson must return a string of valid JSON", "a __tojson that returns '{'") \
  FJ_STATUS(STACK, "nesting too deep for this Lua's stack", "a million proxies in one another") \
  FJ_STATUS(REFUSED, "not encoded by this dialect", "a drop-in that leaves it to Lua code") \
  FJ_STATUS(YIELD, "cannot yield inside", "a __tojson that yields, in a coroutine") \
  FJ_STATUS(SINK, "sink", "fleece.encode_to(closed_file, 1)") \
  /* Decoding: each has the offset of the first wrong byte. */ \
  FJ_STATUS(END, "unexpected end of text", "fleece.decode('[1')") \
  FJ_STATUS(VALUE, "expected a value", "fleece.decode('[,]')") \
  FJ_STATUS(TRAILING, "expected the end of the text", "fleece.decode('[] 1')") \
  FJ_STATUS(OBJECT_KEY, "expected a string as object key", "fleece.decode('{1:2}')") \
  FJ_STATUS(COLON, "expected ':' after object key", "fleece.decode('{\"a\" 1}')") \
  FJ_STATUS(ARRAY_NEXT, "expected ',' or ']' after array element", "fleece.decode('[1 2]')") \
  FJ_STATUS(OBJECT_NEXT, "expected ',' or '}' after object member", "fleece.decode('{\"a\":1 2}')") \
  FJ_STATUS(LITERAL, "invalid literal", "fleece.decode('trux')") \
  FJ_STATUS(NUMBER_SYNTAX, "invalid number", "fleece.decode('01')") \
  FJ_STATUS(NUMBER_RANGE, "number out of range", "fleece.decode('1e400')") \
  FJ_STATUS(BIGINT, "integer out of range", "fleece.decode(('9'):rep(30), {bigint = 'error'})") \
  FJ_STATUS(CONTROL, "control character in string", "fleece.decode('\"\\n\"')") \
  FJ_STATUS(ESCAPE, "invalid escape in string", "fleece.decode([[\"\\x\"]])") \
  FJ_STATUS(UNICODE, "invalid \\u escape in string", "fleece.decode([[\"\\u12\"]])") \
  FJ_STATUS(SURROGATE, "lone surrogate in string", "fleece.decode([[\"\\ud800\"]])") \
  FJ_STATUS(TEXT_UTF8, "invalid UTF-8", "fleece.decode('\"\\255\"')") \
  FJ_STATUS(MAX_BYTES, "text longer than max_bytes", "fleece.decode('[1,2]', {max_bytes = 4})") \
  FJ_STATUS(MAX_KEYS, "more keys than max_keys", "fleece.decode('{\"a\":1}', {max_keys = 0})") \
  FJ_STATUS(MAX_STRING, "string longer than max_string", "fleece.decode('\"ab\"', {max_string = 1})") \
  FJ_STATUS(BOM, "byte order mark", "fleece.decode('\\239\\187\\191[]')")
/* clang-format on */

#define FJ_STATUS_CODE(name, text, example) FJ_ERR_##name,
typedef enum FjStatus { FJ_STATUS_LIST(FJ_STATUS_CODE) FJ_STATUS_COUNT } FjStatus;
#undef FJ_STATUS_CODE

const char *fj_status_name(FjStatus status); /* "MEMORY"; for programs */
const char *fj_status_text(FjStatus status); /* "not enough memory"; for people */

#endif

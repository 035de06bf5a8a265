/*
** fj_walk_impl.h - the raw walker: reads tables below the Lua API, writes JSON.
** Owns: the hot loops.  Must not know: layouts, instruction sets, metamethods, sinks,
** errors.
**
** Bound by isa/fj_isa_impl.h: without FJ_WALK, the part that all profiles share; then,
** for each FJ_WALK_PROFILE, the function FJ_WALK.
**
** Invariants: `w` is the write pointer and `fr` the top frame; at the start of every
** value w <= limit, so a short string, a number or a bracket needs no check (fj_buf.h).
** A value is followed by its comma, and a closing bracket overwrites the last comma.
** When the walker returns, `fr->i` is the position of a value that is complete or will be
** before the walker runs again.
** SPDX-License-Identifier: MIT
**
** No include guard: bound many times.
*/

#ifndef FJ_WALK

/* How many tables ahead each step of fj_walk_fetch works. */
#  ifndef FJ_WALK_AHEAD
#    define FJ_WALK_AHEAD
enum { FJ_FETCH_NEXT = 2, FJ_FETCH_SOONER = 4, FJ_FETCH_LATER = 6 };
#  endif

/* -- Scalars -------------------------------------------------------------------------- */

FJ_INLINE char *fj_walk_put_int(FjProfile profile, FjEnc *e, char *w, VmValue v) {
  if (profile == FJ_PROFILE_FULL)
    return FJ_VM_HAS_INT ? fj_text_int(e, w, vm_int(v))
                         : fj_text_float(e, w, (double)vm_int(v));
  if (profile == FJ_PROFILE_ANY && FJ_UNLIKELY(e->opt->numbers == FJ_NUMBERS_ALL_G) &&
      !fj_text_has_all_digits(e->opt, vm_int(v)))
    return fj_text_int(e, w, vm_int(v));
  return fj_put_i64(w, vm_int(v));
}

FJ_INLINE char *fj_walk_put_float(FjProfile profile, FjEnc *e, char *w, VmValue v) {
  double d = vm_float(v);
  int64_t i;
  if (profile == FJ_PROFILE_FULL) return fj_text_float(e, w, d);
  if (profile == FJ_PROFILE_ANY && FJ_UNLIKELY(!fj_numbers_shortest(e->opt)))
    return fj_text_float_rounded(e, w, d);
  if (FJ_LIKELY(fj_double_is_int_below(d, FJ_BITS_2_53, &i))) return fj_put_i64(w, i);
  if (FJ_UNLIKELY(!(d - d == 0))) return fj_text_nonfinite(e, w, d);
  return fj_put_double_shortest(w, fj_double_bits(d), e->form);
}

/* The window may be too small for a string that no vector holds; a key may have passed
** its limit. */
FJ_INLINE int fj_walk_fits(const FjEnc *e, const char *w, const char *s, size_t n) {
  if (FJ_LIKELY(fj_vec_short_ok(s, n)) || n <= FJ_SHORT_MAX) return 1;
  return (e->buf.limit - w) / FJ_ESCAPE_MAX >= (ptrdiff_t)n;
}

/* -- Looking ahead ------------------------------------------------------------------------ */

/* Tables, their slots and their strings are scattered in memory.  While one table is
** written, the next ones are prefetched step by step, because each step needs the data of
** the one before.  Only the start of a large table is prefetched; the hardware does the
** rest.  Plain strings are not prefetched: no pointer is read from them, so out-of-order
** execution hides their latency. */
FJ_INLINE void fj_walk_fetch(VmValue later, VmValue sooner, VmValue next) {
  if (vm_is_table(later)) FJ_PREFETCH(vm_table(later));
  if (vm_is_table(sooner)) {
    const VmTable *t = vm_table(sooner);
    const char *slots = (const char *)vm_node_first(t);
    if (vm_node_slots(t) == 0) {
      FJ_PREFETCH(vm_array_start(t));
    } else {
      FJ_PREFETCH(slots); /* sixteen nodes of 24 bytes */
      FJ_PREFETCH(slots + 64);
      FJ_PREFETCH(slots + 128);
      FJ_PREFETCH(slots + 192);
      FJ_PREFETCH(slots + 256);
      FJ_PREFETCH(slots + 320);
    }
  }
  if (vm_is_table(next)) {
    const VmTable *t = vm_table(next);
    const VmNode *node = vm_node_first(t), *end;
    size_t n = vm_node_slots(t);
    for (end = node + (n < 8 ? n : 8); node != end; node++) {
      /* Without jumps: the kinds of the values may be random.  The node is cached. */
      VmValue v = vm_node_value(node);
      FJ_PREFETCH(vm_is_string(v) | vm_is_table(v) ? vm_value_object(v) : node);
    }
  }
}

#else /* FJ_WALK: a profile */

/* -- Strings --------------------------------------------------------------------------- */

/* The condition is constant, so only one call is compiled. */
#  define FJ_WALK_TEXT(w, s, n)                                                          \
    (FJ_WALK_PROFILE == FJ_PROFILE_E0     ? fj_escape_put_raw(w, s, n)                   \
     : FJ_WALK_PROFILE == FJ_PROFILE_JSON ? fj_escape_put_json(w, s, n)                  \
                                          : fj_escape_put_any(w, s, n, e->escape))

/* A string between quotes, with its comma after it.  NULL = failed, or too long (see
** fj_text_string). */
FJ_INLINE char *FJ_WALK_STRING(FjEnc *e, char *w, VmValue v) {
  size_t n;
  const char *s = vm_string(v, &n);
  char *x;
  if (FJ_UNLIKELY(!fj_walk_fits(e, w, s, n))) {
    x = fj_text_string(e, w, s, n);
    if (x != NULL) *x = ',';
    return x;
  }
  *w = '"';
  x = FJ_WALK_TEXT(w + 1, s, n);
  if (FJ_WALK_PROFILE != FJ_PROFILE_E0 && FJ_UNLIKELY(x == NULL)) {
    fj_enc_fail_utf8(e, s, n, "string");
    return NULL;
  }
  memcpy(x, "\",", 2);
  return x + 1;
}

/* A key, its colon, and its space in pretty text. */
FJ_INLINE char *FJ_WALK_KEY(FjEnc *e, char *w, VmValue k) {
  size_t n;
  const char *s = vm_string(k, &n);
  char *x;
  if (FJ_UNLIKELY(!fj_vec_short_ok(s, n) && n > FJ_SHORT_MAX)) {
    x = fj_text_key(e, w, s, n);
    if (x == NULL) return NULL;
    *x = ':';
    return x + 1;
  }
  if (FJ_WALK_PROFILE >= FJ_PROFILE_ANY && FJ_UNLIKELY(n == e->opt->refuse_len) &&
      fj_text_key_refused(e, s, n))
    return NULL;
  *w = '"';
  x = FJ_WALK_TEXT(w + 1, s, n);
  if (FJ_WALK_PROFILE != FJ_PROFILE_E0 && FJ_UNLIKELY(x == NULL)) {
    fj_enc_fail_utf8(e, s, n, "key");
    return NULL;
  }
  memcpy(x, "\":", 2);
  return x + 2;
}

/* -- The walk --------------------------------------------------------------------------- */

/* Writes the value `v`, or jumps to a label of FJ_WALK; hence these are macros.  `at`
** stores the position in the frame.  It runs only on exits, because the loops keep the
** position in a register. */
#  define FJ_WALK_PUT(call, at)                                                          \
    {                                                                                    \
      char *x_ = call;                                                                   \
      if (FJ_UNLIKELY(x_ == NULL)) {                                                     \
        at;                                                                              \
        goto failed;                                                                     \
      }                                                                                  \
      w = x_;                                                                            \
    }

#  define FJ_WALK_VALUE(x, at)                                                           \
    if (vm_is_string(x)) {                                                               \
      FJ_WALK_PUT(FJ_WALK_STRING(e, w, x), v = x; at)                                    \
    } else {                                                                             \
      if (vm_is_int(x)) {                                                                \
        FJ_WALK_PUT(fj_walk_put_int(FJ_WALK_PROFILE, e, w, x), at)                       \
      } else if (vm_is_float(x)) {                                                       \
        FJ_WALK_PUT(fj_walk_put_float(FJ_WALK_PROFILE, e, w, x), at)                     \
      } else if (vm_is_table(x)) {                                                       \
        at;                                                                              \
        t = vm_table(x);                                                                 \
        goto enter;                                                                      \
      } else if (vm_is_literal(x, e->null_word)) {                                       \
        size_t which_ = vm_literal(x, e->null_word);                                     \
        memcpy(w, fj_text_literals[which_], sizeof fj_text_literals[0]);                 \
        w += which_ == 0 ? 5 : 4;                                                        \
      } else {                                                                           \
        v = x;                                                                           \
        at;                                                                              \
        goto other;                                                                      \
      }                                                                                  \
      *w = ',';                                                                          \
    }                                                                                    \
    if (FJ_UNLIKELY(w > e->buf.limit)) {                                                 \
      at;                                                                                \
      goto room;                                                                         \
    }

#  define FJ_WALK_FULL (FJ_WALK_PROFILE == FJ_PROFILE_FULL)
#  define FJ_WALK_NEWLINE(level, at)                                                     \
    if (FJ_WALK_FULL && e->opt->pretty) FJ_WALK_PUT(fj_text_newline(e, w, level), at)
#  define FJ_WALK_SPACE()                                                                \
    if (FJ_WALK_FULL && e->opt->pretty) *w++ = ' '
#  define FJ_WALK_SKIP(v, k, otherwise)                                                  \
    if (FJ_WALK_FULL && e->opt->unsupported == FJ_UNSUPPORTED_SKIP) {                    \
      int skip_ = fj_backend_skips(e, fr, v, k);                                         \
      if (skip_ < 0) goto failed;                                                        \
      if (skip_ > 0) otherwise;                                                          \
    }
#  define FJ_WALK_SORTS() (FJ_WALK_FULL && e->opt->sort != FJ_SORT_NO)

static FjStep FJ_WALK(FjEnc *e) {
  char *w = e->w;
  FjFrame *fr = &e->frames[e->depth - 1];
  const VmTable *t = (const VmTable *)fr->table;
  const VmNode *node = NULL, *node_end = NULL;
  VmArray arr;
  VmValue v, k;
  size_t i, n;
  FjFrame *ahead;
  int verdict;

  if (fr->kind == FJ_FRAME_ENTER) goto entered;
  goto value_done;

enter: /* `t` is the value at the frame's position */
  if (FJ_UNLIKELY(e->depth == e->depth_stop) && !fj_enc_deeper(e, t)) goto failed;
  fr = &e->frames[e->depth++];
  fr->table = t;
  fr->parked = 0;
  fr->numbers_ok = 0;
entered:
  if (FJ_UNLIKELY(w > e->buf.limit)) { /* w is unchecked after the key of a table */
    e->w = w;
    if (!fj_enc_grow(e, FJ_WINDOW_SLACK)) goto failed;
    w = e->w;
  }
  fr->kind = FJ_FRAME_ENTER;
  fr->start = (size_t)(w - e->buf.base);
  verdict = FJ_META_PLAIN;
  if (FJ_UNLIKELY(vm_table_metatable(t) != NULL)) {
    verdict = fj_backend_verdict(e, vm_table_metatable(t));
    if (verdict != FJ_META_PLAIN) goto marked;
  }
  n = vm_array_last(t);
  arr = vm_array_of(t);
  if (vm_node_slots(t) != 0) {
    node = vm_node_first(t);
    node_end = node + vm_node_slots(t);
    while (node != node_end && vm_is_nil(vm_node_value(node))) node++;
    if (node != node_end) {
      if (!vm_is_string(vm_node_key(node))) goto count;
      fr->numbers_ok = 0;
      if (FJ_WALK_SORTS()) goto sorted;
      fr->kind = FJ_FRAME_OBJECT;
      *w++ = '{';
      if (n == 0 && (VM_ARRAY_BASE == 1 || vm_is_nil(vm_array_zero(t)))) goto node_live;
      i = VM_ARRAY_BASE;
      goto mixed;
    }
  }
  while (n != 0 && vm_is_nil(vm_array_get(arr, n))) n--;
  if (VM_ARRAY_BASE == 0 && !vm_is_nil(vm_array_zero(t))) goto count;
  if (n == 0) goto empty;
  fr->n = n;
  if (FJ_UNLIKELY(e->holes_first) && fj_backend_has_hole(t, n)) goto hole;
  fr->nulls = 0;

array: /* array part only, with n elements */
  fr->kind = FJ_FRAME_ARRAY;
  *w++ = '[';
  for (i = 1;; i++) {
    {
      VmValue x = vm_array_get(arr, i);
      if (vm_is_table(x) && n - i >= FJ_FETCH_LATER) {
        VmValue later = vm_array_get(arr, i + FJ_FETCH_LATER);
        VmValue sooner = vm_array_get(arr, i + FJ_FETCH_SOONER);
        fj_walk_fetch(later, sooner, vm_array_get(arr, i + FJ_FETCH_NEXT));
      }
      FJ_WALK_SKIP(x, vm_value_nil(), goto array_skipped);
      FJ_WALK_NEWLINE(e->depth, fr->i = i);
      FJ_WALK_VALUE(x, fr->i = i)
    }
  array_done:
    w++;
  array_skipped:
    if (i == n) break;
  }
array_close:
  if (!FJ_WALK_FULL || w[-1] == ',') {
    w--;
    FJ_WALK_NEWLINE(e->depth - 1, );
  }
  *w++ = ']';
  goto leave;

  /* -- Objects: the array part, if any, then the nodes ------------------------------------- */

node_next:
  for (;;) {
    do {
      if (++node == node_end) goto object_close;
    } while (vm_is_nil(vm_node_value(node)));
  node_live : {
    VmValue x = vm_node_value(node), key = vm_node_key(node);
    FJ_WALK_SKIP(x, key, continue);
    FJ_WALK_NEWLINE(e->depth, fr->node = node);
    if (FJ_LIKELY(vm_is_string(key))) {
      FJ_WALK_PUT(FJ_WALK_KEY(e, w, key), fr->node = node)
    } else {
      FJ_WALK_PUT(fj_backend_key(e, w, fr, key), fr->node = node)
      *w++ = ':';
    }
    FJ_WALK_SPACE();
    if (vm_is_table(x) && node_end - node > FJ_FETCH_LATER) {
      VmValue later = vm_node_value(node + FJ_FETCH_LATER);
      VmValue sooner = vm_node_value(node + FJ_FETCH_SOONER);
      fj_walk_fetch(later, sooner, vm_node_value(node + FJ_FETCH_NEXT));
    }
    FJ_WALK_VALUE(x, fr->node = node)
  }
  node_done:
    w++;
  }

mixed: /* the array part of an object: positions i..n */
  fr->node = NULL;
  for (; i <= n; i++) {
    v = VM_ARRAY_BASE == 0 && i == 0 ? vm_array_zero(t) : vm_array_get(arr, i);
    if (vm_is_nil(v)) continue;
    FJ_WALK_SKIP(v, vm_value_nil(), continue);
    FJ_WALK_NEWLINE(e->depth, fr->i = i);
    FJ_WALK_PUT(fj_text_number_key(e, w, fr, 1, (int64_t)i, 0), fr->i = i)
    *w++ = ':';
    FJ_WALK_SPACE();
    FJ_WALK_VALUE(v, fr->i = i)
  mixed_done:
    w++;
  }
  if (vm_node_slots(t) == 0) goto object_close;
  node = vm_node_first(t);
  node_end = node + vm_node_slots(t);
  if (vm_is_nil(vm_node_value(node))) goto node_next;
  goto node_live;

object_close:
  if (w[-1] == ',') {
    w--;
    FJ_WALK_NEWLINE(e->depth - 1, );
  }
  *w++ = '}';

leave: /* the frame's value is complete */
  if (--e->depth == 0) goto out;
  fr--;

value_done: /* the value at the frame's position is complete, but without its comma */
  if (FJ_UNLIKELY(fr->kind >= FJ_FRAME_API)) goto out;
  if (FJ_UNLIKELY(fr->parked) && fj_backend_changed(e, fr)) goto failed;
  *w = ',';
  if (FJ_UNLIKELY(w > e->buf.limit)) goto room;
room_made:
  t = (const VmTable *)fr->table;
  arr = vm_array_of(t);
  i = fr->i;
  switch (fr->kind) {
  case FJ_FRAME_ARRAY: n = fr->n; goto array_done;
  case FJ_FRAME_OBJECT:
    if (fr->node == NULL) {
      n = vm_array_last(t);
      goto mixed_done;
    }
    node = (const VmNode *)fr->node;
    node_end = vm_node_first(t) + vm_node_slots(t);
    goto node_done;
  default: goto ordered_done;
  }

  /* -- Rarer forms ------------------------------------------------------------------------- */

empty:
  if (verdict == FJ_META_PLAIN
          ? e->opt->empty_array
          : verdict != FJ_META_OBJECT && verdict != FJ_META_EMPTY_OBJECT)
    memcpy(w, "[]", 2);
  else
    memcpy(w, "{}", 2);
  w += 2;
  goto leave;

marked:
  if (verdict == FJ_META_BORDER) {
    n = vm_array_last(t);
    arr = vm_array_of(t);
    while (n != 0 && vm_is_nil(vm_array_get(arr, n))) n--;
    if (vm_node_slots(t) != 0 || fj_backend_has_hole(t, n))
      goto driver; /* Lua finds the border */
    if (n == 0) goto empty;
    fr->n = n;
    fr->nulls = 0;
    goto array;
  }
  if (verdict >= FJ_META_API) { /* the driver opens a frame of another kind for it */
  driver:
    e->depth--;
    v = vm_value_of_table(t);
    goto special;
  }

count: /* integer keys in the hash part, or a marker: count first */
  switch (fj_backend_form(e, fr, verdict)) {
  case FJ_FORM_ERROR: goto failed;
  case FJ_FORM_OBJECT: goto object;
  case FJ_FORM_ARRAY: fr->nulls = 0; break;
  case FJ_FORM_NULLS: fr->nulls = 1; break;
  }
  if (fr->n == 0) goto empty;
  arr = vm_array_of(t);
  n = fr->n;
  if (fr->k == 0) goto array;
  fr->kind = FJ_FRAME_SPARSE;
  if (!fj_backend_gather(e, fr)) goto failed;
  *w++ = '[';
  i = 0;
  goto ordered;

hole: /* array part only, with a nil before its last element */
  switch (fj_backend_hole_form(e, fr)) {
  case FJ_FORM_ERROR: goto failed;
  case FJ_FORM_OBJECT: break;
  default:
    verdict = FJ_META_PLAIN;
    if (fr->n == 0) goto empty; /* Lua code removed the elements */
    fr->nulls = 1;
    arr = vm_array_of(t);
    n = fr->n;
    goto array;
  }

object: /* not an array, whatever its keys are */
  if (FJ_WALK_SORTS()) goto sorted;
  fr->kind = FJ_FRAME_OBJECT;
  *w++ = '{';
  n = vm_array_last(t);
  arr = vm_array_of(t);
  i = VM_ARRAY_BASE;
  if (n != 0 || VM_ARRAY_BASE == 0) goto mixed;
  if (vm_node_slots(t) == 0) goto object_close;
  node = vm_node_first(t);
  node_end = node + vm_node_slots(t);
  if (vm_is_nil(vm_node_value(node))) goto node_next;
  goto node_live;

sorted:
  if (e->opt->sort == FJ_SORT_CALL) { /* Lua code compares the keys */
    verdict = FJ_META_API;
    goto marked;
  }
  fr->kind = FJ_FRAME_SORTED;
  if (!fj_backend_gather(e, fr)) goto failed;
  *w++ = '{';
  i = 0;

ordered: /* FJ_FRAME_SPARSE: indices; FJ_FRAME_SORTED: entries; i of fr->n are written */
  while (i != fr->n) {
    fr->i = ++i;
    k = vm_value_nil();
    v = fj_backend_next(e, fr, &k);
    if (fr->kind == FJ_FRAME_SORTED && vm_is_nil(v)) continue; /* Lua code removed it */
    FJ_WALK_SKIP(v, k, continue);
    FJ_WALK_NEWLINE(e->depth, );
    if (fr->kind == FJ_FRAME_SORTED) {
      if (vm_is_string(k)) {
        FJ_WALK_PUT(FJ_WALK_KEY(e, w, k), )
      } else {
        FJ_WALK_PUT(fj_backend_key(e, w, fr, k), )
        *w++ = ':';
      }
      FJ_WALK_SPACE();
    }
    FJ_WALK_VALUE(v, )
  ordered_done:
    w++;
  }
  e->entry_top = fr->entries;
  if (fr->kind == FJ_FRAME_SORTED) goto object_close;
  if (w[-1] == ',') goto array_close;
  *w++ = ']';
  goto leave;

  /* -- Exits --------------------------------------------------------------------------------- */

other: /* nil, light userdata, function, userdata, thread, cdata */
  if (vm_is_nil(v)) {
    ahead = fr->nulls || fr->parked ? NULL : fj_backend_hole_ahead(e);
    if (ahead != NULL) goto taken_back;
    memcpy(w, "null", 4);
    w += 4;
    goto value_done;
  }
  {
    char *x = fj_backend_other(e, w, v);
    if (x != NULL) {
      w = x;
      goto value_done;
    }
  }
special:
  e->w = w;
  ahead = fj_backend_hole_ahead(e);
  if (FJ_UNLIKELY(ahead != NULL)) goto taken_back;
  return fj_backend_special(e, v);

taken_back: /* `ahead` is written again as a table with a hole */
  fr = ahead;
  t = (const VmTable *)fr->table;
  w = e->buf.base + fr->start;
  goto hole;

room: /* the value is complete and w is beyond the limit */
  e->w = w;
  {
    FjStep step = fj_enc_room(e);
    if (step != FJ_STEP_NEXT) return step;
  }
  w = e->w;
  *w = ',';
  goto room_made;

failed:
  if (e->too_long) {
    e->too_long = 0;
    goto special;
  }
  if (e->err.status != FJ_ERR_MEMORY) {
    ahead = fj_backend_hole_ahead(e);
    if (ahead != NULL) goto taken_back;
  }
  return FJ_STEP_ERROR;

out:
  e->w = w;
  return FJ_STEP_NEXT;
}

#  undef FJ_WALK
#  undef FJ_WALK_STRING
#  undef FJ_WALK_KEY
#  undef FJ_WALK_TEXT
#  undef FJ_WALK_PROFILE
#  undef FJ_WALK_PUT
#  undef FJ_WALK_FULL
#  undef FJ_WALK_VALUE
#  undef FJ_WALK_NEWLINE
#  undef FJ_WALK_SPACE
#  undef FJ_WALK_SKIP
#  undef FJ_WALK_SORTS
#endif

/*
** fj_backend_impl.h - the cold half of the raw walker: array or object, order, keys that
** are not strings, and pushing values on the Lua stack.
** Owns: cold code that needs a layout.  Must not know: instruction sets, the layout.
** Invariant: only fj_backend_skips runs Lua code (tostring).  Functions pop what they
** push, except it, fj_backend_special and the operation `push`.
** SPDX-License-Identifier: MIT
**
** No include guard: fj_backend.c binds this once for each layout.  Without FJ_BACKEND it
** only declares the functions that the raw walkers of one layout call.
*/

/* Counts the table's keys and decides its form; ERROR has set err.  Sets f->n to the
** highest index of an array and f->k to the number of its elements in the hash part.
** `verdict` is an FJ_META_*. */
FjForm fj_backend_form(FjEnc *e, FjFrame *f, int verdict);

/* The sparse policy for an array part with a hole below its last element. */
FjForm fj_backend_hole_form(FjEnc *e, FjFrame *f);

/* Whether there is a nil in 1..n of the array part. */
int fj_backend_has_hole(const VmTable *t, size_t n);

/* Finds the outermost array on the path that has an unnoticed hole and makes it the top
** frame again; NULL = there is none.  Called before Lua code runs or an error ends the
** walk, because a hole can turn the array into an object or an error, and Lua code may
** change the table.  Parked arrays are not rewritten, because Lua code has seen them.
** After the first hit, arrays are searched when they are opened, so this happens once. */
FjFrame *fj_backend_hole_ahead(FjEnc *e);

/* Pushes the entries of a FJ_FRAME_SPARSE or FJ_FRAME_SORTED frame, in output order.
** 0 = error. */
int fj_backend_gather(FjEnc *e, FjFrame *f);

/* The member at f->i of such a frame; *key is set for FJ_FRAME_SORTED only. */
VmValue fj_backend_next(FjEnc *e, FjFrame *f, VmValue *key);

int fj_backend_verdict(FjEnc *e, const VmTable *metatable);

/* A key that is not a string, between quotes; NULL = error. */
char *fj_backend_key(FjEnc *e, char *w, const FjFrame *f, VmValue key);

/* Writes null or a sentinel; NULL = the value needs the driver. */
char *fj_backend_other(FjEnc *e, char *w, VmValue v);

/* Pushes the value on the Lua stack for the driver and parks every raw frame. */
FjStep fj_backend_special(FjEnc *e, VmValue v);

/* Resumes a parked frame: drops the values above it on the Lua stack.  1 = the vectors of
** its table have changed; sets err. */
int fj_backend_changed(FjEnc *e, const FjFrame *f);

/* Whether unsupported = "skip" drops the value of this key (nil in an array); -1 = error.
** If this ran Lua code, the Lua stack keeps key and value alive for the walker. */
int fj_backend_skips(FjEnc *e, FjFrame *f, VmValue v, VmValue k);

#ifdef FJ_BACKEND

/* -- Array or object ----------------------------------------------------------------------------- */

/* The key as an array index, or 0.  An index is a positive integer; an integral double is
** one, too. */
static size_t fj_backend_key_index(VmValue k) {
  if (vm_is_int(k))
    return vm_int(k) > 0 && vm_int(k) <= FJ_INDEX_MAX ? (size_t)vm_int(k) : 0;
  if (vm_is_float(k)) {
    double d = vm_float(k);
    if (d >= 1 && d <= (double)FJ_INDEX_MAX && d == (double)(int64_t)d) return (size_t)d;
  }
  return 0;
}

static size_t fj_backend_array_count(const VmTable *t, size_t *last) {
  size_t n = vm_array_last(t), i, count = 0;
  VmArray a = vm_array_of(t);
  *last = 0;
  for (i = 1; i <= n; i++)
    if (!vm_is_nil(vm_array_get(a, i))) {
      *last = i;
      count++;
    }
  return count;
}

int fj_backend_has_hole(const VmTable *t, size_t n) {
  VmArray a = vm_array_of(t);
  size_t i;
  for (i = 1; i < n; i++)
    if (vm_is_nil(vm_array_get(a, i))) return 1;
  return 0;
}

FjForm fj_backend_hole_form(FjEnc *e, FjFrame *f) {
  size_t count = fj_backend_array_count((const VmTable *)f->table, &f->n);
  FjForm form = fj_enc_sparse(e, f->n, count);
  f->numbers_ok = form == FJ_FORM_OBJECT;
  return form;
}

static FjFrame *fj_backend_hole_find(const FjEnc *e) {
  size_t i = e->depth;
  while (i > 0 && !e->frames[i - 1].parked) i--;
  for (; i < e->depth; i++) {
    FjFrame *f = &e->frames[i];
    if (f->kind == FJ_FRAME_ARRAY && !f->nulls &&
        fj_backend_has_hole((const VmTable *)f->table, f->n))
      return f;
  }
  return NULL;
}

FjFrame *fj_backend_hole_ahead(FjEnc *e) {
  FjFrame *f = fj_backend_hole_find(e);
  size_t i;
  if (f == NULL) return NULL;
  for (i = (size_t)(f - e->frames) + 1; i < e->depth; i++)
    if (e->frames[i].kind == FJ_FRAME_SPARSE || e->frames[i].kind == FJ_FRAME_SORTED) {
      e->entry_top = e->frames[i].entries;
      break;
    }
  e->depth = (size_t)(f - e->frames) + 1;
  f->kind = FJ_FRAME_ENTER;
  e->holes_first = 1;
  fj_enc_fail(e, FJ_ERR_OK);
  return f;
}

FjForm fj_backend_form(FjEnc *e, FjFrame *f, int verdict) {
  const VmTable *t = (const VmTable *)f->table;
  const VmNode *node = vm_node_first(t), *end = node + vm_node_slots(t);
  size_t max, count = fj_backend_array_count(t, &max);
  FjForm form;
  int pure = VM_ARRAY_BASE == 1 || vm_is_nil(vm_array_zero(t));
  f->k = 0;
  f->numbers_ok = 0;
  for (; node != end; node++) {
    size_t index;
    if (vm_is_nil(vm_node_value(node))) continue;
    index = fj_backend_key_index(vm_node_key(node));
    if (index == 0) {
      pure = 0;
      break;
    }
    if (index > max) max = index;
    count++;
    f->k++;
  }
  f->n = max;
  if (verdict == FJ_META_OBJECT) {
    f->numbers_ok = 1;
    return FJ_FORM_OBJECT;
  }
  if (!pure) {
    if (verdict != FJ_META_ARRAY) return FJ_FORM_OBJECT;
    fj_enc_fail_table(e, FJ_ERR_MARKED);
    return FJ_FORM_ERROR;
  }
  if (max == count) return FJ_FORM_ARRAY;
  form = fj_enc_sparse(e, max, count);
  f->numbers_ok = form == FJ_FORM_OBJECT;
  return form;
}

/* -- Ordered members -------------------------------------------------------------------- */

static VmValue fj_backend_member_at(const VmTable *t, size_t pos, VmValue *key) {
  size_t last = vm_array_last(t);
  const VmNode *node;
  if (pos <= last) {
    *key = vm_value_nil(); /* stands for the integer `pos` */
    return VM_ARRAY_BASE == 0 && pos == 0 ? vm_array_zero(t)
                                          : vm_array_get(vm_array_of(t), pos);
  }
  node = vm_node_first(t) + (pos - last - 1);
  if (!vm_is_nil(vm_node_value(node))) *key = vm_node_key(node);
  return vm_node_value(node);
}

static int fj_backend_gather_one(FjEnc *e, FjFrame *f, size_t pos, VmValue k) {
  FjEntry *x = fj_order_entry(e);
  char *room;
  if (x == NULL) return 0;
  x->pos = pos;
  if (f->kind == FJ_FRAME_SPARSE) {
    x->rank = (int64_t)fj_backend_key_index(k);
    return 1;
  }
  if (vm_is_string(k)) {
    x->text = vm_string(k, &x->len);
    return 1;
  }
  /* Number keys (and other keys of classic) are sorted by their text. */
  room = fj_order_key_room(e);
  return room != NULL && fj_order_entry_text(e, x, fj_backend_key(e, room, f, k));
}

int fj_backend_gather(FjEnc *e, FjFrame *f) {
  const VmTable *t = (const VmTable *)f->table;
  size_t last = vm_array_last(t), pos;
  const VmNode *node = vm_node_first(t);
  size_t slots = vm_node_slots(t), i;
  f->entries = e->entry_top;
  f->k = 0;
  e->key_text_len = e->key_text_keep;
  if (f->kind == FJ_FRAME_SORTED)
    for (pos = VM_ARRAY_BASE; pos <= last; pos++) {
      VmValue k;
      FjEntry *x;
      char *room;
      f->i = pos;
      f->node = NULL;
      if (vm_is_nil(fj_backend_member_at(t, pos, &k))) continue;
      x = fj_order_entry(e);
      room = x == NULL ? NULL : fj_order_key_room(e);
      if (room == NULL) return 0;
      x->pos = pos;
      if (!fj_order_entry_text(e, x, fj_text_number_key(e, room, f, 1, (int64_t)pos, 0)))
        return 0;
    }
  for (i = 0; i < slots; i++, node++)
    if (!vm_is_nil(vm_node_value(node)) &&
        !fj_backend_gather_one(e, f, last + 1 + i, vm_node_key(node)))
      return 0;
  if (f->kind == FJ_FRAME_SPARSE) return fj_order_by_rank(e, f->entries);
  f->n = e->entry_top - f->entries;
  return fj_order_by_key(e, f->entries);
}

VmValue fj_backend_next(FjEnc *e, FjFrame *f, VmValue *key) {
  const VmTable *t = (const VmTable *)f->table;
  const FjEntry *x = e->entries + f->entries;
  if (f->kind == FJ_FRAME_SORTED) return fj_backend_member_at(t, x[f->i - 1].pos, key);
  if (f->i <= vm_array_last(t)) return vm_array_get(vm_array_of(t), f->i);
  if (f->entries + f->k < e->entry_top && x[f->k].rank == (int64_t)f->i)
    return fj_backend_member_at(t, x[f->k++].pos, key);
  return vm_value_nil();
}

/* -- Rare keys and values --------------------------------------------------------------- */

char *fj_backend_key(FjEnc *e, char *w, const FjFrame *f, VmValue key) {
  switch (vm_value_kind(key)) {
  case VM_NIL: { /* array part index (fj_backend_next) */
    const FjEntry *x = &e->entries[f->entries + f->i - 1];
    return fj_text_number_key(e, w, f, 1, (int64_t)x->pos, 0);
  }
  case VM_INT: return fj_text_number_key(e, w, f, 1, vm_int(key), 0);
  case VM_FLOAT: return fj_text_number_key(e, w, f, 0, 0, vm_float(key));
  case VM_TRUE: return fj_text_other_key(e, w, LUA_TBOOLEAN, 1);
  case VM_FALSE: return fj_text_other_key(e, w, LUA_TBOOLEAN, 0);
  case VM_TABLE: return fj_text_other_key(e, w, LUA_TTABLE, 0);
  case VM_FUNCTION: return fj_text_other_key(e, w, LUA_TFUNCTION, 0);
  case VM_LIGHTUSERDATA: return fj_text_other_key(e, w, LUA_TLIGHTUSERDATA, 0);
  case VM_THREAD: return fj_text_other_key(e, w, LUA_TTHREAD, 0);
  default: return fj_text_other_key(e, w, LUA_TUSERDATA, 0);
  }
}

static void fj_backend_value_push(FjEnc *e, VmValue v) {
  if (e->slot == NULL) e->slot = vm_table_anchor(e->L, e->idx_slot);
  vm_value_push(e->L, e->idx_slot, (VmTable *)e->slot, v);
}

char *fj_backend_other(FjEnc *e, char *w, VmValue v) {
  const char *text = NULL;
  if (vm_value_kind(v) == VM_LIGHTUSERDATA && !e->opt->no_markers) {
    const void *p;
    fj_backend_value_push(e, v);
    p = lua_touserdata(e->L, -1);
    lua_pop(e->L, 1);
    text = p == NULL ? "null" : p == &fj_meta_empty_array ? "[]" : NULL;
    if (p == NULL) e->null_word = vm_null_word(v);
  }
  if (text == NULL) return NULL;
  memcpy(w, text, strlen(text));
  return w + strlen(text);
}

/* -- Metatables, parking ------------------------------------------------------------------ */

/* Is the value this string? */
static int fj_backend_is(VmValue v, const char *text, size_t len) {
  size_t n;
  const char *s = vm_is_string(v) ? vm_string(v, &n) : NULL;
  return s != NULL && n == len && memcmp(s, text, n) == 0;
}

/* A metatable like those of fleece.array and fleece.object, without any other field:
** FJ_META_ARRAY or _OBJECT.  FJ_META_API = another one: look closer. */
static int fj_backend_marker(const VmTable *metatable) {
  const VmNode *node = vm_node_first(metatable);
  size_t n = vm_node_slots(metatable);
  int verdict = FJ_META_API;
  if (n > 2) return FJ_META_API;
  for (; n > 0; n--, node++) {
    VmValue v = vm_node_value(node);
    if (vm_is_nil(v) || fj_backend_is(vm_node_key(node), "__name", 6)) continue;
    if (!fj_backend_is(vm_node_key(node), "__jsontype", 10)) return FJ_META_API;
    if (fj_backend_is(v, "array", 5))
      verdict = FJ_META_ARRAY;
    else if (fj_backend_is(v, "object", 6))
      verdict = FJ_META_OBJECT;
    else
      return FJ_META_API;
  }
  return verdict;
}

static int fj_backend_verdict_find(FjEnc *e, const VmTable *metatable) {
  int verdict = FJ_META_API;
  if (e->opt->metamethods && e->idx_metatables == 0)
    verdict = fj_backend_marker(metatable);
  if (verdict != FJ_META_API) return verdict;
  fj_backend_value_push(e, vm_value_of_table(metatable));
  return e->opt->metamethods ? fj_meta_verdict(e) : fj_meta_weakness(e);
}

int fj_backend_verdict(FjEnc *e, const VmTable *metatable) {
  FjMetaCache *c;
  unsigned i;
  for (i = 0; i < FJ_META_CACHE; i++)
    if (e->meta[i].metatable == metatable) return e->meta[i].verdict;
  c = &e->meta[e->meta_next++ % FJ_META_CACHE];
  c->verdict = fj_backend_verdict_find(e, metatable);
  c->metatable = metatable;
  return c->verdict;
}

FjStep fj_backend_special(FjEnc *e, VmValue v) {
  fj_backend_value_push(e, v); /* first: keeps it alive while parking allocates */
  fj_enc_park(e, 1);
  return FJ_STEP_SPECIAL;
}

static void fj_backend_op_push(FjEnc *e, const void *table) {
  fj_backend_value_push(e, vm_value_of_table((const VmTable *)table));
}

static void fj_backend_op_remember(FjFrame *f) {
  const VmTable *t = (const VmTable *)f->table;
  VmArray a;
  f->nodes_n = vm_node_slots(t);
  f->nodes = vm_node_first(t);
  f->slots_n = vm_array_last(t);
  a = vm_array_of(t);
  memcpy(&f->slots, &a, sizeof f->slots); /* every VmArray starts with its pointer */
}

static int fj_backend_has_changed(const FjFrame *f) {
  FjFrame now = *f;
  fj_backend_op_remember(&now);
  return now.nodes != f->nodes || now.nodes_n != f->nodes_n || now.slots != f->slots ||
         now.slots_n != f->slots_n;
}

int fj_backend_changed(FjEnc *e, const FjFrame *f) {
  lua_settop(e->L, f->top);
  if (!fj_backend_has_changed(f)) return 0;
  fj_enc_fail_table(e, FJ_ERR_CHANGED);
  return 1;
}

/* tostring is Lua code: it may remove the member and collect its key and value. */
static int fj_backend_skip_cdata(FjEnc *e, FjFrame *f, VmValue v, VmValue k) {
  char number[FJ_NUMBER_MAX];
  size_t len;
  int is_int;
  if (f->parked) lua_settop(e->L, f->top);        /* the values that the last call kept */
  if (fj_backend_hole_find(e) != NULL) return -1; /* the walker then finds the hole */
  fj_backend_value_push(e, k);
  fj_backend_value_push(e, v);
  fj_enc_park(e, 2);
  is_int = fj_special_int64(e, number, &len);
  if (is_int < 0) return -1;
  if (!fj_backend_has_changed(f)) return !is_int;
  fj_enc_fail_table(e, FJ_ERR_CHANGED);
  return -1;
}

int fj_backend_skips(FjEnc *e, FjFrame *f, VmValue v, VmValue k) {
  FjValueClass class_;
  const char *text;
  size_t len;
  switch (vm_value_kind(v)) {
  case VM_LIGHTUSERDATA:
  case VM_FUNCTION:
  case VM_USERDATA:
  case VM_THREAD:
  case VM_CDATA: break;
  default: return 0;
  }
  fj_backend_value_push(e, v);
  class_ = fj_meta_classify(e, &text, &len);
  lua_pop(e->L, 1);
  if (class_ == FJ_VALUE_CDATA) return fj_backend_skip_cdata(e, f, v, k);
  return class_ == FJ_VALUE_UNSUPPORTED;
}

static const void *fj_backend_op_table_at(lua_State *L, int idx) {
  return vm_table_at(L, idx);
}

/* -- The key of a frame's position, for paths ---------------------------------------------- */

static void fj_backend_key_describe(VmValue k, FjKey *key) {
  if (vm_is_string(k)) {
    key->kind = FJ_KEY_TEXT;
    key->text = vm_string(k, &key->len);
  } else if (vm_is_int(k)) {
    key->kind = FJ_KEY_INDEX;
    key->index = vm_int(k);
  } else if (vm_is_float(k)) {
    key->kind = FJ_KEY_NUMBER;
    key->number = vm_float(k);
  } else {
    key->kind = FJ_KEY_OTHER;
  }
}

/* If a node's value is nil, its key is dead, and its string may have been freed. */
static void fj_backend_node_key_describe(const VmNode *node, FjKey *key) {
  key->kind = FJ_KEY_OTHER;
  if (!vm_is_nil(vm_node_value(node))) fj_backend_key_describe(vm_node_key(node), key);
}

/* Lua code may have run since the frame was parked and changed its table. */
static void fj_backend_op_key(const FjEnc *e, const FjFrame *f, FjKey *key) {
  const VmTable *t = (const VmTable *)f->table;
  size_t pos;
  key->kind = FJ_KEY_INDEX;
  key->index = (int64_t)f->i;
  if (f->kind != FJ_FRAME_OBJECT && f->kind != FJ_FRAME_SORTED) return;
  if (f->parked && fj_backend_has_changed(f)) {
    key->kind = FJ_KEY_OTHER;
  } else if (f->kind == FJ_FRAME_OBJECT) {
    if (f->node != NULL) fj_backend_node_key_describe((const VmNode *)f->node, key);
  } else {
    pos = e->entries[f->entries + f->i - 1].pos;
    key->index = (int64_t)pos;
    if (pos > vm_array_last(t))
      fj_backend_node_key_describe(vm_node_first(t) + (pos - vm_array_last(t) - 1), key);
  }
}

static int fj_backend_op_empty(lua_State *L, int idx) {
  const VmTable *t = vm_table_at(L, idx), *metatable;
  if (vm_array_last(t) != 0 || vm_node_slots(t) != 0) return FJ_META_API;
  if (VM_ARRAY_BASE == 0 && !vm_is_nil(vm_array_zero(t))) return FJ_META_API;
  metatable = vm_table_metatable(t);
  return metatable == NULL ? FJ_META_PLAIN : fj_backend_marker(metatable);
}

#  ifdef VM_LONG_HEAD
static int fj_backend_op_push_window(FjEnc *e, size_t n) {
  lua_State *L = e->L;
  VmGlobal *g = vm_heap_of(L);
  VmValue v;
  if (vm_heap_is_due(g)) { /* the API lets the collector work */
    lua_createtable(L, 0, 0);
    lua_pop(L, 1);
  }
  /* NOBARRIER: new, and goes to the stack at once */
  if (!vm_string_adopt(g, e->buf.base - VM_LONG_HEAD, VM_LONG_HEAD + e->buf.cap, n, &v))
    return 0;
  fj_buf_forget(&e->buf);
  fj_backend_value_push(e, v);
  return 1;
}
#    define FJ_BACKEND_STRINGS fj_backend_op_push_window, VM_LONG_HEAD
#  else
#    define FJ_BACKEND_STRINGS NULL, 0
#  endif

#  ifdef VM_HAS_HEAP
#    define FJ_BACKEND_HEAP fj_probe_heap
#  else
#    define FJ_BACKEND_HEAP NULL
#  endif

static const FjBackend FJ_BACKEND = { FJ_VM_NAME,
                                      FJ_BACKEND_INDEX,
                                      fj_probe,
                                      FJ_BACKEND_HEAP,
                                      fj_backend_op_table_at,
                                      fj_backend_op_push,
                                      fj_backend_op_remember,
                                      fj_backend_op_key,
                                      fj_backend_op_empty,
                                      FJ_BACKEND_STRINGS };

#  undef FJ_BACKEND_HEAP
#  undef FJ_BACKEND_STRINGS

#endif

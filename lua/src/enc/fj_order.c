/*
** fj_order.c - ordered members: sorted keys, the indices of sparse arrays.
** Owns: the stack of entries and the texts of number keys that are sorted as text.
** Must not know: layouts.  Invariant: a frame's entries are entries[f->entries .. entry_top)
** while it is the top frame that has entries.
** SPDX-License-Identifier: MIT
*/
#include <stdlib.h>
#include <string.h>

#include <lua.h>

#include "core/fj_utf8.h"
#include "enc/fj_order.h"

FjEntry *fj_order_entry(FjEnc *e) {
  FjEntry *x;
  if (e->entry_top == e->entry_cap) {
    size_t cap = e->entry_cap == 0 ? 64 : e->entry_cap * 2;
    if (cap > (size_t)-1 / 2 / sizeof *x)
      x = NULL;
    else
      x = (FjEntry *)e->alloc.fn(e->alloc.ud, e->entries, e->entry_cap * sizeof *x,
                                 cap * sizeof *x);
    if (x == NULL) {
      fj_enc_fail(e, FJ_ERR_MEMORY);
      return NULL;
    }
    e->entries = x;
    e->entry_cap = cap;
  }
  x = &e->entries[e->entry_top++];
  memset(x, 0, sizeof *x);
  return x;
}

char *fj_order_key_room(FjEnc *e) {
  if (!fj_buf_reserve(&e->key_text, &e->alloc, e->key_text_len, FJ_NUMBER_MAX)) {
    fj_enc_fail(e, FJ_ERR_MEMORY);
    return NULL;
  }
  return e->key_text.base + e->key_text_len;
}

int fj_order_entry_text(FjEnc *e, FjEntry *x, const char *end) {
  if (end == NULL) return 0;
  x->offset = e->key_text_len + 1; /* inside the quotes */
  e->key_text_len = (size_t)(end - e->key_text.base);
  x->len = e->key_text_len - x->offset - 1;
  return 1;
}

/* -- Comparisons ------------------------------------------------------------------------------ */

static int by_rank(const void *pa, const void *pb) {
  const FjEntry *a = (const FjEntry *)pa, *b = (const FjEntry *)pb;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  return a->pos < b->pos ? -1 : a->pos > b->pos; /* __pairs may return an index twice */
}

static int by_bytes(const void *pa, const void *pb) {
  const FjEntry *a = (const FjEntry *)pa, *b = (const FjEntry *)pb;
  int c;
  if (a->rank != b->rank) return a->rank < b->rank ? -1 : 1;
  if (a->prefix != b->prefix) return a->prefix < b->prefix ? -1 : 1;
  c = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);
  if (c != 0) return c;
  if (a->len != b->len) return a->len < b->len ? -1 : 1;
  return a->pos < b->pos ? -1 : a->pos > b->pos; /* qsort is not stable */
}

/* RFC 8785, section 3.2.3. */
static int by_utf16(const void *pa, const void *pb) {
  const FjEntry *a = (const FjEntry *)pa, *b = (const FjEntry *)pb;
  size_t same = a->prefix == b->prefix && a->len > 8 && b->len > 8 ? 8 : 0;
  int c = fj_utf8_order16(a->text + same, a->len - same, b->text + same, b->len - same);
  return c != 0 ? c : a->pos < b->pos ? -1 : a->pos > b->pos;
}

/* -- Sorting ------------------------------------------------------------------------------------ */

static uint64_t prefix_of(const char *s, size_t n) {
  uint64_t p = 0;
  size_t i;
  for (i = 0; i < 8; i++) p = p << 8 | (i < n ? (unsigned char)s[i] : 0);
  return p;
}

static int64_t rank_of(const FjEnc *e, const FjEntry *x) {
  size_t i;
  for (i = 0; i < e->rank_count; i++) {
    const FjEntry *r = &e->entries[i];
    if (r->len == x->len && memcmp(e->key_text.base + r->offset, x->text, x->len) == 0)
      return (int64_t)i;
  }
  return (int64_t)e->rank_count;
}

static void sort_entries(FjEntry *x, size_t n, int (*order)(const void *, const void *)) {
  size_t i;
  for (i = 1; i < n; i++) { /* most objects are small, and many arrive in order */
    FjEntry moved = x[i];
    size_t j = i;
    if (i > 24) {
      qsort(x, n, sizeof *x, order);
      return;
    }
    while (j > 0 && order(&x[j - 1], &moved) > 0) {
      x[j] = x[j - 1];
      j--;
    }
    x[j] = moved;
  }
}

int fj_order_by_rank(FjEnc *e, size_t first) {
  sort_entries(e->entries + first, e->entry_top - first, by_rank);
  return 1;
}

static int has_duplicate(const FjEntry *x, size_t n) {
  size_t i;
  for (i = 1; i < n; i++)
    if (x[i].len == x[i - 1].len && memcmp(x[i].text, x[i - 1].text, x[i].len) == 0)
      return 1;
  return 0;
}

int fj_order_by_key(FjEnc *e, size_t first) {
  FjEntry *x = e->entries + first;
  size_t n = e->entry_top - first, i;
  for (i = 0; i < n; i++) {
    if (x[i].text == NULL) x[i].text = e->key_text.base + x[i].offset;
    x[i].prefix = prefix_of(x[i].text, x[i].len);
    x[i].rank = e->rank_count == 0 ? 0 : rank_of(e, &x[i]);
  }
  sort_entries(x, n, e->opt->canonical ? by_utf16 : by_bytes);
  if (e->opt->canonical && has_duplicate(x, n))
    return fj_enc_fail_table(e, FJ_ERR_DUPLICATE);
  return 1;
}

int fj_order_ranks_load(FjEnc *e, int idx) {
  lua_State *L = e->L;
  size_t len;
  int i;
  for (i = 1;; i++) {
    const char *s;
    FjEntry *x;
    lua_rawgeti(L, idx, i);
    if (lua_type(L, -1) != LUA_TSTRING) break;
    s = lua_tolstring(L, -1, &len);
    x = fj_order_entry(e);
    if (x == NULL) return 0;
    if (!fj_buf_reserve(&e->key_text, &e->alloc, e->key_text_len, len))
      return fj_enc_fail(e, FJ_ERR_MEMORY);
    x->offset = e->key_text_len;
    x->len = len;
    memcpy(e->key_text.base + x->offset, s, len);
    e->key_text_len += len;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  e->key_text_keep = e->key_text_len;
  e->rank_count = e->entry_top;
  return 1;
}

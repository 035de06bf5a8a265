/*
** fj_spell.h — escapes a few ASCII or passed bytes without a vector and without a branch a
** byte: each one's text is copied whole, and its length says how far to go.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_SPELL_H
#define FJ_SPELL_H

#include <string.h>

#include "core/fj_escape.h"

FJ_INLINE char *fj_b_spell(char *w, const char *s, size_t len, const FjEscape *e) {
  for (size_t i = 0; i < len; i++) {
    const uint8_t *text = e->text[(uint8_t)s[i]];
    memcpy(w, text, sizeof(FjEscapeText));
    w += text[FJ_ESCAPE_LENGTH];
  }
  return w;
}

#endif

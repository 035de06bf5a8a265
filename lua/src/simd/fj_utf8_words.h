/*
** fj_utf8_words.h — UTF-8 validation for machines without a byte shuffle.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_UTF8_WORDS_H
#define FJ_UTF8_WORDS_H

#include "core/fj_escape.h"

/* 1 when s[0..n) is well-formed. */
FJ_HIDDEN int fj_utf8_valid_words(const char *s, size_t n);

#endif

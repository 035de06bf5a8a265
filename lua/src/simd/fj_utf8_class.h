/*
** fj_utf8_class.h — constants of the table-lookup validator.
** After John Keiser and Daniel Lemire, "Validating UTF-8 In Less Than One Instruction Per
** Byte", Software: Practice and Experience 51 (5), 2021.  Every two neighbouring bytes are
** looked up by three nibbles; a bit that all three tables share is an error.  Only "two
** continuation bytes in a row" needs more: it is right exactly where a lead byte of three
** or four stands two or three bytes before.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_UTF8_CLASS_H
#define FJ_UTF8_CLASS_H

#include "core/fj_config.h"

enum {
  FJ_U_SHORT = 1,      /* lead, then no continuation */
  FJ_U_LONG = 2,       /* ASCII, then a continuation */
  FJ_U_OVER3 = 4,      /* E0, then 80-9F */
  FJ_U_LARGE = 8,      /* F4, then 90-BF; F5-FF, then 90-BF */
  FJ_U_SURROGATE = 16, /* ED, then A0-BF */
  FJ_U_OVER2 = 32,     /* C0 or C1, then a continuation */
  FJ_U_OVER4 = 64,     /* F0, then 80-8F; F5-FF, then 80-8F */
  FJ_U_TWO = 128,      /* two continuations */
  FJ_U_ANY = FJ_U_SHORT | FJ_U_LONG | FJ_U_TWO
};

/* By the first byte's high nibble, its low nibble, the second byte's high nibble. */
static const uint8_t fj_u_first_high[16] = {
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_LONG,
  FJ_U_TWO,
  FJ_U_TWO,
  FJ_U_TWO,
  FJ_U_TWO,
  FJ_U_SHORT | FJ_U_OVER2,
  FJ_U_SHORT,
  FJ_U_SHORT | FJ_U_OVER3 | FJ_U_SURROGATE,
  FJ_U_SHORT | FJ_U_LARGE | FJ_U_OVER4,
};

static const uint8_t fj_u_first_low[16] = {
  FJ_U_ANY | FJ_U_OVER2 | FJ_U_OVER3 | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_OVER2,
  FJ_U_ANY,
  FJ_U_ANY,
  FJ_U_ANY | FJ_U_LARGE,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4 | FJ_U_SURROGATE,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
  FJ_U_ANY | FJ_U_LARGE | FJ_U_OVER4,
};

static const uint8_t fj_u_second_high[16] = {
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_LONG | FJ_U_TWO | FJ_U_OVER2 | FJ_U_OVER3 | FJ_U_OVER4,
  FJ_U_LONG | FJ_U_TWO | FJ_U_OVER2 | FJ_U_OVER3 | FJ_U_LARGE,
  FJ_U_LONG | FJ_U_TWO | FJ_U_OVER2 | FJ_U_SURROGATE | FJ_U_LARGE,
  FJ_U_LONG | FJ_U_TWO | FJ_U_OVER2 | FJ_U_SURROGATE | FJ_U_LARGE,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
  FJ_U_SHORT,
};

#endif

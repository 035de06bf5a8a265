/*
** fj_expand.h — the shuffle that puts backslashes into eight bytes.
** Owns: for each set of bytes to be escaped (bit i for byte i) the order in which a byte
** shuffle takes the bytes of { the eight bytes, a backslash at index 8 }.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_EXPAND_H
#define FJ_EXPAND_H

#include "core/fj_config.h"

#if defined(__GNUC__)
__attribute__((visibility("hidden")))
#endif
extern const uint8_t fj_expand8[256][16];

#endif

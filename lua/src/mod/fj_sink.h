/*
** fj_sink.h - where text goes: a string, a file handle, a function, a fleece.buffer.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_SINK_H
#define FJ_SINK_H

#include "enc/fj_enc.h"

/* Makes the value at idx the sink of `e`; raises an argument error if it cannot be one. */
void fj_sink_set(FjEnc *e, int idx);

/* A sink that only counts. */
void fj_sink_count(FjEnc *e);

/* Pushes the contents of the window.  Raises a memory error, or the error of a finalizer
** that runs meanwhile. */
void fj_sink_string_push(FjEnc *e);

#endif

/*
** fj_driver.h - one encoding, from the first value to the last byte.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_DRIVER_H
#define FJ_DRIVER_H

#include "enc/fj_enc.h"

/* Encodes the value at idx_value.  The output is in the window (FJ_SINK_NONE) or has gone
** to the sink.  0 = failed, see err; the frames still hold the path. */
int fj_driver_run(FjEnc *e, int idx_value);

#endif

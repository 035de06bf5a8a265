/*
** fj_api.h - the API walker.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_API_H
#define FJ_API_H

#include "enc/fj_enc.h"

/* Continues the API frame on top until a frame of another kind is on top. */
FjStep fj_api_walk(FjEnc *e);

/* These encode the value on top of the Lua stack and leave it there.  The next frame that
** continues sets the top of the stack. */
FjStep
fj_api_value(FjEnc *e); /* any value: writes it, or opens a frame for it; or SPECIAL */
FjStep fj_api_enter(FjEnc *e); /* opens a table that the raw walker cannot walk */

#endif

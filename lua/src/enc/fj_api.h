/*
** fj_api.h - the API walker.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_API_H
#define FJ_API_H

#include "enc/fj_enc.h"

/* Goes on with the API frame on top until another kind is on top. */
FjStep fj_api_walk(FjEnc *e);

/* These take the value on top of the Lua stack and leave it there: the frame that goes on next
** sets the top of the stack that it needs. */
FjStep
fj_api_value(FjEnc *e); /* any value: written, or a frame opened for it; or SPECIAL */
FjStep fj_api_enter(FjEnc *e); /* a table that is not walked raw */

#endif

/*
** fj_path.h - the place of the value that is being encoded.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_PATH_H
#define FJ_PATH_H

#include "enc/fj_enc.h"

/* Pushes the path of the value that caused the error, "$.user.tags[3]". */
void fj_path_push(FjEnc *e);

/* The same as a JSON Pointer (RFC 6901), "/user/tags/2". */
void fj_path_pointer_push(FjEnc *e);

#endif

/*
** fj_status.h - the status codes, generated from fj_status.def.
** SPDX-License-Identifier: MIT
*/
#ifndef FJ_STATUS_H
#define FJ_STATUS_H

typedef enum FjStatus {
#define FJ_STATUS(name, text, example) FJ_ERR_##name,
#include "core/fj_status.def"
#undef FJ_STATUS
  FJ_STATUS_COUNT
} FjStatus;

const char *fj_status_name(FjStatus status); /* "MEMORY"; programs compare this */
const char *fj_status_text(FjStatus status); /* "not enough memory"; people read this */

#endif

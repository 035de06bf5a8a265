/*
** fj_status.c - names and texts of the status codes.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_status.h"

static const char *const names[] = {
#define FJ_STATUS(name, text, example) #name,
#include "core/fj_status.def"
#undef FJ_STATUS
};

static const char *const texts[] = {
#define FJ_STATUS(name, text, example) text,
#include "core/fj_status.def"
#undef FJ_STATUS
};

const char *fj_status_name(FjStatus status) {
  return names[status];
}

const char *fj_status_text(FjStatus status) {
  return texts[status];
}

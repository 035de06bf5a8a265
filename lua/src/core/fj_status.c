/*
** fj_status.c - names and texts of the status codes.
** SPDX-License-Identifier: MIT
*/
#include "core/fj_status.h"

#define NAME(name, text, example) #name,
static const char *const names[] = { FJ_STATUS_LIST(NAME) };

#define TEXT(name, text, example) text,
static const char *const texts[] = { FJ_STATUS_LIST(TEXT) };

const char *fj_status_name(FjStatus status) {
  return names[status];
}

const char *fj_status_text(FjStatus status) {
  return texts[status];
}

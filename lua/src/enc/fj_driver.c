/*
** fj_driver.c - the driver: passes the top frame to its walker, and a value that a walker
** cannot write to the code that can.
** Owns: the run of one encoding.  Must not know: layouts, how options arrive.
** Invariant: Lua code runs only with every raw frame parked.
** SPDX-License-Identifier: MIT
*/
#include <string.h>

#include <lua.h>

#include "enc/fj_api.h"
#include "enc/fj_driver.h"
#include "enc/fj_special.h"

static FjStep step_on(FjEnc *e) {
  FjStep step;
  if (e->frames[e->depth - 1].kind >= FJ_FRAME_API) return fj_api_walk(e);
  memset(e->meta, 0, sizeof e->meta); /* Lua code may have changed or freed metatables */
  e->null_word = 0;
  e->in_driver = 0;
  step = e->walker->raw[e->backend->index][e->opt->profile](e);
  e->in_driver = 1;
  return step;
}

/* Writes the value on top of the Lua stack, which a walker could not write. */
static FjStep put_special(FjEnc *e) {
  switch (lua_type(e->L, -1)) {
  case LUA_TTABLE: return fj_enc_stack_room(e) ? fj_api_enter(e) : FJ_STEP_ERROR;
  case LUA_TSTRING: return fj_api_value(e); /* too long for a raw walker */
  default: return fj_special_put(e);
  }
}

int fj_driver_run(FjEnc *e, int idx_value) {
  FjStep step;
  e->in_driver = 1;
  if (!fj_enc_start(e) || !fj_enc_stack_room(e)) return 0;
  lua_pushvalue(e->L, idx_value);
  step = fj_api_value(e);
  for (;;) {
    switch (step) {
    case FJ_STEP_NEXT:
      if (e->depth == 0) return e->sink.kind == FJ_SINK_NONE || fj_enc_flush(e);
      step = step_on(e);
      break;
    case FJ_STEP_SPECIAL: step = put_special(e); break;
    case FJ_STEP_VALUE: step = fj_api_value(e); break;
    case FJ_STEP_FLUSH: step = fj_enc_flush(e) ? FJ_STEP_NEXT : FJ_STEP_ERROR; break;
    case FJ_STEP_ERROR: return 0;
    }
  }
}

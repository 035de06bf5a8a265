/* SPDX-License-Identifier: MIT
 *
 * Included in front of the peers' sources when they are built for the benchmarks. lua-simdjson and
 * lua-rapidjson open a table for each level of the text without asking for a place on the Lua stack,
 * so a deep text overruns it. Here every new table asks first, as the manual of Lua requires.
 * Owns: that check. Must not know: Fleece.
 */
#ifndef FLEECE_BENCH_PEERS_STACK_H
#define FLEECE_BENCH_PEERS_STACK_H

#ifdef __cplusplus
extern "C" {
#endif
#include <lua.h>

#include <lauxlib.h>
#ifdef __cplusplus
}
#endif

#define lua_createtable(L, narr, nrec)                                                   \
  (luaL_checkstack((L), 8, "text is nested too deeply"),                                 \
   (lua_createtable)((L), (narr), (nrec)))

#endif

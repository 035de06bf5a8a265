/* SPDX-License-Identifier: MIT
 *
 * Included in front of the peers' sources when they are built for the benchmarks. lua-simdjson and
 * lua-rapidjson take places on the Lua stack for each level of a text or value without asking for them,
 * so a deep one overruns it. Here every new table and every traversal (which begins with nil) asks
 * first, as the manual of Lua requires.
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

#define lua_pushnil(L)                                                                   \
  (luaL_checkstack((L), 8, "value is nested too deeply"), (lua_pushnil)(L))

#endif

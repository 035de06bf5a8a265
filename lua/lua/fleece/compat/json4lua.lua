--[[
fleece.compat.json4lua — JSON4Lua 1.0.1 on Fleece.

Owns: the surface of the module, and which calls the native codec answers.
Must not know: formats; json4lua_text says what JSON4Lua does.
Invariant: the native codec answers only what gives the bytes and values that JSON4Lua gives;
whatever it does not take goes to json4lua_text, which finds the result or the message.

SPDX-License-Identifier: MIT
--]]

local by_lua = require "fleece.compat.json4lua_text"

local json4lua = { null = by_lua.null, EMPTY_ARRAY = by_lua.EMPTY_ARRAY,
  EMPTY_OBJECT = by_lua.EMPTY_OBJECT }

--- The text of a value.  Members that cannot be encoded are left out.
function json4lua.encode(value) return by_lua.encode(value) end

--- A value from a position on, and the position after it; null is nil.
function json4lua.decode(text, pos) return by_lua.decode(text, pos) end

return json4lua

--[[
fleece.compat.json4 — JSON4Lua 0.9.50 (2011), the version that Fleece Lite was compared with.

Owns: how that release differs from JSON4Lua 1.0.1: `decode` takes no position and returns only
the value, comments may appear anywhere, a trailing comma is allowed, `/`, backspace and form feed
have no letter escapes, and there are no markers for empty tables.
Must not know: formats; json4lua_text does the rest.

SPDX-License-Identifier: MIT
--]]

local by_lua = require "fleece.compat.json4lua_text"

local json4 = { null = by_lua.null }

--- The text of a value.  Members that cannot be encoded are left out.
function json4.encode(value) return by_lua.encode_2011(value) end

--- The value of a text; null is nil.
function json4.decode(text) return by_lua.decode_2011(text) end

return json4

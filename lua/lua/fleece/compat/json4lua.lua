--[[
fleece.compat.json4lua — JSON4Lua 1.0.1 on Fleece.

Owns: the API of the module, and which calls the native codec handles.
Must not know: formats; json4lua_text says what JSON4Lua does.
Invariant: the native codec handles only calls for which it gives the same bytes and values as
JSON4Lua; json4lua_text handles the rest and produces the result or the message.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local by_lua = require "fleece.compat.json4lua_text"

local setmetatable = setmetatable

local json4lua = { null = by_lua.null, EMPTY_ARRAY = by_lua.EMPTY_ARRAY,
  EMPTY_OBJECT = by_lua.EMPTY_OBJECT }

-- json.null is a function; any other value that cannot be encoded makes the call fail.
local function null_or_itself(value)
  if value == json4lua.null then return nil end
  return value
end

-- The two empty tables are recognised by their metatables.
local array_mt, object_mt = {}, {}
setmetatable(json4lua.EMPTY_ARRAY, array_mt)
setmetatable(json4lua.EMPTY_OBJECT, object_mt)

local native = dialect.new({
  numbers = "tostring", nan = "error", escape_more = "upper_slash", empty_table = "array", sparse = "null",
  sparse_safe = 1000000, refuse_key = "n", unsupported = null_or_itself, markers = false,
  metatables = { [array_mt] = dialect.verdict.refuse, [object_mt] = dialect.verdict.object,
    [true] = dialect.verdict.refuse }, max_encode_depth = 1000000,
  -- For decoding: JSON4Lua does not know surrogate pairs.
  empty_array = false, pair_error = true, utf8_decode = "pass", max_decode_depth = 2147483647,
  minus_zero = math.type ~= nil,
}, {
  encode = function(value) return true, by_lua.encode(value) end,
  encode_arguments = function(value) return true, by_lua.encode(value) end,
  decode_at = function(text, pos) return true, by_lua.decode(text, pos) end,
})

--- The text of a value.  Members that cannot be encoded are left out.
json4lua.encode = native.encode

--- Reads the value at a position: returns it and the position after it; null is nil.
json4lua.decode = native.decode_at

return json4lua

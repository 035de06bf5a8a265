--[[
fleece.compat.json4lua — JSON4Lua 1.0.1 on Fleece.

Owns: the surface of the module, and which calls the native codec answers.
Must not know: formats; json4lua_text says what JSON4Lua does.
Invariant: the native codec answers only what gives the bytes and values that JSON4Lua gives;
whatever it does not take goes to json4lua_text, which finds the result or the message.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local by_lua = require "fleece.compat.json4lua_text"

local byte, find, setmetatable, type = string.byte, string.find, setmetatable, type

local json4lua = { null = by_lua.null, EMPTY_ARRAY = by_lua.EMPTY_ARRAY,
  EMPTY_OBJECT = by_lua.EMPTY_OBJECT }

-- json.null is a function; any other value that cannot be encoded makes the call fail.
local function null_or_itself(value)
  if value == json4lua.null then return nil end
  return value
end

-- The two empty tables are told by metatables.
local array_mt, object_mt = {}, {}
setmetatable(json4lua.EMPTY_ARRAY, array_mt)
setmetatable(json4lua.EMPTY_OBJECT, object_mt)

local native = dialect.new({
  numbers = "tostring", nan = "error", escape = "E4", empty_table = "array", sparse = "null",
  sparse_safe = 1000000, refuse_key = "n", unsupported = null_or_itself, markers = false,
  metatables = { [array_mt] = dialect.verdict.refuse, [object_mt] = dialect.verdict.object,
    [true] = dialect.verdict.refuse }, max_encode_depth = 1000000,
  -- and of decoding: JSON4Lua does not know pairs of surrogates
  empty_array = false, lone_error = true, utf8_decode = "pass", max_decode_depth = 2147483647,
  minus_zero = math.type ~= nil,
}, {
  encode = function(value) return true, by_lua.encode(value) end,
  encode_arguments = function(value) return true, by_lua.encode(value) end,
})
local encode, decode_with = native.encode, native.decode_with

--- The text of a value.  Members that cannot be encoded are left out.
function json4lua.encode(value)
  local text = encode(value)
  -- E4 escapes DEL, which JSON4Lua does not.
  if find(text, "\\u007f", 1, true) then return by_lua.encode(value) end
  return text
end

--- A value from a position on, and the position after it; null is nil.
function json4lua.decode(text, pos)
  if type(text) == "string" and (pos == nil or type(pos) == "number" and pos >= 1) then
    local c = byte(text, pos or 1)
    if (c == 123 or c == 91 or find(text, "^[ \t\r\n]*[{%[]", pos or 1)) and
      not find(text, "\\ud", 1, true) and not find(text, "\\uD", 1, true) then
      local value, after = decode_with(text, pos)
      if after then return value, after end
    end
  end
  return by_lua.decode(text, pos)
end

return json4lua

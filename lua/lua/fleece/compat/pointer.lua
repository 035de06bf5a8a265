--[[
fleece.compat.pointer — JSON Pointers (RFC 6901) in decoded values, for the drop-ins that have
documents.

Owns: the syntax of pointers and the way to a value.  Must not know: whose documents they are.
An array is a table whose metatable's __jsontype is "array".

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.compat.interpreted"

local pointer = {}

function pointer.is_array(value)
  local meta = type(value) == "table" and getmetatable(value)
  return type(meta) == "table" and meta.__jsontype == "array"
end

--- The reference tokens of a pointer; nil if it is none.
function pointer.tokens(text)
  local tokens = {}
  if text == "" then return tokens end
  if text:sub(1, 1) ~= "/" or text:find("~[^01]") or text:find("~$") then return nil end
  for token in text:gmatch("/([^/]*)") do
    tokens[#tokens + 1] = (token:gsub("~1", "/"):gsub("~0", "~"))
  end
  return tokens
end

--- The position, from 1 on, that a token is in an array; nil if it is none.
function pointer.index(token)
  if token ~= "0" and not token:find("^[1-9]%d*$") then return nil end
  return tonumber(token) + 1
end

--- A copy of a decoded value, all its tables new; metatables are kept, or given up.
function pointer.copy(value, bare)
  if type(value) ~= "table" then return value end
  local result = {}
  for k, v in pairs(value) do result[k] = pointer.copy(v, bare) end
  return bare and result or setmetatable(result, getmetatable(value))
end
interpreted(pointer.copy)

return pointer

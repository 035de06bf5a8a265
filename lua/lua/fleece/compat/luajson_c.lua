--[[
fleece.compat.luajson_c — the encoder of the C LuaJSON of 2011 (`luajson.stringify`), with which
Fleece Lite was compared.

Owns: what stringify does, and its rules for arrays and objects.

A table with an element 1 is an array up to the first hole.  Any other table is an object with its
string and number keys.  Where the original's output was not JSON (bare keys, FUNCTION, RECURSION,
nothing for nil, bytes beyond ASCII), this module writes valid JSON or raises an error.

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local error, ipairs, pairs, setmetatable, tostring, type = error, ipairs, pairs, setmetatable,
  tostring, type
local concat, huge = table.concat, math.huge
local byte, format, gsub = string.byte, string.format, string.gsub

local luajson = {}

--- Stands for null in a table.
luajson.null = setmetatable({}, {
  __tostring = function() return "null" end,
  __call = function() return "null" end,
})

local letters = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f",
  ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escaped(c) return letters[c] or format("\\u%04x", byte(c)) end

local function quote(s) return '"' .. gsub(s, '[%z\1-\31"\\]', escaped) .. '"' end

local function number_text(n)
  if n ~= n or n == huge or n == -huge then error("cannot stringify " .. tostring(n)) end
  return (gsub(format("%.14g", n), ",", "."))
end

local stringify

local function array_text(t, open)
  local pieces = {}
  for i, value in ipairs(t) do pieces[i] = stringify(value, open) end
  return "[" .. concat(pieces, ",") .. "]"
end

local function object_text(t, open)
  local pieces, n = {}, 0
  for key, value in pairs(t) do
    local kind = type(key)
    if kind == "string" or kind == "number" then
      n = n + 1
      pieces[n] = quote(kind == "number" and number_text(key) or key) .. ":" ..
        stringify(value, open)
    end
  end
  return "{" .. concat(pieces, ",") .. "}"
end

interpreted(object_text)

-- `open`: the tables that enclose the value.
function stringify(value, open)
  local kind = type(value)
  if kind == "string" then return quote(value) end
  if kind == "number" then return number_text(value) end
  if kind == "boolean" then return value and "true" or "false" end
  if kind == "nil" or value == luajson.null then return "null" end
  if kind ~= "table" then error("cannot stringify a " .. kind) end
  if open[value] then error("cannot stringify a table that contains itself") end
  open[value] = true
  local text = (value[1] == nil and object_text or array_text)(value, open)
  open[value] = nil
  return text
end

--- The text of a value.
function luajson.stringify(value) return stringify(value, {}) end

return luajson

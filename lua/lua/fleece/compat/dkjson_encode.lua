--[[
fleece.compat.dkjson_encode — how dkjson turns a value into text, in Lua.

Owns: what dkjson does that no option of the native encoder expresses: state tables,
`__tojson(self, state)`, key orders, exception handlers, its indentation.
Must not know: the native encoder (fleece.compat.dkjson tries that first).
Invariant: while the caller's Lua code runs, it may append to state.buffer and state.bufferlen;
the encoder continues from what that code left there.

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local pairs, tostring, type = pairs, tostring, type
local concat, floor, huge = table.concat, math.floor, math.huge
local char, find, format, gsub, rep = string.char, string.find, string.format, string.gsub,
  string.rep
-- dkjson ignores a __metatable field and reads the real metatable.
local getmetatable = debug and debug.getmetatable or getmetatable

local dkencode = {}

-- ---- Strings ----------------------------------------------------------------------------

-- What a byte or a character becomes: control characters, and what JavaScript engines were known to
-- handle incorrectly (Crockford's json2.js has this list).
local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f",
  ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t", ["\127"] = "\\u007f" }

for i = 0, 31 do
  local c = char(i)
  escapes[c] = escapes[c] or format("\\u%04x", i)
end

local function utf8_of(code)
  if code < 0x800 then return char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  return char(0xE0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end

for _, range in ipairs { { 0x80, 0x9F }, { 0xAD, 0xAD }, { 0x600, 0x604 }, { 0x70F, 0x70F },
  { 0x17B4, 0x17B5 }, { 0x200C, 0x200F }, { 0x2028, 0x202F }, { 0x2060, 0x206F },
  { 0xFEFF, 0xFEFF }, { 0xFFF0, 0xFFFF } } do
  for code = range[1], range[2] do escapes[utf8_of(code)] = format("\\u%04x", code) end
end

--- A string in quotes.
function dkencode.quotestring(s)
  if find(s, "[%z\1-\31\"\\\127]") then s = gsub(s, "[%z\1-\31\"\\\127]", escapes) end
  if find(s, "[\194\216\220\225\226\239]") then
    s = gsub(s, "[\194\216\220][\128-\191]", escapes)
    s = gsub(s, "[\225\226\239][\128-\191][\128-\191]", escapes)
  end
  return '"' .. s .. '"'
end
local quotestring = dkencode.quotestring

-- tostring with a decimal point, whatever the locale.
local function number_text(number)
  if number ~= number or number >= huge or number <= -huge then return "null" end
  return (gsub(tostring(number), "[^%d%-+eE]+", "."))
end

-- ---- Arrays or objects ------------------------------------------------------------------

-- The array length of a table, or nil.  A number in the field `n` counts as the length; one that
-- cannot be a length (infinite, fractional) is an ordinary member.
local function array_length(t)
  local max, count, declared = 0, 0, 0
  for k, v in pairs(t) do
    if k == "n" and type(v) == "number" then
      if v == huge or (v > 0 and floor(v) ~= v) then return nil end
      declared = v
      if v > max then max = v end
    else
      if type(k) ~= "number" or k < 1 or floor(k) ~= k then return nil end
      if k > max then max = k end
      count = count + 1
    end
  end
  if max > 10 and max > declared and max > count * 2 then return nil end
  return max
end

interpreted(array_length)

-- ---- The encoder ------------------------------------------------------------------------
--
-- e: what one call has: state, buffer, n (pieces in the buffer), tables (those that enclose the
-- value), order, indent.  The functions return nothing, or the message of a failure.

local put

local function add(e, text)
  local n = e.n + 1
  e.n = n
  e.buffer[n] = text
end

local function add_newline(e, level)
  add(e, "\n")
  add(e, rep("  ", level))
end

-- What a handler or a __tojson returned: text to append, or true if it has already appended it.
local function take(e, result)
  e.n = e.state.bufferlen
  if type(result) == "string" then add(e, result) end
end

-- A value that cannot be encoded: the caller's handler may supply a replacement.
local function refuse(e, reason, value, message)
  message = message or reason
  local handler = e.state.exception
  if not handler then return message end
  e.state.bufferlen = e.n
  local result, text = handler(reason, value, e.state, message)
  if not result then return text or message end
  take(e, result)
end

local function put_custom(e, value, custom)
  local tables = e.tables
  if tables[value] then return refuse(e, "reference cycle", value) end
  tables[value] = true
  e.state.bufferlen = e.n
  local result, message = custom(value, e.state)
  if not result then return refuse(e, "custom encoder failed", value, message) end
  tables[value] = nil
  take(e, result)
end

local function put_member(e, key, value, level, comma)
  local kind = type(key)
  if kind ~= "string" and kind ~= "number" then
    return "type '" .. kind .. "' is not supported as a key by JSON."
  end
  if comma then add(e, ",") end
  if e.indent then add_newline(e, level) end
  add(e, quotestring(kind == "number" and tostring(key) or key))
  add(e, ":")
  return put(e, value, level)
end

local function put_ordered(e, t, level, order)
  local used, comma, failure = {}, false
  for i = 1, #order do
    local key = order[i]
    local value = t[key]
    if value ~= nil then
      used[key] = true
      failure = put_member(e, key, value, level, comma)
      if failure then return failure end
      comma = true
    end
  end
  for key, value in pairs(t) do
    if not used[key] then
      failure = put_member(e, key, value, level, comma)
      if failure then return failure end
      comma = true
    end
  end
end

local function put_unordered(e, t, level)
  local comma = false
  for key, value in pairs(t) do
    local failure = put_member(e, key, value, level, comma)
    if failure then return failure end
    comma = true
  end
end

interpreted(put_ordered, put_unordered)

local function put_array(e, t, n, level)
  add(e, "[")
  for i = 1, n do
    if i > 1 then add(e, ",") end
    local failure = put(e, t[i], level)
    if failure then return failure end
  end
  add(e, "]")
end

local function put_table(e, t, meta, level)
  local n = array_length(t)
  if n == 0 and meta and meta.__jsontype == "object" then n = nil end
  if n then return put_array(e, t, n, level) end
  local order = meta and meta.__jsonorder or e.order
  add(e, "{")
  local failure
  if order then
    failure = put_ordered(e, t, level, order)
  else
    failure = put_unordered(e, t, level)
  end
  if failure then return failure end
  if e.indent then add_newline(e, level - 1) end
  add(e, "}")
end

function put(e, value, level)
  local kind = type(value)
  local meta = getmetatable(value)
  meta = type(meta) == "table" and meta
  local custom = meta and meta.__tojson
  if custom then return put_custom(e, value, custom) end
  if kind == "string" then
    add(e, quotestring(value))
  elseif kind == "number" then
    add(e, number_text(value))
  elseif kind == "boolean" or kind == "nil" then
    add(e, value == nil and "null" or tostring(value))
  elseif kind ~= "table" then
    return refuse(e, "unsupported type", value,
      "type '" .. kind .. "' is not supported by JSON.")
  elseif e.tables[value] then
    return refuse(e, "reference cycle", value)
  else
    e.tables[value] = true
    local failure = put_table(e, value, meta, level + 1)
    if failure then return failure end
    e.tables[value] = nil
  end
end

-- ---- The public functions ---------------------------------------------------------------

--- The text, or true if the state has a buffer and the text was appended to it.  On failure nil and
--- the message.
function dkencode.encode(value, state)
  local given = state.buffer
  local e = { state = state, buffer = given or {}, n = state.bufferlen or 0,
    tables = state.tables or {}, order = state.keyorder, indent = state.indent }
  state.buffer = e.buffer
  local failure = put(e, value, state.level or 0)
  if failure then return nil, failure end
  if given then
    state.bufferlen = e.n
    return true
  end
  state.buffer, state.bufferlen = nil, nil
  return concat(e.buffer)
end

--- For a __tojson that writes into state.buffer: starts a new line at state.level if the state asks
--- for indentation.
function dkencode.addnewline(state)
  if not state.indent then return end
  local buffer = state.buffer
  local n = state.bufferlen or #buffer
  buffer[n + 1] = "\n"
  buffer[n + 2] = rep("  ", state.level or 0)
  state.bufferlen = n + 2
end

--- An exception handler that writes the message in place of the value.
function dkencode.encodeexception(_, _, _, message)
  return quotestring("<" .. message .. ">")
end

return dkencode

--[[
fleece.compat.dkjson_grammar — the stricter reader that dkjson builds with LPeg, without LPeg.

Owns: what json.use_lpeg().decode accepts beyond JSON (comments, a comma before a bracket,
numbers such as `1.`), and the message and position of each error.
Must not know: the native decoder (fleece.compat.dkjson tries that first).
Invariant: nesting is kept in a list, not on the Lua stack, so that depth costs only memory.

SPDX-License-Identifier: MIT
--]]

local lenient = require "fleece.compat.dkjson_decode"

local setmetatable, tonumber = setmetatable, tonumber
local concat = table.concat
local find, match, sub = string.find, string.match, string.sub

local grammar = {}

-- Skips white space, comments and byte order marks; returns the position of the next other byte.
local function skip(text, pos)
  while true do
    pos = find(text, "[^ \n\r\t]", pos) or #text + 1
    if sub(text, pos, pos + 1) == "//" then
      pos = find(text, "[\n\r]", pos) or #text + 1
    elseif sub(text, pos, pos + 2) == "\239\187\191" then
      pos = pos + 3
    else
      local _, to = find(text, "^/%*.-%*/", pos)
      if not to then return pos end
      pos = to + 1
    end
  end
end

local function failure(text, pos, what)
  return nil, pos, what .. " at " .. lenient.place(text, pos)
end

-- ---- Scalars ----------------------------------------------------------------------------

local escaped = { ['"'] = '"', ["\\"] = "\\", ["/"] = "/", b = "\b", f = "\f", n = "\n",
  r = "\r", t = "\t" }

local function hex4(text, pos)
  local digits = match(text, "^\\u(%x%x%x%x)", pos)
  return digits and tonumber(digits, 16)
end

-- What the escape at a backslash stands for, and where the text continues; or nil.
local function escape_at(text, pos)
  local code = hex4(text, pos)
  if not code then return escaped[sub(text, pos + 1, pos + 1)], pos + 2 end
  local pair = lenient.paired(code, hex4(text, pos + 6))
  if pair then return lenient.utf8(pair), pos + 12 end
  return lenient.utf8(code), pos + 6
end

local function read_string(text, pos)
  local pieces, n, from = {}, 0, pos + 1
  while true do
    local at = find(text, '["\\\n\r]', from)
    local stop = at and sub(text, at, at)
    if stop ~= '"' and stop ~= "\\" then return failure(text, pos, "unterminated string") end
    n = n + 1
    pieces[n] = sub(text, from, at - 1)
    if stop == '"' then return concat(pieces), at + 1 end
    n = n + 1
    pieces[n], from = escape_at(text, at)
    if not pieces[n] then return failure(text, at + 1, "unsupported escape sequence") end
  end
end

local function number_end(text, pos)
  local _, to = find(text, "^%-?0", pos)
  if not to then _, to = find(text, "^%-?[1-9]%d*", pos) end
  if not to then return nil end
  local _, fraction = find(text, "^%.%d*", to + 1)
  to = fraction or to
  local _, exponent = find(text, "^[eE][+-]?%d+", to + 1)
  return exponent or to
end

local words = { { "true", true }, { "false", false }, { "null" } }

-- A scalar and the position after it; nothing if there is none; nil, position, message.
local function read_scalar(text, pos, null)
  if sub(text, pos, pos) == '"' then return read_string(text, pos) end
  local to = number_end(text, pos)
  if to then return lenient.number(sub(text, pos, to)), to + 1 end
  for i = 1, 3 do
    local word, value = words[i][1], words[i][2]
    if sub(text, pos, pos + #word - 1) == word then
      if i == 3 then value = null end
      return value, pos + #word
    end
  end
end

-- ---- Arrays and objects -----------------------------------------------------------------
--
-- A level: its table, whether it is an object, where it began, n elements, the enclosing level; the
-- key, while the value of a member is read; and `before`, the position after the last bracket or
-- comma, where the error is reported if nothing is found.

local function unclosed(text, level)
  return failure(text, level.from,
    level.is_object and "unterminated object" or "unterminated array")
end

-- There is no value at pos; the search for it began at `before`.
local function no_value(text, pos, before, level)
  if not level or level.is_object then return failure(text, pos, "value expected") end
  if before > #text then return unclosed(text, level) end
  return failure(text, before, "invalid JSON")
end

-- Reads a key and its colon into a level: returns where the value may begin, or nil, position and
-- message.  If a text ends where a key might begin, dkjson reports that there is no object at all.
local function read_key(text, pos, before, level)
  if before > #text then
    local outer = level.outer
    return no_value(text, level.from, outer and outer.before or 1, outer)
  end
  if sub(text, pos, pos) ~= '"' then return failure(text, pos, "key expected") end
  local key, at, message = read_string(text, pos)
  if message then return nil, at, message end
  at = skip(text, at)
  if sub(text, at, at) ~= ":" then return failure(text, at, "colon expected") end
  level.key = key
  return skip(text, at + 1)
end

-- Puts a value into its level.  Returns true if the level continues after a comma, false if it ends;
-- nil, position and message.
local function store(text, pos, level, value)
  if level.is_object then
    level.table[level.key] = value
  else
    level.n = level.n + 1
    level.table[level.n] = value
  end
  local char = sub(text, pos, pos)
  if char == "," then return true end
  if char == (level.is_object and "}" or "]") then return false end
  if char == "" then return unclosed(text, level) end
  return failure(text, pos, "invalid JSON")
end

-- Whether the level ends at pos: immediately, or (which dkjson does not detect) after white space in
-- an empty one.
local function ends(text, pos, level)
  if sub(text, pos, pos) ~= (level.is_object and "}" or "]") then return false end
  return pos == level.before or level.before == level.from + 1
end

local function close(level, object_mt, array_mt)
  local mt = array_mt
  if level.is_object then mt = object_mt end
  return setmetatable(level.table, mt), level.outer
end

--- Reads the value at a position: returns it and the position after it; nil, position and message.
function grammar.decode(text, pos, null, object_mt, array_mt)
  local before, level = pos or 1, nil
  while true do
    local value, at, message
    pos = skip(text, before)
    if level then level.before = before end
    local complete = level and ends(text, pos, level)
    if complete then
      value, level = close(level, object_mt, array_mt)
      pos = pos + 1
    else
      if level and level.is_object then
        pos, at, message = read_key(text, pos, before, level)
        if message then return nil, at, message end
      end
      local first = sub(text, pos, pos)
      if first == "{" or first == "[" then
        level = { table = {}, is_object = first == "{", from = pos, n = 0, outer = level }
        before = pos + 1
      else
        value, at, message = read_scalar(text, pos, null)
        if message then return nil, at, message end
        if not at then return no_value(text, pos, before, level) end
        pos, complete = at, true
      end
    end
    while complete do
      if not level then return value, pos end
      pos = skip(text, pos)
      local goes_on
      goes_on, at, message = store(text, pos, level, value)
      if message then return nil, at, message end
      pos = pos + 1
      if goes_on then
        before, complete = pos, false
      else
        value, level = close(level, object_mt, array_mt)
      end
    end
  end
end

return grammar

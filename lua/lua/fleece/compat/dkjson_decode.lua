--[[
fleece.compat.dkjson_decode — dkjson's lenient reader, in Lua.

Owns: what dkjson accepts beyond JSON (comments, missing or extra commas, any escape, any
white space), and the message and position of each error.
Must not know: the native decoder (fleece.compat.dkjson tries that first).
Invariant: nesting is kept in a list, not on the Lua stack, so that depth costs only memory.

SPDX-License-Identifier: MIT
--]]

local setmetatable, tonumber, tostring = setmetatable, tonumber, tostring
local concat, floor = table.concat, math.floor
local char, find, gsub, match, sub = string.char, string.find, string.gsub, string.match,
  string.sub

local dkdecode = {}

-- ---- Places, numbers, characters --------------------------------------------------------

--- "line L, column C" of a byte of a text; columns count bytes.
function dkdecode.place(text, at)
  local line, start, p = 1, 0, 0
  while true do
    p = find(text, "\n", p + 1, true)
    if not p or p >= at then return "line " .. line .. ", column " .. at - start end
    line, start = line + 1, p
  end
end
local place = dkdecode.place

--- tonumber of a text with a decimal point, whatever decimal point the locale has.
function dkdecode.number(text)
  local number = tonumber(text)
  if number == nil and find(text, ".", 1, true) then
    local point = match(tostring(0.5), "[^05+]")
    number = tonumber((gsub(text, "%.", point, 1)))
  end
  return number
end

--- UTF-8 of a code point; a lone surrogate gets three bytes, too.
function dkdecode.utf8(code)
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  if code < 0x10000 then
    return char(0xE0 + floor(code / 4096), 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
  end
  return char(0xF0 + floor(code / 262144), 0x80 + floor(code / 4096) % 64,
    0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end

--- The code point of a surrogate pair, or nil.
function dkdecode.paired(high, low)
  if high >= 0xD800 and high <= 0xDBFF and low and low >= 0xDC00 and low <= 0xDFFF then
    return (high - 0xD800) * 0x400 + (low - 0xDC00) + 0x10000
  end
end

local function unterminated(text, what, from)
  return nil, #text + 1, "unterminated " .. what .. " at " .. place(text, from)
end

-- The next byte that is neither white space nor comment, or nil.
local function skip(text, pos)
  while true do
    pos = find(text, "%S", pos)
    if not pos then return nil end
    local two = sub(text, pos, pos + 1)
    if two == "//" then
      pos = find(text, "[\n\r]", pos + 2)
    elseif two == "/*" then
      pos = find(text, "*/", pos + 2, true)
      pos = pos and pos + 2
    elseif sub(text, pos, pos + 2) == "\239\187\191" then
      pos = pos + 3
    else
      return pos
    end
    if not pos then return nil end
  end
end

-- ---- Scalars ----------------------------------------------------------------------------

local escaped = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

-- tonumber accepts white space, a sign and "0x" where digits are expected, and so does dkjson.
local function hex4(text, pos) return tonumber(sub(text, pos, pos + 3), 16) end

-- What the escape at a backslash stands for, and where the text continues.  A \u without a
-- number is a "u".
local function escape_at(text, pos)
  local letter = sub(text, pos + 1, pos + 1)
  local code = letter == "u" and hex4(text, pos + 2)
  if code and code >= 0 and code <= 0xFFFF then
    if sub(text, pos + 6, pos + 7) == "\\u" then
      local pair = dkdecode.paired(code, hex4(text, pos + 8))
      if pair then return dkdecode.utf8(pair), pos + 12 end
    end
    return dkdecode.utf8(code), pos + 6
  end
  return escaped[letter] or letter, pos + 2
end

local function read_string(text, pos)
  local pieces, n, from = {}, 0, pos + 1
  while true do
    local at = find(text, '["\\]', from)
    if not at then return unterminated(text, "string", pos) end
    n = n + 1
    pieces[n] = sub(text, from, at - 1)
    if sub(text, at, at) == '"' then return concat(pieces), at + 1 end
    n = n + 1
    pieces[n], from = escape_at(text, at)
  end
end

local function read_scalar(text, pos, null)
  if sub(text, pos, pos) == '"' then return read_string(text, pos) end
  local from, to = find(text, "^%-?[%d%.]+[eE]?[%+%-]?%d*", pos)
  local number = from and dkdecode.number(sub(text, from, to))
  if number then return number, to + 1 end
  local word = match(text, "^%a%w*", pos)
  if word == "true" then return true, pos + 4 end
  if word == "false" then return false, pos + 5 end
  if word == "null" then return null, pos + 4 end
  return nil, pos, "no valid JSON value at " .. place(text, pos)
end

-- ---- Arrays and objects -----------------------------------------------------------------
--
-- A level: its table, its closing bracket, where it began, n elements, the enclosing level; and the
-- key, while the value of a member is read.

local function open(text, pos, object_mt, array_mt, outer)
  local is_object = sub(text, pos, pos) == "{"
  local mt = array_mt
  if is_object then mt = object_mt end
  return { table = setmetatable({}, mt), closing = is_object and "}" or "]", from = pos,
    n = 0, outer = outer }
end

local function unclosed(text, level)
  return unterminated(text, level.closing == "}" and "object" or "array", level.from)
end

-- Puts a value that ends before pos into its level.  Returns where the next one may begin; nil,
-- position and message on failure.
local function store(text, pos, level, value)
  local next_char = sub(text, pos, pos)
  if level.keyed then
    level.table[level.key] = value
    level.keyed = false
  elseif next_char == ":" then
    if value == nil then
      return nil, pos, "cannot use nil as table index (at " .. place(text, pos) .. ")"
    end
    level.key, level.keyed = value, true
  else
    level.n = level.n + 1
    level.table[level.n] = value
  end
  if next_char == "," or level.keyed then pos = skip(text, pos + 1) end
  if not pos then return unclosed(text, level) end
  return pos
end

--- Reads the value at a position: returns it and the position after it; nil, position and message.
function dkdecode.decode(text, pos, null, object_mt, array_mt)
  local level, at, message
  pos = skip(text, pos or 1)
  if not pos then return nil, #text + 1, "no valid JSON value (reached the end)" end
  while true do
    local first, value = sub(text, pos, pos), nil
    local opened = first == "{" or first == "["
    if opened then
      level = open(text, pos, object_mt, array_mt, level)
      pos = skip(text, pos + 1)
    elseif level and first == level.closing and not level.keyed then
      value, level, pos = level.table, level.outer, pos + 1
    else
      value, pos, message = read_scalar(text, pos, null)
      if message then return nil, pos, message end
    end
    if not level then return value, pos end
    if not opened then pos = skip(text, pos) end
    if not pos then return unclosed(text, level) end
    if not opened then
      pos, at, message = store(text, pos, level, value)
      if message then return nil, at, message end
    end
  end
end

return dkdecode

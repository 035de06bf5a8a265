--[[
fleece.compat.json4lua_text — what JSON4Lua 1.0.1 does, in Lua.

Owns: what can be encoded and what is left out, what is accepted beyond JSON (missing commas,
single quotes, `/* */`, sums of numbers, any value as a key), and the error messages.
Must not know: the native codec (fleece.compat.json4lua tries that first).

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local error, pairs, tonumber, tostring, type = error, pairs, tonumber, tostring, type
local concat, floor, huge = table.concat, math.floor, math.huge
local byte, char, find, format, gsub, match, sub = string.byte, string.char, string.find,
  string.format, string.gsub, string.match, string.sub
local load, loadstring, setfenv = load, loadstring, setfenv

local json4lua = {}

-- Longer arrays that are mostly nil are an error; they would produce gigabytes of text.
local MOST_NULLS = 10000000

--- Stands for null in a table to be encoded; returns itself when called.
function json4lua.null() return json4lua.null end

--- These two tables themselves become `[]` and `{}`.
json4lua.EMPTY_ARRAY, json4lua.EMPTY_OBJECT = {}, {}

-- ---- Encoding ---------------------------------------------------------------------------

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["/"] = "\\/", ["\b"] = "\\b",
  ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function escaped(c) return escapes[c] or format("\\u%04X", byte(c)) end

local letters_of_2011 = { ['"'] = '\\"', ["\\"] = "\\\\", ["\n"] = "\\n", ["\r"] = "\\r",
  ["\t"] = "\\t" }

local function escaped_2011(c) return letters_of_2011[c] or format("\\u%04x", byte(c)) end

local function quote(s) return '"' .. gsub(tostring(s), '[%z\1-\31"\\/]', escaped) .. '"' end

local function quote_2011(s)
  return '"' .. gsub(tostring(s), '[%z\1-\31"\\]', escaped_2011) .. '"'
end

local function can_encode(value)
  local kind = type(value)
  return kind == "string" or kind == "boolean" or kind == "number" or kind == "table" or
    value == json4lua.null
end

local function refuse(value, why)
  error("encode attempt to encode unsupported type " .. type(value) .. ":" .. tostring(value) ..
    (why or ""), 0)
end

-- The array length of a table, or nil.  A field n does not matter unless it is false; in 2011 it had
-- to be the length.
local function array_length(t, n_counts)
  if t == json4lua.EMPTY_ARRAY then return 0 end
  if t == json4lua.EMPTY_OBJECT then return nil end
  local max = 0
  for key, value in pairs(t) do
    if type(key) == "number" and floor(key) == key and key >= 1 then
      if not can_encode(value) then return nil end
      if key > max then max = key end
    elseif key == "n" then
      if value == false or n_counts and value ~= #t then return nil end
    elseif can_encode(value) then
      return nil
    end
  end
  return max
end

local encode

-- `open`: the tables that enclose the value; how a string is quoted; n_counts, as above.
local function encode_array(t, n, open)
  local pieces = {}
  if n > MOST_NULLS and n > 2 * #t then refuse(t, " (its highest index is " .. n .. ")") end
  for i = 1, n do pieces[i] = encode(t[i], open) end
  return "[" .. concat(pieces, ",") .. "]"
end

local function encode_object(t, open)
  local pieces, n = {}, 0
  for key, value in pairs(t) do
    if can_encode(key) and can_encode(value) then
      n = n + 1
      pieces[n] = open.quote(key) .. ":" .. encode(value, open)
    end
  end
  return "{" .. concat(pieces, ",") .. "}"
end

interpreted(array_length, encode_object)

function encode(value, open)
  local kind = type(value)
  if kind == "string" then return open.quote(value) end
  if kind == "boolean" then return tostring(value) end
  if kind == "number" then
    if value ~= value or value == huge or value == -huge then refuse(value) end
    return (gsub(tostring(value), ",", "."))
  end
  if value == nil or value == json4lua.null then return "null" end
  if kind ~= "table" then refuse(value) end
  if open[value] then refuse(value, " (it contains itself)") end
  open[value] = true
  local n = array_length(value, open.n_counts)
  local text
  if n then text = encode_array(value, n, open) else text = encode_object(value, open) end
  open[value] = nil
  return text
end

--- The text of a value.
function json4lua.encode(value) return encode(value, { quote = quote }) end

--- The same, with strings written as the release of 2011 did.
function json4lua.encode_2011(value) return encode(value, { quote = quote_2011, n_counts = true }) end

-- ---- Decoding: scalars ------------------------------------------------------------------

local function fail(...) error(concat { ... }, 0) end

local function skip(text, pos) return find(text, "[^ \n\r\t]", pos) or #text + 1 end

-- Numbers with signs between them: JSON4Lua has Lua evaluate them.
local function expression(code)
  if setfenv then
    local f = loadstring(code)
    return f and setfenv(f, {})
  end
  return load(code, code, "t", {})
end

-- The byte after a number with an exponent, or nil.  A single pattern would try every way to split
-- the digits.
local function exponent_end(text, pos)
  local _, stop = find(text, "^-?%d+", pos)
  if not stop then return nil end
  local _, fraction = find(text, "^%.%d*", stop + 1)
  return match(text, "^[eE][+-]?%d+()", (fraction or stop) + 1)
end

local function read_number(text, pos)
  local _, stop = find(text, "^.[%d.e+-]*", pos)
  local number = exponent_end(text, pos)
  if number and number > stop + 1 then                     -- E, which JSON4Lua does not know
    return tonumber(sub(text, pos, number - 1)), number
  end
  local code = "return " .. sub(text, pos, stop)
  local f = expression(code)
  if not f then
    fail("Failed to scan number [ ", code, "] in JSON string at position ", pos, " : ", stop + 1)
  end
  return f(), stop + 1
end

-- Each half of a surrogate pair is a separate code: JSON4Lua writes at most three bytes.
local function utf8(code)
  if code < 0x80 then return char(code % 0x80) end
  if code < 0x800 then return char(0xC0 + floor(code / 64), 0x80 + code % 64) end
  return char(0xE0 + floor(code / 4096) % 16, 0x80 + floor(code / 64) % 64, 0x80 + code % 64)
end

local letters = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function read_string(text, pos)
  local quote_mark = sub(text, pos, pos)
  local stops = quote_mark == '"' and '["\\]' or "['\\]"
  local pieces, n, from = {}, 0, pos + 1
  while true do
    local at = find(text, stops, from)
    local letter = at and sub(text, at + 1, at + 1)
    n = n + 1
    if not at or (letter == "" and sub(text, at, at) == "\\") then
      fail("String decoding failed: missing closing ", quote_mark, " at position ", #text,
        "(for string at position ", pos, ")")
    end
    pieces[n] = sub(text, from, at - 1)
    if sub(text, at, at) == quote_mark then return concat(pieces), at + 1 end
    n = n + 1
    if letter == "u" then
      local digits = sub(text, at + 2, at + 5)
      local code = tonumber(digits, 16)
      if not code then
        fail("String decoding failed: bad Unicode escape ", digits, " at position ", at, " : ",
          at + 5)
      end
      pieces[n], from = utf8(code), at + 6
    else
      pieces[n], from = letters[letter] or letter, at + 2
    end
  end
end

local function read_constant(text, pos)
  if sub(text, pos, pos + 3) == "true" then return true, pos + 4 end
  if sub(text, pos, pos + 4) == "false" then return false, pos + 5 end
  if sub(text, pos, pos + 3) == "null" then return nil, pos + 4 end
  fail("Failed to scan constant from string ", text, " at starting position ", pos)
end

-- ---- Decoding: arrays and objects -------------------------------------------------------

local function read_scalar(text, pos, c)
  if c == "" then
    fail("Unterminated JSON encoded object found at position in [", text, "]")
  end
  if c == '"' or c == "'" then return read_string(text, pos) end
  if find(c, "[%d.e+-]") then return read_number(text, pos) end
  return read_constant(text, pos)
end

local function skip_comments(text, pos)
  while true do
    pos = skip(text, pos)
    if sub(text, pos, pos + 1) ~= "/*" then return pos end
    local _, stop = find(text, "*/", pos + 2, true)
    if not stop then fail("Unterminated comment in string at ", pos) end
    pos = stop + 1
  end
end

local ARRAY = { closing = "]", ended = "JSON String ended unexpectedly scanning array.",
  ended_behind_comma = "JSON String ended unexpectedly scanning array." }
local OBJECT = { closing = "}", ended = "JSON string ended unexpectedly while scanning object.",
  ended_behind_comma = "JSON string ended unexpectedly scanning object." }

-- Where the next element or key begins; or nil, and the position after the closing bracket.
-- blanks skips white space: skip, or for 2011 skip_comments; a trailing comma was allowed then.
local function next_place(text, pos, kind, blanks)
  pos = blanks(text, pos)
  if pos > #text then fail(kind.ended) end
  local c = sub(text, pos, pos)
  if c == kind.closing then return nil, pos + 1 end
  if c == "," then pos = blanks(text, pos + 1) end
  if pos > #text then fail(kind.ended_behind_comma) end
  if blanks == skip_comments and sub(text, pos, pos) == kind.closing then return nil, pos + 1 end
  return pos
end

-- Where the value begins whose key ends before `pos`.
local function value_place(text, pos, key, blanks)
  local colon = blanks(text, pos)
  local value_at = colon <= #text and skip(text, colon + 1) or colon
  local is_key = type(key) == "string" or type(key) == "number"
  if not is_key or colon <= #text and sub(text, colon, colon) ~= ":" then
    fail("JSON object key-value assignment mal-formed at ", colon)
  end
  if value_at > #text then
    fail("JSON string ended unexpectedly searching for value of key ", key)
  end
  return value_at
end

-- Returned in place of a key or a value when a container has closed: that container.
local AWAITED, CLOSED = {}, {}

-- Depth costs no Lua stack: `outer` has container, kind and key of the enclosing container.
local function read(text, pos, blanks)
  local outer, depth = {}, 0
  local container, kind, key = false, false, false
  local value, behind                        -- after the value; nil while it is not complete
  while true do
    pos = skip_comments(text, pos)
    local c = sub(text, pos, pos)
    if c == "[" or c == "{" then
      outer[depth + 1], outer[depth + 2], outer[depth + 3] = container, kind, key
      depth, container, kind = depth + 3, {}, c == "[" and ARRAY or OBJECT
      key = kind == ARRAY and 1 or AWAITED
      pos, behind = next_place(text, pos + 1, kind, blanks)
      value = CLOSED
    else
      value, behind = read_scalar(text, pos, c)
    end
    while behind do
      if value == CLOSED then
        value, container, kind, key = container, outer[depth - 2], outer[depth - 1], outer[depth]
        depth = depth - 3
      end
      if not container then return value, behind end
      if key == AWAITED then
        key, pos, behind = value, value_place(text, behind, value, blanks), nil
      else
        container[key] = value
        key = kind == ARRAY and key + 1 or AWAITED
        pos, behind = next_place(text, behind, kind, blanks)
        value = CLOSED
      end
    end
  end
end

--- Reads the value at a position: returns it and the position after it.
function json4lua.decode(text, pos) return read(text, pos or 1, skip) end

--- The value of a text; comments and commas are also accepted where the release of 2011 did.
function json4lua.decode_2011(text) return (read(text, 1, skip_comments)) end

return json4lua

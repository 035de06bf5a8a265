--[[
fleece.compat.rxi_text — what rxi's json.lua 0.1.2 does, in Lua.

Owns: its rules for what can be encoded, what it accepts beyond JSON (numbers are whatever
tonumber accepts, a comma before a bracket), and the message and place of each error.
Must not know: the native codec (fleece.compat.rxi tries that first).

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local error, ipairs, next, pairs, rawget, tonumber, tostring, type = error, ipairs, next,
  pairs, rawget, tonumber, tostring, type
local concat, floor, huge = table.concat, math.floor, math.huge
local byte, char, find, format, gsub, match, sub = string.byte, string.char, string.find,
  string.format, string.gsub, string.match, string.sub

local rxi = {}

-- ---- Encoding ---------------------------------------------------------------------------

local letters = { ['"'] = '"', ["\\"] = "\\", ["\b"] = "b", ["\f"] = "f", ["\n"] = "n",
  ["\r"] = "r", ["\t"] = "t" }

local function escaped(c)
  return "\\" .. (letters[c] or format("u%04x", byte(c)))
end

local encode

local function encode_string(s) return '"' .. gsub(s, '[%z\1-\31\\"]', escaped) .. '"' end

local function encode_number(n)
  if n ~= n or n <= -huge or n >= huge then
    error("unexpected number value '" .. tostring(n) .. "'")
  end
  return (gsub(format("%.14g", n), ",", "."))
end

local function encode_array(t, open)
  local count, pieces = 0, {}
  for key in pairs(t) do
    if type(key) ~= "number" then error("invalid table: mixed or invalid key types") end
    count = count + 1
  end
  if count ~= #t then error("invalid table: sparse array") end
  for i, value in ipairs(t) do pieces[i] = encode(value, open) end
  return "[" .. concat(pieces, ",") .. "]"
end

local function encode_object(t, open)
  local pieces, n = {}, 0
  for key, value in pairs(t) do
    if type(key) ~= "string" then error("invalid table: mixed or invalid key types") end
    n = n + 1
    pieces[n] = encode_string(key) .. ":" .. encode(value, open)
  end
  return "{" .. concat(pieces, ",") .. "}"
end

interpreted(encode_array, encode_object)

-- `open`: the tables that enclose the value.
local function encode_table(t, open)
  if open[t] then error("circular reference") end
  open[t] = true
  local as_array = rawget(t, 1) ~= nil or next(t) == nil
  local text = (as_array and encode_array or encode_object)(t, open)
  open[t] = nil
  return text
end

function encode(value, open)
  local kind = type(value)
  if kind == "string" then return encode_string(value) end
  if kind == "number" then return encode_number(value) end
  if kind == "table" then return encode_table(value, open) end
  if kind == "boolean" then return tostring(value) end
  if kind == "nil" then return "null" end
  error("unexpected type '" .. kind .. "'")
end

--- The text of a value.
function rxi.encode(value) return encode(value, {}) end

-- ---- Decoding ---------------------------------------------------------------------------

local function fail(text, at, message)
  local line, start, p = 1, 0, find(text, "\n", 1, true)
  while p and p < at do
    line, start = line + 1, p
    p = find(text, "\n", p + 1, true)
  end
  error(format("%s at line %d col %d", message, line, at - start))
end

local function skip(text, pos) return find(text, "[^ \t\r\n]", pos) or #text + 1 end

local function word_end(text, pos) return find(text, "[ \t\r\n%]},]", pos) or #text + 1 end

local function utf8(code)
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(192 + floor(code / 64), 128 + code % 64) end
  if code < 0x10000 then
    return char(224 + floor(code / 4096), 128 + floor(code / 64) % 64, 128 + code % 64)
  end
  return char(240 + floor(code / 262144), 128 + floor(code / 4096) % 64,
    128 + floor(code / 64) % 64, 128 + code % 64)
end

-- A high surrogate and any escape after it form a pair, whatever that escape means.
local function unicode_at(text, pos)
  local high, low = match(text, "^([dD][89aAbB]%x%x)\\u(%x%x%x%x)", pos)
  if high then
    local code = (tonumber(high, 16) - 0xD800) * 0x400 + tonumber(low, 16) - 0xDC00 + 0x10000
    return utf8(code), pos + 10
  end
  local digits = match(text, "^%x%x%x%x", pos)
  if not digits then fail(text, pos - 2, "invalid unicode escape in string") end
  return utf8(tonumber(digits, 16)), pos + 4
end

local unescaped = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"',
  ["\\"] = "\\", ["/"] = "/" }

local function parse_string(text, pos)
  local pieces, n, from = {}, 0, pos + 1
  while true do
    local at = find(text, '[%z\1-\31"\\]', from)
    if not at then fail(text, pos, "expected closing quote for string") end
    n = n + 1
    pieces[n] = sub(text, from, at - 1)
    local c = sub(text, at, at)
    if c == '"' then return concat(pieces), at + 1 end
    if c ~= "\\" then fail(text, at, "control character in string") end
    local letter = sub(text, at + 1, at + 1)
    n = n + 1
    if letter == "u" then
      pieces[n], from = unicode_at(text, at + 2)
    else
      pieces[n], from = unescaped[letter], at + 2
      if not pieces[n] then
        fail(text, at, "invalid escape char '" .. letter .. "' in string")
      end
    end
  end
end

local function parse_number(text, pos)
  local stop = word_end(text, pos)
  local word = sub(text, pos, stop - 1)
  local number = tonumber(word)
  if not number then fail(text, pos, "invalid number '" .. word .. "'") end
  return number, stop
end

local function parse_literal(text, pos)
  local stop = word_end(text, pos)
  local word = sub(text, pos, stop - 1)
  if word == "true" then return true, stop end
  if word == "false" then return false, stop end
  if word == "null" then return nil, stop end
  fail(text, pos, "invalid literal '" .. word .. "'")
end

local function parse_scalar(text, pos)
  local c = sub(text, pos, pos)
  if c == '"' then return parse_string(text, pos) end
  if find(c, "[%d-]") then return parse_number(text, pos) end
  if c == "t" or c == "f" or c == "n" then return parse_literal(text, pos) end
  fail(text, pos, "unexpected character '" .. c .. "'")
end

-- Where the next value of an array or object begins, and its key, of the same type as the key before
-- it (a number in arrays, a string in objects); or nil, and the position after the closing bracket.
local function member(text, pos, key)
  local is_array = type(key) == "number"
  local c = sub(text, pos, pos)
  if c == (is_array and "]" or "}") then return nil, pos + 1 end
  if is_array then return pos, key + 1 end
  if c ~= '"' then fail(text, pos, "expected string for key") end
  key, pos = parse_string(text, pos)
  pos = skip(text, pos)
  if sub(text, pos, pos) ~= ":" then fail(text, pos, "expected ':' after key") end
  return skip(text, pos + 1), key
end

-- The same, after the value of a key.
local function after(text, pos, key)
  local closing = type(key) == "number" and "]" or "}"
  pos = skip(text, pos)
  local c = sub(text, pos, pos)
  if c == closing then return nil, pos + 1 end
  if c ~= "," then fail(text, pos + 1, "expected '" .. closing .. "' or ','") end
  return member(text, skip(text, pos + 1), key)
end

local before_first = { ["["] = 0, ["{"] = "" }

-- Depth costs no Lua stack: `outer` holds each container's parent, `keys` its key in that parent.
local function parse(text, pos)
  local outer, keys, depth = {}, {}, 0
  local container, key, value = false, false
  while true do
    local first = before_first[sub(text, pos, pos)]
    if first then
      depth = depth + 1
      outer[depth], keys[depth], container = container, key, {}
      pos, key = member(text, skip(text, pos + 1), first)
    else
      value, pos = parse_scalar(text, pos)
      if not container then return value, pos end
      container[key] = value
      pos, key = after(text, pos, key)
    end
    while not pos do                       -- the container ends before `key`
      value, pos = container, key
      container, key, depth = outer[depth], keys[depth], depth - 1
      if not container then return value, pos end
      container[key] = value
      pos, key = after(text, pos, key)
    end
  end
end

--- The value of a text.
function rxi.decode(text)
  local value, pos = parse(text, skip(text, 1))
  pos = skip(text, pos)
  if pos <= #text then fail(text, pos, "trailing garbage") end
  return value
end

return rxi

-- reader.lua — a small strict JSON reader, slow and obvious.
-- Owns: what the tests consider valid JSON (RFC 8259, UTF-8 only), and how to compare a value with
-- what its text reads back as.  Must not know: the module under test.
-- SPDX-License-Identifier: MIT

local reader = {}

-- What `null` reads as.
reader.null = setmetatable({}, { __tostring = function() return "reader.null" end })

local function fail(what, at)
  error({ reader = true, what = what, at = at }, 0)
end

-- ---- UTF-8 ------------------------------------------------------------------------------

-- The well-formed sequences, by first byte: the ranges of the following bytes (Unicode, table
-- "Well-Formed UTF-8 Byte Sequences").
local function ranges(first)
  if first <= 0x7f then return {} end
  if first <= 0xc1 then return nil end
  if first <= 0xdf then return { { 0x80, 0xbf } } end
  if first == 0xe0 then return { { 0xa0, 0xbf }, { 0x80, 0xbf } } end
  if first == 0xed then return { { 0x80, 0x9f }, { 0x80, 0xbf } } end
  if first <= 0xef then return { { 0x80, 0xbf }, { 0x80, 0xbf } } end
  if first == 0xf0 then return { { 0x90, 0xbf }, { 0x80, 0xbf }, { 0x80, 0xbf } } end
  if first <= 0xf3 then return { { 0x80, 0xbf }, { 0x80, 0xbf }, { 0x80, 0xbf } } end
  if first == 0xf4 then return { { 0x80, 0x8f }, { 0x80, 0xbf }, { 0x80, 0xbf } } end
  return nil
end

-- The sequence at byte i: true and its length, or false and the length of the longest
-- prefix that some well-formed sequence could start with (at least 1).
function reader.utf8_at(s, i)
  local expected = ranges(s:byte(i))
  if not expected then return false, 1 end
  for n, range in ipairs(expected) do
    local b = s:byte(i + n)
    if not b or b < range[1] or b > range[2] then return false, n end
  end
  return true, #expected + 1
end

-- The byte (1-based) where s stops being UTF-8, or nil.
function reader.invalid_at(s)
  local i = 1
  while i <= #s do
    local ok, n = reader.utf8_at(s, i)
    if not ok then return i end
    i = i + n
  end
  return nil
end

function reader.code_point(s, i, n)
  local b = s:byte(i)
  if n == 1 then return b end
  local cp = n == 2 and b - 0xc0 or n == 3 and b - 0xe0 or b - 0xf0
  for k = 1, n - 1 do cp = cp * 64 + (s:byte(i + k) - 0x80) end
  return cp
end

function reader.utf8_char(cp)
  local floor = math.floor
  if cp < 0x80 then return string.char(cp) end
  if cp < 0x800 then return string.char(0xc0 + floor(cp / 64), 0x80 + cp % 64) end
  if cp < 0x10000 then
    return string.char(0xe0 + floor(cp / 4096), 0x80 + floor(cp / 64) % 64, 0x80 + cp % 64)
  end
  return string.char(0xf0 + floor(cp / 262144), 0x80 + floor(cp / 4096) % 64,
    0x80 + floor(cp / 64) % 64, 0x80 + cp % 64)
end

-- ---- The grammar ------------------------------------------------------------------------

local value                                          -- defined below

local function space(s, i)
  return s:find("[^ \t\r\n]", i) or #s + 1
end

local plain_escapes = {
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/",
  b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
}

local function hex4(s, i)
  local digits = s:match("^%x%x%x%x", i)
  if not digits then fail("four hexadecimal digits expected", i) end
  return tonumber(digits, 16)
end

local function escape(s, i)                          -- i is at the backslash
  local c = s:sub(i + 1, i + 1)
  if plain_escapes[c] then return plain_escapes[c], i + 2 end
  if c ~= "u" then fail("unknown escape", i) end
  local unit = hex4(s, i + 2)
  if unit < 0xd800 or unit > 0xdfff then return reader.utf8_char(unit), i + 6 end
  if unit > 0xdbff or s:sub(i + 6, i + 7) ~= "\\u" then fail("lone surrogate", i) end
  local low = hex4(s, i + 8)
  if low < 0xdc00 or low > 0xdfff then fail("lone surrogate", i) end
  return reader.utf8_char(0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00)), i + 12
end

local function string_at(s, i)                       -- i is at the opening quote
  local out = {}
  i = i + 1
  while true do
    local b = s:byte(i)
    if not b then fail("unfinished string", i) end
    if b == 34 then return table.concat(out), i + 1 end
    if b < 32 then fail("control character in a string", i) end
    if b == 92 then
      out[#out + 1], i = escape(s, i)
    else
      local ok, n = reader.utf8_at(s, i)
      if not ok then fail("invalid UTF-8", i) end
      out[#out + 1] = s:sub(i, i + n - 1)
      i = i + n
    end
  end
end

local function number_at(s, i)
  local j = i
  if s:sub(j, j) == "-" then j = j + 1 end
  if s:sub(j, j) == "0" then
    j = j + 1
  else
    j = select(2, s:find("^[1-9][0-9]*", j))
    if not j then fail("a digit expected", i) end
    j = j + 1
  end
  local fraction = select(2, s:find("^%.[0-9]+", j))
  if fraction then j = fraction + 1 end
  local exponent = select(2, s:find("^[eE][+-]?[0-9]+", j))
  if exponent then j = exponent + 1 end
  local text = s:sub(i, j - 1)
  if text == "-0" then return -1 / (1 / 0), j end     -- tonumber("-0") is 0 on Lua 5.3+
  return tonumber(text), j
end

local function array_at(s, i, depth)
  local out = {}
  i = space(s, i + 1)
  if s:sub(i, i) == "]" then return out, i + 1 end
  local n = 0
  while true do
    n = n + 1
    out[n], i = value(s, i, depth + 1)
    i = space(s, i)
    local c = s:sub(i, i)
    if c == "]" then return out, i + 1 end
    if c ~= "," then fail("',' or ']' expected", i) end
    i = space(s, i + 1)
  end
end

local function object_at(s, i, depth)
  local out = {}
  i = space(s, i + 1)
  if s:sub(i, i) == "}" then return out, i + 1 end
  while true do
    if s:sub(i, i) ~= '"' then fail("a quoted key expected", i) end
    local key
    key, i = string_at(s, i)
    i = space(s, i)
    if s:sub(i, i) ~= ":" then fail("':' expected", i) end
    out[key], i = value(s, space(s, i + 1), depth + 1)
    i = space(s, i)
    local c = s:sub(i, i)
    if c == "}" then return out, i + 1 end
    if c ~= "," then fail("',' or '}' expected", i) end
    i = space(s, i + 1)
  end
end

local literals = { { "true", true }, { "false", false }, { "null", reader.null } }

-- The deepest nesting that it reads; the function is recursive.
local deepest = 4000

function value(s, i, depth)
  local c = s:sub(i, i)
  if depth > deepest then fail("too deep for this reader", i) end
  if c == '"' then return string_at(s, i) end
  if c == "[" then return array_at(s, i, depth) end
  if c == "{" then return object_at(s, i, depth) end
  for _, literal in ipairs(literals) do
    if s:sub(i, i + #literal[1] - 1) == literal[1] then
      return literal[2], i + #literal[1]
    end
  end
  return number_at(s, i)
end

-- The value of one JSON text, or an error {what, at}.
function reader.decode(s)
  local v, i = value(s, space(s, 1), 1)
  i = space(s, i)
  if i <= #s then fail("text after the value", i) end
  return v
end

-- Whether s is one valid JSON text; if not, what is wrong and at which byte.
function reader.valid(s)
  local ok, err = pcall(reader.decode, s)
  if ok then return true end
  if type(err) == "table" and err.reader then return false, err.what, err.at end
  error(err, 0)
end

-- ---- Comparison -------------------------------------------------------------------------

-- Whether the Lua value v and the decoded value d are the same data.  Number keys of v may
-- be strings in d; null in d is nil or a null marker in v.
function reader.same(v, d, is_null)
  if d == reader.null then return v == nil or is_null(v) end
  if type(v) ~= "table" then
    if type(v) ~= type(d) then return false end
    return v == d and (type(v) ~= "number" or 1 / v == 1 / d)
  end
  if type(d) ~= "table" then return false end
  for key, item in pairs(v) do
    local other = d[key]
    if other == nil then other = d[tostring(key)] end
    if not reader.same(item, other, is_null) then return false end
  end
  for key, item in pairs(d) do
    if item ~= reader.null and v[key] == nil and v[tonumber(key)] == nil then
      return false
    end
  end
  return true
end

return reader

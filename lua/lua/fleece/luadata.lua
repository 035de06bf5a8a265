--[[
fleece.luadata — reads Lua data (literals and table constructors) without running it.

Owns: the literal grammar of Lua 5.1 to 5.5, the stream form (several values in one text), and the
errors in a text.  Must not know: JSON, files, the command.
Invariant: nothing in the text is ever executed, and no call recurses with the nesting of the
text: the open tables are on an explicit stack.

The grammar is the same on every Lua: "\x41", "\z", "\u{41}" and hexadecimal floats are accepted
on 5.1, too; an escape that 5.2 and later reject is rejected on 5.1, too.  The value of a numeral
depends on the Lua that runs: 2^53 + 1 is exact on 5.3 and later.

SPDX-License-Identifier: MIT
--]]

local byte, char, find, match, sub = string.byte, string.char, string.find, string.match, string.sub
local gsub, format = string.gsub, string.format
local concat, floor = table.concat, math.floor
local tonumber, type, pcall, error, setmetatable = tonumber, type, pcall, error, setmetatable

local place = require("fleece.place")

local luadata = {}

local DEFAULT_DEPTH = 1000
local PROGRESS_BYTES = 1000000

-- White space is [\t-\r ]; the class %s would depend on the locale.
local SPACE_THEN = "[^\t-\r ]"
local NAME = "^[A-Za-z_][A-Za-z0-9_]*"
local KEY_NAME = "^([A-Za-z_][A-Za-z0-9_]*)[\t-\r ]*=[\t-\r ]*"
local KEY_STRING = '^%["([^"\\\r\n]*)"%][\t-\r ]*=[\t-\r ]*'
local KEY_NUMBER = "^%[(-?)([0-9]+)%][\t-\r ]*=[\t-\r ]*"
-- A value, the separator after it (if any), and the space after that, in one match.
local STRING_SEP = '^"([^"\\\r\n]*)"[\t-\r ]*([,;}]?)[\t-\r ]*'
local NUMBER_SEP = "^(-?)([0-9.][0-9.eE+-]*)[\t-\r ]*([,;}])[\t-\r ]*"
local SEP = "^[\t-\r ]*([,;}]?)[\t-\r ]*"

local RESERVED = {}
for word in ("and break do else elseif end false for function if in local nil not or "
  .. "repeat return then true until while"):gmatch("%a+") do
  RESERVED[word] = true
end

local ESCAPES = {
  a = "\a", b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v",
  ["\\"] = "\\", ['"'] = '"', ["'"] = "'",
}

local BYTE = {
  DQUOTE = 34, HASH = 35, SQUOTE = 39, COMMA = 44, MINUS = 45, DOT = 46, ZERO = 48, NINE = 57,
  COLON = 58, SEMICOLON = 59, EQUALS = 61, LBRACKET = 91, BACKSLASH = 92, RBRACKET = 93,
  LBRACE = 123, RBRACE = 125,
}

-- On the stack these mean "no key" and "the table being closed is itself a key".
local POSITIONAL, AS_KEY = {}, {}

---------------------------------------------------------------------------------------
-- Errors: raised as a Failure at an offset; the public functions add the line and the excerpt

local Failure = {}

local function fail(at, code, reason)
  error(setmetatable({ offset = at, code = code, reason = reason }, Failure), 0)
end

local function detail_of(text, failure)
  local at = failure.offset
  local line, column, excerpt, caret = place.of(text, at)
  local message = format("%s at line %d column %d (byte %d)", failure.reason, line, column, at)
  if excerpt ~= "" then message = message .. ": " .. excerpt end
  return {
    code = failure.code, reason = failure.reason, message = message,
    line = line, column = column, offset = at, excerpt = excerpt, caret = caret,
  }
end

local function byte_name(c)
  if c > 32 and c < 127 then return "'" .. char(c) .. "'" end
  return format("byte 0x%02X", c)
end

---------------------------------------------------------------------------------------
-- Space and comments

local function comment_end(text, p)
  local level = match(text, "^%-%-%[(=*)%[", p)
  if level then
    local _, last = find(text, "]" .. level .. "]", p + 4 + #level, true)
    if not last then fail(p, "unfinished", "a long comment that is not closed") end
    return last + 1
  end
  return find(text, "[\r\n]", p + 2) or #text + 1
end

-- The offset of the next byte outside space and comments (#text + 1 at the end).
local function skip(text, p)
  while true do
    p = find(text, SPACE_THEN, p)
    if not p then return #text + 1 end
    if byte(text, p) ~= BYTE.MINUS or byte(text, p + 1) ~= BYTE.MINUS then return p end
    p = comment_end(text, p)
  end
end

-- What a Lua loader skips before it reads: a byte order mark, and a first line that begins with '#'.
local function prologue_end(text)
  if sub(text, 1, 4) == "\27Lua" or sub(text, 1, 3) == "\27LJ" then
    fail(1, "binary", "compiled Lua code is not data")
  end
  local start = sub(text, 1, 2)
  if start == "\255\254" or start == "\254\255" then
    fail(1, "binary", "UTF-16 text: convert it to UTF-8")
  end
  local p = sub(text, 1, 3) == "\239\187\191" and 4 or 1
  if byte(text, p) == BYTE.HASH then p = find(text, "[\r\n]", p) or #text + 1 end
  return p
end

---------------------------------------------------------------------------------------
-- Strings

-- Longer forms, up to 0x7FFFFFFF, are those of Lua 5.4; they are not valid UTF-8.
local function utf8_of(code)
  if code < 0x80 then return char(code) end
  local tail, first_max = "", 0x3F
  repeat
    tail = char(0x80 + code % 0x40) .. tail
    code = floor(code / 0x40)
    first_max = floor(first_max / 2)
  until code <= first_max
  return char(0xFE - first_max * 2 + code) .. tail
end

local function decimal_escape(text, p)
  local digits = match(text, "^[0-9][0-9]?[0-9]?", p + 1)
  if tonumber(digits) > 255 then
    fail(p, "escape", "a decimal escape beyond \\255")
  end
  return char(tonumber(digits)), p + 1 + #digits
end

local function hex_escape(text, p)
  local digits = match(text, "^[0-9A-Fa-f][0-9A-Fa-f]", p + 2)
  if not digits then fail(p, "escape", "'\\x' needs two hexadecimal digits") end
  return char(tonumber(digits, 16)), p + 4
end

local function utf8_escape(text, p)
  local digits = match(text, "^{([0-9A-Fa-f]+)}", p + 2)
  if not digits then fail(p, "escape", "'\\u' needs hexadecimal digits in braces") end
  local significant = match(digits, "^0*(.*)$")
  local code = significant == "" and 0 or tonumber(significant, 16)
  if #significant > 8 or code > 0x7FFFFFFF then
    fail(p, "escape", "'\\u{...}' beyond 7FFFFFFF")
  end
  return utf8_of(code), p + 4 + #digits
end

local function after_newline(text, p)
  local pair = sub(text, p, p + 1)
  return p + ((pair == "\r\n" or pair == "\n\r") and 2 or 1)
end

-- p is at the backslash.  Returns the bytes it stands for and where the text continues.
local function escape(text, p)
  local c = sub(text, p + 1, p + 1)
  if ESCAPES[c] then return ESCAPES[c], p + 2 end
  if c == "x" then return hex_escape(text, p) end
  if c == "u" then return utf8_escape(text, p) end
  if c == "z" then return "", find(text, SPACE_THEN, p + 2) or #text + 1 end
  if c == "\n" or c == "\r" then return "\n", after_newline(text, p + 1) end
  if match(c, "[0-9]") then return decimal_escape(text, p) end
  if c == "" then fail(p, "unfinished", "a string that is not closed") end
  fail(p, "escape", "an unknown escape")
end

local PLAIN = { [BYTE.DQUOTE] = '^[^"\\\r\n]*', [BYTE.SQUOTE] = "^[^'\\\r\n]*" }
local SIMPLE = {
  [BYTE.DQUOTE] = '^([^"\\\r\n]*)\\([abfnrtv\\"\'])()',
  [BYTE.SQUOTE] = "^([^'\\\r\n]*)\\([abfnrtv\\\"'])()",
}

-- p is at the opening quote.  Returns the string and the offset after it.
local function quoted_string(text, p)
  local quote, opening = byte(text, p), p
  local plain, simple = PLAIN[quote], SIMPLE[quote]
  local parts, n = {}, 0
  p = p + 1
  while true do
    local chunk, letter, after = match(text, simple, p)
    while chunk do
      parts[n + 1], parts[n + 2] = chunk, ESCAPES[letter]
      n, p = n + 2, after
      chunk, letter, after = match(text, simple, p)
    end
    local _, last = find(text, plain, p)
    n = n + 1
    parts[n] = sub(text, p, last)
    p = last + 1
    local c = byte(text, p)
    if c == quote then return concat(parts, "", 1, n), p + 1 end
    if c ~= BYTE.BACKSLASH then
      fail(opening, "unfinished", "a string that is not closed on its line")
    end
    n = n + 1
    parts[n], p = escape(text, p)
  end
end

-- p is at the first bracket of [[ or [==[ (the caller has checked the second one).
local function long_string(text, p)
  local level = match(text, "^%[(=*)%[", p)
  local start = p + 2 + #level
  local close = find(text, "]" .. level .. "]", start, true)
  if not close then fail(p, "unfinished", "a long string that is not closed") end
  if match(text, "^[\r\n]", start) then start = after_newline(text, start) end
  local body = sub(text, start, close - 1)
  if find(body, "\r", 1, true) then
    body = gsub(gsub(gsub(body, "\r\n", "\n"), "\n\r", "\n"), "\r", "\n")
  end
  return body, close + 2 + #level
end

---------------------------------------------------------------------------------------
-- Numbers

-- C's strtod, which Lua 5.1 and 5.2 use, expects the decimal point of the locale.
local function number_of(numeral)
  local point = match(format("%.1f", 0.5), "0(.-)5")
  return tonumber(numeral) or tonumber((gsub(numeral, "%.", point)))
end

-- Everything that Lua's lexer would read as one numeral, well-formed or not.
local function numeral_end(text, p)
  local exponent_marks = match(text, "^0[xX]", p) and "[pP]$" or "[eE]$"
  while true do
    local _, last = find(text, "^[0-9A-Za-z_.]*", p)
    local run = sub(text, p, last)
    p = last + 1
    if not (match(run, exponent_marks) and match(text, "^[+-]", p)) then return last end
    p = p + 1
  end
end

local function is_numeral(numeral)
  local hex = match(numeral, "^0[xX](.*)$")
  if hex then
    return match(hex, "^[0-9A-Fa-f.]+[pP][+-]?[0-9]+$") or match(hex, "^[0-9A-Fa-f.]+$")
  end
  return match(numeral, "^[0-9.]+[eE][+-]?[0-9]+$") or match(numeral, "^[0-9.]+$")
end

-- p is at a digit or a decimal point.
local function number(text, p)
  local last = numeral_end(text, p)
  local numeral = sub(text, p, last)
  local value = is_numeral(numeral) and number_of(numeral)
  if not value then fail(p, "number", "a malformed number") end
  return value, last + 1
end

-- p is at a minus that does not start a comment.
local function negative(text, p)
  local start, minus = p, false
  while byte(text, p) == BYTE.MINUS do
    minus = not minus
    p = skip(text, p + 1)
  end
  if not match(text, "^%.?[0-9]", p) then
    fail(start, "not_data", "'-' that is not followed by a number")
  end
  local value, after = number(text, p)
  return minus and -value or value, after
end

---------------------------------------------------------------------------------------
-- Values that are not tables

local WORDS = { ["true"] = true, ["false"] = false }

local function word(text, p)
  local _, last = find(text, NAME, p)
  local name = sub(text, p, last)
  if name == "nil" then return nil, last + 1 end
  if WORDS[name] ~= nil then return WORDS[name], last + 1 end
  if RESERVED[name] then
    fail(p, "not_data", "'" .. name .. "' is a statement or an operator, not data")
  end
  fail(p, "not_data", "'" .. name .. "' is a name, and data refers to nothing")
end

-- Any value except a table; c is the byte at p.
local function scalar(text, p, c)
  if c == BYTE.DQUOTE or c == BYTE.SQUOTE then return quoted_string(text, p) end
  if c == BYTE.MINUS then return negative(text, p) end
  if not c then fail(p, "unfinished", "the end of the text where a value should be") end
  if c >= BYTE.ZERO and c <= BYTE.NINE or (c == BYTE.DOT and match(text, "^%.[0-9]", p)) then
    return number(text, p)
  end
  if c == BYTE.LBRACKET and match(text, "^%[=*%[", p) then return long_string(text, p) end
  if match(text, NAME, p) then return word(text, p) end
  if find("(+*/%^#~&|<>.", char(c), 1, true) then
    fail(p, "not_data", byte_name(c) .. " where a value should be: no call or operator is data")
  end
  fail(p, "syntax", byte_name(c) .. " where a value should be")
end

---------------------------------------------------------------------------------------
-- Tables

local function expect_key_end(text, p)
  p = skip(text, p)
  if byte(text, p) ~= BYTE.RBRACKET then fail(p, "syntax", "']' should close the key here") end
  p = skip(text, p + 1)
  if byte(text, p) ~= BYTE.EQUALS then fail(p, "syntax", "'=' should follow the key here") end
  return skip(text, p + 1)
end

-- p is at a '['.  Returns the key and the offset of the value; AS_KEY and the offset of
-- the table that is the key; or POSITIONAL and p, if the '[' opens a long string.
local function bracket_key(text, p)
  local start, last, minus, digits = find(text, KEY_NUMBER, p)
  if start then
    local key = tonumber(digits)
    return minus == "-" and -key or key, last + 1
  end
  if match(text, "^%[=*%[", p) then return POSITIONAL, p end
  local at = skip(text, p + 1)
  local c = byte(text, at)
  if c == BYTE.LBRACE then return AS_KEY, at end
  local key, after = scalar(text, at, c)
  if key == nil then fail(at, "key", "nil cannot be a key") end
  if key ~= key then fail(at, "key", "NaN cannot be a key") end
  return key, expect_key_end(text, after)
end

-- A name with comments around its '='.  Returns the offset before the value, and the name.
local function spaced_name_key(text, p)
  local name = match(text, NAME, p)
  local equals = skip(text, p + #name)
  if byte(text, equals) ~= BYTE.EQUALS then return nil end
  return skip(text, equals + 1) - 1, name
end

local function too_deep(at, max_depth)
  fail(at, "depth", format("tables nested deeper than %d", max_depth))
end

-- The separator after a value, past any comments.  Returns it and where the text continues.
local function separator(text, p)
  p = skip(text, p)
  local c = byte(text, p)
  if c == BYTE.COMMA or c == BYTE.SEMICOLON then return ",", skip(text, p + 1) end
  if c == BYTE.RBRACE then return "}", p + 1 end
  if not c then fail(p, "unfinished", "the end of the text inside a table") end
  if c == BYTE.COLON then
    fail(p, "syntax", "':' after a value (JSON? Lua data has [key] = value)")
  end
  if c == BYTE.EQUALS then fail(p, "syntax", "'=' after a value that cannot be a key") end
  if find("(+-*/%^~&|<>.\"'[{", char(c), 1, true) then
    fail(p, "not_data", byte_name(c) .. " after a value: no call or operator is data")
  end
  fail(p, "syntax", "expected ',' or '}' after a value in a table")
end

local function reserved_key(at, name)
  fail(at, "syntax", "'" .. name .. "' is reserved: write [\"" .. name .. "\"] =")
end

-- The main loop.  p is after a '{'; returns the table and the offset after its '}'.
-- Each iteration reads one item.  The common forms (name = or ["name"] =, then a plain string, a
-- decimal number or a table) take two or three matches; the rest goes through scalar().
-- Bytes are written as numbers here (34 '"', 45 '-', 91 '[', 123 '{', 125 '}'), because a lookup
-- in BYTE costs as much as the comparison.
local function read_table(text, p, max_depth, progress)
  local t, n = {}, 0
  local tables, counts, keys, depth = {}, {}, {}, 1
  local report_at = progress and p + PROGRESS_BYTES or #text + 2
  while true do
    if p >= report_at then
      progress(p, #text)
      report_at = p + PROGRESS_BYTES
    end
    local c, key = byte(text, p), POSITIONAL
    local sep, value, start, last, _

    -- The key, if the item has one.
    if c == 45 and byte(text, p + 1) == 45 or c == 32 or c and c >= 9 and c <= 13 then
      p = skip(text, p)
      c = byte(text, p)
    end
    if c and (c >= 97 and c <= 122 or c >= 65 and c <= 90 or c == 95) then
      start, last, value = find(text, KEY_NAME, p)
      if not start then last, value = spaced_name_key(text, p) end
      if last then
        if RESERVED[value] then reserved_key(p, value) end
        key, p = value, last + 1
        c = byte(text, p)
      end
    elseif c == 91 then
      start, last, value = find(text, KEY_STRING, p)
      if start then
        key, p = value, last + 1
      else
        key, p = bracket_key(text, p)
      end
      c = byte(text, p)
    elseif c == 125 then
      sep, p = "}", p + 1
    end
    if c == 45 and byte(text, p + 1) == 45 then
      p = skip(text, p)
      c = byte(text, p)
    end

    -- The value, and the separator after it.
    if c == 123 then
      if depth >= max_depth then too_deep(p, max_depth) end
      tables[depth], counts[depth], keys[depth] = t, n, key
      depth, t, n = depth + 1, {}, 0
      p = p + 1
    elseif not sep then
      if c == 34 then
        start, last, value, sep = find(text, STRING_SEP, p)
        if start then p = last + 1 end
      elseif c == 45 or c and c >= 48 and c <= 57 then
        local minus
        start, last, minus, value, sep = find(text, NUMBER_SEP, p)
        value = start and tonumber(value)
        if value then
          p = last + 1
          if minus == "-" then value = -value end
        else
          start = nil
        end
      else
        start = nil
      end
      if not start then
        value, p = scalar(text, p, c)
        _, last, sep = find(text, SEP, p)
        p = last + 1
      end
      if sep == "" then sep, p = separator(text, p) end
      if key == POSITIONAL then
        n = n + 1
        t[n] = value
      else
        t[key] = value
      end
    end

    -- Closes this table, and the enclosing tables that end with it.
    while sep == "}" do
      if depth == 1 then return t, p end
      value, depth = t, depth - 1
      t, n, key = tables[depth], counts[depth], keys[depth]
      tables[depth], keys[depth] = nil, nil
      if key == AS_KEY then
        -- The table is the key of an item; the item's value comes next.
        p = expect_key_end(text, p)
        c, key = byte(text, p), value
        if c == 123 then
          if depth >= max_depth then too_deep(p, max_depth) end
          tables[depth], counts[depth], keys[depth] = t, n, key
          depth, t, n = depth + 1, {}, 0
          p, sep = p + 1, nil
        else
          t[key], p = scalar(text, p, c)
          sep, p = separator(text, p)
        end
      else
        if key == POSITIONAL then
          n = n + 1
          t[n] = value
        else
          t[key] = value
        end
        _, last, sep = find(text, SEP, p)
        p = last + 1
        if sep == "" then sep, p = separator(text, p) end
      end
    end
  end
end

---------------------------------------------------------------------------------------
-- The public functions

local OPTIONS = { max_depth = "number", progress = "function" }

local function check_options(opts)
  for name, value in pairs(opts) do
    if not OPTIONS[name] then
      error("unknown option '" .. tostring(name) .. "' (valid: max_depth, progress)", 3)
    end
    if type(value) ~= OPTIONS[name] then
      error(format("option '%s' must be a %s", name, OPTIONS[name]), 3)
    end
  end
end

-- One value at p (after space, comments and `return`).  Returns the offset after it and
-- the value, or nothing at the end of the text.
local function read_value(text, p, opts)
  p = skip(text, p == 1 and prologue_end(text) or p)
  if match(text, "^return%f[^A-Za-z0-9_]", p) then
    p = skip(text, p + 6)
  elseif p > #text then
    return nil
  end
  local c = byte(text, p)
  local value
  if c == BYTE.LBRACE then
    value, p = read_table(text, p + 1, opts.max_depth or DEFAULT_DEPTH, opts.progress)
  else
    value, p = scalar(text, p, c)
  end
  local after = skip(text, p)
  while byte(text, after) == BYTE.SEMICOLON do
    p = after + 1
    after = skip(text, p)
  end
  return p, value
end

local function guard(text, ok, ...)
  if ok then return ... end
  local failure = ...
  if getmetatable(failure) ~= Failure then error(failure, 0) end
  local detail = detail_of(text, failure)
  return nil, detail.message, detail
end

local function check_text(text)
  if type(text) ~= "string" then error("the text must be a string, not a " .. type(text), 3) end
end

--- Reads the value that starts at `position` (1 by default) of a text with any number of
--- values.  Returns the position after it and the value; nil at the end of the text; or
--- nil, a message and the details of the error.
function luadata.next(text, position, opts)
  check_text(text)
  opts = opts or {}
  check_options(opts)
  return guard(text, pcall(read_value, text, position or 1, opts))
end

local function read_only_value(text, opts)
  local p, value = read_value(text, 1, opts)
  if not p then fail(#text + 1, "empty", "no value: the text is empty") end
  p = skip(text, p)
  if p > #text then return value end
  local c = byte(text, p)
  if find("(+-*/%^~&|<>.=:", char(c), 1, true) then
    fail(p, "not_data", byte_name(c) .. " after the value: no call, operator or assignment is data")
  end
  fail(p, "more", "more text after the value")
end

--- Reads a text that is one value.  Returns the value, or nil, a message and the details of the
--- error (after success the message is nil, and the value may be nil, too).
function luadata.read(text, opts)
  check_text(text)
  opts = opts or {}
  check_options(opts)
  return guard(text, pcall(read_only_value, text, opts))
end

--- Returns a function; each call of it returns what `next` would return for the next value of
--- the text.
function luadata.reader(text, opts)
  check_text(text)
  opts = opts or {}
  check_options(opts)
  local position = 1
  local function step(after, value, detail)
    position = after or position
    return after, value, detail
  end
  return function() return step(guard(text, pcall(read_value, text, position, opts))) end
end

--- Iterates over the values of a text: `for n, value in luadata.values(text) do`.
--- At anything that is not a value, raises an error with its place.
function luadata.values(text, opts)
  local read, n = luadata.reader(text, opts), 0
  return function()
    local after, value = read()
    if not after then
      if value then error(value, 2) end
      return nil
    end
    n = n + 1
    return n, value
  end
end

--- The place of an error in two lines for a terminal: the excerpt, and a caret under it.
--- Nil if the line of the error is empty.
function luadata.caret(detail)
  return place.caret(detail.excerpt, detail.caret)
end

return luadata

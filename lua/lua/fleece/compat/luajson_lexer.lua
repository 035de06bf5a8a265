--[[
fleece.compat.luajson_lexer — LuaJSON's tokens, as a decoder's options define them.

Owns: what a token is (white space, comments, strings, numbers, names, calls), and the error
report when there is none.  LPeg is used only where an option is an LPeg pattern.
Must not know: what tokens may follow each other (luajson_state).

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local error, pairs, select, tonumber, tostring, type = error, pairs, select, tonumber, tostring,
  type
local concat, floor = table.concat, math.floor
local char, find, format, gsub, match, sub = string.char, string.find, string.format,
  string.gsub, string.match, string.sub

local lexer = {}

-- ---- Reports ----------------------------------------------------------------------------

--- Where a byte is, as LuaJSON counts: the line from 0, the length of the line up to the byte, the
--- byte, that part of the line.
function lexer.place(text, at)
  local before = sub(text, 1, at)
  local lines = select(2, gsub(before, "\n", ""))
  local line = match(before, "\n([^\n]+.)$") or before
  return lines, #line, sub(text, at, at), line
end

local function report(text, at, message)
  local lines, column, c, line = lexer.place(text, at)
  error(format("%s @ character: %d %d:%d [%s] line:\n%s", message, at, lines, column, c, line))
end

local function denied(text, at, item, option)
  report(text, at, option and format("'%s' denied by option set '%s'", item, option) or
    format("'%s' denied", item))
end

local function illegal(text, at, what)
  local lines, column, c = lexer.place(text, at)
  error(format("Illegal %s in string [%q] @ %d:%d", what, c, lines, column))
end

-- ---- White space and comments -----------------------------------------------------------

-- By first byte: the white space beyond ASCII, including the byte order mark.
local wide_spaces = {
  ["\194"] = { "^\194[\133\160]" }, ["\225"] = { "^\225\154\128", "^\225\160\142" },
  ["\226"] = { "^\226\128[\128-\139\168\169\175]", "^\226\129\159" },
  ["\227"] = { "^\227\128\128" }, ["\239"] = { "^\239\187\191" },
}

local function wide_space_end(text, pos, c)
  local patterns = wide_spaces[c]
  for i = 1, #patterns do
    local _, stop = find(text, patterns[i], pos)
    if stop then return stop end
  end
end

-- The next byte that is not white space and does not begin a comment.
local function skip(text, pos, wide)
  while true do
    pos = find(text, "[^\t\n\v\f\r ]", pos) or #text + 1
    local c, stop = sub(text, pos, pos), nil
    if c == "/" then
      stop = select(2, find(text, "^//[^\n]*\n", pos)) or select(2, find(text, "^/%*.-%*/", pos))
    elseif wide and wide_spaces[c] then
      stop = wide_space_end(text, pos, c)
    end
    if not stop then return pos end
    pos = stop + 1
  end
end

-- ---- Strings ----------------------------------------------------------------------------

local letters = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", v = "\v", z = "\z",
  ["'"] = "'", ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

--- The default of strings.decodeUnicode: UTF-8 of a code given as two pairs of hex digits.
--- The halves of a surrogate pair are not combined.
function lexer.decode_unicode(high, low)
  high, low = tonumber(high, 16), tonumber(low, 16)
  if high == 0 and low < 0x80 then return char(low) end
  if high < 0x08 then return char(0xC0 + high * 4 + floor(low / 64), 0x80 + low % 64) end
  return char(0xE0 + floor(high / 16), 0x80 + (high % 16) * 4 + floor(low / 64), 0x80 + low % 64)
end

--- An escapeCheck without LPeg: the letters that may be escaped.
function lexer.letters(list) return { letters = list } end

-- What a decodeUnicode returned, which must be text; the escape itself if it returned nothing.
local function replacement(escape, ...)
  if select("#", ...) == 0 then return escape end
  local value = ...
  local kind = type(value)
  if kind == "string" or kind == "number" then return value end
  error("invalid replacement value (a " .. kind .. ")")
end

-- The result of an LPeg pattern at pos: the text that the captures leave, and where it ends.
local function by_lpeg(pattern, text, pos)
  local lpeg = require "lpeg"
  return lpeg.match(lpeg.Cs(pattern) * lpeg.Cp(), text, pos)
end

local function check_escape(check, text, pos)
  if type(check) ~= "table" then return by_lpeg(check, text, pos) end
  local c = sub(text, pos, pos)
  if c ~= "" and find(check.letters, c, 1, true) then return "", pos end
end

-- What the escape stands for whose letter is at pos, and where the text continues; nil if the escape
-- is unknown.
local function escape_at(text, pos, o)
  if o.additionalEscapes then
    local replaced, stop = by_lpeg(o.additionalEscapes, text, pos)
    if replaced then return replaced, stop end
  end
  local before, at = "", pos
  if o.escapeCheck then
    before, at = check_escape(o.escapeCheck, text, pos)
    if not at then illegal(text, pos, "escape") end
  end
  local letter = sub(text, at, at)
  if letters[letter] then return before .. letters[letter], at + 1 end
  if letter == "x" then
    local digits = match(text, "^%x%x", at + 1)
    if not digits then illegal(text, at + 1, "hex escape") end
    return before .. char(tonumber(digits, 16)), at + 3
  elseif letter == "u" then
    local high, low = match(text, "^(%x%x)(%x%x)", at + 1)
    if not high then illegal(text, at + 1, "unicode escape") end
    return before .. replacement(sub(text, at, at + 4), o.decodeUnicode(high, low)), at + 5
  end
  if o.escapeCheck then illegal(text, pos, "escape") end
end

-- The string at pos and where the text continues; nil if it is unterminated or has something that it
-- must not have.
local function read_string(text, pos, o, stops)
  local pieces, n, from = {}, 0, pos + 1
  local mark = sub(text, pos, pos)
  while true do
    local at = find(text, stops[mark], from)
    if not at then return nil end
    n = n + 1
    pieces[n] = sub(text, from, at - 1)
    local c = sub(text, at, at)
    if c == mark then return concat(pieces), at + 1 end
    if c ~= "\\" then return nil end
    n = n + 1
    pieces[n], from = escape_at(text, at + 1, o)
    if not from then return nil end
  end
end

local function as_set(characters)
  return (gsub(gsub(characters, "[^%w%z]", "%%%0"), "%z", "%%z"))
end

-- By quotation mark: the pattern for what ends or interrupts a string.
local function string_stops(o)
  local stops = { ['"'] = '["\\' .. as_set(o.badChars) .. "]" }
  if not o.strict_quotes then stops["'"] = "['\\" .. as_set(o.badChars) .. "]" end
  return stops
end

-- ---- Numbers ----------------------------------------------------------------------------

-- Where the digits before the point end; nil if there are none.
local function integer_end(text, pos)
  local digits = match(text, "^%-?()%d", pos)
  if not digits then return nil end
  if find(text, "^0%d", digits) then denied(text, digits, "Octal numbers") end
  local _, stop = find(text, "^%d+", digits)
  return stop
end

local function read_number(text, pos, o)
  local _, hex = find(text, "^0[xX]%x+", pos)
  if hex then
    if not o.hex then denied(text, pos, "Hexadecimal", "number.hex") end
    return tonumber(sub(text, pos, hex)), hex + 1
  end
  local stop = integer_end(text, pos)
  if not stop then return nil end
  local _, fraction = find(text, "^%.%d+", stop + 1)
  if fraction and not o.frac then denied(text, stop + 1, "Fractions", "number.frac") end
  stop = fraction or stop
  local _, exponent = find(text, "^[eE][+-]?%d+", stop + 1)
  if exponent and not o.exp then denied(text, stop + 1, "Exponents", "number.exp") end
  stop = exponent or stop
  local word = sub(text, pos, stop)
  return tonumber(word) or tonumber((gsub(word, "%.", match(tostring(0.5), "[^05+]")))), stop + 1
end

local function read_not_finite(text, pos, o)
  if find(text, "^[Nn][Aa][Nn]", pos) then
    if not o.nan then denied(text, pos, "NaN", "number.nan") end
    return 0 / 0, pos + 3
  end
  local sign, stop = match(text, "^(%-?)[Ii]nfinity()", pos)
  if not sign then return nil end
  if not o.inf then denied(text, pos, "+/-Inf", "number.inf") end
  return sign == "-" and -1 / 0 or 1 / 0, stop
end

-- ---- Calls ------------------------------------------------------------------------------

local function check_definitions(definitions)
  for name, call in pairs(definitions) do
    if type(name) ~= "string" then
      local found, lpeg = pcall(require, "lpeg")
      if not found or lpeg.type(name) ~= "pattern" then
        error("Invalid functionCalls name: " .. tostring(name) .. " not a string or LPEG pattern")
      end
    end
    if type(call) ~= "boolean" and type(call) ~= "function" then
      error("Invalid functionCalls item: " .. tostring(name) .. " not a function")
    end
  end
end

-- Name and function of the call that begins at pos, and where its parameters begin.
local function call_at(text, pos, o)
  for name, call in pairs(o.defs or {}) do
    if type(name) ~= "string" then
      local lpeg = require "lpeg"
      local whole = name * "(" / function(first) return first end * lpeg.Cp()
      local found, stop = lpeg.match(whole, text, pos)
      if stop then return found, call, stop end
    elseif sub(text, pos, pos + #name) == name .. "(" then
      return name, call, pos + #name + 1
    end
  end
end

interpreted(check_definitions, call_at)

-- ---- Tokens -----------------------------------------------------------------------------

local marks = { ["["] = "begin_array", ["]"] = "end_array", ["{"] = "begin_object",
  ["}"] = "end_object", [":"] = "set_key", [","] = "next_value" }

-- A value, which may be nil, and the position after it; nothing if there is no value.
local function value_at(text, pos, o, stops)
  local value, stop
  if stops[sub(text, pos, pos)] then
    value, stop = read_string(text, pos, o.strings, stops)
  else
    value, stop = read_number(text, pos, o.number)
    if not stop then value, stop = read_not_finite(text, pos, o.number) end
  end
  if stop then return value, stop end
  if sub(text, pos, pos + 3) == "true" then return true, pos + 4 end
  if sub(text, pos, pos + 4) == "false" then return false, pos + 5 end
  if sub(text, pos, pos + 3) == "null" then return o.others.null or nil, pos + 4 end
  if sub(text, pos, pos + 8) == "undefined" then
    if not o.others.allowUndefined then
      denied(text, pos, "undefined", "others.allowUndefined")
    end
    return o.others.undefined or nil, pos + 9
  end
end

--- Returns a function that takes a text and passes its tokens to an object with the methods value(v),
--- call(name, f), end_call() and those in `marks`.  It passes them only after it has found them all,
--- so that a byte that begins no token is reported before any other error.
function lexer.new(o)
  local wide, identifiers = o.unicodeWhitespace, o.object.identifier
  local calls = o.calls and (o.calls.allowUndefined or o.calls.defs) and o.calls
  local undefined = calls and calls.allowUndefined
  local stops = string_stops(o.strings)
  if calls and calls.defs then check_definitions(calls.defs) end

  -- Appends the tokens that begin at pos; returns where the text continues, or nil.  Before `known` no
  -- name is a key or is called: the end of a run of letters is searched only once for all its tokens.
  local function tokens_at(text, pos, list, n, known)
    local c = sub(text, pos, pos)
    if marks[c] then
      list[n + 1] = marks[c]
      return pos + 1, n + 1, known
    end
    if (identifiers or undefined) and pos >= known and find(c, "[A-Za-z_]") then
      local name, behind = match(text, "^([A-Za-z0-9_]*)()", pos)
      local colon = identifiers and skip(text, behind, wide)
      if colon and sub(text, colon, colon) == ":" then
        list[n + 1], list[n + 2], list[n + 3] = "value", name, "set_key"
        return colon + 1, n + 3, known
      elseif undefined and sub(text, behind, behind) == "(" then
        list[n + 1], list[n + 2], list[n + 3] = "call", name, true
        return behind + 1, n + 3, known
      end
      known = behind
    end
    if calls then
      local called, f, stop = call_at(text, pos, calls)
      if stop then
        list[n + 1], list[n + 2], list[n + 3] = "call", called, f
        return stop, n + 3, known
      elseif c == ")" then
        list[n + 1] = "end_call"
        return pos + 1, n + 1, known
      end
    end
    local value, stop = value_at(text, pos, o, stops)
    list[n + 1], list[n + 2] = "value", value
    return stop, n + 2, known
  end

  return function(text, reader)
    if type(text) == "number" then text = tostring(text) end
    local list, n, pos, known = {}, 0, skip(text, 1, wide), 1
    while pos <= #text do
      local stop, count
      stop, count, known = tokens_at(text, pos, list, n, known)
      if not stop then report(text, pos, "unexpected character") end
      pos, n = skip(text, stop, wide), count
    end
    local i = 1
    while i <= n do
      local name = list[i]
      if name == "value" then
        reader:value(list[i + 1])
        i = i + 2
      elseif name == "call" then
        reader:call(list[i + 1], list[i + 2])
        i = i + 3
      else
        reader[name](reader)
        i = i + 1
      end
    end
  end
end

lexer.skip, lexer.report, lexer.denied = skip, report, denied

return lexer

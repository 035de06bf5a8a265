--[[
fleece.cli.jsontext — valid JSON text in another dress: compact, indented, sorted, or as Lua
data.

Owns: the tokens of valid JSON, the layout of what is written, and how a string, a key and a
number are spelled in Lua.
Must not know: whether a text is valid (the caller has asked the module), files, options.
Invariant: nothing is made of the values: a token is copied (to JSON) or respelled (to Lua),
so that the order of keys, the digits of numbers and repeated keys stay.  No call recurs
with the nesting of the text.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")

local byte, find, gsub, match, rep, sub = string.byte, string.find, string.gsub, string.match,
  string.rep, string.sub
local concat, sort = table.concat, table.sort

local jsontext = {}

local NOT_SPACE = "[^ \t\r\n]"
local DQUOTE, COMMA, LBRACKET, RBRACKET, LBRACE, RBRACE = 34, 44, 91, 93, 123, 125

-- So many pieces are joined and handed on at once.
local PIECES = 1024

---------------------------------------------------------------------------------------
-- Tokens

-- The offset of the next byte that is no space (#text + 1 at the end).
local function skip(text, p)
  local c = byte(text, p)
  if not c or c > 32 then return p end
  return find(text, NOT_SPACE, p) or #text + 1
end

-- p is at the opening quote.  Returns the offset of the closing one.
local function string_end(text, p)
  local _, last = find(text, '^[^"\\]*"', p + 1)
  if last then return last end
  p = find(text, '["\\]', p + 1)
  while byte(text, p) ~= DQUOTE do p = find(text, '["\\]', p + 2) end
  return p
end

---------------------------------------------------------------------------------------
-- How tokens are spelled

local function as_it_is(token) return token end

local RESERVED = {}
for word in ("and break do else elseif end false for function global goto if in local nil not or "
  .. "repeat return then true until while"):gmatch("%a+") do
  RESERVED[word] = true
end

local ESCAPES = { ["\\"] = "\\\\", ['"'] = '\\"', ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t",
  ["\127"] = "\\127" }
for code = 0, 31 do
  local c = string.char(code)
  ESCAPES[c] = ESCAPES[c] or ("\\%03d"):format(code)
end

-- A JSON string without a backslash is a Lua string; any other one is decoded, and escaped by
-- what Lua 5.1 has too.
local function lua_string(token)
  if not find(token, "\\", 1, true) then return token end
  return '"' .. gsub(fleece.decode(token), '[%c"\\]', ESCAPES) .. '"'
end

local function lua_key(token)
  local name = match(token, '^"([A-Za-z_][A-Za-z0-9_]*)"$')
  return name and not RESERVED[name] and name or "[" .. lua_string(token) .. "]"
end

-- Any JSON number is a Lua number; but the integer -0 of Lua 5.3 has no sign.
local function lua_scalar(null)
  return function(token)
    return token == "null" and null or token == "-0" and "-0.0" or token
  end
end

--- JSON.  indent: nil, or the string for each level.  sorted: keys by their bytes.
function jsontext.json_style(indent, sorted)
  return {
    indent = indent, sorted = sorted, comma = ",", last = "", colon = indent and ": " or ":",
    open = { [LBRACKET] = "[", [LBRACE] = "{" }, close = { [RBRACKET] = "]", [RBRACE] = "}" },
    empty = { [LBRACKET] = "[]", [LBRACE] = "{}" },
    string = as_it_is, key = as_it_is, scalar = as_it_is,
  }
end

--- Lua data.  null: what is written for null.
function jsontext.lua_style(indent, sorted, null)
  return {
    indent = indent, sorted = sorted, comma = ",", last = indent and "," or "",
    colon = indent and " = " or "=",
    open = { [LBRACKET] = "{", [LBRACE] = "{" }, close = { [RBRACKET] = "}", [RBRACE] = "}" },
    empty = { [LBRACKET] = "{}", [LBRACE] = "{}" },
    string = lua_string, key = lua_key, scalar = lua_scalar(null),
  }
end

---------------------------------------------------------------------------------------
-- Writing: pieces wait in `out` until they are handed on

local function emit(w, piece)
  local n = w.n + 1
  w.out[n], w.n = piece, n
end

local function hand_on(w)
  if w.n > 0 then w.put(concat(w.out, "", 1, w.n)) end
  w.n = 0
end

-- What starts a line at this depth: nothing in compact text.
local function line_at(w, depth)
  local line = w.lines[depth]
  if not line then
    line = w.style.indent and "\n" .. rep(w.style.indent, depth) or ""
    w.lines[depth] = line
  end
  return line
end

---------------------------------------------------------------------------------------
-- Sorting: the members of an open object wait as texts, with their keys

local function begin_member(w, token)
  local members = w.members[w.depth]
  members.from = w.n + 1
  members[#members + 1] = { at = #members,
    key = find(token, "\\", 1, true) and fleece.decode(token) or sub(token, 2, -2) }
end

local function end_member(w)
  local members = w.members[w.depth]
  members[#members].text = concat(w.out, "", members.from, w.n)
  w.n = members.from - 1
end

local function goes_before(a, b)
  if a.key == b.key then return a.at < b.at end
  return a.key < b.key
end

local function put_members(w)
  local members, texts = w.members[w.depth], {}
  sort(members, goes_before)
  for i, member in ipairs(members) do texts[i] = member.text end
  w.members[w.depth], w.waiting = nil, w.waiting - 1
  emit(w, concat(texts, w.style.comma .. line_at(w, w.depth)))
end

---------------------------------------------------------------------------------------
-- One token each: takes the offset of the token, returns the offset after it

local function open(w, p, c)
  local style, after = w.style, skip(w.text, p + 1)
  if byte(w.text, after) == c + 2 then
    emit(w, style.empty[c])
    return after + 1
  end
  local depth, is_object = w.depth + 1, c == LBRACE
  w.depth, w.is_object[depth], w.key_next = depth, is_object, is_object
  emit(w, style.open[c] .. line_at(w, depth))
  if is_object and style.sorted then
    w.members[depth], w.waiting = {}, w.waiting + 1
  end
  return after
end

local function close(w, p, c)
  if w.members[w.depth] then
    end_member(w)
    put_members(w)
  end
  w.depth, w.key_next = w.depth - 1, false
  emit(w, w.style.last .. line_at(w, w.depth) .. w.style.close[c])
  return p + 1
end

local function comma(w, p)
  if w.members[w.depth] then
    end_member(w)
  else
    emit(w, w.style.comma .. line_at(w, w.depth))
  end
  w.key_next = w.is_object[w.depth]
  return p + 1
end

local function quoted(w, p)
  local text, last = w.text, string_end(w.text, p)
  local token = sub(text, p, last)
  if not w.key_next then
    emit(w, w.style.string(token))
    return last + 1
  end
  w.key_next = false
  if w.members[w.depth] then begin_member(w, token) end
  emit(w, w.style.key(token) .. w.style.colon)
  return skip(text, last + 1) + 1
end

local function scalar(w, p)
  local _, last = find(w.text, "^[-+.0-9A-Za-z]+", p)
  emit(w, w.style.scalar(sub(w.text, p, last)))
  return last + 1
end

local TOKENS = { [DQUOTE] = quoted, [COMMA] = comma, [LBRACKET] = open, [LBRACE] = open,
  [RBRACKET] = close, [RBRACE] = close }

local function write_tokens(text, style, put, tell)
  local w = { text = text, style = style, put = put, out = {}, n = 0, depth = 0, is_object = {},
    members = {}, waiting = 0, lines = {}, key_next = false }
  local p = skip(text, 1)
  while p <= #text do
    local c = byte(text, p)
    p = skip(text, (TOKENS[c] or scalar)(w, p, c))
    if w.n >= PIECES and w.waiting == 0 then
      hand_on(w)
      tell(p, #text)
    end
  end
  hand_on(w)
end

-- Compact JSON in the order of the text: all but the space between tokens.
local function write_compact(text, put, tell)
  local out, n = {}, 0
  local start = skip(text, 1)
  local p = find(text, '["\t\n\r ]', start)
  while p do
    if byte(text, p) == DQUOTE then
      p = string_end(text, p) + 1
    else
      n = n + 1
      out[n] = sub(text, start, p - 1)
      p = skip(text, p)
      start = p
    end
    if n >= PIECES then
      put(concat(out, "", 1, n))
      tell(p, #text)
      n = 0
    end
    p = find(text, '["\t\n\r ]', p)
  end
  put(concat(out, "", 1, n) .. sub(text, start))
end

--- Writes valid JSON in a style, to put(piece); tell(done, total) hears of the progress.
function jsontext.write(text, style, put, tell)
  if style.string == as_it_is and not style.indent and not style.sorted then
    write_compact(text, put, tell)
  else
    write_tokens(text, style, put, tell)
  end
end

---------------------------------------------------------------------------------------
-- The elements of an array

-- The offset of the comma or the bracket that ends the element at p.
local function element_end(text, p)
  local depth = 0
  while true do
    p = find(text, '["%[%]{},]', p)
    local c = byte(text, p)
    if c == DQUOTE then
      p = string_end(text, p)
    elseif c == LBRACKET or c == LBRACE then
      depth = depth + 1
    elseif depth == 0 then
      return p
    elseif c ~= COMMA then
      depth = depth - 1
    end
    p = p + 1
  end
end

--- Visits the text of each element of a valid array.  Returns false if it is no array.
function jsontext.elements(text, visit)
  local p = skip(text, 1)
  if byte(text, p) ~= LBRACKET then return false end
  p = skip(text, p + 1)
  while byte(text, p) ~= RBRACKET do
    local after = element_end(text, p)
    visit(sub(text, p, after - 1))
    if byte(text, after) == RBRACKET then return true end
    p = skip(text, after + 1)
  end
  return true
end

return jsontext

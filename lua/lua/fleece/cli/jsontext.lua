--[[
fleece.cli.jsontext — rewrites valid JSON text: compact, indented, sorted, or as Lua data.

Owns: the tokens of valid JSON, the layout of the output, and how strings, keys and numbers are
written in Lua.
Must not know: whether a text is valid (the caller has checked), files, options.
Invariant: no values are built: a token is copied (to JSON) or rewritten (to Lua), so the order of
keys, the digits of numbers and repeated keys are preserved.  No call recurses with the nesting of
the text.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")

local byte, find, gsub, match, rep, sub = string.byte, string.find, string.gsub, string.match,
  string.rep, string.sub
local concat, sort, type = table.concat, table.sort, type

local jsontext = {}

local NOT_SPACE = "[^ \t\r\n]"
local DQUOTE, COMMA, LBRACKET, RBRACKET, LBRACE = 34, 44, 91, 93, 123

-- After this many pieces, they are joined and passed on.
local PIECES = 1024

---------------------------------------------------------------------------------------
-- Tokens

-- The offset of the next byte that is not space (#text + 1 at the end).
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
-- How tokens are written

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

-- A JSON string without a backslash is a Lua string; any other is decoded, and then escaped in a way
-- that Lua 5.1 also reads.
local function lua_string(token)
  if not find(token, "\\", 1, true) then return token end
  return '"' .. gsub(fleece.decode(token), '[%c"\\]', ESCAPES) .. '"'
end

local function lua_key(token)
  local name = match(token, '^"([A-Za-z_][A-Za-z0-9_]*)"$')
  return name and not RESERVED[name] and name or "[" .. lua_string(token) .. "]"
end

-- Every JSON number is a Lua number, but the integer -0 of Lua 5.3 has no sign.
local function lua_scalar(null)
  return function(token)
    return token == "null" and null or token == "-0" and "-0.0" or token
  end
end

--- JSON.  indent: nil, or the string for each level.  sorted: keys sorted by bytes.
function jsontext.json_style(indent, sorted)
  return {
    indent = indent, sorted = sorted, last = "", colon = indent and ": " or ":",
    compact = not indent and not sorted,
    open = { [LBRACKET] = "[", [LBRACE] = "{" }, close = { ["]"] = "]", ["}"] = "}" },
    string = as_it_is, key = as_it_is, scalar = as_it_is,
  }
end

--- Lua data.  null: what to write for null.
function jsontext.lua_style(indent, sorted, null)
  return {
    indent = indent, sorted = sorted, last = indent and "," or "",
    colon = indent and " = " or "=",
    open = { [LBRACKET] = "{", [LBRACE] = "{" }, close = { ["]"] = "}", ["}"] = "}" },
    string = lua_string, key = lua_key, scalar = lua_scalar(null),
  }
end

---------------------------------------------------------------------------------------
-- Compact JSON in the order of the text: everything except the space between tokens

-- A run without space and strings, the space after it, and a string without escapes.
local RUN_STRING = '^[^" \t\r\n]*()[ \t\r\n]*()"[^"\\]*"()'
local RUN_SPACE = '^[^" \t\r\n]*()[ \t\r\n]*()'

-- What stands next to a space that is outside of strings: before it, or after it.
local AROUND = {}
for c in ("{}[],: \t\r\n"):gmatch(".") do AROUND[byte(c)] = true end

-- May there be space outside of strings?  A space between two other bytes is inside one.  To look at
-- every space is cheaper than to find the ends of all strings.
local function may_have_gap(text)
  if find(text, "\n", 1, true) or find(text, "\r", 1, true) or find(text, "\t", 1, true) then
    return true
  end
  local p = find(text, " ", 1, true)
  if p == 1 then return true end
  while p do
    local before, after = byte(text, p - 1), byte(text, p + 1)
    if not after or AROUND[before] or AROUND[after] then return true end
    p = find(text, " ", p + 1, true)
  end
  return false
end

local function compact_writer(put, tell)
  local out = {}
  return function(text, ending)
    if not may_have_gap(text) then return put(text, ending) end
    local n, start = 0, skip(text, 1)
    local p, size = start, #text
    while p <= size do
      local gap, after, past = match(text, RUN_STRING, p)
      if not gap then
        gap, after = match(text, RUN_SPACE, p)
        past = byte(text, after) == DQUOTE and string_end(text, after) + 1 or after
      end
      if gap < after then
        n = n + 1
        out[n] = sub(text, start, gap - 1)
        start = after
        if n == PIECES then
          put(concat(out, "", 1, n))
          tell(after, size)
          n = 0
        end
      end
      p = past
    end
    n = n + 1
    out[n] = sub(text, start)
    put(concat(out, "", 1, n), ending)
  end
end

---------------------------------------------------------------------------------------
-- Any other style

-- A token, the separator after it, and the space after that, in one match.
local KEY = '^"([^"\\]*)"[ \t\r\n]*:[ \t\r\n]*()'
local STRING_SEP = '^("[^"\\]*")[ \t\r\n]*([,%]}])[ \t\r\n]*()'
local SCALAR_SEP = "^([-+.0-9A-Za-z]+)[ \t\r\n]*([,%]}])[ \t\r\n]*()"
local SCALAR = "^([-+.0-9A-Za-z]+)"
local SEP = "^[ \t\r\n]*([,%]}]?)[ \t\r\n]*()"

-- How many keys are cached in their written form.
local KEYS = 1000

-- Returns a function that takes the text between the quotes of a key and returns the key as
-- written, with its colon.
local function key_speller(style)
  local known, n = {}, 0
  return function(inside)
    local key = known[inside]
    if not key then
      if n == KEYS then known, n = {}, 0 end
      key = style.key('"' .. inside .. '"') .. style.colon
      known[inside], n = key, n + 1
    end
    return key
  end
end

-- Returns a function that maps a depth to what starts a line there: nothing in compact text.
local function liner(indent)
  local lines = {}
  return function(depth)
    local line = lines[depth]
    if not line then
      line = indent and "\n" .. rep(indent, depth) or ""
      lines[depth] = line
    end
    return line
  end
end

-- p is at a key that has an escape.  Returns the text between its quotes, and where its value is.
local function escaped_key(text, p)
  local last = string_end(text, p)
  return sub(text, p + 1, last - 1), skip(text, skip(text, last + 1) + 1)
end

-- Members that wait to be sorted: their keys, and the text of each; for equal keys, a list of texts
-- in input order.
local function add_member(members, member)
  local key = members.key
  if find(key, "\\", 1, true) then key = fleece.decode('"' .. key .. '"') end
  local texts = members.texts
  local before = texts[key]
  if type(before) == "table" then
    before[#before + 1] = member
  elseif before then
    texts[key] = { before, member }
  else
    members[#members + 1], texts[key] = key, member
  end
end

local function sorted_members(members, comma)
  sort(members)
  local texts = members.texts
  for i = 1, #members do
    local text = texts[members[i]]
    members[i] = type(text) == "table" and concat(text, comma) or text
  end
  return concat(members, comma)
end

-- The main loop.  Each iteration reads a key if one is due, a value, and whatever ends after it.
-- Pieces wait in `out`; those of an object that is being sorted wait until the object is closed.
local function token_writer(style, put, tell)
  local spell_key, line_at = key_speller(style), liner(style.indent)
  local out, opened, waiting = {}, {}, {}
  return function(text, ending)
    local n, p, depth, sorting, in_object = 0, skip(text, 1), 0, 0, false
    while true do
      local value, sep, after

      if in_object then
        value, after = match(text, KEY, p)
        if not value then value, after = escaped_key(text, p) end
        local members = waiting[depth]
        if members then members.key, members.from = value, n + 1 end
        n, p = n + 1, after
        out[n] = spell_key(value)
      end

      local c = byte(text, p)
      if c == DQUOTE then
        value, sep, after = match(text, STRING_SEP, p)
        if not value then
          local last = string_end(text, p)
          value = style.string(sub(text, p, last))
          sep, after = match(text, SEP, last + 1)
        end
        n, p = n + 1, after
        out[n] = value
      elseif c == LBRACE or c == LBRACKET then
        after = skip(text, p + 1)
        n = n + 1
        if byte(text, after) == c + 2 then
          out[n] = style.open[c] .. style.close[sub(text, after, after)]
          sep, p = match(text, SEP, after + 1)
        else
          depth, in_object, p = depth + 1, c == LBRACE, after
          opened[depth] = in_object
          out[n] = style.open[c] .. line_at(depth)
          waiting[depth] = in_object and style.sorted and { texts = {} } or nil
          if waiting[depth] then sorting = sorting + 1 end
        end
      else
        value, sep, after = match(text, SCALAR_SEP, p)
        if not value then
          value = match(text, SCALAR, p)
          sep, after = match(text, SEP, p + #value)
        end
        n, p = n + 1, after
        out[n] = style.scalar(value)
      end

      -- What ends here: a member, and perhaps the enclosing containers.
      while sep do
        local comma, members = "," .. line_at(depth), waiting[depth]
        if members then
          add_member(members, concat(out, "", members.from, n))
          n = members.from - 1
        end
        if sep == "," then
          if not members then
            n = n + 1
            out[n] = comma
          end
          break
        elseif sep == "" then
          return put(concat(out, "", 1, n), ending)
        end
        if members then
          n = n + 1
          out[n] = sorted_members(members, comma)
          waiting[depth], sorting = nil, sorting - 1
        end
        depth, n = depth - 1, n + 1
        in_object = depth > 0 and opened[depth]
        out[n] = style.last .. line_at(depth) .. style.close[sep]
        sep, p = match(text, SEP, p)
      end

      if n >= PIECES and sorting == 0 then
        put(concat(out, "", 1, n))
        tell(p, #text)
        n = 0
      end
    end
  end
end

--- Returns a function(text, ending) that writes a valid JSON text in this style to put(piece, ending)
--- and reports progress to tell(done, total).  `ending` is passed with the last piece.
function jsontext.writer(style, put, tell)
  if style.compact then return compact_writer(put, tell) end
  return token_writer(style, put, tell)
end

---------------------------------------------------------------------------------------
-- The elements of an array

-- The offset of the comma or bracket that ends the element at p.
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

--- Visits the text of each element of a valid array.  Returns false if the text is not an array.
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

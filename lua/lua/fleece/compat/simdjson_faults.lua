--[[
fleece.compat.simdjson_faults — the errors that simdjson's On-Demand reader finds in a text that is
not valid, in its order: first quotes, control characters and UTF-8 of the whole text, then, token
by token, whatever a caller reads.

Owns: which code, and where the value of a pointer is.  Must not know: the messages for the codes.
Two of its mistakes are not reproduced: here, what follows an array or object is TRAILING, and
integers beyond 64 bits are numbers.

SPDX-License-Identifier: MIT
--]]

local fleece = require("fleece")

local faults = {}

local DEEPEST = 1024
local QUOTE, BACKSLASH, SLASH = 34, 92, 47
local SPACE = "[^ \t\r\n]"
local ENDS_RUN = '["\\ \t\r\n%[%]{}:,\12\26]'
local ENDS_SCALAR = "^[%[%]{}:, \t\r\n]"

-- Its table of structural bytes includes two control characters.
local STRUCTURAL = {}
for c in ("[]{}:,\12\26"):gmatch(".") do STRUCTURAL[c:byte()] = true end

---------------------------------------------------------------------------------------
-- Tokens: where each begins, and where strings end

-- Whether a control character is between the two; the position of the next one is cached.
local function has_control(t, at, stop)
  if t.control < at then t.control = t.text:find("[%z\1-\31]", at) or math.huge end
  return t.control < stop
end

-- The closing quote of the string that opens at `at`.
local function string_end(t, at)
  local text = t.text
  local stop = text:find('["\\]', at + 1)
  while stop and text:byte(stop) == BACKSLASH do stop = text:find('["\\]', stop + 2) end
  t.bare = t.bare or stop and has_control(t, at, stop)
  return stop
end

-- The position after a run of bytes outside strings and structural bytes; an adjoining string is part
-- of the run.
local function run_end(t, at)
  local text = t.text
  at = text:find(ENDS_RUN, at)
  while at and text:byte(at) == BACKSLASH do
    at = text:find(ENDS_RUN, text:find('^["\\]', at + 1) and at + 2 or at + 1)
  end
  if not at then return #text + 1 end
  if text:byte(at) ~= QUOTE then return at end
  local stop = string_end(t, at)
  return stop and stop + 1
end

-- The position after the token that begins at `at`; nil if a string is unterminated.
local function token_end(t, at)
  local c = t.text:byte(at)
  if STRUCTURAL[c] then return at + 1 end
  if c ~= QUOTE then return run_end(t, at) end
  local stop = string_end(t, at)
  t.stops[t.count] = stop
  return stop and stop + 1
end

--- The tokens of a text, or nil and the error that the first pass finds.
function faults.tokens(text)
  local t = { text = text, count = 0, starts = {}, stops = {}, control = 0 }
  local at, starts = text:find(SPACE), t.starts
  while at do
    t.count = t.count + 1
    starts[t.count] = at
    at = token_end(t, at)
    if not at then return nil, "UNCLOSED" end
    at = text:find(SPACE, at)
  end
  if t.bare then return nil, "CONTROL" end
  if t.count == 0 then return nil, "EMPTY" end
  if not pcall(fleece.encode, text) then return nil, "UTF8" end
  return t
end

local function byte(t, i)
  local at = t.starts[i]
  return at and t.text:sub(at, at)
end

---------------------------------------------------------------------------------------
-- Values: each check returns the token after the value, or nil and a code

local checks = {}

local function value(t, i, depth)
  local check = checks[byte(t, i)]
  if not check then return nil, "UNKNOWN" end
  return check(t, i, depth)
end

checks["["] = function(t, i, depth)
  if depth > DEEPEST then return nil, "DEPTH" end
  if byte(t, i + 1) == "]" then return i + 2 end
  local code
  repeat
    i, code = value(t, i + 1, depth + 1)
    if not i then return nil, code end
  until byte(t, i) ~= ","
  if byte(t, i) ~= "]" then return nil, "TAPE" end
  return i + 1
end

local function string(t, i)
  if not fleece.valid(t.text:sub(t.starts[i], t.stops[i])) then return nil, "STRING" end
  return i + 1
end

checks['"'] = string

checks["{"] = function(t, i, depth)
  if depth > DEEPEST then return nil, "DEPTH" end
  if byte(t, i + 1) == "}" then return i + 2 end
  local code
  repeat
    if byte(t, i + 1) ~= '"' or byte(t, i + 2) ~= ":" then return nil, "TAPE" end
    i, code = string(t, i + 1)
    if i then i, code = value(t, i + 1, depth + 1) end
    if not i then return nil, code end
  until byte(t, i) ~= ","
  if byte(t, i) ~= "}" then return nil, "TAPE" end
  return i + 1
end

-- May a scalar end before `at`?  A scalar that is the whole document ends where the next token begins.
local function ends(t, i, at)
  return at > #t.text or t.text:find(ENDS_SCALAR, at) or i == 1 and at == t.starts[2]
end

local function number(t, i)
  local text = t.text
  local from, at = t.starts[i], select(2, text:find("^%-?%d+", t.starts[i]))
  if not at or text:find("^%-?0%d", from) then return nil, "NUMBER" end
  if text:find("^%.", at + 1) then at = select(2, text:find("^%d+", at + 2)) end
  if at and text:find("^[eE]", at + 1) then at = select(2, text:find("^[+-]?%d+", at + 2)) end
  if not at or not ends(t, i, at + 1) or not fleece.valid(text:sub(from, at)) then return nil, "NUMBER" end
  return i + 1
end

for digit in ("-0123456789"):gmatch(".") do checks[digit] = number end

for _, word in ipairs { "true", "false", "null" } do
  checks[word:sub(1, 1)] = function(t, i)
    local at = t.starts[i]
    if t.text:sub(at, at + #word - 1) ~= word or not ends(t, i, at + #word) then return nil, "TYPE" end
    return i + 1
  end
end

---------------------------------------------------------------------------------------
-- Documents

local CLOSING = { ["["] = "]", ["{"] = "}" }

-- The last token is checked before all others.
local function is_cut(t)
  local closing = CLOSING[byte(t, 1)]
  return closing and byte(t, t.count) ~= closing
end

--- The code of the error in a text; nil if there is none.
function faults.code(text)
  local t, code = faults.tokens(text)
  if not t then return code end
  if is_cut(t) then return "INCOMPLETE" end
  if byte(t, 1) == '"' and t.count > 1 then return "TRAILING" end
  local behind, problem = value(t, 1, 1)
  if not behind then return problem end
  return behind <= t.count and "TRAILING" or nil
end

-- The token after a value that is skipped: only its brackets are counted.
local function skip(t, i)
  local c = byte(t, i)
  if c == "]" or c == "}" then return i + 1 end
  local goes_on = c == "[" or c == "{" or c == ":" or c == ","
  if not goes_on and not (c == '"' and byte(t, i + 1) == ":") then return i + 1 end
  local depth = 1
  for j = i + 1, t.count do
    c = byte(t, j)
    if c == "[" or c == "{" then depth = depth + 1 end
    if c == "]" or c == "}" then depth = depth - 1 end
    if depth == 0 then return j + 1 end
  end
  return nil
end

-- The token of an element, from 0.
local function element(t, i, index)
  if byte(t, i + 1) == "]" then return nil, "INDEX" end
  i = i + 1
  for at = 1, index do
    local behind = skip(t, i)
    local c = behind and byte(t, behind)
    if c ~= "," then return nil, c ~= "]" and at == index and "TAPE" or "INDEX" end
    i = behind + 1
  end
  return i
end

-- Is the string of a token this key?  simdjson would compare it in its escaped form.
local function is_key(t, i, key)
  local written = t.text:sub(t.starts[i] + 1, t.stops[i] - 1)
  if not written:find("\\", 1, true) then return written == key end
  local ok, read = pcall(fleece.decode, '"' .. written .. '"')
  return ok and read == key
end

-- The token of the first value with this key.
local function field(t, i, key)
  if byte(t, i + 1) == "}" then return nil, "FIELD" end
  repeat
    if byte(t, i + 1) ~= '"' or byte(t, i + 2) ~= ":" then return nil, "TAPE" end
    if is_key(t, i + 1, key) then return i + 3 end
    i = skip(t, i + 3)
    if not i then return nil, "TAPE" end
  until byte(t, i) ~= ","
  return nil, byte(t, i) == "}" and "FIELD" or "TAPE"
end

-- The code for a pointer that continues where there is neither array nor object.
local function beyond(path, from, is_root)
  local mark = not is_root and path:match("~(.?)", from)
  return (is_root or mark and not mark:find("[01]")) and "POINTER" or "FIELD"
end

-- The position, from 0, that a reference token names; nil and a code if it names none.
local function position(token, is_last)
  if is_last and token == "-" then return nil, "INDEX" end
  if token:find("%D") then return nil, "TYPE" end
  if token == "" or token:find("^0.") then return nil, "POINTER" end
  return tonumber(token)
end

-- The key that a reference token names; nil and a code if it names none.
local function key_of(token)
  if token:find("~[^01]") or token:find("~$") then return nil, "POINTER" end
  return (token:gsub("~1", "/"):gsub("~0", "~"))
end

local function step(way, t, at, token, is_last)
  local is_array = way.byte(t, at) == "["
  local what, code = (is_array and position or key_of)(token, is_last)
  if not what then return nil, code end
  return (is_array and way.element or way.field)(t, at, what)
end

--- The place in t that a pointer leads to from `root`; or nil and a code.  way: byte(t, place) is what
--- begins there; element(t, place, index) and field(t, place, key) descend, or return nil and a code.
function faults.follow(way, t, root, path)
  if path == "" and not CLOSING[way.byte(t, root)] then return nil, "SCALAR" end
  local at, from = root, 1
  local code
  while from <= #path do
    if path:byte(from) ~= SLASH then return nil, "POINTER" end
    if not CLOSING[way.byte(t, at)] then return nil, beyond(path, from, at == root) end
    local token, behind = path:match("^([^/]*)()", from + 1)
    at, code = step(way, t, at, token, behind > #path)
    if not at then return nil, code end
    from = behind
  end
  return at
end

local BY_TOKENS = { byte = byte, element = element, field = field }

--- The text of the value that a pointer names, or nil and a code.
function faults.find(t, path)
  if is_cut(t) then return nil, "INCOMPLETE" end
  local i, code = faults.follow(BY_TOKENS, t, 1, path)
  if not i then return nil, code end
  local behind, problem = value(t, i, 1)
  if not behind then return nil, problem end
  return t.text:sub(t.starts[i], (t.starts[behind] or #t.text + 1) - 1)
end

return faults

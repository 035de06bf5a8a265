-- decode_judge.lua — what the module reports for a text, and whether the decode oracle agrees.
-- Owns: extracting verdicts from messages and details, the vectors of conformance/.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local oracle = require "decode_oracle"
local reader = require "reader"
local fleece = judge.fleece

local check = { marks = oracle.marks_of(fleece) }

-- The text with which the message of each code begins.
check.texts = {
  END = "unexpected end of text",
  VALUE = "expected a value",
  TRAILING = "expected the end of the text",
  OBJECT_KEY = "expected a string as object key",
  COLON = "expected ':' after object key",
  ARRAY_NEXT = "expected ',' or ']' after array element",
  OBJECT_NEXT = "expected ',' or '}' after object member",
  LITERAL = "invalid literal",
  NUMBER_SYNTAX = "invalid number",
  NUMBER_RANGE = "number out of range",
  BIGINT = "integer out of range",
  CONTROL = "control character in string",
  ESCAPE = "invalid escape in string",
  UNICODE = "invalid \\u escape in string",
  SURROGATE = "lone surrogate in string",
  TEXT_UTF8 = "invalid UTF-8",
  DUPLICATE = "duplicate key",
  DEPTH = "nesting deeper than",
  MAX_BYTES = "text longer than max_bytes",
  MAX_KEYS = "more keys than max_keys",
  MAX_STRING = "string longer than max_string",
  BOM = "byte order mark",
}

local codes = {}
for code, text in pairs(check.texts) do codes[text] = code end

-- Code, offset, line and column of a message; nil if it is not a message of decode.
function check.parse(message)
  if type(message) ~= "string" then return nil end
  local text, line, column, byte =
    message:match("^(.-) at line (%d+) column (%d+) %(byte (%d+)%)")
  if not text then return nil end
  text = text:gsub("^.-:%d+: ", "")                  -- the place of the call
  return codes[text] or codes[text:match("^(nesting deeper than) %d+$") or ""], byte - 1,
    tonumber(line), tonumber(column)
end

-- true, value, next position; or false, code, offset, message.
function check.decode(text, opts)
  local function done(ok, v, after)
    if ok then return true, v, after end
    local code, offset = check.parse(v)
    return false, code or "no code", offset or tostring(v), v
  end
  if opts == nil then return done(pcall(fleece.decode, text)) end
  return done(pcall(fleece.decode, text, opts))
end

-- true; or false, code, offset.
function check.valid(text, opts)
  local ok, message, detail = fleece.valid(text, opts)
  if ok == true then return true end
  if type(detail) ~= "table" then return false, "no detail", tostring(message) end
  if check.parse(message) ~= detail.code then return false, "codes differ", message end
  return false, detail.code, detail.offset
end

function check.shown(s)
  if type(s) ~= "string" then return tostring(s) end
  if #s > 200 then
    return string.format("%s … %s (%d bytes)", check.shown(s:sub(1, 100)), check.shown(s:sub(-90)), #s)
  end
  return (string.format("%q", s):gsub("[%z\1-\31\127-\255]", function(c)
    return string.format("\\%d", c:byte())
  end))
end

local function shown_options(opts)
  local out = {}
  for name, v in pairs(opts or {}) do out[#out + 1] = name .. "=" .. tostring(v) end
  table.sort(out)
  return "{" .. table.concat(out, " ") .. "}"
end

local function shown_verdict(ok, a, b)
  if ok then return "value " .. check.shown(a) .. " next " .. tostring(b) end
  return tostring(a) .. " at " .. tostring(b)
end

-- The text of a fleece.raw among results.
oracle.raw_text = function(v)
  local ok, text = pcall(fleece.encode, v)
  return ok and text or nil
end

-- nil if decode and valid report what was expected for the text: false, code, offset; or true.
function check.verdict(text, opts, ok, code, offset)
  local got, a, b = check.decode(text, opts)
  if got ~= ok or (not ok and (a ~= code or b ~= offset)) then
    return string.format("decode of %s with %s: expected %s, got %s", check.shown(text),
      shown_options(opts), ok and "a value" or shown_verdict(ok, code, offset), shown_verdict(got, a, b))
  end
  got, a, b = check.valid(text, opts)
  if got ~= ok or (not ok and (a ~= code or b ~= offset)) then
    return string.format("valid of %s with %s: expected %s, got %s", check.shown(text),
      shown_options(opts), ok and "true" or shown_verdict(ok, code, offset), shown_verdict(got, a, b))
  end
end

-- nil if the pointer of the error that valid finds is the expected one.
function check.pointer(text, opts, expected)
  local _, _, detail = fleece.valid(text, opts)
  if detail.path == expected then return nil end
  return string.format("valid of %s with %s: expected the pointer '%s', got '%s'", check.shown(text),
    shown_options(opts), expected, tostring(detail.path))
end

-- nil if the module's decode and valid agree with the oracle on this text.
function check.differ(text, opts)
  local ok, a, b, steps = oracle.decode(text, opts, check.marks)
  local difference = check.verdict(text, opts, ok, a, b)
  if not ok then return difference or check.pointer(text, opts, oracle.pointer(steps)) end
  if difference then return difference end
  local _, v, after = check.decode(text, opts)
  local same, where = oracle.same(v, a)
  if same and after == b then return nil end
  return string.format("decode of %s with %s: another value at '%s', next %s, expected next %s",
    check.shown(text), shown_options(opts), tostring(where), tostring(after), tostring(b))
end

-- ---- Vectors ----------------------------------------------------------------------------

local directory = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./") .. "../../conformance/"

function check.file(name)
  local f = assert(io.open(directory .. name, "rb"))
  local s = f:read("*a")
  f:close()
  return s
end

local function unhex(digits)
  return (digits:gsub("%x%x", function(d) return string.char(tonumber(d, 16)) end))
end

-- Converts fields in hexadecimal digits to bytes.  New fields are added afterwards, because adding one
-- to a table during next() may hide the fields after it.
local function plain(case)
  local bytes = {}
  for name, v in pairs(case) do
    if v == reader.null then
      case[name] = nil
    elseif type(name) == "string" and type(v) == "string" then
      local short = name:match("^(.*)_hex$")
      if short then bytes[short] = unhex(v) end
    end
  end
  for name, v in pairs(bytes) do case[name] = v end
  return case
end

local cache = {}

-- The cases of a file of vectors.
function check.vectors(name)
  if not cache[name] then
    local list = reader.decode(check.file(name))
    for _, case in ipairs(list) do
      for _, example in ipairs(case.examples or {}) do plain(example) end
      if case.examples == nil then plain(case) end
    end
    cache[name] = list
  end
  return cache[name]
end

check.numbers = { "integers", "doubles", "halfway", "near", "long" }
check.documents = { "catalogue", "chat", "coordinates", "escapes", "graph", "lists", "mixed",
  "numbers", "records", "settings", "weather" }

-- The double of 16 hexadecimal digits.
function check.double(digits)
  local high, low = tonumber(digits:sub(1, 8), 16), tonumber(digits:sub(9), 16)
  local sign = high >= 2 ^ 31 and -1.0 or 1.0
  high = high % 2 ^ 31
  local exponent, mantissa = math.floor(high / 2 ^ 20), (high % 2 ^ 20) * 2.0 ^ 32 + low
  if exponent == 0 then return sign * (mantissa * 2.0 ^ -1074) end
  return sign * ((2.0 ^ 52 + mantissa) * 2.0 ^ (exponent - 1075))
end

-- White space before a text, to make it long enough for the index.
check.padding = (" "):rep(2048)

return check

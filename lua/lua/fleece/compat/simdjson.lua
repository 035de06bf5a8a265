--[[
fleece.compat.simdjson — lua-simdjson's module `simdjson`, on Fleece.

Owns: its surface, its settings, its texts.  docs/guides/migrating-from-lua-simdjson.md says what
differs.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local fleece = require("fleece")
local pointer = require("fleece.compat.pointer")

local native = dialect.native
local MAX_DEPTH, MAX_BUFFER = 128, 64 * 1024 * 1024
local DECODE_DEPTH = 1024
-- A float is told from an integer where there are integers.
local NUMBERS = math.type and "float" or "shortest"

local settings = { depth = 128, buffer = 16 * 1024 }

---------------------------------------------------------------------------------------
-- Texts

local TEXTS = {
  TAPE = "TAPE_ERROR: The JSON document has an improper structure: missing or superfluous commas,"
    .. " braces, missing keys, etc.",
  DEPTH = "DEPTH_ERROR: The JSON document was too deep (too many nested objects and arrays)",
  STRING = "STRING_ERROR: Problem while parsing a string",
  NUMBER = "NUMBER_ERROR: Problem while parsing a number",
  UTF8 = "UTF8_ERROR: The input is not valid UTF-8",
  EMPTY = "EMPTY: no JSON found",
  CONTROL = "UNESCAPED_CHARS: Within strings, some characters must be escaped, we found"
    .. " unescaped characters",
  UNCLOSED = "UNCLOSED_STRING: A string is opened, but never closed.",
  INCOMPLETE = "INCOMPLETE_ARRAY_OR_OBJECT: JSON document ended early in the middle of an object"
    .. " or array.",
  TRAILING = "TRAILING_CONTENT: Unexpected trailing content in the JSON input.",
  IO = "IO_ERROR: Error reading the file.",
  POINTER = "INVALID_JSON_POINTER: Invalid JSON pointer syntax.",
  FIELD = "NO_SUCH_FIELD: The JSON field referenced does not exist in this object.",
  INDEX = "INDEX_OUT_OF_BOUNDS: Attempted to access an element of a JSON array that is beyond its"
    .. " length.",
  TYPE = "INCORRECT_TYPE: The JSON element does not have the requested type.",
  UNKNOWN = "simdjson::ondemand::json_type::unknown or unsupported type encountered",
}

local DECODE = { DEPTH = "DEPTH", STACK = "DEPTH", ESCAPE = "STRING", UNICODE = "STRING",
  SURROGATE = "STRING", TRAILING = "TRAILING", NUMBER_RANGE = "NUMBER", END = "INCOMPLETE" }

-- What simdjson's first look at a text finds: it sees quotes, backslashes and bytes only.
local function at_once(text)
  local at, inside, bare = text:find('[%z\1-\31"\\]'), false, false
  while at do
    local c = text:sub(at, at)
    if c == '"' then
      inside = not inside
    else
      bare = bare or inside and text:find("^\\?[%z\1-\31]", at) ~= nil
    end
    at = text:find('[%z\1-\31"\\]', at + (c == "\\" and 2 or 1))
  end
  if inside then return TEXTS.UNCLOSED end
  if bare then return TEXTS.CONTROL end
  if not text:find("[^ \t\r\n]") then return TEXTS.EMPTY end
  return not pcall(fleece.encode, text) and TEXTS.UTF8 or nil
end

local CLOSING = { ["["] = "]", ["{"] = "}" }

-- Then it looks at the last byte of an array or object.
local function is_cut(text)
  local closing = CLOSING[text:match("^[ \t\r\n]*(.)")]
  return closing and text:match("^.*([^ \t\r\n])") ~= closing
end

-- A number or a word that is complete, with a byte behind it that ends it but cannot follow.
local function is_followed(text, detail)
  local token, rest = text:sub(detail.token + 1, detail.offset), text:sub(detail.offset + 1)
  return (token:find("%d$") or token:find("^%l+e$") or token == "null") and rest:find("^[%[{:]")
end

local function decode_text(text, detail)
  local code, first = detail.code, text:sub(detail.token + 1, detail.token + 1)
  local problem = at_once(text) or is_cut(text) and TEXTS.INCOMPLETE
  if problem then return problem end
  if code == "NUMBER_SYNTAX" or code == "LITERAL" then
    if is_followed(text, detail) then return detail.inside and TEXTS.TAPE or TEXTS.TRAILING end
    return code == "LITERAL" and TEXTS.TYPE or TEXTS.NUMBER
  end
  if code == "END" and not detail.inside then return TEXTS[first:find("[%d-]") and "NUMBER" or "TYPE"] end
  if not DECODE[code] and detail.expected == "VALUE" then return TEXTS.UNKNOWN end
  return TEXTS[DECODE[code] or "TAPE"]
end

local function encode_text(detail, depth)
  local code = detail.code
  if code == "NUMBER" then return "cannot encode NaN or infinity as JSON" end
  if code == "CYCLE" then return "cannot encode a cyclic table" end
  if code == "DEPTH" then return ("maximum nesting depth exceeded (limit: %d)"):format(depth) end
  if code == "KEY" then
    return "unsupported key type in table for serialization: " .. detail.type
  end
  if code == "UTF8" then return "encoded JSON contains invalid UTF-8 sequences" end
  return "unsupported Lua data type for serialization: " .. tostring(detail.type)
end

---------------------------------------------------------------------------------------
-- Decoding

local bare = dialect.new({ empty_array = false, max_decode_depth = DECODE_DEPTH, minus_zero = true }, {
  decode = function(text, detail) return true, nil, decode_text(text, detail) end,
})

local function parse(text)
  local value, problem = bare.decode(text)
  if problem then return false, problem end
  return true, value
end

---------------------------------------------------------------------------------------
-- Encoding

local function encoder(depth)
  return dialect.new({ metamethods = false, sparse = "object", numbers = NUMBERS,
    max_encode_depth = depth }, {
    encode = function(_, detail) return true, nil, encode_text(detail, depth) end,
  })
end

local encoders = {}

-- One for each depth that is asked for: there are 128.
local function encode_with(value, depth)
  encoders[depth] = encoders[depth] or encoder(depth)
  local text, problem = encoders[depth].encode(value)
  if text then return true, text end
  return false, problem
end

-- The value, or nil and what is wrong with it.
local function integer(value, name, most)
  if type(value) ~= "number" then return nil, name .. " must be an integer" end
  if value ~= math.floor(value) or value < 1 or value > most then
    return nil, ("%s must be an integer between 1 and %d"):format(name, most)
  end
  return math.floor(value)
end

local OPTIONS = { maxDepth = MAX_DEPTH, bufferSize = MAX_BUFFER }

local function encode_arguments(...)
  local count, value, options = select("#", ...), ...
  if count < 1 or count > 2 then return nil, "expected 1 or 2 arguments", 1 end
  if type(options) ~= "table" then return arguments.wrong("table", options, 2) end
  for name in next, options do
    if not OPTIONS[name] then return false, "unknown encode option" end
  end
  local depth = settings.depth
  for _, name in ipairs { "maxDepth", "bufferSize" } do
    local given = rawget(options, name)
    if given ~= nil then
      local number, problem = integer(given, name, OPTIONS[name])
      if problem then return false, problem end
      if name == "maxDepth" then depth = number end
    end
  end
  return encode_with(value, depth)
end

local main = dialect.new({ metamethods = false, sparse = "object", numbers = NUMBERS,
  max_encode_depth = settings.depth, max_decode_depth = DECODE_DEPTH, empty_array = false,
  minus_zero = true }, {
  encode = function(_, detail) return false, encode_text(detail, settings.depth) end,
  encode_arguments = encode_arguments,
  decode = function(text, detail) return false, decode_text(tostring(text), detail) end,
  decode_arguments = function(text, ...)
    if type(text) ~= "string" and type(text) ~= "number" then
      if text == nil and select("#", ...) == 0 then
        return nil, "string expected, got no value", 1
      end
      return arguments.wrong("string", text, 1)
    end
    return parse(text)
  end,
})

---------------------------------------------------------------------------------------
-- Files, documents

local function read(name)
  local file = io.open(name, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

-- Arrays and objects are told apart; failures are returned.
local ArrayMark = { __jsontype = "array" }
local tree = dialect.new({ arrays = true, array_mt = ArrayMark, empty_array = false,
  max_decode_depth = DECODE_DEPTH }, {
  decode = function(text, detail) return true, nil, decode_text(text, detail) end,
})

-- What is wrong beyond the first look is found where a value is asked for.
local documents = setmetatable({}, { __mode = "k" })
local ParsedObject = {}
ParsedObject.__index = ParsedObject
ParsedObject.__name = "ParsedObject"

local function open(text)
  local value, problem = tree.decode(text)
  if problem and at_once(text) then return false, problem end
  local object = dialect.object(ParsedObject)
  documents[object] = { value = value, problem = problem }
  return true, object
end

local function walk(value, tokens)
  for _, token in ipairs(tokens) do
    if pointer.is_array(value) then
      if token == "-" then return nil, TEXTS.INDEX end
      local index = pointer.index(token)
      if not index then return nil, token:find("^%d+$") and TEXTS.POINTER or TEXTS.TYPE end
      if index > #value then return nil, TEXTS.INDEX end
      value = value[index]
    elseif type(value) == "table" then
      if value[token] == nil then return nil, TEXTS.FIELD end
      value = value[token]
    else
      return nil, TEXTS.POINTER
    end
  end
  return value
end

local function at_pointer(self, path)
  local document = documents[self]
  if not document then return arguments.wrong("ParsedObject", self, 1) end
  if type(path) == "number" then path = tostring(path) end
  if type(path) ~= "string" then return arguments.wrong("string", path, 2) end
  if document.problem then return false, document.problem end
  local tokens = pointer.tokens(path)
  if not tokens then return false, TEXTS.POINTER end
  local value, problem = walk(document.value, tokens)
  if problem then return false, problem end
  return true, pointer.copy(value, true)
end

ParsedObject.atPointer = native(at_pointer)
ParsedObject.at = ParsedObject.atPointer
ParsedObject.__newindex = native(function()
  return false, "This should be treated as a read-only table. We may one day add array access for"
    .. " the elements, and it'll likely not be modifiable."
end)

-- A function of a text or the name of a file.
local function of_string(f)
  return native(function(...)
    local text = ...
    if type(text) == "number" then text = tostring(text) end
    if type(text) == "string" then return f(text) end
    if select("#", ...) == 0 then return nil, "string expected, got no value", 1 end
    return arguments.wrong("string", text, 1)
  end)
end

local function of_file(f)
  return of_string(function(name)
    local text = read(name)
    if not text then return false, TEXTS.IO end
    return f(text)
  end)
end

---------------------------------------------------------------------------------------
-- The module

local function setter(name, most, apply)
  return native(function(value)
    local number, problem = integer(value, name, most)
    if not number then return false, problem end
    apply(number)
    return true
  end)
end

return {
  parse = main.decode,
  parseFile = of_file(parse),
  open = of_string(open),
  openFile = of_file(open),
  encode = main.encode,
  setMaxEncodeDepth = setter("maximum encode depth", MAX_DEPTH, function(number)
    settings.depth = number
    main.set { max_encode_depth = number }
  end),
  getMaxEncodeDepth = native(function() return true, settings.depth end),
  setEncodeBufferSize = setter("encode buffer size", MAX_BUFFER, function(number)
    settings.buffer = number
  end),
  getEncodeBufferSize = native(function() return true, settings.buffer end),
  activeImplementation = native(function()
    local info = fleece.info()
    return true, ("fleece (%s, %s)"):format(info.kernel, info.backend)
  end),
  null = fleece.null,
  _NAME = "simdjson",
  _VERSION = "0.0.9",
}

--[[
fleece.compat.simdjson — lua-simdjson's module `simdjson`, on Fleece.

Owns: its API, its settings, its messages.  docs/guides/migrating-from-lua-simdjson.md lists the
differences.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local faults = require("fleece.compat.simdjson_faults")
local fleece = require("fleece")
local interpreted = require("fleece.interpreted")

local native = dialect.native
local MAX_DEPTH, MAX_BUFFER = 128, 64 * 1024 * 1024
local DECODE_DEPTH = 1024
-- Floats differ from integers on Lua versions that have integers.
local NUMBERS = math.type and "float" or "shortest"

local settings = { depth = 128, buffer = 16 * 1024 }

---------------------------------------------------------------------------------------
-- Texts

local TEXTS = {
  TAPE = "TAPE_ERROR: The JSON document has an improper structure: missing or superfluous commas,"
    .. " braces, missing keys, etc.  This is a fatal and unrecoverable error.",
  DEPTH = "DEPTH_ERROR: The JSON document was too deep (too many nested objects and arrays)",
  STRING = "STRING_ERROR: Problem while parsing a string",
  NUMBER = "NUMBER_ERROR: Problem while parsing a number",
  UTF8 = "UTF8_ERROR: The input is not valid UTF-8",
  EMPTY = "EMPTY: no JSON found",
  CONTROL = "UNESCAPED_CHARS: Within strings, some characters must be escaped, we found"
    .. " unescaped characters",
  UNCLOSED = "UNCLOSED_STRING: A string is opened, but never closed.",
  INCOMPLETE = "INCOMPLETE_ARRAY_OR_OBJECT: JSON document ended early in the middle of an object"
    .. " or array. This is a fatal and unrecoverable error.",
  TRAILING = "TRAILING_CONTENT: Unexpected trailing content in the JSON input.",
  IO = "IO_ERROR: Error reading the file.",
  POINTER = "INVALID_JSON_POINTER: Invalid JSON pointer syntax.",
  FIELD = "NO_SUCH_FIELD: The JSON field referenced does not exist in this object.",
  INDEX = "INDEX_OUT_OF_BOUNDS: Attempted to access an element of a JSON array that is beyond its"
    .. " length.",
  TYPE = "INCORRECT_TYPE: The JSON element does not have the requested type.",
  SCALAR = "SCALAR_DOCUMENT_AS_VALUE: A JSON document made of a scalar (number, Boolean, null or"
    .. " string) is treated as a value. Use get_bool(), get_double(), etc. on the document instead. ",
  UNKNOWN = "simdjson::ondemand::json_type::unknown or unsupported type encountered",
}

-- The error for a text that was not decoded.
local function decode_text(text) return TEXTS[faults.code(text) or "TAPE"] end

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

local MARK = "^\239\187\191"

local bare = dialect.new({ empty_array = false, max_decode_depth = DECODE_DEPTH, minus_zero = true }, {
  decode = function(text) return true, nil, decode_text(text) end,
})

local function unmarked(text) return text:find(MARK) and text:sub(4) or text end

local function parse(text)
  local value, problem = bare.decode(unmarked(text))
  if problem then return false, problem end
  return true, value
end

-- The value of a text that begins with a byte order mark, or the error.
local function parse_failed(text)
  text = tostring(text)
  if text:find(MARK) then return parse(text) end
  return false, decode_text(text)
end

---------------------------------------------------------------------------------------
-- Encoding

local function dialect_options(depth, utf8)
  return { metamethods = false, sparse = "object", numbers = NUMBERS, max_encode_depth = depth,
    utf8_encode = utf8, max_decode_depth = DECODE_DEPTH, empty_array = false, minus_zero = true }
end

-- One codec for each depth requested: at most 128.
local function by_depth(make)
  local made = {}
  return function(depth)
    made[depth] = made[depth] or make(depth)
    return made[depth].encode
  end
end

-- The first value inside a value whose type JSON does not have.
local function first_unsupported(value, depth)
  local set, found = dialect_options(depth, "pass"), nil
  set.unsupported = function(v) if found == nil then found = v end end
  dialect.new(set, { encode = function() return true end }).encode(value)
  return found
end

local function fault(value, detail, depth)
  if detail.code == "TYPE" and detail.type == "userdata"
    and arguments.is_light(first_unsupported(value, depth)) then
    return "unsupported lightuserdata value for serialization"
  end
  return encode_text(detail, depth)
end

local unchecked = by_depth(function(depth)
  return dialect.new(dialect_options(depth, "pass"), {
    encode = function(value, detail) return true, nil, fault(value, detail, depth) end,
  })
end)

-- UTF-8 is checked last: any other error in the value is reported first.
local function encode_failed(value, detail, depth)
  local problem = detail.code == "UTF8" and select(2, unchecked(depth)(value))
  return problem or fault(value, detail, depth)
end

local encoder = by_depth(function(depth)
  return dialect.new(dialect_options(depth), {
    encode = function(value, detail) return true, nil, encode_failed(value, detail, depth) end,
  })
end)

local function encode_with(value, depth)
  local text, problem = encoder(depth)(value)
  if text then return true, text end
  return false, problem
end

-- The value, or nil and the error.
local function integer(value, name, most)
  if type(value) ~= "number" then return nil, name .. " must be an integer" end
  if value ~= math.floor(value) or value < 1 or value > most then
    return nil, ("%s must be an integer between 1 and %d"):format(name, most)
  end
  return math.floor(value)
end

local OPTIONS = { maxDepth = MAX_DEPTH, bufferSize = MAX_BUFFER }

local function has_other_options(options)
  for name in next, options do
    if not OPTIONS[name] then return true end
  end
  return false
end

interpreted(has_other_options)

local function encode_arguments(...)
  local count, value, options = select("#", ...), ...
  if count < 1 or count > 2 then return nil, "expected 1 or 2 arguments", 1 end
  if type(options) ~= "table" then return arguments.wrong("table", options, 2) end
  if has_other_options(options) then return false, "unknown encode option" end
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

-- Wraps f, which takes a text or a file name, with a check of its argument.
local function of_string(f)
  return function(...)
    local text = ...
    if type(text) == "number" then text = tostring(text) end
    if type(text) == "string" then return f(text) end
    return arguments.missing("string", 1, ...)
  end
end

local main = dialect.new(dialect_options(settings.depth), {
  encode = function(value, detail) return false, encode_failed(value, detail, settings.depth) end,
  encode_arguments = encode_arguments,
  decode = parse_failed,
  decode_arguments = of_string(parse),
})

---------------------------------------------------------------------------------------
-- Files, documents

local function read(name)
  local file = io.open(name, "rb")
  local text = file and file:read("*a")
  if file then file:close() end
  return text
end

-- text; or the tokens of one that is not valid: errors beyond the first pass are found when a pointer
-- reaches them.
local documents = setmetatable({}, { __mode = "k" })
local ParsedObject = {}
ParsedObject.__index = ParsedObject
ParsedObject.__name = "ParsedObject"

local checked = fleece.new { max_depth = DECODE_DEPTH } -- accepts what `parse` accepts

local function open(text)
  text = unmarked(text)
  local document = { text = text }
  if not checked.valid(text) then
    local problem
    document.tokens, problem = faults.tokens(text)
    if problem then return false, TEXTS[problem] end
  end
  local object = dialect.object(ParsedObject)
  documents[object] = document
  return true, object
end

-- Places in a valid text are positions.
local way = {
  byte = function(text, at) return text:sub(at, at) end,
  element = function(text, at, index) return dialect.place(text, at, index + 1), "INDEX" end,
  field = function(text, at, key) return dialect.place(text, at, key), "FIELD" end,
}

-- The text of the value that a pointer names, or nil and a code.
local function find(text, path)
  local at, code = faults.follow(way, text, (text:find("[^ \t\r\n]")), path)
  if not at then return nil, code end
  return text:sub(at, dialect.place_end(text, at))
end

local function at_pointer(...)
  local self, path = ...
  local document = self ~= nil and documents[self]
  if not document then return arguments.missing("ParsedObject", 1, ...) end
  if type(path) == "number" then path = tostring(path) end
  if type(path) ~= "string" then return arguments.missing("string", 2, ...) end
  path = path:match("^%Z*")
  local text, code
  if document.tokens then
    text, code = faults.find(document.tokens, path)
  else
    text, code = find(document.text, path)
  end
  if not text then return false, TEXTS[code] end
  return parse(text)
end

ParsedObject.atPointer = native(at_pointer)
ParsedObject.at = ParsedObject.atPointer
ParsedObject.__newindex = native(function()
  return false, "This should be treated as a read-only table. We may one day add array access for"
    .. " the elements, and it'll likely not be modifiable."
end)

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
  parseFile = native(of_file(parse)),
  open = native(of_string(open)),
  openFile = native(of_file(open)),
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

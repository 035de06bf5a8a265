-- twin.lua — the oracle with the module's API, so that the suite can test the oracle, too.
-- Owns: the smallest correct version of each function of the module's API.
-- SPDX-License-Identifier: MIT

local decode_oracle = require "decode_oracle"
local oracle = require "oracle"
local reader = require "reader"

local twin = { _NAME = "fleece", _VERSION = "oracle" }

twin.null = setmetatable({}, { __tostring = function() return "null" end })
twin.nothing = setmetatable({}, { __tostring = function() return "nothing" end })
twin.empty_array = setmetatable({}, { __jsontype = "array" })

local array_mt, object_mt = { __jsontype = "array" }, { __jsontype = "object" }

local function marked(mt)
  return function(t)
    if type(t) ~= "table" then error("a table expected, got " .. type(t), 2) end
    return setmetatable(t, mt)
  end
end

twin.array, twin.object = marked(array_mt), marked(object_mt)

function twin.info()
  return { version = "oracle", lua = _VERSION, backend = "capi", kernel = "scalar",
    reason = "the oracle is plain Lua" }
end

function twin.buffer()
  local parts = {}
  return setmetatable({ write = function(s) parts[#parts + 1] = s end }, {
    __tostring = function() return table.concat(parts) end,
    __len = function() return #table.concat(parts) end,
  })
end

local function writer_of(sink)
  if type(sink) == "function" then
    return function(piece)
      local ok, err = sink(piece)
      if ok == false or (ok == nil and err) then
        error("sink failed: " .. tostring(err), 0)
      end
    end
  end
  if io.type(sink) == "file" then
    return function(piece)
      local ok, err = sink:write(piece)
      if not ok then error("sink failed: " .. tostring(err), 0) end
    end
  end
  if type(sink) == "table" and rawget(sink, "write") then return sink.write end
  error("sink must be an open file, a function or a buffer, got " ..
    (io.type(sink) or type(sink)), 0)
end

local function send(write, text)
  for i = 1, #text, 4096 do write(text:sub(i, i + 4095)) end
end

-- Raises what f raises, with a position if it is a string.
local function raising(f, ...)
  local function pass(ok, ...)
    if ok then return ... end
    error((...), type((...)) == "string" and 4 or 0)
  end
  return pass(pcall(f, ...))
end

-- ---- Decoding ---------------------------------------------------------------------------

local decode_texts = {
  END = "unexpected end of text", VALUE = "expected a value",
  TRAILING = "expected the end of the text", OBJECT_KEY = "expected a string as object key",
  COLON = "expected ':' after object key",
  ARRAY_NEXT = "expected ',' or ']' after array element",
  OBJECT_NEXT = "expected ',' or '}' after object member", LITERAL = "invalid literal",
  NUMBER_SYNTAX = "invalid number", NUMBER_RANGE = "number out of range",
  BIGINT = "integer out of range", CONTROL = "control character in string",
  ESCAPE = "invalid escape in string", UNICODE = "invalid \\u escape in string",
  SURROGATE = "lone surrogate in string", TEXT_UTF8 = "invalid UTF-8",
  DUPLICATE = "duplicate key", DEPTH = "nesting deeper than",
  MAX_BYTES = "text longer than max_bytes", MAX_KEYS = "more keys than max_keys",
  MAX_STRING = "string longer than max_string", BOM = "byte order mark",
}

-- Message and detail of an error.
local function explained(s, opts, code, offset, steps)
  local line, column = decode_oracle.line_column(s, offset)
  local excerpt = s:sub(math.max(1, offset - 19), offset + 20):gsub("[^ -~]", "?")
  local message = string.format("%s%s at line %d column %d (byte %d): %s", decode_texts[code],
    code == "DEPTH" and " " .. (opts.max_depth or 1000) or "", line, column, offset + 1, excerpt)
  return message, { code = code, message = message, line = line, column = column,
    offset = offset, path = decode_oracle.pointer(steps), excerpt = excerpt }
end

local function decode_with(s, opts)
  if type(s) ~= "string" then error("string expected, got " .. type(s), 0) end
  decode_oracle.check_options(opts)
  return decode_oracle.decode(s, opts, twin.marks)
end

local function decode(s, opts)
  opts = opts or {}
  local function done(ok, a, b, steps)
    if not ok then error((explained(s, opts, a, b, steps)), 0) end
    if opts.position then return a, b end
    return a
  end
  return done(decode_with(s, opts))
end

local function valid(s, opts)
  opts = opts or {}
  local ok, a, b, steps = decode_with(s, opts)
  if ok then return true end
  return false, explained(s, opts, a, b, steps)
end

-- The options of a codec and of a call that decoding knows.
local function decode_options(given, base, strict)
  local opts = {}
  for name, v in pairs(base or {}) do opts[name] = v end
  for name, v in pairs(given or {}) do
    if strict or decode_oracle.is_option(name, v) then opts[name] = v end
  end
  return opts
end

local codec_of                                       -- defined below

-- A codec's functions take the codec as first argument or omit it.
function codec_of(given, base, decode_base)
  local for_encode = {}
  for name, v in pairs(given or {}) do
    if not decode_oracle.is_only_for_decode(name, v) then for_encode[name] = v end
  end
  local opts = oracle.options(for_encode, base)
  local to_decode = decode_options(given, decode_base)
  decode_oracle.check_options(to_decode)
  local codec = {}
  local function bind(f)
    return function(first, ...)
      if rawequal(first, codec) then return raising(f, ...) end
      return raising(f, first, ...)
    end
  end
  local function encode(v, more)
    return oracle.encode(v, more, opts, more and codec_of(more, opts) or codec)
  end
  codec.encode = bind(encode)
  codec.json = bind(oracle.json)
  codec.size = bind(function(v, how)
    return type(how) == "string" and oracle.size(v, how) or #encode(v, how)
  end)
  codec.encode_to = bind(function(sink, v, more)
    send(writer_of(sink), encode(v, more))
    return true
  end)
  codec.decode = bind(function(s, more) return decode(s, decode_options(more, to_decode, true)) end)
  codec.valid = bind(function(s, more) return valid(s, decode_options(more, to_decode, true)) end)
  codec.new = bind(function(more) return codec_of(more, opts, to_decode) end)
  return codec
end

local top = codec_of()
twin.encode, twin.encode_to, twin.new, twin.json = top.encode, top.encode_to, top.new, top.json
twin.decode, twin.valid = top.decode, top.valid

function twin.size(v, how) return raising(oracle.size, v, how) end

function twin.raw(text)
  if type(text) ~= "string" then error("raw: a string expected", 2) end
  local ok, what, at = reader.valid(text)
  if not ok then error(string.format("raw: %s at byte %d", what, at), 2) end
  return oracle.raw(function() return setmetatable({}, {}) end, text)
end

oracle.bind(twin)
twin.marks = decode_oracle.marks_of(twin)

return twin

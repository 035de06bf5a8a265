--[[
fleece.compat.luajson_decode — LuaJSON's json.decode: creates decoders from options.

Owns: the tree of options with its defaults and modes; which texts the native decoder reads.
Must not know: tokens (luajson_lexer), tables (luajson_state).
Invariant: the native decoder handles only texts for which it gives the same result as the Lua
side; the Lua side handles the rest.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local nothing = require "fleece".nothing
local lexer = require "fleece.compat.luajson_lexer"
local state = require "fleece.compat.luajson_state"
local util = require "fleece.compat.luajson_util"

local getmetatable, pcall, rawset, setmetatable, type = getmetatable, pcall, rawset, setmetatable,
  type

-- ---- Options ----------------------------------------------------------------------------

local top = { unicodeWhitespace = true, initialObject = false, nothrow = false }

local defaults = {
  array = { allowEmptyElement = false, ignoreLength = false, trailingComma = true },
  object = { allowEmptyElement = false, trailingComma = true, number = true,
    identifier = true, setObjectKey = rawset },
  calls = { allowEmptyElement = false, defs = nil, allowUndefined = false,
    trailingComma = true },
  strings = { badChars = "", additionalEscapes = false,
    escapeCheck = lexer.letters "bfnrtv/\\\"xu'z", decodeUnicode = lexer.decode_unicode,
    strict_quotes = false },
  number = { nan = true, inf = true, frac = true, exp = true, hex = false },
  others = { allowUndefined = true, null = util.null, undefined = util.undefined },
}

local modes = {
  strict = {
    array = { trailingComma = false },
    object = { trailingComma = false, number = false, identifier = false },
    strings = { badChars = "\b\f\n\r\t\v", additionalEscapes = false,
      escapeCheck = lexer.letters "bfnrtv/\\\"u", strict_quotes = true },
    number = { nan = false, inf = false },
    others = { allowUndefined = false },
  },
  simple = { others = { null = false, undefined = false } },
}

-- Completes the options in place, for each of the names.
local function complete(options, mode, names)
  for i = 1, #names do
    util.doOptionMerge(options, true, names[i], defaults, modes[mode])
  end
end

local sections = { "array", "object", "calls", "strings", "number", "others" }

-- ---- Decoders ---------------------------------------------------------------------------

-- The native decoder's options with the same effect as these; nil if there are none.  Options that
-- are not named here have no effect on valid JSON.
local function native_options(o)
  local null = o.others.null or nil
  if o.object.setObjectKey ~= rawset or o.strings.decodeUnicode ~= lexer.decode_unicode or
    o.strings.additionalEscapes or type(o.strings.escapeCheck) ~= "table" or
    o.strings.badChars ~= defaults.strings.badChars and
      o.strings.badChars ~= modes.strict.strings.badChars or
    not o.number.frac or not o.number.exp or
    null == nil and not o.array.ignoreLength then return nil end
  return {
    null = null == nil and nothing or null, array_mt = getmetatable(util.InitArray {}),
    arrays = true, empty_array = true, utf8_decode = "pass",
    pair_error = true,                           -- to LuaJSON a pair is two characters
    max_decode_depth = 2147483647, minus_zero = math.type ~= nil,
  }
end

-- The functions that decode with these options: `decode`, and `call_decode` for __call.  Calls with
-- more arguments than a text go to `with_mode`.
local function build(mode, with_mode)
  local options = util.merge({}, top, mode)
  complete(options, nil, sections)
  local read, native = lexer.new(options), native_options(options)
  local function decoder(text)
    local reader = state.create(options)
    read(text, reader)
    return reader:result()
  end
  if options.nothrow then
    local throwing = decoder
    decoder = function(text)
      local ok, result = pcall(throwing, text)
      if ok then return result end
      return nil, result
    end
  end
  if not native then return { decode = decoder } end
  return dialect.new(native, {
    decode = function(text) return true, decoder(text) end,
    decode_arguments = function(text, other)
      if with_mode and other then return true, with_mode(text, other) end
      return true, decoder(text)
    end,
    containers_only = true,
  })
end

local decode = {}

--- The options of the modes.
decode.strict = { unicodeWhitespace = true, initialObject = true, nothrow = false }
decode.simple = {}
complete(decode.strict, "strict", sections)
complete(decode.simple, "simple", sections)

local default = build(nil, function(text, mode) return decode.getDecoder(mode)(text) end)
local built = { [decode.strict] = build(decode.strict).decode,
  [decode.simple] = build(decode.simple).decode }

--- Returns a function that takes a text.  mode: nil for the defaults, true for decode.strict, or
--- options that override the defaults.
function decode.getDecoder(mode)
  if not mode then return default.decode end
  if mode == true then mode = decode.strict end
  return built[mode] or build(mode).decode
end

--- The value of a text.  decode(text, mode)
decode.decode = default.decode

--- What json.decode.NAME offers: completes its part of the options.
function decode.section(names)
  return { mergeOptions = function(options, mode) complete(options, mode, names) end }
end

return setmetatable(decode, { __call = default.call_decode })

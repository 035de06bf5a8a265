--[[
fleece.compat.luajson_decode — LuaJSON's json.decode: decoders by options.

Owns: the tree of options with its defaults and modes.
Must not know: tokens (luajson_lexer), tables (luajson_state).

SPDX-License-Identifier: MIT
--]]

local lexer = require "fleece.compat.luajson_lexer"
local state = require "fleece.compat.luajson_state"
local util = require "fleece.compat.luajson_util"

local pcall, rawset, setmetatable = pcall, rawset, setmetatable

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

local function build(mode)
  local options = util.merge({}, top, mode)
  complete(options, nil, sections)
  local read = lexer.new(options)
  local function decoder(text)
    local reader = state.create(options)
    read(text, reader)
    return reader:result()
  end
  if not options.nothrow then return decoder end
  return function(text)
    local ok, result = pcall(decoder, text)
    if ok then return result end
    return nil, result
  end
end

local decode = {}

--- The options of the modes.
decode.strict = { unicodeWhitespace = true, initialObject = true, nothrow = false }
decode.simple = {}
complete(decode.strict, "strict", sections)
complete(decode.simple, "simple", sections)

local default_decoder = build()
local built = { [decode.strict] = build(decode.strict), [decode.simple] = build(decode.simple) }

--- A function that takes a text.  mode: none for the defaults, true for decode.strict, or
--- options, which go over the defaults.
function decode.getDecoder(mode)
  if not mode then return default_decoder end
  if mode == true then mode = decode.strict end
  return built[mode] or build(mode)
end

--- The value of a text.
function decode.decode(text, mode) return decode.getDecoder(mode)(text) end

--- What json.decode.NAME offers: the completion of its part of the options.
function decode.section(names)
  return { mergeOptions = function(options, mode) complete(options, mode, names) end }
end

return setmetatable(decode, { __call = function(_, ...) return decode.decode(...) end })

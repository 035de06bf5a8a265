--[[
fleece.compat.rxi — rxi's json.lua 0.1.2 on Fleece.

Owns: the API of the module, and which calls the native codec handles.
Must not know: formats; rxi_text says what json.lua does.
Invariant: the native codec handles only calls for which it gives the same bytes and values as
json.lua; rxi_text handles the rest and produces the result or the message.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local nothing = require "fleece".nothing
local rxi_text = require "fleece.compat.rxi_text"

local error, pcall, select, type = error, pcall, select, type

local rxi = { _version = "0.1.2" }

-- rxi_text raises errors with its own position, as json.lua does.
local function result(f, value)
  local ok, answer = pcall(f, value)
  if not ok then error(answer, 0) end
  return true, answer
end

local native = dialect.new({
  numbers = "all_g", float_digits = 14, nan = "error", utf8_encode = "pass",
  empty_table = "array", sparse = "error", mixed_keys = "error", markers = false,
  metatables = { [true] = dialect.verdict.refuse }, max_encode_depth = 1000000,
  -- For decoding: a lone surrogate may be half of what json.lua treats as a pair.
  null = nothing, empty_array = false, lone_error = true, utf8_decode = "pass",
  max_decode_depth = 2147483647, minus_zero = math.type ~= nil,
}, {
  encode = function(value) return result(rxi_text.encode, value) end,
  encode_arguments = function(value) return result(rxi_text.encode, value) end,
  decode = function(text) return result(rxi_text.decode, text) end,
  decode_arguments = function(text, ...)
    if type(text) == "string" and select("#", ...) > 0 then return true, rxi.decode(text) end
    error("expected argument of type string, got " .. type(text))
  end,
  strings_only = true,
})

--- The text of a value; an error if json.lua does not encode it.
rxi.encode = native.encode

--- The value of a text; null is nil.
rxi.decode = native.decode

return rxi

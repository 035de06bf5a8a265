--[[
fleece.compat.dkjson — dkjson 2.5 to 2.8 on Fleece.

Owns: the API of the module, and which calls the native codec handles.
Must not know: formats; dkjson_encode, dkjson_decode and dkjson_grammar say what dkjson does.
Invariant: the native codec handles only calls for which it gives the same bytes, values and
positions as dkjson; the Lua side handles the rest and produces the result or the message.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local dkencode = require "fleece.compat.dkjson_encode"
local lenient = require "fleece.compat.dkjson_decode"
local grammar = require "fleece.compat.dkjson_grammar"

local error, next, select, setmetatable, type = error, next, select, setmetatable, type

local dkjson = { version = "dkjson 2.8" }

dkjson.null = setmetatable({}, { __tojson = function() return "null" end })
dkjson.quotestring = dkencode.quotestring
dkjson.addnewline = dkencode.addnewline
dkjson.encodeexception = dkencode.encodeexception

-- ---- Encoding ---------------------------------------------------------------------------

-- Tables with these metatables go to the Lua side, because dkjson would run their code.
local REFUSE = dialect.verdict.refuse
local metatables = {
  "__tojson", "__jsonorder", "__pairs", "__index", "__jsontype",
  __tojson = REFUSE, __jsonorder = REFUSE, __pairs = REFUSE, __index = REFUSE,
  __jsontype = dialect.verdict.empty_typed,
  [true] = dialect.verdict.plain,
}

local options = {
  numbers = "tostring", nan = "null", escape_more = "wary", utf8_encode = "pass",
  empty_table = "array", sparse = "null", sparse_beyond = "object", refuse_key = "n",
  metatables = metatables, markers = false, max_encode_depth = 1000000,
  -- For decoding:
  empty_array = false, utf8_decode = "pass", max_decode_depth = 2147483647,
  minus_zero = math.type ~= nil,
}

-- Called when the native encoder has failed, and for calls with a state.
local function encode_in_lua(value, state)
  local text, message = dkencode.encode(value, state)
  if text ~= nil then return true, text end
  if type(message) ~= "string" then error(message, 0) end
  return false, message
end

-- The same, but reports only that it failed.
local attempt = dialect.new(options, { encode = function() return true end }).encode

local native = dialect.new(options, {
  encode = function(value) return encode_in_lua(value, {}) end,
  encode_arguments = function(value, state)
    if state == nil or (type(state) == "table" and next(state) == nil) then
      local text = attempt(value)
      if text then return true, text end
    end
    return encode_in_lua(value, state or {})
  end,
})

--- The text of a value; true if the state has a buffer and the text was appended to it.
dkjson.encode = native.encode

-- ---- Decoding ---------------------------------------------------------------------------

-- Each call that names no metatables gets new ones.
local function decoder(in_lua)
  return dialect.new(options, { marks_field = "__jsontype",
    decode_at = function(text, pos, null, ...)
      local object_mt, array_mt = ...
      if select("#", ...) == 0 then
        object_mt, array_mt = { __jsontype = "object" }, { __jsontype = "array" }
      end
      return true, in_lua(text, pos, null, object_mt, array_mt)
    end,
  }).decode_at
end

--- A value and the position after it; or nil, position and message.
dkjson.decode = decoder(lenient.decode)

-- What dkjson creates with LPeg: the same module, except for `decode`.
local with_grammar = { using_lpeg = true, decode = decoder(grammar.decode) }

--- The module whose decode uses the stricter grammar.  LPeg itself is not needed.
function dkjson.use_lpeg() return with_grammar end

for name, value in pairs(dkjson) do
  if with_grammar[name] == nil then with_grammar[name] = value end
end

return dkjson

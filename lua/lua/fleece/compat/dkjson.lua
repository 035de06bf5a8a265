--[[
fleece.compat.dkjson — dkjson 2.5 to 2.8 on Fleece.

Owns: the surface of the module, and which calls the native codec answers.
Must not know: formats; dkjson_encode, dkjson_decode and dkjson_grammar say what dkjson does.
Invariant: the native codec answers only what gives the bytes, values and positions that dkjson
gives; whatever it does not take goes to the Lua side, which finds the result or the message.

SPDX-License-Identifier: MIT
--]]

local dkencode = require "fleece.compat.dkjson_encode"
local lenient = require "fleece.compat.dkjson_decode"
local grammar = require "fleece.compat.dkjson_grammar"

local error, select, setmetatable = error, select, setmetatable

local dkjson = { version = "dkjson 2.8" }

dkjson.null = setmetatable({}, { __tojson = function() return "null" end })
dkjson.quotestring = dkencode.quotestring
dkjson.addnewline = dkencode.addnewline
dkjson.encodeexception = dkencode.encodeexception

--- The text of a value; true if the state has a buffer, which the text went to.
function dkjson.encode(value, state)
  local text, message = dkencode.encode(value, state or {})
  if text == nil then error(message, 2) end
  return text
end

-- Without arguments for them, metatables are made afresh for each call.
local function metatables(...)
  if select("#", ...) > 0 then return ... end
  return { __jsontype = "object" }, { __jsontype = "array" }
end

--- A value and the position after it; or nil, position and message.
function dkjson.decode(text, pos, null, ...)
  return lenient.decode(text, pos, null, metatables(...))
end

-- What dkjson makes with LPeg: the same module but for `decode`.
local with_grammar = { using_lpeg = true }
for name, value in pairs(dkjson) do with_grammar[name] = value end

function with_grammar.decode(text, pos, null, ...)
  return grammar.decode(text, pos, null, metatables(...))
end

--- The module whose decode keeps to the stricter grammar.  LPeg itself is not needed.
function dkjson.use_lpeg() return with_grammar end
with_grammar.use_lpeg = dkjson.use_lpeg

return dkjson

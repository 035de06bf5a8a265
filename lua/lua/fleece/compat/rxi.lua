--[[
fleece.compat.rxi — rxi's json.lua 0.1.2 on Fleece.

Owns: the surface of the module, and which calls the native codec answers.
Must not know: formats; rxi_text says what json.lua does.
Invariant: the native codec answers only what gives the bytes and values that json.lua gives;
whatever it does not take goes to rxi_text, which finds the result or the message.

SPDX-License-Identifier: MIT
--]]

local rxi_text = require "fleece.compat.rxi_text"

local rxi = { _version = "0.1.2" }

--- The text of a value; an error for what json.lua does not encode.
function rxi.encode(value) return rxi_text.encode(value) end

--- The value of a text; null is nil.
function rxi.decode(text)
  if type(text) ~= "string" then
    error("expected argument of type string, got " .. type(text))
  end
  return rxi_text.decode(text)
end

return rxi

--[[
fleece.compat.luajson — LuaJSON 1.3.5 (harningt) on Fleece.

Owns: the API of `json` and of its submodules, which can be required as fleece.compat.luajson.NAME
once this module is loaded.
Must not know: formats and options (luajson_decode, luajson_encode).

SPDX-License-Identifier: MIT
--]]

local decode = require "fleece.compat.luajson_decode"
local encode = require "fleece.compat.luajson_encode"
local output = require "fleece.compat.luajson_output"
local patterns = require "fleece.compat.luajson_patterns"
local state = require "fleece.compat.luajson_state"
local util = require "fleece.compat.luajson_util"

decode.util = patterns

local submodules = {
  ["util"] = util,
  ["decode"] = decode,
  ["decode.util"] = patterns,
  ["decode.state"] = state,
  ["decode.composite"] = decode.section { "array", "object", "calls" },
  ["decode.strings"] = decode.section { "strings" },
  ["decode.number"] = decode.section { "number" },
  ["decode.others"] = decode.section { "others" },
  ["encode"] = encode,
  ["encode.output"] = { getDefault = output.getDefault, getIoWriter = output.getIoWriter },
  ["encode.output_utility"] = { prepareEncoder = output.prepareEncoder },
}
for _, name in ipairs { "array", "calls", "number", "object", "others", "strings" } do
  submodules["encode." .. name] = encode.section(name)
end
decode.section, encode.section = nil, nil -- programs see only LuaJSON's fields

for name, module in pairs(submodules) do
  package.preload["fleece.compat.luajson." .. name] = function() return module end
end

local json = {
  _VERSION = "1.3.5",
  _DESCRIPTION = "LuaJSON : customizable JSON decoder/encoder",
  _COPYRIGHT = "LuaJSON: Thomas Harning Jr.; this drop-in: Fleece",
  decode = decode,
  encode = encode,
  util = util,
}

-- LuaJSON sets this global, and programs read it.
rawset(_G, "json", json)

return json

--[[
fleece.compat — Fleece under other JSON libraries' names: require("fleece.compat").install("cjson").

Owns: which drop-in replaces which library, and under which names the library is required.
Must not know: what a drop-in does.
Invariant: after install(name), require(original) returns the drop-in for each of that library's
names.  On Lua 5.2 and later an error names its functions as the original does, because a drop-in
is in package.loaded only under the original name until it is required by its Fleece name.

SPDX-License-Identifier: MIT
--]]

local compat = {}

-- A library: the names by which it is required, each with the module that replaces it; install
-- returns the first one.
local LIBRARIES = {
  rapidjson = { { "rapidjson", "fleece.compat.rapidjson" } },
  simdjson = { { "simdjson", "fleece.compat.simdjson" } },
  cjson = {
    { "cjson", "fleece.compat.cjson" },
    { "cjson.safe", "fleece.compat.cjson_safe" },
    { "cjson.util", "fleece.compat.cjson_util" },
  },
  dkjson = { { "dkjson", "fleece.compat.dkjson" } },
  json4 = { { "json", "fleece.compat.json4" } },
  json4lua = { { "json", "fleece.compat.json4lua" } },
  luajson = {
    { "json", "fleece.compat.luajson" },
    { "json.util", "fleece.compat.luajson.util" },
    { "json.decode", "fleece.compat.luajson.decode" },
    { "json.decode.composite", "fleece.compat.luajson.decode.composite" },
    { "json.decode.number", "fleece.compat.luajson.decode.number" },
    { "json.decode.others", "fleece.compat.luajson.decode.others" },
    { "json.decode.state", "fleece.compat.luajson.decode.state" },
    { "json.decode.strings", "fleece.compat.luajson.decode.strings" },
    { "json.decode.util", "fleece.compat.luajson.decode.util" },
    { "json.encode", "fleece.compat.luajson.encode" },
    { "json.encode.array", "fleece.compat.luajson.encode.array" },
    { "json.encode.calls", "fleece.compat.luajson.encode.calls" },
    { "json.encode.number", "fleece.compat.luajson.encode.number" },
    { "json.encode.object", "fleece.compat.luajson.encode.object" },
    { "json.encode.others", "fleece.compat.luajson.encode.others" },
    { "json.encode.output", "fleece.compat.luajson.encode.output" },
    { "json.encode.output_utility", "fleece.compat.luajson.encode.output_utility" },
    { "json.encode.strings", "fleece.compat.luajson.encode.strings" },
  },
  luajson_c = { { "luajson", "fleece.compat.luajson_c" } },
  rxi = { { "json", "fleece.compat.rxi" } },
}

--- The libraries that install knows, as a sorted list of names.
function compat.libraries()
  local list = {}
  for name in pairs(LIBRARIES) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- If the module is later required by its Fleece name, that returns the same table.
local function install_one(original, module)
  local value = require(module)
  package.loaded[module] = nil
  package.preload[module] = function() return value end
  package.loaded[original] = value
  package.preload[original] = function() return value end
  return value
end

--- Replaces the named libraries with drop-ins; returns the main module of each.  A library that was
--- already loaded is replaced for every later require.
function compat.install(...)
  local wanted, results = { ... }, {}
  for i = 1, select("#", ...) do
    if type(wanted[i]) ~= "string" or not LIBRARIES[wanted[i]] then
      local known = table.concat(compat.libraries(), ", ")
      error(("no drop-in for '%s' (known: %s)"):format(tostring(wanted[i]), known), 2)
    end
  end
  for i, name in ipairs(wanted) do
    for j, row in ipairs(LIBRARIES[name]) do
      local value = install_one(row[1], row[2])
      if j == 1 then results[i] = value end
    end
  end
  return (unpack or table.unpack)(results, 1, #wanted)
end

return compat

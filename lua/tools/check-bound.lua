--[[
check-bound.lua — does the module that this Lua loads have exactly what the definitions in
lua/types say?

Owns: that comparison, for the module, its codec, its buffer, their options and the details of
errors, fleece.safe and fleece.luadata.
Prints every difference; exit status 1 if there is one.

SPDX-License-Identifier: MIT
--]]

local root = (arg[0]:match("^(.*)/lua/tools/[^/]*$") or "."):gsub("^$", "/")
package.path = root .. "/lua/tools/?.lua;" .. package.path
local definitions = require("definitions")
local fleece = require("fleece")

local differences = 0
local function differ(...)
  differences = differences + 1
  print(table.concat({ ... }))
end

-- What the definitions say of a class and its parents: name -> "function" or "field".
local function defined(class, names)
  names = names or {}
  for _, item in ipairs(definitions.read(root .. "/lua/types")) do
    if item.kind == "function" and item.object == class then names[item.method] = "function" end
    if item.kind == "class" and item.name == class then
      for _, field in ipairs(item.fields) do names[field.name] = "field" end
      if item.parent then defined(item.parent, names) end
    end
  end
  return names
end

local function compare(class, real)
  local names = defined(class)
  for name, kind in pairs(names) do
    if real[name] == nil then
      differ(class, ".", name, " is defined and not there")
    elseif (type(real[name]) == "function") ~= (kind == "function") then
      differ(class, ".", name, " is defined as a ", kind, " and is a ", type(real[name]))
    end
  end
  for name in pairs(real) do
    if not names[name] then differ(class, ".", tostring(name), " is there and not defined") end
  end
end

local function methods_of(object)
  local metatable = debug.getmetatable(object)
  local index = metatable and metatable.__index
  local methods = {}
  for name, value in pairs(type(index) == "table" and index or {}) do
    if name:sub(1, 2) ~= "__" then methods[name] = value end
  end
  return methods
end

-- The detail of the error that encoding this value causes.
local function detail_of(value)
  local safe = require("fleece.safe")
  local _, _, detail = safe.encode(value)
  return detail or {}
end

-- A detail with every field: `error` is only there if Lua code raised something other than a string.
local function encode_detail()
  local detail = detail_of("\255")
  detail.error = detail_of(setmetatable({}, { __tojson = function() error({}) end })).error
  return detail
end

local function decode_detail_of(text)
  local _, _, detail = require("fleece.safe").decode(text)
  return detail or {}
end

-- The options that the module lists when it is given one that it does not know.
local function options_of(call, ...)
  local arguments = { ... }
  arguments[#arguments + 1] = { [""] = true }
  local unpack = rawget(_G, "unpack") or table.unpack
  local _, message = pcall(call, unpack(arguments))
  local names = {}
  for name in tostring(message):match("%(valid: (.*)%)"):gmatch("[%w_]+") do names[name] = true end
  return names
end

-- The information with every field: LuaJIT has no pool.
local function info_of()
  local info = fleece.info(fleece.pool())
  if info.pool then compare("fleece.PoolInfo", info.pool) end
  info.pool = info.pool or {}
  return info
end

compare("fleece", fleece)
compare("fleece.Codec", fleece.new())
compare("fleece.Buffer", methods_of(fleece.buffer()))
compare("fleece.luadata", require("fleece.luadata"))
compare("fleece.Info", info_of())
compare("fleece.safe", require("fleece.safe"))
compare("fleece.Detail", encode_detail())
compare("fleece.DecodeDetail", decode_detail_of("[1,]"))
compare("fleece.EncodeOptions", options_of(fleece.encode, 1))
compare("fleece.DecodeOptions", options_of(fleece.decode, "1"))

if differences > 0 then
  print(differences .. " differences between the module and lua/types")
  os.exit(1)
end
print("the module and lua/types agree")

--[[
check-bound.lua — does the module that this Lua loads have exactly what the definitions in
lua/types say?

Owns: that comparison, for the module, its codec, its buffer, fleece.safe and fleece.luadata.
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

-- What the definitions say of a class: name -> "function" or "field".
local function defined(class)
  local names = {}
  for _, item in ipairs(definitions.read(root .. "/lua/types")) do
    if item.kind == "function" and item.object == class then names[item.method] = "function" end
    if item.kind == "class" and item.name == class then
      for _, field in ipairs(item.fields) do names[field.name] = "field" end
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
  return type(index) == "table" and index or {}
end

-- fleece.safe inherits the definitions of fleece.
local function compare_safe(safe)
  for name in pairs(defined("fleece")) do
    if safe[name] == nil then differ("fleece.safe.", name, " is defined and not there") end
  end
  for name in pairs(safe) do
    if fleece[name] == nil then differ("fleece.safe.", name, " is there and not in fleece") end
  end
end

compare("fleece", fleece)
compare("fleece.Codec", fleece.new())
compare("fleece.Buffer", methods_of(fleece.buffer()))
compare("fleece.luadata", require("fleece.luadata"))
compare("fleece.Info", fleece.info())
compare_safe(require("fleece.safe"))

if differences > 0 then
  print(differences .. " differences between the module and lua/types")
  os.exit(1)
end
print("the module and lua/types agree")

--[[
fleece.compat.luajson_util — LuaJSON's json.util: markers, and how option tables are merged.

Owns: the values null and undefined, the metatables of arrays and calls.
Must not know: text.

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local getmetatable, pairs, print, select, setmetatable, tostring, type = getmetatable, pairs,
  print, select, setmetatable, tostring, type

local util = {}

--- The metatable of decoded arrays.  (It is private in LuaJSON; the native codec must know it.)
local array_mt, call_mt = {}, {}

--- Stands for null; returns itself when called.
function util.null() return util.null end

--- Stands for undefined; returns itself when called.
function util.undefined() return util.undefined end

--- Marks a table as an array.
function util.InitArray(t) return setmetatable(t, array_mt) end

--- True for a marked array, false for a table without elements, nil if all keys must be examined to
--- tell.
function util.IsArray(value)
  if type(value) ~= "table" then return false end
  local mt = getmetatable(value)
  local marked = mt == array_mt or mt ~= nil and mt.__is_luajson_array
  if marked then return marked end
  if #value == 0 then return false end
end

--- A call of a function, to be encoded as name(...).
function util.buildCall(name, ...)
  return setmetatable({ name = name, parameters = { n = select("#", ...), ... } }, call_mt)
end

--- Whether a value is such a call.
function util.isCall(value) return getmetatable(value) == call_mt end

--- The name and the parameters of a call; nil for anything else.
function util.decodeCall(call)
  if not util.isCall(call) then return nil end
  return call.name, call.parameters
end

--- A shallow copy.
function util.clone(t) return util.merge({}, t) end

--- Copies the members of the other tables into the first; later tables override earlier ones.
function util.merge(t, ...)
  for i = 1, select("#", ...) do
    local from = select(i, ...)
    if from then
      for k, v in pairs(from) do t[k] = v end
    end
  end
  return t
end

interpreted(util.merge)

--- Completes options[name] from the options of a mode and from the defaults; nested: from the options
--- that these have under the same name.
function util.doOptionMerge(options, nested, name, defaults, mode)
  if nested then
    mode, defaults = mode and mode[name], defaults and defaults[name]
  end
  options[name] = util.merge({}, defaults, mode, options[name])
end

local function print_under(seen, key, value, space)
  if type(value) ~= "table" then
    if type(value) == "string" then value = "[[" .. value .. "]]" end
    print(space .. key .. "=" .. tostring(value))
  elseif seen[value] then
    print(space .. key .. "= <" .. seen[value] .. ">")
  else
    seen[value] = key
    print(space .. key .. "= {")
    for k, v in pairs(value) do print_under(seen, k, v, space .. " ") end
  end
end

interpreted(print_under)

--- Prints a value and its members.
function util.printValue(value, name) print_under({}, name, value, "") end

return util

--[[
fleece.compat.arguments — checks arguments as functions of C libraries do, with the messages of
luaL_check*.

Owns: the messages.  Must not know: any of the libraries.
Each function returns the value, or nothing and what dialect.native raises: nil, message, n.

SPDX-License-Identifier: MIT
--]]

local arguments = {}

local is_old = _VERSION == "Lua 5.1" or _VERSION == "Lua 5.2"

--- Is a value a light userdata?  On Lua 5.2 this cannot be determined.
function arguments.is_light(value)
  if type(value) ~= "userdata" then return false end
  local fenv = _VERSION == "Lua 5.1" and debug and debug.getfenv
  if fenv then return fenv(value) == nil end
  return select(2, pcall(math.abs, value)):find("got light userdata", 1, true) ~= nil
end

--- The name of a value's type, as luaL_typeerror prints it.
function arguments.typename(value)
  local meta = type(value) ~= "string" and getmetatable(value) or nil
  if not is_old then
    if type(meta) == "table" and type(meta.__name) == "string" then return meta.__name end
    if not meta and arguments.is_light(value) then return "light userdata" end
  end
  return type(value)
end

function arguments.wrong(expected, value, n)
  return nil, expected .. " expected, got " .. arguments.typename(value), n
end

--- The same for argument n of the arguments that follow; it may be missing.
function arguments.missing(expected, n, ...)
  if select("#", ...) < n then return nil, expected .. " expected, got no value", n end
  return arguments.wrong(expected, (select(n, ...)), n)
end

--- luaL_checkinteger: accepts numbers, and strings that are numbers.
function arguments.integer(value, n)
  local number = (type(value) == "number" or type(value) == "string") and tonumber(value) or nil
  if not number then return nil, arguments.wrong("number", value, n) end
  if number ~= math.floor(number) then
    if not is_old then return nil, nil, "number has no integer representation", n end
    number = number > 0 and math.floor(number) or math.ceil(number)
  end
  return number
end

--- luaL_checkoption.
function arguments.option(value, n, options)
  if type(value) == "number" then value = tostring(value) end
  if type(value) ~= "string" then return nil, arguments.wrong("string", value, n) end
  for i, option in ipairs(options) do
    if option == value then return i end
  end
  return nil, nil, "invalid option '" .. value .. "'", n
end

return arguments

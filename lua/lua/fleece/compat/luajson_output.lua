--[[
fleece.compat.luajson_output — LuaJSON's json.encode.output: where the parts of a composite go.

Owns: the writers, and the templates that they are generated from: Lua code in which PUTVALUE(x)
writes a part and PUTINNER(condition) a separator.
Must not know: the values.

SPDX-License-Identifier: MIT
--]]

local interpreted = require "fleece.interpreted"

local assert, io, type = assert, io, type
local concat = table.concat
local format, gsub = string.format, string.gsub
local load = loadstring or load

local output = {}

-- ---- Templates --------------------------------------------------------------------------

-- Keyed by writer, then by template: the generated functions.
local made = setmetatable({}, { __mode = "k" })

-- In the second argument of gsub a % is written %%; the argument of a macro becomes %1.
local function macro(code, name, body, hole)
  return (gsub(code, name .. "(%b())", (gsub(body, hole, "%%1"))))
end

--- The function (composite, ret, encode, state) that a template gives for the writer `key`.  In
--- value_code %VALUE% is the part; in inner_code %WRITE_INNER% is the condition and %INNER_VALUE% the
--- separator.
function output.prepareEncoder(key, template, separator, value_code, inner_code)
  local functions = made[key] or {}
  made[key] = functions
  if not functions[template] then
    local inner = ""
    if separator and inner_code then
      local quoted = gsub(format("%q", separator), "%%", "%%%%")
      inner = gsub(inner_code, "%%INNER_VALUE%%", (gsub(quoted, "%%", "%%%%")))
    end
    local code = macro(template, "PUTINNER", inner, "%%WRITE_INNER%%")
    code = macro(code, "PUTVALUE", value_code, "%%VALUE%%")
    functions[template] =
      interpreted(assert(load("return function(composite, ret, encode, state)\n" .. code .. "\nend"))())
  end
  return functions[template]
end

-- ---- Writers ----------------------------------------------------------------------------

local function to_string(template, first, last, separator, composite, encode, state)
  if type(template) ~= "string" then return nil end
  local put = output.prepareEncoder(to_string, template, separator, "ret[#ret + 1] = %VALUE%", "")
  local pieces = {}
  put(composite, pieces, encode, state)
  return first .. concat(pieces, separator) .. last
end

--- The writer that returns a string.
function output.getDefault() return { composite = to_string } end

local WRITE = "state.__outputFile:write(%VALUE%)"
local WRITE_INNER = "if %WRITE_INNER% then state.__outputFile:write(%INNER_VALUE%) end"

local function to_file(file)
  local function composite_to_file(template, first, last, separator, composite, encode, state)
    state.__outputFile = file
    if type(template) ~= "string" then return nil end
    local put = output.prepareEncoder(composite_to_file, template, separator, WRITE, WRITE_INNER)
    file:write(first)
    put(composite, {}, encode, state)
    file:write(last)
  end
  return {
    composite = composite_to_file,
    simple = function(text) if text then file:write(text) end end,
  }
end

--- An `output` option that writes to a file, standard output by default.
function output.getIoWriter(file)
  return function() return to_file(file or io.output()) end
end

return output

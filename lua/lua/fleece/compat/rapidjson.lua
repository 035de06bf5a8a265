--[[
fleece.compat.rapidjson — lua-rapidjson's module `rapidjson`, on Fleece.

Owns: its functions and settings.  Its messages are in rapidjson_errors, its documents in
rapidjson_document.  docs/guides/migrating-from-lua-rapidjson.md lists the differences.
Invariant: the encoder refuses what lua-rapidjson encodes differently from Fleece (tables that are
neither arrays nor objects); these are converted first, so other values cost nothing extra.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local errors = require("fleece.compat.rapidjson_errors")
local fleece = require("fleece")
local values = require("fleece.compat.rapidjson_values")
local document = require("fleece.compat.rapidjson_document")

local native = dialect.native
local null = fleece.null

---------------------------------------------------------------------------------------
-- Encoding

local function flag(options, name)
  local value = options[name]
  return value ~= nil and value ~= false
end

-- All options of a call as one key, and the same as Fleece options.
local function settle(options)
  local depth = tonumber(options.max_depth) or values.MAX_DEPTH
  return { pretty = flag(options, "pretty"), sort_keys = flag(options, "sort_keys"),
    empty_array = flag(options, "empty_table_as_array"),
    depth = math.max(0, math.min(2147483647, math.floor(depth))) }
end

-- -> true, text | false, message
local function encode(value, options)
  local text, problem = values.encode(value, settle(options or {}))
  if text then return true, text end
  return false, problem
end

local function encode_arguments(...)
  local count, value, options = select("#", ...), ...
  if count == 0 then return false, "unsupported value type : no value" end
  if options ~= nil and type(options) ~= "table" then
    return arguments.wrong("table", options, 2)
  end
  return encode(value, options)
end

local main = dialect.new(values.options(), {
  encode = function(value, detail)
    if values.is_odd(detail) then return encode(value) end
    return false, errors.encode(detail)
  end,
  encode_arguments = encode_arguments,
  decode = function(text, detail)
    return true, nil, text and errors.decode(tostring(text), detail) or errors.unseen(detail)
  end,
  decode_arguments = function(...)
    local text = ...
    if type(text) == "string" then
      local value, problem = values.decode(text)
      if problem then return true, nil, problem end
      return true, value
    end
    return nil, "required string or lightuserdata (points to a memory of a string)", 1
  end,
  strings_only = true, from_memory = true,
})

---------------------------------------------------------------------------------------
-- Files

local function is_text(value) return type(value) == "string" or type(value) == "number" end

local function load_file(...)
  local name = ...
  if not is_text(name) then return arguments.missing("string", 1, ...) end
  local file = io.open(name, "rb")
  if not file then return false, "error while open file: " .. name end
  local text = file:read("*a")
  file:close()
  local value, problem = values.decode_file(text)
  if problem then return true, nil, problem end
  return true, value
end

local function dump(...)
  local value, name, options = ...
  if options ~= nil and type(options) ~= "table" then
    return arguments.wrong("table", options, 3)
  end
  if not is_text(name) then return arguments.missing("string", 2, ...) end
  local ok, text = encode(value, options)
  if not ok then return false, text end
  local file = io.open(name, "wb")
  if not file then return false, "error while open file: " .. name end
  file:write(text)
  file:close()
  return true
end

---------------------------------------------------------------------------------------
-- Marks

local function marker(kind, shared)
  return native(function(t)
    if t == nil then return true, setmetatable({}, shared) end
    if type(t) ~= "table" then return nil, "optional table excepted", 1 end
    local meta = getmetatable(t)
    if type(meta) == "table" then
      meta.__jsontype = kind
      return true, t
    end
    return true, setmetatable(t, shared)
  end)
end

return {
  encode = main.encode,
  decode = main.decode,
  load = native(load_file),
  dump = native(dump),
  object = marker("object", values.Object),
  array = marker("array", values.Array),
  Document = native(document.new),
  null = null,
  _NAME = "rapidjson",
  _VERSION = "0.7.2",
}

--[[
fleece.compat.rapidjson_values — encodes and decodes values as lua-rapidjson does, with every
option, for its functions and its documents.

Owns: which tables are arrays, the metatables of decoded values, encodings of files.
Must not know: the API.

A table is an array if its metatable's __jsontype says so or, without __jsontype, if #t is not 0;
its other members are then ignored.  Any other table is an object of its string keys.

SPDX-License-Identifier: MIT
--]]

local dialect = require("fleece.dialect")
local errors = require("fleece.compat.rapidjson_errors")
local fleece = require("fleece")
local interpreted = require("fleece.interpreted")

local values = { MAX_DEPTH = 128 }

values.Array = { __jsontype = "array" }
values.Object = { __jsontype = "object" }
local registry = debug and debug.getregistry and debug.getregistry()
if registry then
  registry["json.array"], registry["json.object"] = values.Array, values.Object
end

-- The original crashes on deeper texts at some depth.
local DECODE_DEPTH = 100000

--- The equivalent Fleece options; tables that are neither arrays nor objects are refused (is_odd).
function values.options()
  return {
    numbers = "wide", escape_more = "upper", sparse = "error", mixed_keys = "error",
    metatables = { "__jsontype", __jsontype = dialect.verdict.typed },
    max_encode_depth = values.MAX_DEPTH, max_decode_depth = DECODE_DEPTH,
    utf8_decode = "pass", utf8_encode = "pass", lone_error = true, minus_zero = true,
    arrays = true, objects = true, array_mt = values.Array, object_mt = values.Object,
  }
end

function values.is_odd(detail)
  return detail.code == "SPARSE" or detail.code == "MIXED" or detail.code == "KEY"
end

-- Lua versions without rawlen have a raw `#` for tables.
local rawlen = rawlen or function(t) return #t end -- luacheck: globals rawlen

local function type_of(t)
  local meta = getmetatable(t)
  local kind = type(meta) == "table" and rawget(meta, "__jsontype") or nil
  if type(kind) == "string" then return kind:match("^[^%z]*") == "array" and "array" or "object" end
  return type(kind) == "number" and "object" or nil
end

--- A copy in which every table is an array or an object for Fleece as well.
function values.plain(value, depth)
  if type(value) ~= "table" or depth < 0 then return value end
  local kind, result = type_of(value), {}
  if kind == "array" or (not kind and rawlen(value) > 0) then
    for i = 1, rawlen(value) do
      local element = rawget(value, i)
      if element == nil then element = fleece.null end
      result[i] = values.plain(element, depth - 1)
    end
    return setmetatable(result, values.Array)
  end
  for k, v in next, value do
    if type(k) == "string" then result[k] = values.plain(v, depth - 1) end
  end
  return (kind or next(value) ~= nil) and setmetatable(result, values.Object) or result
end

interpreted(values.plain)

local codecs = {}

-- One codec for each combination of switches; a codec's depth is set when a call asks for another.
local function codec_for(o)
  local name = (o.pretty and "p" or "") .. (o.sort_keys and "s" or "") .. (o.empty_array and "e" or "")
  local codec = codecs[name]
  if not codec then
    local options = values.options()
    options.indent = o.pretty and 4 or nil
    options.sort_keys = o.sort_keys
    options.empty_table = o.empty_array and "array" or "object"
    codec = { depth = values.MAX_DEPTH, functions = dialect.new(options, {
      encode = function(_, detail)
        if values.is_odd(detail) then return true, nil, nil end
        return true, nil, errors.encode(detail)
      end,
      decode = function(text, detail) return true, nil, errors.decode(tostring(text), detail) end,
    }) }
    codecs[name] = codec
  end
  if codec.depth ~= o.depth then
    codec.functions.set { max_encode_depth = o.depth }
    codec.depth = o.depth
  end
  return codec.functions
end

--- The text, or nil and a message.  o: pretty, sort_keys, empty_array, depth.
function values.encode(value, o)
  local codec = codec_for(o)
  local text, problem = codec.encode(value)
  if text or problem then return text, problem end
  return codec.encode(values.plain(value, o.depth))
end

local PLAIN = { depth = values.MAX_DEPTH }

--- The value, or nil and a message.
function values.decode(text)
  return codec_for(PLAIN).decode(text)
end

local checked = fleece.new { max_depth = DECODE_DEPTH }

--- What is wrong with a text; nil if nothing is.
function values.problem(text)
  if checked.valid(text) then return nil end -- stricter, and faster
  return (select(2, values.decode(text)))
end

---------------------------------------------------------------------------------------
-- Files in other encodings

local function utf8_char(code)
  local char = string.char
  if code < 0x80 then return char(code) end
  if code < 0x800 then return char(0xC0 + math.floor(code / 64), 0x80 + code % 64) end
  local tail = char(0x80 + code % 64)
  code = math.floor(code / 64)
  if code < 0x400 then return char(0xE0 + math.floor(code / 64), 0x80 + code % 64) .. tail end
  return char(0xF0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64,
    0x80 + code % 64) .. tail
end

local function unit_at(text, at, size, little)
  local code = 0
  for i = 0, size - 1 do
    code = code * 256 + text:byte(little and at + size - 1 - i or at + i)
  end
  return code
end

-- Text in units of two or four bytes, from `at` on.
local function from_wide(text, at, size, little)
  local out = {}
  while at + size - 1 <= #text do
    local code = unit_at(text, at, size, little)
    at = at + size
    if size == 2 and code >= 0xD800 and code < 0xDC00 and at + 1 <= #text then
      local low = unit_at(text, at, size, little)
      if low >= 0xDC00 and low < 0xE000 then
        code = 0x10000 + (code - 0xD800) * 1024 + (low - 0xDC00)
        at = at + 2
      end
    end
    out[#out + 1] = code < 0x110000 and utf8_char(code) or "\239\191\189"
  end
  return table.concat(out)
end

-- Byte order marks, the longer ones first; then where the zeros of the first four bytes are.
local MARKS = { { "\255\254\0\0", 4, true }, { "\0\0\254\255", 4, false },
  { "\255\254", 2, true }, { "\254\255", 2, false }, { "\239\187\191", 1 } }
local ZEROS = { ["0001"] = { 4, false }, ["1000"] = { 4, true }, ["0101"] = { 2, false },
  ["1010"] = { 2, true } }

--- A file's contents as UTF-8, the length of its byte order mark, and the size of a unit.
function values.to_utf8(text)
  if #text < 4 then return text, 0, 1 end
  for _, mark in ipairs(MARKS) do
    local length = #mark[1]
    if text:sub(1, length) == mark[1] then
      if mark[2] == 1 then return text:sub(length + 1), length, 1 end
      return from_wide(text, length + 1, mark[2], mark[3]), length, mark[2]
    end
  end
  local zeros = text:sub(1, 4):gsub(".", function(c) return c == "\0" and "0" or "1" end)
  local wide = ZEROS[zeros]
  if not wide then return text, 0, 1 end
  return from_wide(text, 1, wide[1], wide[2]), 0, wide[1]
end

-- How many units these bytes of UTF-8 took in the file.
local function units_of(text, size)
  if size == 1 then return #text end
  local _, count = text:gsub("[^\128-\191]", "")
  local _, pairs_of = text:gsub("[\240-\247]", "")
  return size == 2 and count + pairs_of or count
end

--- The value in a file's contents, or nil and a message.  The original reads one unit ahead in a file,
--- and offsets count what it has read.
function values.decode_file(contents)
  local text, start, size = values.to_utf8(contents)
  local value, problem = values.decode(text)
  if not problem then return value end
  return nil, (problem:gsub("%((%d+)%)$", function(offset)
    local units = units_of(text:sub(1, tonumber(offset)), size)
    return ("(%d)"):format(math.min(start + (units + 1) * size, #contents))
  end))
end

return values

--[[
fleece.compat.luajson_encode — LuaJSON's json.encode, in Lua.

Owns: the tree of options with its defaults and modes, the encoder of each kind of value, and
the error messages.
Must not know: where text goes (luajson_output).
Invariant: the native encoder, which is tried first if the options are those of a mode, handles
only values for which it gives the same result as the Lua side; the Lua side handles the rest.

SPDX-License-Identifier: MIT
--]]

local dialect = require "fleece.dialect"
local interpreted = require "fleece.interpreted"
local output = require "fleece.compat.luajson_output"
local util = require "fleece.compat.luajson_util"

local assert, error, getmetatable, ipairs, pairs, select, setmetatable, tostring, type = assert,
  error, getmetatable, ipairs, pairs, select, setmetatable, tostring, type
local floor, huge, modf = math.floor, math.huge, math.modf
local char, find, format, gsub = string.char, string.find, string.format, string.gsub

-- ---- Options ----------------------------------------------------------------------------

local defaults = {
  strings = { xEncode = false, encodeSet = '\\"/%z\1-\31' },
  number = { nan = true, inf = true },
  calls = {},
  others = { allowUndefined = true, null = util.null, undefined = util.undefined },
  array = { isArray = util.IsArray },
  object = {},
}

local modes = { strict = { number = { nan = false, inf = false },
  others = { allowUndefined = false } } }

local function completed(name, options) return util.merge({}, defaults[name], options) end

-- ---- Scalars ----------------------------------------------------------------------------

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["/"] = "\\/", ["\b"] = "\\b",
  ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }
local x_escapes = util.merge({ ["\v"] = "\\v" }, escapes)

for i = 0, 255 do
  local c = char(i)
  if i < 32 or i > 127 then
    escapes[c] = escapes[c] or format("\\u%04X", i)
    x_escapes[c] = x_escapes[c] or format("\\x%02X", i)
  end
end

local encoders = {}

function encoders.strings(options)
  local o = completed("strings", options)
  local set = "[" .. o.encodeSet .. (o.encodeSetAppend or "") .. "]"
  local map, processor = o.xEncode and x_escapes or escapes, o.processor
  return { string = function(s)
    if processor then return '"' .. processor(gsub(s, set, map)) .. '"' end
    return '"' .. gsub(s, set, map) .. '"'
  end }
end

function encoders.number(options)
  local o = completed("number", options)
  return { number = function(n)
    if n ~= n then
      assert(o.nan, "Invalid number: NaN not enabled")
      return "NaN"
    elseif n == huge or n == -huge then
      assert(o.inf, "Invalid number: Infinity not enabled")
      return n > 0 and "Infinity" or "-Infinity"
    end
    local text = tostring(n)
    if find(text, "[^%d%-+.eE]") then text = gsub(text, "[^%d%-+.eE]", ".") end
    return text
  end }
end

function encoders.others(options)
  local o = completed("others", options)
  local function marker(value)
    if value == o.null then return "null" end
    if value ~= o.undefined then return false end
    assert(o.allowUndefined, "Invalid value: Unsupported 'Undefined' parameter")
    return "undefined"
  end
  local map = {
    boolean = function(value) return value and "true" or "false" end,
    ["nil"] = function() return "null" end,
  }
  map[type(o.null)] = marker
  if o.undefined then map[type(o.undefined)] = marker end
  return map
end

-- ---- Composites -------------------------------------------------------------------------

local elements = [[
  for i = 1, composite.n or #composite do
    PUTINNER(i ~= 1)
    local text = encode(composite[i], state) or ''
    PUTVALUE(text)
  end]]

local members = [[
  local comma = ''
  for key, value in pairs(composite) do
    local kind = type(key)
    assert(kind == 'string' or kind == 'number' or kind == 'boolean',
      "Invalid object index type: " .. kind)
    local text = comma .. encode(tostring(key), state, true) .. ':'
    comma = ','
    PUTVALUE(text)
    text = encode(value, state) or ''
    PUTVALUE(text)
  end]]

function encoders.calls()
  local function encode_call(value, state)
    local name, parameters = util.decodeCall(value)
    if not parameters then return false end
    return state.outputEncoder.composite(elements, name .. "(", ")", ",", parameters,
      state.encode, state)
  end
  return { table = encode_call, ["function"] = encode_call }
end

--- Whether a table is an array: options.isArray decides; otherwise an integer in its field n makes it
--- one; otherwise it is one if all its keys are 1 to #t.
local function is_array(t, options)
  local told = options and options.isArray and options.isArray(t)
  if told == true or told == false then return told end
  local n = t.n
  if type(n) == "number" and floor(n) == n and n >= 1 and n < huge then return true end
  local length = #t
  for key in pairs(t) do
    if type(key) ~= "number" or key < 1 or key > length then return false end
    if select(2, modf(key)) ~= 0 then return false end
  end
  return true
end

interpreted(is_array)

local function encode_composite(t, state, ...)
  state.check_unique(t)
  local text = state.outputEncoder.composite(...)
  state.already_encoded[t] = nil
  return text
end

function encoders.array(options)
  local o = completed("array", options)
  return { table = function(t, state)
    if not is_array(t, o) then return false end
    return encode_composite(t, state, elements, "[", "]", ",", t, state.encode, state)
  end }
end

function encoders.object()
  return { table = function(t, state)
    return encode_composite(t, state, members, "{", "}", nil, t, state.encode, state)
  end }
end

-- ---- The native encoder -----------------------------------------------------------------

-- null is a function; any other value that cannot be encoded makes the call fail.
local function null_or_itself(value)
  if value == util.null then return nil end
  return value
end

local function native_options(nan)
  return {
    numbers = "tostring", nan = nan, escape_more = "upper_slash", utf8_encode = "pass",
    empty_table = "object", sparse = "error", refuse_key = "n", unsupported = null_or_itself,
    markers = false, metatables = { [getmetatable(util.InitArray {})] = dialect.verdict.array,
      [true] = dialect.verdict.refuse }, max_encode_depth = 1000000,
  }
end

-- ---- Encoders ---------------------------------------------------------------------------

local order = { "strings", "number", "calls", "others", "array", "object" }

-- By type of value: the functions that may encode it; each returns false for values it does not handle.
local function by_type(options)
  local map = {}
  for _, name in ipairs(order) do
    for kind, f in pairs(encoders[name](options[name])) do
      local list = map[kind] or {}
      map[kind] = list
      list[#list + 1] = f
    end
  end
  return map
end

local function value_encoder(options)
  local map, pre_process = by_type(options), options.preProcess
  return function(value, state, is_key)
    if pre_process then
      local other = pre_process(value, is_key or false)
      if other ~= nil then value = other end
    end
    local kind = type(value)
    local list = assert(map[kind], "Failed to encode value, unhandled type: " .. kind)
    for i = 1, #list do
      local text = list[i](value, state)
      if text ~= false then return text end
    end
    error("Failed to encode value, encoders for " .. kind .. " deny encoding")
  end
end

local encode = { default = {}, strict = { initialObject = true } }

for mode, options in pairs { default = encode.default, strict = encode.strict } do
  for name in pairs(defaults) do
    util.doOptionMerge(options, false, name, defaults[name], modes[mode] and modes[mode][name])
  end
end

local function by_options(options)
  options = options and util.merge({}, encode.default, options) or encode.default
  local encode_value = value_encoder(options)
  return function(value)
    if options.initialObject then
      assert(type(value) == "table" and not util.isCall(value),
        "Invalid arguments: expects a JSON Object or Array at the root")
    end
    local open = {}
    local out = options.output and options.output() or output.getDefault()
    local text = encode_value(value, {
      encode = encode_value,
      already_encoded = open,
      check_unique = function(t)
        assert(not open[t], "Recursive encoding of value")
        open[t] = true
      end,
      outputEncoder = out,
    })
    if text ~= nil and out.simple then return out.simple(text) end
    return text
  end
end

-- The functions of a mode; calls with more arguments than a value go to `with_options`.
local function build(options, nan, with_options)
  local in_lua = by_options(options)
  return dialect.new(native_options(nan), {
    encode = function(value) return true, in_lua(value) end,
    encode_arguments = function(value, other)
      if with_options and other then return true, with_options(value, other) end
      return true, in_lua(value)
    end,
    tables_only = true,
  })
end

local strict = build(encode.strict, "error")
local default = build(encode.default, "literal", function(value, options)
  return encode.getEncoder(options)(value)
end)

--- Returns a function that takes a value and returns its text, or what the output makes of it.
function encode.getEncoder(options)
  if options == nil or options == encode.default then return default.encode end
  if options == encode.strict then return strict.encode end
  return by_options(options)
end

--- The text of a value.  encode(value, options)
encode.encode = default.encode

--- What json.encode.NAME offers.
function encode.section(name)
  return {
    mergeOptions = function(options, mode)
      util.doOptionMerge(options, false, name, defaults[name],
        modes[mode] and modes[mode][name])
    end,
    getEncoder = encoders[name],
    isArray = name == "array" and is_array or nil,
    encodeBoolean = name == "others" and tostring or nil,
  }
end

return setmetatable(encode, { __call = default.call_encode })

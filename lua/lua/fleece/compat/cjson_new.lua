--[[
fleece.compat.cjson_new — creates instances of the lua-cjson drop-in, plain and safe.

Owns: its API (OpenResty's 2.1.0.11 and later), its settings and what they mean in Fleece.
Must not know: how error messages are found (cjson_errors).
Invariant: all instances in a state share null, empty_array, array_mt and empty_array_mt.

SPDX-License-Identifier: MIT
--]]

local arguments = require("fleece.compat.arguments")
local dialect = require("fleece.dialect")
local errors = require("fleece.compat.cjson_errors")
local fleece = require("fleece")

local native, verdict = dialect.native, dialect.verdict
local array_mt, empty_array_mt = {}, {}
local INT_MAX = 2147483647

-- A table with __len runs Lua code; a safe instance passes such a table to a plain one under pcall.
local function metatables(length)
  return { [array_mt] = verdict.array, [empty_array_mt] = verdict.empty_array,
    "__len", __len = length }
end

-- What cjson does with any settings.
local function fixed_options()
  return {
    numbers = "g", sparse = "null", empty_array = false, array_mt = array_mt,
    utf8_decode = "pass", utf8_encode = "pass", lone_error = true, controls = true,
    c_comments = true, nul_ends = true, loose_ends = true, huge_inf = true, minus_zero = true,
  }
end

---------------------------------------------------------------------------------------
-- Settings

local function defaults()
  return {
    encode_sparse_convert = false, encode_sparse_ratio = 2, encode_sparse_safe = 10,
    encode_max_depth = 1000, decode_max_depth = 1000, encode_number_precision = 14,
    encode_keep_buffer = true, encode_invalid_numbers = false, decode_invalid_numbers = true,
    encode_empty_table_as_object = true, decode_array_with_array_mt = false,
    decode_allow_comment = false, encode_escape_forward_slash = true,
    encode_skip_unsupported_value_types = false, encode_indent = "",
  }
end

local NAN = { [false] = "error", [true] = "literal", null = "null" }

local function options_of(c)
  local slash = c.encode_escape_forward_slash
  return {
    escape = slash and "E4" or nil, escape_more = not slash and "del" or nil,
    float_digits = c.encode_number_precision,
    sparse_ratio = c.encode_sparse_ratio == 0 and 1e300 or c.encode_sparse_ratio,
    sparse_safe = c.encode_sparse_safe,
    sparse_beyond = c.encode_sparse_convert and "object" or "error",
    max_encode_depth = c.encode_max_depth, max_decode_depth = c.decode_max_depth,
    nan = NAN[c.encode_invalid_numbers], indent_text = c.encode_indent,
    empty_table = c.encode_empty_table_as_object and "object" or "array",
    unsupported = c.encode_skip_unsupported_value_types and "skip" or "error",
    arrays = c.decode_array_with_array_mt, comments = c.decode_allow_comment,
    c_numbers = c.decode_invalid_numbers and "all" or "some",
  }
end

local SWITCH = { "off", "on" }
local INVALID = { "off", "on", "null" }
local SWITCH_VALUES = { false, true, "null" }

-- Each reader returns the setting's new value, or nothing and what to raise.
local function read_switch(value, n, options)
  if type(value) == "boolean" then return value end
  local i, _, message, where = arguments.option(value, n, options or SWITCH)
  if not i then return nil, message, where end
  return SWITCH_VALUES[i]
end

local function read_invalid(value, n) return read_switch(value, n, INVALID) end

local function read_integer(min, max)
  return function(value, n)
    local number, _, message, where = arguments.integer(value, n)
    if not number then return nil, message, where end
    if number < min or number > max then
      return nil, ("expected integer between %d and %d"):format(min, max), 1
    end
    return number
  end
end

local function read_text(value, n)
  if type(value) == "number" then return tostring(value) end
  if type(value) == "string" then return value end
  local _, message, where = arguments.wrong("string", value, n)
  return nil, message, where
end

-- A setter: the settings that its arguments set, in order.
local SETTERS = {
  encode_sparse_array = {
    { "encode_sparse_convert", read_switch },
    { "encode_sparse_ratio", read_integer(0, INT_MAX) },
    { "encode_sparse_safe", read_integer(0, INT_MAX) } },
  encode_max_depth = { { "encode_max_depth", read_integer(1, INT_MAX) } },
  decode_max_depth = { { "decode_max_depth", read_integer(1, INT_MAX) } },
  encode_number_precision = { { "encode_number_precision", read_integer(1, 16) } },
  encode_keep_buffer = { { "encode_keep_buffer", read_switch } },
  encode_invalid_numbers = { { "encode_invalid_numbers", read_invalid } },
  decode_invalid_numbers = { { "decode_invalid_numbers", read_switch } },
  encode_empty_table_as_object = { { "encode_empty_table_as_object", read_switch } },
  decode_array_with_array_mt = { { "decode_array_with_array_mt", read_switch } },
  decode_allow_comment = { { "decode_allow_comment", read_switch } },
  encode_escape_forward_slash = { { "encode_escape_forward_slash", read_switch } },
  encode_skip_unsupported_value_types = {
    { "encode_skip_unsupported_value_types", read_switch } },
  encode_indent = { { "encode_indent", read_text } },
}

local function setter(rows, config, apply)
  return native(function(...)
    local count, given = select("#", ...), { ... }
    if count > #rows then return nil, "found too many arguments", #rows + 1 end
    local results = {}
    for i, row in ipairs(rows) do
      if given[i] ~= nil then
        local value, message, n = row[2](given[i], i)
        if value == nil then return nil, message, n end
        config[row[1]] = value
        apply()
      end
      results[i] = config[row[1]]
    end
    return true, (unpack or table.unpack)(results, 1, #rows)
  end)
end

---------------------------------------------------------------------------------------
-- Instances

local function plain(config)
  return dialect.new({}, {
    encode = function(_, detail)
      if config.encode_skip_unsupported_value_types and detail.code == "TYPE"
        and not detail.nested then
        return true, ""
      end
      return false, errors.encode(detail, config)
    end,
    decode = function(text, detail)
      return false, errors.decode(tostring(text), detail, config)
    end,
  })
end

local function safe(config, raising)
  return dialect.new({}, {
    encode = function(value, detail)
      if detail.code == "REFUSED" then
        local ok, result = pcall(raising.encode, value)
        if ok then return true, result end
        return true, nil, result
      elseif config.encode_skip_unsupported_value_types and detail.code == "TYPE"
        and not detail.nested then
        return true, ""
      end
      return true, nil, errors.encode(detail, config)
    end,
    decode = function(text, detail)
      return true, nil, errors.decode(tostring(text), detail, config)
    end,
    decode_arguments = function(...)
      if select("#", ...) ~= 1 then return nil, "expected 1 argument", 1 end
      return true, nil, "bad argument #1 to '?' (string expected, got "
        .. arguments.typename((...)) .. ")"
    end,
  })
end

--- A new instance with default settings: the module's table.
local function new(is_safe)
  local config = defaults()
  local raising = plain(config)
  local ours = is_safe and safe(config, raising) or raising
  local function apply()
    raising.set(options_of(config))
    if is_safe then ours.set(options_of(config)) end
  end
  raising.set(fixed_options())
  raising.set { metatables = metatables(verdict.length) }
  if is_safe then
    ours.set(fixed_options())
    ours.set { metatables = metatables(verdict.refuse) }
  end
  apply()
  local module = {
    encode = ours.encode, decode = ours.decode,
    new = native(function() return true, new(is_safe) end),
    null = fleece.null, empty_array = fleece.empty_array,
    array_mt = array_mt, empty_array_mt = empty_array_mt,
    _NAME = "cjson", _VERSION = "2.1.0.11",
  }
  for name, rows in pairs(SETTERS) do module[name] = setter(rows, config, apply) end
  return module
end

return new

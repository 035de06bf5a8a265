-- test_numbers.lua — every number reads back the same, and its text is the shortest that does.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local oracle = require "oracle"
local values = require "values"
local fleece, bytes = judge.fleece, judge.bytes
local encode = fleece.encode

local TestNumbers = {}

local function same_bits(a, b) return a == b and 1 / a == 1 / b end

-- How many digits a text has without leading and trailing zeros.
local function significant(text)
  local digits = text:gsub("e.*", ""):gsub("%D", "")
  return #digits:gsub("^0+", ""):gsub("0+$", "")
end

-- The text of v must be that of the oracle, be valid JSON, read back as v, and have no more digits
-- than %.17g.
local function check(v)
  local text = encode(v)
  bytes(text, oracle.encode(v), string.format("%.17g", v))
  if not same_bits(tonumber(text) * 1.0, v) and text ~= "-0" then
    lu.fail(string.format("%.17g reads back as %s", v, text))
  end
  lu.assertTrue(significant(text) <= significant(string.format("%.17g", v)), text)
end

local function around(v)
  check(v)
  check(-v)
  if v > 1e-300 and v < 1e300 then
    check(v * (1 + 2 ^ -52))
    check(v * (1 - 2 ^ -53))
    check(v * (1 + 3 * 2 ^ -52))
  end
end

function TestNumbers.test_table_of_texts()
  for text, v in pairs {
    ["0"] = 0.0, ["1"] = 1.0, ["-1"] = -1.0, ["0.1"] = 0.1, ["0.5"] = 0.5, ["100"] = 100.0,
    ["0.0001"] = 1e-4, ["0.00001"] = 1e-5, ["0.000015"] = 1.5e-5, ["0.00012"] = 1.2e-4,
    ["0.000001"] = 1e-6, ["9.5e-7"] = 9.5e-7, ["100000000000000000000"] = 1e20, ["1e+21"] = 1e21,
    ["10000000000000000"] = 1e16, ["100000000000000000"] = 1e17, ["150000000000000000"] = 1.5e17,
    ["1e+22"] = 1e22, ["1.9e+246"] = 1.9e246, ["72057594037927940"] = 2.0 ^ 56,
    ["1e+23"] = 1e23, ["1e-7"] = 1e-7, ["1.5e+300"] = 1.5e300, ["123456.789"] = 123456.789,
    ["1.7976931348623157e+308"] = 1.7976931348623157e308, ["5e-324"] = 5e-324,
    ["2.2250738585072014e-308"] = 2.2250738585072014e-308,
    ["2.225073858507201e-308"] = 2.225073858507201e-308,
    ["4.4501477170144023e-308"] = 4.4501477170144023e-308,
    ["9007199254740992"] = 2.0 ^ 53, ["9007199254740994"] = 2.0 ^ 53 + 2,
    ["4503599627370495.5"] = 4503599627370495.5, ["0.30000000000000004"] = 0.1 + 0.2,
    ["5.684341886080802e-14"] = 2.0 ^ -44, ["3.141592653589793"] = math.pi,
    ["99999999999999980"] = 99999999999999980.0,
  } do
    bytes(encode(v), text)
    if v > 0 then bytes(encode(-v), "-" .. text) end
  end
  bytes(encode(-1 / (1 / 0)), "-0")
end

-- Except for -0, canonical changes only the order.
function TestNumbers.test_canonical_prints_numbers_alike()
  local random = values.random(8785)
  for _ = 1, 3000 do
    local v = values.double(random)
    if v ~= 0 then bytes(encode(v, { canonical = true }), encode(v)) end
  end
  bytes(encode(-1 / (1 / 0), { canonical = true }), "0")
end

-- The classic call keeps its traditional format; encode with E0 formats numbers like encode.
function TestNumbers.test_classic_form()
  for text, v in pairs {
    ["1e-5"] = 1e-5, ["1.5e-5"] = 1.5e-5, ["1e17"] = 1e17, ["1.5e17"] = 1.5e17, ["1e22"] = 1e22,
    ["1.5e300"] = 1.5e300, ["99999999999999984"] = 99999999999999980.0, ["1e-7"] = 1e-7,
    ["72057594037927936"] = 2.0 ^ 56, ["0.0001"] = 1e-4,
  } do
    for _, flags in ipairs { "E0", "E2", "E4" } do
      bytes(fleece.json(v, flags), text)
      bytes(fleece.json({ v, { v } }, flags), "[" .. text .. ",[" .. text .. "]]")
      bytes(encode({ v }, { escape = flags }), "[" .. oracle.encode(v) .. "]")
    end
  end
  bytes(fleece.json(-1 / (1 / 0)), "-0")
  local random = values.random(1997)
  for _ = 1, 1000 do
    local v = values.double(random)
    bytes(fleece.json { v }, oracle.json { v })
  end
end

function TestNumbers.test_powers_of_two()
  for e = -1074, 1023 do around(2.0 ^ e) end
end

function TestNumbers.test_powers_of_ten()
  for e = -323, 308 do
    around(tonumber("1e" .. e))
    around(tonumber("9.5e" .. (e == 308 and 307 or e)))
  end
end

function TestNumbers.test_integral_values()
  for e = 0, 63 do
    for d = -2, 2 do check(2.0 ^ e + d) end
  end
  for e = 0, 20 do
    for d = -1, 1 do check(10.0 ^ e + d) end
  end
end

function TestNumbers.test_short_decimals()
  for i = 1, 2000 do
    check(i / 10)
    check(i / 100)
    check(i / 1000)
    check(i / 3)
  end
end

function TestNumbers.test_random_doubles()
  local random = values.random(20110320)
  for _ = 1, judge.long and 2e6 or 3000 do check(values.double(random)) end
end

function TestNumbers.test_in_arrays_and_objects_alike()
  local list, parts = {}, {}
  local random = values.random(7)
  for i = 1, 500 do
    list[i] = values.double(random)
    parts[i] = oracle.encode(list[i])
  end
  bytes(encode(list), "[" .. table.concat(parts, ",") .. "]")
  bytes(encode({ x = list[1] }), '{"x":' .. parts[1] .. "}")
end

function TestNumbers.test_number_keys()
  for _, key in ipairs { 0, -1, 1.5, 0.1, 1e300, -2.5e-9, 2 ^ 53 + 2, 1e15 + 0.5, 2 ^ 31, -2 ^ 31 } do
    local text = oracle.encode(key)
    bytes(encode({ [key] = 1, x = 2 }, { sort_keys = true }),
      '{"' .. text .. '":1,"x":2}')
    bytes(fleece.json { [key] = 1 }, '{"' .. oracle.json(key) .. '":1}')
  end
end

function TestNumbers.test_float_digits()
  local random = values.random(99)
  for n = 1, 17 do
    for _ = 1, 300 do
      local v = values.double(random)
      bytes(encode(v, { float_digits = n }), oracle.encode(v, { float_digits = n }))
    end
    for _, v in ipairs { 0.5, 1.5, 2.5, 0.125, 9.5, 9.995, 99.95, 0.00009995, 1e22 + 0.0, 5e-324,
      1.7976931348623157e308, 123456789.5, 4503599627370495.5 } do
      bytes(encode(v, { float_digits = n }), oracle.encode(v, { float_digits = n }),
        string.format("%.17g, %d digits", v, n))
    end
  end
end

function TestNumbers.test_float_integral()
  local opts = { float_integral = "float" }
  for text, v in pairs { ["1.0"] = 1.0, ["-0.0"] = -1 / (1 / 0), ["0.0"] = 0.0, ["1e+22"] = 1e22,
    ["10000000000000000.0"] = 1e16, ["0.5"] = 0.5, ["-3.0"] = -3.0 } do
    bytes(encode(v, opts), text)
    bytes(encode({ v, { x = v } }, opts), "[" .. text .. ',{"x":' .. text .. "}]")
  end
end

-- Also a number that becomes integral only when it is rounded to a few digits.
function TestNumbers.test_float_integral_with_few_digits()
  local opts = { float_integral = "float", float_digits = 3 }
  for text, v in pairs { ["-778.0"] = -778.25, ["1.0"] = 0.99999, ["12.5"] = 12.5, ["1.23e-5"] = 1.234e-5 } do
    bytes(encode(v, opts), text)
    bytes(encode({ v }, opts), "[" .. text .. "]")
  end
end

-- A dual-number LuaJIT stores small numbers as integers; that is not another type of number.
function TestNumbers.test_float_integral_however_it_is_kept()
  if math.type then return bytes(encode({ 3, 3.0 }, { float_integral = "float" }), "[3,3.0]") end
  local n = tonumber("3")
  for i = 1, n do
    bytes(encode({ i, { x = i - 4 } }, { float_integral = "float" }),
      ('[%d.0,{"x":%d.0}]'):format(i, i - 4))
  end
end

function TestNumbers.test_canonical()
  local opts = { canonical = true }
  -- From the table of RFC 8785, appendix B.
  for text, v in pairs {
    ["5e-324"] = 5e-324, ["-5e-324"] = -5e-324, ["1.7976931348623157e+308"] = 1.7976931348623157e308,
    ["9007199254740992"] = 2.0 ^ 53, ["-9007199254740992"] = -2.0 ^ 53,
    ["295147905179352830000"] = 295147905179352830000.0, ["1e+21"] = 1e21,
    ["9.999999999999997e+22"] = 9.999999999999997e22, ["1e+23"] = 1e23,
    ["1.0000000000000001e+23"] = 1.0000000000000001e23,
    ["999999999999999700000"] = 999999999999999700000.0,
    ["999999999999999900000"] = 999999999999999900000.0,
    ["0.000001"] = 0.000001, ["9.999999999999997e-7"] = 9.999999999999997e-7,
    ["333333333.3333332"] = 333333333.3333332, ["333333333.33333325"] = 333333333.33333325,
    ["333333333.3333333"] = 333333333.3333333, ["0.002"] = 2e-3, ["1e-27"] = 1e-27,
    ["1424953923781206.2"] = 1424953923781206.2, ["4.5"] = 4.50,
  } do
    bytes(encode(v, opts), text)
  end
  bytes(encode(-1 / (1 / 0), opts), "0")
  local random = values.random(8785)
  for _ = 1, 3000 do
    local v = values.double(random)
    bytes(encode(v, opts), oracle.encode(v, opts))
  end
end

function TestNumbers.test_a_comma_locale_changes_nothing()
  local before = os.setlocale(nil)
  for _, name in ipairs { "de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "cs_CZ.UTF-8" } do
    if os.setlocale(name, "numeric") then
      local texts = encode({ 1.5, 1e-7, 0.1 }) .. encode(1 / 3, { float_digits = 5 })
        .. encode(1.5, { canonical = true })
      os.setlocale(before)
      bytes(texts, "[1.5,1e-7,0.1]0.333331.5")
      return
    end
  end
  judge.note("no locale with a decimal comma is installed")
  bytes(encode(1.5), "1.5")
end

if judge.has_integers then
  function TestNumbers.test_integers()
    local function int(v) bytes(encode(v), string.format("%d", v)) end
    local p = 1
    for _ = 0, 63 do
      for d = -2, 2 do
        int(p + d)
        int(-p + d)
      end
      p = p * 2
    end
    p = 1
    for _ = 1, 18 do
      p = p * 10
      for d = -1, 1 do
        int(p + d)
        int(-p + d)
      end
    end
    int(math.maxinteger)
    int(math.mininteger)
    local random = values.random(64)
    for _ = 1, 5000 do int(random(2147483647) * random(2147483647) * (random(2) * 2 - 3)) end
  end

  function TestNumbers.test_integers_and_floats_are_told_apart()
    bytes(encode({ 1, 1.0 }, { float_integral = "float" }), "[1,1.0]")
    bytes(encode({ 1, 1.0 }), "[1,1]")
    bytes(encode({ 3, 3.0 }, { float_digits = 2 }), "[3,3]")
    bytes(encode(2 ^ 53), "9007199254740992")
    bytes(encode({ [math.tointeger(2 ^ 62)] = 1, x = 1 }, { sort_keys = true }),
      '{"4611686018427387904":1,"x":1}')
  end

  function TestNumbers.test_integer_keys_beyond_doubles()
    bytes(encode { [math.maxinteger] = 1 }, '{"9223372036854775807":1}')
    bytes(encode { [math.mininteger] = 1 }, '{"-9223372036854775808":1}')
    bytes(fleece.json { [math.mininteger] = 1 }, '{"-9223372036854775808":1}')
  end
else
  judge.note("numbers of this Lua are only doubles: 64-bit integer tests")
end

if judge.is_jit and pcall(require, "ffi") then
  local ffi = require "ffi"

  function TestNumbers.test_cdata_integers_are_exact()
    bytes(encode(ffi.new("int64_t", 1)), "1")
    bytes(encode(ffi.new("int64_t", -1)), "-1")
    bytes(encode(ffi.cast("int64_t", 2 ^ 62) * 2 - 1), "9223372036854775807")
    bytes(encode(ffi.cast("int64_t", -2 ^ 63)), "-9223372036854775808")
    bytes(encode(ffi.new("uint64_t", 0) - 1), "18446744073709551615")
    bytes(encode { a = { ffi.new("uint64_t", 7), 8 } }, '{"a":[7,8]}')
    bytes(encode({ ffi.new("int64_t", 5) }, { unsupported = "skip" }), "[5]")
    bytes(fleece.json { ffi.new("int64_t", 9) }, "[9]")
    for _, opts in ipairs { { indent = 1 }, { sort_keys = true }, { escape = "ascii" } } do
      judge.contains(encode({ x = ffi.cast("int64_t", 2 ^ 53) + 1 }, opts), "9007199254740993")
    end
  end

  function TestNumbers.test_other_cdata_is_unsupported()
    judge.fails({ "cdata", "$.x" }, encode, { x = ffi.new("int[3]") })
    judge.fails("cdata", encode, ffi.new("struct { int64_t a; }"))
    bytes(encode({ ffi.new("int[3]"), 1 }, { unsupported = "skip" }), "[1]")
    bytes(encode({ ffi.new("int[3]"), 1 }, { unsupported = "null" }), "[null,1]")
  end
else
  judge.note("no LuaJIT FFI here: cdata integers")
end

return { TestNumbers = TestNumbers }

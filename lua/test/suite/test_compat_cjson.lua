-- test_compat_cjson.lua — the drop-in for lua-cjson: what its documentation and its users rely on,
-- and each deliberate difference (docs/guides/migrating-from-lua-cjson.md).
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local new = require "fleece.compat.cjson_new"
local util = require "fleece.compat.cjson_util"
local shared = require "fleece.compat.cjson"
local shared_safe = require "fleece.compat.cjson_safe"

local TestCjson, TestCjsonErrors, TestCjsonDifferences, TestCjsonUtil = {}, {}, {}, {}

local Inf = math.huge

-- A message without the function's name, which depends on where its module is loaded.
local function message(f, ...)
  local ok, problem = pcall(f, ...)
  lu.assertFalse(ok, "an error was expected")
  return (tostring(problem):gsub("to '[%w_.?]+'", "to '?'"))
end

function TestCjson.test_surface()
  local names = { "encode", "decode", "new", "encode_sparse_array", "encode_max_depth",
    "decode_max_depth", "encode_number_precision", "encode_keep_buffer", "encode_invalid_numbers",
    "decode_invalid_numbers", "encode_empty_table_as_object", "decode_array_with_array_mt",
    "decode_allow_comment", "encode_escape_forward_slash", "encode_skip_unsupported_value_types",
    "encode_indent" }
  for _, module in ipairs { shared, shared_safe, shared.new(), shared_safe.new() } do
    for _, name in ipairs(names) do lu.assertEquals(type(module[name]), "function", name) end
    lu.assertEquals({ module._NAME, module._VERSION }, { "cjson", "2.1.0.11" })
    lu.assertEquals(module.null, fleece.null)
    lu.assertEquals(type(module.empty_array), "userdata")
    lu.assertIs(module.array_mt, shared.array_mt)
    lu.assertIs(module.empty_array_mt, shared.empty_array_mt)
  end
end

function TestCjson.test_defaults_and_that_instances_are_independent()
  local cjson = new(false)
  lu.assertEquals({ cjson.encode_sparse_array() }, { false, 2, 10 })
  lu.assertEquals({ cjson.encode_max_depth(), cjson.decode_max_depth() }, { 1000, 1000 })
  lu.assertEquals(cjson.encode_number_precision(), 14)
  lu.assertEquals({ cjson.encode_keep_buffer(), cjson.encode_invalid_numbers(),
    cjson.decode_invalid_numbers(), cjson.encode_empty_table_as_object(),
    cjson.decode_array_with_array_mt(), cjson.decode_allow_comment(),
    cjson.encode_escape_forward_slash(), cjson.encode_skip_unsupported_value_types(),
    cjson.encode_indent() }, { true, false, true, true, false, false, true, false, "" })
  lu.assertEquals(cjson.encode_number_precision(3), 3)
  lu.assertEquals(cjson.new().encode_number_precision(), 14)
  bytes(cjson.encode(1 / 3), "0.333")
  bytes(cjson.new().encode(1 / 3), "0.33333333333333")
end

function TestCjson.test_setters_take_words_and_nil()
  local cjson = new(false)
  lu.assertEquals(cjson.encode_invalid_numbers("null"), "null")
  lu.assertEquals(cjson.encode_invalid_numbers(nil), "null")
  lu.assertEquals(cjson.encode_invalid_numbers("on"), true)
  lu.assertEquals(cjson.encode_invalid_numbers("off"), false)
  lu.assertEquals({ cjson.encode_sparse_array(true, 3, 4) }, { true, 3, 4 })
  lu.assertEquals({ cjson.encode_sparse_array(nil, 5) }, { true, 5, 4 })
  lu.assertEquals(cjson.encode_max_depth("7"), 7)
end

-- A function that was fetched before a setting changes follows the setting.
function TestCjson.test_settings_reach_functions_taken_before()
  local cjson = new(false)
  local encode, decode = cjson.encode, cjson.decode
  cjson.encode_escape_forward_slash(false)
  cjson.decode_allow_comment(true)
  bytes(encode "a/b\127", '"a/b\\u007f"')
  lu.assertEquals(decode "/* 1 */ [2] // 3", { 2 })
end

function TestCjson.test_values()
  local cjson = new(false)
  bytes(cjson.encode { 1, 2.5, "x", true, false, cjson.null }, '[1,2.5,"x",true,false,null]')
  bytes(cjson.encode {}, "{}")
  bytes(cjson.encode(nil), "null")
  bytes(cjson.encode { ["2"] = "x" }, '{"2":"x"}')
  bytes(cjson.encode { [1.5] = 1 }, '{"1.5":1}')
  bytes(cjson.encode("\0\1\b\t\n\11\f\r\31\"\\/\127\128\255"),
    '"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f\\"\\\\\\/\\u007f\128\255"')
  bytes(cjson.encode(2 ^ 53 + 0.0), "9.007199254741e+15")
  bytes(cjson.encode { 0.1, 1e-5, 1e300, -1.5 }, "[0.1,1e-05,1e+300,-1.5]")
  if judge.has_integers then
    bytes(cjson.encode { math.maxinteger, math.mininteger }, "[9223372036854775807,-9223372036854775808]")
    lu.assertEquals(math.type(cjson.decode "12"), "integer")
    lu.assertEquals(math.type(cjson.decode "12.0"), "float")
    lu.assertEquals(math.type(cjson.decode "-0"), "integer")
  end
  lu.assertEquals(cjson.decode(12), 12)
end

function TestCjson.test_sparse_arrays()
  local cjson = new(false)
  bytes(cjson.encode { [3] = "x" }, '[null,null,"x"]')
  bytes(message(cjson.encode, { [11] = 1 }), "Cannot serialise table: excessively sparse array")
  cjson.encode_sparse_array(true, 2, 3)
  bytes(cjson.encode { [1] = "one", [4] = "four" }, '["one",null,null,"four"]')
  judge.one_of(cjson.encode { [1] = "one", [5] = "five" },
    { '{"1":"one","5":"five"}', '{"5":"five","1":"one"}' })
  cjson.encode_sparse_array(false, 0)
  lu.assertEquals(#cjson.encode { [1000] = 1 }, 2 + 999 * 5 + 1)
end

function TestCjson.test_array_markers()
  local cjson = new(false)
  bytes(cjson.encode { cjson.empty_array, setmetatable({}, cjson.empty_array_mt),
    setmetatable({}, cjson.array_mt) }, "[[],[],[]]")
  bytes(cjson.encode(setmetatable({ 1, x = 2 }, cjson.array_mt)), "[1]")
  bytes(cjson.encode(setmetatable({ 1, 2 }, cjson.empty_array_mt)), "[1,2]")
  cjson.encode_empty_table_as_object(false)
  bytes(cjson.encode { {} }, "[[]]")
  lu.assertNil(getmetatable(cjson.decode "[]"))
  cjson.decode_array_with_array_mt(true)
  lu.assertIs(getmetatable(cjson.decode "[1]"), cjson.array_mt)
  lu.assertNil(getmetatable(cjson.decode "{}"))
  local t = cjson.decode '{"my_array":["hello","world"]}'
  t.my_array.hash_value = "x"
  t.my_array[1], t.my_array[2] = nil, nil
  bytes(cjson.encode(t), '{"my_array":[]}')
end

function TestCjson.test_proxies_with_a_length_are_arrays()
  local proxy = setmetatable({}, { __len = function() return 3 end,
    __index = function(_, i) return i * 2 end })
  bytes(new(false).encode { proxy }, "[[2,4,6]]")
  bytes(new(true).encode { proxy }, "[[2,4,6]]")
  local faulty = setmetatable({}, { __len = function() error("no length", 0) end })
  lu.assertEquals({ new(true).encode(faulty) }, { nil, "no length" })
  bytes(message(new(false).encode, faulty), "no length")
end

function TestCjson.test_unsupported_values_can_be_skipped()
  local cjson = new(false)
  bytes(message(cjson.encode, { a = print }), "Cannot serialise function: type not supported")
  cjson.encode_skip_unsupported_value_types(true)
  bytes(cjson.encode { print, 1, print, 2, print }, "[1,2]")
  bytes(cjson.encode { a = print }, "{}")
  bytes(cjson.encode(print), "")
end

function TestCjson.test_indent()
  local cjson = new(false)
  cjson.encode_indent("abc")
  bytes(cjson.encode { a = { b = 1 } }, '{\nabc"a": {\nabcabc"b": 1\nabc}\n}')
  bytes(cjson.encode { {}, cjson.empty_array }, "[\nabc{},\nabc[]\n]")
  lu.assertEquals(cjson.encode_indent(""), "")
  bytes(cjson.encode { { 1 } }, "[[1]]")
end

function TestCjson.test_invalid_numbers()
  local cjson = new(false)
  lu.assertEquals(cjson.decode "[0x6.ffp1, 0123, 00.33, +Inf, -Infinity, 1., -.5, 1e400]",
    { 13.9921875, 123, 0.33, Inf, -Inf, 1, -0.5, Inf })
  local nan = cjson.decode "[-NaN]"[1]
  lu.assertTrue(nan ~= nan)
  bytes(message(cjson.decode, "Infrared"), "Expected the end but found invalid token at character 4")
  bytes(message(cjson.decode, "Noodle"), "Expected value but found invalid token at character 1")
  bytes(message(cjson.encode, 0 / 0), "Cannot serialise number: must not be NaN or Infinity")
  cjson.encode_invalid_numbers(true)
  bytes(cjson.encode { 0 / 0, Inf, -Inf }, "[NaN,Infinity,-Infinity]")
  cjson.encode_invalid_numbers("null")
  bytes(cjson.encode { 0 / 0, Inf }, "[null,null]")
  cjson.decode_invalid_numbers(false)
  bytes(message(cjson.decode, "0x6"), "Expected value but found invalid number at character 1")
  bytes(message(cjson.decode, "[ +Inf ]"), "Expected value but found invalid token at character 3")
  lu.assertEquals(cjson.decode "[1., -.5]", { 1, -0.5 })
end

function TestCjson.test_what_else_is_accepted()
  local cjson = new(false)
  lu.assertEquals(cjson.decode '"\1\t\255"', "\1\t\255")
  lu.assertEquals(cjson.decode "[1]\0junk", { 1 })
  lu.assertEquals(cjson.decode '{"a":1,"a":2}', { a = 2 })
  lu.assertEquals(cjson.decode [["\uD83D\uDE00\u0000"]], "\240\159\152\128\0")
end

-- ---- Errors -----------------------------------------------------------------------------------

function TestCjsonErrors.test_decoding()
  local cjson = new(false)
  for _, case in ipairs {
    { '{ "unexpected eof": ', "value but found T_END at character 21" },
    { '{ "extra data": true }, false', "the end but found T_COMMA at character 23" },
    { [[ { "bad escape \q code" } ]], "object key string but found invalid escape code at character 16" },
    { [[ { "bad unicode \u0f6 escape" } ]],
      "object key string but found invalid unicode escape code at character 17" },
    { ' [ "bad barewood", test ] ', "value but found invalid token at character 20" },
    { "[ -+12 ]", "value but found invalid number at character 3" },
    { "-v", "value but found invalid number at character 1" },
    { "[ 0.4eg10 ]", "comma or array end but found invalid token at character 6" },
    { [["\uDC00\uD800"]], "value but found invalid unicode escape code at character 2" },
    { '["open', "value but found unexpected end of string at character 7" },
    { "{1:2}", "object key string but found T_INTEGER at character 2" },
    { '{"a" 1.5}', "colon but found T_NUMBER at character 6" },
    { '{"a":1 null}', "comma or object end but found T_NULL at character 8" },
    { "[true false]", "comma or array end but found T_BOOLEAN at character 7" },
    { "[1 {}]", "comma or array end but found T_OBJ_BEGIN at character 4" },
    { '[1 "x"]', "comma or array end but found T_STRING at character 4" },
    { "", "value but found T_END at character 1" },
    { "/* x", "value but found invalid token at character 1" },
  } do
    bytes(message(cjson.decode, case[1]), "Expected " .. case[2], case[1])
  end
  cjson.decode_allow_comment(true)
  -- An unterminated comment is reported where the text, or the C string, ends.
  for _, case in ipairs {
    { "{}/*Unclosed", "the end but found unclosed multi-line comment at character 13" },
    { "[1 /* x", "comma or array end but found unclosed multi-line comment at character 8" },
    { "[1 /* \0 */]", "comma or array end but found unclosed multi-line comment at character 7" },
    { "/*", "value but found unclosed multi-line comment at character 3" },
    { "[1 // a\0\n]", "comma or array end but found T_END at character 8" },
    { "[1 // a\r,2]", "comma or array end but found T_END at character 12" },
    { "[1] / 2", "the end but found invalid token at character 5" },
  } do
    bytes(message(cjson.decode, case[1]), "Expected " .. case[2], case[1])
  end
  lu.assertEquals(cjson.decode "[1 // a\r\n,2] // b\0", { 1, 2 })
  for _, wide in ipairs { '\0"\0"', '"\0"\0', '\0\0\0"', "1\0" } do
    bytes(message(cjson.decode, wide), "JSON parser does not support UTF-16 or UTF-32")
  end
end

function TestCjsonErrors.test_depth()
  local cjson = new(false)
  cjson.decode_max_depth(5)
  lu.assertEquals(cjson.decode "[[[[[1]]]]]", { { { { { 1 } } } } })
  bytes(message(cjson.decode, "[[[[[[1]]]]]]"), "Found too many nested data structures (6) at character 6")
  bytes(message(cjson.decode, '{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}'),
    "Found too many nested data structures (6) at character 26")
  cjson.encode_max_depth(5)
  local cycle = {}
  cycle[1] = cycle
  bytes(message(cjson.encode, cycle), "Cannot serialise, excessive nesting (6)")
  bytes(message(cjson.encode, judge.nest(6)), "Cannot serialise, excessive nesting (6)")
  lu.assertEquals(type(cjson.encode(judge.nest(5))), "string")
end

function TestCjsonErrors.test_arguments()
  local cjson, safe = new(false), new(true)
  local range = "(expected integer between %d and %d)"
  for _, case in ipairs {
    { cjson.encode_number_precision, { 0 }, "#1 to '?' " .. range:format(1, 16) },
    { cjson.encode_number_precision, { "five" }, "#1 to '?' (number expected, got string)" },
    { cjson.encode_keep_buffer, { nil, true, n = 2 }, "#2 to '?' (found too many arguments)" },
    { cjson.encode_max_depth, { 0 }, "#1 to '?' " .. range:format(1, 2147483647) },
    { cjson.encode_invalid_numbers, { -2 }, "#1 to '?' (invalid option '-2')" },
    { cjson.encode_sparse_array, { "not quite on" }, "#1 to '?' (invalid option 'not quite on')" },
    { cjson.encode_sparse_array, { true, -1 }, "#1 to '?' " .. range:format(0, 2147483647) },
    { cjson.encode, { 1, 2 }, "#1 to '?' (expected 1 argument)" },
    { cjson.decode, { "1", "2" }, "#1 to '?' (expected 1 argument)" },
    { cjson.decode, { {} }, "#1 to '?' (string expected, got table)" },
    { safe.encode, { 1, 2 }, "#1 to '?' (expected 1 argument)" },
    { safe.decode, {}, "#1 to '?' (expected 1 argument)" },
  } do
    local arguments = case[2]
    bytes(message(case[1], (unpack or table.unpack)(arguments, 1, arguments.n or #arguments)),
      "bad argument " .. case[3])
  end
end

function TestCjsonErrors.test_positions_as_luaL_error_gives_them()
  local cjson = new(false)
  local _, problem = pcall(function() local v = cjson.decode "x" return v end)
  lu.assertStrMatches(problem, ".*test_compat_cjson%.lua:%d+: Expected value but .*")
end

function TestCjsonErrors.test_the_safe_functions_return_them()
  local safe = new(true)
  lu.assertEquals({ safe.decode "Oops" }, { nil, "Expected value but found invalid token at character 1" })
  lu.assertEquals({ safe.encode(print) }, { nil, "Cannot serialise function: type not supported" })
  lu.assertEquals({ safe.decode {} }, { nil, "bad argument #1 to '?' (string expected, got table)" })
  lu.assertEquals(safe.encode(true), "true")
  lu.assertEquals({ safe.new().decode "Oops" }, { safe.decode "Oops" })
end

-- ---- Deliberate differences ---------------------------------------------------------------------

function TestCjsonDifferences.test_integers_beyond_64_bits_are_the_nearest_float()
  lu.assertEquals(new(false).decode "9223372036854775808", 9223372036854775808.0)
  lu.assertEquals(new(false).decode "-99999999999999999999", -1e20)
end

function TestCjsonDifferences.test_light_userdata_is_an_error()
  local p = judge.light_userdata()
  if not p then
    judge.note("light userdata cannot be created in Lua here")
    return
  end
  bytes(message(new(false).encode, { a = p }), "Cannot serialise userdata: type not supported")
end

function TestCjsonDifferences.test_empty_array_mt_loses_no_members()
  bytes(new(false).encode(setmetatable({ a = 1 }, shared.empty_array_mt)), '{"a":1}')
end

function TestCjsonDifferences.test_hexadecimal_numbers_in_both_cases()
  lu.assertEquals(new(false).decode "[0X1F]", { 31 })
end

function TestCjsonDifferences.test_depth_beyond_the_lua_stack()
  local cjson = new(false)
  cjson.decode_max_depth(100000)
  cjson.encode_max_depth(100000)
  local levels = math.min(50000, judge.stack_levels)
  local text = ("["):rep(levels) .. ("]"):rep(levels)
  lu.assertEquals(#cjson.encode(cjson.decode(text)), #text)
end

function TestCjsonDifferences.test_slashes_are_a_setting_of_each_instance()
  local a, b = new(false), new(false)
  a.encode_escape_forward_slash(false)
  bytes(a.encode "/", '"/"')
  bytes(b.encode "/", '"\\/"')
end

-- ---- cjson.util ------------------------------------------------------------------------------------

function TestCjsonUtil.test_comparing()
  lu.assertTrue(util.compare_values({ 1, { a = 0 / 0 } }, { 1, { a = 0 / 0 } }))
  lu.assertFalse(util.compare_values({ 1 }, { 1, 2 }))
  lu.assertFalse(util.compare_values({ 1, 2 }, { 1 }))
  lu.assertTrue(util.compare_values("b", util.one_of { "a", "b" }))
  lu.assertFalse(util.compare_values("c", util.one_of { "a", "b" }))
end

function TestCjsonUtil.test_showing()
  bytes(util.serialise_value({ 1, "x", fleece.null, print }, false), '{ 1, "x", json.null, "<function>" }')
  bytes(util.serialise_value({ a = true }), '{\n  ["a"] = true\n}')
end

function TestCjsonUtil.test_files_and_scripts()
  local name = os.tmpname()
  util.file_save(name, "text\0")
  bytes(util.file_load(name), "text\0")
  os.remove(name)
  judge.fails("Unable to read", util.file_load, name)
  lu.assertEquals(util.run_script("x = 1 + y", { y = 2 }).x, 3)
  judge.fails("Invalid syntax", util.run_script, "x =")
end

return { TestCjson = TestCjson, TestCjsonErrors = TestCjsonErrors,
  TestCjsonDifferences = TestCjsonDifferences, TestCjsonUtil = TestCjsonUtil }

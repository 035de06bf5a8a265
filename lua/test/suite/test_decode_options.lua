-- test_decode_options.lua — every option of decode and valid, with valid and invalid values.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local oracle = require "decode_oracle"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local decode, valid, null = fleece.decode, fleece.valid, fleece.null

local TestDecodeOptions, TestNull, TestBigint, TestLenient, TestPosition = {}, {}, {}, {}, {}

local array_mt, object_mt = getmetatable(fleece.array {}), getmetatable(fleece.object {})

local function agree(text, opts)
  lu.assertNil(check.differ(text, opts))
  if not opts.position and not opts.max_bytes and not opts.bom then
    lu.assertNil(check.differ(check.padding .. text, opts))
  end
end

-- ---- Names and values -------------------------------------------------------------------

local bad_values = {
  null_in_arrays = {}, null_in_objects = {}, null = {},
  bigint = { "floats", true, 1, {} }, integers = { "true", 1, {} }, empty_array = { "array", 0 }, arrays = { 1, "x" },
  objects = { 1, "x" }, duplicates = { "none", true, 1 }, utf8 = { "ignore", true, 8 }, comments = { 1, "//" },
  trailing_commas = { 1, "," }, nan = { "NaN", 1 }, bom = { 1, "utf8" }, position = { 0, -1, 1.5, "1", {} },
  max_depth = { -1, 1.5, "10", {}, 2 ^ 40 }, max_bytes = { -1, 0.5, "1", true }, max_keys = { -1, 0.5, "1", true },
  max_string = { -1, 0.5, "1", true },
}

function TestDecodeOptions.test_bad_values_are_refused_by_name()
  for name, list in pairs(bad_values) do
    for _, bad in ipairs(list) do
      judge.contains(fails("'" .. name .. "'", decode, "1", { [name] = bad }), "option")
      fails("'" .. name .. "'", valid, "1", { [name] = bad })
      if name ~= "nan" or type(bad) == "boolean" then fails("'" .. name .. "'", fleece.new, { [name] = bad }) end
    end
  end
  for _, bad in ipairs { 0 / 0, 1 / 0, -1 / 0 } do
    for _, name in ipairs { "max_depth", "max_bytes", "max_keys", "max_string", "position" } do
      fails("'" .. name .. "'", decode, "1", { [name] = bad })
    end
  end
end

function TestDecodeOptions.test_unknown_options_name_the_valid_ones()
  local message = fails("unknown option 'foo'", decode, "1", { foo = 1 })
  for name in pairs(bad_values) do judge.contains(message, name) end
  fails("unknown option 'bigints'", valid, "1", { bigints = "float" })
  fails("unknown option 'comment'", fleece.new, { comment = true })
  fails("option", decode, "1", { true })
  fails("option", decode, "1", { [{}] = 1 })
  fails("'indent' is an option of encode", decode, "1", { indent = 2 })
  fails("'sort_keys' is an option of encode", valid, "1", { sort_keys = true })
  if not judge.is_oracle then
    fails("'comments' is an option of decode", fleece.encode, 1, { comments = true })
  end
  lu.assertEquals(decode "1", 1)
end

-- Option errors are reported before errors in the text.
function TestDecodeOptions.test_options_are_read_first()
  fails("unknown option", decode, "[", { foo = 1 })
  fails("unknown option", valid, "[", { foo = 1 })
end

function TestDecodeOptions.test_defaults_given_say_nothing_new()
  local opts = { bigint = "float", integers = true, empty_array = true, arrays = false, objects = false,
    duplicates = "last", utf8 = "error", comments = false, trailing_commas = false, nan = false, bom = false,
    max_depth = 1000, null = null, max_bytes = false, max_keys = false, max_string = false, position = false }
  for _, name in ipairs(check.documents) do
    local text = check.file("documents/" .. name .. ".json")
    lu.assertTrue((oracle.same(decode(text, opts), decode(text))), name)
  end
  for i, case in ipairs(check.vectors "errors.json") do
    if i % 9 == 0 and not case.options then
      lu.assertNil(check.verdict(case["in"], opts, false, case.code, case.offset))
    end
  end
end

-- ---- null -------------------------------------------------------------------------------

function TestNull.test_any_value()
  local t, f = {}, function() end
  for _, v in ipairs { false, true, 0, 1.5, "", "null", t, f, io.stdout, coroutine.create(f), null, fleece.empty_array } do
    lu.assertTrue(rawequal(decode("null", { null = v }), v))
    local out = decode('[null,{"a":null,"b":[null]},null]', { null = v })
    lu.assertTrue(rawequal(out[1], v) and rawequal(out[2].a, v) and rawequal(out[2].b[1], v) and rawequal(out[3], v))
    lu.assertIs(valid("[null]", { null = v }), true)
  end
end

function TestNull.test_nil()
  lu.assertNil(decode("null", { null = fleece.nothing }))
  lu.assertEquals(select("#", decode("null", { null = fleece.nothing })), 1)
  local t = decode('[1,null,3,null,5]', { null = fleece.nothing })
  lu.assertEquals({ t[1], t[2] == nil, t[3], t[4] == nil, t[5] }, { 1, true, 3, true, 5 })
  t = decode('{"a":null,"b":1,"c":null}', { null = fleece.nothing })
  lu.assertEquals(t, { b = 1 })
  t.a, t.c, t.d = 2, 3, 4
  lu.assertEquals(t, { a = 2, b = 1, c = 3, d = 4 })
  lu.assertNil(next(decode('[null,null,null]', { null = fleece.nothing })))
  lu.assertNil(next(decode('{"a":null}', { null = fleece.nothing })))
  -- not empty in the text
  lu.assertNil(getmetatable(decode("[null]", { null = fleece.nothing })))
  for _, text in ipairs { '[null]', '[[null,1],{"a":null,"b":null,"c":[null]}]', '{"a":1,"a":null}', '[1,2,3,null]',
    '[{"a":1,"b":2},{"a":null,"b":2},{"a":1,"b":null},{"a":null,"b":null},{"b":null,"a":1}]' } do
    agree(text, { null = fleece.nothing })
  end
end

function TestNull.test_to_differ()
  local text = '[null,{"a":null,"b":[null,{"c":null}]}]'
  local t = decode(text, { null_in_arrays = "A", null_in_objects = "O" })
  lu.assertEquals(t, { "A", { a = "O", b = { "A", { c = "O" } } } })
  t = decode(text, { null_in_objects = fleece.nothing })
  lu.assertIs(t[1], null)
  lu.assertNil(t[2].a)
  lu.assertIs(t[2].b[1], null)
  t = decode(text, { null_in_arrays = fleece.nothing, null = false })
  lu.assertNil(t[1])
  lu.assertIs(t[2].a, false)
  t = decode(text, { null_in_arrays = null, null = "x" })
  lu.assertIs(t[1], null)
  lu.assertEquals(t[2].a, "x")
  lu.assertEquals(decode("null", { null = "x" }), "x")
  for _, a in ipairs { null, fleece.nothing, "A", false } do
    for _, b in ipairs { null, fleece.nothing, "B", false } do
      agree(text, { null_in_arrays = a, null_in_objects = b })
      agree(text, { null_in_arrays = a, null = b })
      agree(text, { null = a, null_in_objects = b })
    end
  end
end

-- A call's options do not change a codec's base, and null of a call overrides a codec's parts.
function TestNull.test_codecs_inherit()
  local codec = fleece.new { null = "N" }
  lu.assertEquals(codec:decode "[null]", { "N" })
  lu.assertEquals(codec:decode('[null,{"a":null}]', { null_in_objects = "O" }), { "N", { a = "O" } })
  lu.assertEquals(codec:new { null_in_arrays = "A" }:decode '[null,{"a":null}]', { "A", { a = "N" } })
  lu.assertEquals(codec:decode "[null]", { "N" })
end

-- ---- Numbers ----------------------------------------------------------------------------

local beyond = { "9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616",
  "-18446744073709551616", "123456789012345678901234567890", "1" .. ("0"):rep(300) }
local huge = { ("9"):rep(309), ("9"):rep(400), "-" .. ("8"):rep(5000) }
local between = { "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808" }

function TestBigint.test_float()
  for _, text in ipairs(beyond) do
    lu.assertEquals(decode(text, { bigint = "float" }), tonumber(text) * 1.0)
    agree(text, { bigint = "float" })
  end
  for _, text in ipairs(huge) do agree(text, { bigint = "float" }) end
end

function TestBigint.test_string()
  for _, list in ipairs { beyond, huge } do
    for _, text in ipairs(list) do
      bytes(decode(text, { bigint = "string" }), text)
      bytes(decode("[1," .. text .. ' ,{"a":' .. text .. "}]", { bigint = "string" })[3].a, text)
      agree(text, { bigint = "string" })
    end
  end
  for _, text in ipairs(between) do
    lu.assertEquals(type(decode(text, { bigint = "string" })), math.type and "number" or "string")
    agree(text, { bigint = "string" })
  end
  for _, text in ipairs { "9007199254740992", "-9007199254740992", "0", "-0", "1", "1e30", "123456789012345678901234567890.0" } do
    lu.assertEquals(type(decode(text, { bigint = "string" })), "number", text)
  end
end

function TestBigint.test_error()
  for _, list in ipairs { beyond, huge } do
    for _, text in ipairs(list) do
      lu.assertNil(check.verdict(text, { bigint = "error" }, false, "BIGINT", 0))
      lu.assertNil(check.verdict('{"a":[1,' .. text .. "]}", { bigint = "error" }, false, "BIGINT", 8))
      lu.assertNil(check.verdict(check.padding .. "[" .. text .. "]", { bigint = "error" }, false, "BIGINT", 2049))
    end
  end
  for _, text in ipairs(between) do agree(text, { bigint = "error" }) end
  agree("9007199254740992", { bigint = "error" })
  agree("1e30", { bigint = "error" })
end

function TestBigint.test_raw()
  for _, list in ipairs { beyond, huge } do
    for _, text in ipairs(list) do
      bytes(fleece.encode(decode(text, { bigint = "raw" })), text)
      bytes(fleece.encode(decode("[" .. text .. "," .. text .. "]", { bigint = "raw" })), "[" .. text .. "," .. text .. "]")
      agree('{"x":' .. text .. "}", { bigint = "raw" })
    end
  end
  for _, text in ipairs(between) do agree(text, { bigint = "raw" }) end
end

function TestBigint.test_cdata()
  local found, ffi = pcall(require, "ffi")
  if not (judge.is_jit and found) then
    judge.note("no LuaJIT FFI here: integers decoded as cdata")
    lu.assertEquals(decode("1", { bigint = "string" }), 1)
    return
  end
  local int64, uint64 = ffi.typeof "int64_t", ffi.typeof "uint64_t"
  local loadstring = rawget(_G, "loadstring")
  local function is(v, kind, literal)                -- only LuaJIT can read these literals
    return ffi.istype(kind, v) and v == assert(loadstring("return " .. literal))()
  end
  for _, text in ipairs { "9007199254740993", "-9007199254740993", "9223372036854775807" } do
    local v = decode(text, { bigint = "cdata" })
    lu.assertTrue(is(v, int64, text .. "LL"), text)
    bytes(fleece.encode(v), text)
  end
  local v = decode("[9223372036854775808,18446744073709551615,-9223372036854775808]", { bigint = "cdata" })
  lu.assertTrue(is(v[1], uint64, "9223372036854775808ULL"))
  lu.assertTrue(is(v[2], uint64, "18446744073709551615ULL"))
  lu.assertTrue(is(v[3], int64, "-9223372036854775807LL - 1"))
  for _, text in ipairs { "1", "-1", "9007199254740992", "1.5", "1e300", "18446744073709551616", "-9223372036854775809" } do
    lu.assertEquals(type(decode(text, { bigint = "cdata" })), "number", text)
  end
  for _, list in ipairs { beyond, between, huge } do
    for _, text in ipairs(list) do agree(text, { bigint = "cdata" }) end
  end
end

function TestBigint.test_integers_false()
  for _, text in ipairs { "0", "1", "-1", "123456", "9007199254740992", "-123456789012", "1.5", "1e3", "-0" } do
    local v = decode(text, { integers = false })
    if math.type then lu.assertEquals(math.type(v), "float", text) end
    lu.assertTrue(v == tonumber(text), text)
    lu.assertTrue(decode("[" .. text .. "]", { integers = false })[1] == tonumber(text))
    agree('{"a":' .. text .. "}", { integers = false })
  end
  lu.assertTrue(1 / decode("-0", { integers = false }) == -1 / 0)
  lu.assertTrue(1 / decode("0", { integers = false }) == 1 / 0)
  for _, text in ipairs(beyond) do
    bytes(decode(text, { integers = false, bigint = "string" }), text)
    agree(text, { integers = false })
  end
end

-- ---- Marks ------------------------------------------------------------------------------

local nested = '{"a":[],"b":{},"c":[1,[{"d":[[]]}]],"e":{"f":{}}}'

local function count_marks(t, counts)
  counts = counts or { arrays = 0, objects = 0, none = 0 }
  local mt = getmetatable(t)
  local kind = mt == array_mt and "arrays" or mt == object_mt and "objects" or "none"
  counts[kind] = counts[kind] + 1
  for _, v in next, t do
    if type(v) == "table" then count_marks(v, counts) end
  end
  return counts
end

function TestDecodeOptions.test_marks()
  for _, case in ipairs {
    { {}, 2, 0, 8 }, { { empty_array = false }, 0, 0, 10 }, { { arrays = true }, 5, 0, 5 }, { { objects = true }, 2, 5, 3 },
    { { arrays = true, objects = true }, 5, 5, 0 }, { { objects = true, empty_array = false }, 0, 5, 5 },
    { { arrays = true, empty_array = false }, 5, 0, 5 },
  } do
    lu.assertEquals(count_marks(decode(nested, case[1])), { arrays = case[2], objects = case[3], none = case[4] })
  end
end

function TestDecodeOptions.test_marks_in_every_combination()
  local objects = {}
  for i = 1, 20 do objects[i] = string.format('{"id":%d,"list":[%s],"o":{}}', i, i % 2 == 0 and "" or i) end
  local text = "[" .. table.concat(objects, ",") .. "]"
  for bits = 0, 7 do
    local opts = { arrays = bits % 2 == 1, objects = bits % 4 >= 2, empty_array = bits >= 4 }
    agree(nested, opts)
    agree(text, opts)
    agree("[]", opts)
    agree("{}", opts)
    local t = decode(text, opts)
    bytes(fleece.encode(t[1], { sort_keys = true }), '{"id":1,"list":[1],"o":{}}')
  end
end

-- ---- Duplicates -------------------------------------------------------------------------

function TestDecodeOptions.test_duplicates()
  local text = '{"a":1,"b":2,"a":[3],"c":4,"a":{"a":5,"a":6}}'
  lu.assertEquals(decode(text).a, { a = 6 })
  lu.assertEquals(decode(text, { duplicates = "last" }).a, { a = 6 })
  lu.assertEquals(decode(text, { duplicates = "first" }), { a = 1, b = 2, c = 4 })
  lu.assertNil(check.verdict(text, { duplicates = "error" }, false, "DUPLICATE", 13))
  for _, t in ipairs { text, '{"a":1,"\\u0061":2}', '[{"a":1,"b":2},{"a":1,"b":2,"a":3},{"a":1,"b":2}]', '{"":0,"":1}',
    '{"a":{"b":1},"b":{"a":1}}', '{"a":null,"a":1}', '{"a":1,"a":null}', '{"a":[1,2],"a":[]}', '{"a":1,"b":2}',
    '[{"a":1},{"a":1},{"a":1},{"a":1,"a":2}]' } do
    for _, policy in ipairs { "last", "first", "error" } do
      agree(t, { duplicates = policy })
      agree(t, { duplicates = policy, null = fleece.nothing })
      agree(t, { duplicates = policy, arrays = true, objects = true })
    end
  end
end

-- Objects with some of eight keys in any order, too many to be in shapes: all are different, or one is repeated.
-- Keys beyond 40 bytes are stored in another way.
function TestDecodeOptions.test_duplicates_in_any_order()
  local keys = { "a", "b", "", "\\u0061b", "a key of sixteen", "a key of seventeen", ("k"):rep(39), ("l"):rep(41) }
  local values = { "1", "null", '"x"', "[]" }
  local state = 7
  local function random(n)
    state = state * 48271 % 2147483647
    return state % n + 1
  end
  local function object(most, is_repeated)
    local list, parts = {}, {}
    for i = 1, most do table.insert(list, random(i), keys[i]) end
    for i = 1, random(#list) do parts[i] = ('"%s":%s'):format(list[i], values[random(#values)]) end
    if is_repeated then parts[#parts + 1] = parts[random(#parts)]:gsub(":.*", ":" .. values[random(#values)]) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  for round = 1, 40 do
    local objects = {}
    for i = 1, 40 do objects[i] = object(round % 2 == 0 and 7 or 8, round > 20 and i % 4 == 0) end
    local text = "[" .. table.concat(objects, ",") .. "]"
    for _, policy in ipairs { "last", "first", "error" } do
      agree(text, { duplicates = policy })
      agree(text, { duplicates = policy, null_in_objects = fleece.nothing })
    end
  end
end

-- A thousand keys with one of them repeated, for each policy; a hundred thousand without quadratic time.
function TestDecodeOptions.test_duplicates_in_large_objects()
  local parts = {}
  for i = 1, 1000 do parts[i] = string.format('"k%d":%d', i, i) end
  local head = "{" .. table.concat(parts, ",")
  for _, i in ipairs { 1, 2, 500, 999, 1000 } do
    local text = head .. string.format(',"k%d":"again"}', i)
    lu.assertEquals(decode(text)["k" .. i], "again")
    lu.assertEquals(decode(text, { duplicates = "first" })["k" .. i], i)
    lu.assertNil(check.verdict(text, { duplicates = "error" }, false, "DUPLICATE", #head + 1))
  end
  for i = 1, 100000 do parts[i] = string.format('"k%d":%d', i, i) end
  local text = "{" .. table.concat(parts, ",") .. "}"
  lu.assertIs(valid(text, { duplicates = "error" }), true)
  lu.assertEquals(decode(text, { duplicates = "error" }).k77777, 77777)
  lu.assertEquals(decode(text, { duplicates = "first" }).k77777, 77777)
end

-- ---- Lenient syntax ---------------------------------------------------------------------

function TestLenient.test_utf8()
  for _, mode in ipairs { "error", "replace", "pass" } do
    for i, case in ipairs(check.vectors "strings/lenient.json") do
      if i % 5 == 0 then
        agree(case["in"], { utf8 = mode })
        agree("[" .. case["in"] .. ',{' .. case["in"] .. ":1,\"x\":" .. case["in"] .. "}]", { utf8 = mode })
      end
    end
  end
  bytes(decode('"a\255b"', { utf8 = "replace" }), "a\239\191\189b")
  bytes(decode('"a\255b"', { utf8 = "pass" }), "a\255b")
  bytes(decode('"\\ud800"', { utf8 = "pass" }), "\237\160\128")
  bytes(decode('"' .. ("\255"):rep(10000) .. '"', { utf8 = "replace" }), ("\239\191\189"):rep(10000))
  lu.assertEquals(decode('{"\255":1}', { utf8 = "replace" }), { ["\239\191\189"] = 1 })
  lu.assertEquals(decode('{"\255":1,"\254":2}', { utf8 = "replace" }), { ["\239\191\189"] = 2 })
  lu.assertNil(check.verdict('{"\255":1,"\254":2}', { utf8 = "replace", duplicates = "error" }, false, "DUPLICATE", 7))
end

function TestLenient.test_comments()
  for _, text in ipairs { "//\n1", "/**/1", "1//", "1/**/", "/***/1/***/", "/* / * */1", "/*//*/1", "//*\n1", "[/*a*/1/*b*/,/*c*/2/*d*/]",
    '{/*a*/"k"/*b*/:/*c*/1/*d*/,/*e*/"l":2//f\n}', "[]//", "[]/**//**/", "// a\r1", "// a\r\n1", "/*\n\n*/ [1,\n// x\n2]", '["//","/* */"]',
    "/*\0\1\255*/1", "//\255\n1", '/*"*/1', "[1//]\n]", "true/**/", "null//", "-1.5e3/**/", "/* ** * / **/ {}", '"a"/*"b"*/' } do
    agree(text, { comments = true })
    lu.assertIs(valid(text, { comments = true }), true, text)
    if not text:find '^%["//' then lu.assertIs((valid(text)), false, text) end
  end
  for _, case in ipairs(check.vectors "errors.json") do
    if #case["in"] < 60 and not case.options then agree(case["in"], { comments = true }) end
  end
  local long = "/*" .. ("x"):rep(100000) .. "*/"
  lu.assertEquals(decode("[" .. long .. "1," .. long .. "2]" .. long, { comments = true }), { 1, 2 })
  lu.assertEquals(decode(("// x\n"):rep(20000) .. "[1]", { comments = true }), { 1 })
  lu.assertEquals(decode(("/**/"):rep(20000) .. "[1]", { comments = true }), { 1 })
end

function TestLenient.test_trailing_commas()
  local o = { trailing_commas = true }
  lu.assertEquals(decode("[1,]", o), { 1 })
  lu.assertEquals(decode('{"a":1,}', o), { a = 1 })
  lu.assertEquals(decode('[[1,],{"a":[],},]', o)[2].a, fleece.array {})
  lu.assertEquals(decode("[1 , ]", o), { 1 })
  for _, text in ipairs { "[,]", "[,1]", "[1,,]", "{,}", '{"a":1,,}', "[1,2,]", "[[],]", '{"a":{},}', "[1,],", "1,", '{"a",}', "[1]", "[]", "{}" } do
    agree(text, o)
    agree(text, { trailing_commas = true, comments = true })
  end
  lu.assertEquals(decode("[1,/**/]", { trailing_commas = true, comments = true }), { 1 })
end

function TestLenient.test_nan()
  local o = { nan = true }
  local t = decode("[NaN,Infinity,-Infinity,1]", o)
  lu.assertTrue(t[1] ~= t[1])
  lu.assertEquals({ t[2], t[3], t[4] }, { 1 / 0, -1 / 0, 1 })
  lu.assertTrue(decode("NaN", o) ~= decode("NaN", o))
  lu.assertEquals(decode(" -Infinity ", o), -1 / 0)
  lu.assertEquals(decode('{"a":Infinity}', o).a, 1 / 0)
  bytes(fleece.encode(t, { nan = "literal" }), "[NaN,Infinity,-Infinity,1]")
  for _, text in ipairs { "NaN", "Infinity", "-Infinity", "+Infinity", "-NaN", "nan", "inf", "NaNN", "NaN1", "Infinit", "Infinitys", "-Infinit",
    "-I", "-", "N", "I", "[NaN", "[NaN,", "[NaN}", '{"a":NaN', "[-Infinity]", "[NaN NaN]", "null", "nul", "-1", "--Infinity", "NaN:" , "1e400",
    "-x", "[-]", "[-,1]" } do
    agree(text, o)
    agree(text, { nan = false })
  end
end

function TestLenient.test_bom()
  local bom = "\239\187\191"
  lu.assertEquals(decode(bom .. "[1]", { bom = true }), { 1 })
  lu.assertEquals(decode("[1]", { bom = true }), { 1 })
  lu.assertEquals(decode(bom .. " 1 ", { bom = true }), 1)
  lu.assertNil(check.verdict(bom .. "[1]", nil, false, "BOM", 0))
  for _, text in ipairs { bom, bom .. bom .. "1", " " .. bom .. "1", bom .. "[1", bom .. "x", "\239\187", "\239", "\239\187x", bom .. '"' .. bom .. '"' } do
    agree(text, { bom = true })
    agree(text, { bom = false })
    agree(check.padding .. text, { bom = true })
    agree(text .. check.padding, { bom = true })
  end
  bytes(decode('"' .. bom .. '"'), bom)
end

function TestLenient.test_everything_at_once()
  local text = '\239\187\191/* all */ [NaN, {"a": "\255", "b": 123456789012345678901234567890,}, null, [],] // end'
  local t, after = decode(text, { bom = true, comments = true, nan = true, utf8 = "replace", bigint = "string", trailing_commas = true,
    null = false, arrays = true, objects = true, duplicates = "first", position = 1 })
  lu.assertTrue(t[1] ~= t[1])
  lu.assertEquals(t[2].a, "\239\191\189")
  lu.assertEquals(t[2].b, "123456789012345678901234567890")
  lu.assertIs(t[3], false)
  lu.assertIs(getmetatable(t), array_mt)
  lu.assertIs(getmetatable(t[2]), object_mt)
  bytes(text:sub(after), " // end")
end

-- ---- Position ---------------------------------------------------------------------------

function TestPosition.test_values_one_after_the_other()
  local text, at, out = '1 "two" [3]{"four":4}true 5.5', 1, {}
  while at <= #text do
    local v
    v, at = decode(text, { position = at })
    out[#out + 1] = v
  end
  lu.assertEquals(out, { 1, "two", { 3 }, { four = 4 }, true, 5.5 })
end

function TestPosition.test_where_the_next_begins()
  for _, case in ipairs {
    { "1", 1, 1, 2 }, { " 1 ", 1, 1, 3 }, { "[1] x", 1, { 1 }, 4 }, { '"a"b', 1, "a", 4 }, { "x[1]y", 2, { 1 }, 5 }, { "1,2", 1, 1, 2 },
    { "1,2", 3, 2, 4 }, { "true]", 1, true, 5 }, { "   \n7", 2, 7, 6 }, { "[[1],2]", 2, { 1 }, 5 }, { '{"a":[1]}', 6, { 1 }, 9 },
    { "1\n2\n", 2, 2, 4 }, { "12", 2, 2, 3 }, { "{}{}", 3, {}, 5 },
  } do
    local v, after = decode(case[1], { position = case[2] })
    lu.assertEquals({ v, after }, { case[3], case[4] }, case[1])
    if math.type then lu.assertEquals(math.type(after), "integer") end
    agree(case[1], { position = case[2] })
    lu.assertIs(valid(case[1], { position = case[2] }), true)
  end
  lu.assertEquals(select("#", decode "1"), 1)
  lu.assertEquals(select("#", decode("1", { position = 1 })), 2)
end

-- Offsets, lines and columns are those of the whole text.
function TestPosition.test_errors()
  for _, case in ipairs { { "1 x", 3, "VALUE", 2 }, { "[1] [", 4, "END", 5 }, { "1", 2, "END", 1 }, { "1", 3, "END", 1 }, { "1", 1000, "END", 1 },
    { "", 1, "END", 0 }, { "x 1y", 3, "NUMBER_SYNTAX", 3 }, { "1\n[2 3]", 2, "ARRAY_NEXT", 5 }, { "aa]", 3, "VALUE", 2 }, { "12x", 2, "NUMBER_SYNTAX", 2 } } do
    lu.assertNil(check.verdict(case[1], { position = case[2] }, false, case[3], case[4]))
  end
  local _, _, detail = valid("1\n[2 3]", { position = 2 })
  lu.assertEquals({ detail.line, detail.column }, { 2, 4 })
end

function TestPosition.test_every_start_of_the_documents()
  local text = check.file "documents/settings.json"
  for at = 1, #text + 2 do agree(text, { position = at }) end
end

-- NDJSON of many lines in linear time: the lines after the value are not read.
function TestPosition.test_many_lines()
  local line = '{"id":1,"name":"x"}\n'
  local text, at, n = line:rep(20000), 1, 0
  while at < #text do
    local v
    v, at = decode(text, { position = at })
    n = n + v.id
  end
  lu.assertEquals(n, 20000)
end

-- ---- Every pair of options --------------------------------------------------------------

function TestDecodeOptions.test_pairs_of_options()
  local choices = {
    { "bigint", "string" }, { "bigint", "error" }, { "integers", false }, { "empty_array", false }, { "arrays", true },
    { "objects", true }, { "duplicates", "first" }, { "duplicates", "error" }, { "utf8", "replace" }, { "utf8", "pass" },
    { "comments", true }, { "trailing_commas", true }, { "nan", true }, { "bom", true }, { "position", 1 }, { "position", 3 },
    { "max_depth", 2 }, { "max_bytes", 30 }, { "max_keys", 2 }, { "max_string", 3 }, { "null", "N" }, { "null", fleece.nothing },
    { "null_in_arrays", "A" },
  }
  local texts = { '{"a":1,"b":[2,{"a":null}],"a":"x"}', "[1,/*c*/123456789012345678901,]", '  ["\255\\n",NaN,"four"] 1', "\239\187\191[[],{}]",
    '[[1.5,[null]],"\\ud800"]', '{"abcd":{"a":0,"a":1},}', "[]", "-0 //", "[[[]]]", '"abc' }
  for i, a in ipairs(choices) do
    for j = i + 1, #choices do
      local b = choices[j]
      if a[1] ~= b[1] then
        for _, text in ipairs(texts) do lu.assertNil(check.differ(text, { [a[1]] = a[2], [b[1]] = b[2] })) end
      end
    end
  end
end

return { TestDecodeOptions = TestDecodeOptions, TestNull = TestNull, TestBigint = TestBigint, TestLenient = TestLenient,
  TestPosition = TestPosition }

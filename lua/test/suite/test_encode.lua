-- test_encode.lua — fleece.encode: every option with its default, its values and invalid values;
-- codecs.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local oracle = require "oracle"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestEncode, TestOptions, TestCodec = {}, {}, {}

-- ---- Defaults ---------------------------------------------------------------------------

function TestEncode.test_scalars()
  bytes(encode(nil), "null")
  bytes(encode(true), "true")
  bytes(encode(false), "false")
  bytes(encode(1), "1")
  bytes(encode(-1.5), "-1.5")
  bytes(encode("x"), '"x"')
end

function TestEncode.test_containers()
  bytes(encode {}, "{}")
  bytes(encode { 1, 2, 3 }, "[1,2,3]")
  bytes(encode { a = 1 }, '{"a":1}')
  bytes(encode { { {} } }, "[[{}]]")
  bytes(encode { a = { b = { 1, { c = true } } } }, '{"a":{"b":[1,{"c":true}]}}')
  bytes(encode { false, true, false }, "[false,true,false]")
end

function TestEncode.test_no_spaces()
  lu.assertNil(encode({ a = { 1, 2, { b = "c" } }, d = true }):find("%s"))
end

function TestEncode.test_options_may_be_nil_or_empty()
  bytes(encode({ 1 }, nil), "[1]")
  bytes(encode({ 1 }, {}), "[1]")
end

function TestEncode.test_options_must_be_a_table()
  for _, bad in ipairs { 1, "E4", true, print } do fails("table", encode, {}, bad) end
end

function TestEncode.test_large_tables()
  local list, parts = {}, {}
  for i = 1, 100000 do
    list[i] = i
    parts[i] = tostring(i)
  end
  bytes(encode(list), "[" .. table.concat(parts, ",") .. "]")
  local object, keys = {}, {}
  for i = 1, 10000 do object["x" .. i] = i end
  for key, value in encode(object):gmatch('"(x%d+)":(%d+)') do keys[key] = tonumber(value) end
  for i = 1, 10000 do lu.assertEquals(keys["x" .. i], i) end
end

-- The order of keys is that of next.
function TestEncode.test_unsorted_order_is_that_of_next()
  local t, parts = {}, {}
  for i = 1, 500 do t["key" .. i * 7919 % 1000] = i end
  for k, v in next, t do parts[#parts + 1] = '"' .. k .. '":' .. v end
  bytes(encode(t), "{" .. table.concat(parts, ",") .. "}")
end

-- ---- Every option -----------------------------------------------------------------------

-- One case per line: options, value, text; sort_keys is added where order would matter.
local cases = {
  { { escape = "json" }, 'a"\\/\n\127<é', '"a\\"\\\\/\\n\127<é"' },
  { { escape = "html" }, "</a>&'\"\\\n", '"\\u003c\\/a\\u003e\\u0026\'\\"\\\\\\n"' },
  { { escape = "html" }, "\226\128\168\226\128\169\226\128\170",
    '"\\u2028\\u2029\226\128\170"' },
  { { escape = "ascii" }, "aé€\240\157\132\158\127/", '"a\\u00e9\\u20ac\\ud834\\udd1e\127/"' },
  { { escape = "ascii" }, "\244\143\191\191\239\191\191", '"\\udbff\\udfff\\uffff"' },
  { { escape = "E0" }, 'a"\\/\n', '"a"\\/\n"' },
  { { escape = "E1" }, 'a"\\/\n', '"a**/\n"' },
  { { escape = "E2" }, 'a"\\/\n', '"a\\"\\\\/\n"' },
  { { escape = "E3" }, 'a"\\/\n', '"a\\"\\\\\\/\n"' },
  { { escape = "E4" }, 'a"\\/\n\127', '"a\\"\\\\\\/\\n\\u007f"' },
  { { escape = "ascii" }, { ["é"] = 1 }, '{"\\u00e9":1}' },
  { { escape = "html" }, { ["<"] = 1 }, '{"\\u003c":1}' },

  { { utf8 = "replace" }, "a\255b", '"a\239\191\189b"' },
  { { utf8 = "replace" }, "\192\128", '"\239\191\189\239\191\189"' },
  { { utf8 = "replace" }, "\226\128", '"\239\191\189"' },
  { { utf8 = "replace" }, "\226\128x", '"\239\191\189x"' },
  { { utf8 = "replace" }, "\237\160\128", '"' .. ("\239\191\189"):rep(3) .. '"' },
  { { utf8 = "replace", escape = "ascii" }, "\255é", '"\\ufffd\\u00e9"' },
  { { utf8 = "replace" }, { ["k\255"] = 1 }, '{"k\239\191\189":1}' },
  { { utf8 = "pass" }, "a\255\192\128b", '"a\255\192\128b"' },
  { { utf8 = "pass" }, "\255\"\n", '"\255\\"\\n"' },

  { { indent = false }, { 1, { 2 } }, "[1,[2]]" },
  { { indent = 2 }, { 1, { 2 } }, "[\n  1,\n  [\n    2\n  ]\n]" },
  { { indent = 4 }, { a = { b = 1 } }, '{\n    "a": {\n        "b": 1\n    }\n}' },
  { { indent = "\t" }, { { a = 1 } }, '[\n\t{\n\t\t"a": 1\n\t}\n]' },
  { { indent = " \t" }, { 1 }, "[\n \t1\n]" },
  { { indent = 2 }, {}, "{}" },
  { { indent = 2 }, { {}, 1 }, "[\n  {},\n  1\n]" },
  { { indent = 2, empty_table = "array" }, { a = {} }, '{\n  "a": []\n}' },
  { { indent = 2 }, "x", '"x"' },
  { { indent = 1, sort_keys = true }, { b = 1, a = 2 }, '{\n "a": 2,\n "b": 1\n}' },
  { { indent = 2 }, { 1, nil, 3 }, "[\n  1,\n  null,\n  3\n]" },

  { { sort_keys = true }, { b = 1, a = 2, c = 3 }, '{"a":2,"b":1,"c":3}' },
  { { sort_keys = true }, { [""] = 0, a = 1, aa = 2, ["a\0"] = 3, A = 4, ["é"] = 5 },
    '{"":0,"A":4,"a":1,"a\\u0000":3,"aa":2,"é":5}' },
  { { sort_keys = true }, { [10] = 1, [9] = 2, x = 3, [-1] = 4, [1.5] = 5 },
    '{"-1":4,"1.5":5,"10":1,"9":2,"x":3}' },
  { { sort_keys = true }, { abcdefgh = 1, abcdefghi = 2, abcdefg = 3, abcdefgha = 4 },
    '{"abcdefg":3,"abcdefgh":1,"abcdefgha":4,"abcdefghi":2}' },
  { { sort_keys = { "z", "m" } }, { a = 1, m = 2, z = 3, b = 4 }, '{"z":3,"m":2,"a":1,"b":4}' },
  { { sort_keys = { "none" } }, { b = 1, a = 2 }, '{"a":2,"b":1}' },
  { { sort_keys = {} }, { b = 1, a = 2 }, '{"a":2,"b":1}' },
  { { sort_keys = { "2" } }, { x = 1, [2] = 2 }, '{"2":2,"x":1}' },
  { { sort_keys = function(a, b) return a > b end }, { a = 1, b = 2, c = 3, [5] = 4 },
    '{"c":3,"b":2,"a":1,"5":4}' },
  { { sort_keys = function(a, b) return #a < #b end }, { aaa = 1, bb = 2, c = 3 },
    '{"c":3,"bb":2,"aaa":1}' },
  { { sort_keys = true }, { { b = { d = 1, c = 2 }, a = 3 } }, '[{"a":3,"b":{"c":2,"d":1}}]' },
  { { sort_keys = false }, { a = 1 }, '{"a":1}' },

  { { canonical = true }, { b = 1.0, a = { 1e21, 1e-7, 0.000001, 100 } },
    '{"a":[1e+21,1e-7,0.000001,100],"b":1}' },
  { { canonical = true }, -1 / (1 / 0), "0" },
  { { canonical = true }, { ["\239\172\131"] = 1, ["\240\144\128\128"] = 2, ["é"] = 3, a = 4 },
    '{"a":4,"é":3,"\240\144\128\128":2,"\239\172\131":1}' },
  { { canonical = true }, "\8\9\10\12\13\1\127\"\\/é", '"\\b\\t\\n\\f\\r\\u0001\127\\"\\\\/é"' },
  { { canonical = true, indent = false, sort_keys = false }, { 1, { a = 2 } }, '[1,{"a":2}]' },

  { { empty_table = "object" }, { {} }, "[{}]" },
  { { empty_table = "array" }, {}, "[]" },
  { { empty_table = "array" }, { a = {} }, '{"a":[]}' },

  { { sparse = "null" }, { 1, nil, 3 }, "[1,null,3]" },
  { {}, { [3] = "c" }, '[null,null,"c"]' },
  { {}, { [10] = 1 }, "[" .. ("null,"):rep(9) .. "1]" },
  { {}, { [2] = 1, [4] = 1, [6] = 1, [8] = 1, [10] = 1, [12] = 1 },
    "[null,1,null,1,null,1,null,1,null,1,null,1]" },
  { { sparse = "object", sort_keys = true }, { 1, nil, 3 }, '{"1":1,"3":3}' },
  { { sparse = "object" }, { [1000] = 1 }, '{"1000":1}' },
  { { sparse = "object" }, { 1, 2 }, "[1,2]" },
  { { sparse = "object", mixed_keys = "error" }, { [1000] = 1 }, '{"1000":1}' },
  { { sparse = "error" }, { 1, 2, 3 }, "[1,2,3]" },
  { { sparse_safe = 20 }, { [20] = 1 }, "[" .. ("null,"):rep(19) .. "1]" },
  { { sparse_ratio = 20 }, { [20] = 1 }, "[" .. ("null,"):rep(19) .. "1]" },
  { { sparse_safe = 0, sparse_ratio = 1.5 }, { 1, 2, [3] = nil, [4] = nil }, "[1,2]" },
  { { sparse_safe = 0, sparse_ratio = 1.5 }, { 1, nil, 3 }, "[1,null,3]" },
  { { sparse_safe = 0, sparse_ratio = math.huge }, { [20] = 1 }, "[" .. ("null,"):rep(19) .. "1]" },
  { { sparse_safe = 0, sparse_ratio = 3 }, { nil, nil, 3 }, "[null,null,3]" },

  { { mixed_keys = "string", sort_keys = true }, { 1, 2, x = 3 }, '{"1":1,"2":2,"x":3}' },
  { { mixed_keys = "string" }, { [0] = 1 }, '{"0":1}' },
  { { mixed_keys = "string" }, { [1.5] = 1 }, '{"1.5":1}' },
  { { mixed_keys = "string" }, { [-3] = 1 }, '{"-3":1}' },
  { { mixed_keys = "string" }, { [1e100] = 1 }, '{"1e+100":1}' },
  { { mixed_keys = "error" }, { 1, 2 }, "[1,2]" },
  { { mixed_keys = "error" }, { a = 1 }, '{"a":1}' },

  { { nan = "null" }, { 0 / 0, 1 / 0, -1 / 0 }, "[null,null,null]" },
  { { nan = "literal" }, { 0 / 0, 1 / 0, -1 / 0 }, "[NaN,Infinity,-Infinity]" },
  { { nan = "string" }, { 0 / 0, 1 / 0, -1 / 0 }, '["NaN","Infinity","-Infinity"]' },
  { { nan = "string" }, 1 / 0, '"Infinity"' },

  { { float_integral = "float" }, { 0.5, 1e300 }, "[0.5,1e+300]" },
  { { float_integral = "float" }, 2.0 ^ 40, "1099511627776.0" },
  { { float_integral = "float" }, -1 / (1 / 0), "-0.0" },
  { { float_integral = "integer" }, 2.0 ^ 40, "1099511627776" },

  { { float_digits = 3 }, { 1 / 3, 2 / 3, 123.456, 0.5, 1e-7 / 3 }, "[0.333,0.667,123,0.5,3.33e-8]" },
  { { float_digits = 1 }, { 0.75, 0.00012345 }, "[0.8,0.0001]" },
  { { float_digits = 17 }, 0.1, "0.10000000000000001" },
  { { float_digits = 14 }, { 0.1, 1 / 3 }, "[0.1,0.33333333333333]" },
  { { float_digits = 3 }, { 1000, 123456 }, "[1000,123456]" },
  { { float_digits = 3 }, 1234.5, "1.23e+3" },

  { { unsupported = "null" }, { print, a = print }, nil },
  { { unsupported = "null" }, { 1, print, 3 }, "[1,null,3]" },
  { { unsupported = "null" }, print, "null" },
  { { unsupported = "skip" }, { 1, print, 3 }, "[1,3]" },
  { { unsupported = "skip" }, { print }, "[]" },
  { { unsupported = "skip" }, { print, 1 }, "[1]" },
  { { unsupported = "skip" }, { a = print }, "{}" },
  { { unsupported = "skip" }, { a = print, b = 1 }, '{"b":1}' },
  { { unsupported = "skip", indent = 2 }, { a = print, b = { print } }, '{\n  "b": []\n}' },
  { { unsupported = "skip", sort_keys = true }, { a = 1, b = print, c = 2 }, '{"a":1,"c":2}' },
  { { unsupported = "tostring" }, print, '"' .. tostring(print) .. '"' },
  { { unsupported = "tostring" }, { print }, '["' .. tostring(print) .. '"]' },
  { { unsupported = function() return 7 end }, { print, { a = print } }, '[7,{"a":7}]' },
  { { unsupported = function() return nil end }, { print }, "[null]" },
  { { unsupported = function() return { 1, { x = "y" } } end }, { print }, '[[1,{"x":"y"}]]' },
  { { unsupported = function(_, path) return path end }, { a = { 1, print } },
    '{"a":[1,"$.a[2]"]}' },
  { { unsupported = function(v) return type(v) end }, print, '"function"' },

  { { max_depth = 1 }, {}, "{}" },
  { { max_depth = 1 }, { 1, 2 }, "[1,2]" },
  { { max_depth = 2 }, { { 1 } }, "[[1]]" },
  { { max_depth = 3 }, { { a = {} } }, '[{"a":{}}]' },
}

function TestOptions.test_every_value_of_every_option()
  local covered = {}
  for i, case in ipairs(cases) do
    local opts, value, text = case[1], case[2], case[3]
    for name in pairs(opts) do covered[name] = true end
    if text then
      bytes(encode(value, opts), text, "case " .. i)
      bytes(fleece.size(value, opts), #text, "size, case " .. i)
      bytes(judge.by_codec(opts, "encode", value), text, "codec, case " .. i)
    end
  end
  for _, name in ipairs(oracle.option_names()) do
    if name ~= "metamethods" then lu.assertTrue(covered[name], name .. " has no case") end
  end
end

function TestOptions.test_the_cases_against_the_oracle()
  for i, case in ipairs(cases) do
    if case[3] then bytes(oracle.encode(case[2], case[1]), case[3], "case " .. i) end
  end
end

function TestOptions.test_defaults_may_be_said()
  local value = { b = { 1, nil, 3 }, { 1.5, "a/é\127" }, [7.5] = {}, x = 2.0 }
  for name, v in pairs { escape = "json", utf8 = "error", indent = false, sort_keys = false,
    canonical = false, empty_table = "object", sparse = "null", sparse_safe = 10,
    sparse_ratio = 2, mixed_keys = "string", nan = "error", float_integral = "integer",
    unsupported = "error", metamethods = true, max_depth = 1000 } do
    bytes(encode(value, { [name] = v }), encode(value), name)
  end
end

-- What each option must reject; the message names the option.
local bad_values = {
  escape = { "E5", "JSON", "", 1, true, {}, print },
  utf8 = { "strict", 1, false, {} },
  indent = { -1, 1.5, true, {}, "x", "  -", 1 / 0, 0 / 0, print },
  sort_keys = { "yes", 1, { true }, { {} } },
  canonical = { 1, "yes", {} },
  empty_table = { "list", true, 1 },
  sparse = { "nil", true, 1, print },
  sparse_safe = { -1, 1.5, "10", {}, 0 / 0, true },
  sparse_ratio = { -1, "2", {}, 0 / 0, true },
  mixed_keys = { "drop", true, 1 },
  nan = { "nil", true, 0 },
  float_integral = { true, "int", 1 },
  float_digits = { 0, 18, 1.5, -1, "3", {}, true, 0 / 0 },
  unsupported = { "drop", 1, {}, true },
  metamethods = { 1, "no", {} },
  max_depth = { -1, 1.5, "10", {}, 0 / 0, true },
}

function TestOptions.test_bad_values_are_refused_by_name()
  for _, name in ipairs(oracle.option_names()) do
    lu.assertNotNil(bad_values[name], name)
    for i, bad in ipairs(bad_values[name]) do
      local ok, err = pcall(encode, {}, { [name] = bad })
      lu.assertFalse(ok, string.format("%s, bad value %d: %s", name, i, tostring(bad)))
      judge.contains(err, "'" .. name .. "'")
      if not (name == "nan" and bad == true) then -- for a codec nan = true applies to decoding
        -- A codec also decodes, and for decoding `nan` is true or false.
      if not (name == "nan" and bad == true) then
        fails("'" .. name .. "'", fleece.new, { [name] = bad })
      end
      end
      fails("'" .. name .. "'", fleece.size, {}, { [name] = bad })
    end
  end
end

-- Also for options of a codec and a call together.
function TestOptions.test_canonical_leaves_no_choice_of_order_and_space()
  for _, opts in ipairs { { indent = 2 }, { indent = 0 }, { indent = "\t" }, { sort_keys = true }, { sort_keys = { "a" } },
    { sort_keys = function(a, b) return a < b end } } do
    local message = "'canonical' cannot be combined with '" .. next(opts) .. "'"
    fails(message, function() return fleece.new(opts).encode({}, { canonical = true }) end)
    fails(message, function() return fleece.new({ canonical = true }).encode({}, opts) end)
    opts.canonical = true
    fails(message, encode, {}, opts)
    fails(message, fleece.new, opts)
  end
  local codec = fleece.new { canonical = true }
  bytes(codec.encode({ b = 1, a = 2 }, { nan = "null" }), '{"a":2,"b":1}')
  bytes(codec.encode({ b = 1, a = 2 }, { canonical = false, sort_keys = { "b" } }), '{"b":1,"a":2}')
end

if not judge.is_oracle then
  function TestOptions.test_hints_of_unknown_options()
    fails("unknown option 'pretty', did you mean 'indent'?", encode, 1, { pretty = true })
    fails("unknown option 'sortkeys', did you mean 'sort_keys'?", encode, 1, { sortkeys = true })
    fails("unknown option 'max_byte', did you mean 'max_bytes'?", fleece.decode, "1", { max_byte = 1 })
    fails("unknown option 'foo' (valid: ", fleece.new, { foo = 1 })
    fails("'indent' is an option of encode (valid here: ", fleece.decode, "1", { indent = 2 })
    fails("'comments' is an option of decode (valid here: ", encode, 1, { comments = true })
    fails("unknown option 'refuse_key' (valid", fleece.new, { refuse_key = "x" }) -- an option of drop-ins
    fails("'sparse_ratio' must be a number of at least 0, or math.huge, got NaN", encode, 1, { sparse_ratio = 0 / 0 })
  end
end

function TestOptions.test_unknown_names_are_refused_and_the_valid_ones_listed()
  local message = fails("unknown option 'foo'", encode, {}, { foo = 1 })
  for _, name in ipairs(oracle.option_names()) do judge.contains(message, name) end
  fails("unknown option 'indents'", fleece.new, { indents = 2 })
  fails("option", encode, {}, { [1] = true })
  fails("option", encode, {}, { [{}] = true })
  fails("unknown option", fleece.encode_to, function() end, {}, { foo = 1 })
end

function TestOptions.test_metamethods_off_is_raw()
  local mt = {
    __tojson = function() return '"called"' end,
    __pairs = function() error("called") end,
    __len = function() error("called") end,
    __index = function() error("called") end,
  }
  local raw = { metamethods = false }
  bytes(encode(setmetatable({ 1, 2 }, mt), raw), "[1,2]")
  bytes(encode(setmetatable({ a = 1 }, mt), raw), '{"a":1}')
  bytes(encode(setmetatable({}, mt), raw), "{}")
  bytes(encode({ setmetatable({ 1 }, mt) }, raw), "[[1]]")
  bytes(encode(setmetatable({ 1 }, mt), { metamethods = true }), '"called"')
end

function TestOptions.test_what_options_make_an_error()
  fails({ "invalid UTF-8", "$" }, encode, "\255", { utf8 = "error" })
  fails("sparse array", encode, { [11] = 1 })
  fails("sparse array", encode, { [3] = 1 }, { sparse = "error" })
  fails("sparse array", encode, { [3] = 1 }, { sparse_safe = 2 })
  fails("sparse array", encode, { 1, nil, nil, 4 }, { sparse_safe = 0, sparse_ratio = 1.5 })
  fails("key", encode, { 1, x = 2 }, { mixed_keys = "error" })
  fails("key", encode, { [1.5] = 2 }, { mixed_keys = "error" })
  fails("NaN", encode, 0 / 0)
  fails("cannot encode", encode, 1 / 0, { canonical = true, nan = "literal" })
  fails("function", encode, print, { unsupported = "skip" })
  fails("invalid UTF-8", encode, "\255", { canonical = true, utf8 = "pass" })
end

-- What one table was allowed must not be allowed to the next table at its position, nor in a later call.
function TestOptions.test_mixed_keys_after_an_object_that_may_have_them()
  for _, more in ipairs { {}, { sort_keys = true }, { canonical = true }, { indent = 1 },
    { sparse = "object" }, { sort_keys = function(a, b) return a < b end } } do
    more.mixed_keys = "error"
    for _, before in ipairs { fleece.object { 1 }, fleece.object { x = 1 }, { a = fleece.object { 1 } },
      { { fleece.object { b = 1 } } }, fleece.array {} } do
      fails({ "number key", "$[2]" }, encode, { before, { 1, x = 2 } }, more)
      fails({ "number key", "$[2].b" }, encode, { before, { b = { 1, x = 2 } } }, more)
      lu.assertTrue((pcall(encode, { before }, more)))
      fails({ "number key", "$" }, encode, { 1, x = 2 }, more)
      fails({ "number key", "$.a" }, encode, { a = { 1, x = 2 } }, more)
      fails({ "number key", "$[1]" }, encode, { { x = 2, [1.5] = 1 } }, more)
    end
  end
end

function TestOptions.test_a_handler_that_gives_back_what_it_got()
  fails("function", encode, { print }, { unsupported = function(v) return v end })
  fails("nesting", encode, { print }, { unsupported = function(v) return { v } end })
end

function TestOptions.test_sort_function_gets_texts_and_may_contradict_itself()
  local kinds = {}
  local t = { a = 1, [2] = 2, [1.5] = 3 }
  encode(t, { sort_keys = function(a, b)
    kinds[type(a)], kinds[type(b)] = true, true
    return a < b
  end })
  lu.assertEquals(kinds, { string = true })
  local big = {}
  for i = 1, 300 do big["k" .. i] = i end
  local n = 0
  for _, order in ipairs { function() return true end, function() return false end,
    function() n = n + 1 return n % 3 == 0 end } do
    local ok, out = pcall(encode, big, { sort_keys = order })
    if ok then bytes(#out, #encode(big)) else judge.contains(out, "order") end
  end
end

function TestOptions.test_a_sort_function_that_raises()
  fails("from the order", encode, { a = 1, b = 2 },
    { sort_keys = function() error("from the order") end })
  bytes(encode { a = 1 }, '{"a":1}')
end

-- ---- Codecs -----------------------------------------------------------------------------

function TestCodec.test_options_hold_for_each_call()
  local codec = fleece.new { indent = 2, empty_table = "array" }
  for _ = 1, 3 do
    bytes(codec:encode { {} }, "[\n  []\n]")
    bytes(codec:size { {} }, 8)
  end
end

function TestCodec.test_functions_work_with_and_without_self()
  local codec = fleece.new { sort_keys = true }
  local encode_one = codec.encode
  bytes(codec:encode { b = 1, a = 2 }, '{"a":2,"b":1}')
  bytes(codec.encode { b = 1, a = 2 }, '{"a":2,"b":1}')
  bytes(encode_one { b = 1, a = 2 }, '{"a":2,"b":1}')
end

function TestCodec.test_inheritance()
  local base = fleece.new { indent = 2 }
  local sorted = base:new { sort_keys = true }
  local flat = sorted:new { indent = false }
  bytes(sorted:encode { b = 1, a = 2 }, '{\n  "a": 2,\n  "b": 1\n}')
  bytes(flat:encode { b = 1, a = 2 }, '{"a":2,"b":1}')
  bytes(base:encode { 1 }, "[\n  1\n]")
  fails("unknown option 'foo'", function() return base:new { foo = 1 } end)
end

function TestCodec.test_options_of_one_call_go_over_the_codecs()
  local codec = fleece.new { indent = 2, sort_keys = true }
  bytes(codec:encode({ b = 1, a = 2 }, { indent = false }), '{"a":2,"b":1}')
  bytes(codec:encode({ 1 }), "[\n  1\n]")
end

function TestCodec.test_options_are_copied()
  local opts = { indent = 2 }
  local codec = fleece.new(opts)
  opts.indent = false
  opts.foo = 1
  bytes(codec:encode { 1 }, "[\n  1\n]")
  local keys = { "b" }
  codec = fleece.new { sort_keys = keys }
  bytes(codec:encode { a = 1, b = 2, c = 3 }, '{"b":2,"a":1,"c":3}')
end

function TestCodec.test_codecs_do_not_touch_each_other()
  local a, b = fleece.new { empty_table = "array" }, fleece.new { empty_table = "object" }
  bytes(a:encode {} .. b:encode {} .. fleece.encode {}, "[]{}{}")
end

function TestCodec.test_new_without_options()
  bytes(fleece.new():encode { 1 }, "[1]")
  bytes(fleece.new(nil):encode {}, "{}")
end

function TestCodec.test_a_codec_has_the_same_functions()
  local codec = fleece.new()
  for _, name in ipairs { "encode", "encode_to", "size", "json", "new" } do
    lu.assertEquals(type(codec[name]), "function", name)
  end
  bytes(codec:json { 1, nil, 3 }:sub(1, 1), "{")
end

return { TestEncode = TestEncode, TestOptions = TestOptions, TestCodec = TestCodec }

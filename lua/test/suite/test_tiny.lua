-- test_tiny.lua — texts and values of a few bytes, which need no scratch memory: the same
-- results and errors as at length. A call with options, even none of them, always goes at length.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece = judge.fleece
local safe = require "fleece.safe"

local TestTinyDecode, TestTinyEncode = {}, {}

-- ---- Decoding -----------------------------------------------------------------------------

local kind = math.type or type

local function shown(v)
  if type(v) ~= "table" then
    if type(v) ~= "number" then return type(v) .. " " .. tostring(v) end
    return kind(v) .. string.format(" %.17g", v)
  end
  local members = {}
  for k, x in pairs(v) do members[#members + 1] = shown(k) .. " = " .. shown(x) end
  table.sort(members)
  return tostring(getmetatable(v)) .. " {" .. table.concat(members, ", ") .. "}"
end

local function outcome(ok, v, second)
  if ok then return shown(v) .. " and " .. tostring(second) end
  return "error " .. tostring(v):gsub("^[^ ]+:%d+: ", "")
end

local function same(codec, text)
  local tiny = outcome(pcall(codec.decode, text))
  local full = outcome(pcall(codec.decode, text, {}))
  if tiny ~= full then lu.fail(string.format("%q: %s, at length %s", text, tiny, full)) end
  return tiny:find("^error") == nil
end

-- Every text of n bytes of the alphabet; returns how many are valid.
local function every(codec, alphabet, n, text)
  if n == 0 then return same(codec, text) and 1 or 0 end
  local valid = 0
  for i = 1, #alphabet do
    valid = valid + every(codec, alphabet, n - 1, (text or "") .. alphabet:sub(i, i))
  end
  return valid
end

local bytes = '{}[]",:0123-.eE+truefalsn\\/* \n\t\0\127\195\169\239\187'
local few = '{}[]",:1-n\\ '

function TestTinyDecode.test_every_text_of_few_bytes()
  same(fleece, "")
  for n = 1, judge.long and 4 or 3 do lu.assertTrue(every(fleece, bytes, n) > 0) end
  for n = 4, judge.long and 6 or 5 do lu.assertTrue(every(fleece, few, n) > 0) end
end

local texts = {
  "true", "false", "null", "nul", "nulll", "true ", "truefalse", "-", "-0", "1e", "1e999", "0.1",
  "9223372036854775807", "9223372036854775808", "-9223372036854775809", "12345678901234567890",
  '"\\u00e9"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\u12"', '"\\x"', '"a\tb"', '"\255"', '"\0"',
  "[]", "[ ]", "[1]", "[1,2]", "[1,2,3]", "[1,2,3,4]", "[null]", "[null,1]", "[[]]", "[{}]",
  "[[[[[[[[]]]]]]]]", "[,]", "[1,]", "[1 2]", '[",,,,,,,,"]', '["[[[["]', "[1]]", "[1", "[",
  "{}", "{ }", '{"a":1}', '{"a":1,"b":2}', '{"a":1,"a":2}', '{"a":null}', '{"a":null,"a":1}',
  '{"a":[]}', '{"a":{}}', '{"":""}', '{"a"}', '{"a":}', '{"a":1,}', "{1:2}", '{"\\n":"\\n"}',
  '{"a":1', '{"a', "{", "\239\187\1911", "\239\187\191", "NaN", "[NaN]", "-Infinity", "//", "1//",
  "[1/**/]", "/**/1", " 1", "1 ", "\n", "1\0", "\0", "tru\0",
}
for n = 58, 70 do
  texts[#texts + 1] = '"' .. ("x"):rep(n) .. '"'
  texts[#texts + 1] = '"' .. ("\\n"):rep(math.floor(n / 2)) .. '"'
  texts[#texts + 1] = ("1"):rep(n)
end
for n = 8, 18 do
  texts[#texts + 1] = '["' .. ("x"):rep(n) .. '"]'
  texts[#texts + 1] = ("["):rep(n) .. ("]"):rep(n)
  texts[#texts + 1] = "[" .. (","):rep(n) .. "]"
end

local null = {}
local options = {
  {}, { null = null }, { null = fleece.nothing }, { null_in_arrays = 1, null_in_objects = false },
  { duplicates = "error" }, { duplicates = "first" },
  { duplicates = "first", null = fleece.nothing }, { empty_array = false }, { arrays = true },
  { objects = true }, { max_depth = 0 }, { max_depth = 2 }, { max_keys = 0 }, { max_keys = 1 },
  { max_string = 0 }, { max_string = 60 }, { max_bytes = 0 }, { max_bytes = 7 },
  { comments = true, trailing_commas = true, nan = true }, { bigint = "string" },
  { bigint = "error" }, { bigint = "raw" }, { integers = false }, { bom = true }, { position = 1 },
  { position = 2 }, { utf8 = "replace" }, { utf8 = "pass" },
}

function TestTinyDecode.test_every_option()
  for _, opts in ipairs(options) do
    local codec = fleece.new(opts)
    for _, text in ipairs(texts) do same(codec, text) end
  end
end

function TestTinyDecode.test_details_of_errors()
  for _, text in ipairs { "", "[", "tru", '{"a":1,}', '{"a":', '"\\x"', "1e999", "[1]]" } do
    local v, message, detail = safe.decode(text)
    local w, at_length, full = safe.decode(text, {})
    lu.assertNil(v)
    lu.assertNil(w)
    lu.assertEquals(message, at_length)
    lu.assertEquals(detail, full)
  end
end

function TestTinyDecode.test_other_arguments()
  lu.assertEquals(fleece.decode(12), 12)
  lu.assertEquals(fleece:decode("[1]"), { 1 })
  lu.assertEquals({ fleece.decode("1", nil) }, { 1 })
  lu.assertErrorMsgContains("string expected", fleece.decode, nil)
  lu.assertErrorMsgContains("string expected", fleece.decode, {})
  lu.assertErrorMsgContains("string expected", fleece.decode)
end

-- The results are new tables, with no trace of the text before.
function TestTinyDecode.test_history()
  for _, text in ipairs(texts) do
    pcall(fleece.decode, text)
    for _, next_text in ipairs { "[]", "{}", '{"a":1}', "[1]", "null", '"x"' } do
      same(fleece, next_text)
    end
  end
  lu.assertNotIs(fleece.decode "{}", fleece.decode "{}")
end

-- ---- Encoding -----------------------------------------------------------------------------

local function emptied(t)
  for k in pairs(t) do t[k] = nil end
  return t
end

local function with(metatable, t) return setmetatable(t or {}, metatable) end

local function tojson() return '"made"' end

local values = {
  true, false, 0, -1, 7, 123456, 2 ^ 53, -2 ^ 63, 1.5, 1e300, 5e-324, 0.1, -0.0, 1e21, 1 / 0,
  -1 / 0, 0 / 0, "", "x", "true", "abcdef", "abcdefg", "a\"b", "\\", "/", "<&>", "\n", "\0", "\127",
  "é", "\226\128\168", "\255", "a\195", ("x"):rep(64), ("x"):rep(65), ("\1"):rep(64),
  ("é"):rep(32), fleece.null, fleece.empty_array, fleece.nothing, fleece.raw "[1]", print,
  coroutine.create(function() end), fleece.array(), fleece.object(), fleece.array { 1 },
  fleece.object { a = 1 }, {}, { 1 }, { a = 1 }, { {} }, { false }, emptied { 1, 2 },
  emptied { a = 1 }, emptied { [0] = 1 }, { [0] = 1 }, fleece.array(emptied { 1 }), with {},
  with { __jsontype = "array" }, with { __jsontype = "object" }, with { __jsontype = "other" },
  with { __jsontype = 1 }, with { __name = "array" }, with { __name = 1, __jsontype = "array" },
  with { __name = 1, __jsontype = "object", __len = 0 }, with({ __jsontype = "object" }, { 1 }),
  with { __jsontype = "array", __tojson = tojson }, with { __tojson = tojson },
  with(emptied { __tojson = tojson, __jsontype = "array" }), with { "array" },
  with { __pairs = function() return next, { a = 1 } end }, with { __mode = "k" },
  with { __index = { 1, 2 }, __len = function() return 2 end }, with { [{}] = "__jsontype" },
}

local encode_options = {
  {}, { escape = "html" }, { escape = "ascii" }, { escape = "E0" }, { escape = "E1" },
  { escape = "E4" }, { utf8 = "pass" }, { utf8 = "replace" }, { empty_table = "array" },
  { metamethods = false }, { canonical = true }, { indent = 2 }, { sort_keys = true },
  { float_digits = 3 }, { float_integral = "float" }, { nan = "null" }, { nan = "string" },
  { unsupported = "null" }, { unsupported = "skip" }, { unsupported = "tostring" },
  { unsupported = function() return "handled" end }, { max_depth = 0 },
}

local function encoded(f, ...)
  local ok, text = pcall(f, ...)
  return ok and text or "error " .. tostring(text):gsub("^[^ ]+:%d+: ", "")
end

function TestTinyEncode.test_every_option()
  for i, opts in ipairs(encode_options) do
    local codec = fleece.new(opts)
    for j, v in ipairs(values) do
      judge.bytes(encoded(codec.encode, v), encoded(codec.encode, v, {}), i .. ", value " .. j)
    end
    judge.bytes(encoded(codec.encode, nil), encoded(codec.encode, nil, {}))
  end
end

function TestTinyEncode.test_inside_an_array()
  for j, v in ipairs(values) do
    local text = encoded(fleece.encode, v)
    if not text:find "^error" then
      judge.bytes("[" .. text .. "]", encoded(fleece.encode, { v }), "value " .. j)
    end
  end
end

function TestTinyEncode.test_classic()
  for j, v in ipairs(values) do
    judge.bytes(encoded(fleece.json, v), encoded(fleece.json, v, ""), "value " .. j)
  end
  judge.bytes(fleece.json(), "null")
end

-- The metatable of fleece.array is a table like any other.
function TestTinyEncode.test_a_marker_that_was_changed()
  local empty = fleece.array()
  local metatable = getmetatable(empty)
  metatable.__jsontype = "object"
  local object = fleece.encode(empty)
  metatable.__jsontype = nil
  local plain = fleece.encode(empty)
  metatable.__tojson = tojson
  local made = fleece.encode(empty)
  metatable.__tojson, metatable.__jsontype = nil, "array"
  lu.assertEquals({ object, plain, made, fleece.encode(empty) }, { "{}", "{}", '"made"', "[]" })
end

function TestTinyEncode.test_other_arguments()
  judge.bytes(fleece:encode "x", '"x"')
  judge.bytes(fleece.encode({}, nil), "{}")
  judge.bytes(fleece.encode(fleece.decode "[]"), "[]")
  judge.bytes(safe.encode "x", '"x"')
  local v, message, detail = safe.encode "\255"
  lu.assertNil(v)
  judge.contains(message, "UTF-8")
  lu.assertEquals(detail.code, "UTF8")
end

return { TestTinyDecode = TestTinyDecode, TestTinyEncode = TestTinyEncode }

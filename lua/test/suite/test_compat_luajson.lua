-- test_compat_luajson.lua — fleece.compat.luajson: LuaJSON's API, its options, and the same
-- values and texts as LuaJSON where it is installed.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local rival = require "rival"
local values = require "values"
local bytes = judge.bytes

-- Through the public API, Lua 5.1 has less stack.
local LEVELS = judge.fleece.info().backend == "capi" and 1000 or 10000

local global_before = rawget(_G, "json")
local json = require "fleece.compat.luajson"
local sets_global = rawequal(rawget(_G, "json"), json)
rawset(_G, "json", global_before)

local util = json.util
local has_lpeg, lpeg = pcall(require, "lpeg")

local TestLuajson, TestLuajsonOptions, TestLuajsonOriginal = {}, {}, {}

local function fails(message, f, ...)
  local ok, got = pcall(f, ...)
  lu.assertFalse(ok, message)
  bytes(rival.stripped(got), message)
end

-- ---- API --------------------------------------------------------------------------------

function TestLuajson.test_surface()
  lu.assertTrue(sets_global)
  bytes(json._VERSION, "1.3.5")
  bytes(json.encode { 1 }, "[1]")
  bytes(json.encode.encode { 1 }, "[1]")
  bytes(json.encode.getEncoder()({ 1 }), "[1]")
  lu.assertEquals(json.decode "[1]", { 1 })
  lu.assertEquals(json.decode.decode "[1]", { 1 })
  lu.assertEquals(json.decode.getDecoder(true)("[1]"), { 1 })
  lu.assertEquals(util.null(), util.null)
  lu.assertEquals(util.undefined(), util.undefined)
  lu.assertEquals(util.merge({ 1 }, nil, { 2, x = 3 }), { 2, x = 3 })
  lu.assertEquals(util.clone { 1 }, { 1 })
  lu.assertTrue(util.IsArray(util.InitArray {}))
  lu.assertFalse(util.IsArray {})
  lu.assertNil(util.IsArray { 1 })
  lu.assertTrue(util.IsArray(setmetatable({}, { __is_luajson_array = true })))
end

-- A tie: C rounds it to even, and so does Fleece; LuaJIT's own tostring rounds it up.
function TestLuajson.test_ties_of_fourteen_digits()
  local expected = "1.2345678901234e+14"
  if judge.version >= 5.5 then expected = tostring(123456789012345.0) end
  bytes(json.encode { 123456789012344.0 + 1 }, "[" .. expected .. "]")
end

function TestLuajson.test_submodules()
  for _, name in ipairs { "util", "decode", "decode.util", "decode.state", "decode.composite", "decode.number",
    "decode.others", "decode.strings", "encode", "encode.output", "encode.output_utility", "encode.array",
    "encode.calls", "encode.number", "encode.object", "encode.others", "encode.strings" } do
    lu.assertIsTable(require("fleece.compat.luajson." .. name), name)
  end
  lu.assertNil(json.decode.section)
  lu.assertNil(json.encode.section)
  local t = {}
  json.decode.util.setObjectKeyForceNumber(t, "12", "x")
  lu.assertEquals(t, { [12] = "x" })
  lu.assertNil(require("fleece.compat.luajson.decode.composite").generateLexer)
  lu.assertNil(require("fleece.compat.luajson.decode.number").int)
  lu.assertIsTable(json.decode.strict.strings.escapeCheck)
  if has_lpeg then lu.assertEquals(lpeg.type(json.decode.util.identifier), "pattern") end
end

function TestLuajson.test_encode()
  bytes(json.encode {}, "{}")
  bytes(json.encode(util.InitArray {}), "[]")
  bytes(json.encode { 1, "a/\1\31\127", true, util.null }, '[1,"a\\/\\u0001\\u001F\127",true,null]')
  bytes(json.encode { [5] = 1 }, '{"5":1}')
  bytes(json.encode { [true] = 1 }, '{"true":1}')
  bytes(json.encode { n = 3, 1 }, "[1,null,null]")
  bytes(json.encode { 1 / 0, -1 / 0, 0 / 0 }, "[Infinity,-Infinity,NaN]")
  bytes(json.encode { util.undefined }, "[undefined]")
  bytes(json.encode(util.buildCall("f", 1, nil, "x")), 'f(1,null,"x")')
  bytes(json.encode "x", '"x"')
  local cycle = {}
  cycle.a = cycle
  fails("Recursive encoding of value", json.encode, cycle)
  fails("Failed to encode value, unhandled type: userdata", json.encode, { io.stdout })
  fails("Failed to encode value, encoders for function deny encoding", json.encode, { print })
  fails("Invalid object index type: table", json.encode, { [{}] = 1 })
  fails("Invalid number: NaN not enabled", json.encode, { 0 / 0 }, json.encode.strict)
  fails("Invalid arguments: expects a JSON Object or Array at the root", json.encode, 5, json.encode.strict)
end

-- LuaJSON writes \v, which is not JSON, and never returns for an infinite length.
function TestLuajson.test_where_the_original_is_wrong()
  bytes(json.encode { "\v" }, '["\\u000B"]')
  bytes(json.encode { n = 1 / 0 }, '{"n":Infinity}')
  bytes(json.encode(judge.nest(LEVELS)), ("["):rep(LEVELS - 1) .. "{}" .. ("]"):rep(LEVELS - 1))
  lu.assertIsTable(json.decode(("["):rep(10000) .. ("]"):rep(10000)))
  fails("Value outside of an array or object", json.decode, ",")
end

function TestLuajson.test_output()
  local written = {}
  local file = { write = function(_, s) written[#written + 1] = s end }
  lu.assertNil(json.encode({ 1, { a = 2 }, "x" },
    { output = require("fleece.compat.luajson.encode.output").getIoWriter(file) }))
  bytes(table.concat(written), '[1,{"a":2},"x"]')
end

function TestLuajson.test_decode()
  local t = json.decode '{"a":[1,2.5,null,true],"b":undefined,c:\'d\',}'
  lu.assertEquals({ t.a[1], t.a[2], t.a[4], t.c }, { 1, 2.5, true, "d" })
  lu.assertTrue(t.a[3] == util.null and t.b == util.undefined)
  lu.assertTrue(util.IsArray(t.a) and util.IsArray(json.decode "[]"))
  bytes(json.decode '"\\ud83d\\ude00"', "\237\160\189\237\184\128")             -- the halves are not combined
  bytes(json.decode '["\\uD83d\\ude00"]'[1] or "", "\237\160\189\237\184\128")
  lu.assertEquals(json.decode("[1,null,null]", json.decode.simple), { 1, n = 3 })
  lu.assertNil(json.decode "")
end

function TestLuajson.test_failures()
  fails("unexpected character @ character: 4 1:2 [?] line:\n ?", json.decode, "[\n ?]")
  fails("'Octal numbers' denied @ character: 2 0:2 [0] line:\n[0", json.decode, "[01]")
  fails("'NaN' denied by option set 'number.nan' @ character: 2 0:2 [N] line:\n[N", json.decode, "[NaN]", true)
  fails('Illegal escape in string ["q"] @ 0:4', json.decode, '["\\q"]')
  fails('Illegal unicode escape in string ["z"] @ 0:5', json.decode, '["\\uzzzz"]')
  fails("Unclosed elements present", json.decode, "[1")
  fails("Missing key value", json.decode, "{1}" , true)
  fails("Cannot set key on array", json.decode, '["a":1]')
  fails("Initial value not an object or array", json.decode, "1", true)
  local value, message = json.decode("[1", { nothrow = true })
  lu.assertNil(value)
  lu.assertStrContains(message, "Unclosed elements present")
end

-- ---- Options ----------------------------------------------------------------------------

local function upper(s) return s:upper() end

-- Per library: the function creates the options from the util of either one.
local decode_options = {
  { unicodeWhitespace = false, initialObject = true }, { nothrow = true },
  { array = { allowEmptyElement = true }, object = { allowEmptyElement = true } },
  { array = { trailingComma = false }, object = { trailingComma = false, number = false } },
  { object = { identifier = false } }, { number = { hex = true, frac = false } },
  { number = { nan = false, inf = false, exp = false } }, { others = { allowUndefined = false } },
  { others = { null = false, undefined = 7 } }, { others = { null = "N" } },
  { strings = { badChars = "ab\n", strict_quotes = true } }, { strings = { escapeCheck = false } },
  { calls = { allowUndefined = true } },
  { calls = { defs = { f = true, g = function(n, ...) return { n, ... } end } } },
  { strings = { decodeUnicode = function(a, b) return "<" .. a .. b .. ">" end } },
  { object = { setObjectKey = function(t, k, v) rawset(t, k .. "!", v) end } },
}
if has_lpeg then
  local P, S, C = lpeg.P, lpeg.S, lpeg.C
  for _, options in ipairs { { strings = { escapeCheck = #S "qn" } }, { strings = { additionalEscapes = P "q" / "Q" } },
    { strings = { additionalEscapes = C(1) } },
    { calls = { defs = { f = false, [C(P "g")] = true }, allowEmptyElement = true, trailingComma = false } } } do
    decode_options[#decode_options + 1] = options
  end
else
  judge.note("lpeg is not installed: options that are LPeg patterns were not tested")
end

local encode_options = {
  { number = { nan = false } }, { number = { inf = false } }, { others = { allowUndefined = false } },
  { others = { null = false } }, { others = { undefined = false } },
  { strings = { xEncode = true, encodeSetAppend = "\128-\255" } }, { strings = { encodeSet = '"' } },
  { strings = { processor = upper } }, { array = { isArray = function(t) return #t > 0 end } },
  { preProcess = function(v) if v == "k" then return 5 end end }, { initialObject = true },
}

-- Of the code points from U+0080 on, LuaJSON treats these, and only these, as white space; the
-- others include their neighbours.
function TestLuajsonOptions.test_white_space_beyond_ascii()
  local spaces = {}
  local function add(lead, ...) for _, last in ipairs { ... } do spaces[lead .. string.char(last)] = true end end
  add("\194", 133, 160)
  add("\225\154", 128)
  add("\225\160", 142)
  add("\226\128", 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 168, 169, 175)
  add("\226\129", 159)
  add("\227\128", 128)
  add("\239\187", 191)
  for _, lead in ipairs { "\194", "\225\154", "\225\160", "\226\128", "\226\129", "\227\128", "\239\187" } do
    for last = 128, 191 do
      local space = lead .. string.char(last)
      lu.assertEquals(pcall(json.decode, space .. "true" .. space), spaces[space] or false, ("%q"):format(space))
    end
  end
end

-- A processor also receives the number of escaped characters.
function TestLuajsonOptions.test_processor()
  local told = {}
  local function processor(text, escapes)
    told[#told + 1] = text .. " " .. escapes
    return "<" .. text .. ">"
  end
  bytes(json.encode({ 'a"/b', "c" }, { strings = { processor = processor } }), '["<a\\"\\/b>","<c>"]')
  lu.assertEquals(told, { 'a\\"\\/b 2', "c 0" })
end

function TestLuajsonOptions.test_decoding()
  lu.assertEquals(json.decode("[0x1F]", { number = { hex = true } }), { 31 })
  fails("'Fractions' denied by option set 'number.frac' @ character: 3 0:3 [.] line:\n[1.", json.decode, "[1.5]",
    { number = { frac = false } })
  lu.assertEquals(json.decode("[1,,2]", { array = { allowEmptyElement = true }, others = { undefined = "E" } }),
    { 1, "E", 2 })
  lu.assertEquals(json.decode("[1,null]", { others = { null = false }, array = { ignoreLength = true } }), { 1 })
  lu.assertEquals(json.decode('{"a":1}', decode_options[16]), { ["a!"] = 1 })
  lu.assertEquals({ json.decode(5), json.decode(-2.5), json.decode(5, { others = { null = 0 } }) }, { 5, -2.5, 5 })
  for result, unicode in pairs { ["<7>"] = function() return 7 end, ["<u00e9>"] = function() end } do
    bytes(json.decode('"<\\u00e9>"', { strings = { decodeUnicode = unicode } }), result)
  end
  for _, value in pairs { false, true, {} } do
    fails("invalid replacement value (a " .. type(value) .. ")", json.decode, '["\\u00e9"]',
      { strings = { decodeUnicode = function() return value end } })
  end
  fails("invalid replacement value (a nil)", json.decode, '"\\u00e9"',
    { strings = { decodeUnicode = function() return nil end } })
  lu.assertEquals(json.decode("f(1,2)", { calls = { defs = { f = function(_, a, b) return a + b end } } }), 3)
  fails("Function call on 'f' not permitted", json.decode, "f(1)", { calls = { defs = { f = false } } })
end

-- The same options again, with a part that is not a pattern: the native decoder and the Lua side give
-- the same result.
function TestLuajsonOptions.test_both_ways()
  local by_lua = { strings = { decodeUnicode = function(a, b)
    return require("fleece.compat.luajson_lexer").decode_unicode(a, b)
  end } }
  local random = values.random(31)
  local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9\\ud83d\\ude00"', "1", "-2.5", "1e5", "true",
    "false", "null", " ", '"\200\n"', "-0", "1e400", "9223372036854775808", '{"k":1,"k":null}', "[[],{}]" }
  for _ = 1, judge.long and 100000 or 4000 do
    local text = rival.text(random, tokens, 16, 9)
    rival.same(rival.outcome(nil, json.decode, text, by_lua), rival.outcome(nil, json.decode, text), ("%q"):format(text))
  end
end

-- ---- Comparison with the original -------------------------------------------------------

local o_decode, o_encode, o_util
if has_lpeg then o_util, o_decode, o_encode = rival.load("json.util", "json.decode", "json.encode") end

local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9\\ud83d\\ude00"', "1", "-2.5", "1e5", "true",
  "false", "null", " ", "\n", "//x\n", "/* c */", "\239\187\191", '"\\q"', '"\\u12"', '"open', "-", "1.", "01", "nullx",
  "\\", "'b'", "0x1F", ".5", "-0", "/*", "\v", '"\n"', '"\\x41\\v\\z\\\'"', "NaN", "-Infinity", "undefined", "abc", "f(",
  "g(", ")", "\194\160", "\226\128\159", "\226\128\168", "\226\129\159", "\226\129\168", "\225\154\128", "\225\160\142",
  "\226\128\139", "1e400", '"\200\127"' }

-- Values that differ between the libraries, under the same names.
local function named(u)
  return { [u.null] = "null", [u.undefined] = "undefined", [getmetatable(u.InitArray {})] = "array",
    [getmetatable(u.buildCall "f")] = "call" }
end

local function value_of(u, random, depth)
  local kind = random(depth > 0 and 16 or 9)
  if kind == 1 then return random(1000) - 500 end
  if kind == 2 then return (random(1000) - 500) / 7 end
  if kind == 3 then return "s" .. random(10) .. '/"\\\n\1\31\127\200é' end
  if kind == 4 then return random(2) == 1 end
  if kind == 5 then return u.null end
  if kind == 6 then return ({ 1e15, 1e100, -0.0, 2 ^ 53, 1 / 0, -1 / 0, 1e-7, 123456789012 })[random(8)] end
  if kind == 7 then return ({ u.undefined, print })[random(10) == 1 and 2 or 1] end
  if kind <= 9 then return kind == 8 and "" or "k" end
  if kind == 10 then return u.buildCall("f" .. random(3), value_of(u, random, depth - 1), nil, random(4)) end
  if kind == 11 then return u.InitArray { value_of(u, random, depth - 1), nil, value_of(u, random, depth - 1) } end
  local t = {}
  for i = 1, random(5) - 1 do
    t[kind <= 13 and i or ({ "a", "b", 7, 1.5, true, "x\n" })[random(6)]] = value_of(u, random, depth - 1)
  end
  if random(8) == 1 then t[random(9) + 2] = 1 end
  if random(8) == 1 then t.n = random(4) - 1 end
  return t
end

if o_util then
  local original_names, names = named(o_util), named(util)

  function TestLuajsonOriginal.test_texts()
    local random = values.random(32)
    for _ = 1, judge.long and 20000 or 1200 do
      local text = rival.text(random, tokens, 19, 9)
      local what = ("%q"):format(text)
      local function compare(original_mode, mode)
        rival.same(rival.outcome(original_names, o_decode.decode, text, original_mode),
          rival.outcome(names, json.decode.decode, text, mode), what)
      end
      compare(nil, nil)
      compare(true, true)
      compare(o_decode.simple, json.decode.simple)
      local options = decode_options[random(#decode_options)]
      if not options.nothrow then compare(options, options) end
    end
  end

  function TestLuajsonOriginal.test_values()
    for seed = 1, judge.long and 20000 or 900 do
      local function compare(original_options, options)
        local value, same = value_of(o_util, values.random(seed), 3), value_of(util, values.random(seed), 3)
        rival.same(rival.outcome(nil, o_encode.encode, value, original_options),
          rival.outcome(nil, json.encode.encode, same, options), "value " .. seed)
      end
      compare(nil, nil)
      compare(o_encode.strict, json.encode.strict)
      local options = encode_options[seed % #encode_options + 1]
      compare(options, options)
    end
  end
end

return { TestLuajson = TestLuajson, TestLuajsonOptions = TestLuajsonOptions,
  TestLuajsonOriginal = o_util and TestLuajsonOriginal or nil }

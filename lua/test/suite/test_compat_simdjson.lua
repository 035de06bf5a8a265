-- test_compat_simdjson.lua — the drop-in for lua-simdjson: its functions, settings and texts, and
-- each deliberate difference (docs/guides/migrating-from-lua-simdjson.md).
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local rival = require "rival"
local fleece, bytes = judge.fleece, judge.bytes

local simdjson = require "fleece.compat.simdjson"
local encode, parse = simdjson.encode, simdjson.parse

local TestEncode, TestParse, TestOpen, TestOriginal = {}, {}, {}, {}

function TestEncode.test_values()
  bytes(encode { 1, 2.5, "a/\127\1", true, simdjson.null }, '[1,2.5,"a/\127\\u0001",true,null]')
  bytes(encode {}, "{}")
  bytes(encode { [5] = 1 }, '{"5":1}')
  bytes(encode(setmetatable({ 1 }, { __len = error, __index = error, __tojson = error })), "[1]")
  if judge.has_integers then bytes(encode { 1.0, 1 }, "[1.0,1]") end
end

function TestEncode.test_exponents() bytes(encode { 1e20, 1e-5 }, "[1e20,1e-5]") end

function TestEncode.test_errors()
  judge.fails("cannot encode NaN or infinity as JSON", encode, { 1 / 0 })
  local cycle = {}
  cycle[1] = cycle
  judge.fails("cannot encode a cyclic table", encode, cycle)
  judge.fails("maximum nesting depth exceeded (limit: 128)", encode, judge.nest(129))
  judge.fails("unsupported key type in table for serialization: boolean", encode, { [true] = 1 })
  judge.fails("unsupported Lua data type for serialization: function", encode, { print })
  judge.fails("encoded JSON contains invalid UTF-8 sequences", encode, "\255")
end

function TestEncode.test_options()
  bytes(encode({ { 1 } }, { maxDepth = 2, bufferSize = 100 }), "[[1]]")
  judge.fails("maximum nesting depth exceeded (limit: 1)", encode, { { 1 } }, { maxDepth = 1 })
  judge.fails("unknown encode option", encode, 1, { depth = 1 })
  judge.fails("maxDepth must be an integer between 1 and 128", encode, 1, { maxDepth = 129 })
  judge.fails("maxDepth must be an integer", encode, 1, { maxDepth = "1" })
  judge.fails("bufferSize must be an integer between 1 and 67108864", encode, 1, { bufferSize = 0 })
  judge.fails({ "bad argument #1 to", "expected 1 or 2 arguments" }, encode)
  judge.fails({ "bad argument #1 to", "expected 1 or 2 arguments" }, encode, 1, {}, 3)
  judge.fails({ "bad argument #2 to", "table expected, got number" }, encode, 1, 2)
end

function TestEncode.test_settings()
  lu.assertEquals({ simdjson.getMaxEncodeDepth(), simdjson.getEncodeBufferSize() }, { 128, 16384 })
  simdjson.setMaxEncodeDepth(1)
  local ok, problem = pcall(encode, { { 1 } })
  simdjson.setMaxEncodeDepth(128)
  lu.assertFalse(ok)
  lu.assertStrContains(problem, "(limit: 1)")
  simdjson.setEncodeBufferSize(20000)
  lu.assertEquals(simdjson.getEncodeBufferSize(), 20000)
  simdjson.setEncodeBufferSize(16384)
  judge.fails("maximum encode depth must be an integer between 1 and 128", simdjson.setMaxEncodeDepth, 0)
  judge.fails("encode buffer size must be an integer", simdjson.setEncodeBufferSize, {})
end

function TestParse.test_values()
  lu.assertEquals(parse '{"a":[1,2.5,"x",true,null,{}]}',
    { a = { 1, 2.5, "x", true, simdjson.null, {} } })
  lu.assertNil(getmetatable(parse "[]"))
  lu.assertEquals(parse "9223372036854775808", 9223372036854775808.0)
end

function TestParse.test_minus_zero_is_the_integer() lu.assertEquals(tostring(parse "[-0]"[1]), "0") end

function TestParse.test_errors()
  for text, code in pairs { [""] = "EMPTY", ["[1"] = "INCOMPLETE_ARRAY_OR_OBJECT", ['"a'] =
    "UNCLOSED_STRING", ["[tru]"] = "INCORRECT_TYPE", ["[nul]"] = "INCORRECT_TYPE", ["[falsey]"] =
    "INCORRECT_TYPE", ["[01]"] = "NUMBER_ERROR", ["[1e999]"] =
    "NUMBER_ERROR", ['["\255"]'] = "UTF8_ERROR", ['["\n"]'] = "UNESCAPED_CHARS", ['["\\q"]'] =
    "STRING_ERROR", [("["):rep(1025) .. ("]"):rep(1025)] = "DEPTH_ERROR", ["[1 2]"] = "TAPE_ERROR",
    ['{"a" 1}'] = "TAPE_ERROR", ["[1{}]"] = "TAPE_ERROR", ["{1:2}"] = "TAPE_ERROR", ["1,"] =
    "TRAILING_CONTENT", ["-"] = "NUMBER_ERROR", ["tru"] = "INCORRECT_TYPE" } do
    judge.fails(code .. ": ", parse, text)
  end
  judge.fails("simdjson::ondemand::json_type::unknown", parse, "[1,]")
  judge.fails("simdjson::ondemand::json_type::unknown", parse, "x")
  judge.fails({ "bad argument #1 to", "string expected, got table" }, parse, {})
  judge.fails({ "bad argument #1 to", "string expected, got no value" }, parse)
end

-- ---- Deliberate differences ---------------------------------------------------------------------

function TestParse.test_what_follows_an_array_is_an_error()
  judge.fails("TRAILING_CONTENT: ", parse, "[1][2]")
  judge.fails("TRAILING_CONTENT: ", parse, "[]]")
end

-- Quotes and bytes of the whole text count first, then its last byte.
function TestParse.test_which_error_comes_first()
  judge.fails("UNCLOSED_STRING: ", parse, '[tru,"a')
  judge.fails("UNCLOSED_STRING: ", parse, '[\\"a"]')
  judge.fails("UNESCAPED_CHARS: ", parse, '[01,"\n"]')
  judge.fails("UNESCAPED_CHARS: ", parse, '["\\\n"]')
  judge.fails("UTF8_ERROR: ", parse, '[01,"\255"]')
  judge.fails("INCOMPLETE_ARRAY_OR_OBJECT: ", parse, "[01")
  judge.fails("INCOMPLETE_ARRAY_OR_OBJECT: ", parse, "{{ ")
  judge.fails("INCOMPLETE_ARRAY_OR_OBJECT: ", parse, "[1" .. (" "):rep(300000) .. ", ")
end

-- simdjson has an error for integers beyond 64 bits.
function TestParse.test_large_integers_are_floats()
  lu.assertEquals(parse "[18446744073709551616]"[1], 18446744073709551616.0)
end

function TestParse.test_scalars_are_values() lu.assertEquals({ parse "1", parse '"x"' }, { 1, "x" }) end

function TestParse.test_depth_is_no_danger()
  local text = ("["):rep(1000) .. ("]"):rep(1000)
  lu.assertEquals(#fleece.encode(parse(text), { empty_table = "array" }), #text)
end

-- ---- Documents ------------------------------------------------------------------------------------

function TestOpen.test_pointers()
  local doc = simdjson.open '{"a":[1,{"b/c":null}],"~":{}}'
  lu.assertEquals(type(doc), "userdata")
  lu.assertEquals({ doc:atPointer "/a/0", doc:at "/~0" }, { 1, {} })
  lu.assertEquals(doc:atPointer "/a/1/b~1c", simdjson.null)
  lu.assertEquals(doc:atPointer "", { a = { 1, { ["b/c"] = simdjson.null } }, ["~"] = {} })
  lu.assertNil(getmetatable(doc:atPointer "/a"))
  for pointer, code in pairs { ["/z"] = "NO_SUCH_FIELD", ["a"] = "INVALID_JSON_POINTER", ["/a/9"] =
    "INDEX_OUT_OF_BOUNDS", ["/a/x"] = "INCORRECT_TYPE", ["/a/0/b"] = "INVALID_JSON_POINTER" } do
    judge.fails(code .. ": ", doc.atPointer, doc, pointer)
  end
  judge.fails("This should be treated as a read-only table.", function() doc.x = 1 end)
  judge.fails("ParsedObject expected, got table", doc.atPointer, {}, "/a")
end

function TestOpen.test_faults_are_found_when_a_value_is_asked_for()
  local doc = simdjson.open "[1 2]"
  judge.fails("TAPE_ERROR: ", doc.atPointer, doc, "/0")
  judge.fails("UNCLOSED_STRING: ", simdjson.open, '[1 2,"a')
end

function TestOpen.test_files()
  local name = os.tmpname()
  local file = assert(io.open(name, "wb"))
  file:write '{"a":1}'
  file:close()
  lu.assertEquals(simdjson.parseFile(name), { a = 1 })
  lu.assertEquals(simdjson.openFile(name):atPointer "/a", 1)
  os.remove(name)
  judge.fails("IO_ERROR: ", simdjson.parseFile, name)
  judge.fails("IO_ERROR: ", simdjson.openFile, name)
end

function TestOpen.test_the_rest()
  lu.assertEquals({ simdjson._NAME, simdjson._VERSION }, { "simdjson", "0.0.9" })
  lu.assertStrContains(simdjson.activeImplementation(), fleece.info().kernel)
end

-- ---- Beside the original -------------------------------------------------------------------------

local original = rival.load "simdjson"

local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9\\ud83d\\ude00"', "1", "-2.5", "1e5", "true",
  "false", "null", " ", "\n", '"\\ud800"', '"\\x"', '"open', "-", "1.", "01", "1e400", "-0", "-0.0", '"\n"', "1e", "tru",
  "+1", ".5", '"\200\127"', '"\\ud83d\\u0041"', '{"k":1,"k":null}', '"\\u12"', "1e-400", '"\\' }

local rounds = judge.long and 200000 or 4000

-- Errors by the drop-in's codes.  What is behind a value, and words, are errors by the version of
-- simdjson, which also has another message for what is no value.
local function by_version(text, one, other)
  if not other:find "^error " then return text:find "^%s*[tfn]" and one:find "^error " end
  if other:find "TRAILING" or other:find "INCORRECT_TYPE" then return true end
  local message = other:gsub("^error [%u%d_]+: ", "error ")
  return one:find(message, 1, true) or (one:find "^error " and not message:find "^error %u") or
    (message:find "^error no JSON" and one:find "no JSON found") or
    (text:find '"\\[xu]' and message:find "parsing a string" and one:find "improper structure") or
    (message:find "ended early" and one:find "improper structure")
end

if original then
  function TestOriginal.test_texts()
    rival.same_texts { seed = 61, rounds = rounds, tokens = tokens, plain = 15, one = original.parse, other = parse,
      alike = function(text, one, other)
        return (other:find "^error " or one:find "^error ") and by_version(text, one, other)
      end }
  end

  -- Exponents, last digits and, where there are no integers, `1.0` are documented differences.
  local function read(library)
    return function(value)
      return rival.shown(fleece.decode(library.encode(value), { integers = false }))
    end
  end

  function TestOriginal.test_values()
    rival.same_values { seed = 62, rounds = rounds / 2, one = read(original), other = read(simdjson),
      shown = function(outcome) return (outcome:gsub('"(%-?%d+)%.0"', '"%1"'):gsub('"(%-?%d+)%.0\\"', '"%1\\"')) end }
  end
end

return { TestEncode = TestEncode, TestParse = TestParse, TestOpen = TestOpen,
  TestOriginal = original and TestOriginal or nil }

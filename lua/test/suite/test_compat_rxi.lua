-- test_compat_rxi.lua — fleece.compat.rxi: what rxi's json.lua 0.1.2 does, through the native codec
-- and the Lua side alike, and through the original if `json` is that library.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local rival = require "rival"
local rxi = require "fleece.compat.rxi"
local by_lua = require "fleece.compat.rxi_text"
local bytes = judge.bytes

-- Through the public API, Lua 5.1 has less stack.
local LEVELS = judge.fleece.info().backend == "capi" and 1000 or 10000

local TestRxi, TestRxiBothWays, TestRxiOriginal = {}, {}, {}

local function encode(value)
  local text = rxi.encode(value)
  bytes(by_lua.encode(value), text)
  return text
end

local function fails(message, f, ...)
  local ok, got = pcall(f, ...)
  lu.assertFalse(ok, message)
  bytes(rival.stripped(got), message)
end

function TestRxi.test_version() bytes(rxi._version, "0.1.2") end

function TestRxi.test_encode()
  bytes(encode(nil), "null")
  bytes(encode {}, "[]")
  bytes(encode { 1, "a", true, { x = false } }, '[1,"a",true,{"x":false}]')
  bytes(encode '"\\/\b\f\n\r\t\0\27\127é\200', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001b\127é\200"')
  bytes(encode { 1 / 3, 1e15, 123456789012347, 1e-7, -0.0, 3.0 },
    "[0.33333333333333,1e+15,1.2345678901235e+14,1e-07,-0,3]")
  if judge.has_integers then bytes(encode { 9007199254740993 }, "[9.007199254741e+15]") end
  bytes(encode { 99999999999999, -99999999999999, 100000000000000, -100000000000000 },
    "[99999999999999,-99999999999999,1e+14,-1e+14]")
end

function TestRxi.test_what_is_not_encoded()
  fails("invalid table: sparse array", rxi.encode, { 1, nil, 3 })
  fails("invalid table: mixed or invalid key types", rxi.encode, { 1, 2, x = 3 })
  fails("invalid table: mixed or invalid key types", rxi.encode, { [3] = 1 })
  fails("invalid table: mixed or invalid key types", rxi.encode, { [true] = 1 })
  fails("unexpected type 'function'", rxi.encode, { a = print })
  fails("unexpected type 'userdata'", rxi.encode, { require("fleece").null })
  fails("unexpected number value 'inf'", rxi.encode, { 1 / 0 })
  fails("unexpected number value '-inf'", rxi.encode, -1 / 0)
  local cycle = {}
  cycle[1] = cycle
  fails("circular reference", rxi.encode, cycle)
end

function TestRxi.test_metamethods()
  local listed = setmetatable({ 1 }, { __len = function() return 1 end })
  bytes(encode(listed), "[1]")
  bytes(encode(setmetatable({ a = 1 }, { __jsontype = "array" })), '{"a":1}')
end

function TestRxi.test_decode()
  lu.assertEquals(rxi.decode ' {"a":[1,2.5,null,true],"b":"\\u263a\\ud83d\\ude02\\n\\/"} ',
    { a = { 1, 2.5, nil, true }, b = "☺😂\n/" })
  lu.assertNil(rxi.decode "null")
  lu.assertEquals(rxi.decode "[1,2,]", { 1, 2 })
  lu.assertEquals(rxi.decode '{"a":1,}', { a = 1 })
  lu.assertEquals(rxi.decode "[0x10,1e400,01]", { 16, 1 / 0, 1 })
  bytes(rxi.decode '"\\ud83d"', "\237\160\189")
  bytes(rxi.decode '"\\ud800\\u0041"', "\226\145\129")     -- treated as a pair, whatever follows
  lu.assertNil(getmetatable(rxi.decode "[]"))
end

function TestRxi.test_failures()
  for text, message in pairs {
    ["[1 2]"] = "expected ']' or ',' at line 1 col 5",
    ["[1,2"] = "expected ']' or ',' at line 1 col 6",
    ['{"a":1 x'] = "expected '}' or ',' at line 1 col 9",
    ["{x:1}"] = "expected string for key at line 1 col 2",
    ['{"a" 1}'] = "expected ':' after key at line 1 col 6",
    ["[tru]"] = "invalid literal 'tru' at line 1 col 2",
    ["[\n 1x]"] = "invalid number '1x' at line 2 col 2",
    ['"a\\z"'] = "invalid escape char 'z' in string at line 1 col 3",
    ['"\\u12"'] = "invalid unicode escape in string at line 1 col 2",
    ['"a\nb"'] = "control character in string at line 1 col 3",
    ['"abc'] = "expected closing quote for string at line 1 col 1",
    [""] = "unexpected character '' at line 1 col 1",
    ["'a'"] = "unexpected character ''' at line 1 col 1",
    ["1 2"] = "trailing garbage at line 1 col 3",
  } do
    fails(message, rxi.decode, text)
  end
  fails("expected argument of type string, got number", rxi.decode, 5)
  fails("expected argument of type string, got nil", rxi.decode)
end

-- A tie: C rounds it to even, and so does Fleece; LuaJIT's own format rounds it up.
function TestRxi.test_ties_of_fourteen_digits()
  bytes(rxi.encode { 123456789012344.0 + 1 }, "[1.2345678901234e+14]")
end

function TestRxi.test_ten_thousand_levels()
  local text = rxi.encode(judge.nest(LEVELS))
  bytes(text, ("["):rep(LEVELS - 1) .. "[]" .. ("]"):rep(LEVELS - 1))
  lu.assertIsTable(rxi.decode(text))
  judge.fails("unexpected character '' at line 1 col 1000001", rxi.decode, ("["):rep(1000000))
  judge.fails("expected ']' or ',' at line 1 col 700004", rxi.decode,
    ('[{"a":'):rep(100000) .. "1" .. ("}]"):rep(50000) .. "}}")
end

-- The native codec and the Lua side agree, whatever the text or the value is.
local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9\\ud83d\\ude00"', "1", "-2.5", "1e5", "true",
  "false", "null", " ", "\n", '"\\ud800"', '"\\x"', '"open', "-", "1.", "01", "0x1F", "1e400", "-0", "-0.0", '"\n"',
  '"\200\127"', "9223372036854775808", '"\\ud83d\\u0041"', '{"k":1,"k":null}' }

local rounds = judge.long and 200000 or 6000

function TestRxiBothWays.test_texts()
  rival.same_texts { seed = 11, rounds = rounds, tokens = tokens, plain = 15, one = by_lua.decode, other = rxi.decode }
end

function TestRxiBothWays.test_values()
  rival.same_values { seed = 12, rounds = rounds / 4, one = by_lua.encode, other = rxi.encode }
end

local original = rival.load_with("_version", "json", "rxi's json.lua")

if original then
  function TestRxiOriginal.test_texts()
    rival.same_texts { seed = 13, rounds = rounds, tokens = tokens, plain = 15, one = original.decode,
      other = rxi.decode }
  end

  function TestRxiOriginal.test_values()
    rival.same_values { seed = 14, rounds = rounds / 4, one = original.encode, other = rxi.encode }
  end
end

return { TestRxi = TestRxi, TestRxiBothWays = TestRxiBothWays,
  TestRxiOriginal = original and TestRxiOriginal or nil }

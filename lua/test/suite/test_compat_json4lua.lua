-- test_compat_json4lua.lua — fleece.compat.json4lua (1.0.1), fleece.compat.json4 (0.9.50, 2011)
-- and fleece.compat.luajson_c (stringify, 2011).  The native codec and the Lua side are compared
-- with each other, and with JSON4Lua if `json` is JSON4Lua.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local rival = require "rival"
local json = require "fleece.compat.json4lua"
local json4 = require "fleece.compat.json4"
local luajson = require "fleece.compat.luajson_c"
local by_lua = require "fleece.compat.json4lua_text"
local bytes = judge.bytes

-- Through the public API, Lua 5.1 has less stack.
local LEVELS = judge.fleece.info().backend == "capi" and 1000 or 10000

judge.note("no distribution has the LuaJSON and JSON4Lua of 2011: their drop-ins were not compared with them")

local TestJson4lua, TestJson4luaBothWays, TestJson4, TestLuajsonC = {}, {}, {}, {}
local TestJson4luaOriginal = {}

-- ---- JSON4Lua: encoding -----------------------------------------------------------------

local function encode(value)
  local text = json.encode(value)
  bytes(by_lua.encode(value), text)
  return text
end

function TestJson4lua.test_encode()
  bytes(encode { 2, "joe", false, nil, "hi" }, '[2,"joe",false,null,"hi"]')
  bytes(encode {}, "[]")
  bytes(encode(nil), "null")
  bytes(encode '"\\/\b\f\n\r\t\127é\200', '"\\"\\\\\\/\\b\\f\\n\\r\\t\127é\200"')
  bytes(encode { [20] = 1 }, "[" .. ("null,"):rep(19) .. "1]")
  bytes(encode { 1, 2, n = 2 }, "[1,2]")
  bytes(encode { 1, n = 7 }, "[1]")
  bytes(encode { n = print }, "[]")
  bytes(encode { n = false }, '{"n":false}')                                  -- the only n that counts
  bytes(encode { { nil, "x" }, { n = false } }, '[[null,"x"],{"n":false}]')
  bytes(encode { [true] = 1 }, '{"true":1}')
  bytes(encode { 48.123, 1e15, 3.0 }, "[48.123," .. tostring(1e15) .. "," .. tostring(3.0) .. "]")
end

-- A tie: C rounds it to even, and so does Fleece; LuaJIT's own tostring rounds it up.
function TestJson4lua.test_ties_of_fourteen_digits()
  local expected = "1.2345678901234e+14"
  if judge.version >= 5.5 then expected = tostring(123456789012345.0) end
  bytes(json.encode { 123456789012344.0 + 1 }, "[" .. expected .. "]")
end

function TestJson4lua.test_null_and_empty_markers()
  bytes(json.encode { 1, json.null, x = json.null } == nil and "" or json.encode { 1, json.null }, "[1,null]")
  bytes(json.encode { x = json.null }, '{"x":null}')
  lu.assertEquals(json.null(), json.null)
  bytes(json.encode { json.EMPTY_ARRAY, json.EMPTY_OBJECT }, "[[],{}]")
end

function TestJson4lua.test_other_marks()
  local array, object = json.EMPTY_ARRAY, json.EMPTY_OBJECT
  json.EMPTY_ARRAY, json.EMPTY_OBJECT = {}, {}
  bytes(json.encode { json.EMPTY_OBJECT, object, array }, "[[],{},[]]")
  json.EMPTY_ARRAY, json.EMPTY_OBJECT = array, object
end

function TestJson4lua.test_what_cannot_be_encoded_is_left_out_of_objects()
  bytes(encode { a = 1, f = print }, '{"a":1}')
  bytes(encode { [print] = 1, b = 2 }, '{"b":2}')
  bytes(encode { 1, f = print }, "[1]")
  bytes(encode { 5, print }, '{"1":5}')
  bytes(encode { a = require("fleece").null }, "[]")
  judge.fails("encode attempt to encode unsupported type function:function:", json.encode, print)
end

-- The original writes nan, inf and raw control characters, which is not JSON, and overflows the
-- stack on a table that contains itself.
function TestJson4lua.test_where_the_original_is_wrong()
  judge.fails("encode attempt to encode unsupported type number:", json.encode, { 0 / 0 })
  judge.fails("encode attempt to encode unsupported type number:inf", json.encode, 1 / 0)
  bytes(encode "\1\31", '"\\u0001\\u001F"')
  local cycle = {}
  cycle.a = cycle
  judge.fails({ "encode attempt to encode unsupported type table:", "it contains itself" }, json.encode, cycle)
  judge.fails("its highest index is 20000000", json.encode, { [20000000] = 1 })
  lu.assertEquals({ json.decode "[1E3,2e-1]" }, { { 1000, 0.2 }, 11 })          -- E fails there
  lu.assertEquals({ json.decode "1E3" }, { 1000, 4 })
  lu.assertNil(rawget(_G, "object"))                                         -- a global there
  judge.fails('String decoding failed: missing closing " at position 4(for string at position 1)',
    json.decode, '"abc')
  judge.fails("JSON object key-value assignment mal-formed at 6", json.decode, "{true:1}")
end

-- ---- JSON4Lua: decoding -----------------------------------------------------------------

function TestJson4lua.test_decode()
  lu.assertEquals({ json.decode ' {"a":[1,2.5,"x",null,true]} rest' }, { { a = { 1, 2.5, "x", nil, true } }, 29 })
  lu.assertEquals({ json.decode("xx[1]", 3) }, { { 1 }, 6 })
  lu.assertEquals({ json.decode "null" }, { nil, 5 })
  lu.assertEquals(json.decode [["Test\u00A7\\\""]], 'Test\194\167\\"')
  bytes(json.decode [["\ud83d\ude00"]], "\237\160\189\237\184\128")               -- the halves are not combined
  bytes((json.decode [=[["\uD83D\uDE00"]]=])[1], "\237\160\189\237\184\128")
end

-- The original negates 9223372036854775808, which is a float.
function TestJson4lua.test_the_least_integer()
  local least = (json.decode "[-9223372036854775808]")[1]
  lu.assertEquals(least, -2 ^ 63)
  if judge.has_integers then lu.assertEquals(math.type(least), "integer") end
end

function TestJson4lua.test_odd_positions()
  lu.assertEquals({ json.decode("xx[1]", -3) }, { { 1 }, 6 })
  lu.assertEquals({ json.decode("xx[1]", -3.0) }, { { 1 }, 6 })
  lu.assertEquals({ json.decode(" 17", 0) }, { 17, 4 })
  lu.assertEquals({ json.decode("xx[1]", "3") }, { { 1 }, 6 })
  local _, after = json.decode("xx[1]", 3.0)
  bytes(tostring(after), "6")
  judge.fails("Unterminated JSON encoded object found at position in [1]", json.decode, "1", 2)
end

function TestJson4lua.test_leniency()
  lu.assertEquals(json.decode "[1 2,3]", { 1, 2, 3 })
  lu.assertEquals(json.decode "{'a':1 'b':[,2]}", { a = 1, b = { 2 } })
  lu.assertEquals(json.decode "{1:2}", { [1] = 2 })
  lu.assertEquals(json.decode "/* c */ [/* d */1+2, 5-1]", { 3, 4 })
  lu.assertEquals(json.decode "[01,.5,'\\q']", { 1, 0.5, "q" })
  lu.assertEquals({ json.decode(("9"):rep(100000)) }, { 1 / 0, 100001 })
  lu.assertEquals(json.decode "[1.5E1 -2.E+1]", { 15, -20 })
end

function TestJson4lua.test_failures()
  for text, message in pairs {
    [""] = "Unterminated JSON encoded object found at position in []",
    ["[1,"] = "JSON String ended unexpectedly scanning array.",
    ["[1"] = "JSON String ended unexpectedly scanning array.",
    ["{"] = "JSON string ended unexpectedly while scanning object.",
    ['{"a":1,'] = "JSON string ended unexpectedly scanning object.",
    ['{"a"'] = "JSON string ended unexpectedly searching for value of key a",
    ['{"a":'] = "JSON string ended unexpectedly searching for value of key a",
    ['{"a" 1}'] = "JSON object key-value assignment mal-formed at 6",
    ["[1,]"] = "Failed to scan constant from string [1,] at starting position 4",
    ["+1"] = "Failed to scan number [ return +1] in JSON string at position 1 : 3",
    ['"\\uzzzz"'] = "String decoding failed: bad Unicode escape zzzz at position 2 : 7",
    ["/* "] = "Unterminated comment in string at 1",
    ["[x\0y]"] = "Failed to scan constant from string [x\0y] at starting position 2",
  } do
    local ok, got = pcall(json.decode, text)
    lu.assertFalse(ok, text)
    bytes(got, message)
  end
end

function TestJson4lua.test_ten_thousand_levels()
  local text = json.encode(judge.nest(LEVELS))
  lu.assertEquals(#text, 2 * LEVELS)
  lu.assertIsTable(json.decode(text))
  judge.fails("JSON String ended unexpectedly scanning array.", json.decode, ("["):rep(1000000))
  judge.fails("assignment mal-formed at 300002", json.decode, ("{"):rep(300000) .. "}")
  judge.fails("value of key a", json.decode, ('[{"a":'):rep(100000))
end

-- ---- The native codec and the Lua side --------------------------------------------------

local tokens = { "[", "]", "{", "}", ",", ":", '"a"', '"b\\n"', '"\\u00e9"', "1", "-2.5", "1e5", "true", "false", "null",
  " ", "\n", '"\\ud83d\\ude00"', '"\\x"', '"open', "'s'", "1.", "01", "1E2", "1+1", "-0.0", '"\n"', '"\200\127"', "/* c */",
  "9223372036854775808", '{"k":1,"k":null}' }

local rounds = judge.long and 200000 or 6000

function TestJson4luaBothWays.test_texts()
  rival.same_texts { seed = 21, rounds = rounds, tokens = tokens, plain = 15, one = by_lua.decode, other = json.decode }
end

function TestJson4luaBothWays.test_values()
  rival.same_values { seed = 22, rounds = rounds / 4, one = by_lua.encode, other = json.encode }
end

-- It reads numbers with `load`, which does not accept a string in Lua 5.1.
local original = rival.load_with("EMPTY_ARRAY", "json", "JSON4Lua")
if original and not pcall(load, "") then original = nil end

if original then
  -- If a message quotes something that looks like a position, it cannot be told from the real one.
  function TestJson4luaOriginal.test_texts()
    rival.same_texts { seed = 23, rounds = rounds, tokens = tokens, plain = 15, one = original.decode,
      other = json.decode, alike = function(text) return text:find "%dE" or text:find "%-9%d+8" or text:find ":%d+:" end }
  end

  -- Control characters that have no letter escape are a documented difference.
  function TestJson4luaOriginal.test_values()
    rival.same_values { seed = 24, rounds = rounds / 4, one = original.encode, other = json.encode,
      shown = function(outcome)
        outcome = outcome:gsub("\\*%c", function(c) return c:find("\127") and c or "" end)
        return (rival.untied(outcome):gsub("\\%d%d?%d?", ""):gsub("\\\\u00%x%x", ""))
      end }
  end
end

-- ---- 2011 -------------------------------------------------------------------------------

function TestJson4.test_encode()
  bytes(json4.encode { "ok" }, '["ok"]')
  bytes(json4.encode '"\\/\n\r\t\127', '"\\"\\\\/\\n\\r\\t\127"')
  bytes(json4.encode "\b\f", '"\\u0008\\u000c"')                                -- raw bytes there
  bytes(json4.encode { 1, nil, 3 }, "[1,null,3]")
  bytes(json4.encode { a = json4.null }, '{"a":null}')
  bytes(json4.encode { 1, 2, n = 2 }, "[1,2]")
  lu.assertStrContains(json4.encode { 1, 2, n = 5 }, '"n":5')
end

function TestJson4.test_decode()
  lu.assertEquals({ json4.decode '{"a":[1,"b",null,true]}' }, { { a = { 1, "b", nil, true } } })
  lu.assertEquals(json4.decode "[/* c */'a']", { "a" })
  lu.assertEquals(json4.decode '["\\u00e9" 2]', { "é", 2 })                     -- errors there
  lu.assertEquals(json4.decode "[1,2,]", { 1, 2 })
  lu.assertEquals(json4.decode '{"a" /* : */ : 1 /* , */ , "b":[2 /* ] */],/**/}', { a = 1, b = { 2 } })
  lu.assertEquals(json4.decode "[{,},[]]", { {}, {} })
  lu.assertEquals(json4.decode "1+1", 2)                                        -- null there
  judge.fails("Failed to scan number [ return 1.2.3]", json4.decode, "1.2.3")
  judge.fails("Failed to scan constant from string [x]", json4.decode, "[x]")
  judge.fails("Unterminated comment in string at 3", json4.decode, "[1/*]")
  judge.fails("JSON String ended unexpectedly scanning array.", json4.decode, "[1,")
  judge.fails("Failed to scan constant", json.decode, "[1/**/]")                -- 1.0.1 accepts neither
  judge.fails("Failed to scan constant", json.decode, '{"a":1,}')
end

function TestLuajsonC.test_stringify()
  bytes(luajson.stringify { "ok" }, '["ok"]')
  bytes(luajson.stringify {}, "{}")
  bytes(luajson.stringify { 1, 2.5, 1 / 3, 1e15, true }, "[1,2.5,0.33333333333333,1e+15,true]")
  bytes(luajson.stringify { 1, 2, nil, 4, x = 5 }, "[1,2]")
  bytes(luajson.stringify '"\\/\b\f\n\r\t\1\31', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f"')
  bytes(luajson.stringify { a = luajson.null }, '{"a":null}')
  bytes(luajson.stringify { [true] = 1, a = 2 }, '{"a":2}')
end

-- Bare keys, FUNCTION, RECURSION, nothing for nil, numbers for strings of digits, garbage for
-- bytes beyond ASCII: none of this was JSON, or the right value.
function TestLuajsonC.test_where_the_original_is_wrong()
  bytes(luajson.stringify { [5] = 1 }, '{"5":1}')
  bytes(luajson.stringify(nil), "null")
  bytes(luajson.stringify { "007", "é" }, '["007","é"]')
  judge.fails("cannot stringify a function", luajson.stringify, { print })
  judge.fails("cannot stringify a table that contains itself", function()
    local cycle = {}
    cycle.a = cycle
    luajson.stringify(cycle)
  end)
  judge.fails("cannot stringify", luajson.stringify, { 1 / 0 })
end

return { TestJson4lua = TestJson4lua, TestJson4luaBothWays = TestJson4luaBothWays, TestJson4 = TestJson4,
  TestLuajsonC = TestLuajsonC, TestJson4luaOriginal = original and TestJson4luaOriginal or nil }

-- test_markers.lua — fleece.null, array, object, empty_array, raw.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails
local encode = fleece.encode

local TestMarkers, TestRaw = {}, {}

-- The option sets that use each of the walkers.
local walks = {
  {}, { indent = 0 }, { sort_keys = true }, { escape = "ascii" }, { escape = "E0" },
  { canonical = true }, { unsupported = "skip" }, { unsupported = function() return "!" end },
}

local function flat(text) return (text:gsub("%s", "")) end

function TestMarkers.test_null()
  for _, opts in ipairs(walks) do
    bytes(encode(fleece.null, opts), "null")
    bytes(flat(encode({ fleece.null, 1, fleece.null }, opts)), "[null,1,null]")
    bytes(flat(encode({ a = fleece.null }, opts)), '{"a":null}')
  end
  bytes(fleece.json { fleece.null }, "[null]")
end

-- A walk that has seen null recognises it; a call of Lua code begins another walk.
function TestMarkers.test_literals()
  local called = setmetatable({}, { __tojson = function() return "[0]" end })
  local values = { fleece.null, true, false, fleece.empty_array, called, fleece.null, false, true }
  local texts = { "null", "true", "false", "[]", "[0]", "null", "false", "true" }
  for _, opts in ipairs(walks) do
    for n = 1, 600, 7 do
      local list, want = {}, {}
      for i = 1, n do
        local which = (i * i + n) % #values + 1
        list[i], want[i] = values[which], texts[which]
      end
      bytes(flat(encode({ list }, opts)), "[[" .. table.concat(want, ",") .. "]]")
      bytes(flat(encode({ a = { a = list[n] }, }, opts)), '{"a":{"a":' .. want[n] .. "}}")
    end
  end
end

-- Light userdata that Lua code can get.
function TestMarkers.test_other_light_userdata()
  local upvalue = {}
  local other = debug.upvalueid and debug.upvalueid(function() return upvalue end, 1)
  if type(other) ~= "userdata" then return judge.note "no light userdata in Lua here" end
  local opts = { unsupported = function() return "!" end }
  bytes(encode({ other, fleece.null, other, fleece.null }, opts), '["!",null,"!",null]')
  bytes(encode({ { a = other }, { a = fleece.null } }, opts), '[{"a":"!"},{"a":null}]')
  fails("userdata", encode, { fleece.null, other })
  fails("userdata", encode, { fleece.null, true, { other } }, { escape = "E0" })
end

function TestMarkers.test_empty_array()
  for _, opts in ipairs(walks) do
    bytes(encode(fleece.empty_array, opts), "[]")
    bytes(flat(encode({ a = fleece.empty_array }, opts)), '{"a":[]}')
    bytes(flat(encode({ fleece.empty_array, {} }, opts)), "[[],{}]")
  end
end

function TestMarkers.test_array()
  for _, opts in ipairs(walks) do
    bytes(flat(encode(fleece.array {}, opts)), "[]")
    bytes(flat(encode({ a = fleece.array {} }, opts)), '{"a":[]}')
    bytes(flat(encode(fleece.array { 1, 2 }, opts)), "[1,2]")
    bytes(flat(encode(fleece.array { 1, nil, 3 }, opts)), "[1,null,3]")
    bytes(flat(encode(fleece.array { fleece.array {} }, opts)), "[[]]")
  end
  bytes(encode(fleece.array {}, { empty_table = "object" }), "[]")
end

function TestMarkers.test_object()
  for _, opts in ipairs(walks) do
    bytes(flat(encode(fleece.object {}, opts)), "{}")
    bytes(flat(encode({ fleece.object {} }, opts)), "[{}]")
    bytes(flat(encode(fleece.object { a = 1 }, opts)), '{"a":1}')
    bytes(flat(encode(fleece.object { "x" }, opts)), '{"1":"x"}')
    bytes(flat(encode(fleece.object { [100] = "x" }, opts)), '{"100":"x"}')
  end
  bytes(encode(fleece.object {}, { empty_table = "array" }), "{}")
  bytes(encode(fleece.object { 1, 2 }, { sort_keys = true }), '{"1":1,"2":2}')
end

function TestMarkers.test_they_return_their_argument()
  local t = { 1 }
  lu.assertTrue(rawequal(fleece.array(t), t))
  lu.assertTrue(rawequal(fleece.object(t), t))
  bytes(encode(t), '{"1":1}')
end

function TestMarkers.test_metatables_are_shared_and_say_what_they_are()
  local a, b = getmetatable(fleece.array {}), getmetatable(fleece.array {})
  lu.assertTrue(rawequal(a, b))
  lu.assertEquals(a.__jsontype, "array")
  lu.assertEquals(getmetatable(fleece.object {}).__jsontype, "object")
  lu.assertFalse(rawequal(a, getmetatable(fleece.object {})))
end

function TestMarkers.test_ones_own_jsontype()
  for _, opts in ipairs(walks) do
    bytes(flat(encode(setmetatable({}, { __jsontype = "array" }), opts)), "[]")
    bytes(flat(encode(setmetatable({}, { __jsontype = "object" }), opts)), "{}")
    bytes(flat(encode(setmetatable({ 7 }, { __jsontype = "object" }), opts)), '{"1":7}')
    bytes(flat(encode({ setmetatable({}, { __jsontype = "array" }), {} }, opts)), "[[],{}]")
  end
end

function TestMarkers.test_a_marked_array_with_other_keys_is_an_error()
  fails({ "array", "$.x" }, encode, { x = fleece.array { 1, k = 2 } })
  fails("array", encode, fleece.array { [1.5] = 2 })
end

function TestMarkers.test_classic_does_not_look_at_marks()
  bytes(fleece.json(fleece.object {}), "[]")
  bytes(fleece.json(fleece.object { 1 }), "[1]")
end

-- ---- raw --------------------------------------------------------------------------------

function TestRaw.test_text_is_spliced_as_it_is()
  for _, text in ipairs { "1", "1.50", "1e5", "-0", "[1, 2]", '{"a" : null}', '"x\\u0041"', "true",
    "null", "123456789012345678901234567890", '{"b":1,"a":2}' } do
    for _, opts in ipairs(walks) do
      if not opts.canonical then                       -- see the next test
        bytes(encode(fleece.raw(text), opts), text)
        bytes((encode({ k = fleece.raw(text) }, opts):gsub("^{%s*\"k\":%s*(.-)%s*}$", "%1")), text)
        bytes((encode({ fleece.raw(text) }, opts):gsub("^%[%s*(.-)%s*%]$", "%1")), text)
      end
    end
  end
end

function TestRaw.test_text_is_canonical_if_the_whole_is()
  if judge.is_oracle then
    lu.assertTrue(true)
    return
  end
  local canonical = { canonical = true }
  for text, expected in pairs {
    ["1.50"] = "1.5", ["1e5"] = "100000", ["-0"] = "0", [" [ 1 , 2 ] "] = "[1,2]", ['"x\\u0041\\/\\u000a"'] = '"xA/\\n"',
    ['{"b":1,"a":2}'] = '{"a":2,"b":1}', ["[[],{},[{}],true,false,null,1E21,1e-7]"] = "[[],{},[{}],true,false,null,1e+21,1e-7]",
    ['{"b":{"d":1,"c":[{"z":1,"y":{"q":1,"p":2}},{}]},"a":[]}'] = '{"a":[],"b":{"c":[{"y":{"p":2,"q":1},"z":1},{}],"d":1}}',
    ['{"\\ud83d\\ude00":1,"\\ufb33":2,"a":3}'] = '{"a":3,"😀":1,"\239\172\179":2}', ["9007199254740994"] = "9007199254740994",
    ["1152921504606847000"] = "1152921504606847000", ["18446744073709552000"] = "18446744073709552000",
  } do
    bytes(encode(fleece.raw(text), canonical), expected, text)
    bytes(encode({ k = fleece.raw(text) }, canonical), '{"k":' .. expected .. "}", text)
    bytes(encode({ setmetatable({}, { __tojson = function() return text end }) }, canonical), "[" .. expected .. "]", text)
  end
  for text, message in pairs {
    ['[{"a":1,"\\u0061":2}]'] = "duplicate key", ["9007199254740993"] = "not exact", ["1e400"] = "cannot encode",
    ["18446744073709551617"] = "not exact", [("9"):rep(400)] = "not exact",
  } do
    fails({ message, "$.k" }, encode, { k = fleece.raw(text) }, canonical)
  end
  local deep = ('{"b":'):rep(4000) .. "1" .. (',"a":2}'):rep(4000)
  bytes(encode(fleece.raw(deep), canonical), ('{"a":2,"b":'):rep(4000) .. "1" .. ("}"):rep(4000))
end

function TestRaw.test_text_is_checked_when_made()
  for _, bad in ipairs { "", " ", "{", "[1,]", '{"a":1,}', "01", "1.", ".5", "+1", "nul", "'x'",
    '"\1"', '"\\x41"', '"\255"', '"\\ud800"', "1 2", "NaN", "Infinity", "[1]]", '"abc', "{1:2}",
    "\0", "1\0", "tru\0e", "--1", "0x10", "1e", "[", '["a"', '{"a"}', "{}}", "\239\187\1911" } do
    fails("raw", fleece.raw, bad)
  end
end

function TestRaw.test_deep_text()
  local text = ("["):rep(900) .. ("]"):rep(900)
  bytes(encode { fleece.raw(text) }, "[" .. text .. "]")
  local deep = ("["):rep(1e6) .. ("]"):rep(1e6)
  if pcall(fleece.raw, deep) then bytes(#encode(fleece.raw(deep)), 2e6) end
  fails("raw", fleece.raw, ("["):rep(1e6))
end

function TestRaw.test_large_text()
  local text = '"' .. ("x"):rep(5000000) .. '"'
  bytes(encode { fleece.raw(text) }, "[" .. text .. "]")
end

function TestRaw.test_it_outlives_its_text()
  local list = {}
  for i = 1, 200 do list[i] = fleece.raw("[" .. i .. "]") end
  judge.collect()
  for i = 1, 200 do bytes(encode(list[i]), "[" .. i .. "]") end
end

return { TestMarkers = TestMarkers, TestRaw = TestRaw }

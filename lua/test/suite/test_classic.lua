-- test_classic.lua — fleece.json and fleece.size as documented, and a test for every fault of the
-- ancestor (Fleece Lite 0.3.1), which the module must pass.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local oracle = require "oracle"
local fleece, bytes, fails = judge.fleece, judge.bytes, judge.fails

local TestClassic, TestAncestor = {}, {}

-- The members of an object text, in no particular order.
local function members(text)
  local out = {}
  for member in text:match("^{(.*)}$"):gmatch("[^,]+") do out[#out + 1] = member end
  table.sort(out)
  return "{" .. table.concat(out, ",") .. "}"
end

function TestClassic.test_no_global_is_set()
  for name in pairs(_G) do
    if name == "fleece" then lu.fail("require has set a global") end
  end
  lu.assertNil(rawget(_G, "fleece"))
end

function TestClassic.test_arrays()
  bytes(fleece.json {}, "[]")
  bytes(fleece.json { 1, 2, 3 }, "[1,2,3]")
  bytes(fleece.json { [1] = "a", [2] = "b" }, '["a","b"]')
  bytes(fleece.json { 1, 2, nil }, "[1,2]")
end

function TestClassic.test_array_built_backwards()
  for _, n in ipairs { 1, 2, 5, 10, 100, 1000 } do
    local t, expected = {}, {}
    for i = n, 1, -1 do
      t[i] = i
      expected[i] = tostring(i)
    end
    bytes(fleece.json(t), "[" .. table.concat(expected, ",") .. "]")
  end
end

function TestClassic.test_array_that_has_shrunk()
  local t = {}
  for i = 1, 100 do t[i] = i end
  for i = 100, 4, -1 do t[i] = nil end
  bytes(fleece.json(t), "[1,2,3]")
  for i = 1, 3 do t[i] = nil end
  bytes(fleece.json(t), "[]")
  t.x = 1
  t.x = nil
  bytes(fleece.json(t), "[]")
end

function TestClassic.test_holes_and_mixed_keys_make_objects()
  bytes(members(fleece.json { 1, nil, 3 }), '{"1":1,"3":3}')
  bytes(members(fleece.json { 1, 2, a = 3 }), '{"1":1,"2":2,"a":3}')
  bytes(fleece.json { [2] = 1 }, '{"2":1}')
  bytes(fleece.json { [0] = 1 }, '{"0":1}')
  bytes(fleece.json { [-1] = 1 }, '{"-1":1}')
  bytes(fleece.json { [2 ^ 53] = 1 }, '{"9007199254740992":1}')
  bytes(members(fleece.json { [0] = 0, 1, 2 }), '{"0":0,"1":1,"2":2}')
end

-- A hole makes the table an object wherever it is, and whatever was written before it.
function TestClassic.test_holes_after_values_of_every_kind()
  for _, v in ipairs { 1, "x", true, { 1 }, { a = { {} } }, print, fleece.null, io.stdout } do
    local text = fleece.json(v)
    bytes(members(fleece.json { v, nil, 3 }), members('{"1":' .. text .. ',"3":3}'))
    bytes(fleece.json { { v, nil, 3 }, 4 }:sub(1, 2), "[{")
    bytes(fleece.json { [3] = v }, '{"3":' .. text .. "}")
  end
end

function TestClassic.test_keys_of_every_type()
  bytes(fleece.json { [1.5] = 1 }, '{"1.5":1}')
  bytes(fleece.json { [1e300] = 1 }, '{"1e300":1}')
  bytes(fleece.json { [-0.25] = 1 }, '{"-0.25":1}')
  bytes(fleece.json { [true] = 1 }, '{"true":1}')
  bytes(fleece.json { [false] = 1 }, '{"false":1}')
  bytes(fleece.json { [""] = 1 }, '{"":1}')
  bytes(fleece.json { [print] = 1 }, '{"[function]":1}')
  bytes(fleece.json { [io.stdout] = 1 }, '{"[user data]":1}')
  bytes(fleece.json { [coroutine.create(function() end)] = 1 }, '{"[thread]":1}')
  bytes(fleece.json { ["1"] = 1 }, '{"1":1}')
end

function TestClassic.test_tables_as_keys_are_an_error()
  fails("key", fleece.json, { [{}] = 1 })
  fails({ "key", "$.a" }, fleece.json, { a = { [{}] = 1 } })
end

function TestClassic.test_values_that_json_has_no_word_for()
  bytes(fleece.json(print), '"[function]"')
  bytes(fleece.json(function() end), '"[function]"')
  bytes(fleece.json(io.stdout), '"[user data]"')
  bytes(fleece.json(coroutine.create(function() end)), '"[thread]"')
  bytes(fleece.json(fleece.null), "null")
  bytes(fleece.json { print, 1, fleece.null }, '["[function]",1,null]')
  local light = judge.light_userdata()
  if light then
    bytes(fleece.json(light), '"[light user data]"')
    bytes(fleece.json { a = light }, '{"a":"[light user data]"}')
  else
    judge.note("light userdata other than NULL cannot be created in Lua here: [light user data]")
  end
end

function TestClassic.test_metatables_are_not_looked_at()
  local mt = {
    __tojson = function() error("looked at") end,
    __index = function() error("looked at") end,
    __len = function() error("looked at") end,
    __pairs = function() error("looked at") end,
    __jsontype = "object",
    __metatable = false,
  }
  bytes(fleece.json(setmetatable({}, mt)), "[]")
  bytes(fleece.json(setmetatable({ 1, 2 }, mt)), "[1,2]")
  bytes(fleece.json { a = setmetatable({ x = 1 }, mt) }, '{"a":{"x":1}}')
end

function TestClassic.test_size_is_the_length()
  local values = {
    "abc", { 1, 2, 3 }, 1 / 3, 1e300, -0.1, { a = 1, b = { 2 } }, { 1, nil, 3 }, true,
    ('a"\n'):rep(1000), print, { print }, {}, 2 ^ 53, -2 ^ 31, fleece.null,
  }
  for _, v in ipairs(values) do
    for _, flags in ipairs { "E0", "E1", "E2", "E3", "E4", "" } do
      bytes(fleece.size(v, flags), #fleece.json(v, flags))
    end
  end
end

function TestClassic.test_one_table_in_many_places_is_no_cycle()
  local t = { 1 }
  bytes(fleece.json { t, t, { t } }, "[[1],[1],[[1]]]")
end

function TestClassic.test_against_the_oracle()
  local values = {
    { 1, nil, 3, x = { 1.5, "a\"b" } }, { [true] = false, [3] = "x", y = 1 },
    { { { print } } }, { a = 1, b = 2, c = 3, d = 4, e = 5, [6] = 6, [7.5] = 7 },
  }
  for _, v in ipairs(values) do
    for _, flags in ipairs { "E0", "E1", "E2", "E3", "E4" } do
      bytes(fleece.json(v, flags), oracle.json(v, flags))
    end
  end
end

-- ---- What the ancestor got wrong --------------------------------------------------------

function TestAncestor.test_large_integral_numbers()
  bytes(fleece.json(1e10), "10000000000")              -- it printed 1
  bytes(fleece.json(3e9), "3000000000")                -- 3
  bytes(fleece.json(1e15), "1000000000000000")         -- 1
  bytes(fleece.json(2 ^ 31), "2147483648")             -- 2147483648.0000005
  bytes(fleece.json(-2 ^ 31), "-2147483648")           -- -0
  bytes(fleece.json(-2147483648), "-2147483648")
  bytes(fleece.json(2 ^ 53), "9007199254740992")       -- 9007199254740992.699908
  bytes(fleece.json(2 ^ 53 - 1), "9007199254740991")
end

function TestAncestor.test_small_numbers_keep_their_digits()
  bytes(fleece.json(1e-10), "1e-10")                   -- 0.0000000
  bytes(fleece.json(1e-300), "1e-300")                 -- 0.000000
  bytes(fleece.json(1 / 3), "0.3333333333333333")      -- 0.3333333
  bytes(fleece.json(0.99999999), "0.99999999")         -- 1.
end

function TestAncestor.test_negative_zero()
  bytes(fleece.json(-1 / (1 / 0)), "-0")             -- 0
end

function TestAncestor.test_infinity_and_nan()
  fails("Infinity", fleece.json, 1 / 0)                -- it hung
  fails("-Infinity", fleece.json, -1 / 0)
  fails("NaN", fleece.json, 0 / 0)                     -- 0.0000000
  fails({ "NaN", "$.a[2]" }, fleece.json, { a = { 1, 0 / 0 } })
  fails("Infinity", fleece.json, { [1 / 0] = 1 })
end

function TestAncestor.test_nul_bytes_do_not_cut()
  for _, flags in ipairs { "E0", "E1", "E2", "E3" } do
    bytes(fleece.json("ab\0cd", flags), '"ab\0cd"', flags)
    bytes(fleece.json({ "\0", 1 }, flags), '["\0",1]', flags)
    bytes(fleece.json({ ["k\0"] = 1 }, flags), '{"k\0":1}', flags)
  end
  bytes(fleece.json("ab\0cd", "E4"), '"ab\\u0000cd"')
end

function TestAncestor.test_functions_do_not_cut()
  bytes(fleece.json { f = print }, '{"f":"[function]"}')   -- {"f":[function]
  bytes(fleece.json { print, 2, "three" }, '["[function]",2,"three"]')
end

function TestAncestor.test_E4_leaves_high_bytes_alone()
  for b = 128, 255 do
    local c = string.char(b)
    bytes(fleece.json("a" .. c .. "b", "E4"), '"a' .. c .. 'b"')
  end
end

function TestAncestor.test_keys_are_quoted()
  bytes(members(fleece.json { 1, nil, 3 }), '{"1":1,"3":3}')   -- {1:1,3:3}
  bytes(fleece.json { [true] = 1 }, '{"true":1}')
  bytes(fleece.json { [1.5] = 1 }, '{"1.5":1}')
end

function TestAncestor.test_cycles_are_errors()
  local t = {}
  t[1] = t
  fails("reference cycle", fleece.json, t)
  local a, b = {}, {}
  a.b, b.a = b, a
  fails("reference cycle", fleece.json, { a })
  bytes(fleece.json { 1 }, "[1]")
end

function TestAncestor.test_deep_nesting_does_not_crash()
  local depth = 100000
  local ok, out = pcall(fleece.json, judge.nest(depth, 1))
  if ok then
    bytes(out, ("["):rep(depth) .. "1" .. ("]"):rep(depth))
  else
    judge.contains(out, "nesting")
  end
  bytes(fleece.json { 1 }, "[1]")
end

-- The ancestor kept its output in buffers shared by the whole process.
function TestAncestor.test_results_do_not_share_memory()
  local first = fleece.json { "first", 1 }
  local kept = {}
  for i = 1, 100 do kept[i] = fleece.json { "other", i } end
  bytes(first, '["first",1]')
  for i = 1, 100 do bytes(kept[i], '["other",' .. i .. "]") end
end

-- The ancestor read ten more parameters and ignored them, except for the sizes of two buffers.
function TestAncestor.test_further_parameters_are_ignored()
  bytes(fleece.json({ 0.5, "/" }, "E3", 3, 1, 1, 1, 20, 20, 1, 1, 1, 1), '[0.5,"\\/"]')
end

function TestAncestor.test_hello_is_gone()
  lu.assertNil(fleece.hello)
end

return { TestClassic = TestClassic, TestAncestor = TestAncestor }

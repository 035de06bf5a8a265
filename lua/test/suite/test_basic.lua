-- test_basic.lua — fleece.json of one value of each kind.
-- SPDX-License-Identifier: MIT

local judge = require "judge"
local fleece, bytes = judge.fleece, judge.bytes

local TestBasic = {}

function TestBasic.test_nil_and_nothing()
  bytes(fleece.json(nil), "null")
  bytes(fleece.json(), "null")
end

function TestBasic.test_booleans()
  bytes(fleece.json(true), "true")
  bytes(fleece.json(false), "false")
end

function TestBasic.test_strings()
  for _, s in ipairs { "", "a", "hello", "Hello World!", ("x"):rep(100000), "é", "日本" } do
    bytes(fleece.json(s), '"' .. s .. '"')
  end
end

function TestBasic.test_integers()
  for n = -1100, 1100 do bytes(fleece.json(n), string.format("%d", n)) end
  for e = 1, 9 do
    for d = -1, 1 do
      local n = 10 ^ e + d
      bytes(fleece.json(n), string.format("%.0f", n))
      bytes(fleece.json(-n), string.format("-%.0f", n))
    end
  end
end

function TestBasic.test_floats()
  bytes(fleece.json(0.5), "0.5")
  bytes(fleece.json(-0.25), "-0.25")
  bytes(fleece.json(1 / 3), "0.3333333333333333")
  bytes(fleece.json(3.14159), "3.14159")
  bytes(fleece.json(123.456), "123.456")
end

function TestBasic.test_tables()
  bytes(fleece.json {}, "[]")
  bytes(fleece.json { 1 }, "[1]")
  bytes(fleece.json { 1, 2, 3 }, "[1,2,3]")
  bytes(fleece.json { "a", true, false, 1.5 }, '["a",true,false,1.5]')
  bytes(fleece.json { a = 1 }, '{"a":1}')
  bytes(fleece.json { a = { b = { c = {} } } }, '{"a":{"b":{"c":[]}}}')
  bytes(fleece.json { {}, { {} }, { a = {} } }, '[[],[[]],{"a":[]}]')
end

function TestBasic.test_size()
  bytes(fleece.size("abc"), 5)
  bytes(fleece.size { 1, 2, 3 }, 7)
  bytes(fleece.size { "a", 1.5, false }, #'["a",1.5,false]')
  bytes(fleece.size(), 4)
end

function TestBasic.test_load_check()
  judge.contains(type(fleece._VERSION), "string")
  bytes(fleece._NAME, "fleece")
  bytes(fleece.json { "ok" }, '["ok"]')
end

return { TestBasic = TestBasic }

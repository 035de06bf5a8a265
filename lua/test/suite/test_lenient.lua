-- test_lenient.lua — long texts that fail the fast path late must give the same result as short ones
-- of the same kind.
-- Owns: every option that allows more than RFC 8259, at sizes around those at which decode changes how
-- it reads, with the construct at the start, in the middle and at the end.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local fleece = judge.fleece

local TestLenient = {}

local inf, replaced = 1 / 0, "\239\191\189"

-- The construct as an element (or a member's value) and its result; with `last` it may only come last.
local constructs = {
  { { comments = true }, "7/*c*/", 7 },
  { { comments = true }, "//c\n7", 7 },
  { { trailing_commas = true }, "7,", 7, last = true },
  { { nan = true }, "Infinity", inf },
  { { nan = true }, "-Infinity", -inf },
  { { nan = true }, "NaN", "nan" },
  { { utf8 = "replace" }, '"\255"', replaced },
  { { utf8 = "replace" }, '"\\ud800"', replaced },
  { { utf8 = "pass" }, '"\255"', "\255" },
  { { utf8 = "pass" }, '"\\udfff"', "\237\191\191" },
}
if not judge.is_oracle then
  local cjson, rapidjson = require "fleece.compat.cjson", require "fleece.compat.rapidjson"
  for _, one in ipairs { { "0x10", 16 }, { "+7", 7 }, { "007", 7 }, { "1e999", inf }, { '"\255"', "\255" }, { '"\1"', "\1" } } do
    constructs[#constructs + 1] = { cjson.decode, one[1], one[2] }
  end
  constructs[#constructs + 1] = { rapidjson.decode, '"\255"', "\255" }
end

local sizes = { 100, 1000, 1024, 1025, 5000, 9000, 16000 }
if judge.long then
  for _, n in ipairs { 511, 2047, 2049, 4095, 4097, 8191, 8193, 20000, 33000, 65537, 100000 } do
    sizes[#sizes + 1] = n
  end
else
  sizes[#sizes + 1] = 40000
end

local function decoder(how)
  if type(how) == "function" then return how end
  return function(text) return fleece.decode(text, how) end
end

local function same(found, expected) return found == expected or expected == "nan" and found ~= found end

-- An array of n elements, all 1 except the one at `at`.
local function array_text(n, at, construct)
  return "[" .. ("1,"):rep(at - 1) .. construct .. (at < n and (",1"):rep(n - at) or "") .. "]"
end

local function array_check(v, n, at, expected, what)
  local ones = 0
  for i = 1, n do
    if i ~= at and v[i] == 1 then ones = ones + 1 end
  end
  lu.assertEquals({ #v, ones, next(v, n), rawget(v, n + 1), rawget(v, n + 2) }, { n, n - 1, nil, nil, nil }, what)
  lu.assertTrue(same(v[at], expected), what)
end

-- An object of n members with different names.
local function object_text(n, at, construct)
  local out = {}
  for i = 1, n do out[i] = ('"k%d":%s'):format(i, i == at and construct or "1") end
  return "{" .. table.concat(out, ",") .. "}"
end

local function object_check(v, n, at, expected, what)
  local count, ones = 0, 0
  for key, value in next, v do
    count = count + 1
    if value == 1 and key ~= "k" .. at then ones = ones + 1 end
  end
  lu.assertEquals({ count, ones }, { n, n - 1 }, what)
  lu.assertTrue(same(v["k" .. at], expected), what)
end

local function places(n, construct)
  if construct.last then return { n } end
  return { 1, math.floor(n / 2), n }
end

local function each(make, check)
  for _, construct in ipairs(constructs) do
    local decode = decoder(construct[1])
    for _, n in ipairs(sizes) do
      for _, at in ipairs(places(n, construct)) do
        local what = ("%q at %d of %d"):format(construct[2], at, n)
        check(decode(make(n, at, construct[2])), n, at, construct[3], what)
      end
    end
  end
end

function TestLenient.test_arrays() each(array_text, array_check) end

function TestLenient.test_objects()
  local all = sizes
  if not judge.long then sizes = { 100, 1000, 9000 } end -- the names take time
  each(object_text, object_check)
  sizes = all
end

-- A long array, then one of another length that contains the construct: neither may contain anything
-- that the first reading left behind.
function TestLenient.test_two_arrays()
  for _, construct in ipairs(constructs) do
    local decode = decoder(construct[1])
    for _, n in ipairs(sizes) do
      for _, m in ipairs { 10, 1500, 9000, 17000 } do
        for _, at in ipairs(places(m, construct)) do
          local what = ("%d elements, then %q at %d of %d"):format(n, construct[2], at, m)
          local v = decode("[" .. array_text(n, 1, "2") .. "," .. array_text(m, at, construct[2]) .. "]")
          lu.assertEquals(#v, 2, what)
          array_check(v[1], n, 1, 2, what)
          array_check(v[2], m, at, construct[3], what)
        end
      end
      if not judge.long and n > 10000 then break end
    end
  end
end

-- Objects of one shape: the second reading uses the keys that the first one learned.
function TestLenient.test_records()
  for _, construct in ipairs(constructs) do
    local decode = decoder(construct[1])
    for _, n in ipairs { 50, 400, 3000 } do
      for _, at in ipairs(places(n, construct)) do
        local out = {}
        for i = 1, n do out[i] = ('{"id":%d,"x\\u00e9":[],"y":%s}'):format(i, i == at and construct[2] or "1") end
        local v = decode("[" .. table.concat(out, ",") .. "]")
        local what = ("%q in record %d of %d"):format(construct[2], at, n)
        lu.assertEquals(#v, n, what)
        for i = 1, n do
          if v[i].id ~= i or not same(v[i].y, i == at and construct[3] or 1) or next(v[i]["x\195\169"]) ~= nil then
            lu.fail(("%s: record %d"):format(what, i))
          end
        end
      end
    end
  end
end

return { TestLenient = TestLenient }

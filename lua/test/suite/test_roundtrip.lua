-- test_roundtrip.lua — decode(encode(v)) is v, and encode(decode(t)) is t in canonical form.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local decode_differ = require "decode_differ"
local oracle = require "decode_oracle"
local values = require "values"
local fleece, bytes = judge.fleece, judge.bytes
local decode, encode = fleece.decode, fleece.encode

local TestRoundtrip = {}

local function same(a, b, what)
  local good, where = oracle.same(a, b)
  if not good then lu.fail(string.format("%s differs at '%s'", what, tostring(where))) end
end

-- ---- From values ------------------------------------------------------------------------

-- Values that JSON can hold: no holes, no number keys, empty arrays marked.
local function jsonable(random, depth)
  local kind = random(depth > 0 and 9 or 6)
  if kind == 1 then return ({ true, false, fleece.null })[random(3)] end
  if kind <= 3 then return random(2000000) - 1000000 end
  if kind == 4 then return values.double(random) end
  if kind <= 6 then return values.text(random) end
  local t = {}
  if kind <= 7 then
    for i = 1, random(10) - 1 do t[i] = jsonable(random, depth - 1) end
    return next(t) == nil and fleece.array(t) or t
  end
  for _ = 1, random(10) - 1 do t[values.text(random)] = jsonable(random, depth - 1) end
  return t
end

local rounds = judge.long and 20000 or 400

-- Text does not show that 1.0 is a float, unless an option asks for that.
local function forms()
  return { {}, { indent = 2 }, { indent = "\t", sort_keys = true }, { escape = "ascii" }, { escape = "html" } }
end

function TestRoundtrip.test_random_values()
  local random = values.random(88)
  for round = 1, rounds do
    local v = jsonable(random, round % 6)
    for _, opts in ipairs(forms()) do
      opts.float_integral = "float"
      local text = encode(v, opts)
      same(decode(text), v, text:sub(1, 200))
      lu.assertIs(fleece.valid(text), true)
      same(decode(check.padding .. text), v, text:sub(1, 200))
    end
  end
end

function TestRoundtrip.test_doubles()
  local random = values.random(99)
  for _ = 1, judge.long and 1000000 or 20000 do
    local v = values.double(random)
    local w = decode(encode(v, { float_integral = "float" }))
    if not (v == w and 1 / v == 1 / w) then lu.fail(string.format("%.17g became %.17g", v, w)) end
  end
  for e = -1074, 1023 do
    local v = 2.0 ^ e -- 2^60 is written as 1152921504606847000, which is also an exact integer
    lu.assertTrue(decode(encode(v), { integers = false }) == v, e)
    lu.assertTrue(decode(encode(-v), { integers = false }) == -v, e)
  end
end

function TestRoundtrip.test_integers()
  local random, largest = values.random(5), math.type and 2 ^ 62 or 2 ^ 53
  for _ = 1, 5000 do
    local v = random(2147483646) * random(2147483646) % largest
    if math.type then v = math.tointeger(v) end
    same(decode(encode(v)), v, encode(v))
    same(decode(encode(-v)), -v, encode(-v))
  end
  if math.type then
    for _, v in ipairs { math.maxinteger, math.mininteger, math.maxinteger - 1, math.mininteger + 1 } do
      same(decode(encode(v)), v, encode(v))
    end
  end
end

function TestRoundtrip.test_every_byte_and_code_point()
  for b = 0, 127 do
    for _, escape in ipairs { "json", "html", "ascii" } do
      local s = "a" .. string.char(b) .. "z"
      bytes(decode(encode(s, { escape = escape })), s)
    end
  end
  local reader = require "reader"
  for cp = 0, 0x10ffff, judge.long and 1 or 97 do
    if cp < 0xd800 or cp > 0xdfff then
      local s = reader.utf8_char(cp)
      if decode(encode(s)) ~= s or decode(encode(s, { escape = "ascii" })) ~= s then lu.fail("U+" .. string.format("%04X", cp)) end
    end
  end
end

-- The classic writes valid JSON with the flag E4.
function TestRoundtrip.test_the_classic()
  local random = values.random(4)
  for _ = 1, 100 do
    local v = { jsonable(random, 3) }
    local text = fleece.json(v, "E4")
    lu.assertIs(fleece.valid(text), true, text)
    lu.assertEquals(#decode(text), 1)
  end
end

-- ---- From texts -------------------------------------------------------------------------

-- Numbers keep their values, strings and keys their bytes: a second round trip changes nothing.
local function settles(text)
  local v = decode(text)
  local once = encode(v, { sort_keys = true })
  local again = decode(once)
  bytes(encode(again, { sort_keys = true }), once)
  -- RFC 8785 writes large doubles like integers, but with zeros for the insignificant digits
  local canonical = encode(v, { canonical = true })
  bytes(encode(decode(canonical, { integers = false }), { canonical = true }), canonical)
end

function TestRoundtrip.test_documents()
  for _, name in ipairs(check.documents) do settles(check.file("documents/" .. name .. ".json")) end
  for _, case in ipairs(check.vectors "documents/small.json") do settles(case["in"]) end
end

-- With raw integers encode writes each number unchanged.
function TestRoundtrip.test_large_integers_survive()
  local texts = {}
  for i = 1, 100 do texts[i] = (i % 2 == 0 and "-" or "") .. ("9876543210"):rep(13):sub(1, 20 + i) end
  local text = "[" .. table.concat(texts, ",") .. "]"
  bytes(encode(decode(text, { bigint = "raw" })), text)
  lu.assertEquals(decode(text, { bigint = "string" }), texts)
end

-- [], {} and null stay unchanged in every form.
function TestRoundtrip.test_what_is_empty()
  for _, text in ipairs { "[]", "{}", "[[]]", "[{}]", '{"a":[]}', '{"a":{}}', "[[],{},[[]],[{}]]", "[null]", '{"a":null}', '""', '{"":""}' } do
    bytes(encode(decode(text)), text)
    bytes(encode(decode(text, { arrays = true, objects = true })), text)
    bytes(encode(decode(text, { arrays = true, objects = true, null = fleece.null }), { empty_table = "array" }), text)
  end
  bytes(encode(decode("[1,null,3]", { null = fleece.nothing })), "[1,null,3]")
  bytes(encode(decode("[null,null]", { null = fleece.nothing, arrays = true })), "[]")
end

function TestRoundtrip.test_random_texts()
  local random, good = values.random(21), 0
  for _ = 1, rounds do
    local text = decode_differ.text(random, 5)
    local ok, v = pcall(decode, text)
    if ok then
      good = good + 1
      local fine, out = pcall(encode, v, { sort_keys = true, float_integral = "float" })
      lu.assertTrue(fine, out)
      same(decode(out), v, text)
    end
  end
  lu.assertTrue(good > rounds / 4, good)
end

return { TestRoundtrip = TestRoundtrip }

-- test_compat_cjson_differential.lua — gives the same values and texts, with every setting, to
-- lua-cjson and to its drop-in, and expects the same results, error texts and positions.
-- The original is whatever `require "cjson"` finds; Debian's 2.1.0 is older than the version that the
-- drop-in follows, and the differences that this causes are named where they are allowed.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local values = require "values"

local TestDifferential = {}

local ours = require "fleece.compat.cjson_new"
local found, original = pcall(require, "cjson")
if found and not original.encode_sparse_array then found = false end

local rounds = judge.long and 200000 or 6000

-- T_INTEGER was added after 2.1.0, Inf became Infinity, and precision went from 14 to 16 digits; a
-- function has the name under which its module is loaded.
local function normal(message)
  return (tostring(message):gsub("T_INTEGER", "T_NUMBER"):gsub("to '[%w_.?]+'", "to '?'")
    :gsub("or Inf$", "or Infinity"):gsub("between 1 and 14", "between 1 and 16"))
end

local function shown(text)
  return (("%q"):format(tostring(text)):gsub("[^\32-\126]", function(c)
    return ("\\%03d"):format(c:byte())
  end))
end

-- Equal values.  2.1.0 has no integers: all numbers are returned as floats, so large ones are rounded.
local function same(a, b)
  if type(a) ~= type(b) then return false end
  if type(a) == "number" then return a == b or (a ~= a and b ~= b) or a + 0.0 == b + 0.0 end
  if type(a) ~= "table" then return a == b end
  for k, v in pairs(a) do
    if not same(v, b[k]) then return false end
  end
  for k in pairs(b) do
    if a[k] == nil then return false end
  end
  return true
end

-- An instance of each, with the same settings.
local function pair(settings)
  local a, b = original.new(), ours(false)
  for name, arguments in pairs(settings or {}) do
    local ra = { a[name]((unpack or table.unpack)(arguments)) }
    local rb = { b[name]((unpack or table.unpack)(arguments)) }
    lu.assertEquals(rb, ra, name)
  end
  return a, b
end

local function compare(what, f, g, argument)
  local ok, result = pcall(f, argument)
  local ok2, result2 = pcall(g, argument)
  if ok ~= ok2 or (ok and not same(result2, result))
    or (not ok and normal(result) ~= normal(result2)) then
    lu.fail(("%s %s: cjson: %s %s; drop-in: %s %s"):format(what, shown(argument), tostring(ok),
      shown(result), tostring(ok2), shown(result2)))
  end
  return ok
end

---------------------------------------------------------------------------------------
-- Texts

local PIECES = { "{", "}", "[", "]", ",", ":", "{", "}", "[", "]", ",", ":", '"a"', '"b"', '""',
  '"\\u0041"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\udc00x"', '"\\ud800\\u0041"', '"\\u00g0"',
  '"\\q"', '"\\/\\b\\f\\n\\r\\t\\"\\\\"', '"\t"', '"\1"', '"\195\169"', '"\255"', '"open',
  '"\\', '"\\u12', "true", "false", "null", "nul", "tru", "True", "NaN", "nan", "-NaN", "+nan",
  "nan(12)", "Inf", "-inf", "+Infinity", "infinit", "Infrared", "Noodle", "0", "-0", "1", "12",
  "-7", "0.5", "1.", "-.5", ".5", "+1", "+", "-", "--1", "1e5", "1E+2", "1e", "1e+", "2.5e-3",
  "0123", "00", "-012", "00.33", "0x10", "0x", "0x1.8p1", "-0xA", "0xg", "0x.8", "1e400",
  "-1e400", "1e-400", "123456789012345678", "3.14159265358979311", "1.7976931348623157e308",
  "4.9e-324", " ", "\n", "\t", "\r", "\11", "/", "//c\n", "/*c*/", "\0", "\0\0", "\239\187\191",
  "abc", "'a'", "\127" }

local function soup(random)
  local parts = {}
  for i = 1, random(9) do parts[i] = PIECES[random(#PIECES)] end
  return table.concat(parts)
end

-- Mostly valid: an array or object of pieces.
local function document(random, depth)
  local r = random(8)
  if depth == 0 or r > 4 then return PIECES[12 + random(#PIECES - 12)] end
  local parts = {}
  for i = 1, random(4) - 1 do
    parts[i] = (r > 2 and '"k' .. i .. '":' or "") .. document(random, depth - 1)
  end
  local inner = table.concat(parts, random(30) == 1 and " " or ",")
  return r > 2 and "{" .. inner .. "}" or "[" .. inner .. "]"
end

local function mutated(random, text)
  if #text == 0 then return text end
  local at = random(#text)
  local how = random(3)
  local new = how == 1 and "" or PIECES[random(#PIECES)]
  return text:sub(1, at - 1) .. new .. text:sub(how == 3 and at or at + 1)
end

local VALID = '{"a":[1,2.5,-3e2,"x\\n\\u00e9",true,false,null,{"b":{}},[]],"c":"\195\169 text"}'

if found then
  local function texts(settings, seed)
    local a, b = pair(settings)
    local random, accepted = values.random(seed), 0
    for round = 1, rounds do
      local kind = round % 3
      local text
      if kind == 0 then
        text = soup(random)
      elseif kind == 1 then
        text = document(random, 3)
      else
        text = mutated(random, VALID)
        if random(2) == 1 then text = mutated(random, text) end
      end
      if compare("decode", a.decode, b.decode, text) then accepted = accepted + 1 end
    end
    lu.assertTrue(accepted > rounds / 20, accepted .. " of " .. rounds .. " are accepted")
  end

  function TestDifferential.test_texts() texts(nil, 1) end

  function TestDifferential.test_texts_with_valid_numbers_only()
    texts({ decode_invalid_numbers = { false } }, 2)
  end

  function TestDifferential.test_texts_with_little_depth() texts({ decode_max_depth = { 2 } }, 3) end

  -- Longer texts are first read with an index.
  function TestDifferential.test_long_texts()
    local a, b = pair()
    local random = values.random(4)
    local filler = '"' .. ("0123456789"):rep(200) .. '",'
    for _ = 1, rounds / 4 do
      compare("decode", a.decode, b.decode, "[" .. filler .. document(random, 2) .. "]")
      compare("decode", a.decode, b.decode, "[" .. filler .. soup(random))
    end
  end

  function TestDifferential.test_every_short_number()
    local a, b = pair()
    local bytes = { "0", "1", "9", "-", "+", ".", "e", "x", "a", "N", "I" }
    local function all(text, left)
      compare("decode", a.decode, b.decode, text)
      if left == 0 then return end
      for _, c in ipairs(bytes) do all(text .. c, left - 1) end
    end
    all("", judge.long and 6 or 4)
  end

  -------------------------------------------------------------------------------------
  -- Values

  local STRINGS = { "", "a", "k/ey", '"quoted\\"', "\0\1\31\127\128\255", "\195\169", ("x"):rep(100) }

  local function number(random)
    local r = random(9)
    if r == 1 then return random(10) - 5 end
    if r == 2 then return (random(2000001) - 1000001) / 1024 end
    if r == 3 then return 1 / random(1000) end
    if r == 4 then return random(1000000) * 1e9 + 0.5 end
    if r == 5 then return (random(1000) - 500) * 10.0 ^ (random(300) - 150) + 0.0 end
    if r == 6 then return 0 / 0 end
    if r == 7 then return random(2) == 1 and 1 / 0 or -1 / 0 end
    if r == 8 then return random(1000000) / 100 end
    return (random(1048576) - 1) * 2.0 ^ (random(80) - 40)
  end

  -- Integers have few digits: 2.1.0 prints them as floats.
  local function value(random, depth)
    local r = random(12)
    if r <= 3 then return number(random) end
    if r == 4 then return STRINGS[random(#STRINGS)] end
    if r == 5 then return random(2) == 1 end
    if r == 6 then return random(40) == 1 and print or original.null end
    if depth == 0 then return random(100) end
    local t = {}
    if r <= 9 then
      for i = 1, random(6) - 1 do t[i] = value(random, depth - 1) end
      if random(5) == 1 then t[random(30)] = value(random, depth - 1) end
      if random(12) == 1 then t[1] = nil end
    else
      for _ = 1, random(4) - 1 do
        t[STRINGS[random(#STRINGS)] .. random(9)] = value(random, depth - 1)
      end
      if random(6) == 1 then t[random(5)] = value(random, depth - 1) end
      if random(6) == 1 then t[random(50) / 8] = 1 end
      if random(60) == 1 then t[random(2) == 1] = 1 end
    end
    return t
  end

  local function encodes(settings, seed)
    local a, b = pair(settings)
    local random, accepted = values.random(seed), 0
    for _ = 1, rounds / 2 do
      local v = value(random, 3)
      if compare("encode", a.encode, b.encode, v) then accepted = accepted + 1 end
    end
    lu.assertTrue(accepted > rounds / 10, accepted .. " of " .. rounds / 2 .. " are accepted")
  end

  function TestDifferential.test_values() encodes(nil, 5) end

  function TestDifferential.test_values_invalid_numbers()
    encodes({ encode_invalid_numbers = { "null" } }, 7)
  end

  function TestDifferential.test_values_sparse()
    local seed = 8
    for _, convert in ipairs { true, false } do
      for _, numbers in ipairs { { 0, 0 }, { 1, 0 }, { 2, 3 }, { 5, 20 } } do
        seed = seed + 1
        encodes({ encode_sparse_array = { convert, numbers[1], numbers[2] },
          encode_invalid_numbers = { "null" } }, seed)
      end
    end
  end

  function TestDifferential.test_values_depth()
    encodes({ encode_max_depth = { 2 }, encode_keep_buffer = { false },
      encode_invalid_numbers = { "null" } }, 30)
  end

  function TestDifferential.test_numbers_at_every_precision()
    local random = values.random(40)
    for precision = 1, 14 do
      local a, b = pair { encode_number_precision = { precision },
        encode_invalid_numbers = { "null" } }
      for _ = 1, rounds / 6 do
        local n = number(random)
        compare("encode", a.encode, b.encode, n + 0.5 - 0.5)
        n = values.double(random)
        if not (math.type and math.type(n) == "integer") then
          compare("encode", a.encode, b.encode, n)
        end
      end
    end
  end

  function TestDifferential.test_arguments()
    local random = values.random(50)
    local LIST = { 0, 1, 14, 17, -1, 3, "5", "x", "on", "off", "null", true, false, {}, print, 1e10 }
    local NAMES = { "encode_sparse_array", "encode_max_depth", "decode_max_depth",
      "encode_number_precision", "encode_keep_buffer", "encode_invalid_numbers",
      "decode_invalid_numbers" }
    for _ = 1, rounds / 2 do
      local a, b = pair()
      local name, arguments = NAMES[random(#NAMES)], {}
      local n = random(5) - 1
      for i = 1, n do
        arguments[i] = LIST[random(#LIST)]
        if arguments[i] == 1e10 or random(5) == 1 then arguments[i] = nil end
      end
      local ra = { pcall(a[name], (unpack or table.unpack)(arguments, 1, n)) }
      local rb = { pcall(b[name], (unpack or table.unpack)(arguments, 1, n)) }
      for i = 1, 4 do
        if type(ra[i]) == "string" then ra[i], rb[i] = normal(ra[i]), normal(rb[i]) end
      end
      lu.assertEquals(rb, ra, name)
    end
  end
else
  judge.note("lua-cjson is not installed for this Lua: nothing to compare its drop-in with")
  function TestDifferential.test_that_there_is_no_original() lu.assertFalse(found) end
end

return { TestDifferential = TestDifferential }

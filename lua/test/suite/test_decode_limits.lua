-- test_decode_limits.lua — each limit exactly and exceeded by one; hostile texts: a clear error at the
-- right byte, no crash, no quadratic time (if time is quadratic, these tests never end).
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local oracle = require "decode_oracle"
local fleece, bytes = judge.fleece, judge.bytes
local decode, valid = fleece.decode, fleece.valid

local TestDecodeLimits, TestHostile = {}, {}

local function is_wrong(text, code, offset, opts)
  local difference = check.verdict(text, opts, false, code, offset)
  if difference then lu.fail(difference) end
end

-- ---- Limits -----------------------------------------------------------------------------

-- Depth, keys, bytes of the longest string of a value.
local function measure(v, depth, m)
  if type(v) == "string" then m.string = math.max(m.string, #v) end
  if type(v) ~= "table" then return m end
  m.depth = math.max(m.depth, depth)
  for key, item in next, v do
    if type(key) == "string" then
      m.keys = m.keys + 1
      m.string = math.max(m.string, #key)
    end
    measure(item, depth + 1, m)
  end
  return m
end

function TestDecodeLimits.test_documents_at_their_limits()
  for _, name in ipairs(check.documents) do
    local text = check.file("documents/" .. name .. ".json")
    local m = measure(decode(text), 1, { depth = 0, keys = 0, string = 0 })
    for limit, value in pairs { max_depth = m.depth, max_keys = m.keys, max_string = m.string, max_bytes = #text } do
      local ok = check.decode(text, { [limit] = value })
      lu.assertTrue(ok, name .. " " .. limit)
      lu.assertIs(valid(text, { [limit] = value }), true)
      if value > 0 then
        ok = check.decode(text, { [limit] = value - 1 })
        lu.assertFalse(ok, name .. " " .. limit)
        local difference = check.differ(text, { [limit] = value - 1 })
        if difference then lu.fail(difference) end
      end
    end
  end
end

function TestDecodeLimits.test_depth()
  for _, limit in ipairs { 0, 1, 2, 3, 7, 31, 32, 33, 63, 64, 65, 100, 255, 256, 1000, 3000 } do
    local opts = { max_depth = limit }
    local deep = ("["):rep(limit) .. ("]"):rep(limit)
    if limit > 0 then
      lu.assertIs(valid(deep, opts), true)
      lu.assertTrue((check.decode(deep, opts)))
      local objects = ('{"k":'):rep(limit - 1) .. "{}" .. ("}"):rep(limit - 1)
      lu.assertTrue((check.decode(objects, opts)))
      is_wrong('{"k":' .. objects .. "}", "DEPTH", 5 * limit, opts)
    end
    is_wrong("[" .. deep .. "]", "DEPTH", limit, opts)
    is_wrong(("["):rep(limit + 1), "DEPTH", limit, opts)
    is_wrong(("["):rep(limit) .. "{", "DEPTH", limit, opts)
    is_wrong(("["):rep(limit), limit > 0 and "END" or "END", limit, opts)
    lu.assertEquals(decode("1", opts), 1)
    -- depth is not length
    if limit > 1 then lu.assertEquals(#decode("[" .. ("[],"):rep(500) .. "1]", opts), 501) end
  end
  lu.assertEquals(#decode(("["):rep(1000) .. ("]"):rep(1000)), 1)
  is_wrong(("["):rep(1001) .. ("]"):rep(1001), "DEPTH", 1000)
end

function TestDecodeLimits.test_deep_values_are_right()
  for _, depth in ipairs { 100, 1000, 10000, 100000 } do
    local opts = { max_depth = depth + 1 }
    local ok, v = check.decode(("["):rep(depth) .. "7" .. ("]"):rep(depth), opts)
    if ok then
      for _ = 1, depth do v = v[1] end
      lu.assertEquals(v, 7)
    else
      judge.one_of(v, { "STACK", "no code" }, depth)
      lu.assertTrue(depth > 1000)
    end
    ok, v = check.decode(('{"a":[1,'):rep(depth / 2) .. "7" .. ("]}"):rep(depth / 2), opts)
    if ok then
      for _ = 1, depth / 2 do v = v.a[2] end
      lu.assertEquals(v, 7)
    end
    lu.assertIs(valid(("["):rep(depth) .. ("]"):rep(depth), opts), true)
  end
end

function TestDecodeLimits.test_bytes()
  for _, n in ipairs { 0, 1, 2, 10, 63, 64, 65, 1023, 1024, 4096, 5000 } do
    local text = (" "):rep(n) .. "1"
    lu.assertEquals(decode(text, { max_bytes = n + 1 }), 1)
    is_wrong(text, "MAX_BYTES", n, { max_bytes = n })
    is_wrong(text .. "x", "MAX_BYTES", n, { max_bytes = n })
  end
  is_wrong("", "END", 0, { max_bytes = 0 })
end

function TestDecodeLimits.test_keys()
  local parts = {}
  for i = 1, 3000 do parts[i] = string.format('{"k":%d}', i) end
  local text = "[" .. table.concat(parts, ",") .. "]"
  lu.assertEquals(#decode(text, { max_keys = 3000 }), 3000)
  lu.assertIs(valid(text, { max_keys = 3000 }), true)
  is_wrong(text, "MAX_KEYS", #text - 10, { max_keys = 2999 })
  is_wrong(text, "MAX_KEYS", 2, { max_keys = 0 })
  is_wrong(text, "MAX_KEYS", text:find('"k":6', 1, true) - 1, { max_keys = 5 })
  lu.assertEquals(decode("[[],1]", { max_keys = 0 })[2], 1)
end

function TestDecodeLimits.test_strings()
  for _, n in ipairs { 0, 1, 7, 8, 31, 32, 33, 63, 64, 65, 500, 5000 } do
    for _, piece in ipairs { "x", "\\n", "\\u0041" } do
      local text = '["' .. piece:rep(n) .. '"]'
      lu.assertEquals(#decode(text, { max_string = n })[1], n)
      is_wrong('["' .. piece:rep(n + 1) .. '"]', "MAX_STRING", 1, { max_string = n })
      is_wrong('{"' .. piece:rep(n + 1) .. '":1}', "MAX_STRING", 1, { max_string = n })
      is_wrong('["","' .. piece:rep(n + 1) .. '"]', "MAX_STRING", 4, { max_string = n })
    end
  end
  -- keys that were seen before, without that limit
  local text = '[{"a_key":1,"another_key":2},{"a_key":3,"another_key":4}]'
  for _ = 1, 4 do decode(text) end
  lu.assertEquals(decode(text, { max_string = 11 })[2].another_key, 4)
  is_wrong(text, "MAX_STRING", 12, { max_string = 10 })
  is_wrong(text, "MAX_STRING", 2, { max_string = 4 })
end

-- ---- Hostile texts ----------------------------------------------------------------------

local many = judge.long and 100000000 or 1000000

function TestHostile.test_brackets_without_end()
  if not judge.long then judge.note("100 million brackets only with FJ_LONG=1; tried 1 million") end
  local text = ("["):rep(many)
  is_wrong(text, "DEPTH", 1000)
  is_wrong(("{"):rep(many), "OBJECT_KEY", 1)
  is_wrong(('{"":'):rep(many / 4), "DEPTH", 4000)
  lu.assertIs((valid(text, { max_depth = 2147483647 })), false)
  local ok, message = pcall(decode, text, { max_depth = 2147483647 })
  lu.assertFalse(ok)
  lu.assertTrue(#tostring(message) < 500)
  judge.one_of((check.parse(message)) or message, { "END", "STACK", "not enough memory" }, message)
  lu.assertEquals(decode "[1]", { 1 })
  is_wrong(("]"):rep(many), "VALUE", 0)
  is_wrong(("[]"):rep(many / 2), "TRAILING", 2)
end

function TestHostile.test_a_great_many_small_arrays()
  local n = judge.long and 20000000 or 300000
  local text = "[" .. ("[],"):rep(n) .. "[]]"
  lu.assertIs(valid(text), true)
  local t = decode(text)
  lu.assertEquals(#t, n + 1)
  for i = 1, n, 9999 do lu.assertNil(next(t[i])) end
  t = nil -- luacheck: ignore 311
  is_wrong(text:sub(1, -2), "END", #text - 1)
  is_wrong("[" .. ("[],"):rep(n), "END", 3 * n + 1)
  text = "[" .. ("{},"):rep(n) .. "{}]"
  lu.assertEquals(#decode(text), n + 1)
end

-- 1 GB of that is only validated.
function TestHostile.test_a_gigabyte()
  if not judge.long then judge.note("texts of 1 GB only with FJ_LONG=1") end
  local size = judge.long and 1000000000 or 10000000
  for _, piece in ipairs { "[],", '{"a":1},', "1,", '"x",', "          " } do
    local made, text = pcall(function() return "[" .. piece:rep(math.floor(size / #piece)) .. "1]" end)
    if not made then
      judge.note("a text of %d bytes cannot be created here", size)
    else
      lu.assertIs(valid(text), true)
      is_wrong(text:sub(1, -2), "END", #text - 1)
    end
    text = nil -- luacheck: ignore 311
    judge.collect()
  end
end

function TestHostile.test_long_strings()
  local size = judge.long and 1000000000 or 20000000
  local made, s = pcall(string.rep, "x", size)
  if not made then
    judge.note("a string of %d bytes cannot be created here", size)
    size = 1000000
    s = ("x"):rep(size)
  end
  for _, text in ipairs { '"' .. s .. '"', '"' .. s .. '\\n"' } do
    lu.assertIs(valid(text), true)
    local ok, v = pcall(decode, text)
    if ok then lu.assertTrue(#v == size or #v == size + 1) else judge.contains(v, "not enough memory") end
  end
  is_wrong('"' .. s, "END", size + 1)
  is_wrong('"' .. s .. "\1", "CONTROL", size + 1)
end

function TestHostile.test_numbers_with_a_million_digits()
  local n = judge.long and 10000000 or 1000000
  local digits = ("1234567890"):rep(n / 10)
  is_wrong(digits, "NUMBER_RANGE", 0)
  is_wrong("[-" .. digits .. "]", "NUMBER_RANGE", 1)
  is_wrong(digits .. "x", "NUMBER_SYNTAX", n)
  is_wrong(digits .. "e-x", "NUMBER_SYNTAX", n + 2)
  is_wrong("0" .. digits, "NUMBER_SYNTAX", 1)
  is_wrong(digits .. ".", "END", n + 1)
  lu.assertTrue(decode("0." .. digits) == 0.12345678901234568)
  lu.assertTrue(decode(digits .. "e-" .. string.format("%d", n)) == 0.12345678901234568)
  lu.assertTrue(decode("0." .. ("0"):rep(n) .. "1e" .. string.format("%d", n + 1)) == 1)
  lu.assertTrue(decode("1" .. ("0"):rep(n) .. "e-" .. string.format("%d", n)) == 1)
  lu.assertTrue(decode("1." .. ("0"):rep(n) .. "1") == 1)
  lu.assertTrue(decode("0." .. ("0"):rep(n)) == 0)
  lu.assertTrue(decode("1e-" .. ("0"):rep(n) .. "1") == 0.1)
  lu.assertTrue(decode("1e-" .. digits) == 0)
  is_wrong("1e" .. digits, "NUMBER_RANGE", 0)
  is_wrong("1e+" .. ("0"):rep(n) .. "400", "NUMBER_RANGE", 0)
  bytes(decode(digits, { bigint = "string" }), digits)
  bytes(fleece.encode(decode("[" .. digits .. "]", { bigint = "raw" })), "[" .. digits .. "]")
  -- halfway between two doubles, and one digit, a million places later, that decides
  local half = "9007199254740993"
  lu.assertTrue(decode(half .. "." .. ("0"):rep(n)) == 9007199254740992)
  lu.assertTrue(decode(half .. "." .. ("0"):rep(n) .. "1") == 9007199254740994)
end

function TestHostile.test_a_great_many_escapes()
  local n = judge.long and 10000000 or 200000
  bytes(decode('"' .. ("\\n"):rep(n) .. '"'), ("\n"):rep(n))
  bytes(decode('"' .. ("\\u00e9"):rep(n) .. '"'), ("é"):rep(n))
  bytes(decode('"' .. ("\\ud83d\\ude00"):rep(n) .. '"'), ("😀"):rep(n))
  bytes(decode('"' .. ("\\\\"):rep(n) .. '"'), ("\\"):rep(n))
  bytes(decode('"' .. ("\\\""):rep(n) .. '"'), ('"'):rep(n))
  is_wrong('"' .. ("\\\\"):rep(n), "END", 2 * n + 1)
  is_wrong('"' .. ("\\\\"):rep(n) .. "\\", "END", 2 * n + 2)
  is_wrong('"' .. ("\\\\"):rep(n) .. '\\"', "END", 2 * n + 3)
  is_wrong(("\\"):rep(n), "VALUE", 0)
  is_wrong(('"'):rep(n), "TRAILING", 2)
  is_wrong("[" .. ('"",'):rep(n) .. '"', "END", 3 * n + 2)
end

-- The errors of a text of many lines are each found in one pass.
function TestHostile.test_errors_at_the_end_of_long_texts()
  local line = '{"id":1,"name":"some name","list":[1,2,3]},\n'
  local text = "[" .. line:rep(judge.long and 1000000 or 50000)
  is_wrong(text .. "]", "VALUE", #text)
  local _, _, detail = valid(text .. "]")
  lu.assertEquals({ detail.line, detail.column }, { (judge.long and 1000000 or 50000) + 1, 1 })
  is_wrong(text .. '{"id":1,"name":"\n"}]', "CONTROL", #text + 16)
  is_wrong(text .. '{"id":1,"name":"\255"}]', "TEXT_UTF8", #text + 16)
  is_wrong(text .. "{}", "END", #text + 2)
end

-- ---- Keys that collide ------------------------------------------------------------------

-- Lua 5.1's string hash; 5.2 and 5.3 add a seed, but skip the same bytes.
local function hash51(s)
  local h = #s
  local step = math.floor(#s / 32) + 1
  local function xor(a, b)
    local out, bit = 0, 1
    while a > 0 or b > 0 do
      if a % 2 ~= b % 2 then out = out + bit end
      a, b, bit = math.floor(a / 2), math.floor(b / 2), bit * 2
    end
    return out
  end
  for i = #s, step, -step do
    h = xor(h, (h % 2 ^ 27 * 32 + math.floor(h / 4) + s:byte(i)) % 2 ^ 32)
  end
  return h
end

-- n different keys that 5.1 and LuaJIT hash alike: these hash every third byte of 64, the first and
-- last four bytes, and four around the middle and around the first quarter.
local function colliding(n)
  local free, keys = { 5, 6, 8, 9, 11, 12, 14, 15 }, {}
  for i = 1, n do
    local b = {}
    for k = 1, 64 do b[k] = "k" end
    local rest = i
    for _, at in ipairs(free) do
      b[at] = string.char(97 + rest % 16)
      rest = math.floor(rest / 16)
    end
    keys[i] = table.concat(b)
  end
  return keys
end

-- Short keys with the same hash in 5.1 (where all bytes count), found by search.
local function colliding_short(n)
  local groups, best = {}, nil
  for i = 0, 80000 do
    local key = string.format("%05d", i * 7 % 100000)
    local slot = hash51(key) % 1024
    local group = groups[slot] or {}
    groups[slot] = group
    group[#group + 1] = key
    if #group >= n then
      best = group
      break
    end
  end
  return best
end

local function object_of(keys)
  local parts = {}
  for i, key in ipairs(keys) do parts[i] = string.format('"%s":%d', key, i) end
  return "{" .. table.concat(parts, ",") .. "}"
end

function TestHostile.test_keys_that_collide()
  local keys = colliding(judge.long and 20000 or 2000)
  lu.assertEquals(hash51(keys[1]), hash51(keys[#keys]))
  for _, list in ipairs { keys, colliding_short(40) } do
    local text = object_of(list)
    for _ = 1, 3 do
      local t = decode(text)
      for i, key in ipairs(list) do
        if t[key] ~= i then lu.fail(key) end
      end
    end
    lu.assertIs(valid(text), true)
    lu.assertIs(valid(text, { duplicates = "error" }), true)
    local again = text:sub(1, -2) .. ',"' .. list[1] .. '":0}'
    lu.assertEquals(decode(again)[list[1]], 0)
    is_wrong(again, "DUPLICATE", #text, { duplicates = "error" })
    -- as the values of an array, as keys of separate objects, as shapes
    lu.assertEquals(#decode('["' .. table.concat(list, '","') .. '"]'), #list)
    lu.assertEquals(#decode('[{"' .. table.concat(list, '":1},{"') .. '":1}]'), #list)
  end
  local objects = {}
  for i = 1, 500 do objects[i] = string.format('{"%s":1,"%s":2}', keys[i], keys[i + 1]) end
  local t = decode("[" .. table.concat(objects, ",") .. "]")
  for i = 1, 500 do lu.assertEquals(t[i], { [keys[i]] = 1, [keys[i + 1]] = 2 }) end
end

-- ---- Other encodings, NUL bytes, garbage ------------------------------------------------

function TestHostile.test_other_encodings()
  local function utf16(text, big)
    return (text:gsub(".", big and "\0%0" or "%0\0"))
  end
  local text = '{"a":[1,"x"]}'
  is_wrong(utf16(text, false), "OBJECT_KEY", 1)
  is_wrong(utf16(text, true), "VALUE", 0)
  is_wrong("\255\254" .. utf16(text, false), "VALUE", 0)
  is_wrong("\254\255" .. utf16(text, true), "VALUE", 0)
  is_wrong(utf16('"x"', false), "CONTROL", 1)
  is_wrong("\239\187\191" .. text, "BOM", 0)
  is_wrong("[\239\187\191]", "VALUE", 1)
  is_wrong("\31\139\8\0", "VALUE", 0)
end

function TestHostile.test_nul_bytes_at_every_place()
  local text = '{"a":[1,true,null,"x\\n"],"b":{"c":-1.5e3}}'
  for at = 1, #text + 1 do
    for _, padding in ipairs { "", check.padding } do
      lu.assertNil(check.differ(padding .. text:sub(1, at - 1) .. "\0" .. text:sub(at)))
      lu.assertNil(check.differ(padding .. text:sub(1, at - 1) .. "\0" .. text:sub(at + 1)))
    end
  end
end

function TestHostile.test_random_bytes()
  local random = require("values").random(31)
  for _ = 1, judge.long and 100000 or 3000 do
    local b = {}
    for i = 1, random(80) do b[i] = string.char(random(256) - 1) end
    lu.assertNil(check.differ(table.concat(b)))
    lu.assertNil(check.differ('["' .. table.concat(b) .. '"]'))
    lu.assertNil(check.differ('["' .. table.concat(b) .. '"]', { utf8 = "replace" }))
  end
  for _ = 1, 50 do
    local b = {}
    for i = 1, 5000 do b[i] = string.char(random(256) - 1) end
    lu.assertNil(check.differ(table.concat(b)))
    local s = table.concat(b):gsub('[%c"\\]', "x")
    lu.assertNil(check.differ('"' .. s .. '"', { utf8 = "replace" }))
    lu.assertNil(check.differ('"' .. s .. '"', { utf8 = "pass" }))
  end
end

function TestHostile.test_the_oracle_knows_these_too()
  local ok, code, offset = oracle.decode(("["):rep(2000), nil, check.marks)
  lu.assertEquals({ ok, code, offset }, { false, "DEPTH", 1000 })
end

-- Keys too long to be remembered, enough of them that several share a chain in the table: each is
-- found by its name, not only by traversal.
function TestDecodeLimits.test_many_long_keys()
  for n = 1, 300, 13 do
    local members = {}
    for i = 1, n do members[i] = ('"%s%d":%d'):format(("key "):rep(10), i, i) end
    local t = fleece.decode("{" .. table.concat(members, ",") .. "}")
    for i = 1, n do lu.assertEquals(t[("key "):rep(10) .. i], i) end
  end
end

-- An invalid byte far after a complete value.
function TestDecodeLimits.test_what_is_far_behind()
  for _, n in ipairs { 1, 60, 1100, 4000, 4096, 5000, 9000, 70000 } do
    for _, byte in ipairs { "\255", "\195", "\1", "x" } do
      lu.assertFalse(pcall(decode, "[1]" .. (" "):rep(n) .. byte), n .. " spaces")
      lu.assertFalse((valid("[1]" .. (" "):rep(n) .. byte)), n .. " spaces")
    end
  end
end

return { TestDecodeLimits = TestDecodeLimits, TestHostile = TestHostile }

-- test_history.lua — a result does not depend on what was decoded before.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local pairing = require "pairing"
local fleece, fails = judge.fleece, judge.fails
local decode = fleece.decode

local TestHistory, TestRemembered = {}, {}

-- ---- Pairs --------------------------------------------------------------------------------

-- Every text in every way after every text in every way.
function TestHistory.test_all_pairs()
  if judge.is_oracle then return end
  local histories = require "histories"
  local all = pairing.cases "histories"
  for _, one in ipairs(all) do
    pairing.forget()
    one.ok, one.value, one.more = pcall(one.way[2], one.text)
    judge.bytes(histories.told(one.ok, one.value, one.more), one.expected, one.text)
  end
  -- with a full collection at every step, all of them would take too long
  pairing.run(all, judge.gc == "tiny" and 41 or judge.long and 1 or 3, function(one)
    local ok, value, more = pcall(one.way[2], one.text)
    if one.ok ~= ok or one.more ~= more or not histories.same(one.value, value) then
      return histories.told(ok, value, more)
    end
  end)
end

-- ---- Remembered keys ------------------------------------------------------------------------

local function refused(text, code, options)
  local _, _, detail = fleece.valid(text, options)
  lu.assertEquals(detail and detail.code, code)
  fails("", decode, text, options)
end

function TestRemembered.test_a_key_learned_through_an_escape()
  refused('[{"a\\nb":1},{"a\nb":2}]', "CONTROL")
  refused('[{"a\\nb":1},{"a\\nb":1},{"a\\nb":1},{"a\nb":2}]', "CONTROL")
  lu.assertEquals(decode '[{"a\\nb":1},{"a\\nb":2},{"a\\nb":3}]', { { ["a\nb"] = 1 }, { ["a\nb"] = 2 }, { ["a\nb"] = 3 } })
  -- a key that needs no escape is the same key without it
  lu.assertEquals(decode '[{"\\u0061":1},{"a":2},{"\\u0061":3}]', { { a = 1 }, { a = 2 }, { a = 3 } })
end

function TestRemembered.test_a_key_learned_from_bad_utf8()
  for _, key in ipairs { "k\255", "k\237\160\128", "k\244\144\128\128", "k\192\128", "\128" } do
    local text = '[{"' .. key .. '":"' .. ("x"):rep(40) .. '"}]'
    lu.assertEquals(decode(text, { utf8 = "pass" })[1][key], ("x"):rep(40))
    lu.assertEquals(decode(text, { utf8 = "pass", position = 1 })[1][key], ("x"):rep(40))
    if not judge.is_oracle then require("fleece.compat.cjson").decode(text) end
    refused(text, "TEXT_UTF8")
    refused(text, "TEXT_UTF8", { position = 1 })
    refused((" "):rep(2000) .. text, "TEXT_UTF8")
    refused((" "):rep(2000) .. text, "TEXT_UTF8", { position = 1 })
  end
  local lone = '[{"\\ud800":1},{"\\ud800":2}]'
  lu.assertEquals(decode(lone, { utf8 = "pass" })[2]["\237\160\128"], 2)
  refused(lone, "SURROGATE")
  refused('[{"\237\160\128":1}]', "TEXT_UTF8")
end

-- Keys that are in no shape, because all keys before them were new.
local function after_new_keys(n, text)
  local out = {}
  for i = 1, 300 do out[i] = ('{"key %d of %d":1},'):format(i, n) end
  return "[" .. table.concat(out) .. text .. "]"
end

function TestRemembered.test_keys_in_no_shape()
  for n = 1, 10 do
    local text = after_new_keys(n, '{"a\\nb":1},{"a\\nb":2},{"\\u0061":3},{"k\\u00e9":4},{"k\195\169":5}')
    local t = decode(text)
    for i, key in ipairs { "a\nb", "a\nb", "a", "k\195\169", "k\195\169" } do
      lu.assertEquals(t[300 + i], { [key] = i })
    end
    refused(after_new_keys(n, '{"a\nb":1}'), "CONTROL")
    refused((" "):rep(2000) .. after_new_keys(n, '{"a\nb":1}'), "CONTROL")
    for _, key in ipairs { "k\255", "k\237\160\128", "\128" } do
      text = after_new_keys(n, '{"' .. key .. '":1}')
      lu.assertEquals(decode(text, { utf8 = "pass" })[301], { [key] = 1 })
      refused(text, "TEXT_UTF8")
      refused(text, "TEXT_UTF8", { position = 1 })
    end
    refused(after_new_keys(n, '{"long key":1}'), "MAX_STRING", { max_string = 7 })
  end
end

-- Keys that begin like others, and of all lengths, many times: each key keeps its own value.
function TestRemembered.test_many_keys_in_no_shape()
  local names, parts = {}, {}
  for n = 0, 50 do
    names[#names + 1] = ("x"):rep(n)
    names[#names + 1] = ("x"):rep(n) .. "\\u0000"
    names[#names + 1] = ("x"):rep(n - 1) .. "y" .. n
  end
  for i = 1, 2000 do names[#names + 1] = "name " .. i end
  for i, name in ipairs(names) do parts[i] = ('{"%s":%d}'):format(name, i) end
  local objects = table.concat(parts, ",")
  for n = 1, 5 do
    local t = decode(after_new_keys(n, objects))
    lu.assertEquals(#t, 300 + #names)
    for i, name in ipairs(names) do
      local key, value = next(t[300 + i])
      if key ~= name:gsub("\\u0000", "\0") or value ~= i then lu.fail(name) end
    end
  end
end

function TestRemembered.test_limits_with_known_keys()
  local text = '[{"a long key":1},{"a long key":2},{"a long key":3}]'
  decode(text)
  refused(text, "MAX_STRING", { max_string = 9 })
  lu.assertEquals(decode(text, { max_string = 10 })[3], { ["a long key"] = 3 })
  refused(text, "MAX_KEYS", { max_keys = 2 })
end

-- ---- Retries --------------------------------------------------------------------------------

-- The text is read with the index up to the construct, then again from its start.
function TestRemembered.test_a_second_reading_starts_clean()
  for _, n in ipairs { 500, 1023, 1024, 1025, 3000, 9000, 20000 } do
    for _, m in ipairs { 1, 1000, 5000, 16000, 40000 } do
      local text = "[[" .. ("1,"):rep(n - 1) .. "1],[" .. ("2,"):rep(m - 1) .. "2/*c*/]]"
      local v = decode(text, { comments = true })
      lu.assertEquals({ #v, #v[1], #v[2] }, { 2, n, m })
      lu.assertEquals({ v[1][n], v[1][n + 1], v[1][n + 3], v[2][m], v[2][m + 1] }, { 1, nil, nil, 2, nil })
    end
  end
end

-- ---- Sizes ------------------------------------------------------------------------------------

local function growth(make)
  local before = judge.collect()
  local kept = make()
  return judge.collect() - before, kept
end

-- A table in the result has exactly the size of its contents; through the API it grows as Lua tables do.
function TestRemembered.test_tables_are_exact()
  if judge.is_oracle or fleece.info().backend == "capi" then return end
  for _, n in ipairs { 4095, 4096, 4097, 8191, 8192, 8200, 9000, 16385, 40000 } do
    local text = "[" .. ("1,"):rep(n - 1) .. "1]"
    decode(text)
    local bytes = growth(function() return decode(text) end)
    lu.assertTrue(bytes < 17 * n + 3000, ("%d elements take %d bytes"):format(n, bytes))
  end
end

function TestRemembered.test_duplicate_keys_take_no_room()
  if judge.is_oracle then return end
  local n = judge.long and 1000000 or 100000
  for _, how in ipairs { "last", "first" } do
    for _, text in ipairs { "{" .. ('"a":1,'):rep(n) .. '"b":2}', "{" .. ('"a":1,"b":2,'):rep(n / 2) .. '"c":3}' } do
      decode(text, { duplicates = how }) -- remembers the keys
      local bytes, v = growth(function() return decode(text, { duplicates = how }) end)
      lu.assertEquals({ v.a, v.b }, { 1, 2 })
      lu.assertTrue(bytes < 20000, ("%d bytes with duplicates = '%s'"):format(bytes, how))
    end
  end
end

-- As docs/notes/decoding.md says: what a state keeps between calls.
local kept_at_most = 1024 * 1024

function TestRemembered.test_many_shapes_are_forgotten()
  if judge.is_oracle then return end
  local out, members = {}, {}
  for i = 1, 33 do members[i] = ('"k%d":%d,'):format(i, i) end
  local most = table.concat(members)
  for i = 1, 10000 do out[i] = ('{%s"l%d":1}'):format(most, i % 4000) end
  local text = "[" .. table.concat(out, ",") .. "]"
  local bad = text .. "x"                      -- made here: LuaJIT's stack may keep what was made below
  for _, options in ipairs { {}, { comments = true }, { duplicates = "error" } } do
    local bytes = growth(function() decode(text, options) end)
    lu.assertTrue(bytes < kept_at_most, ("%d bytes are kept"):format(bytes))
    bytes = growth(function() fails("", decode, bad, options) end)
    lu.assertTrue(bytes < kept_at_most, ("%d bytes are kept after a failure"):format(bytes))
  end
end

local function counter(n)
  local i = 0
  return function()
    i = i % n + 1
    return tostring(i)
  end
end

function TestRemembered.test_long_and_deep_texts_leave_little()
  if judge.is_oracle then return end
  local texts = {
    ("["):rep(100000) .. ("]"):rep(100000),
    '["' .. ("\\n"):rep(1000000) .. '"]',
    "[" .. ("1,"):rep(300000) .. "1]",
    "[" .. ("1,"):rep(300000) .. "1",
    "{" .. ('"a":[],'):rep(100000) .. '"b":{}}',
    "[" .. (("{\"key I\":1},"):rep(20000):gsub("I", counter(20000)) .. "1,"):rep(3) .. "1]",
  }
  for i, text in ipairs(texts) do
    -- in a coroutine, because its stack is freed with it: through the API a deep text makes the stack large
    local bytes = growth(function()
      coroutine.wrap(function() pcall(decode, text, { max_depth = 200000 }) end)()
    end)
    lu.assertTrue(bytes < kept_at_most, ("text %d: %d bytes are kept"):format(i, bytes))
  end
end

return { TestHistory = TestHistory, TestRemembered = TestRemembered }

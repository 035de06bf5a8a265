-- test_making.lua — strings, tables and large results made without the API of Lua: the same contents and the same
-- memory, in every phase and mode of the collector, with strings that are dead or known.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local collecting = require "collecting"
local fleece = judge.fleece
local decode = fleece.decode

local TestMaking, TestRevival, TestLarge = {}, {}, {}

local forced = os.getenv("FLEECE_MAKING") == "capi" or os.getenv("FLEECE_BACKEND") == "capi"

function TestMaking.test_it_is_in_use()
  local wanted = (judge.is_oracle or forced or os.getenv("EXPECTED_BACKEND")) and "capi" or "direct"
  if not judge.is_oracle then lu.assertEquals(fleece.info().making, wanted) end
end

-- Same bytes in use, same contents.  The first line says how the objects were made.
function TestMaking.test_same_memory_and_contents()
  if judge.is_oracle then return end
  local direct, good = judge.run("FLEECE_MAKING=", "making.lua")
  lu.assertTrue(good, direct)
  local capi
  capi, good = judge.run("FLEECE_MAKING=capi", "making.lua")
  lu.assertTrue(good, capi)
  lu.assertEquals(capi:match("making (%w+)"), "capi")
  lu.assertEquals(direct:match("\n(.*)"), capi:match("\n(.*)"))
end

-- After a full collection no more is in use than before.
function TestMaking.test_all_is_released()
  collecting.no_growth("strings and tables", function()
    decode(collecting.text)
    decode('[{"a":"x"},{"a":"y"},{"a":"z"},[],{},["new strings",[1,2,3]]]')
  end, 100)
end

-- Strings of an array are made together.  Each must be the string that Lua itself makes, or it would not
-- be found as a key.
function TestMaking.test_strings_of_every_length()
  for shift = 0, 17 do
    local strings, parts = {}, {}
    for n = 0, 47 do
      local s = {}
      for i = 1, n do s[i] = string.char(97 + (i * i + n * shift) % 26) end
      strings[n + 1] = table.concat(s)
      parts[n + 1] = '"' .. strings[n + 1] .. '"'
    end
    for i = #parts, 2, -1 do -- neighbours of every length
      local j = (i * (shift + 7)) % i + 1
      parts[i], parts[j], strings[i], strings[j] = parts[j], parts[i], strings[j], strings[i]
    end
    local array = decode((" "):rep(shift) .. "[" .. table.concat(parts, ",") .. "]")
    local object = {}
    for i, s in ipairs(array) do object[s] = i end
    for i, s in ipairs(strings) do
      lu.assertEquals(array[i], s)
      lu.assertEquals(object[s:sub(1, 0) .. s], i)
    end
    lu.assertEquals(#array, #strings)
  end
end

-- The string table grows while strings wait.
function TestMaking.test_a_large_string_table()
  local parts = {}
  for i = 1, 140000 do parts[i] = ('{"a":"%d a","b":["%d b",%d],"c":"%d","d":"x"}'):format(i, i, i, i % 100) end
  local function check(t, from)
    for i = 1, #t do
      local v, k = t[i], i + from
      if ({ [k .. " a"] = true })[v.a] == nil or v.b[1] ~= k .. " b" or v.b[2] ~= k or v.c ~= tostring(k % 100) or
        v.d ~= "x" then
        error(("element %d is wrong"):format(k))
      end
    end
  end
  local t = decode("[" .. table.concat(parts, ",") .. "]")
  check(t, 0)
  collecting.under(100, 100, function()
    check(decode("[" .. table.concat(parts, ",", 1, judge.long and 140000 or 20000) .. "]"), 0)
  end)
end

function TestMaking.test_tables_grow_later()
  local t = decode('[{"a":1},{"a":2},{"a":3},[],{},[1,2,3]]')
  for _, v in ipairs(t) do
    for i = 1, 40 do
      v["more " .. i] = i
      v[i] = i
    end
    for i = 1, 40 do
      lu.assertEquals(v["more " .. i], i)
      lu.assertEquals(v[i], i)
    end
    lu.assertEquals(#v, 40)
  end
end

-- An empty table from a text is its own, not a shared one.
function TestMaking.test_empty_tables_are_distinct()
  local t = decode("[[],[],{},{}]")
  for i = 1, 4 do t[i][i] = i end
  for i = 1, 4 do
    for j = 1, 4 do lu.assertEquals(t[i][j], i == j and i or nil) end
  end
end

function TestMaking.test_metamethods_are_found()
  local t = decode('[{"__index":1},{"__index":2},{"__index":3}]')
  for i = 1, 3 do
    t[i].__index = function() return i end
    lu.assertEquals(setmetatable({}, t[i]).x, i)
    local empty = decode("{}")
    local object = setmetatable({}, empty)
    lu.assertNil(object.x)
    empty.__index = t[i].__index
    lu.assertEquals(object.x, i)
  end
end

-- Strings that are garbage but not freed yet must become alive again in every phase.
function TestRevival.test_dead_strings_in_every_phase()
  local parts = {}
  for i = 1, 200 do parts[i] = ('"revived %d"'):format(i) end
  local text = "[" .. table.concat(parts, ",") .. "]"
  collecting.under(100, 100, function()
    local kept
    for round = 1, judge.long and 20000 or 1000 do
      kept = round % 3 ~= 0 and decode(text) or nil
      if round % 2 == 0 then collectgarbage("step", round % 5) end
      if kept then
        for i = 1, 200, 7 do
          local s = "revived " .. i
          if kept[i] ~= s then error(tostring(kept[i]) .. " is not " .. s) end
          if not ({ [s] = true })[kept[i]] then error(s .. " exists twice") end
        end
      end
    end
  end)
end

-- What a small part of an old result refers to stays, while the rest is collected.
function TestRevival.test_parts_outlive_the_whole()
  local kept = {}
  for round = 1, 300 do
    local t = decode(collecting.text)
    kept[round % 17 + 1] = { t[3], t[60].tags, t[7].o, t[11].name }
    if round % 5 == 0 then collectgarbage("step", 50) end
  end
  collectgarbage()
  for _, part in ipairs(kept) do
    lu.assertEquals({ part[1].id, part[1].name, part[2][1], part[3].x, part[4] }, { 3, "name 3", "t60", 7.5, "name 11" })
  end
end

function TestRevival.test_generational_mode()
  if judge.version < 5.4 and judge.version ~= 5.2 then return end
  collectgarbage("generational")
  local ok, err = pcall(function()
    local old = decode(collecting.text)
    local kept = {}
    for round = 1, 400 do
      kept[round % 40 + 1] = decode(collecting.text)
      old[round % 60 + 1].name = kept[round % 40 + 1][1].name -- old refers to new
      old[round % 60 + 1].o = decode('{"x":"fresh","y":[]}')
      if round % 10 == 0 then collectgarbage("step", 0) end
    end
    collectgarbage()
    for i = 1, 40 do collecting.is_right(kept[i]) end
    for i = 1, 60 do lu.assertEquals({ old[i].name, old[i].o.x }, { "name 1", "fresh" }) end
  end)
  collectgarbage("incremental")
  if not ok then error(err, 0) end
end

-- All coroutines share the heap of their state.
function TestRevival.test_coroutines()
  local make = coroutine.wrap(function()
    while true do coroutine.yield(decode(collecting.text)) end
  end)
  for _ = 1, 20 do
    collecting.is_right(make())
    collectgarbage("step", 10)
  end
end

-- From 4 MB on, the window of encode becomes the result.
local LARGE = 4 * 1024 * 1024

local function large_list(n)
  local list = {}
  for i = 1, math.floor(n / 1024) do list[i] = (string.char(97 + i % 26)):rep(1021) end
  return list, '["' .. table.concat(list, '","') .. '"]'
end

function TestLarge.test_lengths_around_the_limit()
  for n = LARGE - 5, LARGE + 2 do
    local s = ("x"):rep(n)
    local result, again = fleece.encode(s), fleece.encode(s)
    lu.assertEquals(#result, n + 2)
    lu.assertTrue(result == '"' .. s .. '"')
    lu.assertTrue(result == again)
  end
end

function TestLarge.test_it_is_a_string_like_any_other()
  local list, text = large_list(LARGE + 9000)
  local keys = { [fleece.encode(list)] = 1 }
  lu.assertEquals(keys[text], 1)
  lu.assertEquals(keys[fleece.json(list)], 1)
  keys[text] = 2
  lu.assertEquals(keys[fleece.encode(list)], 2)
  lu.assertTrue(fleece.encode(list) .. "x" == text .. "x")
  lu.assertTrue(fleece.encode(list):sub(-3) == text:sub(-3))
  lu.assertTrue(fleece.encode(list):byte(#text + 1) == nil)
  lu.assertNil(fleece.encode(list):find("\0", 1, true))
  lu.assertFalse(fleece.encode(list) < text)
  lu.assertEquals(fleece.decode(fleece.encode(list)), list)
end

-- After a large result, all others are as before, whatever their sizes.
function TestLarge.test_results_of_other_sizes_follow()
  local list, text = large_list(LARGE + 9000)
  for _, n in ipairs { 0, 10, 300000, 1000000, LARGE, 3 * LARGE, 40 } do
    local s = ("y"):rep(n)
    lu.assertTrue(fleece.encode(list) == text)
    lu.assertTrue(fleece.encode { s } == '["' .. s .. '"]')
    lu.assertTrue(fleece.encode { list, s } == "[" .. text .. ',"' .. s .. '"]')
    local parts = {}
    fleece.encode_to(function(part) parts[#parts + 1] = part end, list)
    lu.assertTrue(table.concat(parts) == text)
    lu.assertEquals(fleece.size(list), #text)
  end
end

function TestLarge.test_callbacks_coroutines_and_errors()
  local list, text = large_list(LARGE + 9000)
  local own = setmetatable({}, { __tojson = function() return fleece.encode(list) end })
  lu.assertTrue(fleece.encode { own, list, own } == "[" .. text .. "," .. text .. "," .. text .. "]")
  local make = coroutine.wrap(function()
    while true do coroutine.yield(fleece.encode(list)) end
  end)
  for _ = 1, 3 do
    lu.assertTrue(make() == text)
    lu.assertFalse((pcall(fleece.encode, { list, print })))
    lu.assertFalse((pcall(fleece.encode, { list, setmetatable({}, { __tojson = function() error "no" end }) })))
    lu.assertTrue(fleece.encode { own } == "[" .. text .. "]")
  end
end

local function repeatedly()
  local list, text = large_list(LARGE + 9000)
  local kept = {}
  for round = 1, judge.long and 200 or 24 do
    kept[round % 3 + 1] = fleece.encode(list)
    kept[round % 3 + 4] = kept[round % 3 + 1]
    if round % 4 == 0 then collectgarbage("step", round) end
    for i = 1, 6 do
      if kept[i] and kept[i] ~= text then error("result " .. i .. " is wrong") end
    end
  end
end

function TestLarge.test_under_collection()
  collecting.under(100, 100, repeatedly)
  collectgarbage("stop")
  repeatedly()
  collectgarbage("restart")
  if judge.version >= 5.4 or judge.version == 5.2 then
    collectgarbage("generational")
    local ok, err = pcall(repeatedly)
    collectgarbage("incremental")
    if not ok then error(err, 0) end
  end
end

-- The collector works on and frees results, although nothing but encode allocates.
function TestLarge.test_results_are_collected()
  local list, text = large_list(LARGE + 9000)
  collectgarbage()
  local before, most = collectgarbage("count"), 0
  collecting.under(100, 400, function() -- by default, the pause grows with the heap of all suites
    for _ = 1, 120 do
      fleece.encode(list)
      most = math.max(most, collectgarbage("count"))
    end
  end)
  -- A step of Lua 5.5 does not grow with what was allocated, with plain strings, too: beside a large heap
  -- many results wait for the end of the cycle.
  lu.assertTrue(judge.version >= 5.5 or most < before + 60 * #text / 1024, most)
  collectgarbage()
  lu.assertTrue(collectgarbage("count") < before + 2000)
end

return { TestMaking = TestMaking, TestRevival = TestRevival, TestLarge = TestLarge }

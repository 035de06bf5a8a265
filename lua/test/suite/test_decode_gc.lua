-- test_decode_gc.lua — decoding while the collector is busiest, in finalizers and
-- coroutines; memory that must be released.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local check = require "decode_judge"
local collecting = require "collecting"
local oracle = require "decode_oracle"
local fleece, bytes = judge.fleece, judge.bytes
local decode = fleece.decode

local TestDecodeCollector, TestDecodeMemory, TestDecodeStates = {}, {}, {}

local document, text, is_right, under = collecting.document, collecting.text, collecting.is_right, collecting.under

local finalized = collecting.finalized

-- It was stopped before, so it must be stopped afterwards.
function TestDecodeCollector.test_it_stays_stopped()
  collectgarbage("stop")
  local ok, err = pcall(collecting.decode, 2)
  local before = collectgarbage("count")
  local last = {}
  for i = 1, 20000 do last[i % 2 + 1] = {} end
  local after = collectgarbage("count")
  collectgarbage("restart")
  if not ok then error(err, 0) end
  lu.assertEquals(#last, 2)
  lu.assertTrue(after > before + 300, "decode has restarted the collector")
end

-- If it was running before, it must run afterwards: an error does not leave it stopped.
function TestDecodeCollector.test_still_running_afterwards()
  for _, f in ipairs { function() decode(text) end, function() pcall(decode, text:sub(1, -5)) end,
    function() pcall(decode, ("["):rep(2000)) end, function() fleece.valid(text) end } do
    f()
    lu.assertTrue(collecting.comes_round(), "the collector does not run")
  end
end

-- ---- The collector works before a large text (vm/fj_gc.h) ------------------------------------

local long_text = document(1500) -- more than 64 kB, so the collector waits for it
local bad_texts = { long_text .. "x", long_text:sub(1, -3), long_text:sub(1, -2) .. (",["):rep(2000) }

local function each_end(f)
  f(function() decode(long_text) end)
  for _, bad in ipairs(bad_texts) do f(function() lu.assertFalse((pcall(decode, bad))) end) end
  f(function() lu.assertFalse((pcall(decode, long_text, { max_keys = 5000 }))) end)
  f(function() decode(long_text .. "/**/", { comments = true }) end)
  f(function() coroutine.wrap(function() decode(long_text) end)() end)
end

local function is_running()
  local known, running = pcall(collectgarbage, "isrunning")
  return not known or running
end

function TestDecodeCollector.test_large_texts_leave_a_stopped_collector_stopped()
  collectgarbage()
  collectgarbage("stop")
  local gone = setmetatable({ {} }, { __mode = "v" })
  local ok, err = pcall(each_end, function(f)
    f()
    lu.assertTrue(is_running() ~= true or judge.version == 5.1)
  end)
  for _ = 1, 50000 do local _ = {} end
  local alive = gone[1] ~= nil
  collectgarbage("restart")
  if not ok then error(err, 0) end
  lu.assertTrue(alive, "a stopped collector has worked")
end

function TestDecodeCollector.test_large_texts_leave_it_running_with_its_settings()
  local function settings()
    if judge.version >= 5.5 then return collectgarbage("param", "pause"), collectgarbage("param", "stepmul") end
    local pause, stepmul = collectgarbage("setpause", 200), collectgarbage("setstepmul", 200)
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", stepmul)
    return pause, stepmul
  end
  under(160, 300, function()
    local pause, stepmul = settings()
    each_end(function(f)
      for _ = 1, 3 do f() end
      lu.assertTrue(is_running())
      local pause_after, stepmul_after = settings()
      lu.assertEquals({ pause_after, stepmul_after }, { pause, stepmul })
    end)
    lu.assertTrue(collecting.comes_round(), "the collector does not run")
  end)
end

function TestDecodeCollector.test_it_works_before_the_build()
  if judge.is_oracle then return end
  local out, good = judge.run("", "pacing.lua")
  lu.assertTrue(good and out == "fine\n", out)
end

-- Whatever finalizers do in that work, the decode is right.
function TestDecodeCollector.test_finalizers_before_the_build()
  local wanted = decode(long_text)
  for _, act in ipairs {
    function() collectgarbage("stop") end,
    function() decode(long_text) end,
    function() collectgarbage() end,
    function() error("from a finalizer", 0) end,
  } do
    under(100, 1000, function()
      for _ = 1, 2 do
        finalized(function() pcall(act) end)
        lu.assertTrue((oracle.same(decode(long_text), wanted)))
      end
      -- Lua before 5.4 raises the error of a finalizer wherever it allocates: here, inside the pcall
      local function step()
        finalized(act)
        return #decode(long_text) == 1500
      end
      for _ = 1, 5 do
        local ok, right = pcall(step)
        lu.assertTrue(ok and right or not ok and right:find("from a finalizer", 1, true) ~= nil)
      end
      repeat until pcall(judge.collect) -- no finalizer of these is left for another test
      collectgarbage("restart")
    end)
  end
  lu.assertTrue(collecting.comes_round())
end

-- Large enough that the collector runs during one decode, for several cycles.
function TestDecodeCollector.test_collections_inside_one_decode()
  local large = document(judge.long and 60000 or 1500)
  local wanted = select(2, oracle.decode(large, nil, check.marks))
  for _, pause in ipairs { 100, 120, 200 } do
    under(pause, 1000, function()
      local t = decode(large)
      local same, where = oracle.same(t, wanted)
      lu.assertTrue(same, where)
    end)
  end
end

-- Results that stay alive while more is decoded and collected keep their contents.
function TestDecodeCollector.test_results_outlive_collections()
  under(100, 400, function()
    local kept = {}
    for i = 1, 400 do
      kept[i % 13 + 1] = decode(text)
      if i % 7 == 0 then collectgarbage("step", 100) end
      if i % 50 == 0 then
        judge.collect()
        for _, t in ipairs(kept) do is_right(t) end
      end
    end
  end)
end

-- ---- Memory -----------------------------------------------------------------------------

local no_growth = collecting.no_growth

function TestDecodeMemory.test_no_growth()
  local codec = fleece.new { comments = true, null = false }
  local small = document(3)
  no_growth("decode", function() decode(small) end)
  no_growth("decode of a long text", function() decode(text) end, 200)
  no_growth("valid", function() fleece.valid(text) end)
  no_growth("options", function() decode(small, { arrays = true, duplicates = "first", null = "x" }) end)
  no_growth("codec", function() codec:decode(small) end)
  no_growth("an error", function() pcall(decode, small .. "x") end)
  no_growth("an error in a long text", function() pcall(decode, text .. "x") end, 200)
  no_growth("an error of valid", function() fleece.valid(small .. "x") end)
  no_growth("too deep", function() pcall(decode, ("["):rep(1500)) end)
  no_growth("bad options", function() pcall(decode, small, { nope = 1 }) end)
  no_growth("position", function() decode(small .. "x", { position = 1 }) end)
  no_growth("raw integers", function() decode("[123456789012345678901]", { bigint = "raw" }) end)
  no_growth("an abandoned coroutine", function()
    local co = coroutine.wrap(function()
      coroutine.yield(decode(small))
      decode(small)
    end)
    co()
  end, 300)
end

-- The collector knows what was decoded: a program that only decodes does not grow beyond what the
-- pause allows (a cycle begins at twice the live memory and ends, in Lua 5.2, at up to four times)
-- and what is postponed.
function TestDecodeMemory.test_garbage_is_collected_as_it_is_made()
  local large = document(1000)
  local before, peak = judge.collect() / 1024, 0
  for _ = 1, 2 do lu.assertTrue(collecting.comes_round()) end
  for _ = 1, judge.long and 4000 or 400 do
    decode(large)
    peak = math.max(peak, collectgarbage("count"))
  end
  local t = decode(large)
  local one = judge.collect() / 1024 - before
  lu.assertEquals(#t, 1000)
  lu.assertTrue(peak < 5 * (before + one) + 8000,
    string.format("peak %.0f kB, %.0f before, one result takes %.0f", peak, before, one))
end

-- The scratch memory of one huge text is released after some small ones.
if not judge.is_oracle then
  function TestDecodeMemory.test_scratch_shrinks() collecting.shrinks("decode") end
end

-- ---- Finalizers, coroutines -------------------------------------------------------------

-- Finalizers that decode run during a decode that allocates.
function TestDecodeStates.test_decode_in_finalizers()
  local results, large, decoding = {}, document(800), false
  local wanted = select(2, oracle.decode(large, nil, check.marks))
  local small = document(2)
  under(100, 1000, function()
    for round = 1, judge.long and 8 or 2 do
      for i = 1, 60 do
        finalized(function()
          results[#results + 1] = decode(small)[2].id
          pcall(decode, small:sub(1, -3))
          fleece.valid(small)
          if i % 9 == 0 then collectgarbage("step", 10) end
          if i == 5 and decoding then error("from a finalizer", 0) end
        end)
      end
      decoding = true
      local ok, t = pcall(decode, large)
      decoding = false
      if ok then
        local same, where = oracle.same(t, wanted)
        lu.assertTrue(same, tostring(where) .. " in round " .. round)
      else
        judge.contains(tostring(t), "from a finalizer") -- Lua before 5.4 propagates it
      end
    end
    for _ = 1, 5 do pcall(judge.collect) end
  end)
  lu.assertTrue(#results >= 60, #results)
  for _, id in ipairs(results) do lu.assertEquals(id, 2) end
end

function TestDecodeStates.test_encode_and_decode_in_one_another()
  local t = setmetatable({}, { __tojson = function(_, codec)
    return codec:encode(decode '{"in":[1,{"x":null}]}')
  end })
  for _ = 1, 20 do bytes(fleece.encode { t, { t } }, '[{"in":[1,{"x":null}]},[{"in":[1,{"x":null}]}]]') end
  fleece.encode_to(function(piece) lu.assertIs(fleece.valid('["' .. #piece .. '"]'), true) end, decode(text))
  local pieces = {}
  fleece.encode_to(function(piece)
    is_right(decode(text))
    pieces[#pieces + 1] = piece
  end, decode(text))
  is_right(decode(table.concat(pieces)))
end

function TestDecodeStates.test_coroutines()
  local threads = {}
  for i = 1, 50 do
    threads[i] = coroutine.wrap(function()
      for _ = 1, 5 do
        coroutine.yield(decode(text)[i].id)
        pcall(decode, text:sub(1, i * 10))
      end
    end)
  end
  for _ = 1, 5 do
    for i = 1, 50 do lu.assertEquals(threads[i](), i) end
    collectgarbage("step", 100)
  end
  threads = nil -- luacheck: ignore 311
  judge.collect()
  is_right(decode(text))
  coroutine.wrap(function() is_right(decode(text)) end)()
  judge.collect()
  is_right(decode(text))
end

function TestDecodeStates.test_on_a_deep_stack()
  local function deep(n)
    if n == 0 then return decode(text) end
    return (deep(n - 1))
  end
  is_right(deep(150))
  is_right(coroutine.wrap(function() return deep(5000) end)())
end

if not judge.is_oracle then
  function TestDecodeStates.test_the_module_loaded_again()
    local marked = decode "[]"
    package.loaded.fleece = nil
    local again = require "fleece"
    package.loaded.fleece = fleece
    lu.assertIs(getmetatable(again.decode "[]"), getmetatable(marked))
    is_right(again.decode(text))
    is_right(decode(text))
    lu.assertTrue(rawequal(again.decode "null", fleece.null))
  end
end

-- Nothing remains of a dropped value, wherever its parts were while it was built.
function TestDecodeMemory.test_nothing_of_a_value_is_kept()
  local parts = {}
  for i = 1, 60 do parts[i] = ('{"id":%d}'):format(i) end
  local value = decode("[" .. table.concat(parts, ",") .. "]")
  local weak = setmetatable({}, { __mode = "v" })
  for i, part in ipairs(value) do weak[i] = part end
  lu.assertEquals(#weak, 60)
  value = nil -- luacheck: ignore
  collectgarbage()
  collectgarbage()
  lu.assertNil((next(weak)))
end

return { TestDecodeCollector = TestDecodeCollector, TestDecodeMemory = TestDecodeMemory, TestDecodeStates = TestDecodeStates }

-- test_gc.lua — the collector at its busiest, and memory that must be released.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local judge = require "judge"
local collecting = require "collecting"
local fleece = judge.fleece
local encode = fleece.encode

local TestCollector, TestMemory = {}, {}

-- Each setting in a separate process, encoding and decoding.
for name in pairs(collecting.settings) do
  TestCollector["test_" .. name] = function()
    local out, good = judge.run("", "collecting.lua", name)
    lu.assertTrue(good, out)
    judge.contains(out, "encode under " .. name)
    judge.contains(out, "decode under " .. name)
  end
end
if not collecting.settings.generational then judge.note("this Lua has no generational collector") end

function TestCollector.test_full_collection_between_members()
  local list = {}
  for i = 1, 30 do
    list[i] = { "before" .. i, setmetatable({}, { __tojson = function()
      collectgarbage()
      return '"' .. i .. '"'
    end }), "after" .. i, { { i } } }
  end
  for _, opts in ipairs { {}, { sort_keys = true }, { indent = 1 }, { escape = "ascii" } } do
    local text = encode(list, opts)
    for i = 1, 30 do judge.contains(text, '"after' .. i .. '"') end
  end
end

-- ---- Memory -----------------------------------------------------------------------------

local no_growth = collecting.no_growth

function TestMemory.test_no_growth()
  local value = { a = { 1, 2, { "x" } }, b = ("y"):rep(1000), [3] = 1.5 }
  local codec = fleece.new { sort_keys = true, indent = 2 }
  no_growth("encode", function() encode(value) end)
  no_growth("json", function() fleece.json(value, "E4") end)
  no_growth("size", function() fleece.size(value) end)
  no_growth("codec", function() codec:encode(value) end)
  no_growth("options of a call", function() encode(value, { indent = 1, sort_keys = true }) end)
  no_growth("errors", function() pcall(encode, { value, print }) end)
  no_growth("bad options", function() pcall(encode, value, { nope = 1 }) end)
  no_growth("new", function() fleece.new { indent = 2 }:encode(value) end)
  no_growth("raw", function() encode { fleece.raw '{"a":1}' } end)
  no_growth("buffer", function() fleece.encode_to(fleece.buffer(), value) end)
  no_growth("function sink", function() fleece.encode_to(function() end, value) end)
  no_growth("array", function() encode { fleece.array {}, fleece.object {} } end)
end

function TestMemory.test_no_growth_with_callbacks()
  local proxy = setmetatable({}, { __pairs = function() return next, { 1, { 2 } }, nil end })
  local own = setmetatable({}, { __tojson = function(_, codec) return codec:encode { 1, "x" } end })
  local bad = setmetatable({}, { __tojson = function() error("no") end })
  no_growth("__pairs", function() encode { proxy, { proxy } } end)
  no_growth("__tojson", function() encode { own, { own } } end)
  no_growth("an error in a callback", function() pcall(encode, { { own }, bad }) end)
  no_growth("an error in a sink", function()
    pcall(fleece.encode_to, function() error("no") end, { own })
  end)
  no_growth("a handler", function()
    encode({ print, { print } }, { unsupported = function(_, path) return path end })
  end)
  no_growth("an order function", function()
    encode({ a = 1, b = 2, c = 3 }, { sort_keys = function(a, b) return a > b end })
  end)
  no_growth("an abandoned coroutine", function()
    local co = coroutine.wrap(function()
      encode { setmetatable({}, { __tojson = function() coroutine.yield() return "1" end }) }
    end)
    pcall(co)
  end, 300)
end

-- Encoded values are kept alive neither by scratch memory nor by a cache.
function TestMemory.test_values_are_let_go()
  local weak = setmetatable({}, { __mode = "kv" })
  do
    local function make(name)
      local t = { name, { name } }
      weak[name] = t
      return t
    end
    encode(make "plain")
    encode { make "inner", setmetatable({}, { __tojson = function() return "1" end }), make "parked" }
    encode { setmetatable({}, { __pairs = function() return next, { make "pairs" }, nil end }) }
    pcall(encode, { make "error", print })
    pcall(encode, { make "callback", setmetatable({}, { __tojson = function() error("x") end }) })
    fleece.encode_to(function() end, make "sink")
    pcall(fleece.encode_to, function() error("x") end, make "sink that raises")
    fleece.new { sort_keys = true }:encode(make "codec")
  end
  encode { 1, setmetatable({}, { __tojson = function() return "1" end }) }
  judge.collect()
  lu.assertEquals(next(weak), nil)
end

-- The scratch memory of one huge document is released after some small ones.
if not judge.is_oracle then
  function TestMemory.test_scratch_shrinks() collecting.shrinks("encode") end
end

return { TestCollector = TestCollector, TestMemory = TestMemory }

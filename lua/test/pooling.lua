-- pooling.lua — programs on a pool; test_pool.lua runs each in a process of its own and checks how
-- that process ends, since the last use of a pool is the end of its state.
--
-- usage: lua pooling.lua PROGRAM
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local fleece = require "fleece"
local unpack = rawget(_G, "unpack") or table.unpack

local programs = {}

local function pool_of() return assert(fleece.info().pool, "no pool") end

local function collect()
  for _ = 1, 4 do collectgarbage() end
end

-- What may be held: 1.25 times what is used, and a slab for each class.
local function check_kept()
  collect()
  local p = pool_of()
  assert(p.held <= 1.25 * p.used + 512 * 1024, p.held .. " bytes are held for " .. p.used)
end

-- Values of all kinds and sizes, and a text that says what they are.
local function document(i)
  local list = {}
  for j = 1, 50 do
    list[j] = { id = i * j, name = "name " .. i .. " " .. j, tags = { "a" .. j % 7, j, {} }, at = { x = j, y = i / 4 } }
  end
  list[51] = ("long " .. i):rep(i % 900)
  return list
end

local function texts(from, to)
  local out = {}
  for i = from, to do out[#out + 1] = fleece.encode(document(i), { sort_keys = true }) end
  return out
end

local function work(n)
  local kept = {}
  for i = 1, n do
    local text = fleece.encode(document(i), { sort_keys = true })
    local value = fleece.decode(text)
    assert(fleece.encode(value, { sort_keys = true }) == text)
    kept[i % 20 + 1] = { value, text, function() return value, i end, coroutine.wrap(function(...)
      coroutine.yield(..., value)
    end) }
    kept[i % 20 + 1][4](text)
  end
  for i = 1, math.min(n, 20) do
    local value, text = kept[i][1], kept[i][2]
    assert(fleece.encode(value, { sort_keys = true }) == text)
  end
  return kept
end

-- ---- Use ----------------------------------------------------------------------------------

function programs.basics()
  assert(fleece.info().pool == nil)
  assert(fleece.pool() == true)
  assert(fleece.pool() == true and require("fleece.safe").pool() == true and fleece.new().pool() == true)
  work(100)
  local p = pool_of()
  for _, name in ipairs { "used", "held", "slabs", "empty" } do assert(type(p[name]) == "number", name) end
  assert(p.held > p.used and p.used > 0 and p.slabs > p.empty)
end

function programs.memory()
  assert(fleece.pool())
  check_kept()
  local all = {}
  for i = 1, 400 do all[i] = document(i) end
  assert(pool_of().used > 4e6)
  check_kept()
  for i = 1, 360 do all[i] = nil end
  check_kept()
  for i = 361, 400 do all[i] = nil end
  check_kept()
  assert(next(all) == nil)
  assert(pool_of().held < 512 * 1024)
end

-- Everything from before is used, changed and dropped afterwards.
function programs.before()
  local expected = texts(1, 100)
  local kept, documents = work(50), {}
  for i = 1, 100 do documents[i] = document(i) end
  assert(fleece.pool())
  for round = 1, 3 do
    for i = 1, 100 do
      assert(fleece.encode(documents[i], { sort_keys = true }) == expected[i])
      if i % 3 == round then
        documents[i] = fleece.decode(expected[i])
      else
        for j = 1, 60 do documents[i][100 + j] = { j } end -- its vectors grow, and shrink
        for j = 1, 60 do documents[i][100 + j] = nil end
        documents[i][1].more = nil
      end
    end
    collect()
  end
  assert(#kept == 20)
  work(50)
end

function programs.coroutine()
  local co = coroutine.wrap(function()
    assert(fleece.pool())
    work(30)
    coroutine.yield()
    work(30)
  end)
  co()
  collect()
  co()
  co = nil -- luacheck: ignore
  collect()
  work(30)
end

-- Installed where the module itself is at work.
function programs.inside()
  local expected = fleece.encode { texts(1, 5), 1 }
  local first = setmetatable({}, { __tojson = function(_, codec)
    assert(fleece.pool())
    return codec:encode(texts(1, 5))
  end })
  assert(fleece.encode { first, 1 } == expected)
  assert(pool_of())
  work(50)
end

local function finalized(f)
  local newproxy = rawget(_G, "newproxy")
  if not newproxy then return setmetatable({}, { __gc = f }) end
  local u = newproxy(true)
  getmetatable(u).__gc = f
  return u
end

-- Installed in a finalizer, which may run anywhere, for example while a large text is made.
function programs.finalizer()
  local large, runs = ("x"):rep(5e6), 0
  for _ = 1, 20 do finalized(function()
    runs = runs + 1
    fleece.pool()
  end) end
  for _ = 1, 5 do assert(#fleece.encode { large } == 5e6 + 4) end
  collect()
  assert(runs == 20)
  fleece.pool()
  assert(pool_of())
  for _ = 1, 5 do assert(#fleece.encode { large } == 5e6 + 4) end
  work(50)
end

function programs.generations()
  assert(fleece.pool())
  if pcall(collectgarbage, "generational") then
    work(100)
    collectgarbage("incremental")
  end
  if not pcall(collectgarbage, "param", "pause", 100) then collectgarbage("setpause", 100) end
  work(100)
  check_kept()
end

-- ---- The end ------------------------------------------------------------------------------

-- What exists when a state closes, in each of the ways in which a program can end.
local kept = {}

local function leave_much()
  assert(fleece.pool())
  kept.values = work(40)
  kept.co = coroutine.create(function()
    local own = document(7)
    coroutine.yield(own)
  end)
  coroutine.resume(kept.co)
  for i = 1, 20 do
    kept[i] = finalized(function()
      fleece.pool()
      pcall(fleece.encode, document(i))
      pcall(fleece.decode, '{"a":[1,2,{"b":"c"}]}')
      kept[i + 20] = { document(i), finalized(function() kept = document(i) end) }
      if i == 10 then error("in a finalizer", 0) end
    end)
  end
  kept.buffer = fleece.buffer("text")
end

function programs.close() leave_much() end

function programs.late() -- installed when the state is already closing
  kept.co = finalized(function()
    fleece.pool()
    kept.more = work(5)
  end)
end

function programs.fail()
  leave_much()
  coroutine.wrap(function() error("as it should", 0) end)()
end

function programs.exit()
  leave_much()
  pcall(coroutine.wrap(function()
    pcall(os.exit, rawget(_G, "jit") == nil and _VERSION ~= "Lua 5.1" or 0, true)
  end))
end

function programs.exit_at_once()
  leave_much()
  os.exit(0)
end

local program = assert(programs[arg[1]], "no program " .. tostring(arg[1]))
program(unpack(arg, 2))
print("reached the end of " .. arg[1])

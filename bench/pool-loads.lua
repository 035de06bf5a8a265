-- SPDX-License-Identifier: MIT
--
-- A single process for the pool's benchmark: pool-loads.lua LOAD on|off SCALE. Owns: the loads, which
-- use no JSON. Prints name=value lines: seconds, bytes.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local fleece = require "fleece"
local process = require("bench.process")

local name, with_pool, scale = arg[1], arg[2] == "on", tonumber(arg[3]) or 1

-- ---- Loads that are timed ---------------------------------------------------------------

local times = {}

-- Trees that are built, counted and dropped beside one that stays.
function times.trees(n)
  local function tree(depth)
    if depth == 0 then return {} end
    return { tree(depth - 1), tree(depth - 1) }
  end
  local function count(t) return t[1] and 1 + count(t[1]) + count(t[2]) or 1 end
  local kept, total = tree(14), 0
  for _ = 1, n do total = total + count(tree(10)) end
  return total + count(kept)
end

-- Closures over fresh variables.
function times.closures(n)
  local total = 0
  local function counter(from)
    local at = from
    return function() at = at + 1 return at end, function() return at - from end
  end
  for i = 1, 200 * n do
    local step, steps = counter(i)
    step()
    step()
    total = total + steps()
  end
  return total
end

-- Short strings, each made from the one before.
function times.concatenation(n)
  local total = 0
  for i = 1, 20 * n do
    local s = "id" .. i
    for j = 1, 12 do s = s .. "," .. j end
    total = total + #s
  end
  return total
end

-- Pieces in a list that grows, then one string.
function times.buffers(n)
  local total = 0
  for i = 1, n do
    local pieces = {}
    for j = 1, 300 do pieces[#pieces + 1] = "<li>" .. (i * j) .. "</li>" end
    total = total + #table.concat(pieces)
  end
  return total
end

-- Objects with methods, in maps that gain and lose keys.
function times.objects(n)
  local Point = {}
  Point.__index = Point
  function Point:plus(other) return setmetatable({ x = self.x + other.x, y = self.y + other.y }, Point) end
  local sum, map = setmetatable({ x = 0, y = 0 }, Point), {}
  for i = 1, 100 * n do
    sum = sum:plus(setmetatable({ x = i, y = -i }, Point))
    map["key" .. i % 5000] = { id = i, name = "name " .. i % 777, tags = { "a", "b", i } }
    map["key" .. (i * 7) % 5000] = nil
  end
  return sum.x, next(map)
end

-- One small table at a time: the collector has little to do, the allocator most.
function times.temporaries(n)
  local total = 0
  for i = 1, 400 * n do
    local t = { i, i + 1 }
    total = total + t[1] + t[2]
  end
  return total
end

-- A large heap, of which a part is exchanged all the time.
function times.cache(n)
  local cache, size, total = {}, 100000, 0
  for i = 1, size do cache[i] = { key = i, value = "value " .. i } end
  local at = 1
  for i = 1, 60 * n do
    at = (at * 16807 + 12345) % size + 1
    total = total + cache[at].key
    cache[at] = { key = i, value = "value " .. i }
  end
  return total
end

-- ---- Loads whose memory is measured after a peak ------------------------------------------

local function document(i)
  local list = {}
  for j = 1, 100 do
    list[j] = { id = j, name = "name " .. i .. " " .. j, tags = { "x" .. j % 9, j }, at = { x = j, y = i } }
  end
  return list
end

local peaks = {}

-- Nearly everything goes.
function peaks.gone(n)
  local all, kept = {}, {}
  for i = 1, n do all[i] = document(i) end
  assert(#all == n)
  for i = 1, math.floor(n / 20) do kept[i] = document(i) end
  return kept
end

-- Every tenth document stays.
function peaks.tenth(n)
  local all = {}
  for i = 1, n do all[i] = document(i) end
  for i = 1, n do if i % 10 ~= 0 then all[i] = nil end end
  return all
end

-- Long-lived values that are made among short-lived ones.
function peaks.among(n)
  local kept = {}
  for i = 1, n do
    local waste = document(i)
    kept[i] = { waste[1].name, { i } }
    if i % 10 == 0 then kept[#kept] = waste end
  end
  return kept
end

-- A heap that is replaced piece by piece, then halved: the first half goes.
function peaks.replaced(n)
  local all = {}
  for i = 1, n do all[i] = document(i) end
  local at = 1
  for i = 1, n do
    at = (at * 16807 + 12345) % n + 1
    all[at] = document(n + i)
  end
  for i = 1, math.floor(n / 2) do all[i] = nil end
  return all
end

-- One table in a hundred stays, anywhere: no allocator that does not move blocks can return much.
function peaks.scattered(n)
  local kept = {}
  for i = 1, n do
    local list = document(i)
    kept[i] = list
  end
  for i = 1, n do kept[i] = kept[i][i % 100 + 1] end
  return kept
end

-- ---- One of them --------------------------------------------------------------------------

if with_pool then
  local ok, why = fleece.pool()
  if not ok then
    print("none=" .. why)
    os.exit(0)
  end
end
local linux = io.open("/proc/self/clear_refs", "w")
if linux then
  linux:close()
  process.settle()
  process.reset_peak()
end
local rss = linux and process.status("VmRSS") or 0
local live = collectgarbage("count") * 1024
if times[name] then
  local start = os.clock()
  print("result=" .. times[name](math.ceil(1000 * scale)))
  print("seconds=" .. os.clock() - start)
  if linux then print("peak=" .. process.status("VmHWM") - rss) end
else
  local start = os.clock()
  local kept = assert(peaks[name], "no load " .. tostring(name))(math.ceil(2000 * scale))
  process.settle()
  print("seconds=" .. os.clock() - start)
  print("live=" .. collectgarbage("count") * 1024 - live)
  if linux then
    print("peak=" .. process.status("VmHWM") - rss)
    print("kept=" .. process.status("VmRSS") - rss)
  end
  local pool = fleece.info().pool
  if pool then
    print("held=" .. pool.held)
    print("used=" .. pool.used)
  end
  assert(next(kept) ~= nil)
end

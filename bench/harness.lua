-- SPDX-License-Identifier: MIT
--
-- The timer. Owns: the clock, how many times to run something, the order of rounds, medians.
-- Must not know: JSON, engines, workloads, tables on the screen.
-- Invariant: every contender of one comparison is measured in every round, in an order that is shuffled
-- for each round, and each sample starts from a fully collected heap with the collector running
-- (with `cycles`: it lasts from the end of one collector cycle to the end of another; with
-- `collected`: it ends with a full collection).
--
-- The clock is os.clock: processor time of this process, in microseconds on the known systems.
-- It does not include other programs on a shared machine, except through caches and memory.

local random = require("bench.random")

local harness = {}

local clock = os.clock

local function median(list)
  local sorted = {}
  for i = 1, #list do sorted[i] = list[i] end
  table.sort(sorted)
  local n = #sorted
  if n == 0 then return nil end
  if n % 2 == 1 then return sorted[(n + 1) / 2] end
  return (sorted[n / 2] + sorted[n / 2 + 1]) / 2
end
harness.median = median

function harness.geometric_mean(list)
  local sum = 0
  for i = 1, #list do sum = sum + math.log(list[i]) end
  return math.exp(sum / #list)
end

-- The loops are compiled separately for each contender, so that LuaJIT specialises each one and no
-- contender inherits another's trace. `spread` is true if the value is a list of messages, each
-- encoded by a separate call.
local loop_text = [[
  local encode, value, arg, spread = ...
  local with_arg = arg ~= nil
  if spread then
    local count = #value
    if with_arg then
      return function(n) for _ = 1, n do for j = 1, count do encode(value[j], arg) end end end
    end
    return function(n) for _ = 1, n do for j = 1, count do encode(value[j]) end end end
  end
  if with_arg then return function(n) for _ = 1, n do encode(value, arg) end end end
  return function(n) for _ = 1, n do encode(value) end end
]]

local load_text = loadstring or load -- luacheck: ignore 113

function harness.loop(encode, value, arg, spread)
  return assert(load_text(loop_text, "=loop"))(encode, value, arg, spread)
end

local function sample(run, n, collected)
  collectgarbage()
  collectgarbage()
  local from = clock()
  run(n)
  if collected then collectgarbage() end
  return (clock() - from) / n
end

-- Completed collector cycles: each cycle finalizes an object, which creates the next one.
local cycles = 0

local function watch(old)
  if old then cycles = cycles + 1 end
  local newproxy = rawget(_G, "newproxy") -- Lua 5.1 and LuaJIT, where tables have no finalizers
  if newproxy then
    getmetatable(newproxy(old or true)).__gc = watch
  else
    setmetatable({}, { __gc = watch })
  end
end

-- Whole cycles, so that a contender pays for its garbage whatever else is alive: from a collected
-- heap a sample could end before the collector starts. A contender that creates too little garbage to
-- complete a cycle in reasonable time is measured without cycles.
local function sample_cycles(run, n, seconds)
  if cycles == 0 then watch() end
  collectgarbage()
  local seen, from, runs = cycles, clock(), 0
  local took
  repeat run(n) until cycles ~= seen or clock() - from > 2 * seconds
  from = clock()
  repeat
    seen = cycles
    run(n)
    runs, took = runs + n, clock() - from
  until took > 4 * seconds or (took >= seconds and cycles ~= seen)
  return took / runs
end

-- How many runs fill `seconds`: doubled until they take a tenth of that, then scaled.
local function calibrate(run, seconds)
  local n = 1
  run(1) -- the first call pays for buffers and caches
  while true do
    local from = clock()
    run(n)
    local took = clock() - from
    if took >= seconds / 10 then
      return math.max(1, math.floor(n * seconds / took + 0.5))
    end
    n = n * 2
  end
end
harness.calibrate = calibrate

-- Adds median, least and most of the samples.
function harness.summary(result)
  local unpack = table.unpack or unpack -- luacheck: ignore 113
  result.median = median(result.samples)
  result.least, result.most = math.min(unpack(result.samples)), math.max(unpack(result.samples))
  return result
end

-- contenders: list of {name, run = function(n)}. options: rounds, seconds (of one sample), counts
-- (a fixed number of runs instead of calibration), cycles (true: samples of whole collector cycles),
-- collected (true: samples end with a full collection), progress (called with name, round).
-- Returns for each contender {name, runs, samples (seconds per run), median, least, most}.
function harness.compare(contenders, options)
  local rounds = options.rounds or 7
  local results = {}
  for i, c in ipairs(contenders) do
    if options.progress then options.progress(c.name, 0) end
    local runs = options.counts or calibrate(c.run, options.seconds or 0.04)
    results[i] = { name = c.name, runs = runs, samples = {} }
  end
  local below, order = random.generator(20260101), {}
  for i = 1, #contenders do order[i] = i end
  for round = 1, rounds do
    for _, i in ipairs(random.shuffle(order, below)) do
      if options.progress then options.progress(contenders[i].name, round) end
      local list = results[i].samples
      local run, runs = contenders[i].run, results[i].runs
      if options.cycles and not options.counts then
        list[#list + 1] = sample_cycles(run, math.max(1, math.floor(runs / 8)), options.seconds or 0.04)
      else
        list[#list + 1] = sample(run, runs, options.collected)
      end
    end
  end
  for _, r in ipairs(results) do harness.summary(r) end
  return results
end

return harness

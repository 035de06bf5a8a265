-- test_growth.lua — the cost of a text eight times as long, for each entry point and hostile texts.
--
-- It counts the work of Lua code: VM instructions, and the bytes that string functions scan or produce.
-- lua/test/run-growth also counts what C code does; it needs valgrind.
-- SPDX-License-Identifier: MIT

local lu = require "luaunit"
local growing = require "growing"

local TestGrowth = {}

local N, TIMES = 300, 8
local MOST = 10                              -- times; 8 is linear
local SMALL = 10000                          -- upper bound of fixed costs

local bytes = 0

-- The string functions, each counting what it scans.
local function counting()
  local real, counted = {}, {}
  for name, f in pairs(string) do real[name] = f end
  local function passed(s, pattern, init, plain)
    local from = type(init) == "number" and init > 0 and init or 1
    local _, last = real.find(s, pattern, init, plain)
    if not last then last = real.sub(pattern, 1, 1) == "^" and from or #s end
    if last >= from then bytes = bytes + last - from + 1 end
  end
  function counted.find(s, pattern, init, plain)
    passed(s, pattern, init, plain)
    return real.find(s, pattern, init, plain)
  end
  function counted.match(s, pattern, init)
    passed(s, pattern, init)
    return real.match(s, pattern, init)
  end
  for _, name in ipairs { "sub", "rep", "lower", "upper", "format" } do
    counted[name] = function(...)
      local s = real[name](...)
      bytes = bytes + #s
      return s
    end
  end
  counted.gsub = function(s, ...)
    local result, n = real.gsub(s, ...)
    bytes = bytes + #s + #result
    return result, n
  end
  return real, counted
end

-- Reloads the module's Lua code with those functions and with a table.concat that counts.
local function with_counting(f)
  local real, counted = counting()
  local concat, loaded = table.concat, {}
  for name, module in pairs(package.loaded) do
    if name:find("^fleece%.compat") then loaded[name] = module end
  end
  for name in pairs(loaded) do package.loaded[name] = nil end
  for name, replacement in pairs(counted) do string[name] = replacement end -- luacheck: ignore 122
  table.concat = function(...) -- luacheck: ignore 122
    local s = concat(...)
    bytes = bytes + #s
    return s
  end
  local ok, problem = pcall(f)
  for name in pairs(counted) do string[name] = real[name] end -- luacheck: ignore 122
  table.concat = concat -- luacheck: ignore 122
  for name in pairs(package.loaded) do
    if real.find(name, "^fleece%.compat") then package.loaded[name] = nil end
  end
  for name, module in pairs(loaded) do package.loaded[name] = module end
  if not ok then error(problem, 0) end
end

local STEP = 100

-- The cost of a call.  Stops once the cost exceeds `most`.
local function cost_of(run, argument, most)
  local steps = 0
  bytes = 0
  debug.sethook(function()
    steps = steps + STEP
    if steps + bytes > most then error "enough" end
  end, "", STEP)
  pcall(run, argument)
  debug.sethook()
  return steps + bytes
end

function TestGrowth.test_eight_times_the_text_is_eight_times_the_work()
  local jit = rawget(_G, "jit")
  if jit then jit.off() end
  local faults = {}
  local ok, problem = pcall(with_counting, function()
    growing.each(function(name, run, make)
      local most = MOST * cost_of(run, make(N), math.huge) + SMALL
      local cost = cost_of(run, make(TIMES * N), most)
      if cost > most then faults[#faults + 1] = name end
    end)
  end)
  if jit then jit.on() end
  if not ok then error(problem, 0) end
  table.sort(faults)
  lu.assertEquals(faults, {})
end

return { TestGrowth = TestGrowth }

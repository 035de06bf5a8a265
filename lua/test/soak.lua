-- soak.lua — random values for a given time, or until interrupted.
-- Owns: the loop and its progress line.  Each value goes through the module, the oracle and the
-- strict reader (differ.lua).  What the module writes must also read back as the value, and memory
-- must not grow.
--
-- usage: lua lua/test/soak.lua [SECONDS [SEED]]     no SECONDS: until interrupted
-- Prints TAP, and its progress every ten seconds.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
package.path = here .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path
require("uncompiled").this()

local differ = require "differ"
local fleece = require "fleece"
local reader = require "reader"
local tap = require "tap"
local values = require "values"

local seconds = tonumber(arg[1]) or math.huge
local seed = tonumber(arg[2]) or os.time() % 1000000
local started = os.time()

local function more_time() return os.time() - started < seconds end

-- Plain values without holes, whose text reads back as the same data.
local function round_trip(random)
  local value = values.value(random, 5)
  local codec = fleece.new { sparse = "object", empty_table = "array",
    escape = ({ "json", "html", "ascii" })[random(3)], indent = ({ false, 1, "\t" })[random(3)] }
  local text = codec:encode(value)
  local ok, decoded = pcall(reader.decode, text)
  if ok and reader.same(value, decoded, function(v) return v == fleece.null end) then
    return nil
  end
  return string.format("seed %d: does not read back: %s", seed, text)
end

local info = fleece.info()
print(string.format("%s, backend %s, kernel %s, from seed %d on%s",
  rawget(_G, "jit") and rawget(_G, "jit").version or _VERSION, info.backend, info.kernel, seed,
  seconds < math.huge and string.format(", %d seconds", seconds) or ""))

local passed, encoded, shown, least = 0, 0, started, nil
local problem

while more_time() and not problem do
  local report = differ.run(fleece, seed, 200, more_time)
  problem = report.difference
  encoded = encoded + report.encoded
  passed = passed + report.rounds
  local random = values.random(seed)
  for _ = 1, 100 do
    problem = problem or round_trip(random)
    passed = passed + 1
  end
  seed = seed + 1
  if os.time() - shown >= 10 then
    shown = os.time()
    collectgarbage()
    collectgarbage()
    local kilobytes = collectgarbage("count")
    least = math.min(least or kilobytes, kilobytes)
    if kilobytes > least + 20000 then problem = "memory grows: " .. kilobytes .. " kB" end
    io.write(string.format("%6d s  %9d values  %9d texts equal  %6.0f kB\n", shown - started,
      passed, encoded, kilobytes))
    io.flush()
  end
end

tap.passed, tap.failed = passed, problem and 1 or 0
if problem then tap.line(false, problem) end
tap.finish("values")

-- fuzz_values.lua — differential fuzzing of values, for a given time: the fast backend against
-- the oracle in this process, and against the public API and each kernel in others.
-- Owns: the choice of seeds and of environments.  What is compared is in lua/test/differ.lua.
--
-- usage: lua lua/fuzz/fuzz_values.lua [SECONDS [SEED]]     default: 60 seconds, seed by the clock
-- A difference is printed with the seed and the round that show it again:
--   lua lua/test/differ.lua SEED ROUNDS
-- The last line is `N passed, N failed`.
-- SPDX-License-Identifier: MIT

local here = arg[0]:match("^(.*[/\\])") or "./"
local test = here .. "../test/"
package.path = test .. "?.lua;" .. here .. "../lua/?.lua;" .. package.path

local differ = require "differ"
local fleece = require "fleece"

local seconds = tonumber(arg[1]) or 60
local seed = tonumber(arg[2]) or os.time() % 1000000
local rounds = 150
local finish = os.time() + seconds

local environments = { "FLEECE_BACKEND=capi" }
for _, kernel in ipairs { "scalar", "sse2", "avx2", "avx512", "neon" } do
  environments[#environments + 1] = "FLEECE_KERNEL=" .. kernel
  environments[#environments + 1] = "FLEECE_BACKEND=capi FLEECE_KERNEL=" .. kernel
end

local function interpreter()
  local i = 0
  while arg[i - 1] do i = i - 1 end
  return "'" .. arg[i]:gsub("'", "'\\''") .. "'"
end

-- The digest that a process of its own arrives at, and all that it printed.
local function child(environment)
  local pipe = assert(io.popen(string.format("%s %s '%sdiffer.lua' %d %d 2>&1", environment,
    interpreter(), test, seed, rounds)))
  local out = pipe:read("*a")
  pipe:close()
  return out:match("digest (%x+)"), out
end

local passed, problem = 0, nil

while os.time() < finish and not problem do
  local report = differ.run(fleece, seed, rounds)
  problem = report.difference
  passed = passed + report.rounds
  if not problem then
    local environment = environments[seed % #environments + 1]
    local digest, out = child(environment)
    local own = string.format("%08x", report.digest)
    if digest ~= own then
      problem = string.format("seed %d, %d rounds: digest %s here, %s with %s\n%s", seed, rounds,
        own, tostring(digest), environment, out)
    else
      passed = passed + rounds
    end
  end
  seed = seed + 1
end

if problem then print(problem) end
print(string.format("%d passed, %d failed", passed, problem and 1 or 0))
os.exit(problem and 1 or 0)

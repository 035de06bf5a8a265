-- fuzzing.lua — differential fuzzing for a given time: the fast backend against an oracle in this
-- process, and against the public API and each kernel in other processes.
-- Owns: the choice of seeds and environments, the last line.  The named module does the comparison:
-- its run(fleece, seed, rounds) returns {rounds, difference, digest}, and as a program with
-- SEED ROUNDS it prints that digest.
-- SPDX-License-Identifier: MIT

local test = (debug.getinfo(1, "S").source:match("^@(.*[/\\])") or "./")

local fleece = require "fleece"
local tap = require "tap"

local fuzzing = {}

local rounds = 150
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

-- The digest that a separate process prints, and all its output.
local function child(environment, name, seed)
  local pipe = assert(io.popen(string.format("%s %s '%s%s.lua' %d %d 2>&1", environment,
    interpreter(), test, name, seed, rounds)))
  local out = pipe:read("*a")
  pipe:close()
  return out:match("digest (%x+)"), out
end

-- Both ways once; nil, or the difference.
local function one(name, seed)
  local report = require(name).run(fleece, seed, rounds)
  if report.difference then return report.difference end
  local environment = environments[seed % #environments + 1]
  local digest, out = child(environment, name, seed)
  local own = string.format("%08x", report.digest)
  if digest ~= own then
    return string.format("seed %d, %d rounds: digest %s here, %s with %s\n%s", seed, rounds, own,
      tostring(digest), environment, out)
  end
end

-- Runs the differ of that name for so many seconds, starting at that seed; never returns.
function fuzzing.main(name, seconds, seed)
  seconds, seed = tonumber(seconds) or 60, tonumber(seed) or os.time() % 1000000
  local finish, passed, problem = os.time() + seconds, 0, nil
  while os.time() < finish and not problem do
    problem = one(name, seed)
    if not problem then passed = passed + 2 * rounds end
    seed = seed + 1
  end
  tap.passed, tap.failed = passed, problem and 1 or 0
  if problem then tap.line(false, problem) end
  tap.finish(name)
end

return fuzzing

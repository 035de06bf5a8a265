-- SPDX-License-Identifier: MIT
--
-- Which of two builds is faster? `lua bench/ab.lua --a build/old/fleece.so --b
-- build/new/fleece.so`. Owns: the order of processes and the verdict. Each sample is a new process
-- (with another address layout and another hash seed); pairs alternate AB, BA, so that drift affects
-- both equally. Processor time. The ratio is the geometric mean of the pairs' ratios, with a 99 %
-- bootstrap interval. The gate is a sign-flip permutation test at p < 0.01; only below that is a
-- difference reported.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local children = require("bench.children")
local harness = require("bench.harness")
local layout = require("bench.layout")
local records = require("bench.records")
local statistics = require("bench.statistics")
local parse = require("bench.options").parse

local opt, words = parse(arg, {
  a = { "text", nil, "first build: a fleece.so, its directory, or a package.cpath" },
  b = { "text", nil, "second build" },
  call = { "text", "fleece", "fleece (encode), \"fleece E0\" .. \"fleece E4\", \"fleece decode\", \"fleece valid\"" },
  workloads = { "list", { "ints", "pairs", "strings", "strpairs", "floats", "haproxy" }, "which" },
  pairs = { "number", 14, "pairs of processes (14)" },
  seconds = { "number", 0.3, "measured time per process (0.3)" },
  test = { "flag", false, "two short pairs, to check that it works" },
}, "lua bench/ab.lua --a BUILD --b BUILD [options]")

opt.a, opt.b = opt.a or words[1], opt.b or words[2]
if not opt.a or not opt.b then
  io.stderr:write("ab: two builds are needed: --a and --b (see --help)\n")
  os.exit(2)
end
if opt.test then opt.pairs, opt.seconds, opt.workloads = 2, 0.01, { "ints" } end

local progress = layout.progress()

local function sample(build, workload)
  local child = here .. "/ab-child.lua"
  local lines = children.run(child, { build, opt.call, workload, opt.seconds })
  return assert(tonumber(lines[1]), "ab-child printed no number")
end

local function collect(workload)
  local a, b, logs = {}, {}, {}
  for i = 1, opt.pairs do
    progress(string.format("%s, pair %d of %d", workload, i, opt.pairs))
    if i % 2 == 1 then
      a[i] = sample(opt.a, workload)
      b[i] = sample(opt.b, workload)
    else
      b[i] = sample(opt.b, workload)
      a[i] = sample(opt.a, workload)
    end
    logs[i] = math.log(b[i] / a[i])
  end
  progress()
  return a, b, logs
end

local function words_for(p, ratio)
  if p >= 0.01 then return "no difference shown" end
  return ratio < 1 and "B is faster" or "B is slower"
end

print("A = " .. opt.a)
print("B = " .. opt.b)
print(string.format("%s, %s; %s, %d pairs of processes", records.lua_release(), records.cpu(), opt.call, opt.pairs))
if opt.pairs < 8 then print("Fewer than 8 pairs cannot reach p < 0.01.") end
local rows = { { "workload", "A", "B", "B/A", "99 % interval", "p", "" } }
for _, workload in ipairs(opt.workloads) do
  local a, b, logs = collect(workload)
  local ratio = math.exp(statistics.mean(logs))
  local low, high = statistics.bootstrap(logs, 0.99)
  local p = statistics.sign_flip_p(logs)
  rows[#rows + 1] = {
    workload, layout.time(harness.median(a)), layout.time(harness.median(b)),
    string.format("%.4f", ratio), string.format("%.4f .. %.4f", math.exp(low), math.exp(high)),
    string.format("%.4f", p), words_for(p, ratio),
  }
end
print(layout.columns(rows, { [7] = true }))

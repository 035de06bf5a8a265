-- SPDX-License-Identifier: MIT
--
-- N states in N threads of one process: `lua bench/scaling.lua [--threads N]`. Needs the driver
-- that `make -C bench threads LUA=...` builds. Owns: interleaving one and N threads, and the
-- target: N threads encode at least 0.95 N times as much as one (no shared locks, no shared
-- cache lines).

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local children = require("bench.children")
local harness = require("bench.harness")
local layout = require("bench.layout")
local records = require("bench.records")
local parse = require("bench.options").parse

local function processors()
  local ok, lines = pcall(children.lines, "getconf _NPROCESSORS_ONLN")
  return ok and tonumber(lines[1]) or 2
end

local opt = parse(arg, {
  threads = { "number", processors(), "how many (default: one per processor)" },
  rounds = { "number", 5, "rounds of one and of N threads (5)" },
  seconds = { "number", 0.5, "length of a run (0.5)" },
  workloads = { "list", { "haproxy", "strpairs", "twitter" }, "which" },
  test = { "flag", false, "one short round, to check that it works" },
}, "lua bench/scaling.lua [options]")

if opt.test then opt.rounds, opt.seconds, opt.workloads = 1, 0.02, { "haproxy" } end

local driver = here .. "/out/" .. records.slug(records.lua()) .. "/threads"
if not io.open(driver, "r") then
  print("scaling bench: " .. driver .. " is not built (make -C bench threads LUA=...); not measured")
  os.exit(0)
end

local function run(n, workload)
  local lines = children.lines(table.concat({
    children.quote(driver), children.quote(here .. "/threads/load.lua"), n, opt.seconds, workload,
  }, " "))
  local wall, cpu = lines[1]:match("^%d+ (%S+) (%S+)")
  return tonumber(wall), tonumber(cpu)
end

print(string.format("%s: %d threads compared with 1, medians of %d rounds of %g s",
  records.lua_release(), opt.threads, opt.rounds, opt.seconds))
local progress = layout.progress()
local rows = { { "workload", "wall: N over 1", "of N", "processor time per piece: N over 1", "" } }
for _, workload in ipairs(opt.workloads) do
  local wall, cpu, failed = {}, {}, nil
  for round = 1, opt.rounds do
    progress(workload .. ", round " .. round)
    local ok, message = pcall(function()
      local one_wall, one_cpu = run(1, workload)
      local all_wall, all_cpu = run(opt.threads, workload)
      wall[#wall + 1], cpu[#cpu + 1] = all_wall / one_wall, one_cpu / all_cpu
    end)
    if not ok then failed = message break end
  end
  progress()
  if failed then
    if opt.test then error(failed, 0) end
    rows[#rows + 1] = { workload, "not measured: " .. tostring(failed) }
  else
    local times, per_piece = harness.median(wall), harness.median(cpu)
    local share = times / opt.threads
    rows[#rows + 1] = {
      workload, string.format("%.2fx", times), string.format("%.3f", share),
      string.format("%.3f", per_piece),
      opt.test and "" or share >= 0.95 and "met (>= 0.95)" or "NOT MET (>= 0.95)",
    }
  end
end
print(layout.columns(rows, { [5] = true }))
print("Wall-clock ratios suffer when other programs use the processors; the last column does not.")

-- SPDX-License-Identifier: MIT
--
-- Programs without JSON, with fleece.pool() and without: `lua bench/pool.lua [--rounds N] [--test]`.
-- Each figure comes from new processes. Owns: the tables and the targets (never slower; after a peak
-- at most 1.25 times the live bytes and 512 kB, unless what is left is scattered).

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local children = require("bench.children")
local layout = require("bench.layout")
local records = require("bench.records")
local parse = require("bench.options").parse

local opt = parse(arg, {
  rounds = { "number", 5, "processes for each figure, of which the fastest counts (5)" },
  scale = { "number", 1, "how much work (1)" },
  test = { "flag", false, "one short round, to check that it works" },
}, "lua bench/pool.lua [options]")
if opt.test then opt.rounds, opt.scale = 1, 0.02 end

local function run(load, how)
  local facts = {}
  for _, line in ipairs(children.run(here .. "/pool-loads.lua", { load, how, opt.scale })) do
    local name, value = line:match("^(%w+)=(.*)$")
    if name then facts[name] = tonumber(value) or value end
  end
  return facts
end

-- The least of each figure, with the pool and without, in alternating processes.
local function measure(load)
  local off, on = {}, {}
  for _ = 1, opt.rounds do
    for how, least in pairs { off = off, on = on } do
      for name, value in pairs(run(load, how)) do
        if type(value) == "number" and (not least[name] or value < least[name]) then least[name] = value end
      end
    end
  end
  return off, on
end

local none = run("trees", "on").none
if none then
  print("pool bench: " .. none .. "; not measured")
  os.exit(0)
end

local function megabytes(n) return n and string.format("%.1f MB", n / 1e6) or "" end

local progress = layout.progress()
local rows = { { "load", "without", "with the pool", "time", "peak without", "peak with" } }
for _, load in ipairs { "trees", "closures", "concatenation", "buffers", "objects", "temporaries", "cache" } do
  progress(load)
  local off, on = measure(load)
  rows[#rows + 1] = {
    load, string.format("%.3f s", off.seconds), string.format("%.3f s", on.seconds),
    string.format("%.2f", on.seconds / off.seconds), megabytes(off.peak), megabytes(on.peak),
  }
end
local after = {
  { "after a peak", "time", "live", "held by the pool", "of the live bytes", "resident without", "with" },
}
for _, load in ipairs { "gone", "tenth", "among", "replaced", "scattered" } do
  progress(load)
  local off, on = measure(load)
  after[#after + 1] = {
    load, string.format("%.2f", on.seconds / off.seconds), megabytes(on.live), megabytes(on.held),
    string.format("%.2f", on.held / on.live), megabytes(off.kept), megabytes(on.kept),
  }
end
progress()
print(records.lua_release() .. ": programs without JSON; time: with the pool over without")
print(layout.columns(rows))
print()
print(layout.columns(after))

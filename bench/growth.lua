-- SPDX-License-Identifier: MIT
--
-- Is the time per byte the same from 1 kB to 100 MB? `lua bench/growth.lua [--test]`. Owns:
-- values of those sizes and the table. A value is an array that contains one record repeatedly: the
-- memory that the walk reads stays in the cache at every size, so only Fleece's output grows. The
-- target: within 15 % of the time per byte at 1 kB. With --spread every record is separate, in shuffled
-- places of memory, and no cache can hold the larger arrays.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local layout = require("bench.layout")
local records = require("bench.records")
local parse = require("bench.options").parse

local opt = parse(arg, {
  test = { "flag", false, "sizes up to 10 kB, to check that it works" },
  rounds = { "number", 5, "rounds (5)" },
  spread = { "flag", false, "separate records, scattered in memory (largest: 10 MB)" },
  engines = { "list", { "fleece", "lua-cjson" }, "which engines" },
  largest = { "number", 100e6, "largest output in bytes (100 MB)" },
}, "lua bench/growth.lua [options]")

local function record(n)
  n = n or 0
  return {
    id = 123456789 + n,
    name = n == 0 and "A name of ordinary length" or "A name like no other " .. n,
    place = { latitude = 52.520008, longitude = 13.404954 },
    tags = { "red", "green", "blue" },
    active = true,
  }
end

local sizes = { 1e3, 1e4, 1e5, 1e6, 1e7, 1e8 }
if opt.spread then opt.largest = math.min(opt.largest, 1e7) end
if opt.test then opt.largest, opt.rounds = 1e4, 1 end

local found = engines.find()
local progress = layout.progress()
local own_bytes

local function shuffle(t)
  math.randomseed(1)
  for i = #t, 2, -1 do
    local j = math.random(i)
    t[i], t[j] = t[j], t[i]
  end
end

local function value_of(size, encode)
  own_bytes = own_bytes or #encode(record()) + 1
  local one, t = record(), {}
  for i = 1, math.max(1, math.floor(size / own_bytes + 0.5)) do t[i] = opt.spread and record(i) or one end
  if opt.spread then shuffle(t) end
  return t
end

local list = {}
for _, name in ipairs(opt.engines) do
  local e = engines.named(found, name)
  if e then list[#list + 1] = e else print(name .. " is not installed") end
end
if #list == 0 then
  print("growth bench: none of the engines is installed")
  os.exit(0)
end

print(records.lua_release() .. ": time per byte by size of the output, medians of " .. opt.rounds .. " rounds")
local rows = { { "size" } }
for _, e in ipairs(list) do
  rows[1][#rows[1] + 1] = e.name
  rows[1][#rows[1] + 1] = "of 1 kB"
end
local base, worst = {}, 0
for _, size in ipairs(sizes) do
  if size <= opt.largest then
    local value, contenders, bytes = value_of(size, list[1].encode), {}, {}
    for i, e in ipairs(list) do
      contenders[i] = { name = e.name, run = harness.loop(e.encode, value, e.arg) }
      bytes[i] = #e.encode(value)
    end
    local results = harness.compare(contenders, {
      rounds = opt.rounds,
      seconds = 0.1,
      counts = opt.test and 1 or nil,
      progress = function(name, round) progress(layout.bytes(size) .. ": " .. name .. ", round " .. round) end,
    })
    progress()
    local row = { layout.bytes(size) }
    for i, r in ipairs(results) do
      local each = r.median / bytes[i]
      base[i] = base[i] or each
      row[#row + 1] = string.format("%.3f ns/byte", each * 1e9)
      row[#row + 1] = string.format("%.2f", each / base[i])
      if i == 1 then worst = math.max(worst, each / base[i]) end
    end
    rows[#rows + 1] = row
  end
end
print(layout.columns(rows))
if list[1].name == "fleece" and not opt.test and not opt.spread then
  print(string.format("fleece: at worst %.2f of the time per byte at 1 kB: %s (target: <= 1.15)", worst,
    worst <= 1.15 and "met" or "NOT MET"))
end

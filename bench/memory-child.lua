-- SPDX-License-Identifier: MIT
--
-- A single process for the memory benchmark: memory-child.lua ENGINE WORKLOAD CYCLES. Prints
-- name=value lines, in bytes. Linux only.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local engines = require("bench.engines")
local process = require("bench.process")
local workloads = require("bench.workloads")

local status, reset_peak, settle = process.status, process.reset_peak, process.settle
local name, what, cycles = arg[1], arg[2], tonumber(arg[3]) or 1
local found = engines.find()
local engine = assert(engines.named(found, name), "no engine " .. name)
local reader = engines.reader(found)
local workload = assert(workloads.open(what, { data = here .. "/data", reader = reader }))
local value = workload.value(engine.null)
local encode, option = engine.encode, engine.arg
local function run(v)
  if option ~= nil then return encode(v, option) end
  return encode(v)
end

local small = { 1, 2, 3 }
run(small) -- exclude the library's own first allocations
settle()
collectgarbage("stop") -- so that no earlier garbage is freed while the peak is measured
reset_peak()
local before = status("VmRSS")
local text = run(value)
local peak = status("VmHWM")
print("result=" .. #text)
print("beyond=" .. peak - before - #text)
collectgarbage("restart")
text = nil -- luacheck: ignore 311
settle()
print("kept=" .. status("VmRSS") - before)
for _ = 1, 200 do run(small) end -- a library that releases memory does so in later calls
settle()
print("kept_later=" .. status("VmRSS") - before)

-- Steady state: many calls later, has the process grown beyond its size after a few calls?
for _ = 1, 3 do run(value) end
settle()
local from = status("VmRSS")
for _ = 1, cycles do run(value) end
settle()
print("growth=" .. status("VmRSS") - from)
local fleece = package.loaded.fleece
local info = engine.is_fleece and type(fleece.info) == "function" and fleece.info()
if info and info.scratch then print("scratch=" .. info.scratch) end

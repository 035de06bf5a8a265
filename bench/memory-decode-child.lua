-- SPDX-License-Identifier: MIT
--
-- A single process for the memory benchmark: memory-decode-child.lua ENGINE WORKLOAD CYCLES. Prints
-- name=value lines, in bytes. Linux only.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local engines = require("bench.engines")
local process = require("bench.process")
local texts = require("bench.texts")

local status, reset_peak, settle = process.status, process.reset_peak, process.settle
local name, what, cycles = arg[1], arg[2], tonumber(arg[3]) or 1
local decode = assert(engines.named((engines.find()), name), "no engine " .. name).decode
local text = assert(texts.open(what, { data = here .. "/data" })).text

-- Lua's own count, with the collector stopped: what one decode allocates, and how much of it remains.
-- The rest is an upper bound of the peak, and is the same in every run.
decode("[1,2,3]") -- exclude the library's own first allocations
settle()
collectgarbage("stop")
local function count() return math.floor(collectgarbage("count") * 1024) end
local from = count()
local value = decode(text) -- luacheck: ignore 231
local most = count()
settle()
print("text=" .. #text)
print("objects=" .. count() - from)
print("beyond=" .. most - count())
value = nil -- luacheck: ignore 311
settle()
collectgarbage("restart")

-- What the system reports.
reset_peak()
local before = status("VmRSS")
value = decode(text)
print("peak=" .. status("VmHWM") - before)
value = nil -- luacheck: ignore 311
settle()
print("kept=" .. status("VmRSS") - before)

-- Steady state: many calls later, has the process grown beyond its size after a few calls?
for _ = 1, 3 do decode(text) end
settle()
from = status("VmRSS")
for _ = 1, cycles do decode(text) end
settle()
print("growth=" .. status("VmRSS") - from)

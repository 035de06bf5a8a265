-- SPDX-License-Identifier: MIT
--
-- One fresh process of the memory bench: memory-decode-child.lua ENGINE WORKLOAD CYCLES. Prints
-- name=value lines, in bytes. Linux alone: it reads /proc/self/status and resets the peak in
-- /proc/self/clear_refs.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local engines = require("bench.engines")
local texts = require("bench.texts")

local function status(field)
  for line in assert(io.open("/proc/self/status", "r")):lines() do
    local kilobytes = line:match("^" .. field .. ":%s*(%d+) kB")
    if kilobytes then return tonumber(kilobytes) * 1024 end
  end
  error("no " .. field .. " in /proc/self/status")
end

local function reset_peak()
  local file = assert(io.open("/proc/self/clear_refs", "w"))
  file:write("5\n")
  file:close()
end

local function settle()
  for _ = 1, 4 do collectgarbage() end
end

local name, what, cycles = arg[1], arg[2], tonumber(arg[3]) or 1
local decode = assert(engines.named((engines.find()), name), "no engine " .. name).decode
local text = assert(texts.open(what, { data = here .. "/data" })).text

-- Lua's own count, the collector stopped: all that one decode allocates, and what of it stays. What is
-- beyond is an upper bound of a peak, and the same in every run.
decode("[1,2,3]") -- the library's own first allocations aren't the document's
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

-- What the system sees.
reset_peak()
local before = status("VmRSS")
value = decode(text)
print("peak=" .. status("VmHWM") - before)
value = nil -- luacheck: ignore 311
settle()
print("kept=" .. status("VmRSS") - before)

-- Steady state: many calls later, has the process grown over what a few calls made it?
for _ = 1, 3 do decode(text) end
settle()
from = status("VmRSS")
for _ = 1, cycles do decode(text) end
settle()
print("growth=" .. status("VmRSS") - from)

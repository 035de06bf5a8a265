-- SPDX-License-Identifier: MIT
--
-- A single process for the A/B driver: ab-child.lua WHAT CALL WORKLOAD SECONDS, where WHAT is a
-- fleece.so, a directory that contains one, or a package.cpath. Prints the seconds for one run of the
-- workload.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. here .. "/../lua/lua/?.lua;" .. package.path

local what, call, name, seconds = arg[1], arg[2], arg[3], tonumber(arg[4])

if what:find("?", 1, true) then
  package.cpath = what .. ";" .. package.cpath
elseif what:find("%.so$") or what:find("%.dll$") then
  package.preload.fleece = assert(package.loadlib(what, "luaopen_fleece"))
else
  package.cpath = what .. "/?.so;" .. package.cpath
end

local harness = require("bench.harness")
local engines = require("bench.engines")
local texts = require("bench.texts")
local workloads = require("bench.workloads")

local found = engines.find()
local data = here .. "/data"
local run
local read = texts.call(call, found)
if read then
  local w = assert(texts.open(name, { data = data }))
  run = harness.loop(read, w.text, nil, w.spread)
else
  local engine = assert(engines.named(found, call), "no " .. call .. " in " .. what)
  local workload = assert(workloads.open(name, { data = data, reader = engines.reader(found) }))
  run = harness.loop(engine.encode, workload.value(engine.null), engine.arg, workload.spread)
end
local runs = harness.calibrate(run, seconds / 4)
local samples = harness.compare({ { name = "a", run = run } }, { rounds = 4, counts = runs })
print(string.format("%.12g", samples[1].median))

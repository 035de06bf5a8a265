-- SPDX-License-Identifier: MIT
--
-- The program that runs under callgrind: callgrind-child.lua CALL WORKLOAD RUNS makes a call RUNS times
-- on a fixed workload: "fleece decode" and "fleece valid" on its text, any other call encodes its value.
-- The collector is off, because its share depends on when it happens to run. With `count` instead of
-- RUNS it prints the number by which the instructions are divided.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local texts = require("bench.texts")
local workloads = require("bench.workloads")

local found = engines.find()
local decode = texts.call(arg[1], found)
local engine = decode or assert(engines.named(found, arg[1]), "no engine " .. arg[1])
local workload = assert((decode and texts or workloads).open(arg[2], { data = here .. "/data" }))
if arg[3] == "count" then
  print(workload.count)
  os.exit(0)
end
local run = decode and harness.loop(decode, workload.text, nil, workload.spread)
  or harness.loop(engine.encode, workload.value(engine.null), engine.arg)
collectgarbage()
collectgarbage("stop")
run(tonumber(arg[3]))

-- SPDX-License-Identifier: MIT
--
-- What callgrind watches: callgrind-child.lua CALL WORKLOAD RUNS encodes a fixed workload RUNS
-- times. The collector is off: its share depends on when it happens to run. `count` in place of
-- RUNS prints what the instructions are divided by.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local workloads = require("bench.workloads")

local engine = assert(engines.named((engines.find()), arg[1]), "no engine " .. arg[1])
local workload = assert(workloads.open(arg[2], {}))
if arg[3] == "count" then
  print(workload.count)
  os.exit(0)
end
local run = harness.loop(engine.encode, workload.value(engine.null), engine.arg)
collectgarbage()
collectgarbage("stop")
run(tonumber(arg[3]))

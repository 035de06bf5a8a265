-- SPDX-License-Identifier: MIT
--
-- Runs in each state of the threads benchmark: (own path, workload) -> a function that encodes it once.

local own_path, name = ...
local root = own_path:gsub("bench/threads/load%.lua$", "")
package.path = root .. "?.lua;" .. package.path

local fleece = require("fleece")
local workloads = require("bench.workloads")
local found = require("bench.engines").find()
local reader = require("bench.engines").reader(found)
local workload = assert(workloads.open(name, { data = root .. "bench/data", reader = reader }))
local value = workload.value(fleece.null)
local encode = fleece.encode
-- A piece is long enough that the cost of the call is negligible.
local repeats = workload.unit == "document" and 1 or 1000
return function()
  for _ = 1, repeats do encode(value) end
end

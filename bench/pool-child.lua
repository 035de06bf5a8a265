-- SPDX-License-Identifier: MIT
--
-- `fleece.decode` with Fleece's pool as the state's allocator, in a process of its own: pool-child.lua
-- WORKLOAD DATA ELEMENTS ROUNDS SECONDS COUNTS (0: calibrated). Prints the runs of a sample, then the
-- seconds of one run in each sample; or "none: " and why there is no pool.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local fleece = require("fleece")

local ok, why = false, "this build has no pool"
if fleece.pool then ok, why = fleece.pool() end
if not ok then
  print("none: " .. tostring(why))
  os.exit(0)
end

local decoding = require("bench.decoding")
local engines = require("bench.engines")
local harness = require("bench.harness")
local texts = require("bench.texts")

local counts = tonumber(arg[6])
local w = assert(texts.open(arg[1], { data = arg[2], elements = tonumber(arg[3]) }))
local reference = engines.reference((engines.find()))
local word, sentence = decoding.judge({ decode = fleece.decode, null = fleece.null }, w.text, reference,
  decoding.expected(w.text, reference))
assert(not word, sentence)

local run = harness.loop(fleece.decode, w.text, nil, w.spread)
local result = harness.compare({ { name = "fleece+pool", run = run } }, {
  rounds = tonumber(arg[4]),
  seconds = tonumber(arg[5]),
  counts = counts > 0 and counts or nil,
  cycles = true,
})[1]
print(result.runs)
for _, seconds in ipairs(result.samples) do print(string.format("%.12g", seconds)) end

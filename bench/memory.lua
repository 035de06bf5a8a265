-- SPDX-License-Identifier: MIT
--
-- The memory that encoding and decoding need: `lua bench/memory.lua [--test]`. Each number comes
-- from a new process. Owns: the tables and the targets (encode: peak beyond the result at most
-- 1.3 times the output; decode: peak beyond the objects at most 0.5 times the text; nothing grows).

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local children = require("bench.children")
local engines = require("bench.engines")
local layout = require("bench.layout")
local records = require("bench.records")
local parse = require("bench.options").parse

local opt = parse(arg, {
  test = { "flag", false, "one small workload, to check that it works" },
  workloads = { "list", { "twitter", "citm_catalog", "canada", "golang_source", "made_records" },
    "which documents" },
  texts = { "list", { "twitter", "citm_catalog", "canada", "golang_source", "synthea_fhir", "million_ints" },
    "which texts to decode" },
  cycles = { "number", 50, "calls before growth is measured (50)" },
}, "lua bench/memory.lua [options]")

if not io.open("/proc/self/clear_refs", "w") then
  print("memory bench: needs Linux (/proc/self/clear_refs), not measured here")
  os.exit(0)
end
if opt.test then opt.workloads, opt.texts, opt.cycles = { "ints" }, { "ints" }, 2 end

local names, decoders = {}, {}
for _, e in ipairs((engines.find())) do
  if e.native and (not e.is_fleece or e.arg == nil) then
    names[#names + 1] = e.name
    if e.decode then decoders[#decoders + 1] = e.name end
  end
end
local progress = layout.progress()

-- Large blocks are returned to the system when they are freed, so that resident memory shows what
-- the library keeps and not what malloc keeps for later.
local malloc = { "MALLOC_MMAP_THRESHOLD_=65536", "MALLOC_TRIM_THRESHOLD_=65536" }

local function measure(child, engine, workload)
  local ok, lines = pcall(children.run, here .. child, { engine, workload, opt.cycles }, malloc)
  if not ok then return nil, lines end
  local facts = {}
  for _, line in ipairs(lines) do
    local name, value = line:match("^([%w_]+)=(-?%d+)")
    if name then facts[name] = tonumber(value) end
  end
  return facts
end

print(records.lua_release() .. ": memory of one encode, each in a new process")
local rows = { {
  "workload", "engine", "result", "peak beyond it", "of the result", "kept after",
  "kept after small calls", "growth", "",
} }
local failures = 0
for _, workload in ipairs(opt.workloads) do
  for _, engine in ipairs(names) do
    progress(workload .. ", " .. engine)
    local f, why = measure("/memory-child.lua", engine, workload)
    if not f then
      rows[#rows + 1] = { workload, engine, "not measured: " .. tostring(why):match("[^\n]+") }
      failures = failures + (opt.test and 1 or 0)
    else
      local share = f.beyond / f.result
      local own = engine == "fleece" and f.result >= 100000
      rows[#rows + 1] = {
        workload, engine, layout.bytes(f.result), layout.bytes(f.beyond),
        string.format("%.2f", share), layout.bytes(f.kept), layout.bytes(f.kept_later),
        layout.bytes(f.growth), own and (share <= 1.3 and "met (<= 1.3)" or "NOT MET (<= 1.3)") or "",
      }
    end
  end
end
progress()
print(layout.columns(rows, { [2] = true, [9] = true }))
print("kept: resident memory above the initial state, after the result is collected; growth: over the next "
  .. opt.cycles .. " calls")

print(records.lua_release() .. ": memory of one decode, each in a new process")
rows = { {
  "workload", "engine", "text", "objects", "garbage", "of the text", "resident peak", "kept after", "growth", "",
} }
for _, workload in ipairs(opt.texts) do
  for _, engine in ipairs(decoders) do
    progress("decode " .. workload .. ", " .. engine)
    local f, why = measure("/memory-decode-child.lua", engine, workload)
    if not f then
      rows[#rows + 1] = { workload, engine, "not measured: " .. tostring(why):match("[^\n]+") }
      failures = failures + (opt.test and 1 or 0)
    else
      local share = f.beyond / f.text
      local own = engine == "fleece" and f.text >= 100000
      rows[#rows + 1] = {
        workload, engine, layout.bytes(f.text), layout.bytes(f.objects), layout.bytes(f.beyond),
        string.format("%.2f", share), layout.bytes(f.peak), layout.bytes(f.kept), layout.bytes(f.growth),
        own and (share <= 0.5 and "met (<= 0.5)" or "NOT MET (<= 0.5)") or "",
      }
    end
  end
end
progress()
print(layout.columns(rows, { [2] = true, [10] = true }))
print("objects, garbage: as Lua counts them, with the collector stopped; the rest with the collector running")
os.exit(failures == 0 and 0 or 1)

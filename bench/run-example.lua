-- SPDX-License-Identifier: MIT
--
-- The speed of the main task on one data file: `lua bench/run-example.lua DATA.lua`. Owns: the
-- few lines that `make run` prints last. Takes two or three seconds, whatever packages are
-- installed.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local verdict = require("bench.verdict")
local records = require("bench.records")
local layout = require("bench.layout")

local function fail(status, ...)
  io.stderr:write("run-example: ", string.format(...), "\n")
  os.exit(status)
end

local path = arg[1]
if not path or arg[2] then fail(2, "usage: lua bench/run-example.lua DATA.lua") end

-- The file runs with an empty environment, so it can only build a value.
local function value_of(name)
  local chunk, message
  if _VERSION == "Lua 5.1" then
    chunk, message = loadfile(name)
    if chunk then setfenv(chunk, {}) end -- luacheck: ignore 113
  else
    chunk, message = loadfile(name, "t", {})
  end
  if not chunk then fail(1, "cannot read %s: %s", name, message) end
  local ok, value = pcall(chunk)
  if not ok then fail(1, "cannot read %s: %s", name, value) end
  if value == nil then fail(1, "%s returns no value", name) end
  return value
end

local value = value_of(path)
local found = engines.find()
local reference = engines.reference(found)
local progress = layout.progress()
local seconds_in_all = 2

local contenders, facts = {}, {}
for _, e in ipairs(found) do
  if not e.is_fleece or e.arg == nil then
    local ok, text = pcall(e.encode, value)
    if ok and type(text) == "string" then
      contenders[#contenders + 1] = { name = e.name, run = harness.loop(e.encode, value) }
      local word = reference and verdict.of(text, value, e.null, reference)
      facts[#facts + 1] = { engine = e, bytes = #text, word = word }
    elseif e.is_fleece then
      fail(1, "fleece cannot encode %s: %s", path, tostring(text))
    end
  end
end
if #contenders == 0 then fail(1, "require finds neither fleece nor another JSON package") end

local rounds = 5
local results = harness.compare(contenders, {
  rounds = rounds,
  seconds = seconds_in_all / (rounds + 1) / #contenders,
  progress = function(name, round) progress(string.format("measuring %s, round %d of %d", name, round, rounds)) end,
})
progress()

local words = { digits = "loses digits of numbers", wrong = "is a different value", ["not JSON"] = "is not valid JSON" }
local own
for i, f in ipairs(facts) do
  f.speed = f.bytes / results[i].median
  if f.engine.name == "fleece" then own = results[i].median end
end
local rows = {}
for i, f in ipairs(facts) do
  local beside = ""
  if own and not f.engine.is_fleece then
    beside = string.format("fleece is %.1f times as fast", results[i].median / own)
  end
  rows[#rows + 1] = {
    f.engine.is_fleece and "fleece" or f.engine.name .. " " .. f.engine.version,
    string.format("%.0f MB/s", f.speed / 1e6),
    layout.time(results[i].median),
    layout.bytes(f.bytes),
    beside,
    f.word and "its output " .. (words[f.word] or f.word) or "",
  }
end

print(string.format("Speed on %s, %s (medians of %d rounds, collector running):",
  records.lua_release(), records.cpu(), rounds))
print((layout.columns(rows, { [5] = true, [6] = true }):gsub("^", "  "):gsub("\n", "\n  ")))
if #rows == 1 then
  print("  No other JSON package is installed here to compare with (Debian: lua-cjson, lua-dkjson).")
end

-- SPDX-License-Identifier: MIT
--
-- Is the time per byte the same from 1 kB to 100 MB? `lua bench/growth.lua [--decode] [--test]`. Owns:
-- values and texts of those sizes, the table and the targets for it. A value is an array that contains
-- one record repeatedly: the memory that the walk reads stays in the cache at every size, so only the
-- output grows. With --spread every record is separate, in shuffled places of memory, and no cache can
-- hold the larger arrays. With --decode the text of separate records is read; each sample ends with a
-- full collection of what it has made.

local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../?.lua;" .. package.path

local harness = require("bench.harness")
local engines = require("bench.engines")
local layout = require("bench.layout")
local random = require("bench.random")
local records = require("bench.records")
local shapes = require("bench.shapes")
local parse = require("bench.options").parse

local opt = parse(arg, {
  decode = { "flag", false, "read texts instead of writing them" },
  test = { "flag", false, "sizes up to 10 kB, to check that it works" },
  rounds = { "number", 5, "rounds (5)" },
  spread = { "flag", false, "separate records, scattered in memory (largest: 10 MB)" },
  engines = { "list", nil, "which engines (Fleece, the packages in C and, with --decode, the floor)" },
  largest = { "number", 100e6, "largest output or text in bytes (100 MB)" },
}, "lua bench/growth.lua [options]")

if opt.spread then opt.largest = math.min(opt.largest, 1e7) end
if opt.test then opt.largest, opt.rounds = 1e4, 1 end

-- At most this many times the time per byte at `from` bytes.
local target = opt.decode and { from = 1e5, most = 2 } or { from = 1e3, most = 1.5 }
local sizes = { 1e3, 1e4, 1e5, 1e6, 1e7, 1e8 }

local found = engines.find()
local progress = layout.progress()

-- ---------------------------------------------------------------------------------------------
-- What is measured

local function chosen(e)
  if not opt.engines then return e.name == "fleece" or (e.native and not e.is_fleece) end
  for _, name in ipairs(opt.engines) do
    if name == e.name then return true end
  end
  return false
end

local function list_of_engines()
  local list = {}
  for _, e in ipairs(found) do
    if chosen(e) then table.insert(list, e.name == "fleece" and 1 or #list + 1, e) end
  end
  if not opt.decode or opt.engines then return list end
  package.cpath = here .. "/out/" .. records.slug(records.lua()) .. "/?.so;" .. package.cpath
  local ok, replay = pcall(require, "fleece_replay")
  if ok then list[#list + 1] = { name = "floor", decode = replay.replay, record = replay.record } end
  return list
end

local function record(n)
  n = n or 0
  return {
    id = 123456789 + n,
    name = n == 0 and "A name of ordinary length" or "A name like no other " .. n,
    place = { latitude = 52.520008, longitude = 13.404954 },
    tags = { "red", "green", "blue" },
    active = true,
  }
end

local own_bytes

local function value_of(size, encode)
  own_bytes = own_bytes or #encode(record()) + 1
  local one, t = record(), {}
  for i = 1, math.max(1, math.floor(size / own_bytes + 0.5)) do t[i] = opt.spread and record(i) or one end
  if opt.spread then random.shuffle(t, (random.generator(1))) end
  return t
end

-- Returns a contender and the bytes that it reads or writes; nil and why it cannot.
local function contender(e, input)
  if opt.decode then
    local argument = e.record and e.record(input) or input
    local ok, message = pcall(e.decode, argument)
    if not ok then return nil, message end
    return { name = e.name, run = harness.loop(e.decode, argument) }, #input
  end
  local ok, text
  if e.arg == nil then ok, text = pcall(e.encode, input)
  else ok, text = pcall(e.encode, input, e.arg) end
  if not ok then return nil, text end
  return { name = e.name, run = harness.loop(e.encode, input, e.arg) }, #text
end

-- ---------------------------------------------------------------------------------------------
-- The table

local list = list_of_engines()
if #list == 0 then
  print("growth bench: none of the engines is installed")
  os.exit(0)
end

print(string.format("%s: time per byte by size of the %s, medians of %d rounds", records.lua_release(),
  opt.decode and "text" or "output", opt.rounds))
local rows = { { "size" } }
for _, e in ipairs(list) do
  rows[1][#rows[1] + 1] = e.name
  rows[1][#rows[1] + 1] = "of " .. layout.bytes(target.from)
end

local base, worst, slower = {}, 0, {}

local function measure(size)
  local input = opt.decode and shapes.records_text(size) or value_of(size, list[1].encode)
  local contenders, of, bytes = {}, {}, {}
  for i, e in ipairs(list) do
    local c, n = contender(e, input)
    if c then
      contenders[#contenders + 1], of[#of + 1], bytes[#bytes + 1] = c, i, n
    else
      print(layout.bytes(size) .. ": " .. e.name .. " is not measured: " .. tostring(n))
    end
  end
  input = nil -- luacheck: ignore 311 (a value that nobody measures need not be collected)
  local results = harness.compare(contenders, {
    rounds = opt.rounds,
    seconds = 0.1,
    counts = opt.test and 1 or nil,
    collected = opt.decode,
    progress = function(name, round) progress(layout.bytes(size) .. ": " .. name .. ", round " .. round) end,
  })
  progress()
  local each = {}
  for k, r in ipairs(results) do each[of[k]] = r.median / bytes[k] end
  return each
end

for _, size in ipairs(sizes) do
  if size <= opt.largest then
    local each = measure(size)
    local row = { layout.bytes(size) }
    for i in ipairs(list) do
      if size == target.from then base[i] = each[i] end
      local growth = each[i] and base[i] and each[i] / base[i]
      row[#row + 1] = each[i] and string.format("%.3f ns/byte", each[i] * 1e9) or "-"
      row[#row + 1] = growth and string.format("%.2f", growth) or ""
      if i == 1 and growth then worst = math.max(worst, growth) end
      if i > 1 and each[i] and each[1] and each[i] < each[1] then
        slower[#slower + 1] = layout.bytes(size) .. " (" .. list[i].name .. ")"
      end
    end
    rows[#rows + 1] = row
    collectgarbage()
  end
end
print(layout.columns(rows))

if list[1].name == "fleece" and not opt.test and not opt.spread then
  local function verdict(met) return met and "met" or "NOT MET" end
  print(string.format("fleece: at worst %.2f of the time per byte at %s: %s (target: <= %.3g)", worst,
    layout.bytes(target.from), verdict(worst <= target.most), target.most))
  if opt.decode then
    print("fleece: slower than a peer or the floor at " .. (#slower > 0 and table.concat(slower, ", ") or "no size")
      .. ": " .. verdict(#slower == 0))
  end
end

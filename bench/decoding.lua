-- SPDX-License-Identifier: MIT
--
-- The decode part of `make bench`. Owns: the matrix of texts and packages, and whether each
-- package's value is correct. Must not know: how time is measured (harness.lua), how a
-- package is called (engines.lua), what the texts are (texts.lua), which ratios are promised
-- (targets.lua).
-- The packages are compared with `fleece valid`, which creates nothing, with `floor`, if it is built: it
-- creates the text's objects through the public API without reading anything; and with `fleece+pool`,
-- which runs in a process of its own, because the pool becomes the allocator of its Lua state.

local children = require("bench.children")
local harness = require("bench.harness")
local layout = require("bench.layout")
local targets = require("bench.targets")
local texts = require("bench.texts")
local verdict = require("bench.verdict")

local decoding = {}

local function each(text) return type(text) == "table" and text or { text } end

-- What the reference reads from the texts, once for all engines.
local function expected(text, reference)
  local list = {}
  for i, one in ipairs(reference and each(text) or {}) do list[i] = reference.decode(one) end
  return list
end

-- Does the engine read each text as the reference does?
local function judge(engine, text, reference, wanted)
  for i, one in ipairs(each(text)) do
    local ok, value, message = pcall(engine.decode, engine.input or one)
    if not ok then return "fails", tostring(value) end
    if value == nil then return "fails", tostring(message) end
    if reference then
      local word, sentence = verdict.same(wanted[i], value, reference.null, engine.null)
      if word then return word, sentence end
    end
  end
  return nil
end

local function valid_engine(engine)
  return { name = "fleece valid", version = engine.version, decode = engine.valid, is_fleece = true, checks = true }
end

-- `floor` for one text, if bench/out has it.
local function floor_engine(text, null)
  local ok, replay = pcall(require, "fleece_replay")
  if not ok or type(text) == "table" then return nil end
  return { name = "floor", version = "-", null = null, input = replay.record(text), decode = replay.replay }
end

-- The samples of `fleece+pool`, in the form of harness.compare's results; nil and a reason.
local function measure_pool(w, context)
  local options = context.options
  local ok, lines = pcall(children.run, context.here .. "/pool-child.lua", {
    w.name, options.data, options.elements, options.rounds, options.seconds, options.counts or 0,
  })
  if not ok then return nil, tostring(lines) end
  local why = lines[1] and lines[1]:match("^none: (.*)")
  if why or not lines[1] then return nil, why or "the child process printed nothing" end
  local runs, samples = tonumber(lines[1]), {}
  for i = 2, #lines do samples[i - 1] = tonumber(lines[i]) end
  return harness.summary({ name = "fleece+pool", runs = runs, samples = samples })
end

local function contenders_for(list, text, null)
  local all = {}
  for _, e in ipairs(list) do
    if e.name == "fleece" then table.insert(all, 1, e) else all[#all + 1] = e end
    if e.name == "fleece" and e.valid then all[#all + 1] = valid_engine(e) end
  end
  all[#all + 1] = floor_engine(text, null)
  return all
end

local function row_of(w, e, r, context, mark)
  return {
    does = e.checks and "valid" or "decode",
    collector = "whole cycles",
    workload = w.name,
    unit = w.unit,
    count = w.count,
    engine = e.checks and "fleece" or e.name,
    version = e.version,
    median_ns = string.format("%.2f", r.median / w.count * 1e9),
    least_ns = string.format("%.2f", r.least / w.count * 1e9),
    most_ns = string.format("%.2f", r.most / w.count * 1e9),
    rounds = context.options.rounds,
    runs = r.runs,
    bytes = w.bytes,
    verdict = mark or (context.reference and "right" or "unchecked"),
  }
end

-- context: list (of engines), reference, null, options, here (this directory), pool (false: no row for
-- it), keep (called with a row for the record), problem (called with a description of a wrong output and
-- whether it is Fleece's), progress.
-- Returns the workload's times (seconds per unit) by engine, the shortest times, and marks by engine.
local function measure(w, context)
  local times, least, marks, kept, contenders = {}, {}, {}, {}, {}
  local wanted = expected(w.text, context.reference)
  for _, e in ipairs(contenders_for(context.list, w.text, context.null)) do
    local word, sentence
    if not e.checks then word, sentence = judge(e, w.text, context.reference, wanted) end
    if word then
      context.problem(string.format("%s, decode %s: %s: %s", e.name, w.name, word, sentence), e.is_fleece)
      marks[e.name] = word
    end
    if word ~= "fails" then
      kept[#kept + 1] = e
      contenders[#contenders + 1] = {
        name = e.name,
        run = harness.loop(e.decode, e.input or w.text, nil, w.spread),
      }
    end
  end
  wanted = nil -- luacheck: ignore 311 (the collector would walk it in every sample)
  local results = harness.compare(contenders, {
    rounds = context.options.rounds,
    seconds = context.options.seconds,
    counts = context.options.counts,
    cycles = true,
    progress = function(name, round) context.progress("decode " .. w.name .. ": " .. name .. ", round " .. round) end,
  })
  if context.pool then
    context.progress("decode " .. w.name .. ": fleece+pool")
    local result, why = measure_pool(w, context)
    if result then
      kept[#kept + 1] = { name = "fleece+pool", version = context.list[1].version, is_fleece = true }
      results[#results + 1] = result
    else
      context.pool, context.no_pool = false, why
    end
  end
  context.progress()
  for i, r in ipairs(results) do
    local e = kept[i]
    times[e.name], least[e.name] = r.median / w.count, r.least / w.count
    context.keep(row_of(w, e, r, context, marks[e.name]))
  end
  return times, least, marks
end

local function ratio_text(a, b) return a and b and b > 0 and string.format("%.2fx", a / b) or "-" end

-- names: of texts. Prints the matrix; returns times[name][engine], the same for the fastest
-- rounds, and bytes[name].
function decoding.matrix(names, context)
  local times, least, bytes, missing = {}, {}, {}, {}
  local heading = { "workload", "fleece", "+pool", "valid", "GB/s", "floor" }
  local peers = {}
  for _, e in ipairs(context.list) do
    if e.name ~= "fleece" then
      peers[#peers + 1] = e.name
      heading[#heading + 1] = e.name
    end
  end
  for _, name in ipairs({ "over the fastest", "", "of the floor" }) do heading[#heading + 1] = name end
  local rows = { heading }
  for _, name in ipairs(names) do
    local w, why = texts.open(name, context.options)
    if not w then
      missing[#missing + 1] = why
    else
      local t, l, marks = measure(w, context)
      times[name], least[name], bytes[name] = t, l, w.bytes / w.count
      local function cell(engine)
        return t[engine] and layout.time(t[engine]) .. (marks[engine] and " *" or "") or "-"
      end
      local row = {
        w.title .. " /" .. w.unit, cell("fleece"), cell("fleece+pool"), cell("fleece valid"),
        t["fleece valid"] and string.format("%.2f", bytes[name] / t["fleece valid"] / 1e9) or "-", cell("floor"),
      }
      for _, p in ipairs(peers) do row[#row + 1] = cell(p) end
      local best, best_name = targets.fastest(t, peers)
      row[#row + 1] = ratio_text(best, t.fleece)
      row[#row + 1] = best_name or "-"
      row[#row + 1] = t.floor and t.fleece and string.format("%.2f", t.fleece / t.floor) or "-"
      rows[#rows + 1] = row
      collectgarbage()
    end
  end
  print(layout.rule())
  print("Decoding: time for one element, record or document; the collector runs")
  print(layout.columns(rows, { [#heading - 1] = true }))
  print("* this value is wrong.  floor: creating its objects through the public API, sizes known, no text read")
  if context.no_pool then print("+pool: not measured: " .. context.no_pool) end
  for _, why in ipairs(missing) do print("  missing: " .. why) end
  return times, least, bytes, peers
end

decoding.names = texts.all
decoding.expected = expected
decoding.judge = judge

return decoding

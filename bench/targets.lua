-- SPDX-License-Identifier: MIT
--
-- The targets, and whether the measured times meet them. Owns: the numbers that Fleece promises. Must
-- not know: how times are measured. Invariant: every target is a ratio of two medians of one run, except
-- the GB per second of `valid`.
--
-- times[workload][engine] = seconds. The fastest peer is the fastest library of this run on that
-- workload. growth.lua, scaling.lua and memory.lua judge their own targets.

local geometric_mean = require("bench.harness").geometric_mean
local shapes = require("bench.shapes")

local targets = {}

-- Decoding, by Lua; the others take 5.4's.
local decode_wanted = {
  ["5.4"] = { pool = 3.8, floor = 0.7, pool_floor = 0.45 },
  ["5.1"] = { pool = 3.0, floor = 0.85 },
  LuaJIT = { floor = 0.9 },
}

local valid_wanted = { { "twitter", 5 }, { "canada", 2.5 }, { "golang_source", 3.5 } } -- GB per second

local function judge(got, want, at_most)
  if not got then return "not measured" end
  local met = at_most and got <= want or not at_most and got >= want
  return met and "met" or "NOT MET"
end

local function add(rows, what, want, got, options)
  options = options or {}
  rows[#rows + 1] = {
    what = what,
    want = (options.at_most and "<= " or ">= ") .. string.format(options.format or "%.3gx", want),
    got = got and string.format(options.format or "%.2fx", got) or "-",
    verdict = judge(got, want, options.at_most),
    why = options.why,
  }
end

local share = { at_most = true, format = "%.3f" } -- of another's time

local function mean_of(list) return #list > 0 and geometric_mean(list) or nil end

local function set_of(names)
  local set = {}
  for _, name in ipairs(names) do set[name] = true end
  return set
end

local hard, tiny = set_of(shapes.hard), set_of(shapes.tiny)
local function is_ordinary(workload) return not hard[workload] and not tiny[workload] end
local function is_not_tiny(workload) return not tiny[workload] end
local function is_hard(workload) return hard[workload] end

-- How many times faster than `peer` the engine is.
local function ratio(times, workload, peer, engine)
  local t = times[workload]
  local own = t and t[engine or "fleece"]
  local other = t and t[peer]
  return own and other and other / own
end

-- The time and the name of the fastest of the peers.
function targets.fastest(t, peers)
  local best, best_name
  for _, name in ipairs(peers) do
    if t[name] and (not best or t[name] < best) then best, best_name = t[name], name end
  end
  return best, best_name
end

-- Against the fastest peer, on the workloads that `accepted` accepts: the ratios, the lowest and what it
-- is of.
local function against_fastest(times, peers, accepted, engine)
  local list, lowest, lowest_name = {}, nil, nil
  for workload, t in pairs(times) do
    local best, name = targets.fastest(t, peers)
    local own = t[engine or "fleece"]
    if accepted(workload) and best and own then
      list[#list + 1] = best / own
      if not lowest or best / own < lowest then lowest, lowest_name = best / own, workload .. ", " .. name end
    end
  end
  return list, lowest, lowest_name
end

local function mean_row(rows, what, want, times, peers, accepted, engine)
  local list = against_fastest(times, peers, accepted, engine)
  add(rows, what .. " against the fastest peer, geometric mean", want, mean_of(list), { why = #list .. " workloads" })
end

local function lowest_row(rows, what, want, times, peers, accepted)
  local _, lowest, name = against_fastest(times, peers, accepted)
  add(rows, what .. " against the fastest peer, lowest", want, lowest, { why = name })
end

local function tiny_rows(rows, times, peers)
  for _, name in ipairs(shapes.tiny) do
    local _, lowest, why = against_fastest(times, peers, function(w) return w == name end)
    add(rows, shapes.titles[name]:gsub("`", "") .. " against the fastest peer", 1, lowest, { why = why })
  end
end

local function notes_on(peers)
  if #peers == 0 then return { "No peer is installed: `make bench-peers` builds the fastest." } end
  local note = "The fastest peer of each workload is one of " .. table.concat(peers, ", ") .. "."
  if not set_of(peers)["lua-simdjson"] then note = note .. " `make bench-peers` builds the fastest." end
  return { note }
end

-- ---------------------------------------------------------------------------------------------
-- Encoding

local function ancestor_rows(rows, times)
  local list, lowest, name = against_fastest(times, { "fleece lite" }, is_not_tiny)
  if #list == 0 then return end
  add(rows, "against Fleece Lite itself, geometric mean", 3, mean_of(list))
  add(rows, "against Fleece Lite itself, lowest", 1.2, lowest, { why = name })
end

-- lua: "5.4", "LuaJIT", ...; peers: the names of the engines that are not Fleece's.
-- Returns rows {what, want, got, verdict, why} and lines that explain them.
function targets.judge(_, times, peers)
  local rows = {}
  mean_row(rows, "all but the smallest values", 8, times, peers, is_not_tiny)
  lowest_row(rows, "all but the smallest values", 2.5, times, peers, is_not_tiny)
  tiny_rows(rows, times, peers)
  ancestor_rows(rows, times)
  local function e4(workload) return ratio(times, workload, "fleece E4", "fleece E0") end
  add(rows, "E4 against E0, no escapes (time)", 1.05, e4("strings"), share)
  add(rows, "E4 against E0, 1 escape in 10 (time)", 1.6, e4("esc10"), share)
  for _, workload in ipairs({ "haproxy", "twitter" }) do
    add(rows, workload .. " into a new buffer and out of it, against encode (time)", 1.3,
      ratio(times, workload, "fleece buffer", "fleece"), share)
  end
  for _, workload in ipairs({ "twitter", "citm_catalog" }) do
    add(rows, workload .. " against a bare lua_next walk (time)", 0.5, ratio(times, workload, "fleece", "floor"), share)
  end
  return rows, notes_on(peers)
end

-- ---------------------------------------------------------------------------------------------
-- Decoding; bytes[workload] is the size of the text

local function floor_row(rows, what, want, times, engine)
  local list = {}
  for workload in pairs(times) do
    local got = is_ordinary(workload) and ratio(times, workload, engine, "floor")
    if got then list[#list + 1] = got end
  end
  add(rows, what .. " against creating the objects through the API (time), geometric mean", want, mean_of(list), {
    at_most = true,
    format = "%.3f",
    why = #list .. " workloads",
  })
end

function targets.judge_decode(lua, times, peers, bytes)
  local rows, wanted = {}, decode_wanted[lua] or decode_wanted["5.4"]
  mean_row(rows, "documents and classics", 2.5, times, peers, is_ordinary)
  lowest_row(rows, "documents and classics", 1.4, times, peers, is_ordinary)
  if wanted.pool then
    mean_row(rows, "the same with the pool", wanted.pool, times, peers, is_ordinary, "fleece+pool")
  end
  mean_row(rows, "hard shapes", 1.8, times, peers, is_hard)
  lowest_row(rows, "hard shapes", 1.2, times, peers, is_hard)
  tiny_rows(rows, times, peers)
  floor_row(rows, "documents and classics", wanted.floor, times, "fleece")
  if wanted.pool_floor then floor_row(rows, "the same with the pool", wanted.pool_floor, times, "fleece+pool") end
  for _, r in ipairs(valid_wanted) do
    local t = times[r[1]] and times[r[1]]["fleece valid"]
    add(rows, r[1] .. ": valid (GB per second)", r[2], t and bytes[r[1]] / t / 1e9, { format = "%.2f" })
  end
  return rows, notes_on(peers)
end

return targets
